//! The `shadow` binary from outside: exit codes, streams, hostile input, live panes.

mod act;
mod acted;
mod asked;
mod at_once;
mod case_folder;
mod completions;
mod config;
mod coverage;
mod demo;
mod doctor;
mod doors;
mod explain;
mod extract;
mod faults;
#[cfg(feature = "fleet")]
mod fleet;
#[cfg(feature = "fleet")]
mod fleet_creds;
#[cfg(feature = "fleet")]
mod fleet_faults;
#[cfg(feature = "fleet")]
mod fleet_network;
mod fleet_pretended;
#[cfg(feature = "fleet")]
mod fleet_roles;
#[cfg(all(feature = "fleet", feature = "serve", feature = "top"))]
mod fleet_serve;
mod formats;
mod hooks;
mod hostile;
mod hosting;
mod hosting_events;
mod hosts;
mod hosts_mcp;
mod hosts_serve;
mod hosts_top;
#[cfg(feature = "lab")]
mod lab;
mod late;
mod live;
mod look_back;
mod machines;
#[cfg(all(feature = "serve", feature = "top"))]
mod many_hosts;
#[cfg(feature = "serve")]
mod mcp;
mod named;
mod narrow;
#[cfg(feature = "fleet")]
mod nats_server;
mod nested;
mod network;
mod notified;
mod numbered;
mod outer;
mod overrides;
mod own_dialogs;
mod parse;
mod patience;
mod played;
mod private_tmux;
mod record;
mod redacted;
mod relay;
mod relaying;
mod replay;
mod report;
mod review;
mod rights;
mod run;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod servers;
mod shown;
mod sizes;
mod sshd;
mod strangers;
mod stream;
mod test;
mod texts;
mod timeline;
mod tmux;
mod top;
#[cfg(feature = "fleet")]
mod unruly;
mod usage;
mod waited;
mod watch;
