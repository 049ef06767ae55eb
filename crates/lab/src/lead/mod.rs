//! An agent that leads another one, with the real CLI on both sides: Claude Code with `shadow mcp` in one pane, told by its
//! scripted model to watch, send and answer; a second Claude Code in another pane, with a scripted model of its own.
//!
//! - `run`: the command
//! - `life`: both CLIs in one private world, and how a turn of the leading one is played
//! - `story`: what is tried, step by step, and what must come of it

mod life;
mod run;
mod story;

pub use life::inside;
pub use run::{LeadArgs, run};
