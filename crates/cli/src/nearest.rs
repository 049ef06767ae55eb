//! The known word that a mistyped one is nearest to.

/// The known word that fewest changes lead to; none where all are further away than a third of the word.
///
/// A change inserts, drops or replaces a letter.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let most = word.chars().count().div_ceil(3);
    let changes = known.into_iter().map(|it| (changes(word, it), it));
    let near = changes.filter(|(changes, _)| *changes <= most);
    near.min_by_key(|(changes, _)| *changes).map(|(_, it)| it)
}

/// How many changes make one word of another.
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (place, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], place + 1);
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_mended_and_another_word_is_not() {
        let known = ["interval", "sockets", "notify", "keys"];
        assert_eq!(nearest("intervall", known), Some("interval"));
        assert_eq!(nearest("socket", known), Some("sockets"));
        assert_eq!(nearest("ntoify", known), Some("notify"));
        assert_eq!(nearest("color", known), None);
    }
}
