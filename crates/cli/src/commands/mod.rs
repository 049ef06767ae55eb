//! The commands, one file each.
//!
//! - `ask`: a prompt, and what comes of it, in one line
//! - `choose`: the answer to a dialog, if it is still the one that was read
//! - `completions`: completes the command line in a shell, with the names of the panes that hold an agent
//! - `coverage`: which rules, presets, contexts, signals and kinds the cases of some folders exercise
//! - `demo`: bundled recordings of real sessions of both CLIs, played through the engine
//! - `doctor`: what is missing on this machine, what it is for, and how to get it
//! - `explain`: the verdict and its witnesses, and the screen with its zones in the margin
//! - `extract`: association, the caller's own claim that some text is the answer
//! - `fleet`: the settings and keys of a NATS server for many machines
//! - `interrupt`: the CLI's interrupt key, where a turn runs
//! - `keep`: the process between a host and its program
//! - `lab`: the lab's own commands, mounted
//! - `manual`: writes the manual pages, for packages
//! - `mcp`: the agents of this machine as tools for an agent, over the Model Context Protocol
//! - `panes`: every pane of every reachable tmux server that holds an agent, once
//! - `parse`: what a screen shows, from files, standard input, live panes, or a stream of requests
//! - `record`: a command or a pane as an asciicast, with a marker and a capture at every event
//! - `relay`: the agents of this machine, for a shadow on another one
//! - `replay`: a recording through screen, parser and reducer, on a virtual clock
//! - `report`: a misread screen as one redacted bundle
//! - `review`: steps through the changes of the last `shadow test`
//! - `run`: host a command transparently, and tell what happens in it
//! - `schema`: the JSON Schema of everything that goes over the machine interface
//! - `send`: a prompt into a pane, once and whole, or not at all
//! - `serve`: the page, the API, the event stream and the metrics, over the live panes
//! - `test`: cases held to their truth, all in parallel, and a diff for each change
//! - `timeline`: a recording or a turn log as lanes over time
//! - `tmux`: status line, borders, window flags and keys of tmux itself
//! - `top`: the dashboard over every agent pane of every tmux server
//! - `turns`: the turns of a log, listed, filtered, summed
//! - `wait`: until a pane is ready, blocked or gone, or its turn has ended
//! - `watch`: what happens in live panes, event by event

pub mod ask;
pub mod choose;
pub mod completions;
pub mod coverage;
pub mod demo;
pub mod doctor;
pub mod explain;
pub mod extract;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod interrupt;
pub mod keep;
#[cfg(feature = "lab")]
pub mod lab;
pub mod manual;
#[cfg(feature = "serve")]
pub mod mcp;
pub mod panes;
pub mod parse;
pub mod record;
pub mod relay;
pub mod replay;
pub mod report;
pub mod review;
pub mod run;
pub mod schema;
pub mod send;
#[cfg(feature = "serve")]
pub mod serve;
pub mod test;
pub mod timeline;
pub mod tmux;
#[cfg(feature = "top")]
pub mod top;
pub mod turns;
pub mod wait;
pub mod watch;
