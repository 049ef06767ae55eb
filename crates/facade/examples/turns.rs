//! Replays an asciicast and prints how each turn began and ended:
//!
//! ```sh
//! shadow record -o turn.cast -- claude
//! cargo run -q -p shadow-tui --example turns -- turn.cast
//! ```

use std::error::Error;

use shadow_tui::event::EventBody;
use shadow_tui::recording::{Cast, Replay, ReplayOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("name an asciicast")?;
    let cast = Cast::parse(&std::fs::read_to_string(path)?)?;
    let stack = shadow_tui::stack();
    for happening in Replay::of_cast(&cast, &stack, ReplayOptions::default()).finish() {
        match happening.body {
            EventBody::TurnStarted { prompt, .. } => {
                println!("began: {}", prompt.unwrap_or_default());
            }
            EventBody::TurnEnded { outcome, .. } => println!("ended: {outcome:?}"),
            _ => {}
        }
    }
    Ok(())
}
