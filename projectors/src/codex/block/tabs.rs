//! Whether a subject may hold a tab that its rows do not show. Up to 0.149 (0.146 does, 0.150 does not) Codex prints tabs as
//! they are, and reckons one column for each. The terminal goes on at its next stop, so that the text behind a tab is
//! pushed on, painted over by what follows, or cleared with the row's end. Later versions draw nothing for a tab.
//!
//! The terminal draws nothing in the columns that a tab passes, while Codex draws the blanks of a colored text in its color:
//! in such a row a tab is seen. Where blanks have no style, they prove nothing.

use std::ops::Range;

use shadow_core::contract::BlockKind;
use shadow_core::screen::{Color, Row, Screen, Style};

use super::super::shape::PROMPT;
use crate::letters::leading_spaces;

/// Blanks that a tab takes at least with one letter that is painted over, and the blank behind that.
const HIDING: usize = 3;

/// Whether rows may hide a tab, in a version that prints tabs; `margin` is that of the rows of a command.
pub(super) fn hide(
    screen: &Screen,
    mut rows: impl Iterator<Item = usize>,
    kind: BlockKind,
    margin: usize,
) -> bool {
    let begin = |row: Row<'_>| match kind {
        BlockKind::ApprovalEdit => behind_sign(row),
        _ => behind_prompt(row, margin),
    };
    let hides = |row: Row<'_>, from: usize| match is_colored(row, from) {
        true => skips(row, from),
        false => gaps(row, from).any(|gap| gap.len() >= HIDING),
    };
    rows.any(|row| {
        let row = screen.row(row);
        begin(row).is_some_and(|from| hides(row, from))
    })
}

/// Where the text of a command's row begins.
fn behind_prompt(row: Row<'_>, margin: usize) -> Option<usize> {
    let text = row.text();
    let from = leading_spaces(text).min(margin);
    let prompt = text[from..].strip_prefix(PROMPT);
    Some(from + prompt.map_or(0, |behind| PROMPT.len() + leading_spaces(behind).min(1)))
}

/// Where the text of a changed line begins, or of a row that one goes on in. A line that stays is not asked about.
fn behind_sign(row: Row<'_>) -> Option<usize> {
    let text = row.text();
    let margin = leading_spaces(text);
    let digits = text[margin..].bytes().take_while(u8::is_ascii_digit);
    match digits.count() {
        0 => Some(margin),
        digits => {
            let behind = text[margin + digits..].trim_start_matches(' ');
            behind
                .starts_with(['+', '-'])
                .then(|| text.len() - behind.len() + 1)
        }
    }
}

/// Whether everything that a row says has a color.
fn is_colored(row: Row<'_>, from: usize) -> bool {
    let mut said = row.spans().filter(|span| {
        let own = &span.text[from.saturating_sub(span.start).min(span.text.len())..];
        !own.trim().is_empty()
    });
    said.all(|span| span.style.fg != Color::Default)
}

/// Whether a row of a color of its own has columns without it: within it, or behind it, where its end was cleared. Behind a
/// sign of one column that a selector makes wider for Codex alone there is one.
fn skips(row: Row<'_>, from: usize) -> bool {
    let text = row.text();
    let inner = row.spans().any(|span| {
        let end = span.start + span.text.len();
        let narrow = span.text == " " && text[..span.start].ends_with('\u{fe0f}');
        end > from && span.style == Style::default() && !narrow
    });
    let last = row.style_at(text.len().saturating_sub(1));
    let cleared = row.margin_style() == Style::default() && last.fg != Color::Default;
    inner || cleared
}

/// The runs of two blanks and more without a style in a row, in bytes.
fn gaps(row: Row<'_>, from: usize) -> impl Iterator<Item = Range<usize>> {
    let text = row.text();
    let mut at = from.min(text.len());
    let all = std::iter::from_fn(move || {
        let begin = at + text[at..].find("  ")?;
        at = begin + leading_spaces(&text[begin..]);
        Some(begin..at)
    });
    all.filter(move |gap| row.style_at(gap.start) == Style::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::screen;

    const COMMAND: BlockKind = BlockKind::ApprovalCommand;

    fn hides(text: &str, kind: BlockKind) -> bool {
        let screen = screen(80, text);
        hide(&screen, 0..screen.height(), kind, 2)
    }

    /// As 0.98.0 and 0.146.0 drew them.
    #[test]
    fn a_tab_is_seen_or_may_be_there() {
        let styled = "  $ \x1b[38;5;4mtouch\x1b[38;5;7m a\x1b[39m";
        assert!(hides(styled, COMMAND));
        assert!(hides(
            "\x1b[39m        \x1b[38;5;4mrm\x1b[38;5;7m build",
            COMMAND
        ));
        assert!(!hides("  \x1b[38;5;4mecho\x1b[38;5;7m a      b", COMMAND));
        assert!(hides("  $       '{ print $1", COMMAND));
        assert!(hides("      npm run build", COMMAND));
        assert!(!hides("  $ npm run build\n    --all", COMMAND));
        assert!(!hides("  \x1b[2m        x = 661", COMMAND));
        assert!(!hides("    \x1b[2m# indented", COMMAND));
        let wide = "  \x1b[38;5;4mecho\x1b[38;5;7m ✔\u{fe0f}\x1b[39m \x1b[38;5;7m done";
        assert!(!hides(wide, COMMAND));
    }

    #[test]
    fn a_line_that_stays_and_the_numbers_are_no_text() {
        let edit = BlockKind::ApprovalEdit;
        assert!(!hides("     1      top\n    12 +x", edit));
        assert!(hides("    12 +    x", edit));
        let skipped = "    \x1b[2m2 \x1b[0m\x1b[38;5;2m+\x1b[39m \x1b[38;5;2mnpm";
        assert!(hides(skipped, edit));
        assert!(!hides("    \x1b[2m2 \x1b[0m\x1b[38;5;2m+    npm", edit));
    }
}
