//! The scripted model server on its own, driven by lines on standard input.
use shadow_lab::model::{Reply, Server};
use std::io::BufRead;
fn main() {
    let bind = std::env::args().nth(1).unwrap_or("127.0.0.1:4000".into());
    let server = Server::start(&bind).expect("bind");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("line");
        let (cmd, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match cmd {
            "reply" => match serde_json::from_str::<Reply>(rest) {
                Ok(r) => {
                    server.enqueue(r);
                    println!("ok")
                }
                Err(e) => println!("error {e}"),
            },
            "release" => {
                server.release(rest);
                println!("ok")
            }
            "clear" => {
                server.clear();
                println!("ok")
            }
            "body" => println!("{}", server.last_body()),
            _ => println!("{:?}", server.snapshot()),
        }
    }
}
