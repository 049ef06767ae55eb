//! Readers of screens of the Codex CLI.
//!
//! - `reader`: the projector; `layout`: what is in front (`front`); `in_front`: what is read of it; `surfaces`: the main session and a side chat, which `side`
//!   knows; `recognition`: how surely a screen is Codex'
//! - `quirks`: where versions differ; `marks`: the structural rules by name
//! - `bar`, `chevron`: the two skins, up to 0.42 and from 0.44 on; `above`: the rows above a composer
//! - `shape`, `glyphs`, `prompt`, `rows`, `wrap`: shapes and places of single rows
//! - `composer`, `footer`: the composer, and what is below it
//! - `over`, `ends`, `farewell`: what a shell has written, and screens without a surface
//! - `turn`, `strange`, `end_mark`, `failure`, `goal`: whether a turn runs, and what it leaves at its end
//! - `queue_rows`, `queued`: messages that wait behind a turn
//! - `block`: dialogs, pickers and panels; `boxed`: a box over the transcript
//! - `transcript`, `cell_kind`, `cell_rules`, `cell_row`: the rows above cut into cells, by tables
//! - `call`, `openings`, `started`, `raw`, `cut_prompt`: what begins a cell
//! - `cells`: the dialog's cells, written out; `details`: everything else, written out

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
mod details;
mod end_mark;
mod ends;
mod failure;
mod farewell;
mod footer;
mod front;
mod glyphs;
mod goal;
mod in_front;
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
