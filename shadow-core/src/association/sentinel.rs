//! Association by two delimiters that the agent was asked to print on lines of their own.

use super::anchor::{Anchor, assistant_text};
use super::{Association, AssociationError, DialogAssociator};
use crate::contract::DialogProjection;

/// Returns the text between the last pair of delimiter lines.
///
/// In a projection only the agent's own words count, and by default only those after the last user
/// cell, so that neither the echoed prompt nor a tool's output can match.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::association::{DialogAssociator, SentinelAssociator};
///
/// let associator = SentinelAssociator::new("<<<BEGIN", "END>>>")?;
/// let found = associator.associate_text("talk\n<<<BEGIN\n42\nEND>>>\nmore talk").unwrap();
/// assert_eq!(found.text, "42");
/// # Ok::<(), shadow_tui::association::AssociationError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SentinelAssociator {
    begin: String,
    end: String,
    anchor: Anchor,
}

impl SentinelAssociator {
    /// An associator for two delimiters.
    ///
    /// # Errors
    /// When one is blank or contains a line break, or both are equal.
    pub fn new(begin: &str, end: &str) -> Result<Self, AssociationError> {
        let (begin, end) = (begin.trim(), end.trim());
        if begin.is_empty() || end.is_empty() {
            return Err(AssociationError::bad_sentinel("it is blank"));
        }
        if begin.contains(['\n', '\r']) || end.contains(['\n', '\r']) {
            return Err(AssociationError::bad_sentinel("it holds a line break"));
        }
        if begin == end {
            return Err(AssociationError::bad_sentinel("begin and end are the same"));
        }
        Ok(Self {
            begin: begin.to_owned(),
            end: end.to_owned(),
            anchor: Anchor::LastUserCell,
        })
    }

    /// Searches after another user cell than the last.
    #[must_use]
    pub fn after(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// The lines between the last whole pair.
    fn search(&self, text: &str) -> Option<Association> {
        let lines: Vec<&str> = text.lines().collect();
        let is = |wanted: &str| {
            let wanted = wanted.to_owned();
            move |line: &&str| line.trim() == wanted
        };
        let mut upto = lines.len();
        while let Some(last) = lines[..upto].iter().rposition(is(&self.end)) {
            if let Some(first) = lines[..last].iter().rposition(is(&self.begin)) {
                return Some(Association {
                    text: lines[first + 1..last].join("\n"),
                    across_wraps: false,
                });
            }
            upto = last;
        }
        None
    }
}

impl DialogAssociator for SentinelAssociator {
    fn associate(&self, projection: &DialogProjection) -> Option<Association> {
        let cells = self.anchor.cells_after(projection)?;
        self.search(&assistant_text(cells))
    }

    /// Looks in dialog text alone. The default anchor does not apply here: text that is known to
    /// be the answer's needs none. An anchor by prompt does.
    fn associate_text(&self, dialog_text: &str) -> Option<Association> {
        match &self.anchor {
            Anchor::LastUserCell => self.search(dialog_text),
            anchor => self.search(anchor.text_after(dialog_text)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{agent, projection, tool, user};
    use super::*;

    #[test]
    fn delimiters_that_cannot_delimit_are_refused() {
        for (begin, end) in [("", "b"), ("a", " "), ("a\nb", "c"), ("same", "same")] {
            assert!(
                SentinelAssociator::new(begin, end).is_err(),
                "{begin:?} {end:?}"
            );
        }
    }

    #[test]
    fn the_last_whole_pair_on_lines_of_their_own_counts() {
        let associator = SentinelAssociator::new("BEGIN", "END").unwrap();
        let find = |text| associator.associate_text(text).map(|found| found.text);
        assert_eq!(
            find("BEGIN\n1\nEND\nBEGIN\n2\n3\nEND").as_deref(),
            Some("2\n3")
        );
        assert_eq!(find("BEGIN\n1\nEND\nBEGIN\nhalf").as_deref(), Some("1"));
        assert_eq!(find("say BEGIN\n1\nEND"), None);
        assert_eq!(find("END\nBEGIN"), None);
        assert_eq!(find("BEGIN\nEND").as_deref(), Some(""));
    }

    /// Trap P26, for sentinels.
    #[test]
    fn p26_neither_the_prompt_nor_a_tool_can_match() {
        let associator = SentinelAssociator::new("BEGIN", "END").unwrap();
        let block = "BEGIN\nx\nEND";
        let echoed = projection(&[agent(block), user(block), tool(block), agent("at work")]);
        assert_eq!(associator.associate(&echoed), None);
        let answered = projection(&[user(block), agent("so:\nBEGIN\ny\nEND")]);
        assert_eq!(associator.associate(&answered).unwrap().text, "y");
    }
}
