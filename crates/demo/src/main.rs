//! `shadow-demo`: what `shadow demo` shows, from a build that is quick.

use std::io;
use std::process::ExitCode;

use shadow_demo::{Pace, show};

const CLOSING: &str = "\
These were recordings of real sessions. Next, for the agents that run here, in tmux:
  cargo install --locked --path crates/cli    installs the command shadow
  shadow panes                                shows what each agent does
No agent at hand? `shadow lab try` runs both CLIs, without an account.";

const USAGE: &str =
    "usage: shadow-demo [--fast]    --fast prints each change of the verdict once, without waiting";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let pace = match &arguments[..] {
        [] => Pace::Timed(1.0),
        [one] if one == "--fast" => Pace::Fast,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match show(&shadow_tui::stack(), pace, CLOSING) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads it has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("shadow-demo: {error}");
            ExitCode::FAILURE
        }
    }
}
