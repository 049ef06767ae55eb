//! An agent that leads another one, with the real CLI on both sides: Claude Code with `shadow mcp` in one pane, whose
//! scripted model watches, sends and answers; a second Claude Code in another pane, with a scripted model of its own.
//!
//! - `run`: the command, and its inner side
//! - `life`: both CLIs in one private world, and how a turn of the leading one is played
//! - `story`: what is tried, step by step, and what must come of it

mod life;
mod run;
mod story;

pub use run::{LeadArgs, inside, run};
