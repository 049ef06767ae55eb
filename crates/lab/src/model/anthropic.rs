//! Anthropic Messages on the wire: stream events, whole answers, errors.

use std::io;
use std::net::TcpStream;

use serde_json::{Value, json};

use super::call::Call;
use super::claude_tools;
use super::http::EventStream;
use super::moment;
use super::play::{Speaker, Wire};
use super::reply::{Event, Failure, Headers, Reply, Usage};
use super::request::Asked;
use super::tool::Tool;

/// The wire format of `POST /v1/messages`.
pub struct Anthropic;

impl Wire for Anthropic {
    fn begin<'a>(
        &self,
        stream: &'a TcpStream,
        asked: &Asked,
        headers: &Headers,
    ) -> io::Result<Box<dyn Speaker + 'a>> {
        let mut events = EventStream::begin(stream, headers)?;
        let message = message(
            asked,
            &[],
            None,
            Usage {
                input: 1200,
                output: 1,
            },
        );
        events.send(
            "message_start",
            &json!({"type": "message_start", "message": message}),
        )?;
        Ok(Box::new(Stream {
            events: Some(events),
            open: None,
            blocks: 0,
            called: false,
        }))
    }

    fn error_body(&self, failure: &Failure) -> String {
        error(failure).to_string()
    }

    fn whole(&self, reply: &Reply, asked: &Asked) -> String {
        let mut content = Vec::new();
        for event in &reply.events {
            match event {
                Event::Text(text) => content.push(json!({"type": "text", "text": text})),
                Event::Stream(paced) => content.push(json!({"type": "text", "text": paced.text})),
                Event::Tool(tool) => content.extend(whole_call(tool, asked, content.len())),
                _ => {}
            }
        }
        let called = content.iter().any(|b| b["type"] == "tool_use");
        let stop = if called { "tool_use" } else { "end_turn" };
        let usage = reply.usage.unwrap_or_default();
        message(asked, &content, Some(stop), usage).to_string()
    }

    fn call(&self, tool: &Tool, asked: &Asked) -> Option<Call> {
        claude_tools::call(tool, &asked.tools)
    }
}

fn whole_call(tool: &Tool, asked: &Asked, index: usize) -> Option<Value> {
    let call = claude_tools::call(tool, &asked.tools)?;
    let id = format!("toolu_whole_{index}");
    Some(json!({"type": "tool_use", "id": id, "name": call.name, "input": call.input}))
}

fn message(asked: &Asked, content: &[Value], stop: Option<&str>, usage: Usage) -> Value {
    json!({
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": null,
        "usage": usage_json(usage),
    })
}

fn usage_json(usage: Usage) -> Value {
    json!({
        "input_tokens": usage.input,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": usage.output,
    })
}

fn error(failure: &Failure) -> Value {
    let kind = match (failure.kind.as_str(), failure.status) {
        ("", 400) => "invalid_request_error",
        ("", 401) => "authentication_error",
        ("", 429) => "rate_limit_error",
        ("", 529) => "overloaded_error",
        ("", _) => "api_error",
        (kind, _) => kind,
    };
    let mut error = json!({"type": kind, "message": failure.message});
    if let (Some(error), Some(extra)) = (
        error.as_object_mut(),
        moment::value(&failure.extra).as_object(),
    ) {
        error.extend(extra.clone());
    }
    json!({"type": "error", "error": error})
}

#[derive(Clone, Copy, PartialEq)]
enum Block {
    Text,
    Thinking,
}

struct Stream<'a> {
    events: Option<EventStream<'a>>,
    open: Option<Block>,
    blocks: usize,
    called: bool,
}

impl Stream<'_> {
    fn send(&mut self, kind: &str, mut data: Value) -> io::Result<()> {
        data["type"] = kind.into();
        match &mut self.events {
            Some(events) => events.send(kind, &data),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn start(&mut self, block: Value) -> io::Result<()> {
        let data = json!({"index": self.blocks, "content_block": block});
        self.send("content_block_start", data)
    }

    fn delta(&mut self, delta: Value) -> io::Result<()> {
        let data = json!({"index": self.blocks, "delta": delta});
        self.send("content_block_delta", data)
    }

    fn stop(&mut self) -> io::Result<()> {
        let data = json!({"index": self.blocks});
        self.blocks += 1;
        self.send("content_block_stop", data)
    }

    fn open(&mut self, block: Block) -> io::Result<()> {
        if self.open == Some(block) {
            return Ok(());
        }
        self.close()?;
        self.open = Some(block);
        self.start(match block {
            Block::Text => json!({"type": "text", "text": ""}),
            Block::Thinking => json!({"type": "thinking", "thinking": "", "signature": ""}),
        })
    }

    fn close(&mut self) -> io::Result<()> {
        let Some(block) = self.open.take() else {
            return Ok(());
        };
        if block == Block::Thinking {
            self.delta(json!({"type": "signature_delta", "signature": "c2NyaXB0ZWQ="}))?;
        }
        self.stop()
    }
}

impl Speaker for Stream<'_> {
    fn text(&mut self, text: &str) -> io::Result<()> {
        self.open(Block::Text)?;
        self.delta(json!({"type": "text_delta", "text": text}))
    }

    fn thinking(&mut self, text: &str) -> io::Result<()> {
        self.open(Block::Thinking)?;
        self.delta(json!({"type": "thinking_delta", "thinking": text}))
    }

    fn tool(&mut self, id: &str, call: &Call) -> io::Result<()> {
        self.close()?;
        self.called = true;
        self.start(json!({"type": "tool_use", "id": id, "name": call.name, "input": {}}))?;
        let input = call.input.to_string();
        self.delta(json!({"type": "input_json_delta", "partial_json": input}))?;
        self.stop()
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        self.send("error", error(failure))?;
        self.events.take().map_or(Ok(()), EventStream::end)
    }

    fn end(&mut self, stop: Option<&str>, usage: Usage) -> io::Result<()> {
        self.close()?;
        let natural = if self.called { "tool_use" } else { "end_turn" };
        let delta = json!({"stop_reason": stop.unwrap_or(natural), "stop_sequence": null});
        let usage = usage_json(usage);
        self.send("message_delta", json!({"delta": delta, "usage": usage}))?;
        self.send("message_stop", json!({}))?;
        self.events.take().map_or(Ok(()), EventStream::end)
    }
}
