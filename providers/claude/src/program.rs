//! By what names Claude Code's program goes.

use shadow_core::Program;

/// Whether a program is Claude Code: `claude` (seen: the title that its process sets itself, its native binary, links to
/// either), `2.1.332` (the native installer's file), or a runtime with a script of its package.
pub(super) fn is_claude(program: &Program) -> bool {
    let named = program
        .names()
        .any(|name| is_name(name) || is_version(name));
    named || program.script().is_some_and(is_script)
}

/// `claude`, `claude.exe` (the native binary in the npm package).
fn is_name(name: &str) -> bool {
    name == "claude" || name == "claude.exe"
}

/// Three numbers: nothing else is called so.
fn is_version(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    name.split('.').count() == 3 && name.split('.').all(is_number)
}

/// `…/bin/claude`, `…/@anthropic-ai/claude-code/cli.js`.
fn is_script(path: &str) -> bool {
    path.split('/').any(|part| part == "claude-code")
        || path.rsplit('/').next().is_some_and(is_name)
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
        for script in ["server.js", "/srv/claude/app.js", "/usr/bin/npx"] {
            assert!(!is_claude(&node(script)), "{script}");
        }
    }
}
