//! `shadow serve` as it is used: from a shell, and click by click in a browser.

pub mod browser;
mod narrow;
mod page;
pub mod server;
mod shell;
mod stage;
