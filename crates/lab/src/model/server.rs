//! The listener and the public handle. One thread accepts, one thread answers
//! each connection; all of them end when the handle is dropped.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use super::anthropic::Anthropic;
use super::board::Board;
use super::http::{self, Request};
use super::journal::{Fact, Note};
use super::moment;
use super::play::{Player, Wire};
use super::reply::{Headers, Reply, SideAnswer};
use super::request::Asked;
use super::responses::Responses;
use super::snapshot::Snapshot;

/// A running scripted model server.
#[derive(Debug)]
pub struct Server {
    board: Arc<Board>,
    address: SocketAddr,
    acceptor: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens on `bind`, such as `127.0.0.1:0`.
    pub fn start(bind: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(bind)?;
        let address = listener.local_addr()?;
        let board = Arc::new(Board::default());
        let shared = Arc::clone(&board);
        let acceptor = thread::spawn(move || accept(&listener, &shared));
        Ok(Self {
            board,
            address,
            acceptor: Some(acceptor),
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Adds a reply to the queue, or beside it if it has a `match`.
    pub fn enqueue(&self, reply: Reply) {
        self.board.enqueue(reply);
    }

    /// Gives every answer these headers from here on, and paths beside the model's own these answers.
    pub fn furnish(&self, headers: Headers, sides: Vec<SideAnswer>) {
        self.board.furnish(headers, sides);
    }

    /// Drops all replies not yet begun.
    pub fn clear(&self) {
        self.board.clear();
    }

    /// Forgets which tools the CLI has searched for: it was started again.
    pub fn forget_searches(&self) {
        self.board.forget_searches();
    }

    /// Releases a gate: the open one of this name, or the next to open.
    pub fn release(&self, gate: &str) {
        self.board.release(gate);
    }

    /// What has happened so far.
    pub fn snapshot(&self) -> Snapshot {
        self.board.snapshot()
    }

    /// Blocks until `holds` is true; at the time limit the last snapshot is the error.
    pub fn wait_for(
        &self,
        holds: impl FnMut(&Snapshot) -> bool,
        timeout: Duration,
    ) -> Result<Snapshot, Box<Snapshot>> {
        self.board.wait_for(holds, timeout)
    }

    /// Notes a fact of this moment in the journal.
    pub fn note(&self, fact: Fact) {
        self.board.note(fact);
    }

    /// Notes a fact of an earlier moment in its place.
    pub fn note_at(&self, note: Note) {
        self.board.note_at(note);
    }

    /// What has happened so far, in order.
    pub fn journal(&self) -> Vec<Note> {
        self.board.journal()
    }

    /// The body of the newest main request, for looking at what a version sends.
    pub fn last_body(&self) -> Value {
        self.board.last_body()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.board.close();
        // Wakes the acceptor; if it is gone already there is nothing to wake.
        drop(TcpStream::connect(self.address));
        if let Some(acceptor) = self.acceptor.take() {
            drop(acceptor.join());
        }
    }
}

fn accept(listener: &TcpListener, board: &Arc<Board>) {
    for stream in listener.incoming() {
        if board.is_closed() {
            return;
        }
        if let Ok(stream) = stream {
            let board = Arc::clone(board);
            thread::spawn(move || serve(&stream, &board));
        }
    }
}

fn serve(stream: &TcpStream, board: &Board) {
    drop(stream.set_nodelay(true));
    drop(stream.set_read_timeout(Some(Duration::from_secs(30))));
    let Ok(request) = http::read_request(stream) else {
        return;
    };
    match (request.method.as_str(), request.path.as_str()) {
        ("POST", path) if path.ends_with("/messages") => {
            answer(stream, board, &request, &Anthropic, Asked::anthropic);
        }
        ("POST", path) if path.ends_with("/responses") => {
            answer(stream, board, &request, &Responses, Asked::responses);
        }
        _ => answer_side(stream, board, &request),
    }
}

fn answer(
    stream: &TcpStream,
    board: &Board,
    request: &Request,
    wire: &dyn Wire,
    read: fn(&Value) -> Asked,
) {
    let Ok(body) = serde_json::from_slice::<Value>(&request.body) else {
        drop(http::write_json(
            stream,
            400,
            &Headers::new(),
            r#"{"error":"not JSON"}"#,
        ));
        return;
    };
    let asked = read(&body);
    let (lane, reply) = board.receive(&request.path, &asked, body);
    let player = Player {
        board,
        wire,
        stream,
        asked: &asked,
        lane,
    };
    player.play(&reply);
}

/// Whatever else a CLI asks for: token counts, the list of models, telemetry.
fn answer_side(stream: &TcpStream, board: &Board, request: &Request) {
    board.note_path(&request.path);
    let (status, body) = if let Some(side) = board.side(&request.path) {
        (side.status, moment::value(&side.body))
    } else if request.path.ends_with("/count_tokens") {
        (200, json!({ "input_tokens": request.body.len() / 4 }))
    } else if request.path.ends_with("/models") {
        (200, json!({ "object": "list", "data": [], "models": [] }))
    } else if request.method == "HEAD" || request.path == "/" {
        (200, json!({}))
    } else {
        (
            404,
            json!({ "error": { "type": "not_found_error", "message": "no such path" } }),
        )
    };
    drop(http::write_json(
        stream,
        status,
        &board.headers(),
        &body.to_string(),
    ));
}
