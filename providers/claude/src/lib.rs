//! Claude Code: recognise, choose a projector, weigh the channels.
