//! The `shadow` command.
fn main() {}
