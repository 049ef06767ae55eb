//! The `shadow` binary from outside: exit codes, streams, hostile input.

mod hostile;
mod parse;
mod run;
mod stream;
