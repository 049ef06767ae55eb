//! Attacks on an approval, with the real CLIs: the scripted model asks for a call that is dressed up as another one, and
//! everything of shadow that could say yes to it is tried. The file that the call would make tells whether it ran.
//!
//! - `table`: the attacks, and the plain calls that must be approved
//! - `run`: the command; `life` is the inner side of one life of a CLI in its private world, and `play` an attack in it
//! - `tries`: who tries to say yes to a dialog, and what came of it
//! - `around`: programs that only look like the CLI, another user's CLI, a folder with a format for a name
//! - `tally`: the table of results

mod around;
mod life;
mod play;
mod run;
mod table;
mod tally;
mod tries;

pub use life::inside;
pub use run::{AttackArgs, run};
