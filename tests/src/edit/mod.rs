//! Edits of real captures: what a newer version might change, and hostile words in answers and
//! drafts. The truth of an edited capture stays as it was, unless the edit itself says otherwise.

mod drift;
mod kind;
mod missing;
mod newer;
mod noise;
mod rows;
mod shell;
mod spoof;

pub use kind::Edit;
pub use newer::UNKNOWN_ROW;
pub use rows::Rows;
pub use shell::SHELL_PROMPTS;
pub use spoof::{ANSWER_SPOOFS, DRAFT_SPOOFS};
