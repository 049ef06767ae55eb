//! The readers of Claude Code and Codex screens: they find zones, signals and facts in rows, and the
//! cells of the dialog. The providers know the meaning of the channels beside the screen.

pub mod claude;
pub mod codex;
mod dialogs;
mod letters;
mod multiplexer;
mod naming;
mod quirks;
mod reshaped;
mod rules;
mod shapes;
#[cfg(test)]
mod testing;
