//! The module `shadow_tui._native`: values go in and out here, and nothing is decided.
//!
//! The module releases the interpreter's lock while the engine works. No panic crosses: the shared crate returns it as a fault.
#![allow(unsafe_code, reason = "the code that PyO3 generates is unsafe")]

mod associators;
mod faults;
mod reading;
mod session;

/// The native part of `shadow_tui`. Use `shadow_tui` itself.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::associators::Associator;
    #[pymodule_export]
    use super::faults::{InputError, InternalError, ShadowError, panic_for_tests};
    #[pymodule_export]
    use super::reading::{Axes, Reading, replay};
    #[pymodule_export]
    use super::session::NativeSession;
}
