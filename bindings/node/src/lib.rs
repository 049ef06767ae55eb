//! The native part of the package for Node: values go in and out here, and nothing is decided.
//!
//! No panic crosses: the shared crate returns it as a fault. The code of an error is its kind.
#![allow(unsafe_code, reason = "the code that napi-rs generates is unsafe")]

use std::time::Duration;

use napi::bindgen_prelude::{Buffer, Either, Function, Uint8Array};
use napi::threadsafe_function::ThreadsafeFunctionCallMode;
use napi_derive::napi;
use shadow_bindings::{
    Beside, Fault, FaultKind, Found, How, Next, ReplayTerms, Session, State, Where, guarded,
    payload_line, read_state,
};

/// A result whose error has the kind of its fault as code.
type Result<T> = napi::Result<T, String>;

fn raised(fault: Fault) -> napi::Error<String> {
    let code = match fault.kind {
        FaultKind::Usage => "ERR_SHADOW_USAGE",
        FaultKind::Input => "ERR_SHADOW_INPUT",
        FaultKind::Internal => "ERR_SHADOW_INTERNAL",
    };
    napi::Error::new(code.to_owned(), fault.message)
}

fn other(error: napi::Error) -> napi::Error<String> {
    napi::Error::new("ERR_SHADOW_INTERNAL".to_owned(), error.reason.clone())
}

/// A text: a string, or bytes as a terminal gave them.
type Text = Either<String, Uint8Array>;

fn bytes(text: &Text) -> &[u8] {
    match text {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}

/// A screen: its state, and its text for what is asked later.
#[napi]
pub struct Reading {
    text: Vec<u8>,
    beside: Beside,
    state: State,
}

#[napi]
impl Reading {
    /// Reads a screen; the options are JSON.
    #[napi(constructor)]
    pub fn new(text: Text, options: String) -> Result<Self> {
        let beside = Beside::from_json(&options).map_err(raised)?;
        let text = match text {
            Either::A(text) => text.into_bytes(),
            // A copy: JavaScript may change its own.
            Either::B(bytes) => bytes.to_vec(),
        };
        let state = read_state(&text, &beside).map_err(raised)?;
        Ok(Self {
            text,
            beside,
            state,
        })
    }

    /// Availability, business_state, input_mode, ui_context, ui_context_base.
    #[napi]
    pub fn axes(&self) -> Vec<&'static str> {
        let state = &self.state;
        vec![
            state.availability,
            state.business_state,
            state.input_mode,
            state.ui_context,
            state.ui_context_base,
        ]
    }

    /// `submit_ready`.
    #[napi]
    pub fn submit_ready(&self) -> bool {
        self.state.submit_ready
    }

    /// `safe_to_type`.
    #[napi]
    pub fn safe_to_type(&self) -> bool {
        self.state.safe_to_type
    }

    /// The payload as a line of JSON.
    #[napi]
    pub fn line(&self) -> Result<String> {
        payload_line(&self.text, &self.beside).map_err(raised)
    }
}

/// The events of a recording, each as a line of JSON.
#[napi]
pub fn replay(
    cast: Text,
    provider: Option<String>,
    cli_version: Option<String>,
    interval: Option<f64>,
    name: Option<String>,
) -> Result<Vec<String>> {
    let terms = ReplayTerms {
        provider,
        cli_version,
        interval,
        name,
    };
    shadow_bindings::replay(bytes(&cast), &terms).map_err(raised)
}

/// What `next` gives.
#[napi(object)]
pub struct Got {
    /// An event, as a line of JSON.
    pub line: Option<String>,
    /// Whether the session has ended, and all its events were read.
    pub ended: bool,
}

/// A session.
#[napi]
pub struct NativeSession(Session);

#[napi]
impl NativeSession {
    /// A session of an empty terminal.
    #[napi(constructor)]
    pub fn new(
        cols: u16,
        rows: u16,
        provider: Option<String>,
        cli_version: Option<String>,
        name: String,
    ) -> Result<Self> {
        let session = Session::new((cols, rows), provider.as_deref(), cli_version, &name);
        session.map(Self).map_err(raised)
    }

    /// Takes what the program has written.
    #[napi]
    pub fn feed(&self, data: Text) -> Result<()> {
        self.0.feed(bytes(&data)).map_err(raised)
    }

    /// Changes the size.
    #[napi]
    pub fn resize(&self, cols: u16, rows: u16) -> Result<()> {
        self.0.resize((cols, rows)).map_err(raised)
    }

    /// A prompt was typed.
    #[napi]
    pub fn submit(&self, text: String) -> Result<()> {
        self.0.submit(&text).map_err(raised)
    }

    /// The key that interrupts was pressed.
    #[napi]
    pub fn interrupt(&self) -> Result<()> {
        self.0.interrupt().map_err(raised)
    }

    /// The program has ended.
    #[napi]
    pub fn end(&self) -> Result<()> {
        self.0.end().map_err(raised)
    }

    /// Ends the session.
    #[napi]
    pub fn close(&self) {
        self.0.close();
    }

    /// What a terminal would have answered.
    #[napi]
    pub fn take_replies(&self) -> Buffer {
        self.0.take_replies().into()
    }

    /// The payload of the last look, as a line of JSON.
    #[napi]
    pub fn payload_line(&self) -> Result<Option<String>> {
        self.0.payload_line().map_err(raised)
    }

    /// The next event, if one has come.
    #[napi]
    pub fn next(&self) -> Result<Got> {
        let next = self.0.next(Duration::ZERO).map_err(raised)?;
        Ok(match next {
            Next::Event(line) => Got {
                line: Some(line),
                ended: false,
            },
            Next::Nothing => Got {
                line: None,
                ended: false,
            },
            Next::Ended => Got {
                line: None,
                ended: true,
            },
        })
    }

    /// Calls `wake` in the event loop when an event has come or the session has ended. It keeps no process alive.
    #[napi]
    pub fn wake_by(&self, wake: Function<'_, (), ()>) -> Result<()> {
        let wake = wake.build_threadsafe_function::<()>().weak::<true>();
        let wake = wake.max_queue_size::<1>().build().map_err(other)?;
        // A queue that is full wakes already.
        self.0.wake_by(move || {
            wake.call((), ThreadsafeFunctionCallMode::NonBlocking);
        });
        Ok(())
    }
}

/// An associator of any kind.
#[napi]
pub struct Associator(shadow_bindings::Associator);

/// What an associator has found.
#[napi(object)]
pub struct Association {
    /// The text.
    pub text: String,
    /// Whether the match crosses a line break that may be a soft wrap.
    pub across_wraps: bool,
}

fn given(found: Option<Found>) -> Option<Association> {
    found.map(|it| Association {
        text: it.text,
        across_wraps: it.across_wraps,
    })
}

/// Where the search begins: `default`, `anywhere`, `last_prompt`, or a prompt.
fn place(after: &str, prompt: Option<String>) -> Where {
    match (after, prompt) {
        (_, Some(prompt)) => Where::Prompt(prompt),
        ("anywhere", None) => Where::Anywhere,
        ("last_prompt", None) => Where::LastPrompt,
        _ => Where::Default,
    }
}

fn made(how: How, place: Where) -> Result<Associator> {
    shadow_bindings::Associator::new(how, place)
        .map(Associator)
        .map_err(raised)
}

#[napi]
impl Associator {
    /// A regular expression.
    #[napi]
    pub fn pattern(
        pattern: String,
        tail_chars: u32,
        last: bool,
        across_wraps: bool,
        after: String,
        prompt: Option<String>,
    ) -> Result<Associator> {
        let how = How::Pattern {
            tail_chars: tail_chars as usize,
            pattern,
            last,
            across_wraps,
        };
        made(how, place(&after, prompt))
    }

    /// Two lines.
    #[napi]
    pub fn sentinel(
        begin: String,
        end: String,
        after: String,
        prompt: Option<String>,
    ) -> Result<Associator> {
        made(How::Sentinel { begin, end }, place(&after, prompt))
    }

    /// A JSON block.
    #[napi]
    pub fn json(
        keys: Vec<String>,
        tail_chars: u32,
        after: String,
        prompt: Option<String>,
    ) -> Result<Associator> {
        let tail_chars = tail_chars as usize;
        made(How::Json { tail_chars, keys }, place(&after, prompt))
    }

    /// Searches a projection, given as JSON.
    #[napi]
    pub fn associate(&self, projection: String) -> Result<Option<Association>> {
        self.0.associate(&projection).map(given).map_err(raised)
    }

    /// Searches a text.
    #[napi]
    pub fn associate_text(&self, text: String) -> Result<Option<Association>> {
        self.0.associate_text(&text).map(given).map_err(raised)
    }
}

/// Panics on the other side of the border, for the tests: an exception must come of it.
#[napi(js_name = "_panic")]
pub fn panic_for_tests() -> Result<()> {
    guarded(|| panic!("for the tests")).map_err(raised)
}
