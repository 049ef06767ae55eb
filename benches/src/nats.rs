//! A client of a NATS server that is only as large as a simulated host needs it: it publishes, and takes messages.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};

/// A message that has come.
pub struct Message {
    /// Where it was published.
    pub subject: String,
    /// Where its answer goes.
    pub reply: Option<String>,
    /// What it says.
    pub payload: Vec<u8>,
}

/// The half of a connection that sends. Its copies share the connection.
#[derive(Clone)]
pub struct Sender(Arc<Mutex<TcpStream>>);

/// The half of a connection that takes messages.
pub struct Taker {
    from: BufReader<TcpStream>,
    sender: Sender,
}

/// Connects to a server on this machine.
///
/// # Errors
/// If the server is not there, or says something else than its first line.
pub fn connect(port: u16) -> io::Result<(Sender, Taker)> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_nodelay(true)?;
    let mut from = BufReader::new(stream.try_clone()?);
    let mut info = String::new();
    from.read_line(&mut info)?;
    let sender = Sender(Arc::new(Mutex::new(stream)));
    sender.send(b"CONNECT {\"verbose\":false,\"headers\":true,\"protocol\":1}\r\n")?;
    Ok((sender.clone(), Taker { from, sender }))
}

impl Sender {
    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stream.write_all(bytes)
    }

    /// Asks for the messages of a subject.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn subscribe(&self, subject: &str, number: u32) -> io::Result<()> {
        self.send(format!("SUB {subject} {number}\r\n").as_bytes())
    }

    /// Publishes a message, whose answer goes to `reply`, with a header.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn publish(
        &self,
        subject: &str,
        reply: &str,
        header: Option<(&str, &str)>,
        payload: &[u8],
    ) -> io::Result<()> {
        let mut bytes = match header {
            None => format!("PUB {subject} {reply} {}\r\n", payload.len()),
            Some((name, value)) => {
                let headers = format!("NATS/1.0\r\n{name}: {value}\r\n\r\n");
                let (head, all) = (headers.len(), headers.len() + payload.len());
                format!("HPUB {subject} {reply} {head} {all}\r\n{headers}")
            }
        }
        .into_bytes();
        bytes.extend_from_slice(payload);
        bytes.extend_from_slice(b"\r\n");
        self.send(&bytes)
    }
}

impl Taker {
    /// The next message.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn message(&mut self) -> io::Result<Message> {
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |word: &str| word.parse().unwrap_or(0);
            let (subject, reply, head, all) = match words[..] {
                ["PING"] => {
                    self.sender.send(b"PONG\r\n")?;
                    continue;
                }
                ["MSG", subject, _, all] => (subject, None, 0, number(all)),
                ["MSG", subject, _, reply, all] => (subject, Some(reply), 0, number(all)),
                ["HMSG", subject, _, head, all] => (subject, None, number(head), number(all)),
                ["HMSG", subject, _, reply, head, all] => {
                    (subject, Some(reply), number(head), number(all))
                }
                _ => continue,
            };
            let mut payload = vec![0; all + 2];
            self.from.read_exact(&mut payload)?;
            payload.truncate(all);
            return Ok(Message {
                subject: subject.to_owned(),
                reply: reply.map(str::to_owned),
                payload: payload.split_off(head),
            });
        }
    }
}
