//! The text of a prompt: what may be sent, and the form in which it is pasted.

use std::fmt;

use shadow_legible::{hidden, without_hidden};

use crate::shown::solid;

/// The longest prompt that is sent, in bytes.
const LIMIT: usize = 1 << 20;

/// A text that may be pasted. It has no control characters except line ends and tabs, so it cannot end the paste or press a
/// key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    text: String,
}

/// Why a text cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptError {
    /// The text is empty, or has no visible character.
    Empty,
    /// The text contains a control character.
    Control {
        /// Which.
        character: char,
        /// In which line, from 1.
        line: usize,
    },
    /// The text contains an invisible character. The CLI may drop it, which would change the prompt.
    Unseen {
        /// Which.
        character: char,
        /// In which line, from 1.
        line: usize,
    },
    /// The text is longer than the limit, in bytes.
    TooLong(usize),
}

impl fmt::Display for PromptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("the prompt is empty; give a text"),
            Self::Control { character, line } => write!(
                formatter,
                "the prompt holds the control character U+{:04X} in line {line}, which would act on the program \
                 instead of being typed; take it out, or let --strip do it",
                u32::from(*character)
            ),
            Self::Unseen { character, line } => write!(
                formatter,
                "the prompt holds U+{:04X} in line {line}, which cannot be seen and which the CLI may leave out; \
                 take it out, or let --strip do it",
                u32::from(*character)
            ),
            Self::TooLong(bytes) => write!(
                formatter,
                "the prompt has {bytes} bytes, the limit is {LIMIT}; put it into a file and name the file"
            ),
        }
    }
}

impl std::error::Error for PromptError {}

impl Prompt {
    /// Makes a prompt. Line ends become `\n`; white space at the end is removed.
    pub fn new(text: &str) -> Result<Self, PromptError> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_end();
        for (index, line) in text.split('\n').enumerate() {
            if let Some(character) = line.chars().find(acts) {
                let line = index + 1;
                return Err(PromptError::Control { character, line });
            }
            let unseen = hidden(line).map(|(_, c)| c).find(|c| !c.is_control());
            if let Some(character) = unseen {
                let line = index + 1;
                return Err(PromptError::Unseen { character, line });
            }
        }
        match text.len() {
            _ if solid(text).is_empty() => Err(PromptError::Empty),
            long if long > LIMIT => Err(PromptError::TooLong(long)),
            _ => Ok(Self {
                text: text.to_owned(),
            }),
        }
    }

    /// A prompt without the escape sequences, control characters and invisible characters of the text.
    pub fn stripped(text: &str) -> Result<Self, PromptError> {
        let plain: String = unescape(text)
            .chars()
            .filter(|c| matches!(c, '\r') || !acts(c))
            .collect();
        let plain = plain.replace("\r\n", "\n").replace('\r', "\n");
        // What stands behind a byte that was left out may have belonged to it.
        let lines: Vec<_> = plain.split('\n').map(seen).collect();
        Self::new(&lines.join("\n"))
    }

    /// Replaces each tab by four spaces, as Claude Code does in its composer.
    #[must_use]
    pub fn with_tabs_expanded(self) -> Self {
        let text = self.text.replace('\t', "    ");
        Self { text }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words as far as a terminal shows them.
    pub(crate) fn solid(&self) -> String {
        solid(&self.text)
    }

    /// What is pasted: where the first character would change the composer's mode or open a list of commands (`!`,
    /// `#`, `/`, `&`), a space stands before it. Claude Code keeps that space in the prompt, Codex leaves it out.
    pub(crate) fn guarded(&self) -> String {
        let before = match self.text.starts_with(['!', '#', '/', '&']) {
            true => " ",
            false => "",
        };
        format!("{before}{}", self.ended())
    }

    /// The text with a space behind it where its end would act: a last word that would open a list of completions
    /// (`@`, `/`, `$`), a backslash, behind which Claude Code takes Enter for a line end, and a `?` alone, which opens its
    /// shortcuts (pasted, in 1.0.72; typed, in both CLIs). Both CLIs leave white space at the end out of the prompt;
    /// Claude Code 2.0.31 keeps it.
    pub(crate) fn ended(&self) -> String {
        let last = self.text.split_whitespace().next_back().unwrap_or_default();
        let opens = last.starts_with(['@', '/', '$']) || self.text == "?";
        let acts = opens || last.ends_with('\\');
        format!("{}{}", self.text, if acts { " " } else { "" })
    }
}

/// Whether a character would do something else than stand in a text.
fn acts(character: &char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
}

/// A line without what cannot be seen, its tabs kept.
fn seen(line: &str) -> String {
    let parts: Vec<_> = line.split('\t').map(without_hidden).collect();
    parts.join("\t")
}

/// A text without escape sequences: CSI, OSC, and those of a few characters.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match (character, rest.peek()) {
            ('\u{1b}', Some('[')) => {
                rest.next();
                while rest.next_if(|c| !('@'..='~').contains(c)).is_some() {}
                rest.next();
            }
            ('\u{1b}', Some(']')) => {
                while rest.next_if(|c| !matches!(c, '\u{7}' | '\u{1b}')).is_some() {}
            }
            ('\u{1b}', Some(_)) => {
                while rest.next_if(|c| (' '..='/').contains(c)).is_some() {}
                rest.next();
            }
            _ => plain.push(character),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{Prompt, PromptError};

    #[test]
    fn line_ends_are_unified_and_the_last_one_left_out() {
        let prompt = Prompt::new("one\r\n\ttwo\rthree\n\n").expect("a prompt");
        assert_eq!(prompt.text(), "one\n\ttwo\nthree");
    }

    #[test]
    fn tabs_become_four_blanks_each_where_that_is_asked_for() {
        let prompt = Prompt::new("a\tb\n\tc").expect("a prompt");
        assert_eq!(prompt.with_tabs_expanded().text(), "a    b\n    c");
    }

    #[test]
    fn nothing_that_acts_is_a_prompt() {
        for text in ["a\u{1b}[201~\rrm", "\u{3}", "a\u{9b}b", "x\0", "\u{7f}"] {
            let error = Prompt::new(text).expect_err(text);
            assert!(matches!(error, PromptError::Control { .. }), "{text:?}");
        }
        assert_eq!(Prompt::new(" \n\t"), Err(PromptError::Empty));
        assert!(matches!(
            Prompt::new(&"x".repeat(2 << 20)),
            Err(PromptError::TooLong(_))
        ));
    }

    #[test]
    fn no_prompt_hides_what_it_is() {
        for text in [
            "\u{200b}exit",
            "exit\u{feff}",
            "ex\u{2060}it",
            "ex\u{ad}it",
            "exit\u{fe0f}",
            "\u{e0065}exit",
            "ok\n\u{202e}txet",
        ] {
            let error = Prompt::new(text).expect_err(text);
            assert!(matches!(error, PromptError::Unseen { .. }), "{text:?}");
        }
        for text in [
            "\u{200b}exit",
            "ex\u{ad}\u{200b}it\u{fe0f}",
            "exit\u{e0065}",
        ] {
            assert_eq!(Prompt::stripped(text).expect("a prompt").text(), "exit");
        }
        for text in ["❤\u{fe0f} 👨\u{200d}👩", "می\u{200c}خواهم", "a\tb"] {
            assert_eq!(Prompt::new(text).expect("a prompt").text(), text);
        }
        assert!(matches!(
            Prompt::new("\u{200b}"),
            Err(PromptError::Unseen { .. })
        ));
    }

    #[test]
    fn marks_at_the_ends_are_guarded_by_spaces() {
        let guarded = |text| Prompt::new(text).expect("a prompt").guarded();
        assert_eq!(guarded("!ls"), " !ls");
        assert_eq!(guarded("read @a.t"), "read @a.t ");
        assert_eq!(guarded("/a"), " /a ");
        assert_eq!(guarded("a @b c"), "a @b c");
        assert_eq!(guarded("a\\"), "a\\ ");
        assert_eq!(guarded("a\\\nb"), "a\\\nb");
        assert_eq!(guarded("?"), "? ");
        assert_eq!(guarded("?x"), "?x");
    }

    #[test]
    fn escapes_are_stripped_whole() {
        let strip = |text| Prompt::stripped(text).expect("a prompt").text().to_owned();
        assert_eq!(strip("a\u{1b}[201~b\u{1b}[31mc"), "abc");
        assert_eq!(strip("a\u{1b}]0;title\u{7}b\u{1b}(Bc\0"), "abc");
        assert_eq!(strip("one\r\ntwo\u{8}"), "one\ntwo");
        assert_eq!(strip("日本語 🚀"), "日本語 🚀");
        assert_eq!(Prompt::stripped("\u{1b}[2J"), Err(PromptError::Empty));
    }
}
