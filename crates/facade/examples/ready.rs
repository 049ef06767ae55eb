//! Tells whether a prompt can be typed into the pane whose capture comes on standard input:
//!
//! ```sh
//! tmux -u capture-pane -e -p -t %3 | cargo run -q -p shadow-tui --example ready
//! ```

use std::io::Read;

use shadow_tui::{ProviderChoice, Snapshot};

fn main() -> std::io::Result<()> {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text(text));
    let surface = &payload.surface_assessment;
    println!(
        "{:?}, {:?}, {:?}: {}",
        surface.availability,
        surface.business_state,
        surface.input_mode,
        if payload.safe_to_type {
            "safe to type"
        } else {
            "not now"
        }
    );
    Ok(())
}
