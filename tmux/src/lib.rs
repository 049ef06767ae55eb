//! Read agent panes from tmux.
