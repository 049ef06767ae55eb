//! The `shadow` command: arguments in, exit code out. What each command does lives in `commands`.
//!
//! This is no interface to build on: [`main`] is for the binary, and [`untrusted`] for tests that feed the command
//! what strangers may send it. Depend on `shadow-tui` instead.

mod acting;
mod arguments;
mod assess;
mod calendar;
mod commands;
mod demo;
mod exit;
mod formats;
mod hooks;
mod hosting;
mod input;
mod live;
mod notice;
mod notify;
mod output;
mod own_dialogs;
mod plugin;
mod printer;
mod recorder;
mod recordings;
mod regression;
mod render;
mod safe;
mod seconds;
#[cfg(feature = "serve")]
mod serving;
mod setup;
mod sgr;
mod snapshot_args;
mod sources;
mod stream;
mod title;
#[cfg(feature = "top")]
mod top;
mod turn_log;
#[doc(hidden)]
pub mod untrusted;
mod usage;
mod wire;

use std::process::ExitCode;

/// Carries out what the process' arguments ask for.
pub fn main() -> ExitCode {
    match arguments::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(),
    }
}
