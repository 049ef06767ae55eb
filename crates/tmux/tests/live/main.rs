//! The control-mode source, and keys that are sent or held, on real, private tmux servers.

mod control;
mod keys;
mod private;
