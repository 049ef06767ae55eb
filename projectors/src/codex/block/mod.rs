//! Dialogs, pickers and panels: where they begin, what kind they are, their options, and the block written out.
//!
//! - `body`: its rows, with what several readers ask for
//! - `edge`, `heads`: where a block begins, and the rows above its list
//! - `kind`, `dialogs`: which kind it is, by the table of dialogs
//! - `choices`, `options`, `side_by_side`: its choices
//! - `subject`, `tabs`: what it is about
//! - `write`: it written out

mod body;
mod choices;
mod dialogs;
mod edge;
mod heads;
mod kind;
mod options;
mod side_by_side;
mod subject;
mod tabs;
mod write;

pub use dialogs::{ids as dialog_ids, words as dialog_words};
pub(super) use dialogs::{is_in_footer, is_named, stands_alone};
pub(super) use edge::{CENTERED, dialog_top, heading_above, is_scroll_mark};
pub(super) use kind::{fact, names_thread, rewind};
pub(super) use side_by_side::is_choices;
pub(super) use write::{block, excerpt};
