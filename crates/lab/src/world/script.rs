//! Hooks and status lines: small scripts in the home, which both CLIs run as commands.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::Result;
use crate::provider::{HOME, Provider};
use crate::scenario::Setup;

/// A command that the CLI runs at an event of its own. That it ran it leaves in `/tmp/hook-EVENT`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hook {
    /// The event, in the CLIs' word: `PreToolUse`, `Stop`, …
    pub on: String,
    /// Only for these tools.
    pub matcher: Option<String>,
    /// Runs until this file is there.
    pub until: Option<String>,
    /// What it prints.
    pub prints: String,
    /// What it prints as an error.
    pub complains: String,
    /// Its exit code; 2 blocks.
    pub exit: i32,
    /// Words beside it while it runs (`statusMessage`).
    pub message: Option<String>,
}

/// The user's own status line (Claude Code).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StatusLine {
    /// Its rows; escape sequences may be written as `\u001b[…`.
    pub rows: Vec<String>,
    /// Seconds that it takes.
    pub seconds: f64,
    /// It fails, and shows nothing.
    pub fails: bool,
}

impl Hook {
    fn script(&self) -> String {
        let mut script = format!("#!/bin/sh\ncat >/dev/null\ntouch /tmp/hook-{}\n", self.on);
        if let Some(file) = &self.until {
            script += &format!("until [ -e {file} ]; do sleep 0.05; done\n");
        }
        for (text, to) in [(&self.prints, ""), (&self.complains, " >&2")] {
            if !text.is_empty() {
                script += &format!("cat{to} <<'END'\n{text}\nEND\n");
            }
        }
        script + &format!("exit {}\n", self.exit)
    }
}

/// Tells the CLI of hooks.
pub fn hooks(hooks: &[Hook], provider: Provider, setup: &mut Setup) -> Result<()> {
    if hooks.is_empty() {
        return Ok(());
    }
    let mut table = json!({});
    for (at, hook) in hooks.iter().enumerate() {
        let file = format!(".lab/hook-{at}.sh");
        let mut command = json!({ "type": "command", "command": format!("sh {HOME}/{file}") });
        if let Some(message) = &hook.message {
            command["statusMessage"] = message.as_str().into();
        }
        setup.files.insert(file, hook.script());
        let mut group = json!({ "hooks": [command] });
        if let Some(matcher) = &hook.matcher {
            group["matcher"] = matcher.as_str().into();
        }
        match &mut table[&hook.on] {
            Value::Array(groups) => groups.push(group),
            none => *none = json!([group]),
        }
    }
    match provider {
        Provider::Claude => setup.lay_settings(&json!({ "hooks": table })),
        Provider::Codex => {
            let text = json!({ "hooks": table }).to_string();
            setup.files.insert(".codex/hooks.json".into(), text);
            let trusted = "--dangerously-bypass-hook-trust".to_owned();
            setup.flags.push(trusted);
            Ok(())
        }
    }
}

/// Gives Claude Code a status line.
pub fn status_line(line: &StatusLine, setup: &mut Setup) -> Result<()> {
    let file = ".lab/status.sh";
    let (rows, exit) = (line.rows.join("\n"), i32::from(line.fails));
    let seconds = line.seconds;
    let script = format!(
        "#!/bin/sh\ncat >/dev/null\nsleep {seconds}\ncat <<'END'\n{rows}\nEND\nexit {exit}\n"
    );
    setup.files.insert(file.into(), script);
    let command = json!({ "type": "command", "command": format!("sh {HOME}/{file}") });
    setup.lay_settings(&json!({ "statusLine": command }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_of_one_event_stand_in_one_list() {
        let hook = |text: &str| toml::from_str::<Hook>(text).unwrap();
        let all = [
            hook("on = 'Stop'\nuntil = '/tmp/go'"),
            hook("on = 'Stop'\nexit = 2\ncomplains = 'not yet'"),
            hook("on = 'PreToolUse'\nmatcher = 'Bash'"),
        ];
        let mut setup = Setup::default();
        hooks(&all, Provider::Claude, &mut setup).unwrap();
        let table = setup.settings["hooks"].as_table().unwrap();
        assert_eq!(table["Stop"].as_array().unwrap().len(), 2);
        assert_eq!(table["PreToolUse"][0]["matcher"].as_str(), Some("Bash"));
        let script = &setup.files[".lab/hook-1.sh"];
        assert!(
            script.contains("cat >&2 <<'END'\nnot yet\nEND\nexit 2"),
            "{script}"
        );
    }
}
