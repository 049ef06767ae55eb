//! The control-mode source on real, private tmux servers.

mod control;
mod private;
