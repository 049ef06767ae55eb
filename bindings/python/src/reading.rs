//! One screen, and recordings.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use shadow_bindings::{Beside, More, ReplayTerms, State, payload_line, read_state};

use crate::faults::raised;

/// A text: `str`, or `bytes` as a terminal gave them.
pub(crate) enum Text {
    /// Characters.
    Characters(Py<PyString>),
    /// Bytes.
    Bytes(Py<PyBytes>),
}

impl Text {
    fn of(given: Bound<'_, PyAny>) -> PyResult<Self> {
        let given = match given.cast_into::<PyString>() {
            Ok(text) => return Ok(Self::Characters(text.unbind())),
            Err(error) => error.into_inner(),
        };
        match given.cast_into::<PyBytes>() {
            Ok(bytes) => Ok(Self::Bytes(bytes.unbind())),
            Err(_) => Err(PyTypeError::new_err("the text is neither str nor bytes")),
        }
    }

    /// Its bytes, in UTF-8 where it is a `str`. They are the object's own, and never change.
    fn bytes<'a>(&'a self, py: Python<'a>) -> PyResult<&'a [u8]> {
        match self {
            Self::Characters(text) => Ok(text.bind(py).to_str()?.as_bytes()),
            Self::Bytes(bytes) => Ok(bytes.bind(py).as_bytes()),
        }
    }
}

/// A screen: its state, and its text for what is asked later. `Payload` is made of it.
#[pyclass(frozen, subclass, module = "shadow_tui._native")]
pub(crate) struct Reading {
    text: Text,
    beside: Beside,
    state: State,
    line: PyOnceLock<Py<PyString>>,
    whole: PyOnceLock<Py<PyAny>>,
}

#[pymethods]
impl Reading {
    /// Reads a screen; `more` is JSON.
    #[new]
    #[pyo3(signature = (text, provider, cols, rows, cursor, title, cli_version, cursor_visible, alternate, more))]
    #[expect(clippy::too_many_arguments, reason = "one for each keyword of `parse`")]
    fn new(
        py: Python<'_>,
        text: Bound<'_, PyAny>,
        provider: &str,
        cols: Option<u16>,
        rows: Option<u16>,
        cursor: Option<(u16, u16)>,
        title: Option<String>,
        cli_version: Option<String>,
        cursor_visible: Option<bool>,
        alternate: Option<bool>,
        more: Option<&str>,
    ) -> PyResult<Self> {
        let more = more.map(More::from_json).transpose().map_err(raised)?;
        let beside = Beside {
            provider: (provider != "auto").then(|| provider.to_owned()),
            cols,
            rows,
            cursor,
            title,
            cli_version,
            cursor_visible,
            alternate,
            more: more.unwrap_or_default(),
        };
        let text = Text::of(text)?;
        let bytes = text.bytes(py)?;
        let state = py.detach(|| read_state(bytes, &beside)).map_err(raised)?;
        Ok(Self {
            text,
            beside,
            state,
            line: PyOnceLock::new(),
            whole: PyOnceLock::new(),
        })
    }

    #[getter]
    fn submit_ready(&self) -> bool {
        self.state.submit_ready
    }

    #[getter]
    fn safe_to_type(&self) -> bool {
        self.state.safe_to_type
    }

    /// The payload as a line of JSON. It is written once.
    fn line(&self, py: Python<'_>) -> PyResult<Py<PyString>> {
        let line = self.line.get_or_try_init(py, || {
            let text = self.text.bytes(py)?;
            let line = py.detach(|| payload_line(text, &self.beside));
            let line = line.map_err(raised)?;
            Ok::<_, PyErr>(PyString::new(py, &line).unbind())
        })?;
        Ok(line.clone_ref(py))
    }

    /// The payload as a `dict`. It is read once.
    fn whole(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let whole = self.whole.get_or_try_init(py, || {
            let json = py.import("json")?;
            Ok::<_, PyErr>(json.call_method1("loads", (self.line(py)?,))?.unbind())
        })?;
        Ok(whole.clone_ref(py))
    }
}

/// The axes of a reading.
#[pyclass(frozen, subclass, module = "shadow_tui._native")]
pub(crate) struct Axes(Py<Reading>);

#[pymethods]
impl Axes {
    #[new]
    fn new(reading: Py<Reading>) -> Self {
        Self(reading)
    }

    #[getter]
    fn availability(&self) -> &'static str {
        self.0.get().state.availability
    }

    #[getter]
    fn business_state(&self) -> &'static str {
        self.0.get().state.business_state
    }

    #[getter]
    fn input_mode(&self) -> &'static str {
        self.0.get().state.input_mode
    }

    #[getter]
    fn ui_context(&self) -> &'static str {
        self.0.get().state.ui_context
    }

    #[getter]
    fn ui_context_base(&self) -> &'static str {
        self.0.get().state.ui_context_base
    }

    /// The whole payload as a `dict`.
    fn whole(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.get().whole(py)
    }
}

/// The events of a recording, each as a line of JSON.
#[pyfunction]
#[pyo3(signature = (cast, provider, cli_version, interval, name))]
pub(crate) fn replay(
    py: Python<'_>,
    cast: Bound<'_, PyAny>,
    provider: Option<String>,
    cli_version: Option<String>,
    interval: f64,
    name: Option<String>,
) -> PyResult<Vec<String>> {
    let terms = ReplayTerms {
        provider,
        cli_version,
        interval: Some(interval),
        name,
    };
    let cast = Text::of(cast)?;
    let cast = cast.bytes(py)?;
    py.detach(|| shadow_bindings::replay(cast, &terms))
        .map_err(raised)
}
