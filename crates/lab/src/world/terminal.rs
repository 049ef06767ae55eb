//! What is around the CLI's pane.

use serde::{Deserialize, Serialize};

/// Another tmux around the CLI, inside the pane that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nesting {
    /// It shows the CLI alone, above its own status row.
    Whole,
    /// It shows a shell beside the CLI.
    Split,
}

/// The terminal of a world.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terminal {
    /// A tmux inside the pane, in which the CLI runs.
    pub nested: Option<Nesting>,
    /// `PS1` of the shell that stays when the CLI ends (`shell = true`).
    pub prompt: Option<String>,
}

impl Terminal {
    /// What `over` says wins.
    pub fn lay(&mut self, over: Self) {
        self.nested = over.nested.or(self.nested);
        self.prompt = over.prompt.or(self.prompt.take());
    }

    /// The words in front of a program that is to run in the inner tmux, none if there is none.
    pub fn around(&self) -> Vec<&'static str> {
        let Some(nesting) = self.nested else {
            return Vec::new();
        };
        let mut words = vec!["tmux", "-u", "-S", "/tmp/inner", "-f", "/dev/null"];
        words.extend(["set", "-g", "escape-time", "0", ";"]);
        if nesting == Nesting::Split {
            let beside = "split-window -hd -l 30% 'PS1=\"beside$ \" exec bash --norc -i'";
            words.extend(["set-hook", "-g", "session-created", beside, ";"]);
        }
        words.extend(["new-session", "--"]);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_nested_world_has_words_around() {
        assert!(Terminal::default().around().is_empty());
        let whole = Terminal {
            nested: Some(Nesting::Whole),
            prompt: None,
        };
        assert_eq!(whole.around().last(), Some(&"--"));
        let mut both = whole.clone();
        both.lay(Terminal {
            nested: Some(Nesting::Split),
            prompt: Some("$ ".into()),
        });
        assert_eq!(both.nested, Some(Nesting::Split));
        both.lay(Terminal::default());
        assert_eq!(both.prompt.as_deref(), Some("$ "));
    }
}
