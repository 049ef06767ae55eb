//! Associators.

use pyo3::prelude::*;
use shadow_bindings::{Found, How, Where};

use crate::faults::raised;

/// An associator of any kind; `shadow_tui` has a class for each.
#[pyclass(frozen, module = "shadow_tui._native")]
pub(crate) struct Associator(shadow_bindings::Associator);

/// Where the search begins: `default`, `anywhere`, `last_prompt`, or a prompt.
fn place(after: &str, prompt: Option<String>) -> Where {
    match (after, prompt) {
        (_, Some(prompt)) => Where::Prompt(prompt),
        ("anywhere", None) => Where::Anywhere,
        ("last_prompt", None) => Where::LastPrompt,
        _ => Where::Default,
    }
}

fn given(found: Option<Found>) -> Option<(String, bool)> {
    found.map(|it| (it.text, it.across_wraps))
}

#[pymethods]
impl Associator {
    #[staticmethod]
    fn pattern(
        pattern: String,
        tail_chars: usize,
        last: bool,
        across_wraps: bool,
        after: &str,
        prompt: Option<String>,
    ) -> PyResult<Self> {
        let how = How::Pattern {
            tail_chars,
            pattern,
            last,
            across_wraps,
        };
        Self::made(how, place(after, prompt))
    }

    #[staticmethod]
    fn sentinel(begin: String, end: String, after: &str, prompt: Option<String>) -> PyResult<Self> {
        Self::made(How::Sentinel { begin, end }, place(after, prompt))
    }

    #[staticmethod]
    fn json(
        keys: Vec<String>,
        tail_chars: usize,
        after: &str,
        prompt: Option<String>,
    ) -> PyResult<Self> {
        Self::made(How::Json { tail_chars, keys }, place(after, prompt))
    }

    /// Searches a projection, given as JSON.
    fn associate(&self, py: Python<'_>, projection: &str) -> PyResult<Option<(String, bool)>> {
        let found = py.detach(|| self.0.associate(projection));
        found.map(given).map_err(raised)
    }

    /// Searches a text.
    fn associate_text(&self, py: Python<'_>, text: &str) -> PyResult<Option<(String, bool)>> {
        let found = py.detach(|| self.0.associate_text(text));
        found.map(given).map_err(raised)
    }
}

impl Associator {
    fn made(how: How, place: Where) -> PyResult<Self> {
        shadow_bindings::Associator::new(how, place)
            .map(Self)
            .map_err(raised)
    }
}
