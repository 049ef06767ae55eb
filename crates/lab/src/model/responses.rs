//! OpenAI Responses on the wire: stream events, whole answers, errors.

use std::io;
use std::net::TcpStream;

use serde_json::{Value, json};

use super::call::{Call, Form};
use super::codex_tools;
use super::http::EventStream;
use super::moment;
use super::play::{Speaker, Wire};
use super::reply::{Event, Failure, Headers, Reply, Usage};
use super::request::Asked;
use super::tool::Tool;

/// The wire format of `POST /v1/responses`.
pub struct Responses;

impl Wire for Responses {
    fn begin<'a>(
        &self,
        stream: &'a TcpStream,
        asked: &Asked,
        headers: &Headers,
    ) -> io::Result<Box<dyn Speaker + 'a>> {
        let events = EventStream::begin(stream, headers)?;
        let mut speaker = Stream {
            events: Some(events),
            model: asked.model.clone(),
            sequence: 0,
            items: Vec::new(),
            open: None,
        };
        let response = speaker.response("in_progress");
        speaker.send("response.created", json!({ "response": response }))?;
        Ok(Box::new(speaker))
    }

    fn error_body(&self, failure: &Failure) -> String {
        json!({ "error": error(failure) }).to_string()
    }

    fn whole(&self, reply: &Reply, asked: &Asked) -> String {
        let text: String = reply.events.iter().filter_map(said).collect();
        let output = [message_item("msg_0", &text)];
        json!({
            "id": "resp_scripted", "object": "response", "status": "completed",
            "model": asked.model, "output": output,
            "usage": usage_json(reply.usage.unwrap_or_default()),
        })
        .to_string()
    }

    fn call(&self, tool: &Tool, asked: &Asked) -> Option<Call> {
        codex_tools::call(tool, &asked.tools)
    }
}

fn said(event: &Event) -> Option<&str> {
    match event {
        Event::Text(text) => Some(text),
        Event::Stream(paced) => Some(&paced.text),
        _ => None,
    }
}

fn error(failure: &Failure) -> Value {
    let kind = match (failure.kind.as_str(), failure.status) {
        ("", 400) => "invalid_request_error",
        ("", 401) => "invalid_api_key",
        ("", 429) => "rate_limit_exceeded",
        ("", _) => "server_error",
        (kind, _) => kind,
    };
    let mut error = json!({"type": kind, "code": kind, "message": failure.message});
    if let (Some(error), Some(extra)) = (
        error.as_object_mut(),
        moment::value(&failure.extra).as_object(),
    ) {
        error.extend(extra.clone());
    }
    error
}

fn usage_json(usage: Usage) -> Value {
    json!({
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.input + usage.output,
    })
}

fn message_item(id: &str, text: &str) -> Value {
    let content = json!([{"type": "output_text", "text": text, "annotations": []}]);
    json!({"type": "message", "id": id, "role": "assistant", "status": "completed", "content": content})
}

fn reasoning_item(id: &str, text: &str) -> Value {
    let summary = json!([{"type": "summary_text", "text": text}]);
    json!({"type": "reasoning", "id": id, "summary": summary, "encrypted_content": null})
}

fn call_item(id: &str, call: &Call) -> Value {
    let item_id = format!("item_{id}");
    let mut item = match call.form {
        Form::Function => json!({
            "type": "function_call", "id": item_id, "call_id": id,
            "name": call.name, "arguments": call.input.to_string(), "status": "completed",
        }),
        Form::Custom => json!({
            "type": "custom_tool_call", "id": item_id, "call_id": id,
            "name": call.name, "input": call.input, "status": "completed",
        }),
        Form::LocalShell => json!({
            "type": "local_shell_call", "id": item_id, "call_id": id,
            "status": "completed", "action": call.input,
        }),
    };
    if let Some(namespace) = &call.namespace {
        item["namespace"] = namespace.as_str().into();
    }
    item
}

/// The message or reasoning item that is being streamed.
struct Open {
    reasoning: bool,
    text: String,
}

struct Stream<'a> {
    events: Option<EventStream<'a>>,
    model: String,
    sequence: u64,
    items: Vec<Value>,
    open: Option<Open>,
}

impl Stream<'_> {
    fn response(&self, status: &str) -> Value {
        json!({
            "id": "resp_scripted", "object": "response", "status": status,
            "model": self.model, "output": self.items,
        })
    }

    fn send(&mut self, kind: &str, mut data: Value) -> io::Result<()> {
        data["type"] = kind.into();
        data["sequence_number"] = self.sequence.into();
        self.sequence += 1;
        match &mut self.events {
            Some(events) => events.send(kind, &data),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn item_id(&self) -> String {
        format!("item_{}", self.items.len())
    }

    fn item_event(&mut self, kind: &str, item: &Value) -> io::Result<()> {
        let data = json!({"output_index": self.items.len(), "item": item});
        self.send(kind, data)
    }

    /// An event about the part (of a message) or summary (of a reasoning item).
    fn part_event(&mut self, kind: &str, reasoning: bool, mut data: Value) -> io::Result<()> {
        data["item_id"] = self.item_id().into();
        data["output_index"] = self.items.len().into();
        let index = if reasoning {
            "summary_index"
        } else {
            "content_index"
        };
        data[index] = 0.into();
        self.send(kind, data)
    }

    fn open(&mut self, reasoning: bool) -> io::Result<()> {
        if self
            .open
            .as_ref()
            .is_some_and(|open| open.reasoning == reasoning)
        {
            return Ok(());
        }
        self.close()?;
        self.open = Some(Open {
            reasoning,
            text: String::new(),
        });
        let id = self.item_id();
        let item = if reasoning {
            json!({"type": "reasoning", "id": id, "summary": [], "encrypted_content": null})
        } else {
            json!({"type": "message", "id": id, "role": "assistant", "status": "in_progress", "content": []})
        };
        self.item_event("response.output_item.added", &item)?;
        if reasoning {
            let part = json!({"part": {"type": "summary_text", "text": ""}});
            self.part_event("response.reasoning_summary_part.added", true, part)
        } else {
            let part = json!({"part": {"type": "output_text", "text": "", "annotations": []}});
            self.part_event("response.content_part.added", false, part)
        }
    }

    fn close(&mut self) -> io::Result<()> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let text = json!({"text": open.text});
        let id = self.item_id();
        let item = if open.reasoning {
            self.part_event("response.reasoning_summary_text.done", true, text)?;
            reasoning_item(&id, &open.text)
        } else {
            self.part_event("response.output_text.done", false, text)?;
            message_item(&id, &open.text)
        };
        self.done(item)
    }

    fn done(&mut self, item: Value) -> io::Result<()> {
        self.item_event("response.output_item.done", &item)?;
        self.items.push(item);
        Ok(())
    }

    fn stream(&mut self, reasoning: bool, text: &str) -> io::Result<()> {
        self.open(reasoning)?;
        if let Some(open) = &mut self.open {
            open.text.push_str(text);
        }
        let kind = if reasoning {
            "response.reasoning_summary_text.delta"
        } else {
            "response.output_text.delta"
        };
        self.part_event(kind, reasoning, json!({ "delta": text }))
    }
}

impl Speaker for Stream<'_> {
    fn text(&mut self, text: &str) -> io::Result<()> {
        self.stream(false, text)
    }

    fn thinking(&mut self, text: &str) -> io::Result<()> {
        self.stream(true, text)
    }

    fn tool(&mut self, id: &str, call: &Call) -> io::Result<()> {
        self.close()?;
        let item = call_item(id, call);
        self.item_event("response.output_item.added", &item)?;
        self.done(item)
    }

    fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        let mut response = self.response("failed");
        response["error"] = error(failure);
        self.send("response.failed", json!({ "response": response }))?;
        self.events.take().map_or(Ok(()), EventStream::end)
    }

    fn end(&mut self, stop: Option<&str>, usage: Usage) -> io::Result<()> {
        self.close()?;
        let status = if stop.is_some() {
            "incomplete"
        } else {
            "completed"
        };
        let mut response = self.response(status);
        response["usage"] = usage_json(usage);
        if let Some(reason) = stop {
            response["incomplete_details"] = json!({ "reason": reason });
        }
        self.send(
            &format!("response.{status}"),
            json!({ "response": response }),
        )?;
        self.events.take().map_or(Ok(()), EventStream::end)
    }
}
