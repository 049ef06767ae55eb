//! The `shadow` command: arguments in, exit code out. What each command does lives in `commands`.

mod commands;
mod exit;
mod input;
mod output;
mod render;
mod safe;
mod setup;
mod snapshot_args;
mod stream;
mod wire;

use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(),
    }
}
