//! What this build of the command is: its version, its commit and its parts.

use once_cell::sync::Lazy;

/// The commit, where whoever built it named one: `scripts/dist` does.
const COMMIT: Option<&str> = option_env!("SHADOW_COMMIT");

/// The parts that a build can leave out.
const PARTS: [(&str, bool); 4] = [
    ("fleet", cfg!(feature = "fleet")),
    ("lab", cfg!(feature = "lab")),
    ("serve", cfg!(feature = "serve")),
    ("top", cfg!(feature = "top")),
];

/// `0.1.0 (commit 1a2b3c4; with fleet, lab, serve, top)`.
pub static VERSION: Lazy<String> = Lazy::new(|| {
    let parts = PARTS.iter().filter(|(_, there)| *there);
    let parts: Vec<&str> = parts.map(|(part, _)| *part).collect();
    let parts = match parts.as_slice() {
        [] => "without fleet, lab, serve and top".to_owned(),
        parts => format!("with {}", parts.join(", ")),
    };
    let commit = COMMIT.map_or_else(String::new, |commit| format!("commit {commit}; "));
    format!("{} ({commit}{parts})", env!("CARGO_PKG_VERSION"))
});
