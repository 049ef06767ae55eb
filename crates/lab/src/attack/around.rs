//! Attacks around the dialog: programs that took the CLI's name and show its screen, the CLI of another user, and a working
//! folder whose name is a format of tmux.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::play::{AttackJob, Outcome, Played};
use super::table::{Call, MADE};
use super::tries::{ADAPTER, Standing, Try, choose, is_made, send, unmake};
use crate::act::Stage;
use crate::error::{Context, LabError, Result};
use crate::model::Reply;
use crate::provider::{HOME, PROJECT};
use crate::session::{keep_known_flags, program};

/// Their names, of those that need no life of their own.
pub const NAMES: [&str; 4] = [NAME, SSH, BELOW, FOLDER];
/// The one that needs a CLI that is started by another user.
pub const FOREIGN: &str = "another user's CLI";

/// How that one is started: by the user of the number of `nobody`.
pub const START: &str = "chmod -R a+rwX /home/user/.??* /home/user/project /home/user/other 2>/dev/null; \
    chmod a+rwx /home/user; exec setpriv --reuid 65534 --regid 65534 --clear-groups -- \"$@\"";

/// The one that needs a CLI in plan mode, which only one of the two has as a call.
pub const PLAN: &str = "fine: a long plan, by the transcript";

const NAME: &str = "a program named like the CLI (exec -a)";
const SSH: &str = "a program named ssh (exec -a)";
const BELOW: &str = "a script below a folder of the CLI's name";
const FOLDER: &str = "a folder called #(touch …)";

const SECRET: &str = "a secret";

/// A program that shows a recorded screen of the CLI, takes single keys, and keeps what it gets.
const REPLAY: &str = "import sys, os, tty\n\
tty.setraw(0)\n\
sys.stdout.buffer.write(open('/tmp/recorded', 'rb').read())\n\
sys.stdout.flush()\n\
while True:\n\
\x20   keys = os.read(0, 4096)\n\
\x20   open(sys.argv[1], 'ab').write(keys)\n";

/// Plays one beside a CLI that is at its prompt.
pub fn play(stage: &Stage, job: &AttackJob, name: &str) -> Outcome {
    let mut outcome = Outcome {
        attack: name.to_owned(),
        ..Outcome::default()
    };
    unmake(stage.provider);
    let played = match name {
        FOLDER => folder(stage, job),
        other => posed(stage, other),
    };
    settle(&mut outcome, played)
}

fn settle(outcome: &mut Outcome, played: Result<Vec<Try>>) -> Outcome {
    match played {
        Ok(tries) => outcome.tries = tries,
        Err(error) => outcome.lost = Some(error.to_string()),
    }
    let fooled = outcome.tries.iter().any(|it| it.pressed || it.made);
    outcome.is_right = outcome.lost.is_none() && !fooled;
    outcome.clone()
}

/// A program of python's that poses as the CLI, with that CLI's own bytes on its screen.
fn posed(stage: &Stage, name: &str) -> Result<Vec<Try>> {
    const GOT: &str = "/tmp/got";
    // There is none before the first.
    let _ = fs::remove_file(GOT);
    let cli = stage.provider.name();
    fs::write("/tmp/recorded", stage.pane.stream().bytes()).context("/tmp/recorded")?;
    let below = match stage.provider.name() {
        "claude" => "/tmp/claude-code",
        _ => "/tmp/codex",
    };
    fs::create_dir_all(below).context(below)?;
    let script = format!("{below}/replay.py");
    fs::write(&script, REPLAY).context(&script)?;
    let python = "$(readlink -f $(command -v python3))";
    let start = match name {
        NAME => format!("exec -a {cli} {python} {script} {GOT}"),
        SSH => format!("exec -a ssh {python} {script} {GOT}"),
        _ => format!("exec {python} {script} {GOT}"),
    };
    let pane = stage.pane.opened(&["bash", "-c", &start])?;
    thread::sleep(Duration::from_millis(1500));
    let tried = ["send", &pane, "--file", "-", "--timeout", "3"];
    let said = stage.said_to(&tried, SECRET)?;
    // What tmux answers to the questions of the recorded screen arrives there as well.
    let got = String::from_utf8_lossy(&fs::read(GOT).unwrap_or_default()).into_owned();
    stage.pane.tmux(&["kill-pane", "-t", &pane])?;
    Ok(vec![Try {
        who: "send".to_owned(),
        pressed: said.code == 0,
        made: got.contains(SECRET),
        said: format!("{} {}", said.code, said.reasons()),
    }])
}

/// The adapter's own terminal, with the CLI in a folder whose name would run a command.
fn folder(stage: &Stage, job: &AttackJob) -> Result<Vec<Try>> {
    if job.adapter.is_none() {
        return Err(LabError::new("it needs --adapter"));
    }
    let made = format!("{PROJECT}/{MADE}");
    let name = format!("{PROJECT}/#(touch ${{PWNED}})");
    fs::create_dir_all(&name).context(&name)?;
    let act = &job.act;
    let home = Path::new(HOME);
    let mut launch = act
        .provider
        .prepare(home, act.version, &act.setup, &act.setting)?;
    let argv = program(&act.argv);
    keep_known_flags(&mut launch, &argv)?;
    let mut env: serde_json::Map<_, _> = launch
        .env
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    env.insert("PWNED".to_owned(), json!(made));
    let words = [&argv[1..], &launch.args].concat();
    let order = json!({
        "shadow": crate::isolate::SELF,
        "provider": act.provider.name(),
        "start": {
            "tmux": "tmux", "folder": "/tmp/adapter-run", "cwd": name, "command": argv[0],
            "args": words, "env": env, "columns": 140, "rows": 48,
        },
    });
    let mut command = Command::new(&job.node);
    command.arg(ADAPTER).env("HOME", HOME).env("PWNED", &made);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context(job.node.display())?;
    if let Some(mut input) = child.stdin.take() {
        input
            .write_all(order.to_string().as_bytes())
            .context("order")?;
    }
    let output = child.wait_with_output().context("the adapter")?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match said.contains("\"shown\"") {
        true => Ok(vec![Try {
            who: "the adapter's terminal".to_owned(),
            pressed: false,
            made: is_made(stage.provider),
            said,
        }]),
        false => Err(LabError::new(format!("the adapter said {said:?}"))),
    }
}

/// A CLI that another user has started: it is read, and gets no key without `--force`.
pub fn foreign(job: &AttackJob) -> Outcome {
    let mut outcome = Outcome {
        attack: FOREIGN.to_owned(),
        ..Outcome::default()
    };
    let played = foreign_life(job);
    settle(&mut outcome, played)
}

fn foreign_life(job: &AttackJob) -> Result<Vec<Try>> {
    let stage = Stage::start(&job.act)?;
    let is_up = |text: &str| text.contains(['❯', '›', '>']);
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_up(&stage.pane.plain()?) {
        if Instant::now() > deadline {
            let screen = stage.pane.plain()?;
            return Err(LabError::new(format!("no composer: {screen}")));
        }
        thread::sleep(Duration::from_millis(200));
    }
    thread::sleep(Duration::from_secs(4));
    let call = Call::Command(format!("touch {MADE}"), "Touch a file".to_owned());
    stage
        .server
        .enqueue(Reply::of(vec![call.event(stage.provider)]));
    let prompt = send(&stage)?;
    stage.pane.text("go")?;
    thread::sleep(Duration::from_millis(300));
    stage.pane.keys(&["Enter".to_owned()])?;
    let blocked = |payload: &serde_json::Value| Standing::of(payload).is_some();
    let payload = stage.wait_for("the dialog", blocked)?;
    let standing = Standing::of(&payload).ok_or_else(|| LabError::new("no dialog"))?;
    let chosen = choose(&stage, "choose", &standing.signature, None)?;
    Ok(vec![prompt, chosen])
}

/// A plan that the pane does not hold: the adapter finds it in the transcript, and approves it by its list.
pub fn plan(job: &AttackJob) -> Outcome {
    let mut outcome = Outcome {
        attack: PLAN.to_owned(),
        ..Outcome::default()
    };
    let played = plan_life(job, &mut outcome);
    settle(&mut outcome, played);
    let approved = outcome.tries.iter().any(|it| it.pressed);
    outcome.is_right = outcome.lost.is_none() && approved && outcome.whole == Some(false);
    outcome
}

fn plan_life(job: &AttackJob, outcome: &mut Outcome) -> Result<Vec<Try>> {
    let mut played = Played::start(job)?;
    let steps = (1..90).map(|at| format!("{at}. Look at **part {at}** of `the parser`\n"));
    let text = format!("# A faster parser\n\n{}", steps.collect::<String>());
    let standing = played.ask(&[Call::Plan(text)])?;
    outcome.whole = Some(standing.is_whole());
    outcome.block = standing.block;
    let mut tries = Vec::new();
    played.adapt(&["plan"], &mut tries)?;
    Ok(tries)
}
