//! Finds the last match of a pattern in what the dialog says, in the capture on standard input:
//!
//! ```sh
//! tmux -u capture-pane -e -p -t %3 | cargo run -q -p shadow-tui --example answer -- '<<<(.*?)>>>'
//! ```

use std::error::Error;
use std::io::Read;

use shadow_tui::association::{DialogAssociator, TailRegexExtractAssociator};
use shadow_tui::{ProviderChoice, Snapshot};

fn main() -> Result<(), Box<dyn Error>> {
    let pattern = std::env::args().nth(1).ok_or("give a pattern")?;
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text(text));
    let last = TailRegexExtractAssociator::new(20_000, &pattern)?.last_match();
    match last.associate(&payload.dialog_projection) {
        Some(found) => println!("{}", found.text),
        None => println!("no answer yet"),
    }
    Ok(())
}
