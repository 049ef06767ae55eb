//! Version-aware readers of Claude Code and Codex screens: rows to zones, signals and facts, and
//! the dialog's cells. What the channels beside the screen mean is the providers' business.

pub mod claude;
pub mod codex;
mod dialogs;
mod letters;
mod multiplexer;
mod naming;
mod quirks;
mod shapes;
#[cfg(test)]
mod testing;
