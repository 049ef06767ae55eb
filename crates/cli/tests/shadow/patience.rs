//! Waiting for what a test means, never for a time that may do.

use std::time::{Duration, Instant};

/// How long anything may take, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something holds.
pub fn until(what: &str, holds: impl FnMut() -> bool) {
    wait(|| what.to_owned(), holds);
}

/// Waits until something holds; `what` names it in the failure.
pub fn wait(what: impl Fn() -> String, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "never came: {}", what());
        std::thread::sleep(Duration::from_millis(20));
    }
}
