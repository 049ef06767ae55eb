//! As much HTTP/1.1 as the two CLIs need: one request in, one response out, then
//! the connection closes. No TLS, no keep-alive, no routing.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use super::moment;
use super::reply::Headers;

const MAX_HEAD: u64 = 64 * 1024;
const MAX_BODY: u64 = 64 * 1024 * 1024;

/// One request.
#[derive(Debug, Default)]
pub struct Request {
    pub method: String,
    /// Path without query.
    pub path: String,
    pub body: Vec<u8>,
}

/// Reads one request; an oversized or broken one is an error.
pub fn read_request(stream: &TcpStream) -> io::Result<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = (&mut reader).take(MAX_HEAD);
    let start = line(&mut head)?;
    let mut words = start.split(' ');
    let method = words.next().unwrap_or_default().to_owned();
    let target = words.next().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let framing = read_headers(&mut head)?;
    if framing.expects_continue {
        (&*stream).write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let body = read_body(&mut reader, &framing)?;
    Ok(Request { method, path, body })
}

#[derive(Default)]
struct Framing {
    length: u64,
    chunked: bool,
    expects_continue: bool,
}

fn read_headers(reader: &mut impl BufRead) -> io::Result<Framing> {
    let mut framing = Framing::default();
    loop {
        let header = line(reader)?;
        if header.is_empty() {
            return Ok(framing);
        }
        let (name, value) = header.split_once(':').unwrap_or((&header, ""));
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => framing.length = value.parse().map_err(|_| bad("length"))?,
            "transfer-encoding" => framing.chunked = value.eq_ignore_ascii_case("chunked"),
            "expect" => framing.expects_continue = true,
            _ => {}
        }
    }
}

fn read_body(reader: &mut impl BufRead, framing: &Framing) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    if !framing.chunked {
        read_exactly(reader, framing.length, &mut body)?;
        return Ok(body);
    }
    loop {
        let size = line(reader)?;
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(|_| bad("chunk size"))?;
        if size == 0 {
            line(reader)?;
            return Ok(body);
        }
        read_exactly(reader, size, &mut body)?;
        line(reader)?;
    }
}

fn read_exactly(reader: &mut impl BufRead, size: u64, body: &mut Vec<u8>) -> io::Result<()> {
    if size > MAX_BODY || body.len() as u64 + size > MAX_BODY {
        return Err(bad("body too large"));
    }
    let read = reader.take(size).read_to_end(body)?;
    if read as u64 == size {
        Ok(())
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(line)
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("bad request: {what}"))
}

/// Writes a whole response with a JSON body.
pub fn write_json(
    mut stream: &TcpStream,
    status: u16,
    headers: &Headers,
    body: &str,
) -> io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status} {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n",
        reason(status),
        body.len()
    );
    head += &lines(headers);
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

/// Header lines, each ended. Moments are counted from here.
fn lines(headers: &Headers) -> String {
    let mut lines = String::new();
    for (name, value) in headers {
        // Writing to a string cannot fail.
        let _ = write!(lines, "{name}: {}\r\n", moment::text(value));
    }
    lines
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        413 => "Payload Too Large",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        529 => "Overloaded",
        _ => "Status",
    }
}

/// A response body of server-sent events, in chunked encoding.
pub struct EventStream<'a> {
    stream: &'a TcpStream,
}

impl<'a> EventStream<'a> {
    /// Sends the head.
    pub fn begin(mut stream: &'a TcpStream, headers: &Headers) -> io::Result<Self> {
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\n\
             transfer-encoding: chunked\r\nconnection: close\r\n{}\r\n",
            lines(headers)
        );
        stream.write_all(head.as_bytes())?;
        Ok(Self { stream })
    }

    /// Sends one event.
    pub fn send(&mut self, name: &str, data: &serde_json::Value) -> io::Result<()> {
        let event = format!("event: {name}\ndata: {data}\n\n");
        let chunk = format!("{:x}\r\n{event}\r\n", event.len());
        self.stream.write_all(chunk.as_bytes())
    }

    /// Ends the body properly. A stream dropped without this is cut off.
    pub fn end(self) -> io::Result<()> {
        let mut stream = self.stream;
        stream.write_all(b"0\r\n\r\n")
    }
}
