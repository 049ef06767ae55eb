//! By what names Claude Code's program goes.

use shadow_core::Program;

/// Whether a program is Claude Code: a file `claude` (its native binary) or `2.1.332` (the native installer's file), a runtime
/// with a script of its package, or one whose script has put the title `claude` over its arguments.
pub(super) fn is_claude(program: &Program) -> bool {
    let named = program
        .names()
        .any(|name| is_name(name) || is_version(name));
    named || program.script().is_some_and(is_script)
}

/// `claude`, `claude.exe` (the native binary in the npm package), `.claude-wrapped` (a package of Nix).
fn is_name(name: &str) -> bool {
    matches!(
        name,
        "claude" | "claude.exe" | ".claude-wrapped" | ".claude-unwrapped"
    )
}

/// Three numbers: nothing else is called so.
fn is_version(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    name.split('.').count() == 3 && name.split('.').all(is_number)
}

/// `…/bin/claude`, `…/@anthropic-ai/claude-code/cli.js`: a file of the package itself.
fn is_script(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let (name, folder, scope) = (parts.next(), parts.next(), parts.next());
    name.is_some_and(is_name) || folder == Some("claude-code") && scope == Some("@anthropic-ai")
}

#[cfg(test)]
mod tests {
    use super::is_claude;
    use shadow_core::Program;

    fn node(script: &str) -> Program {
        Program {
            name: "node".to_owned(),
            path: Some("/usr/bin/node".to_owned()),
            arguments: vec!["--no-warnings".to_owned(), script.to_owned()],
            ..Program::default()
        }
    }

    #[test]
    fn its_names_and_no_others() {
        for name in [
            "claude",
            "claude.exe",
            "2.1.332",
            "/home/dev/.local/bin/claude",
        ] {
            assert!(is_claude(&Program::named(name)), "{name}");
        }
        for name in [
            "node",
            "claude-monitor",
            "1.2",
            "1.2.3.4",
            "1.2.x",
            "codex",
            "",
        ] {
            assert!(!is_claude(&Program::named(name)), "{name}");
        }
        for script in [
            "/usr/bin/claude",
            "/lib/node_modules/@anthropic-ai/claude-code/cli.js",
        ] {
            assert!(is_claude(&node(script)), "{script}");
        }
        for script in [
            "server.js",
            "/srv/claude/app.js",
            "/srv/claude-code/app.js",
            "/@anthropic-ai/claude-code/node_modules/other/app.js",
            "/usr/bin/npx",
        ] {
            assert!(!is_claude(&node(script)), "{script}");
        }
    }
}
