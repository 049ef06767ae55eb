//! Readers of screens of the Codex CLI.
//!
//! From the bottom up: `layout` finds what stands in front (`front`; in one of two looks, `bar` up to
//! 0.42, `chevron` from 0.44 on) on each of the surfaces that a screen may hold (`surfaces`: the main session and a side
//! chat, which `side` knows). `transcript` cuts the rows above it into cells by the tables of `cell_rules`, which ask
//! `cell_row`. `turn` says whether a turn runs, `block` names dialogs; the rest writes details out. `marks` names the
//! structural rules.

mod above;
mod bar;
mod block;
mod boxed;
mod call;
mod cell_kind;
mod cell_row;
mod cell_rules;
mod cells;
mod chevron;
mod composer;
mod cut_prompt;
mod end_mark;
mod ends;
mod failure;
mod farewell;
mod footer;
mod front;
mod glyphs;
mod goal;
mod layout;
mod marks;
mod openings;
mod over;
mod prompt;
mod queue_rows;
mod queued;
mod quirks;
mod raw;
mod reader;
mod recognition;
mod rows;
mod shape;
mod side;
mod started;
mod strange;
mod surfaces;
mod transcript;
mod turn;
mod wrap;

pub use block::{dialog_ids, dialog_words};
pub use quirks::{PRESETS, Quirks};
pub use reader::CodexProjector;
pub use recognition::{detect_preset, detect_version, is_likely, likeness};
pub use surfaces::Found;
pub use turn::elapsed_seconds;
