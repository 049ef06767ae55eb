//! Columns of a row that spaces part, and the column in which a part of a text stands.

use shadow_core::screen::str_width;

use crate::letters::{leading_spaces, trim_end, trim_start};

/// Where a text first holds three spaces. One of them stands in every third place.
pub(crate) fn gap(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut spaces = (2..bytes.len()).step_by(3).filter(|&at| bytes[at] == b' ');
    spaces.find_map(|at| {
        let before = bytes[at - 2..at].iter().rev();
        let first = at - before.take_while(|&&byte| byte == b' ').count();
        bytes[first..].starts_with(b"   ").then_some(first)
    })
}

/// The parts of a text that three spaces or more set apart, without blanks on either side. Two may stand between words.
pub(crate) fn wide_apart(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = trim_end(trim_start(text));
    std::iter::from_fn(move || {
        let end = gap(rest).unwrap_or(rest.len());
        let (column, behind) = rest.split_at(end);
        rest = trim_start(behind);
        (!column.is_empty()).then_some(column)
    })
}

/// The parts of a text that two spaces or more set apart, without blanks on either side.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("  ").map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// A label, and what stands beside it, two spaces or more away.
pub(crate) fn beside(text: &str) -> (&str, Option<&str>) {
    let (label, rest) = text.split_once("  ").unwrap_or((text, ""));
    let rest = rest.trim();
    (label.trim_end(), (!rest.is_empty()).then_some(rest))
}

/// Columns before the end of a text.
pub(crate) fn before(text: &str, end: &str) -> usize {
    let head = &text[..text.len() - end.len()];
    // Nearly always a margin.
    match leading_spaces(head) {
        spaces if spaces == head.len() => spaces,
        _ => str_width(head),
    }
}

#[cfg(test)]
mod tests {
    use super::{before, beside, gap, parts, wide_apart};

    #[test]
    fn gaps_are_those_of_the_standard_library() {
        for before in ["", "a", "a b", "é  ", "a  b  c"] {
            for count in 0..9 {
                let text = before.to_owned() + &" ".repeat(count) + "x · y";
                assert_eq!(gap(&text), text.find("   "), "{text:?}");
                let parts = text.split("   ").map(str::trim);
                let parts = parts.filter(|part| !part.is_empty());
                assert!(wide_apart(&text).eq(parts), "{text:?}");
            }
        }
        assert_eq!((gap(""), gap("  "), gap("   ")), (None, None, Some(0)));
    }

    #[test]
    fn what_stands_beside_a_label_is_two_spaces_away() {
        assert_eq!(beside("a b   c  d "), ("a b", Some("c  d")));
        assert_eq!(beside("a b  "), ("a b", None));
        assert_eq!(beside("a b"), ("a b", None));
        assert!(parts("  a b   c  d ").eq(["a b", "c", "d"]));
        assert_eq!(before("❯ 1. Yes", "Yes"), 5);
    }
}
