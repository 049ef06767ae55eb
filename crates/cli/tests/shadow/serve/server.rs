//! A running `shadow serve`, ended with the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::private_tmux::PrivateTmux;
use crate::run::command;

/// A server over the panes of a private tmux server.
pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
    /// The token.
    pub token: String,
    /// The address that it printed.
    pub printed: String,
}

impl Server {
    /// Starts one at any port that is free, or at a given one.
    pub fn start(tmux: &PrivateTmux, listen: &str) -> Self {
        Self::start_with(tmux, listen, &[])
    }

    /// The same with more arguments.
    pub fn start_with(tmux: &PrivateTmux, listen: &str, more: &[&str]) -> Self {
        let socket = tmux.socket().display().to_string();
        let mut shadow = command(&["serve", "--listen", listen, "--socket", &socket]);
        shadow.args(more);
        Self::begun(shadow, &tmux.folder().join("token"))
    }

    /// One that a command starts, with its token in a file.
    pub fn begun(mut shadow: Command, file: &Path) -> Self {
        shadow.arg("--token-file").arg(file);
        shadow
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .stdin(Stdio::null());
        let mut child = shadow.spawn().expect("shadow runs");
        let mut said = String::new();
        let stderr = child.stderr.take().expect("a pipe");
        let mut stderr = BufReader::new(stderr);
        stderr.read_line(&mut said).expect("a line");
        let address = said
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let printed = said.split_whitespace().last().unwrap_or_default();
        let printed = printed.to_owned();
        let address = address
            .unwrap_or_else(|| panic!("no address: {said}"))
            .to_owned();
        // Whoever writes to a closed pipe would be told so by a signal.
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        let token = std::fs::read_to_string(file)
            .expect("the token's file")
            .trim()
            .to_owned();
        Self {
            child,
            address,
            token,
            printed,
        }
    }

    /// The address of the page, with the token.
    pub fn page(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token)
    }

    /// A request; status and body.
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let token = format!("Authorization: Bearer {}\r\n", self.token);
        exchange(&self.address, method, path, &token, body)
    }

    /// The first pane that it lists, once it lists one.
    pub fn first_pane(&self) -> Value {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let list = self.json("/api/v1/panes");
            if let Some(pane) = list["panes"].as_array().and_then(|panes| panes.first()) {
                return pane.clone();
            }
            assert!(Instant::now() < deadline, "no pane was ever listed");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The body of an answer as JSON.
    pub fn json(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, None);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request over a connection of its own; status and body.
pub fn exchange(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<&Value>,
) -> (u16, String) {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(address).expect("connected");
    let head = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{headers}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).expect("asked");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("answered");
    let answer = String::from_utf8(answer).expect("UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (status.expect("a status"), body.to_owned())
}
