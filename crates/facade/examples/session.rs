//! Follows one pane through several captures with a memory of the session, and prints each
//! payload's axes as a line of JSON:
//!
//! ```sh
//! cargo run -q -p shadow-tui --example session -- first.txt second.txt
//! ```

use shadow_tui::{Channels, Memory, ProviderChoice, Reading, Snapshot};

fn main() -> std::io::Result<()> {
    let stack = shadow_tui::stack();
    let (mut memory, mut reading) = (Memory::default(), Reading::default());
    for path in std::env::args_os().skip(1) {
        let snapshot = Snapshot {
            text: std::fs::read(&path)?,
            channels: Channels {
                cols: Some(120),
                rows: Some(40),
                ..Channels::default()
            },
        };
        let payload = stack.parse_with(ProviderChoice::Auto, &snapshot, &mut memory, &mut reading);
        let surface = &payload.surface_assessment;
        let line = serde_json::json!({
            "provider": payload.parser_metadata.provider_id,
            "business_state": surface.business_state,
            "input_mode": surface.input_mode,
            "ui_context": surface.ui_context,
            "submit_ready": payload.submit_ready,
        });
        println!("{line}");
    }
    Ok(())
}
