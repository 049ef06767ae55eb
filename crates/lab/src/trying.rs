//! Trying a CLI by hand: a real version in the terminal around us, offline, in a private world like any
//! session's, against a model that answers every prompt by asking to make a file. Both CLIs and a shell in tmux: `open`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cache;
use crate::campaign::{core, refuse_held_out};
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::model::{Reply, Server};
use crate::provider::{HOME, PORT, PROJECT, Provider};
use crate::session::{keep_known_flags, program};
use crate::setting::Setting;
use crate::version::Version;

/// Prompts that the model can answer before it only says that it is done.
const PROMPTS: usize = 100;

/// The tmux session in which both CLIs and a shell are opened.
const SESSION: &str = "agents";

/// The option of the session by which it is known as ours.
const MARK: &str = "@shadow_try";

/// Which CLI.
#[derive(Debug, Clone, Args)]
pub struct TryArgs {
    /// `claude` or `codex`; without it, both CLIs and a shell start in a tmux session.
    pub provider: Option<Provider>,
    /// Version of the CLI, such as `2.1.330`; without it, the newest that the lab knows.
    pub version: Option<Version>,
}

/// What crosses the wall of namespaces.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    provider: Provider,
    version: Version,
    /// Folder of the installed version.
    cli: PathBuf,
    /// What starts it.
    argv: Vec<String>,
}

/// Runs the CLI until it ends; gives its exit code. `prefix` are the words before the subcommand.
pub fn run(args: &TryArgs, prefix: &[&str]) -> Result<i32> {
    let Some(provider) = args.provider else {
        return open(prefix).map(|()| 0);
    };
    let version = args.version.map_or_else(|| newest(provider), Ok)?;
    refuse_held_out(provider, version)?;
    let installed = cache::install(provider, version)?;
    let job = Job {
        provider,
        version,
        cli: installed.dir,
        argv: installed.argv,
    };
    let exe = std::env::current_exe().context("own path")?;
    let status = isolate::command(&exe)
        .args(prefix)
        .arg("try-session")
        .arg(serde_json::to_string(&job).context("job")?)
        .status()
        .context("unshare (util-linux)")?;
    Ok(status.code().unwrap_or(1))
}

/// The newest version of the core matrix.
fn newest(provider: Provider) -> Result<Version> {
    let newest = core(provider).into_iter().max();
    newest.ok_or_else(|| LabError::new("name a version"))
}

/// Opens both CLIs and a shell in tmux and leaves them there, unless they run already. What is to be fetched is fetched
/// first: what goes wrong is told here.
fn open(prefix: &[&str]) -> Result<()> {
    let runs = tmux(&["has-session", "-t", &format!("={SESSION}")])?;
    if runs && !tmux(&["show-options", "-t", SESSION, "-v", MARK])? {
        return Err(LabError::new(format!(
            "there is a tmux session `{SESSION}` of your own: rename it (tmux rename-session -t {SESSION} NAME) and try again"
        )));
    }
    if !runs {
        for provider in [Provider::Claude, Provider::Codex] {
            cache::install(provider, newest(provider)?)?;
        }
        let exe = std::env::current_exe().context("own path")?;
        for words in panes(&exe.display().to_string(), prefix) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if !tmux(&words)? {
                return Err(LabError::new(format!(
                    "tmux {} failed: start a tmux server (tmux new) and try again",
                    words[0]
                )));
            }
        }
    }
    print!("{}", next(runs, std::env::var_os("TMUX").is_some()));
    Ok(())
}

/// Whether tmux does what it is told. What it prints is of no use here.
fn tmux(words: &[&str]) -> Result<bool> {
    let mut command = Command::new("tmux");
    let quiet = command
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = quiet.status();
    status
        .map(|status| status.success())
        .context("tmux (install tmux 3.2 or newer)")
}

/// What runs, and what to do next.
fn next(already: bool, inside: bool) -> String {
    let already = if already { " already" } else { "" };
    let go = match inside {
        true => "switch-client",
        false => "attach",
    };
    format!(
        "Claude Code, Codex and a shell run{already} in the tmux session `{SESSION}`. Next:\n\
         \x20 shadow top --all                 see them; s sends a prompt, a answers\n\
         \x20 tmux {go:<13} -t {SESSION}     go there; a prompt makes the model ask\n\
         \x20 tmux kill-session  -t {SESSION}     end them\n"
    )
}

/// The commands of tmux that open them: a session of its own with a window for each, and the mark that it is ours.
fn panes(exe: &str, prefix: &[&str]) -> [Vec<String>; 4] {
    let session = ["new-session", "-d", "-s", SESSION, "-x", "120", "-y", "40"];
    let in_it = format!("{SESSION}:");
    let window = ["new-window", "-d", "-t", &in_it];
    let tries = |provider| [&[exe], prefix, &["try", provider]].concat();
    let words = [
        [&session[..], &tries("claude")].concat(),
        vec!["set-option", "-t", SESSION, MARK, "1"],
        [&window[..], &tries("codex")].concat(),
        window.to_vec(),
    ];
    words.map(|words| words.into_iter().map(str::to_owned).collect())
}

/// The inner side: prepares the world, starts the model, and the CLI on our own terminal.
pub fn inside(job: &str) -> Result<i32> {
    let job: Job = serde_json::from_str(job).context("job")?;
    let exe = std::env::current_exe().context("own path")?;
    isolate::enter(&job.cli, &exe)?;
    let setting: Setting = "120x40".parse()?;
    let setup = job.provider.asking();
    let home = Path::new(HOME);
    let mut launch = job.provider.prepare(home, job.version, &setup, &setting)?;
    let argv = program(&job.argv);
    keep_known_flags(&mut launch, &argv)?;
    let server = Server::start(&format!("127.0.0.1:{PORT}")).context("scripted model")?;
    for reply in replies()?.iter().cycle().take(2 * PROMPTS) {
        server.enqueue(reply.clone());
    }
    let (program, rest) = argv
        .split_first()
        .ok_or_else(|| LabError::new("nothing to start"))?;
    let mut command = Command::new(program);
    command.args(rest).args(&launch.args).current_dir(PROJECT);
    command.env_clear().envs(launch.env);
    // The terminal is the caller's, not the lab's own.
    command.envs(std::env::var("TERM").map(|term| ("TERM", term)));
    let status = command.status().context(program)?;
    Ok(status.code().unwrap_or(1))
}

/// What a prompt is answered with, and what the tool's result is.
fn replies() -> Result<[Reply; 2]> {
    let ask = "events = [{ text = \"I will make the file.\" }, { tool = { shell = \
               { command = \"touch made.txt\", escalated = true, description = \"Make the file?\" } } }]";
    let ask = toml::from_str(ask).context("reply")?;
    Ok([ask, Reply::text("The file is made. What is next?")])
}

#[cfg(test)]
mod tests {
    use super::{next, panes, replies};
    use crate::model::Event;

    #[test]
    fn both_clis_and_a_shell_are_opened_in_one_session() {
        let words = panes("/bin/shadow", &["lab"]).map(|words| words.join(" "));
        assert_eq!(
            words,
            [
                "new-session -d -s agents -x 120 -y 40 /bin/shadow lab try claude",
                "set-option -t agents @shadow_try 1",
                "new-window -d -t agents: /bin/shadow lab try codex",
                "new-window -d -t agents:",
            ]
        );
    }

    #[test]
    fn what_is_next_fits_a_terminal() {
        for (already, inside) in [(false, false), (true, true)] {
            let text = next(already, inside);
            assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
            assert_eq!(text.contains("already"), already);
            assert_eq!(text.contains("switch-client"), inside);
        }
    }

    #[test]
    fn the_model_asks_before_it_is_done() {
        let [ask, done] = replies().expect("they are written right");
        assert!(matches!(ask.events.last(), Some(Event::Tool(_))));
        assert_eq!(done.events.len(), 1);
    }
}
