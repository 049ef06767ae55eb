//! The command `shadow`.

use std::process::ExitCode;

fn main() -> ExitCode {
    shadow_cli::main()
}
