//! Association by a regular expression over the dialog's tail.

use regex::{Captures, Regex};

use super::anchor::{Anchor, dialog_text};
use super::associator::tail;
use super::wraps::{Variant, variants};
use super::{Association, AssociationError, DialogAssociator};
use crate::contract::DialogProjection;

/// Searches the last `tail_chars` characters of the dialog for a pattern, and returns the last
/// group that matched, or the whole match where no group did.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::association::{DialogAssociator, TailRegexExtractAssociator};
///
/// let associator = TailRegexExtractAssociator::new(200, r"RESULT: (\w+)")?;
/// let found = associator.associate_text("some talk\nRESULT: ok").unwrap();
/// assert_eq!(found.text, "ok");
/// # Ok::<(), shadow_tui::association::AssociationError>(())
/// ```
#[derive(Debug, Clone)]
pub struct TailRegexExtractAssociator {
    tail_chars: usize,
    pattern: Regex,
    last: bool,
    anchor: Anchor,
    across_wraps: bool,
}

impl TailRegexExtractAssociator {
    /// An associator that returns the first match in the last `tail_chars` characters.
    ///
    /// # Errors
    /// When `tail_chars` is 0, or `pattern` is empty or no regular expression.
    pub fn new(tail_chars: usize, pattern: &str) -> Result<Self, AssociationError> {
        if tail_chars == 0 {
            return Err(AssociationError::NO_TAIL);
        }
        if pattern.is_empty() {
            return Err(AssociationError::EMPTY_PATTERN);
        }
        let pattern = Regex::new(pattern).map_err(|error| AssociationError::bad_pattern(&error))?;
        Ok(Self {
            tail_chars,
            pattern,
            last: false,
            anchor: Anchor::None,
            across_wraps: false,
        })
    }

    /// Returns the last match instead of the first.
    #[must_use]
    pub fn last_match(mut self) -> Self {
        self.last = true;
        self
    }

    /// Searches only after the anchored user cell, so that an echoed sentinel cannot match.
    #[must_use]
    pub fn after(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// Lets a match cross soft wraps that could not be removed with certainty.
    #[must_use]
    pub fn across_wraps(mut self) -> Self {
        self.across_wraps = true;
        self
    }

    /// Searches text that is anchored already.
    fn search(&self, text: &str) -> Option<Association> {
        let variants = variants(tail(text, self.tail_chars), self.across_wraps);
        let found = variants.iter().filter_map(|variant| self.found(variant));
        let best = if self.last {
            found.rev().max_by_key(|(at, _)| *at)
        } else {
            found.min_by_key(|(at, _)| *at)
        };
        best.map(|(_, association)| association)
    }

    /// The match in one variant, and where it began in the text as it came.
    fn found(&self, variant: &Variant) -> Option<(usize, Association)> {
        let mut matches = self.pattern.captures_iter(&variant.text);
        let captures = if self.last {
            matches.last()
        } else {
            matches.next()
        }?;
        let begin = captures.get(0).map_or(0, |whole| whole.start());
        let association = Association {
            text: extract(&captures).to_owned(),
            across_wraps: variant.joined,
        };
        Some((variant.original(begin), association))
    }
}

/// The last group that matched, else the whole.
fn extract<'t>(captures: &Captures<'t>) -> &'t str {
    let group = captures.iter().flatten().last();
    group.map_or("", |group| group.as_str())
}

impl DialogAssociator for TailRegexExtractAssociator {
    fn associate(&self, projection: &DialogProjection) -> Option<Association> {
        if self.anchor == Anchor::None {
            return self.search(&projection.dialog_text);
        }
        let cells = self.anchor.cells_after(projection)?;
        self.search(&dialog_text(cells))
    }

    fn associate_text(&self, dialog_text: &str) -> Option<Association> {
        self.search(self.anchor.text_after(dialog_text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{agent, projection, user};
    use super::*;

    fn build(chars: usize, pattern: &str) -> TailRegexExtractAssociator {
        TailRegexExtractAssociator::new(chars, pattern).unwrap()
    }

    fn text(found: Option<Association>) -> Option<String> {
        found.map(|association| association.text)
    }

    #[test]
    fn what_cannot_match_is_refused_when_built() {
        let error = |chars, pattern| {
            let error = TailRegexExtractAssociator::new(chars, pattern).unwrap_err();
            error.to_string()
        };
        assert!(error(0, "x").contains("tail_chars is 0"));
        assert!(error(5, "").contains("empty"));
        let bad = error(5, "(");
        assert!(
            bad.contains("unclosed group") && !bad.contains('\n'),
            "{bad}"
        );
    }

    #[test]
    fn the_tail_counts_characters_not_bytes() {
        let dialog = "é1 日本語2";
        assert_eq!(
            text(build(4, r"\d").associate_text(dialog)).as_deref(),
            Some("2")
        );
        assert_eq!(
            text(build(7, r"é\d").associate_text(dialog)).as_deref(),
            Some("é1")
        );
        assert_eq!(text(build(6, r"é").associate_text(dialog)), None);
        assert_eq!(
            text(build(usize::MAX, "^").associate_text("")).as_deref(),
            Some("")
        );
    }

    #[test]
    fn the_last_group_that_matched_counts_else_the_whole() {
        let dialog = "a=1 b=2";
        assert_eq!(
            text(build(99, r"(\w)=(\d)").associate_text(dialog)).as_deref(),
            Some("1")
        );
        assert_eq!(
            text(build(99, r"(\w)=1(x)?").associate_text(dialog)).as_deref(),
            Some("a")
        );
        assert_eq!(
            text(build(99, r"\w=\d").associate_text(dialog)).as_deref(),
            Some("a=1")
        );
        let last = build(99, r"\w=(\d)").last_match();
        assert_eq!(text(last.associate_text(dialog)).as_deref(), Some("2"));
    }

    /// Trap P26: the echoed prompt and an older answer both hold the sentinel.
    #[test]
    fn p26_only_text_after_the_anchored_user_cell_matches() {
        let echo = "print DONE:<n> when finished, e.g. DONE:7";
        let dialog = projection(&[user("first"), agent("DONE:1"), user(echo), agent("at work")]);
        let plain = build(500, r"DONE:(\d+)").last_match();
        assert_eq!(text(plain.associate(&dialog)).as_deref(), Some("7"));
        let anchored = plain.clone().after(Anchor::LastUserCell);
        assert_eq!(text(anchored.associate(&dialog)), None);
        let done = projection(&[user("first"), agent("DONE:1"), user(echo), agent("DONE:2")]);
        assert_eq!(text(anchored.associate(&done)).as_deref(), Some("2"));
        let by_prompt = plain.clone().after(Anchor::Prompt("first".into()));
        assert_eq!(text(by_prompt.associate(&done)).as_deref(), Some("2"));
        let unknown = plain.after(Anchor::Prompt("never sent".into()));
        assert_eq!(text(unknown.associate(&done)), None);
    }

    #[test]
    fn an_anchor_in_text_alone_needs_the_prompt_as_whole_lines() {
        let anchored = build(99, r"\d").after(Anchor::Prompt("say 1".into()));
        assert_eq!(
            text(anchored.associate_text("say 1\n2")).as_deref(),
            Some("2")
        );
        assert_eq!(text(anchored.associate_text("please say 1\n2")), None);
        let last = build(99, r"\d").after(Anchor::LastUserCell);
        assert_eq!(text(last.associate_text("say 1\n2")), None);
    }

    #[test]
    fn a_match_may_run_across_wraps() {
        let plain = build(99, r"the answer is (\w+)");
        let joining = plain.clone().across_wraps();
        let dialog = "so the answer\nis forty";
        assert_eq!(text(plain.associate_text(dialog)), None);
        let found = joining.associate_text(dialog).unwrap();
        assert_eq!((found.text.as_str(), found.across_wraps), ("forty", true));
        let inside = joining.associate_text("the ans\nwer is forty").unwrap();
        assert_eq!(inside.text, "forty");
        assert_eq!(text(joining.associate_text("the answer\n\nis forty")), None);
        let straight = joining.associate_text("the answer is 5\nno").unwrap();
        assert_eq!(
            (straight.text.as_str(), straight.across_wraps),
            ("5", false)
        );
    }

    #[test]
    fn a_later_wrapped_match_beats_an_earlier_straight_one() {
        let last = build(99, r"END (\d)").last_match().across_wraps();
        assert_eq!(
            text(last.associate_text("END 1\nEND\n2")).as_deref(),
            Some("2")
        );
        let first = build(99, r"END (\d)").across_wraps();
        assert_eq!(
            text(first.associate_text("END\n1 END 2")).as_deref(),
            Some("1")
        );
    }
}
