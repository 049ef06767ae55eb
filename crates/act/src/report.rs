//! How an action ended: done, or refused and failed with reasons, and what became of the text.

use serde::{Deserialize, Serialize};

/// How an action ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ActOutcome {
    /// The action is done, and a look has confirmed it.
    Done,
    /// The action was refused, because the screen forbids it. Nothing was typed.
    Refused,
    /// The action stopped at a step; `draft` says where the text is.
    Failed,
    /// The pane, its server or its process is gone.
    Gone,
}

/// A step of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stage {
    /// Checking whether the action may begin.
    Look,
    /// Pasting the text.
    Paste,
    /// Finding the text in the composer.
    Verify,
    /// Pressing the key that acts: Enter, an option's keys, the interrupt.
    Press,
    /// Checking its effect.
    Confirm,
}

impl Stage {
    /// Its name in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Paste => "paste",
            Self::Verify => "verify",
            Self::Press => "press",
            Self::Confirm => "confirm",
        }
    }
}

/// The place of a prompt's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DraftFate {
    /// It was not typed.
    NotTyped,
    /// It became a prompt.
    Submitted,
    /// It is in the composer.
    Standing,
    /// It was removed from the composer again.
    Cleared,
    /// It was typed, and its place cannot be seen.
    Unseen,
}

/// Why an action may not begin or go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReasonCode {
    /// The pane's program has ended.
    PaneDead,
    /// The terminal multiplexer is in copy mode or a chooser.
    CopyMode,
    /// Input to the pane is switched off.
    InputOff,
    /// Keys would go to every pane of the window.
    Synchronized,
    /// Nothing tells that an agent's CLI has the keys.
    UnknownProgram,
    /// The pane does not show an agent.
    NotAnAgent,
    /// The agent's CLI has ended.
    Exited,
    /// The agent's CLI is suspended.
    Suspended,
    /// The pane or its server is gone.
    Gone,
    /// Another process runs in the pane than before.
    Restarted,
    /// The screen does not tell what it is.
    UnknownScreen,
    /// A dialog, picker or panel is open.
    DialogOpen,
    /// Another dialog is open than the one that was read.
    OtherDialog,
    /// No dialog is open.
    NoDialog,
    /// The dialog has no such option.
    NoSuchOption,
    /// More than one option is meant.
    AmbiguousOption,
    /// The screen does not tell which keys choose the option.
    NoKeys,
    /// Not all of what the option would approve was shown.
    SubjectNotWhole,
    /// The dialog did not go or change.
    DialogStands,
    /// A dialog stands there that says the same: the old one, or the same asked again.
    AnswerUnsure,
    /// A completion popup takes the keys.
    PopupOpen,
    /// The text would be taken as a command.
    IsCommand,
    /// The text is one key that answers what is offered beside the composer.
    AnswersOffer,
    /// The CLI would write blanks for the tabs of the text.
    TabsReplaced,
    /// A pager or transcript is in front.
    ViewOpen,
    /// A turn runs.
    TurnRunning,
    /// No turn runs.
    NoTurn,
    /// Nothing tells whether a turn runs.
    NoTurnWitness,
    /// Messages wait behind the turn.
    QueuedMessages,
    /// The composer holds a draft.
    DraftPresent,
    /// What is in the composer cannot be told.
    ComposerUnknown,
    /// The composer runs its text in a shell.
    BashMode,
    /// The composer stores its text as a memory.
    MemoryMode,
    /// The composer searches the history.
    SearchMode,
    /// Vim's normal mode: letters are commands.
    VimNormal,
    /// The pasted text did not appear.
    PasteNotSeen,
    /// The composer holds something else than the text.
    DraftDiffers,
    /// The text left the composer before Enter was pressed.
    DraftGone,
    /// Enter was pressed and the draft stands unchanged.
    EnterIgnored,
    /// The text left the composer and no turn was seen.
    TurnNotSeen,
    /// The turn goes on.
    StillRunning,
    /// Another one acts on the pane.
    Busy,
    /// The time ran out.
    TimedOut,
    /// A signal stopped the command.
    Stopped,
}

/// A reason, with a sentence of advice for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The reason.
    pub code: ReasonCode,
    /// The sentence.
    pub message: String,
}

impl Reason {
    /// A reason in words.
    pub(crate) fn new(code: ReasonCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }

    /// Whether it says that what was to be acted on is there no more.
    pub(crate) fn is_end(&self) -> bool {
        matches!(
            self.code,
            ReasonCode::PaneDead | ReasonCode::Exited | ReasonCode::Gone | ReasonCode::Restarted
        )
    }
}

/// What proves that an action is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Proof {
    /// A turn runs.
    Working,
    /// The prompt is in the dialog.
    UserCell,
    /// The agent has answered.
    Answer,
    /// The agent asks something.
    AgentBlock,
    /// The prompt waits behind the running turn.
    Queued,
    /// The dialog is gone.
    DialogGone,
    /// Another dialog is open.
    DialogChanged,
    /// The dialog closed, and opened again.
    DialogReturned,
    /// The option was ticked, or its text opened.
    OptionChanged,
    /// The turn has stopped.
    Stopped,
    /// The CLI had said that it would go on by itself, and no longer says so: the prompt has canceled that.
    ContinuationCanceled,
}

/// How an action ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Report {
    /// The outcome.
    pub outcome: ActOutcome,
    /// The step that it ended at; `confirm` when it is done.
    pub step: Stage,
    /// The reasons for a refusal or failure.
    pub reasons: Vec<Reason>,
    /// The place of the prompt's text; null for actions without a prompt.
    pub draft: Option<DraftFate>,
    /// Whether a space was added before or after the prompt's text, so that the CLI reads it as words (it begins with `/`,
    /// `!`, `#` or `&`, or ends in a backslash or a word that opens a list). Claude Code passes a leading space on to the
    /// model. Null for actions without a text.
    pub spaced: Option<bool>,
    /// The proof that it is done.
    pub evidence: Vec<Proof>,
    /// The number of presses of Enter (or of the interrupt key).
    pub presses: u32,
    /// The signature of the dialog that is open now; null if there is none.
    pub signature: Option<String>,
}

impl Report {
    /// Whether it ended after Enter was pressed with nothing left to tell whether the prompt was taken.
    #[must_use]
    pub fn is_unsure(&self) -> bool {
        let is_over = matches!(self.outcome, ActOutcome::Gone | ActOutcome::Failed);
        is_over && self.presses > 0 && self.draft == Some(DraftFate::Unseen)
    }

    /// Whether a text was pasted, no Enter followed, and where it is cannot be seen: the terminal may hold it for a program
    /// that does not read.
    #[must_use]
    pub fn may_come_later(&self) -> bool {
        let failed = self.outcome == ActOutcome::Failed && self.step != Stage::Look;
        failed && self.presses == 0 && self.draft == Some(DraftFate::Unseen)
    }

    /// A report without reasons, evidence and presses.
    pub(crate) fn new(outcome: ActOutcome, step: Stage) -> Self {
        Self {
            outcome,
            step,
            reasons: Vec::new(),
            draft: None,
            spaced: None,
            evidence: Vec::new(),
            presses: 0,
            signature: None,
        }
    }
}
