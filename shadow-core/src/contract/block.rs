//! The operator block: a dialog, picker or panel, parsed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::wire::wire_name;
use super::{CellRole, DialogCell};

/// The kind of block in front of the composer.
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
    /// Which page is on the screen, counted from 1.
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
    /// The text beside or below the label, soft wraps undone.
    pub description: Option<String>,
    /// The number printed before the label.
    pub number: Option<u32>,
    /// The key printed for it, as shown (`y`, `esc`, `shift+tab`).
    pub hotkey: Option<String>,
    /// The exact key sequence that chooses it from here, in tmux key names
    /// (`["Down", "Enter"]`, `["2"]`).
    pub keys: Vec<String>,
    /// Whether the selection is on it; null if the screen does not show that.
    pub selected: Option<bool>,
    /// Whether its check box or tick is on; null where it has none.
    pub checked: Option<bool>,
    /// Whether choosing it opens a text field.
    pub free_text: bool,
    /// What choosing it does.
    #[serde(default)]
    pub role: OptionRole,
    /// Whether it is proven to refuse what an approval or a plan asks for: its place among the options, or its key,
    /// says so. Every other option may approve.
    #[serde(default)]
    pub refuses: bool,
}

/// A block, parsed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OperatorBlock {
    /// What kind.
    pub kind: BlockKind,
    /// Who raised it.
    pub origin: BlockOrigin,
    /// The agent that asks, by the name that the dialog shows: a sub-agent, a mate, another thread. Null where the dialog
    /// names none.
    #[serde(default)]
    pub asked_by: Option<String>,
    /// Its heading, where it has one.
    pub title: Option<String>,
    /// What it asks.
    pub question: Option<String>,
    /// Further explanation.
    pub description: Option<String>,
    /// The command, file or diff that it is about, in rows as they are drawn; null when hidden (then `screen_clipped`).
    pub subject: Option<String>,
    /// Whether no row of the subject is missing: true only where its first row, its last row and all rows between are
    /// proven to be there. Null where the kind has no subject (a question, a picker, setup, trust).
    #[serde(default)]
    pub subject_whole: Option<bool>,
    /// The options in order from the top.
    pub options: Vec<BlockOption>,
    /// Its page; null where it has but one, or does not tell.
    #[serde(default)]
    pub page: Option<BlockPage>,
    /// Hash of all that was read: SHA-256, cut to 160 bits, as 40 hexadecimal digits. Changes when the dialog does or its
    /// rows break elsewhere, not when the selection moves. Filled by [`OperatorBlock::sign`].
    pub signature: String,
    /// A number that an observer of the pane gives to one dialog while it stands, whatever the pane's size. It counts
    /// for that observer alone; null from whoever has looked but once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appearance: Option<u64>,
    /// Rows of text between heading and question that are neither shown as subject nor as description. They are signed.
    #[serde(skip)]
    pub passed_over: Vec<String>,
}

impl BlockKind {
    /// Whether a block of the kind asks to approve something, so that a yes to it allows what its subject says.
    #[must_use]
    pub const fn has_subject(self) -> bool {
        matches!(
            self,
            Self::ApprovalCommand | Self::ApprovalEdit | Self::ApprovalOther | Self::Plan
        )
    }
}

impl OperatorBlock {
    /// Whether the option at a place, counted from 0, would approve a subject of which a part was not shown.
    ///
    /// Whoever answers for a person (a rule, an allowlist, a button, a key) asks this before and does not press. A person
    /// at the terminal may, and one who says so in so many words.
    ///
    /// ```
    /// # use shadow_tui_core as shadow_tui;
    /// use shadow_tui::contract::{BlockKind, BlockOption, OperatorBlock};
    ///
    /// let no = BlockOption { refuses: true, ..BlockOption::default() };
    /// let mut block = OperatorBlock {
    ///     kind: BlockKind::ApprovalCommand,
    ///     options: vec![BlockOption::default(), no],
    ///     ..OperatorBlock::default()
    /// };
    /// assert!(block.approves_unseen(0), "nothing says that the subject is whole");
    /// assert!(!block.approves_unseen(1));
    /// block.subject_whole = Some(true);
    /// assert!(!block.approves_unseen(0));
    /// ```
    #[must_use]
    pub fn approves_unseen(&self, at: usize) -> bool {
        let refuses = self.options.get(at).is_some_and(|option| option.refuses);
        self.missing().is_some() && !refuses
    }

    /// What is missing of the subject of an approval or a plan, in words; none where it is whole, or the kind has none.
    #[must_use]
    pub fn missing(&self) -> Option<&'static str> {
        if !self.kind.has_subject() {
            return None;
        }
        match (self.subject_whole, &self.subject) {
            (Some(true), _) => None,
            (_, None) => Some("what it asks to approve is not on the screen"),
            (Some(false), _) => Some(
                "a part of what it asks to approve is off the pane, or is cut or withheld by the CLI",
            ),
            (None, _) => {
                Some("nothing proves that all of what it asks to approve is on the screen")
            }
        }
    }

    /// How many calls of what the block asks to approve are over, by the dialog's cells: each has a result of its own.
    ///
    /// Two calls may be equal in every word, and the CLI asks for the second one as soon as the first has got its answer. The
    /// two dialogs are equal then. What differs is the first call: while it waits, a row with an ellipsis is below it
    /// (`Running…`), and after that its result.
    #[must_use]
    pub fn calls_over(&self, cells: &[DialogCell]) -> usize {
        let about = letters(self.subject.as_deref().unwrap_or_default());
        if about.is_empty() {
            return 0;
        }
        let is_over = |pair: &&[DialogCell]| {
            let [call, result] = pair else { return false };
            let open = result
                .text
                .lines()
                .next()
                .is_some_and(|row| row.contains('…'));
            (call.role, result.role) == (CellRole::ToolCall, CellRole::ToolResult)
                && !open
                && letters(&call.text).contains(&about)
        };
        cells.windows(2).filter(is_over).count()
    }

    /// How many cells of calls and their results name what the block asks to approve. Where a CLI draws a call by its description,
    /// the row below it names the command until the call is over.
    #[must_use]
    pub fn calls_named(&self, cells: &[DialogCell]) -> usize {
        let about = letters(self.subject.as_deref().unwrap_or_default());
        let is_call = |cell: &&DialogCell| {
            matches!(cell.role, CellRole::ToolCall | CellRole::ToolResult)
                && !about.is_empty()
                && letters(&cell.text).contains(&about)
        };
        cells.iter().filter(is_call).count()
    }

    /// Computes [`OperatorBlock::signature`] from kind, question, subject with its rows, description, options and page.
    pub fn sign(&mut self) {
        let mut hash = Signer::default();
        hash.text(&wire_name(&self.kind));
        hash.optional(self.question.as_deref());
        hash.optional(self.subject.as_deref());
        hash.optional(self.description.as_deref());
        hash.list(&self.passed_over, |hash, row| hash.text(row));
        hash.list(&self.options, |hash, option| {
            hash.text(&option.label);
            hash.optional(option.description.as_deref());
            hash.number(option.number.map(u64::from));
            hash.optional(option.hotkey.as_deref());
        });
        hash.number(self.page.as_ref().map(|page| u64::from(page.at)));
        hash.number(self.page.as_ref().map(|page| u64::from(page.of)));
        self.signature = hash.finish();
    }
}

/// The letters and digits of a text, which no wrap and no decoration changes.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// SHA-256 over fields, each with its length before it, so that no two lists of fields are one stream of bytes.
#[derive(Default)]
struct Signer(Sha256);

impl Signer {
    /// Bytes of the hash that are kept.
    const KEPT: usize = 20;

    fn number(&mut self, number: Option<u64>) {
        self.0.update([u8::from(number.is_some())]);
        self.0.update(number.unwrap_or_default().to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    fn optional(&mut self, text: Option<&str>) {
        self.0.update([u8::from(text.is_some())]);
        self.text(text.unwrap_or_default());
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.0.update((items.len() as u64).to_le_bytes());
        items.iter().for_each(|item| each(self, item));
    }

    fn finish(self) -> String {
        let bytes = self.0.finalize();
        let digits = bytes.iter().take(Self::KEPT);
        digits.map(|byte| format!("{byte:02x}")).collect()
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
    fn every_character_and_every_row_of_the_subject_is_signed() {
        let whole = signature("make all check");
        assert_eq!(whole.len(), 40);
        assert_ne!(whole, signature("make all\ncheck"));
        assert_ne!(whole, signature("make\n  all check"));
        assert_ne!(whole, signature("make all  check"));
        assert_ne!(whole, signature("make allcheck"));
        assert_ne!(whole, signature("make all"));
    }
}
