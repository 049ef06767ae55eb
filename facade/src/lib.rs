//! Know from the terminal alone what Claude Code and the Codex CLI are doing.
