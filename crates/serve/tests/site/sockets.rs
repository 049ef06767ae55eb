//! The server on a real socket: two hundred readers of one stream.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use shadow_serve::{Acts, Hosts, Keys, Site, Token, serve};

use crate::panes::{Setting, TOKEN, setting};
use crate::stream::{Teller, frames};

/// Readers at one time.
const READERS: usize = 200;

/// Events that each of them gets.
const EVENTS: usize = 500;

/// A server in a thread of its own, which ends with the test's process.
fn started(setting: &Setting) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let token = Token::parse(TOKEN).expect("a token");
    let acts: Arc<dyn Acts> = Arc::clone(&setting.actor) as Arc<dyn Acts>;
    let site = Site::new(
        Arc::clone(&setting.board),
        acts,
        Keys::new(token),
        Hosts::new(address, []),
        setting.leave.clone(),
    );
    std::thread::spawn(move || serve(listener, None, site));
    address
}

/// A stream that was asked for without chunks.
fn asked(address: std::net::SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("connected");
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .expect("set");
    let head = format!(
        "GET /api/v1/events HTTP/1.0\r\nHost: {address}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("asked");
    stream
}

/// Reads until the text holds this.
fn read_until(stream: &mut TcpStream, text: &mut String, wanted: &str) {
    let mut piece = [0; 65536];
    while !text.contains(wanted) {
        let count = stream.read(&mut piece).expect("it goes on");
        assert!(count > 0, "the stream ended: {text}");
        text.push_str(std::str::from_utf8(&piece[..count]).expect("ASCII"));
    }
}

#[test]
fn two_hundred_readers_of_one_stream_get_every_event_once_and_in_order() {
    let setting = setting();
    let address = started(&setting);
    let mut readers: Vec<(TcpStream, String)> = (0..READERS)
        .map(|_| (asked(address), String::new()))
        .collect();
    for (stream, text) in &mut readers {
        read_until(stream, text, "event: hello");
    }
    let mut teller = Teller::new();
    (0..EVENTS).for_each(|_| setting.board.tell(&teller.next("ding")));
    setting.board.tell(&teller.next("the last one"));
    for (stream, text) in &mut readers {
        read_until(stream, text, "the last one");
        let (_, body) = text.split_once("\r\n\r\n").expect("a head");
        let told = frames(&format!("{body}\n\n"));
        let told = told.iter().filter(|frame| frame.event == "self_report");
        let numbers: Vec<u64> = told
            .filter_map(|frame| frame.data["seq"].as_u64())
            .collect();
        assert_eq!(numbers, (0..=EVENTS as u64).collect::<Vec<u64>>());
    }
}

#[test]
fn eleven_hundred_half_sent_requests_keep_nobody_with_the_token_out() {
    let setting = setting();
    let address = started(&setting);
    let (mut halves, mut refused) = (Vec::new(), 0);
    while halves.len() < 1100 && refused < 40 {
        // The server's queue may be full for a moment.
        let Ok(mut half) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) else {
            refused += 1;
            continue;
        };
        let _ = half.write_all(b"GET /api/v1/panes HTTP/1.1\r\nHost: ");
        halves.push(half);
    }
    assert!(halves.len() > 256, "{}", halves.len());
    let mut text = String::new();
    read_until(&mut asked(address), &mut text, "event: hello");
}

#[test]
fn a_head_that_is_never_ended_ends_the_connection() {
    let setting = setting();
    let address = started(&setting);
    let mut half = TcpStream::connect(address).expect("connected");
    half.set_read_timeout(Some(Duration::from_secs(30)))
        .expect("set");
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
    let mut rest = Vec::new();
    half.read_to_end(&mut rest).expect("the server closes it");
}
