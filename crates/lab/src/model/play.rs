//! One reply, event by event, onto one connection. Holds the gates, notices when
//! the client has gone, and tells the board how it ended.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::board::{Board, Lane};
use super::call::Call;
use super::claude_tools;
use super::http;
use super::journal::Ending;
use super::reply::{Event, Failure, Headers, Paced, Reply, Usage};
use super::request::Asked;
use super::tool::Tool;

const SLICE: Duration = Duration::from_millis(40);

/// Writes the events of one response in one wire format.
pub trait Speaker {
    fn text(&mut self, text: &str) -> io::Result<()>;
    fn thinking(&mut self, text: &str) -> io::Result<()>;
    fn tool(&mut self, id: &str, call: &Call) -> io::Result<()>;
    fn fail(&mut self, failure: &Failure) -> io::Result<()>;
    fn end(&mut self, stop: Option<&str>, usage: Usage) -> io::Result<()>;
}

/// One wire format: how it streams, how it says an error, how it calls tools.
pub trait Wire {
    /// Sends the head of a stream.
    fn begin<'a>(
        &self,
        stream: &'a TcpStream,
        asked: &Asked,
        headers: &Headers,
    ) -> io::Result<Box<dyn Speaker + 'a>>;
    /// The body of an HTTP error.
    fn error_body(&self, failure: &Failure) -> String;
    /// The whole answer to a request that wants no stream.
    fn whole(&self, reply: &Reply, asked: &Asked) -> String;
    /// A neutral tool call in a form that the request offers.
    fn call(&self, tool: &Tool, asked: &Asked) -> Option<Call>;
}

/// Plays one reply to its end.
pub struct Player<'a> {
    pub board: &'a Board,
    pub wire: &'a dyn Wire,
    pub stream: &'a TcpStream,
    pub asked: &'a Asked,
    pub lane: Lane,
}

/// Where an event leads.
enum Next {
    On,
    End(Ending),
}

impl Player<'_> {
    /// Answers the request; how it ended is noted on the board.
    pub fn play(&self, reply: &Reply) {
        let ending = self.answer(reply).unwrap_or(Ending::Aborted);
        self.board.ended(self.lane, ending);
    }

    fn answer(&self, reply: &Reply) -> io::Result<Ending> {
        if let Some(Event::Error(failure)) = reply.events.first() {
            self.http_error(reply, failure)?;
            return Ok(Ending::Failed);
        }
        if let Some(Event::BeforeHead(gate)) = reply.events.first()
            && !self.hold(gate)
        {
            return Ok(Ending::Aborted);
        }
        if !self.asked.stream {
            return self.answer_whole(reply);
        }
        let headers = self.headers(reply);
        let mut speaker = self.wire.begin(self.stream, self.asked, &headers)?;
        let mut stop = None;
        for (index, event) in reply.events.iter().enumerate() {
            if let Event::Stop(reason) = event {
                stop = Some(reason.as_str());
            } else if let Next::End(ending) = self.event(&mut *speaker, index, event)? {
                return Ok(ending);
            }
        }
        speaker.end(stop, reply.usage.unwrap_or_default())?;
        Ok(match stop {
            None => Ending::Completed,
            Some(_) => Ending::Cut,
        })
    }

    /// Headers of an answer: the world's, and over them the reply's own.
    fn headers(&self, reply: &Reply) -> Headers {
        let mut headers = self.board.headers();
        headers.extend(reply.headers.clone());
        headers
    }

    fn http_error(&self, reply: &Reply, failure: &Failure) -> io::Result<()> {
        let mut headers = self.headers(reply);
        headers.extend(failure.headers.clone());
        if let Some(seconds) = failure.retry_after {
            headers.insert("retry-after".to_owned(), seconds.to_string());
        }
        let body = self.wire.error_body(failure);
        http::write_json(self.stream, failure.status, &headers, &body)
    }

    fn answer_whole(&self, reply: &Reply) -> io::Result<Ending> {
        for event in &reply.events {
            match event {
                Event::Gate(gate) if !self.hold(gate) => return Ok(Ending::Aborted),
                Event::Disconnect => return Ok(Ending::Failed),
                Event::Text(text) => self.board.say(self.lane, text),
                _ => {}
            }
        }
        let body = self.wire.whole(reply, self.asked);
        http::write_json(self.stream, 200, &self.headers(reply), &body)?;
        Ok(Ending::Completed)
    }

    fn event(&self, speaker: &mut dyn Speaker, index: usize, event: &Event) -> io::Result<Next> {
        match event {
            Event::Text(text) => self.say(speaker, text)?,
            Event::Stream(paced) => return self.say_paced(speaker, paced),
            Event::Thinking(text) => speaker.thinking(text)?,
            Event::Tool(tool) => self.call(speaker, index, tool)?,
            Event::Gate(gate) => return Ok(on_if(self.hold(gate))),
            Event::Delay(seconds) => return Ok(on_if(self.pause(*seconds))),
            Event::Error(failure) | Event::Failed(failure) => {
                speaker.fail(failure)?;
                return Ok(Next::End(Ending::Failed));
            }
            Event::Disconnect => return Ok(Next::End(Ending::Failed)),
            Event::Stop(_) | Event::BeforeHead(_) => {}
        }
        Ok(Next::On)
    }

    fn say(&self, speaker: &mut dyn Speaker, text: &str) -> io::Result<()> {
        speaker.text(text)?;
        self.board.say(self.lane, text);
        Ok(())
    }

    fn say_paced(&self, speaker: &mut dyn Speaker, paced: &Paced) -> io::Result<Next> {
        let letters: Vec<char> = paced.text.chars().collect();
        for piece in letters.chunks(paced.chunk.max(1)) {
            self.say(speaker, &piece.iter().collect::<String>())?;
            if !self.pause(paced.pace) {
                return Ok(Next::End(Ending::Aborted));
            }
        }
        Ok(Next::On)
    }

    /// What must be called before the tool itself: the file of a plan is written, a tool that is offered on demand is
    /// loaded; each once, and the tool follows in answer to the next request.
    fn before(&self, tool: &Tool) -> Option<Call> {
        let written = self.plan_file(tool);
        let offered = self.wire.call(tool, self.asked).is_some();
        let loaded = (!offered).then(|| claude_tools::search(tool, &self.asked.tools));
        let first = |call: &Call| {
            let again = Reply::of(vec![Event::Tool(tool.clone())]);
            let what = format!("{} {}", call.name, call.input);
            self.board.detour(&what, again)
        };
        written.into_iter().chain(loaded.flatten()).find(first)
    }

    /// The call that writes a plan into the file that the CLI named for it.
    fn plan_file(&self, tool: &Tool) -> Option<Call> {
        let Tool::Plan { text } = tool else {
            return None;
        };
        let (path, content) = (self.asked.plan_file.clone()?, text.clone());
        self.wire.call(&Tool::Write { path, content }, self.asked)
    }

    fn call(&self, speaker: &mut dyn Speaker, index: usize, tool: &Tool) -> io::Result<()> {
        let call = self
            .before(tool)
            .or_else(|| self.wire.call(tool, self.asked));
        let Some(call) = call else {
            self.board.not_offered(&format!("{tool:?}"));
            return speaker.text("(the tool is not offered)");
        };
        let number = self.board.snapshot().tools_called.len();
        let id = format!("call_{number:03}_{index:02}");
        // Noted first: the result can be back before the next line here runs.
        self.board.called(self.lane, &id, &call.name);
        speaker.tool(&id, &call)
    }

    /// Holds the stream at a gate; false when the client has gone meanwhile.
    fn hold(&self, gate: &str) -> bool {
        self.board.open_gate(gate);
        let held = loop {
            if self.board.take_release(gate, SLICE) {
                break true;
            }
            if self.board.is_closed() || self.client_gone() {
                break false;
            }
        };
        self.board.shut_gate(gate);
        held
    }

    fn pause(&self, seconds: f64) -> bool {
        let end = Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 600.0));
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(SLICE));
            if self.board.is_closed() || self.client_gone() {
                return false;
            }
        }
    }

    fn client_gone(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let peeked = self.stream.peek(&mut [0]);
        let restored = self.stream.set_nonblocking(false);
        match peeked {
            Ok(0) => true,
            Ok(_) => restored.is_err(),
            Err(error) => error.kind() != io::ErrorKind::WouldBlock || restored.is_err(),
        }
    }
}

fn on_if(held: bool) -> Next {
    if held {
        Next::On
    } else {
        Next::End(Ending::Aborted)
    }
}
