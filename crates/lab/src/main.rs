//! The lab as a command of its own: `shadow-lab run claude 2.1.330 idle`.

use clap::Parser;
use shadow_lab::LabCommand;

#[derive(Parser)]
#[command(name = "shadow-lab", about = "Runs the real CLIs offline")]
struct Line {
    #[command(subcommand)]
    command: LabCommand,
}

fn main() {
    let code = Line::parse().command.run(&[]).unwrap_or_else(|error| {
        eprintln!("shadow-lab: {error}");
        1
    });
    std::process::exit(code);
}
