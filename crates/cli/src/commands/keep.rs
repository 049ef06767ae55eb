//! `shadow keep`: the process between a host and its program. Started by `shadow run` alone.

use std::ffi::OsString;

use clap::Args;

use crate::exit::Exit;

/// Arguments of `shadow keep`.
#[derive(Debug, Args)]
pub struct KeepArgs {
    /// The program and its arguments
    #[arg(required = true, last = true)]
    argv: Vec<OsString>,
}

/// Keeps a program until it ends.
pub fn run(args: &KeepArgs) -> Exit {
    let code = shadow_live::keep(&args.argv);
    Exit::Hosted(u8::try_from(code).unwrap_or(u8::MAX))
}
