//! Text for markup: nothing in it can act, whatever is on a screen.

use shadow_legible::legible;

/// Text for SVG, HTML and XML. Markup is escaped; what acts, hides, or is nothing that XML can hold is shown as what it
/// is.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in legible(text).chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_acts() {
        let hostile = "<script>alert('x')</script>&amp;\"\u{0}\u{1b}\u{202e}\u{85}";
        let safe = escaped(hostile);
        assert!(!safe.contains(['<', '>', '"', '\'', '\u{0}', '\u{1b}', '\u{202e}', '\u{85}']));
        assert!(safe.starts_with("&lt;script&gt;alert(&#39;x&#39;)"));
        assert!(safe.contains("&amp;amp;") && safe.contains("&lt;U+202E&gt;"));
    }
}
