//! What the dashboard's keys act on at the moment, and what it wants done.

use shadow_tui::contract::OperatorBlock;

use super::card::Key;

/// What the keys mean now.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Mode {
    /// They move and command.
    #[default]
    Browse,
    /// They write the filter.
    Filter,
    /// They choose an option of a dialog.
    Choose {
        /// The pane.
        key: Key,
        /// The dialog as it was when it was opened for choosing.
        block: Box<OperatorBlock>,
        /// Which of its options is marked.
        marked: usize,
    },
    /// They write a prompt for the pane.
    Send {
        /// The pane.
        key: Key,
        /// The prompt so far.
        text: String,
    },
    /// They confirm an interrupt.
    Interrupt {
        /// The pane.
        key: Key,
        /// The turn that runs in a pane of another machine, with the run of the relay that counts them.
        turn: Option<(String, u64)>,
    },
    /// Any of them closes the help.
    Help,
}

/// What the dashboard wants done, with the guards of the commands of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// End.
    Quit,
    /// Show the pane in tmux.
    Jump(Key),
    /// Choose an option of the dialog with this signature.
    Choose {
        /// The pane.
        key: Key,
        /// The option by the number that it shows, or counted from the top.
        option: usize,
        /// The dialog's signature.
        signature: String,
        /// The number that the dashboard's watch gave to it.
        appearance: Option<u64>,
    },
    /// Stop the running turn.
    Interrupt {
        /// The pane.
        key: Key,
        /// The turn that was seen, as in [`Mode::Interrupt`].
        turn: Option<(String, u64)>,
    },
    /// Send a prompt.
    Send {
        /// The pane.
        key: Key,
        /// The prompt.
        text: String,
    },
}

impl Intent {
    /// The pane that it acts on.
    pub fn key(&self) -> Option<&Key> {
        match self {
            Self::Quit => None,
            Self::Jump(key) | Self::Interrupt { key, .. } => Some(key),
            Self::Choose { key, .. } | Self::Send { key, .. } => Some(key),
        }
    }
}
