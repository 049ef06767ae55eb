//! A command's words as one line that tmux's own parser reads back as the same words.

/// The command line of words; a word `;` parts commands.
///
/// ```
/// use shadow_tmux::command_line;
///
/// let words = ["display-message", "-p", "a 'b' #{pane_id}", ";", "list-panes"];
/// assert_eq!(command_line(&words), r##"display-message -p "a 'b' #{pane_id}" ; list-panes"##);
/// ```
#[must_use]
pub fn command_line(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// How many commands the words hold.
pub(crate) fn commands(words: &[&str]) -> usize {
    words
        .split(|word| *word == ";")
        .filter(|command| !command.is_empty())
        .count()
}

/// A word of a command line, or the `;` between two commands.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_/.,:=%@+".contains(&byte);
    let bare = word == ";" || !word.is_empty() && word.bytes().all(plain) && !word.starts_with('%');
    match bare {
        true => word.to_owned(),
        false => literal(word),
    }
}

/// A text as one word that means itself, whatever it says: a `;`, too.
pub(crate) fn literal(word: &str) -> String {
    let mut line = String::with_capacity(word.len() + 2);
    line.push('"');
    for character in word.chars() {
        match character {
            '"' | '\\' | '$' | '~' => line.extend(['\\', character]),
            control if control.is_ascii_control() => {
                line += &format!("\\{:03o}", u32::from(control));
            }
            other => line.push(other),
        }
    }
    line.push('"');
    line
}

#[cfg(test)]
mod tests {
    use super::{command_line, commands, literal};

    #[test]
    fn nothing_in_a_word_acts() {
        let words = [
            "%if", "$HOME", "a\nb", "~", "#{x}", "\\;", "", "é", "'", "; x",
        ];
        let line = r##""%if" "\$HOME" "a\012b" "\~" "#{x}" "\\;" "" "é" "'" "; x""##;
        assert_eq!(command_line(&words), line);
    }

    #[test]
    fn a_text_parts_no_commands() {
        assert_eq!(literal(";"), r#"";""#);
        assert_eq!(command_line(&["a", ";"]), "a ;");
    }

    #[test]
    fn commands_are_counted() {
        assert_eq!(commands(&["a"]), 1);
        assert_eq!(commands(&["a", "x;y", ";", "b", ";"]), 2);
    }
}
