//! The `shadow` binary from outside: exit codes, streams, hostile input, live panes.

mod act;
mod acted;
mod at_once;
mod case_folder;
mod coverage;
mod demo;
mod doctor;
mod explain;
mod extract;
mod faults;
mod hooks;
mod hostile;
mod hosting;
mod hosting_events;
#[cfg(feature = "lab")]
mod lab;
mod live;
mod look_back;
mod named;
mod notified;
mod outer;
mod overrides;
mod parse;
mod played;
mod private_tmux;
mod record;
mod redacted;
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
mod strangers;
mod stream;
mod test;
mod texts;
mod timeline;
mod tmux;
mod top;
mod watch;
