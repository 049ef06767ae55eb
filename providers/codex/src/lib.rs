//! Codex CLI: recognise, choose a projector, weigh the channels.
