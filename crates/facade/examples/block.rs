//! Tells what the agent asks in the pane whose capture comes on standard input, and which keys answer it:
//!
//! ```sh
//! tmux -u capture-pane -e -p -t %3 | cargo run -q -p shadow-tui --example block
//! ```

use std::io::Read;

use shadow_tui::{ProviderChoice, Snapshot};

fn main() -> std::io::Result<()> {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text(text));
    let Some(block) = payload.surface_assessment.operator_block else {
        println!("nobody is asked anything");
        return Ok(());
    };
    println!("{}", block.question.or(block.title).unwrap_or_default());
    for option in block.options {
        println!("  {}: {:?}", option.label, option.keys);
    }
    Ok(())
}
