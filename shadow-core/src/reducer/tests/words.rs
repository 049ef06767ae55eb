//! The words of a story: numbers, names and what is in quotes.

/// A number.
pub(super) fn number(word: &str) -> f64 {
    word.parse()
        .unwrap_or_else(|_| panic!("{word:?} is no number"))
}

/// What is in quotes.
pub(super) fn text(quoted: &str) -> String {
    serde_json::from_str(quoted).unwrap_or_else(|_| panic!("{quoted} is no text"))
}

/// The words of a line; what is in quotes is one, or the end of one.
pub(super) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut escaped) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        if c == ' ' && !quoted {
            words.push(std::mem::take(&mut word));
            continue;
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        word.push(c);
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a line says nothing to the test.
pub(super) fn is_prose(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}
