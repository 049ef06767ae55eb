//! By what names the Codex CLI's program goes.

use shadow_core::Program;

/// Whether a program is the Codex CLI: `codex` (the native binary), `codex-x86_64-unknown-linux-musl` (the release's
/// file), or a runtime with the launcher of its package.
pub(super) fn is_codex(program: &Program) -> bool {
    program.names().any(is_name) || program.script().is_some_and(is_script)
}

fn is_name(name: &str) -> bool {
    const FILES: [&str; 2] = ["codex-x86_64-", "codex-aarch64-"];
    matches!(name, "codex" | ".codex-wrapped") || FILES.iter().any(|file| name.starts_with(file))
}

/// `…/bin/codex`, `…/codex/bin/codex.js`: the launcher of the package.
fn is_script(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let (name, folder, package) = (parts.next(), parts.next(), parts.next());
    let is_launcher = name == Some("codex.js") && folder == Some("bin") && package == Some("codex");
    is_launcher || name.is_some_and(is_name)
}

#[cfg(test)]
mod tests {
    use super::is_codex;
    use shadow_core::Program;

    #[test]
    fn its_names_and_no_others() {
        for name in [
            "codex",
            "codex-x86_64-unknown-linux-musl",
            "codex-aarch64-apple-darwin",
        ] {
            assert!(is_codex(&Program::named(name)), "{name}");
        }
        for name in ["node", "codex-monitor", "codexx", "claude", ""] {
            assert!(!is_codex(&Program::named(name)), "{name}");
        }
        let launcher = Program {
            name: "node".to_owned(),
            path: Some("/usr/bin/node".to_owned()),
            arguments: vec!["/lib/node_modules/@openai/codex/bin/codex.js".to_owned()],
            ..Program::default()
        };
        assert!(is_codex(&launcher));
        let other = Program {
            arguments: vec!["/srv/codex.js".to_owned()],
            ..launcher
        };
        assert!(!is_codex(&other));
    }
}
