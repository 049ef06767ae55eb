//! An interactive shell in the pane, in which the CLI runs; the shell stays when it ends, and starts it again by the
//! name `agent`, `claude` or `codex`.
//!
//! The name stands for a script that notes its start and its process in files and becomes the CLI, so that the shell
//! controls it as a job; before each of its prompts the shell notes in another file whether that process has ended.
//! The files are the witnesses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::error::{Context, LabError, Result};
use crate::provider::Launch;

const BIN: &str = "/home/user/.local/bin";
const RC: &str = "/tmp/shell.rc";
const PID: &str = "/tmp/pid";

/// The prompt of a plain shell.
const PROMPT: &str = r"user@\h:\w$ ";

/// Writes the scripts and gives the arguments that start the shell; with `start` the CLI runs in it at once.
pub fn wrap(
    argv: &[String],
    launch: &Launch,
    start: bool,
    prompt: Option<&str>,
) -> Result<Vec<String>> {
    let words: Vec<String> = argv.iter().chain(&launch.args).map(|w| quote(w)).collect();
    let script = format!(
        "#!/bin/bash\nrm -f /tmp/ended; touch /tmp/started; echo $$ >{PID}\nexec {}\n",
        words.join(" ")
    );
    fs::create_dir_all(BIN).context(BIN)?;
    for name in ["agent", "claude", "codex"] {
        let path = format!("{BIN}/{name}");
        fs::write(&path, &script).context(&path)?;
        let runnable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, runnable).context(&path)?;
    }
    let first = if start { "agent" } else { "" };
    let prompt = quote(prompt.unwrap_or(PROMPT));
    let rc = format!(
        "export PATH={BIN}:$PATH\nPS1={prompt}\n\
         PROMPT_COMMAND='[ ! -e {PID} ] || kill -0 $(<{PID}) 2>/dev/null || touch /tmp/ended'\n{first}\n"
    );
    fs::write(RC, rc).context(RC)?;
    let words = ["bash", "--rcfile", RC, "-i"];
    Ok(words.map(str::to_owned).to_vec())
}

/// Kills the CLI that the script started.
pub fn kill() -> Result<()> {
    let pid = fs::read_to_string(PID).context(PID)?;
    let status = Command::new("kill").args(["-9", pid.trim()]).status();
    match status.context("kill")?.success() {
        true => Ok(()),
        false => Err(LabError::new("the CLI was gone before it was killed")),
    }
}

/// A word of a shell's command line.
pub fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn words_stay_words_in_a_shell() {
        assert_eq!(quote("Bash(a b)"), "'Bash(a b)'");
        assert_eq!(quote("it's"), "'it'\\''s'");
    }
}
