//! The composer: what is in it, in which mode, and whether messages wait behind the turn.

use serde::{Deserialize, Serialize};

/// The content of the composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ComposerContent {
    /// Nothing.
    Empty,
    /// The CLI's own example or hint; typing replaces it.
    Placeholder,
    /// A suggested next prompt that a key would accept; typing replaces it.
    Suggestion,
    /// Text that a person (or an earlier key) put there.
    Draft,
    /// A paste shown as a marker such as `[Pasted text #2 +41 lines]`.
    CollapsedPaste,
    /// Only a style could decide, and the input has no styles.
    #[default]
    Unknown,
}

/// How the CLI will read the composer's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ComposerMode {
    /// A prompt to the agent.
    Prompt,
    /// A shell command.
    Bash,
    /// A memory note.
    Memory,
    /// A search through earlier prompts.
    Search,
    /// Unknown.
    #[default]
    Unknown,
}

/// The composer's editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Editor {
    /// Keys insert text.
    #[default]
    Plain,
    /// Vim keys, insert mode.
    VimInsert,
    /// Vim keys, normal mode: letters are commands.
    VimNormal,
    /// Unknown. Normal mode may show no mark, so an empty composer without a mark may be in either
    /// mode. A session that has seen insert mode knows the mode.
    Unknown,
}

/// Whether messages are queued behind the running turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PendingInput {
    /// At least one message is queued.
    Yes,
    /// No message is queued.
    No,
    /// Unknown.
    #[default]
    Unknown,
}

/// A message that is queued behind the running turn, as the screen shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PendingMessage {
    /// Its text, soft wraps undone where they can be proven.
    pub text: String,
    /// False if the CLI shows only its beginning, or if its beginning has left the screen.
    pub complete: bool,
}

/// The composer on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ComposerView {
    /// Its content.
    pub content: ComposerContent,
    /// The text, soft wraps undone, without prompt glyph and mode glyph. Empty when `empty`.
    pub text: String,
    /// How the CLI will read the text.
    pub mode: ComposerMode,
    /// The editor.
    pub editor: Editor,
    /// The cursor's cell `[x, y]` on the visible screen, if the cursor is known and in the
    /// composer.
    pub cursor: Option<[u32; 2]>,
}

impl ComposerView {
    /// Whether text typed into it would become a prompt of its own, as far as the composer tells.
    pub(crate) fn takes_a_prompt(&self, unknown_is_free: bool) -> bool {
        use ComposerContent::{CollapsedPaste, Draft, Empty, Placeholder, Suggestion, Unknown};
        let free = match self.content {
            Empty | Placeholder | Suggestion => true,
            Unknown => unknown_is_free,
            Draft | CollapsedPaste => false,
        };
        free && self.mode == ComposerMode::Prompt && self.editor != Editor::VimNormal
    }
}
