//! Comparing text that a narrow pane may have wrapped.

/// The characters that are neither blank nor part of a frame.
pub(super) fn bare(text: &str) -> String {
    let drawn = |c: char| matches!(c, '│' | '┃' | '|' | '▌' | '⎿' | '└' | '╎');
    text.chars()
        .filter(|&c| !c.is_whitespace() && !drawn(c))
        .collect()
}

/// Whether `text` holds `piece`, frames and white space aside.
pub(super) fn holds(text: &str, piece: &str) -> bool {
    bare(text).contains(&bare(piece))
}

/// A line with runs of white space made one space.
pub(super) fn squeezed(line: &str) -> String {
    let mut squeezed = String::with_capacity(line.len());
    for word in line.split_whitespace() {
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}
