//! Hosts a command and tells on standard error, at its end, what happened in it:
//!
//! ```sh
//! cargo run -q -p shadow-live --example host -- claude
//! ```

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::process::exit;

use shadow_tui::event::Event;
use shadow_tui::live::{Host, Hosted, Listener, LiveError, keep};

/// Keeps what happens: the terminal is the command's while it runs.
#[derive(Default)]
struct Kept(Vec<Event>);

impl Listener for Kept {
    fn happened(&mut self, _at: f64, events: Vec<Event>, _hosted: &Hosted) {
        self.0.extend(events);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let argv: Vec<OsString> = env::args_os().skip(1).collect();
    // This program is its own keeper: it is started anew with this word before the command.
    if argv.first().is_some_and(|word| word == "--keep") {
        exit(keep(&argv[1..]));
    }
    let keeper = vec![env::current_exe()?.into(), "--keep".into()];
    let host = Host::new(shadow_tui::stack(), keeper);
    let (code, kept) = host.run::<_, LiveError>(&argv, |_| Ok(Kept::default()))?;
    for event in kept.0 {
        eprintln!("{:7.3} {}", event.at, serde_json::to_string(&event.body)?);
    }
    exit(code);
}
