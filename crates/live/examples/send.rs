//! Sends a prompt to the agent in a pane of a tmux server, waits until its turn has ended and prints the answer:
//!
//! ```sh
//! cargo run -q -p shadow-live --example send -- /tmp/tmux-1000/default %3 "look at the parser"
//! ```

use std::error::Error;
use std::path::Path;

use shadow_tui::event::{Event, EventBody};
use shadow_tui::live::act::{ActOutcome, Prompt, Terms};
use shadow_tui::live::tmux::Server;
use shadow_tui::live::{LiveError, Pane, TurnGoal, Watched};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [socket, pane, prompt] = &args[..] else {
        return Err("name a tmux server's socket and a pane, and say what to send".into());
    };
    let server = Server::new(Path::new(socket));
    let mut pane = Pane::new(shadow_tui::stack(), server, pane.parse()?).within(60.0);
    let report = pane.send(&Prompt::new(prompt)?, Terms::default())?;
    if report.outcome != ActOutcome::Done {
        let why = report.reasons.into_iter().map(|reason| reason.message);
        return Err(why.collect::<Vec<_>>().join("; ").into());
    }
    match pane.until(TurnGoal::Ended, |_, _| Ok::<(), LiveError>(()))? {
        Watched::Ended(Event {
            body: EventBody::TurnEnded { record, .. },
            ..
        }) => println!("{}", record.answer.text),
        other => return Err(format!("the turn's end was not seen: {other:?}").into()),
    }
    Ok(())
}
