//! Opens files safely: files that a stranger has named, and files with private contents.
//!
//! A folder of cases, a run of the lab or a report may come from a stranger. Only [`PlainName`] makes
//! a path of a name in such a file, and only [`Root`] opens it: a regular file, directly in a folder
//! that the user gave, not through a link, up to a size limit. [`private`] opens the files that shadow
//! writes about screens; they are readable only by their owner from the first byte. [`own`] finds the
//! user's folders.
//!
//! A path on the command line is the user's own choice. It may be a link or a pipe, and lead
//! anywhere; this crate does not handle it.

mod name;
pub mod own;
pub mod private;
mod root;

pub use name::{NotPlain, PlainName};
pub use root::{Root, open_regular};
