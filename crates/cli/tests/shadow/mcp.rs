//! `shadow mcp`: what an agent sees and may do, asked as its client asks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::act::{showing, showing_file, typed};
use crate::case_folder::{capture_file, cut};
use crate::patience::until;
use crate::private_tmux::{PrivateTmux, program_named};
use crate::run::{command, shadow};
use crate::serve::server::{Server, exchange};

const APPROVAL: &str = "claude/2.1.330/basic-120x40/approval-command";
const IDLE: &str = "claude/2.1.330/basic-120x40/idle-fresh";

/// A client, and the server that it has started.
pub struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Client {
    fn start(tmux: &PrivateTmux, args: &[&str]) -> Self {
        let socket = tmux.socket().display().to_string();
        Self::begun(command(&[&["mcp", "--socket", &socket], args].concat()))
    }

    /// A client of the server that a command starts.
    pub fn begun(mut server: Command) -> Self {
        server.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = server.spawn().expect("the binary starts");
        let input = server.stdin.take().expect("stdin");
        let output = BufReader::new(server.stdout.take().expect("stdout"));
        let mut client = Self {
            server,
            input,
            output,
            asked: 0,
        };
        let about = json!({ "name": "test", "version": "1" });
        let hello = client.ask(
            "initialize",
            &json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about }),
        );
        assert_eq!(hello["serverInfo"]["name"], "shadow", "{hello}");
        client.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn write(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("the server reads");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("an answer");
            assert!(read > 0, "the server has ended");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            if answer["id"] == json!(id) {
                assert!(answer.get("error").is_none(), "{answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Calls a tool: what it gives, or the code of its refusal.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, String> {
        let called = self.ask(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        );
        if called["isError"] != json!(true) {
            return Ok(called["structuredContent"].clone());
        }
        let text = called["content"][0]["text"].as_str().expect("a text");
        let refusal: Value = serde_json::from_str(text).expect("JSON");
        assert!(refusal["error"]["next"].is_string(), "{refusal}");
        Err(refusal["error"]["code"]
            .as_str()
            .expect("a code")
            .to_owned())
    }

    /// The only pane, once the server has seen it.
    pub fn pane(&mut self) -> Value {
        let mut found = None;
        until("the pane", || {
            let panes = self.call("panes", &json!({})).expect("a list");
            found = panes["panes"].get(0).cloned();
            found.is_some()
        });
        found.expect("it was found")
    }

    fn question(&mut self) -> Value {
        self.pane();
        let read = self
            .call("pane_read", &json!({ "pane": "%0" }))
            .expect("a pane");
        read["question"].clone()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn the_skill_names_only_commands_that_there_are() {
    let skill = shadow(&["--skill"], "").stdout;
    let help = shadow(&["--help"], "").stdout;
    let mut lines = skill
        .lines()
        .filter_map(|line| line.strip_prefix("shadow "));
    let known = |line: &str| {
        line.split(' ')
            .next()
            .is_some_and(|name| help.contains(&format!("\n  {name} ")))
    };
    assert!(skill.starts_with("---\nname: shadow\n"), "{skill}");
    assert!(lines.clone().count() > 5 && lines.all(known), "{skill}");
}

/// The plugin for both CLIs has the skill as it is printed, and the version of this program.
#[test]
fn the_plugin_holds_this_skill_and_this_version() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../packaging/plugin/shadow/"
    );
    let read = |path: &str| std::fs::read_to_string(format!("{folder}{path}")).expect(path);
    assert_eq!(
        read("skills/shadow/SKILL.md"),
        shadow(&["--skill"], "").stdout
    );
    for cli in [".claude-plugin", ".codex-plugin"] {
        let manifest: Value =
            serde_json::from_str(&read(&format!("{cli}/plugin.json"))).expect("JSON");
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"), "{cli}");
    }
    let servers: Value = serde_json::from_str(&read(".mcp.json")).expect("JSON");
    assert_eq!(servers["mcpServers"]["shadow"]["args"], json!(["mcp"]));
}

#[test]
fn every_tool_has_schemas_and_says_what_it_changes() {
    let Some(tmux) = showing("mcp-tools", IDLE) else {
        return;
    };
    let mut client = Client::start(&tmux, &[]);
    let listed = client.ask("tools/list", &json!({}));
    let tools = listed["tools"].as_array().expect("tools");
    let reads = |tool: &Value| tool["annotations"]["readOnlyHint"] == json!(true);
    let names = |reading: bool| -> Vec<&str> {
        let some = tools.iter().filter(|tool| reads(tool) == reading);
        some.filter_map(|tool| tool["name"].as_str()).collect()
    };
    assert_eq!(
        names(true),
        ["panes", "pane_read", "pane_wait", "pane_turns"]
    );
    assert_eq!(names(false), ["pane_send", "pane_answer", "pane_interrupt"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        // Clients warn of Rust's names for numbers.
        assert!(!tool.to_string().contains(r#""format":"#), "{tool}");
    }
}

#[test]
fn without_leave_an_agent_looks_and_does_nothing() {
    let Some(tmux) = showing("mcp-looks", APPROVAL) else {
        return;
    };
    let mut client = Client::start(&tmux, &[]);
    let pane = client.pane();
    assert_eq!(
        (&pane["cli"], &pane["need"], &pane["self"]),
        (&json!("claude"), &json!("blocked"), &json!(false))
    );
    let question = client.question();
    assert_eq!(question["kind"], "approval_command", "{question}");
    assert_eq!(
        question["options"][0]["label"]["source"], "screen",
        "{question}"
    );
    let waited = client
        .call(
            "pane_wait",
            &json!({ "panes": ["%0"], "until": ["blocked"] }),
        )
        .expect("an end");
    assert_eq!(
        (&waited["settled"], &waited["panes"][0]["what"]),
        (&json!(true), &json!("blocked")),
        "{waited}"
    );
    let later =
        json!({ "panes": ["%0"], "until": ["ready"], "timeout": 0, "cursor": waited["cursor"] });
    let waited = client.call("pane_wait", &later).expect("an end");
    assert_eq!(waited["settled"], json!(false), "{waited}");
    let sent = client.call("pane_send", &json!({ "pane": "%0", "text": "hello" }));
    assert_eq!(sent, Err("not_allowed".to_owned()));
    let no = json!({ "pane": "%0", "signature": question["signature"], "option": 3 });
    assert_eq!(
        client.call("pane_answer", &no),
        Err("not_allowed".to_owned())
    );
    let stopped = client.call("pane_interrupt", &json!({ "pane": "%0", "turn": 1 }));
    assert_eq!(stopped, Err("not_allowed".to_owned()));
    assert_eq!(
        client.call("pane_read", &json!({ "pane": "%9" })),
        Err("no_such_pane".to_owned())
    );
    assert_eq!(
        client.call("pane_read", &json!({ "of": 1 })),
        Err("bad_request".to_owned())
    );
    assert_eq!(typed(&tmux), "");
}

#[test]
fn an_agent_says_no_with_leave_to_answer_and_yes_only_with_leave_to_approve() {
    let Some(tmux) = showing("mcp-answers", APPROVAL) else {
        return;
    };
    let mut client = Client::start(&tmux, &["--allow", "answer"]);
    let question = client.question();
    let answer = |option: usize| json!({ "pane": "%0", "signature": question["signature"], "option": option, "key": option.to_string() });
    let options = question["options"].as_array().expect("options");
    let refuses = options
        .iter()
        .position(|option| option["refuses"] == json!(true))
        .expect("a no")
        + 1;
    assert_eq!(
        client.call("pane_answer", &answer(1)),
        Err("not_allowed".to_owned())
    );
    assert_eq!(typed(&tmux), "");
    // The picture stays as it is: the key is pressed, and nothing confirms it.
    client
        .call("pane_answer", &answer(refuses))
        .expect_err("nothing goes");
    let pressed = typed(&tmux);
    assert!(!pressed.is_empty());
    client
        .call("pane_answer", &answer(refuses))
        .expect_err("the same result");
    assert_eq!(
        typed(&tmux),
        pressed,
        "a call with the same key presses nothing"
    );
    drop(client);
    let mut client = Client::start(&tmux, &["--allow", "approve"]);
    client.pane();
    client
        .call("pane_answer", &answer(1))
        .expect_err("nothing goes");
    assert!(typed(&tmux).len() > pressed.len());
}

#[test]
fn nothing_is_approved_that_is_not_shown_whole() {
    let screen = cut("mcp-cut");
    let Some(tmux) = showing_file("mcp-cut", &screen) else {
        return;
    };
    let mut client = Client::start(&tmux, &["--allow", "send,answer,approve"]);
    let question = client.question();
    assert_eq!(question["subject_whole"], json!(false), "{question}");
    let yes = json!({ "pane": "%0", "signature": question["signature"], "option": 1 });
    assert_eq!(
        client.call("pane_answer", &yes),
        Err("subject_not_whole".to_owned())
    );
    assert_eq!(
        client.call("pane_send", &json!({ "pane": "%0", "text": "1" })),
        Err("dialog_open".to_owned())
    );
    assert_eq!(typed(&tmux), "");
    std::fs::remove_file(screen).expect("cleaned");
}

#[test]
fn a_pane_out_of_scope_is_left_alone() {
    let Some(tmux) = showing("mcp-scope", IDLE) else {
        return;
    };
    let mut client = Client::start(&tmux, &["--allow", "send", "--panes", "elsewhere"]);
    assert_eq!(client.pane()["in_scope"], json!(false));
    let sent = client.call("pane_send", &json!({ "pane": "%0", "text": "hello" }));
    assert_eq!(sent, Err("out_of_scope".to_owned()));
    assert_eq!(typed(&tmux), "");
}

/// The server runs below the CLI in the pane, as one that the CLI has started.
#[test]
fn an_agent_does_nothing_in_its_own_pane() {
    let Some(tmux) = PrivateTmux::start("mcp-own", "exec sleep 600") else {
        return;
    };
    let call = |id: u32, tool: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    let about = json!({ "name": "test", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about });
    let requests = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        call(2, "panes", json!({})),
        call(3, "pane_send", json!({ "pane": "%0", "text": "hello" })),
    ];
    let lines: String = requests.iter().map(|line| format!("{line}\n")).collect();
    let (asked, answered) = (tmux.folder().join("asked"), tmux.folder().join("answered"));
    std::fs::write(&asked, lines).expect("a file");
    let script = format!(
        "stty -icanon -echo; printf '\\033[2J\\033[H'; head -c -1 '{}'; (cat '{}'; sleep 5) | env -u TMUX_PANE '{}' mcp --allow send --socket '{}' >'{}'; sleep 600",
        capture_file(IDLE).display(),
        asked.display(),
        env!("CARGO_BIN_EXE_shadow"),
        tmux.socket().display(),
        answered.display(),
    );
    let cli = program_named("claude", "bash").display().to_string();
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    assert!(tmux.run(&[
        "respawn-pane",
        "-k",
        "-t",
        "%0",
        &format!("exec '{cli}' -c \"{script}\"")
    ]));
    let read = || std::fs::read_to_string(&answered).unwrap_or_default();
    until("the answer to the last request", || {
        read().contains(r#""id":3"#)
    });
    let answers = read();
    assert!(answers.contains(r#""self":true"#), "{answers}");
    assert!(answers.contains("own_pane"), "{answers}");
}

/// A call of a tool as a request to `/mcp`.
fn over_http(tool: &str, arguments: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } })
}

/// The process in the pane connects to the server, which runs elsewhere: it is known by its end of the connection.
#[test]
fn an_agent_does_nothing_in_its_own_pane_over_http_either() {
    let Some(tmux) = PrivateTmux::start("mcp-http", "exec sleep 600") else {
        return;
    };
    let server = Server::start_with(&tmux, "127.0.0.1:0", &["--allow", "send"]);
    let send = over_http("pane_send", &json!({ "pane": "%0", "text": "hello" }));
    let headers = format!(
        "Authorization: Bearer {}\r\nAccept: application/json, text/event-stream\r\n",
        server.token
    );
    let body = send.to_string();
    let request = format!(
        "POST /mcp HTTP/1.0\r\nHost: {}\r\n{headers}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    let (asked, answered) = (tmux.folder().join("asked"), tmux.folder().join("answered"));
    std::fs::write(&asked, request).expect("a file");
    let port = server.address.replace(':', "/");
    let script = format!(
        "stty -icanon -echo; printf '\\033[2J\\033[H'; head -c -1 '{}'; read -r -n 1; exec 3<>/dev/tcp/{port}; cat '{}' >&3; cat <&3 >'{}'; sleep 600",
        capture_file(IDLE).display(),
        asked.display(),
        answered.display(),
    );
    let cli = program_named("claude", "bash").display().to_string();
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    let run = format!("exec '{cli}' -c \"{script}\"");
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &run]));
    server.first_pane();
    assert!(tmux.run(&["send-keys", "-t", "%0", "x"]));
    let read = || std::fs::read_to_string(&answered).unwrap_or_default();
    until("the refusal", || read().contains("isError"));
    assert!(read().contains("own_pane"), "{}", read());
    // This process runs elsewhere, and may act.
    let list = over_http("panes", &json!({}));
    let (status, listed) = exchange(&server.address, "POST", "/mcp", &headers, Some(&list));
    assert!(
        status == 200 && listed.contains(r#""self":false"#),
        "{listed}"
    );
    let (_, sent) = exchange(&server.address, "POST", "/mcp", &headers, Some(&send));
    assert!(
        !sent.contains("own_pane") && !sent.contains("unknown_caller"),
        "{sent}"
    );
}
