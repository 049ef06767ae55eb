//! Sessions. Their threads never touch Python: they write into a socket, and Python reads it.

use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;
use shadow_bindings::{Next, Session};

use crate::faults::raised;

/// Between two looks for a signal such as Ctrl-C.
const SLICE: Duration = Duration::from_millis(100);

/// A session. `shadow_tui.Session` wraps it.
#[pyclass(frozen, module = "shadow_tui._native")]
pub(crate) struct NativeSession {
    session: Session,
    woken: OnceLock<UnixStream>,
}

#[pymethods]
impl NativeSession {
    #[new]
    fn new(
        cols: u16,
        rows: u16,
        provider: Option<&str>,
        cli_version: Option<String>,
        name: &str,
    ) -> PyResult<Self> {
        let session = Session::new((cols, rows), provider, cli_version, name);
        Ok(Self {
            session: session.map_err(raised)?,
            woken: OnceLock::new(),
        })
    }

    fn feed(&self, py: Python<'_>, data: &[u8]) -> PyResult<()> {
        py.detach(|| self.session.feed(data)).map_err(raised)
    }

    fn resize(&self, py: Python<'_>, cols: u16, rows: u16) -> PyResult<()> {
        py.detach(|| self.session.resize((cols, rows)))
            .map_err(raised)
    }

    fn submit(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        py.detach(|| self.session.submit(text)).map_err(raised)
    }

    fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.session.interrupt()).map_err(raised)
    }

    fn end(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.session.end()).map_err(raised)
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| self.session.close());
    }

    fn take_replies(&self, py: Python<'_>) -> Vec<u8> {
        py.detach(|| self.session.take_replies())
    }

    /// The payload of the last look, as a line of JSON.
    fn payload_line(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| self.session.payload_line()).map_err(raised)
    }

    /// The next event as a line of JSON; `None` where none comes in time.
    ///
    /// At the end of the session it raises `StopIteration`.
    fn next(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<String>> {
        let patience = seconds.map(|it| Duration::try_from_secs_f64(it.max(0.0)));
        let patience = patience.and_then(Result::ok);
        let deadline = patience.and_then(|it| Instant::now().checked_add(it));
        loop {
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let slice = left.map_or(SLICE, |left| left.min(SLICE));
            let next = py.detach(|| self.session.next(slice)).map_err(raised)?;
            match next {
                Next::Event(line) => return Ok(Some(line)),
                Next::Ended => return Err(PyStopIteration::new_err(())),
                Next::Nothing if left == Some(slice) => return Ok(None),
                Next::Nothing => py.check_signals()?,
            }
        }
    }

    /// A file descriptor from which one byte or more can be read whenever an event has come or the session has ended.
    fn fileno(&self) -> PyResult<i32> {
        if self.woken.get().is_none() {
            let (reader, writer) = UnixStream::pair()?;
            reader.set_nonblocking(true)?;
            writer.set_nonblocking(true)?;
            if self.woken.set(reader).is_ok() {
                // A socket that is full has woken its reader already.
                let wake = move || drop((&writer).write(b"!"));
                self.session.wake_by(wake);
            }
        }
        let woken = self.woken.get().map(AsRawFd::as_raw_fd);
        woken.ok_or_else(|| PyRuntimeError::new_err("the session has no socket"))
    }
}
