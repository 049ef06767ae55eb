//! A proxy before a NATS server that doubles and reorders what goes through it, in both directions.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Of so many messages one comes twice, and of so many one comes after the next.
const DOUBLED: usize = 5;
const LATER: usize = 7;

/// How long a message is held if none comes behind it.
const HELD: Duration = Duration::from_millis(50);

/// The proxy. It ends with the test.
pub struct Unruly {
    /// Where clients connect.
    pub port: u16,
    done: Done,
}

/// How often it has doubled a message, and how often it has held one back behind another.
type Done = Arc<[AtomicUsize; 2]>;

impl Unruly {
    /// Starts it before a server of this machine.
    pub fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let done = Done::default();
        let counted = Arc::clone(&done);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                let ends = || Some((client.try_clone().ok()?, server.try_clone().ok()?));
                if let (Some((from, to)), Some((back, away))) = (ends(), ends()) {
                    pass(from, to, Arc::clone(&counted));
                    pass(away, back, Arc::clone(&counted));
                }
            }
        });
        Self { port, done }
    }

    /// Whether it has done both.
    pub fn has_meddled(&self) -> bool {
        self.done.iter().all(|it| it.load(Ordering::Relaxed) > 0)
    }
}

/// A part of the protocol: a line, with the message that belongs to it.
struct Frame {
    bytes: Vec<u8>,
    is_message: bool,
}

fn pass(from: TcpStream, to: TcpStream, done: Done) {
    let (sent, frames) = channel();
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        while let Ok(Some(frame)) = read(&mut from) {
            if sent.send(frame).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        let _ = write(&frames, &to, &done);
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
}

/// The next frame; none at the end.
fn read(from: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let mut bytes = Vec::new();
    from.read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes).into_owned();
    let words: Vec<&str> = line.split_whitespace().collect();
    let has_payload = matches!(words.first(), Some(&("PUB" | "HPUB" | "MSG" | "HMSG")));
    if has_payload {
        let length: usize = words.last().and_then(|it| it.parse().ok()).unwrap_or(0);
        let from_here = bytes.len();
        bytes.resize(from_here + length + 2, 0);
        from.read_exact(&mut bytes[from_here..])?;
    }
    Ok(Some(Frame {
        bytes,
        is_message: has_payload,
    }))
}

fn write(frames: &Receiver<Frame>, mut to: &TcpStream, done: &Done) -> io::Result<()> {
    let (mut count, mut held) = (0, Vec::new());
    loop {
        let frame = match frames.recv_timeout(HELD) {
            Ok(frame) => frame,
            Err(RecvTimeoutError::Timeout) => {
                to.write_all(&std::mem::take(&mut held))?;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        count += usize::from(frame.is_message);
        if frame.is_message && count % LATER == 0 && held.is_empty() {
            held = frame.bytes;
            continue;
        }
        to.write_all(&frame.bytes)?;
        if frame.is_message && count % DOUBLED == 0 {
            to.write_all(&frame.bytes)?;
            done[0].fetch_add(1, Ordering::Relaxed);
        }
        if !held.is_empty() {
            to.write_all(&std::mem::take(&mut held))?;
            done[1].fetch_add(1, Ordering::Relaxed);
        }
    }
}
