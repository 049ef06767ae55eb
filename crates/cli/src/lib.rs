//! The `shadow` command: arguments in, exit code out. What each command does lives in `commands`.
//!
//! Do not build on this crate: [`main`] is for the binary, and [`untrusted`] is for tests with hostile input. Depend on
//! `shadow-tui` instead.

mod acting;
mod arguments;
mod assess;
mod build;
mod calendar;
mod commands;
mod config;
mod exit;
mod formats;
mod hooks;
mod host_name;
mod hosting;
mod hosts;
mod input;
mod listing;
mod live;
#[cfg(feature = "fleet")]
mod nats;
mod nearest;
mod notice;
mod notify;
mod numbers;
mod output;
mod own_dialogs;
mod page;
mod plugin;
mod printer;
#[cfg(feature = "fleet")]
mod publishing;
mod recorder;
mod recordings;
mod regression;
mod relay;
mod render;
mod seconds;
#[cfg(feature = "serve")]
mod serving;
mod setup;
mod snapshot_args;
mod sources;
mod stream;
#[cfg(feature = "top")]
mod top;
mod turn_log;
#[doc(hidden)]
pub mod untrusted;
mod usage;
mod way;
mod wire;

use std::process::ExitCode;

/// Carries out what the process' arguments ask for.
pub fn main() -> ExitCode {
    commands::completions::answer(arguments::command);
    match arguments::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(),
    }
}
