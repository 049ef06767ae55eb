//! Texts that a CLI would not take as a prompt, by its manners.

use shadow_core::Manners;

use crate::report::{Reason, ReasonCode};

/// Why a text cannot become a prompt of a CLI as it is, with a space in front of it.
pub fn against(manners: &Manners, text: &str) -> Option<Reason> {
    let (text, name) = (text.trim_start(), manners.name);
    let reason = |code, words: String| Some(Reason::new(code, words));
    if manners.replaces_tabs && text.contains('\t') {
        let words = "would write blanks for the tabs of the text; send it with four blanks for each \
             (`--expand-tabs`), or put it into a file and name the file";
        return reason(ReasonCode::TabsReplaced, format!("{name} {words}"));
    }
    if manners.ending_words.contains(&text.trim_end()) {
        let words =
            "the text would be taken as a command that ends the CLI; say it with another word";
        return reason(ReasonCode::IsCommand, words.to_owned());
    }
    if manners.trims_commands && is_slash_word(text) {
        let words = "the text would be taken as a command of the CLI; begin it with another word";
        return reason(ReasonCode::IsCommand, words.to_owned());
    }
    if manners.trims_bash && text.starts_with('!') {
        let words = "would run a text that begins with ! in a shell; begin it with another word, or name the version \
             (--cli-version)";
        let words = format!("this or an unknown version of {name} {words}");
        return reason(ReasonCode::BashMode, words);
    }
    None
}

/// Whether a text begins with a slash and a name.
fn is_slash_word(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('/') else {
        return false;
    };
    let word = rest.split(char::is_whitespace).next().unwrap_or_default();
    let named = |c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '_');
    !word.is_empty() && word.chars().all(named)
}

#[cfg(test)]
mod tests {
    use shadow_claude::ClaudeProvider;
    use shadow_codex::CodexProvider;
    use shadow_core::{Manners, OwnDialogs, Provider, Version};

    fn claude(text: &str) -> Option<super::Reason> {
        super::against(&ClaudeProvider::new(&OwnDialogs::NONE).manners(None), text)
    }

    fn codex(version: Option<Version>, text: &str) -> Option<super::Reason> {
        super::against(
            &CodexProvider::new(&OwnDialogs::NONE).manners(version),
            text,
        )
    }

    #[test]
    fn a_command_is_told_from_a_path() {
        let fits = |text| claude(text).is_none();
        assert!(!fits("/clear it") && !fits("\n /help"));
        assert!(fits("/usr/bin/env is broken") && fits("/ is the root") && fits("see /help"));
        assert!(codex(None, "/clear it").is_none());
    }

    #[test]
    fn a_word_that_ends_the_cli_is_no_prompt() {
        for text in ["exit", " quit", ":q", ":wq!"] {
            let reason = claude(text).expect(text);
            assert_eq!(reason.code, super::ReasonCode::IsCommand);
            assert!(codex(None, text).is_none());
        }
        for text in ["Exit", "exit now", "how do I quit", ":q:"] {
            assert!(claude(text).is_none(), "{text}");
        }
    }

    #[test]
    fn tabs_are_refused_only_where_they_are_lost() {
        let message = claude("a\tb").map(|reason| reason.message);
        assert!(message.is_some_and(|it| it.starts_with("Claude Code would write blanks")));
        assert!(claude("a    b").is_none() && codex(None, "a\tb").is_none());
    }

    #[test]
    fn a_shell_command_is_a_prompt_only_where_that_was_seen() {
        let version = |minor| Some(Version::new(0, minor, 0));
        assert!(claude("!ls").is_none());
        assert!(codex(None, "!ls").is_some() && codex(version(98), "!ls").is_some());
        assert!(codex(version(169), "!ls").is_none());
    }

    #[test]
    fn a_cli_that_nothing_is_known_of_takes_every_text() {
        for text in ["a\tb", "exit", "/help", "!ls"] {
            assert!(
                super::against(&Manners::default(), text).is_none(),
                "{text}"
            );
        }
    }
}
