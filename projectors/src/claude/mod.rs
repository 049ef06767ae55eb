//! Readers of Claude Code's screens, 1.0.0 and later: rows to zones and facts, and the dialog's
//! cells. What the title and the other channels mean is the provider's business.
//!
//! - `glyph`, `hint`: the interface's signs, and the hint on keys behind a row
//! - `frame`, `live`: the composer's frame, and where the live one stands
//! - `composer`, `command`, `popup`, `footer`: the composer, what is open over it, and what is below
//! - `offer`: what takes a single key before the composer does
//! - `below`: what a shell has written below the footer
//! - `focus`: whether something in the footer has the keys instead
//! - `refusal`: that a person broke off a turn or refused a call
//! - `status`, `turn`, `end_mark`: the running row, the second witness of readiness, what a turn leaves at its end
//! - `call`, `own_command`, `own_command_runs`: calls, and the person's own shell commands
//! - `queued`: the texts of the messages that wait behind a turn
//! - `search`: the search through earlier prompts where it replaces the composer
//! - `scrolled`: the transcript scrolled up
//! - `sessions`: the view over all sessions
//! - `spoken`: the screen-reader mode
//! - `block`: dialogs, pickers and panels
//! - `banner`, `failure`, `ends`, `farewell`: the banner, failed turns, screens without a surface
//! - `cells`, `cell_rules`, `text`: the dialog's cells, the grammar of their rows, and their text
//! - `cut_prompt`: the rest of a prompt that is taller than the pane; `margin`: rows of the CLI's own among the cells
//! - `limit`: allowances that are used up, and going on by itself
//! - `ink`: what a color says, in every theme
//! - `quirks`: where versions differ; `marks`: the structural rules by name
//! - `found`: what is found on a screen, once; `layout`: what stands in front; `reader`: the projector; `details`: what rows beside composer and block say, written out

mod agents;
mod banner;
mod below;
mod block;
mod call;
mod cell_rules;
mod cells;
mod command;
mod composer;
mod cut_prompt;
mod details;
mod end_mark;
mod ends;
mod failure;
mod farewell;
mod focus;
mod folded;
mod footer;
mod found;
mod frame;
mod glyph;
mod goal;
mod hint;
mod ink;
mod layout;
mod limit;
mod live;
mod margin;
mod marks;
mod message;
mod offer;
mod own_command;
mod own_command_runs;
mod popup;
mod queued;
mod quirks;
mod raised;
mod reader;
mod recognition;
mod refusal;
mod screen_reader;
mod scrolled;
mod search;
mod sessions;
mod squeezed;
mod start;
mod status;
mod text;
mod turn;

#[cfg(test)]
mod tests;

pub use block::{dialog_ids, dialog_words};
pub use found::Found;
pub use quirks::{PRESETS, Quirks};
pub use reader::ClaudeProjector;
pub use recognition::{detect_preset, recognition, version};
