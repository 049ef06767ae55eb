//! The control-mode source, and keys that are sent or held, on real, private tmux servers.

mod control;
mod front;
mod keys;
mod private;
