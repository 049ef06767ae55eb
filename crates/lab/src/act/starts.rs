//! The ways in which people start a CLI: in each of them it is to be seen in its pane, and a prompt is to reach it.

use std::path::{Path, PathBuf};

use clap::Args;

use super::job::{ActJob, begin, job};
use super::plan::{Obstacle, trials};
use crate::campaign::refuse_held_out;
use crate::error::{LabError, Result};
use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// A way: its name, the program that it needs, and a script of the shell that is given the CLI's command line.
struct Way(&'static str, &'static str, &'static str);

/// Prompts of which the first plain one is sent.
const PROMPTS: usize = 20;

/// Leaves of a command line what follows the CLI's own file, and names the file that the package's link leads to.
macro_rules! behind {
    ($start:literal) => {
        concat!(
            "dir=/home/user/.local/lib/cli; bin=$dir/node_modules/.bin; name=$(ls $bin | grep -Fx -e claude -e codex); ",
            "while [ $# -gt 0 ]; do one=$1; shift; ",
            "case $one in *cli.js|*/claude|*/claude.exe|*/codex|*/codex.js) break;; esac; done; ",
            "file=$(readlink -f $bin/$name); ",
            $start
        )
    };
}

const NPX: &str = behind!("exec npx --no-install --offline --prefix $dir $name \"$@\"");
const NODE: &str =
    behind!("case $file in *js) exec node $file \"$@\";; *) exec $file \"$@\";; esac");

const WAYS: [Way; 14] = [
    Way("direct", "sh", "exec \"$@\""),
    Way("wrapper-script", "sh", "\"$@\"; exit $?"),
    Way(
        "bash",
        "bash",
        "exec bash --norc -i -c '\"$@\"; exit' bash \"$@\"",
    ),
    Way("zsh", "zsh", "exec zsh -f -i -c '\"$@\"; exit' zsh \"$@\""),
    Way("fish", "fish", "exec fish --no-config -i -c '$argv' \"$@\""),
    Way("npx", "npx", NPX),
    Way("node", "node", NODE),
    Way(
        "env-timeout",
        "timeout",
        "exec env A=1 timeout --foreground 600 \"$@\"",
    ),
    Way(
        "script",
        "script",
        "exec script -qec \"$(printf '%q ' \"$@\")\" /dev/null",
    ),
    Way(
        "python-pty",
        "python3",
        "exec python3 -c 'import pty,sys; pty.spawn(sys.argv[1:])' \"$@\"",
    ),
    Way(
        "tmux-in-tmux",
        "tmux",
        "exec tmux -S /tmp/inner -f /dev/null new-session \"$@\"",
    ),
    Way(
        "tmux-in-tmux-bare",
        "tmux",
        "exec tmux -S /tmp/inner -f /dev/null new-session \"$@\" ';' set status off",
    ),
    Way(
        "own-namespace",
        "unshare",
        "exec unshare --pid --fork --mount-proc \"$@\"",
    ),
    Way("shadow-run", "sh", "exec /tmp/lab run -- \"$@\""),
];

/// One version, and which ways.
#[derive(Debug, Clone, Args)]
pub struct StartsArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// CLI version, such as `2.1.330`.
    pub version: Version,
    /// Only these ways, by name, with commas.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// `COLSxROWS[+THEME][+inline|+fullscreen][+nocolour]`.
    #[arg(long, default_value = "120x40")]
    pub setting: Setting,
    /// Folder that receives `<way>/<provider>/<version>/`.
    #[arg(long, default_value = "starts-out")]
    pub out: PathBuf,
}

/// Starts a version in every way and sends a prompt to each; exit code 1 where one was not seen, or the prompt did not
/// arrive.
pub fn run(args: &StartsArgs, prefix: &[&str]) -> Result<i32> {
    refuse_held_out(args.provider, args.version)?;
    if let Some(other) = args
        .only
        .iter()
        .find(|name| !WAYS.iter().any(|way| way.0 == **name))
    {
        let names = WAYS.map(|way| way.0).join(", ");
        return Err(LabError::new(format!(
            "no way is called {other}; there are {names}"
        )));
    }
    let plain = trials(PROMPTS)
        .into_iter()
        .find(|it| it.obstacle == Obstacle::None);
    let plain = plain.ok_or_else(|| LabError::new("no trial is plain"))?;
    let mut failed = 0;
    for Way(name, needs, script) in &WAYS {
        if !args.only.is_empty() && !args.only.iter().any(|it| it == name) {
            continue;
        }
        if !is_installed(needs) {
            println!("{name:<20} left out: {needs} is not installed");
            continue;
        }
        let job = ActJob {
            trials: vec![plain.clone()],
            start: Some((*script).to_owned()),
            ..job(args.provider, args.version, &args.setting)?
        };
        let said = match begin(&job, &args.out.join(name), prefix) {
            Ok((_, 0)) => "seen, and the prompt arrived".to_owned(),
            Ok((table, _)) => format!("seen, and the prompt did not arrive\n{table}"),
            Err(error) => format!("not seen: {error}"),
        };
        failed += usize::from(!said.ends_with("arrived"));
        println!("{name:<20} {said}");
    }
    Ok(i32::from(failed > 0))
}

fn is_installed(program: &str) -> bool {
    let folders = std::env::var("PATH").unwrap_or_default();
    folders
        .split(':')
        .any(|folder| Path::new(folder).join(program).exists())
}
