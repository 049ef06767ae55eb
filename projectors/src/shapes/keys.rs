//! Keys, in tmux's names: those that lead from the selection to an option, and one that is printed behind its label.

/// The keys that move a selection from one place of a list to another.
pub(crate) fn walk(from: usize, to: usize) -> Vec<String> {
    steps(from, to, ["Up", "Down"])
}

/// Walks with the given keys for back and on.
pub(crate) fn steps(from: usize, to: usize, [back, on]: [&str; 2]) -> Vec<String> {
    let key = if to < from { back } else { on };
    vec![key.to_owned(); from.abs_diff(to)]
}

/// The keys that move a selection there, and the one that is pressed then.
pub(crate) fn walk_and(from: usize, to: usize, key: &str) -> Vec<String> {
    let mut keys = walk(from, to);
    keys.push(key.to_owned());
    keys
}

/// A label without the key in parentheses behind it, and that key: `No, and tell it what to do (esc)`.
pub(crate) fn printed(label: &str) -> Option<(&str, &str)> {
    label.strip_suffix(')')?.rsplit_once('(')
}

#[cfg(test)]
mod tests {
    use super::{printed, walk, walk_and};

    #[test]
    fn keys_lead_up_and_down() {
        assert_eq!(walk(2, 0), ["Up", "Up"]);
        assert_eq!(walk_and(0, 1, "Enter"), ["Down", "Enter"]);
        assert_eq!(walk_and(1, 1, "Space"), ["Space"]);
    }

    #[test]
    fn a_key_stands_behind_its_label() {
        assert_eq!(printed("No (esc)"), Some(("No ", "esc")));
        assert_eq!(printed("No (esc"), None);
    }
}
