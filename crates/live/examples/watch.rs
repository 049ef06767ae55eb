//! Prints what happens in the agents of one tmux server until one of them asks something or a time has passed:
//!
//! ```sh
//! cargo run -q -p shadow-live --example watch -- /tmp/tmux-1000/default 60
//! ```

use std::error::Error;

use shadow_tui::event::EventBody;
use shadow_tui::live::{Scope, Watcher};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let socket = args.next().ok_or("name a tmux server's socket")?;
    let seconds = args.next().and_then(|it| it.to_str()?.parse().ok());
    let mut watcher = Watcher::new(shadow_tui::stack(), 0.25, Scope::Agents);
    watcher.add_server(socket.as_ref());
    let end = seconds.unwrap_or(60.0);
    while watcher.now() < end {
        for event in watcher.next(Some(end)).events {
            println!("{}", serde_json::to_string(&event)?);
            if matches!(event.body, EventBody::OperatorBlocked { .. }) {
                return Ok(());
            }
        }
    }
    Err("nobody was asked anything".into())
}
