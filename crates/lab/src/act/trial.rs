//! One trial: what is put in the way, the prompt, what the model heard of it, and the verdict.

use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use super::heard::{Heard, heard, heard_last, texts_with};
use super::plan::{Obstacle, Trial};
use super::prompts::Kind;
use super::stage::{Said, Stage};
use crate::error::{LabError, Result};
use crate::model::{Event, Reply, Shell, Snapshot, Tool};

/// How a trial came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It arrived exactly once, whole.
    Arrived,
    /// It arrived once, with different white space.
    ArrivedSpaced,
    /// It was refused and nothing of it was typed or left behind.
    Refused,
    /// It was stopped on the way; nothing arrived, the text is kept or stands in the composer.
    Stopped,
    /// The CLI was killed after Enter: it was said that the prompt may have been taken, and it was.
    Unsure,
    /// It was said to have failed, and it arrived.
    Unseen,
    /// It was refused although nothing was in the way.
    Needless,
    /// Something else arrived, or it arrived twice, or not at all though it was said to be sent.
    Wrong,
    /// The trial itself could not be played.
    Void,
}

/// A trial and its verdict.
#[derive(Debug, Clone, Serialize)]
pub struct Played {
    /// The trial.
    #[serde(flatten)]
    pub trial: Trial,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, where it is not plain.
    pub why: String,
    /// What went wrong when the obstacle was taken away by the commands for it.
    pub after: Option<String>,
    /// What the pane showed at the end, where the verdict asks for a look.
    pub screen: String,
    /// Exit code of the binary.
    pub code: i32,
    /// Its report.
    pub report: Value,
    /// The end of the turn, as `--wait completed` told it.
    pub ended: Value,
    /// Its complaint.
    pub complaint: String,
    /// Seconds it took.
    pub seconds: f64,
    /// Whether the answer was given whole with `--wait completed`.
    pub answered: Option<bool>,
}

/// Plays a trial; the stage is left at a free prompt where that can be done.
pub fn play(stage: &Stage, trial: &Trial) -> Played {
    let begun = Instant::now();
    let mut played = attempt(stage, trial).unwrap_or_else(|error| void(trial, &error));
    played.seconds = begun.elapsed().as_secs_f64();
    let cleaned = clean(stage, trial)
        .and_then(|()| stage.tidy())
        .and_then(|()| stage.wait_until_safe());
    if let Err(error) = cleaned {
        played.after = Some(error.to_string());
        // The next trial must not suffer for it.
        let _ = stage.restart();
        let _ = stage.wait_until_safe();
    }
    played
}

fn void(trial: &Trial, error: &LabError) -> Played {
    Played {
        trial: trial.clone(),
        verdict: Verdict::Void,
        why: error.to_string(),
        after: None,
        screen: String::new(),
        code: -1,
        report: Value::Null,
        ended: Value::Null,
        complaint: String::new(),
        seconds: 0.0,
        answered: None,
    }
}

/// The flags of `send` that a trial needs.
fn flags(trial: &Trial) -> Vec<&'static str> {
    let mut flags = vec!["--timeout", "60", "--wait", "completed"];
    let more = [
        (trial.obstacle == Obstacle::DraftAlong, "--allow-draft"),
        (trial.expands_tabs(), "--expand-tabs"),
        (trial.strips(), "--strip"),
    ];
    flags.extend(
        more.iter()
            .filter(|(needed, _)| *needed)
            .map(|(_, flag)| flag),
    );
    flags
}

/// What the CLI gets of a trial's text.
fn sent(trial: &Trial, text: String) -> String {
    let sent = match trial.obstacle {
        Obstacle::DraftAlong => format!("{DRAFT}\n{text}"),
        _ => text,
    };
    match trial.expands_tabs() {
        true => sent.replace('\t', "    "),
        false => sent,
    }
}

fn attempt(stage: &Stage, trial: &Trial) -> Result<Played> {
    let text = trial.text();
    let answer = format!("Answer to {}.\nAnd its second line.", trial.tag());
    prepare(stage, trial)?;
    let already = stage.server.snapshot().main_requests;
    if !matches!(trial.obstacle, Obstacle::Dialog | Obstacle::Turn) {
        stage.will_say(&answer);
    }
    let child = stage.send(&text, &flags(trial))?;
    meanwhile(stage, trial)?;
    let said = stage.said(child)?;
    // A turn that has begun may not have asked the model yet.
    let grace = if said.code == 0 { 8000 } else { 400 };
    let came = |state: &Snapshot| state.main_requests > already;
    let snapshot = match stage.server.wait_for(came, Duration::from_millis(grace)) {
        Ok(snapshot) => snapshot,
        Err(snapshot) => *snapshot,
    };
    let mut body = stage.server.last_body();
    if snapshot.main_requests == already {
        body = Value::Null;
    }
    let sent = sent(trial, text);
    let came = match trial.kind {
        Kind::Unseen => heard_last(&body, &trial.seen()),
        _ => heard(&body, &trial.tag(), &sent),
    };
    let (verdict, why) = judge(stage, trial, &said, came)?;
    let told = said.lines.iter().find(|line| line["record"].is_object());
    let why = match verdict {
        Verdict::Wrong => format!("{why}: {:?}", texts_with(&body, &trial.tag())),
        _ => why,
    };
    let screen = match verdict {
        Verdict::Arrived | Verdict::Refused => String::new(),
        _ => stage.pane.plain()?,
    };
    Ok(Played {
        trial: trial.clone(),
        verdict,
        why: why.chars().take(600).collect(),
        after: None,
        screen,
        code: said.code,
        report: said.lines.first().cloned().unwrap_or_default(),
        ended: told.cloned().unwrap_or_default(),
        complaint: said.complaint,
        seconds: 0.0,
        answered: told.map(|line| {
            let text = line["record"]["answer"]["text"]
                .as_str()
                .unwrap_or_default();
            text.contains(&format!("Answer to {}.", trial.tag())) && text.contains("second line")
        }),
    })
}

const DRAFT: &str = "half a thought of mine";

/// Puts the obstacle in the way.
fn prepare(stage: &Stage, trial: &Trial) -> Result<()> {
    let key = |name: &str| stage.pane.keys(&[name.to_owned()]);
    match trial.obstacle {
        Obstacle::Dialog => {
            let file = format!("/tmp/made-{}", trial.number);
            let shell = Shell {
                command: format!("python3 -c \"open('{file}','w')\""),
                escalated: true,
                ..Shell::default()
            };
            stage.server.clear();
            stage
                .server
                .enqueue(Reply::of(vec![Event::Tool(Tool::Shell(shell))]));
            stage.server.enqueue(Reply::text("Made it."));
            first(stage, &format!("make the file {file}"))?;
            stage.wait_for("a dialog", |p| {
                !p["surface_assessment"]["operator_block"].is_null()
            })?;
        }
        Obstacle::Turn => {
            stage.server.clear();
            let held = vec![Event::Text("I begin.\n".into()), Event::Gate(gate(trial))];
            stage.server.enqueue(Reply::of(held));
            first(stage, &format!("take your time, {}", trial.number))?;
            thread::sleep(Duration::from_millis(1200));
        }
        Obstacle::Draft | Obstacle::DraftAlong => stage.pane.text(DRAFT)?,
        Obstacle::CopyMode => stage.pane.tmux(&["copy-mode", "-t", "%0"])?,
        Obstacle::Picker => {
            stage.pane.text("/model")?;
            thread::sleep(Duration::from_millis(600));
            key("Enter")?;
            stage.wait_for("a picker", |p| {
                p["surface_assessment"]["input_mode"] == "modal"
            })?;
        }
        Obstacle::Fresh => {
            stage.restart()?;
            thread::sleep(Duration::from_millis(100));
        }
        Obstacle::None | Obstacle::Restart | Obstacle::Typing | Obstacle::RaceDialog => {}
    }
    thread::sleep(Duration::from_millis(400));
    Ok(())
}

/// The gate that holds a trial's turn open.
fn gate(trial: &Trial) -> String {
    format!("held-{}", trial.number)
}

/// A prompt of the trial's own, sent without waiting for its end.
fn first(stage: &Stage, prompt: &str) -> Result<()> {
    let said = stage.said(stage.send(prompt, &["--timeout", "40"])?)?;
    match said.code {
        0 => Ok(()),
        _ => Err(LabError::new(format!(
            "the first prompt: {}",
            said.complaint
        ))),
    }
}

/// What happens while the prompt is on its way.
fn meanwhile(stage: &Stage, trial: &Trial) -> Result<()> {
    // Spread over the second or so that sending takes.
    let wait = Duration::from_millis(100 + (trial.number as u64 * 137) % 1100);
    match trial.obstacle {
        Obstacle::Restart => {
            thread::sleep(wait);
            stage.restart()
        }
        Obstacle::Typing => {
            thread::sleep(wait);
            stage.pane.text("wait")
        }
        Obstacle::RaceDialog => {
            thread::sleep(wait);
            stage.pane.keys(&["?".to_owned()])
        }
        _ => Ok(()),
    }
}

/// Weighs what the binary said against what the model heard.
fn judge(stage: &Stage, trial: &Trial, said: &Said, came: Heard) -> Result<(Verdict, String)> {
    let report = said.lines.first().cloned().unwrap_or_default();
    let done = report["outcome"] == "done";
    // A text that is refused as such has no report.
    let typed = said.code != 2 && report["draft"] != "not_typed" && report["draft"] != "cleared";
    let cut = trial.obstacle == Obstacle::Restart && said.code != 0;
    let unsure = said.complaint.contains("may have been taken");
    if stage.pane.facts()?.dead {
        return Ok((Verdict::Wrong, "the CLI has ended".into()));
    }
    let verdict = match (done, came) {
        // Its turn had begun when the CLI was killed, and its request was not out yet.
        (true, Heard::Never) if cut => Verdict::Stopped,
        (true, Heard::Whole) => Verdict::Arrived,
        (true, Heard::Spaced) => Verdict::ArrivedSpaced,
        (_, Heard::Altered | Heard::Twice) | (true, Heard::Never) => Verdict::Wrong,
        (false, Heard::Whole | Heard::Spaced) if cut && unsure => Verdict::Unsure,
        (false, Heard::Whole | Heard::Spaced) => Verdict::Unseen,
        (false, Heard::Never) if typed => Verdict::Stopped,
        (false, Heard::Never) => Verdict::Refused,
    };
    if verdict == Verdict::Refused && left_behind(stage, trial)? {
        return Ok((
            Verdict::Wrong,
            "refused, and something of it stands in the composer".into(),
        ));
    }
    let free = matches!(
        trial.obstacle,
        Obstacle::None | Obstacle::Fresh | Obstacle::DraftAlong
    );
    if matches!(verdict, Verdict::Refused | Verdict::Stopped)
        && free
        && !trial.kind.may_be_refused(stage.provider)
    {
        return Ok((Verdict::Needless, said.complaint.clone()));
    }
    Ok((verdict, format!("{came:?}")))
}

/// Whether the screen shows the trial's tag in a composer.
fn left_behind(stage: &Stage, trial: &Trial) -> Result<bool> {
    let payload = stage.payload()?;
    let composer = &payload["surface_assessment"]["composer"];
    Ok(match trial.kind {
        // None of its characters need show.
        Kind::Unseen => composer["content"] == "draft",
        _ => composer.to_string().contains(&trial.tag()),
    })
}

/// Takes the obstacle away again, by the commands under test where they are for it.
fn clean(stage: &Stage, trial: &Trial) -> Result<()> {
    match trial.obstacle {
        Obstacle::Dialog => {
            let payload = stage.payload()?;
            let block = &payload["surface_assessment"]["operator_block"];
            let signature = block["signature"].as_str().unwrap_or_default();
            let args = [
                "choose",
                "%0",
                "--option",
                "1",
                "--timeout",
                "20",
                "--signature",
                signature,
            ];
            accept("choose", &stage.said(stage.shadow(&args)?)?)?;
            let file = format!("/tmp/made-{}", trial.number);
            let deadline = Instant::now() + Duration::from_secs(10);
            while !std::path::Path::new(&file).exists() {
                if Instant::now() > deadline {
                    return Err(LabError::new("choose said yes and the command did not run"));
                }
                thread::sleep(Duration::from_millis(50));
            }
            stage.wait_until_safe()
        }
        Obstacle::Turn => {
            let args = ["interrupt", "%0", "--timeout", "30"];
            let said = stage.said(stage.shadow(&args)?)?;
            stage.server.release(&gate(trial));
            accept("interrupt", &said)
        }
        Obstacle::CopyMode => {
            // It may have been left already.
            let _ = stage.pane.tmux(&["send-keys", "-t", "%0", "-X", "cancel"]);
            Ok(())
        }
        Obstacle::Restart => stage.wait_until_safe(),
        _ => Ok(()),
    }
}

fn accept(what: &str, said: &Said) -> Result<()> {
    match said.code {
        0 => Ok(()),
        code => Err(LabError::new(format!(
            "{what} ended with {code}: {}",
            said.complaint
        ))),
    }
}
