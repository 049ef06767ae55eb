//! What the bindings to Python and to Node share. A binding only converts values, and adds nothing that is not here.
//!
//! A panic ends here: each call runs in [`guarded`] and returns a [`Fault`].
#![forbid(unsafe_code)]

mod associate;
mod fault;
mod reading;
mod replay;
mod session;
mod words;

pub use associate::{Associator, Found, How, Where};
pub use fault::{Fault, FaultKind, guarded};
pub use reading::{Beside, More, State, payload_line, read_state};
pub use replay::{ReplayTerms, replay};
pub use session::{MOST_EVENTS, Next, Session};
