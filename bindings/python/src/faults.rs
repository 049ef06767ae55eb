//! The exceptions.

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::{PyErr, create_exception, pyfunction};
use shadow_bindings::{Fault, FaultKind, guarded};

create_exception!(
    shadow_tui,
    ShadowError,
    PyException,
    "The base of all errors of shadow, except wrong arguments (`ValueError`, `TypeError`)."
);
create_exception!(
    shadow_tui,
    InputError,
    ShadowError,
    "The input cannot be read: it is too large, or it is no recording."
);
create_exception!(
    shadow_tui,
    InternalError,
    ShadowError,
    "shadow has an error. Please report it."
);

/// The exception of a fault.
pub(crate) fn raised(fault: Fault) -> PyErr {
    match fault.kind {
        FaultKind::Usage => PyValueError::new_err(fault.message),
        FaultKind::Input => InputError::new_err(fault.message),
        FaultKind::Internal => InternalError::new_err(fault.message),
    }
}

/// Panics on the other side of the border, for the tests: an exception must come of it.
#[pyfunction]
#[pyo3(name = "_panic")]
pub(crate) fn panic_for_tests() -> Result<(), PyErr> {
    guarded(|| panic!("for the tests")).map_err(raised)
}
