//! The readers of Claude Code and Codex screens: they find zones, signals and facts in rows, and the
//! cells of the dialog. The providers know the meaning of the channels beside the screen.

// What both read is not all used by one alone.
#![cfg_attr(
    not(all(feature = "claude", feature = "codex")),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "claude")]
pub mod claude;
#[cfg(feature = "codex")]
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
