//! What can go wrong at the border, and the guard that keeps panics on this side.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The kind of a fault: a binding raises an exception of its own for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The caller gave a wrong value.
    Usage,
    /// The input cannot be read: it is too large, or no recording.
    Input,
    /// shadow has an error: please report it.
    Internal,
}

/// One thing that went wrong, in a sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The sentence.
    pub message: String,
}

impl Fault {
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self {
            kind: FaultKind::Usage,
            message: message.to_string(),
        }
    }

    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self {
            kind: FaultKind::Input,
            message: message.to_string(),
        }
    }

    pub(crate) fn internal(panic: &(dyn Any + Send)) -> Self {
        let words = panic.downcast_ref::<&str>().copied();
        let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self {
            kind: FaultKind::Internal,
            message: format!(
                "shadow has an error, please report it: {}",
                words.unwrap_or("a panic")
            ),
        }
    }
}

/// Runs `work`, and returns its panic as a fault. What `work` left behind must not be used again after a panic.
///
/// # Errors
/// Whatever `work` fails with, and [`FaultKind::Internal`] for a panic.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Fault::internal(&*panic)))
}

#[cfg(test)]
mod tests {
    use super::{FaultKind, guarded};

    #[test]
    fn a_panic_becomes_a_fault_with_its_words() {
        let fault = guarded::<()>(|| panic!("row {} is gone", 7)).expect_err("it panics");
        assert_eq!(fault.kind, FaultKind::Internal);
        assert!(
            fault.message.ends_with("row 7 is gone"),
            "{}",
            fault.message
        );
    }
}
