//! The operator block: a dialog, picker or panel, parsed.

use serde::{Deserialize, Serialize};

/// What kind of block stands in front of the composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BlockKind {
    /// May a command run?
    ApprovalCommand,
    /// May a file be written or edited?
    ApprovalEdit,
    /// May something else happen (fetch, MCP tool, network, …)?
    ApprovalOther,
    /// The agent asks the person a question.
    Question,
    /// A plan to approve.
    Plan,
    /// Trust in a folder.
    Trust,
    /// Theme, sign-in, key, migration, update, warnings at start.
    Setup,
    /// A list to choose from (model, theme, session, …).
    Picker,
    /// A panel to read or set things in.
    Panel,
    /// An earlier point to go back to.
    Rewind,
    /// A block by its structure; its kind is not known.
    #[default]
    Unknown,
}

/// Who raised the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BlockOrigin {
    /// The agent asked.
    Agent,
    /// The person opened it.
    Operator,
    /// The CLI itself: trust, sign-in, update.
    Cli,
    /// Nothing tells. It may be the agent's, so it blocks a running turn and calls a person.
    #[default]
    Unknown,
}

impl BlockOrigin {
    /// Whether the block may be the agent's: it asks, or nothing tells who raised it.
    #[must_use]
    pub const fn may_be_agents(self) -> bool {
        matches!(self, Self::Agent | Self::Unknown)
    }
}

/// What choosing an option does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OptionRole {
    /// It is the answer, or opens the list that the answer is chosen from.
    #[default]
    Choice,
    /// A box that is ticked or not; the dialog stays.
    Toggle,
    /// A field that takes text.
    Text,
    /// Sends off what was filled in or ticked.
    Submit,
    /// Leaves the dialog without an answer.
    Cancel,
}

/// The page of a dialog that has several, such as one question of three.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BlockPage {
    /// Which page stands on the screen, from 1.
    pub at: u32,
    /// How many there are.
    pub of: u32,
    /// Their titles in order, where the screen shows them.
    pub titles: Vec<String>,
}

/// One option of a block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BlockOption {
    /// The option's first line, without number, description and tick.
    pub label: String,
    /// What stands beside or below the label, soft wraps undone.
    pub description: Option<String>,
    /// The number printed before the label.
    pub number: Option<u32>,
    /// The key printed for it, as shown (`y`, `esc`, `shift+tab`).
    pub hotkey: Option<String>,
    /// The exact key sequence that chooses it from here, in tmux key names
    /// (`["Down", "Enter"]`, `["2"]`).
    pub keys: Vec<String>,
    /// Whether the selection stands on it; null where the screen does not tell.
    pub selected: Option<bool>,
    /// Whether its check box or tick is on; null where it has none.
    pub checked: Option<bool>,
    /// Whether choosing it opens a text field.
    pub free_text: bool,
    /// What choosing it does.
    #[serde(default)]
    pub role: OptionRole,
}

/// A block, parsed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OperatorBlock {
    /// What kind.
    pub kind: BlockKind,
    /// Who raised it.
    pub origin: BlockOrigin,
    /// Its heading, where it has one.
    pub title: Option<String>,
    /// What it asks.
    pub question: Option<String>,
    /// Further explanation.
    pub description: Option<String>,
    /// The command, file or diff that it is about; null when hidden (then `screen_clipped`).
    pub subject: Option<String>,
    /// The options in order from the top.
    pub options: Vec<BlockOption>,
    /// Its page; null where it has but one, or does not tell.
    #[serde(default)]
    pub page: Option<BlockPage>,
    /// Stable hash of kind, question, subject and options. Changes when the dialog does, not when
    /// the selection moves. Filled by [`OperatorBlock::sign`].
    pub signature: String,
}

impl OperatorBlock {
    /// Computes [`OperatorBlock::signature`] from kind, question, subject and options. A line end counts as a blank,
    /// with the blanks around it: where the pane wraps a text makes it no other one.
    pub fn sign(&mut self) {
        let mut hash = Fnv::default();
        hash.field(&format!("{:?}", self.kind));
        hash.field(self.question.as_deref().unwrap_or_default());
        hash.field(self.subject.as_deref().unwrap_or_default());
        for option in &self.options {
            hash.field(&option.label);
        }
        self.signature = format!("{:016x}", hash.0);
    }
}

/// FNV-1a, 64 bits: stable across builds and machines, which std's hashers do not promise.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds one field and its end, its lines joined by single blanks.
    fn field(&mut self, text: &str) {
        for (at, line) in text.lines().enumerate() {
            if at > 0 {
                self.byte(b' ');
            }
            line.trim().bytes().for_each(|byte| self.byte(byte));
        }
        self.byte(0xff);
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(subject: &str) -> String {
        let mut block = OperatorBlock {
            subject: Some(subject.to_owned()),
            ..OperatorBlock::default()
        };
        block.sign();
        block.signature
    }

    #[test]
    fn where_a_text_wraps_does_not_change_the_signature_and_its_words_do() {
        let whole = signature("make all check");
        assert_eq!(whole, signature("make all\ncheck"));
        assert_eq!(whole, signature("make\n  all check"));
        assert_ne!(whole, signature("make all  check"));
        assert_ne!(whole, signature("make allcheck"));
        assert_ne!(whole, signature("make all"));
    }
}
