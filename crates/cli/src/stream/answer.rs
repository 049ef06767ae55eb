//! One line in, one line out.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};

use serde::Serialize;
use serde_json::value::RawValue;
use shadow_tui::contract::{Parts, Payload};
use shadow_tui::screen::{Screen, check_input};
use shadow_tui::{Channels, Memory, Observed, ProviderChoice, Reading, Stack};

use super::acts::Acts;
use super::sessions::{SESSION_LIMIT, Sessions};
use crate::calendar::since_epoch;
use crate::exit::Failure;
use crate::input::{LINE_LIMIT, Line, read_line};
use crate::output::{append_harmless_json, append_json};
use crate::wire::{
    Apart, Fault, Object, Request, RequestProvider, recover_id, take_apart, unknown_field,
    unknown_fields,
};

/// Characters of an error's words that are kept.
const ERROR_LIMIT: usize = 300;

/// Bytes of a request's text that the buffer keeps room for: a screen is a few kilobytes, the largest line is not.
const TEXT_LIMIT: usize = 1 << 20;

/// Unknown fields that are reported.
const STRANGE: usize = 16;

/// Bytes of answers above which they are printed, whatever else is at hand.
const HELD_LIMIT: usize = 1 << 16;

/// Answers requests, with a memory for each session.
pub struct Coprocess {
    stack: Stack,
    provider: ProviderChoice<'static>,
    defaults: Channels,
    sessions: Sessions,
    /// The buffers of every request's screen.
    screen: Screen,
    /// Those of a request without a session; nothing is remembered in them.
    reading: Reading,
    /// A request's text.
    text: Vec<u8>,
    /// The answers that are not yet printed.
    answers: Vec<u8>,
    /// Unknown fields that were reported.
    strange: BTreeSet<String>,
    /// Takes remarks for the operator.
    note: fn(&str),
    /// What takes requests that act, where they are allowed.
    acts: Option<Acts>,
}

impl Coprocess {
    /// A co-process that takes `provider` and `defaults` where a request is silent.
    pub fn new(stack: Stack, provider: ProviderChoice<'static>, defaults: Channels) -> Self {
        Self {
            stack,
            provider,
            defaults,
            sessions: Sessions::new(SESSION_LIMIT),
            screen: Screen::default(),
            reading: Reading::default(),
            text: Vec::new(),
            answers: Vec::new(),
            strange: BTreeSet::new(),
            note: |_| {},
            acts: None,
        }
    }

    /// Reports each unknown field of the requests once.
    pub fn noting(mut self, note: fn(&str)) -> Self {
        self.note = note;
        self
    }

    /// Takes requests that act on live panes, too.
    pub fn acting(mut self, acts: Acts) -> Self {
        self.acts = Some(acts);
        self
    }

    /// Waits for the acts that were begun.
    pub fn finish(self) {
        self.acts.into_iter().for_each(Acts::finish);
    }

    /// Answers line by line until the input ends. What is at hand at once is answered at once: `print` gets the lines of
    /// a burst together, and nothing waits while the input is waited for.
    pub fn serve(
        &mut self,
        mut input: BufReader<impl Read>,
        mut print: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut line = Vec::new();
        loop {
            while let Some(end) = memchr::memchr(b'\n', input.buffer()) {
                self.answer(&input.buffer()[..end]);
                input.consume(end + 1);
                if self.answers.len() > HELD_LIMIT {
                    break;
                }
            }
            if !self.answers.is_empty() {
                print(&self.answers)?;
                self.answers.clear();
            }
            if !self.read_on(&mut input, &mut line)? {
                return Ok(());
            }
        }
    }

    /// Waits for a line and answers it; whether one came.
    fn read_on(&mut self, input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, Failure> {
        let unreadable =
            |error: io::Error| Failure::input(format!("cannot read standard input: {error}"));
        match read_line(input, LINE_LIMIT, line).map_err(unreadable)? {
            Line::Whole => self.answer(line),
            Line::TooLong => self.refuse(line),
            Line::End => return Ok(false),
        }
        Ok(true)
    }

    /// Answers a whole line.
    fn answer(&mut self, line: &[u8]) {
        if self.acts.as_mut().is_some_and(|acts| acts.take(line)) {
            return;
        }
        let mut buffer = std::mem::take(&mut self.text);
        match read_request(line, &mut buffer) {
            Ok((mut request, text, strange)) => {
                self.report(strange);
                let id = request.id.take();
                let wanted = request.want.take();
                match wanted.map(Parts::from_iter) {
                    None => {
                        let body = self.assess(request, &text, Parts::ALL);
                        self.write(id, &body);
                    }
                    Some(parts) => {
                        let body = self.assess(request, &text, parts).into_parts(parts);
                        self.write(id, &body);
                    }
                }
            }
            Err(error) => self.write(recover_id(line), &Fault::new(error)),
        }
        buffer.truncate(TEXT_LIMIT);
        buffer.shrink_to(TEXT_LIMIT);
        self.text = buffer;
    }

    /// Reports fields that are unknown, each once, and so many in all.
    fn report(&mut self, fields: Vec<String>) {
        for field in fields {
            if self.strange.len() < STRANGE && self.strange.insert(field.clone()) {
                (self.note)(&unknown_field(&field));
            }
        }
    }

    /// Answers a line above the limit, by its beginning.
    fn refuse(&mut self, line: &[u8]) {
        let mib = LINE_LIMIT >> 20;
        let error = format!("the line is longer than {mib} MiB; send the visible screen alone");
        self.write(recover_id(line), &Fault::new(error));
    }

    /// Writes the line of an [`Identified`](crate::wire::Identified): its body, an object that is never empty, behind
    /// the id as it came. By hand, since flattening goes through a map, field by field.
    fn write(&mut self, id: Option<Box<RawValue>>, body: &impl Serialize) {
        let line = &mut self.answers;
        line.extend(b"{\"id\":");
        append_harmless_json(line, id.as_ref().map_or("null", |id| id.get()));
        let brace = line.len();
        append_json(line, body);
        line[brace] = b',';
        line.push(b'\n');
    }

    fn assess(&mut self, mut request: Request, text: &str, parts: Parts) -> Payload {
        let provider = match request.provider {
            None => self.provider,
            Some(RequestProvider::Auto) => ProviderChoice::Auto,
            Some(RequestProvider::Claude) => ProviderChoice::Named("claude"),
            Some(RequestProvider::Codex) => ProviderChoice::Named("codex"),
        };
        let channels = request.channels(&self.defaults);
        self.screen.load_text(text, &channels);
        let observed = Observed {
            raw: text.as_bytes(),
            screen: &self.screen,
            channels: &channels,
            above: None,
        };
        let stack = &self.stack;
        let Some(name) = &request.session else {
            let mut memory = Memory::default();
            let assessed = stack.assess(provider, observed, &mut memory, &mut self.reading);
            return assessed.payload(parts);
        };
        let session = self.sessions.enter(&name.to_string());
        let now = request.t.unwrap_or_else(|| since_epoch().as_secs_f64());
        if let Some(input) = request.input.filter(|input| input.submit) {
            session.submit(input.text.as_deref().unwrap_or_default(), now);
        }
        session
            .look_at(stack, provider, observed, parts, now)
            .payload
    }
}

/// The request on a line, its text and its unknown fields, or one line that says what is wrong with it.
fn read_request<'b>(
    line: &[u8],
    buffer: &'b mut Vec<u8>,
) -> Result<(Request, Cow<'b, str>, Vec<String>), String> {
    if line.trim_ascii().is_empty() {
        return Err("the line is blank; send one request, a JSON object, on each line".to_owned());
    }
    let (request, text, strange) = match from_parts(line, buffer) {
        Some((request, text, strange)) => (request, Cow::Borrowed(text), strange),
        None => {
            let read: Result<Object<Request>, _> = serde_json::from_slice(line);
            let Object(mut request) = read.map_err(|error| describe(line, &error))?;
            let text = std::mem::take(&mut request.text);
            (request, Cow::Owned(text), unknown_fields(line))
        }
    };
    check_input(text.len()).map_err(|error| format!("text: {error}"))?;
    Ok((request, text, strange))
}

/// The request of a line whose text can be taken apart, that text, and the unknown fields.
fn from_parts<'b>(line: &[u8], buffer: &'b mut Vec<u8>) -> Option<(Request, &'b str, Vec<String>)> {
    let Apart { rest, text } = take_apart(line, buffer)?;
    let rest = simdutf8::basic::from_utf8(&rest).ok()?;
    let Object(request) = serde_json::from_str(rest).ok()?;
    Some((request, text, unknown_fields(rest.as_bytes())))
}

/// A list that is too long for its field is JSON, though it fails as what is none does.
fn describe(line: &[u8], error: &serde_json::Error) -> String {
    let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok();
    let what = if is_json { "not a request" } else { "not JSON" };
    let field = field(line).filter(|_| is_json).unwrap_or_default();
    let words = shadow_legible::excerpt(&format!("{field}{error}"), ERROR_LIMIT);
    format!("{what}: {words}; send one JSON object with at least \"text\" on each line")
}

/// The field that is wrong, as what is said of it begins; nothing where it is the whole.
fn field(line: &[u8]) -> Option<String> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let error = serde_path_to_error::deserialize::<_, Object<Request>>(&mut json).err()?;
    let path = error.path();
    path.iter().next()?;
    Some(format!("`{path}`: "))
}
