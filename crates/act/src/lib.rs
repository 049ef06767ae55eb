//! Sends prompts, answers dialogs and interrupts turns, as pure state machines.
//!
//! This crate has no I/O, no clock and no threads. A machine ([`Sending`], [`Choosing`], [`Interrupting`]) takes a look and the
//! time, and returns the next step: look again, paste, press a key, or end with a [`Report`]. Every paste and every key
//! follows a look, so shadow types only into a screen that it has just read. A step is repeated only if a look proves
//! that it did not happen.
//!
//! ```
//! use shadow_act::{Act, Machine, Prompt, Seen, Sending, Sight, Terms};
//!
//! let prompt = Prompt::new("please look at the parser").expect("plain text");
//! let mut sending = Sending::new(prompt, Terms::default());
//! assert_eq!(sending.step(Seen::Start, 0.0), Act::Look { at: 0.0 });
//! let blank = Sight::default();
//! assert!(matches!(sending.step(Seen::Look(&blank), 0.0), Act::Look { .. }));
//! ```

mod answer;
mod begun;
mod choosing;
mod clearing;
mod draft;
mod ending;
mod interrupting;
mod manners;
mod probing;
mod prompt;
mod reasons;
mod report;
mod sending;
mod shown;
mod sight;
mod steady;
mod step;
mod stopping;
mod terms;
mod told;
mod turn_result;
mod verifying;

#[cfg(test)]
mod answers;
#[cfg(test)]
mod doubts;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod stories;
#[cfg(test)]
mod testing;

pub use answer::{Answer, Choice, OptionName};
pub use choosing::Choosing;
pub use interrupting::Interrupting;
pub use prompt::{Prompt, PromptError};
pub use reasons::reasons;
pub use report::{ActOutcome, DraftFate, Proof, Reason, ReasonCode, Report, Stage};
pub use sending::Sending;
pub use sight::{PaneFlags, Sight};
pub use step::{Act, Machine, Seen};
pub use terms::Terms;
pub use told::Told;
pub use turn_result::{Asked, TurnResult};
