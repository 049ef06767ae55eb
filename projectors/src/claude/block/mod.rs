//! Dialogs, pickers and panels that stand in the composer's place: where they are, what kind they
//! are, their options, and the block written out.
//!
//! - `place`, `edge`: where a block is, and how it is set apart
//! - `furniture`: what must be seen before a person is called
//! - `lines`, `body`: its lines, and what several readers ask of it
//! - `asked`, `heads`, `options`, `text_row`: its question, its options, and the keys that choose one
//! - `kind`, `dialogs`: which kind it is, by the table of dialogs, and the call above it that it asks about
//! - `read`: it and a row of it that no rule explains, as facts
//! - `about`, `subject`: what it is about
//! - `whole`: whether all of that is on the pane
//! - `form`, `note`: forms of a server's, and the note of a question
//! - `write`: it written out

mod about;
mod asked;
mod body;
mod dialogs;
mod edge;
mod form;
mod furniture;
mod heads;
mod kind;
mod lines;
mod note;
mod options;
mod place;
mod read;
mod subject;
mod text_row;
mod whole;
mod write;

pub use dialogs::{ids as dialog_ids, words as dialog_words};
pub(super) use edge::{asks, ends_spoken, find, is_command_cell, is_dialog, waits};
pub(super) use kind::{is_cut_below, is_first_run};
pub(super) use lines::ends_list;
pub(super) use options::fill_keys;
pub(super) use place::{Edge, Place};
pub(super) use read::read;
pub(super) use write::write;
