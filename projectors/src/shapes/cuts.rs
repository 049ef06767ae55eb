//! What a CLI writes where it leaves out a part of what it asks about. Each provider has a table of its marks.
//!
//! A command may hold the same words: then it counts as cut, and a person reads it.

use super::numbers::begins_with_digit;

/// A mark for something that is left out.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CutMark {
    /// A sign, and how much is left out: `… (+12 more lines)`, `[… 77 lines]`, `↑ 43 more lines`.
    Counted(char),
    /// `…`, how much is left out, and its unit: `… [+148 chars]`, `… (+9 more characters)`. Any row end may be within it.
    Measured(&'static str),
    /// Words that say so.
    Words(&'static str),
}

impl CutMark {
    fn is_in(self, text: &str) -> bool {
        match self {
            Self::Counted(sign) => {
                let mut behind = text.split(sign).skip(1);
                behind.any(|text| begins_with_digit(text.trim_start_matches([' ', '(', '+'])))
            }
            Self::Measured(unit) => {
                let text = text.replace(' ', "");
                let mut behind = text.split('…').skip(1);
                behind.any(|text| measures(text.trim_start_matches(['(', '[', '+']), unit))
            }
            Self::Words(words) => text.contains(words),
        }
    }
}

/// Whether a text without blanks begins with a number of units: `148chars]`, `1,200morecharacters`.
fn measures(text: &str, unit: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
    begins_with_digit(text) && rest.trim_start_matches("more").starts_with(unit)
}

/// Whether rows hold one of these marks, over row ends, too: narrow panes wrap them.
pub(crate) fn is_cut<'s>(marks: &[CutMark], rows: impl IntoIterator<Item = &'s str>) -> bool {
    let mut text = String::new();
    for row in rows {
        text.push_str(row.trim());
        text.push(' ');
    }
    marks.iter().any(|mark| mark.is_in(&text))
}

/// Joins signs to one; tmux also joins letters, and drops the signs that its cell does not hold.
const JOINER: char = '\u{200d}';
/// Draws the sign before it as a picture: two columns for the CLIs, often one for tmux.
const PICTURED: char = '\u{fe0f}';

/// Whether the CLI and the terminal may disagree on the columns of a row.
pub(crate) fn has_disputed_width(row: &str) -> bool {
    row.contains([JOINER, PICTURED])
}

/// Whether a row may have lost signs that U+200D joins: it joins others than two pictographs, or nothing.
pub(crate) fn may_drop_joined(row: &str) -> bool {
    let picture =
        |c: char| matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | PICTURED);
    let parts: Vec<&str> = row.split(JOINER).collect();
    let ends = |text: &str| text.chars().next_back().is_some_and(picture);
    let begins = |text: &str| text.chars().next().is_some_and(picture);
    parts
        .windows(2)
        .any(|pair| !ends(pair[0]) || !begins(pair[1]))
}

/// Whether a row ends where the pane or the CLI has cut it.
pub(crate) fn ends_cut(row: &str) -> bool {
    row.trim_end().ends_with('…')
}

#[cfg(test)]
mod tests {
    use super::{CutMark, is_cut, may_drop_joined};

    #[test]
    fn what_joins_no_pictographs_may_be_lost() {
        let kept = ["a", "👨\u{200d}👩\u{200d}👧 b", "❤\u{fe0f}\u{200d}🔥"];
        assert!(!kept.iter().any(|row| may_drop_joined(row)));
        let lost = ["中\u{200d}中", "a\u{200d}👩", "👨\u{200d}", "👨\u{200d} x"];
        assert!(lost.iter().all(|row| may_drop_joined(row)));
    }

    #[test]
    fn a_mark_may_wrap() {
        let marks = [
            CutMark::Counted('…'),
            CutMark::Measured("char"),
            CutMark::Words("not shown in full"),
        ];
        for cut in [
            &["[… 77 lines]"][..],
            &["… (+1 more", "lines)"],
            &["…", "+3 lines"],
            &["value of 9 not", " shown in full"],
            &["lo … [+14", "8 chars]"],
            &["lo … (+1,200 more", "characters)"],
        ] {
            assert!(is_cut(&marks, cut.iter().copied()), "{cut:?}");
        }
        for whole in [
            &["echo …"][..],
            &["… and", "3"],
            &["not shown"],
            &["… [+8] chars"],
        ] {
            assert!(!is_cut(&marks, whole.iter().copied()), "{whole:?}");
        }
    }
}
