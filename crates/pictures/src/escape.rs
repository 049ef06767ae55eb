//! Text for markup: nothing in it can act, whatever stands on a screen.

/// Text for SVG and HTML. Markup is escaped; control characters, direction marks and what XML
/// cannot hold become U+FFFD.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if acts(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Whether a character could act on a reader: control characters, direction marks, noncharacters.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{fffe}'
                | '\u{ffff}'
        )
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
        assert!(safe.contains("&amp;amp;"));
    }
}
