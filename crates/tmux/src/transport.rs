//! How commands reach a server.

use crate::error::TmuxError;

/// How commands reach a server. [`Spawn`](crate::Spawn) starts `tmux` for each; a control-mode client can answer
/// the same questions some twenty times faster.
pub trait Transport {
    /// Runs a command line of tmux (its words; `;` parts commands) and gives what it printed.
    fn run(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError>;
}
