//! Version-aware readers of Claude Code and Codex screens.
