//! Scenarios: what is done to a CLI, what the model says, and what is true at each captured step.
//!
//! - `setup`: the home, flags and environment in which the CLI starts
//! - `step`: actions, waits, witness and truth of a step
//! - `load`: reads `lab/scenarios/<provider>/*.toml` and keeps what a version has

mod load;
mod setup;
mod step;

pub use load::{Scenario, bundled, load_dir};
pub use setup::Setup;
pub use step::{Repeat, Step, Wait, Witness};
