//! Patterns: no Unicode word boundary, which alone makes a pattern set hundreds of times slower.

use crate::tree;

/// Word boundaries in `code` that are not written as bytes, `(?-u:\b)`. The backslash of a string
/// terminator (escape, backslash) begins none.
fn unicode_boundaries(code: &str) -> usize {
    let code = code.replace("\\x1b\\\\", "").replace("\\u{1b}\\\\", "");
    let boundary = concat!("\\", "b");
    let ascii = concat!("(?-u:\\", "b)");
    code.matches(boundary).count() - code.matches(ascii).count()
}

#[test]
fn no_pattern_holds_a_unicode_word_boundary() {
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| unicode_boundaries(&tree::code(path)) > 0)
        .map(|path| format!("{} holds a Unicode word boundary", tree::shown(path)))
        .collect();
    tree::none(&broken);
}

#[test]
fn a_unicode_boundary_is_seen() {
    let pattern = ["(?i)", "\\", "b", "working"].concat();
    assert_eq!(unicode_boundaries(&pattern), 1);
    let pattern = ["(?-u:", "\\", "b)", "working"].concat();
    assert_eq!(unicode_boundaries(&pattern), 0);
}
