//! `shadow serve` from a shell: where it listens, what it prints, what it answers of live panes.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use serde_json::json;

use crate::private_tmux::PrivateTmux;
use crate::run::{command, feed, shadow};
use crate::serve::server::{Server, exchange};
use crate::serve::stage::{Script, started};

#[test]
fn other_machines_need_a_flag_and_others_can_read_no_token() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let run = shadow(&["serve", "--listen", address], "");
        assert_eq!(run.code, 2, "{}", run.stderr);
        run.complains_in_one_line();
        assert!(run.stderr.contains("--allow-remote"), "{}", run.stderr);
    }
    let Some(tmux) = PrivateTmux::start("serve-token", "exec sleep 60") else {
        return;
    };
    let path = tmux.folder().join("open");
    std::fs::write(&path, "x".repeat(40)).expect("a file");
    let file = path.display().to_string();
    let run = feed(
        command(&["serve", "--listen", "127.0.0.1:0", "--token-file", &file]),
        Vec::new(),
    );
    assert_eq!(run.code, 3, "{}", run.stderr);
    run.complains_in_one_line();
    assert!(run.stderr.contains("chmod 600"), "{}", run.stderr);
}

#[test]
fn programs_ask_through_a_socket_without_a_token() {
    let Some(tmux) = started("serve-socket", Script::new()) else {
        return;
    };
    let path = tmux.folder().join("private");
    let _server = Server::start_with(
        &tmux,
        "127.0.0.1:0",
        &["--listen-unix", &path.display().to_string()],
    );
    let mut stream = UnixStream::connect(&path).expect("it listens");
    let head = "GET /api/v1/panes HTTP/1.0\r\nHost: shadow\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("answered");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
    assert!(answer.contains("\"panes\""), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let run = shadow(&["serve", "--listen", &address], "");
    if run.stderr.contains("tmux") {
        return;
    }
    assert_eq!(run.code, 1, "{}", run.stderr);
    run.complains_in_one_line();
    assert!(run.stderr.contains("another port"), "{}", run.stderr);
}

#[test]
fn live_panes_are_served_and_acted_on_through_the_guards() {
    let script = Script::new().show("claude/2.1.330/approvals-120x40/approval-edit");
    let Some(tmux) = started("serve-live", script) else {
        return;
    };
    let server = Server::start(&tmux, "127.0.0.1:0");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let pane = server.first_pane();
    assert_eq!(
        (&pane["need"], &pane["placed"]["session"]),
        (&json!("blocked"), &json!("serve-live"))
    );
    let path = format!("/api/v1/panes/{}", pane["key"].as_str().expect("a key"));
    let signature = &pane["operator_block"]["signature"];
    assert_eq!(
        &server.json(&path)["payload"]["surface_assessment"]["operator_block"]["signature"],
        signature
    );
    let stale = json!({ "option": 1, "signature": "0123456789abcdef" });
    let (status, body) = server.ask("POST", &format!("{path}/choose"), Some(&stale));
    assert_eq!(status, 409, "{body}");
    assert!(
        body.contains("\"code\":\"other_dialog\"") && body.contains("\"code\":\"refused\""),
        "{body}"
    );
    let (status, body) = server.ask(
        "POST",
        &format!("{path}/send"),
        Some(&json!({ "text": "hello" })),
    );
    assert_eq!(status, 409, "{body}");
    assert!(body.contains("dialog_open"), "{body}");
    let (status, body) = exchange(&server.address, "GET", "/api/v1/panes", "", None);
    assert_eq!(status, 401, "{body}");
    assert!(tmux.run(&["kill-session", "-t", "serve-live"]));
    while server.ask("GET", &path, None).0 != 404 {
        assert!(
            std::time::Instant::now() < deadline,
            "the pane was never gone"
        );
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
