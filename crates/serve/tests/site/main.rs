//! The service from outside, over panes that show real captures: what it answers, to whom, and how its stream goes on.

mod agents;
mod asking;
mod called;
mod conformance;
mod document;
mod elsewhere;
mod fuzz;
mod guards;
mod metrics;
mod panes;
mod sockets;
mod stream;
