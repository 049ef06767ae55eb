//! Readers of Claude Code's screens, 1.0.0 and later: rows to zones and facts, and the dialog's
//! cells. What the title and the other channels mean is the provider's business.
//!
//! - `reader`: the projector; `layout`: what is in front, read; `in_front`: the readers of a composer and of a dialog; `found`: what is found on a screen, once; `recognition`: how surely
//!   a screen is Claude Code's
//! - `quirks`: where versions differ; `marks`: the structural rules by name
//! - `glyph`, `ink`, `hint`, `start`: signs, colors, hints on keys, and what a row begins
//! - `frame`, `live`: the composer's frame, and where the live one is
//! - `composer`, `command`, `popup`, `offer`: the composer, and what is open over it
//! - `footer`, `squeezed`, `agents`, `focus`: what is below it, and whether something there has the keys
//! - `below`, `ends`, `farewell`: what a shell has written, and screens without a surface
//! - `turn`, `status`: whether a turn runs, and the running row
//! - `end_mark`, `refusal`, `failure`, `limit`: what a turn leaves at its end
//! - `call`, `own_command`, `own_command_runs`: calls, and the person's own shell commands
//! - `queued`, `message`: messages that wait behind a turn
//! - `goal`: a goal that is pursued over turns
//! - `block`: dialogs, pickers and panels; `raised`: those above the turn's status row
//! - `search`, `sessions`, `scrolled`, `screen_reader`, `spoken`: other surfaces
//! - `banner`: the banner; `details`: everything but the cells, written out
//! - `cells`, `cell_rules`, `text`, `folded`, `cut_prompt`, `margin`: the dialog's cells

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
mod in_front;
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
mod spoken;
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
