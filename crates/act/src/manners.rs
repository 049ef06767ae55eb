//! What the CLIs do with a text's first characters, and with tabs, where they differ.

use shadow_core::Version;

use crate::report::{Reason, ReasonCode};

/// The first version of Codex in which a space in front keeps `!` from being a shell command. Before it the text was
/// trimmed first: ` !ls` ran `ls` (seen in 0.98.0).
const CODEX_SPACE_SAVES: Version = Version::new(0, 169, 0);

/// The words that end Claude Code where the whole text is one of them, in this case of letters (each of some twenty
/// versions from 1.0.24 to 2.1.331 holds this list; seen to end 1.0.72 and 2.1.331). Codex hears them as prompts (seen in
/// 0.110.0, 0.150.1 and 0.169.0).
const CLAUDE_ENDS: [&str; 6] = ["exit", "quit", ":q", ":q!", ":wq", ":wq!"];

/// Why a text cannot become a prompt of a CLI as it is, with a space in front of it.
///
/// Claude Code writes blanks for the tabs of a paste: the text would arrive, and not whole (seen in 1.0.38, 2.0.31, 2.1.126 and 2.1.330).
/// Claude Code leaves white space out before it looks for a command: ` /help` opens the help (seen in 2.1.330). A path
/// is no command to it: ` /usr/bin/env is broken` arrives (same version). Codex takes ` /help` for a prompt (seen in
/// 0.98.0 and 0.169.0).
pub fn against(provider: &str, version: Option<&str>, text: &str) -> Option<Reason> {
    let text = text.trim_start();
    match provider {
        "claude" if text.contains('\t') => Some(Reason::new(
            ReasonCode::TabsReplaced,
            "Claude Code would write blanks for the tabs of the text; send it with four blanks for each \
             (`--expand-tabs`), or put it into a file and name the file",
        )),
        "claude" if CLAUDE_ENDS.contains(&text.trim_end()) => Some(Reason::new(
            ReasonCode::IsCommand,
            "the text would be taken as a command that ends the CLI; say it with another word",
        )),
        "claude" if is_slash_word(text) => Some(Reason::new(
            ReasonCode::IsCommand,
            "the text would be taken as a command of the CLI; begin it with another word",
        )),
        "codex" if text.starts_with('!') && !has_space_saved(version) => Some(Reason::new(
            ReasonCode::BashMode,
            "this or an unknown version of Codex would run a text that begins with ! in a shell; begin it with \
             another word, or name the version (--cli-version)",
        )),
        _ => None,
    }
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

fn has_space_saved(version: Option<&str>) -> bool {
    version
        .and_then(Version::parse_prefix)
        .is_some_and(|version| version >= CODEX_SPACE_SAVES)
}

#[cfg(test)]
mod tests {
    use super::against;

    #[test]
    fn a_command_is_told_from_a_path() {
        let fits = |text| against("claude", None, text).is_none();
        assert!(!fits("/clear it") && !fits("\n /help"));
        assert!(fits("/usr/bin/env is broken") && fits("/ is the root") && fits("see /help"));
        assert!(against("codex", None, "/clear it").is_none());
    }

    #[test]
    fn a_word_that_ends_the_cli_is_no_prompt() {
        for text in ["exit", " quit", ":q", ":wq!"] {
            let reason = against("claude", Some("2.1.331"), text).expect(text);
            assert_eq!(reason.code, super::ReasonCode::IsCommand);
            assert!(against("codex", Some("0.169.0"), text).is_none());
        }
        for text in ["Exit", "exit now", "how do I quit", ":q:"] {
            assert!(against("claude", None, text).is_none(), "{text}");
        }
    }

    #[test]
    fn tabs_are_refused_only_where_they_are_lost() {
        assert!(against("claude", None, "a\tb").is_some());
        assert!(against("claude", None, "a    b").is_none());
        assert!(against("codex", None, "a\tb").is_none());
    }

    #[test]
    fn a_shell_command_is_a_prompt_only_where_that_was_seen() {
        assert!(against("claude", None, "!ls").is_none());
        assert!(against("codex", None, "!ls").is_some());
        assert!(against("codex", Some("0.98.0"), "!ls").is_some());
        assert!(against("codex", Some("0.169.0"), "!ls").is_none());
    }
}
