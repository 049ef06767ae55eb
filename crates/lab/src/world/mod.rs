//! Worlds: the settings, accounts, servers and terminals that people have, as data beside the scenarios.
//!
//! A scenario names the worlds that it runs in, or they are laid over it on the command line. A world says what there is
//! in neutral terms; how a CLI is told of it stands here and nowhere else.
//!
//! - `load`: reads `lab/worlds/<provider>/*.toml`, lays worlds over each other, and dresses a setup in one
//! - `account`: who is signed in
//! - `server`: an MCP server, and how a CLI finds it
//! - `mcp`: that server at work
//! - `script`: hooks and status lines, as scripts of the home
//! - `terminal`: what is around the CLI's pane

mod account;
mod load;
mod mcp;
mod script;
mod server;
mod terminal;

pub use account::{Account, AccountKind};
pub use load::{World, bundled, load, named};
pub use mcp::serve;
pub use script::{Hook, StatusLine};
pub use server::{Elicitation, McpServer, McpTool};
pub use terminal::{Nesting, Terminal};
