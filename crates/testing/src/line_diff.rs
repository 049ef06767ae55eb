//! Two texts, line by line.

use similar::{ChangeTag, TextDiff};

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It was expected, and it came.
    Both,
    /// It was expected alone.
    Expected,
    /// It came alone.
    Got,
}

/// Every line of both texts, in order, and where it stands.
#[must_use]
pub fn line_diff(expected: &str, got: &str) -> Vec<(Side, String)> {
    // A last line is the same with and without its end.
    let [expected, got] = [expected, got].map(|text| format!("{text}\n"));
    let diff = TextDiff::from_lines(&expected, &got);
    let lines = diff.iter_all_changes().map(|change| {
        let side = match change.tag() {
            ChangeTag::Equal => Side::Both,
            ChangeTag::Delete => Side::Expected,
            ChangeTag::Insert => Side::Got,
        };
        (side, change.value().trim_end_matches('\n').to_owned())
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::{Side, line_diff};

    #[test]
    fn each_line_is_told_once_with_its_side() {
        let lines = line_diff("a\nb\nd", "a\nc\nd");
        let sides: Vec<(Side, &str)> = lines.iter().map(|(side, line)| (*side, &**line)).collect();
        let wanted = [
            (Side::Both, "a"),
            (Side::Expected, "b"),
            (Side::Got, "c"),
            (Side::Both, "d"),
        ];
        assert_eq!(sides, wanted);
    }
}
