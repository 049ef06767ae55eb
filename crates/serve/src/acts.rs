//! The acts in a pane, and the interface to the actor.

use shadow_act::{Answer, Prompt, Terms, Told};
use shadow_tui::contract::Payload;

use crate::board::PaneKey;

/// Something to be done in a pane.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Where.
    pub key: PaneKey,
    /// What.
    pub act: Act,
    /// Seconds after which it is given up.
    pub timeout: f64,
    /// Only while this is the last turn of a pane of another machine: the run of its relay, and the turn that this counts.
    pub turn: Option<(String, u64)>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Send a prompt.
    Send {
        /// Its text.
        prompt: Prompt,
        /// What the asker allows.
        terms: Terms,
    },
    /// Answer a dialog. It is never a person's word for what was not shown: no request can say so.
    Choose(Answer),
    /// Stop the running turn.
    Interrupt {
        /// Press the key where no turn is seen to run, too.
        force: bool,
        /// Press it where the dialog is open that was read, too.
        dialog: bool,
        /// The signature of that dialog.
        signature: Option<String>,
    },
}

impl Act {
    /// `send`, `choose`, `interrupt`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Send { .. } => "send",
            Self::Choose(_) => "choose",
            Self::Interrupt { .. } => "interrupt",
        }
    }
}

/// Why an act could not even be begun, or broke off without a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActFault {
    /// Whether the pane or its server is gone.
    pub gone: bool,
    /// One line that says why and what to do.
    pub message: String,
}

/// What a name leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// One pane.
    Pane(PaneKey),
    /// More than one: a line that says by which names they differ.
    Several(String),
    /// No pane.
    Nothing,
}

/// Who acts on panes, through the guarded sequences of `shadow-act`. It may block for as long as the act takes.
pub trait Acts: Send + Sync + 'static {
    /// Does it.
    ///
    /// # Errors
    /// Where there is no pane to act on, or tmux refuses.
    fn act(&self, asked: &Asked) -> Result<Told, ActFault>;

    /// Looks at a pane of which the words of the screen are not known here ([`crate::PaneLook::brief`]).
    ///
    /// # Errors
    /// Where there is no such pane any more, or its machine does not answer.
    fn look(&self, key: &PaneKey) -> Result<Payload, ActFault>;

    /// Finds the pane of a name, by whatever names commands take: `main:1.0`, `default/%3`.
    fn find(&self, name: &str) -> Found;
}
