//! `shadow review`: steps through the changes of the last `shadow test`.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use clap::Args;
use shadow_fixtures::{Session, SessionDir, TURNS, save_session};
use shadow_testing::{
    Acceptance, Accepted, Change, ChangeKind, Measure, Mode, Ran, Run, Suite, told_turns,
};
use shadow_tui::Stack;

use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::regression::{diff, last_run};
use crate::setup;

const EXAMPLES: &str = "\
Examples:
  shadow test cases/; shadow review
  shadow test --id resume cases/; shadow review
  shadow review --accept-all --why 'a picker shows prompts too'

The command shows each unexpected answer (a change) with its screen, or with
the turns of its recording. Then type a letter and press Enter:
  a  accept: shadow's answer is wrong, and this is a known failure; lists it in
     accepted.toml beside the case
  l  relabel: shadow's answer is right and the truth was wrong; writes the
     answer to session.toml as the new truth, with a note that it comes from
     shadow
  r  reject: shadow's answer is wrong and must be fixed; writes nothing
  s  skip the change for now
  q  quit

If the answer is right and a known failure is listed for it, `a` takes the
failure out of accepted.toml, and `l` skips the change.";

/// Arguments of `shadow review`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReviewArgs {
    /// Accept every change without asking
    #[arg(long, conflicts_with = "reject_all")]
    accept_all: bool,
    /// List the changes and accept none
    #[arg(long)]
    reject_all: bool,
    /// The reason for accepting, written to accepted.toml
    #[arg(long, value_name = "TEXT")]
    why: Option<String>,
}

/// What a person says to a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accept,
    Relabel,
    Reject,
    Skip,
    Quit,
}

/// How many changes went which way.
#[derive(Debug, Default)]
struct Tally {
    accepted: usize,
    relabeled: usize,
    rejected: usize,
    skipped: usize,
}

/// Runs it.
pub fn run(args: &ReviewArgs) -> Outcome {
    let stack = setup::stack()?;
    let mut output = Output::new();
    let (suite, run) = again(&stack)?;
    let mut tally = Tally::default();
    'all: for ran in run.changed() {
        for change in &ran.changes {
            let changes = std::slice::from_ref(change);
            output.text(&diff::of(&stack, &suite, ran, changes))?;
            let answer = args.answer(&mut output)?;
            if answer == Answer::Quit {
                break 'all;
            }
            let done = args.settle(&stack, answer, ran, change)?;
            tally.count(done);
            output.text(&format!("  {}\n", told(answer, done, change.kind)))?;
        }
    }
    output.text(&format!(
        "{} accepted, {} relabeled, {} rejected, {} skipped\n",
        tally.accepted, tally.relabeled, tally.rejected, tally.skipped
    ))?;
    Ok(match tally.rejected + tally.skipped {
        0 => Exit::Done,
        _ => Exit::NotHeld,
    })
}

/// The changed cases of the last run, run once more: what has been mended since is no change.
fn again(stack: &Stack) -> Result<(Suite, Run), Failure> {
    let kept = last_run::kept()?;
    let mut dirs: Vec<PathBuf> = kept.iter().map(|entry| PathBuf::from(&entry.dir)).collect();
    dirs.dedup();
    let mut suite = Suite::load(&dirs);
    if let Some(fault) = suite.faults.first() {
        return Err(Failure::input(format!("cannot read the case {fault}")));
    }
    let is_kept = |dir: &Path, case: &str| {
        let dir = dir.display().to_string();
        kept.iter()
            .any(|entry| entry.dir == dir && entry.case == case)
    };
    let captures = &mut suite.captures;
    captures.retain(|capture| is_kept(&capture.dir, &capture.case.name));
    let recordings = &mut suite.recordings;
    recordings.retain(|session| is_kept(&session.dir, TURNS));
    let modes = Mode::EACH
        .into_iter()
        .filter(|mode| kept.iter().any(|entry| entry.mode == mode.name()));
    let modes: Vec<Mode> = modes.collect();
    let run = suite.run(stack, &modes, &|| ());
    if let Some(fault) = run.faults.first() {
        return Err(Failure::input(format!("cannot read the recording {fault}")));
    }
    Ok((suite, run))
}

impl ReviewArgs {
    /// What is to be done with a change: as the arguments say, or as the person does.
    fn answer(&self, output: &mut Output) -> Result<Answer, Failure> {
        if self.accept_all {
            return Ok(Answer::Accept);
        }
        if self.reject_all {
            return Ok(Answer::Reject);
        }
        loop {
            output.text("  [a]ccept  re[l]abel  [r]eject  [s]kip  [q]uit")?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            match (read, line.trim()) {
                (Ok(0) | Err(_), _) | (_, "q") => return Ok(Answer::Quit),
                (_, "a") => return Ok(Answer::Accept),
                (_, "l") => return Ok(Answer::Relabel),
                (_, "r") => return Ok(Answer::Reject),
                (_, "s") => return Ok(Answer::Skip),
                _ => {}
            }
        }
    }
}

impl ReviewArgs {
    /// Does what was said; what cannot be done is skipped.
    fn settle(
        &self,
        stack: &Stack,
        answer: Answer,
        ran: &Ran,
        change: &Change,
    ) -> Result<Answer, Failure> {
        let judged = &change.judgment;
        match (answer, change.kind) {
            (Answer::Accept, ChangeKind::Wrong) => {
                let why = self.why.clone();
                let judged = judged.clone();
                keep(&ran.dir, |kept| kept.add(Acceptance { why, ..judged }))?;
            }
            (Answer::Accept, ChangeKind::Fixed) => keep(&ran.dir, |kept| kept.remove(judged))?,
            (Answer::Relabel, ChangeKind::Wrong) => {
                let done = relabel(stack, &ran.dir, judged)?;
                return Ok(if done { answer } else { Answer::Skip });
            }
            (Answer::Relabel, ChangeKind::Fixed) => return Ok(Answer::Skip),
            _ => {}
        }
        Ok(answer)
    }
}

impl Tally {
    fn count(&mut self, done: Answer) {
        match done {
            Answer::Accept => self.accepted += 1,
            Answer::Relabel => self.relabeled += 1,
            Answer::Reject => self.rejected += 1,
            Answer::Skip | Answer::Quit => self.skipped += 1,
        }
    }
}

fn told(answer: Answer, done: Answer, kind: ChangeKind) -> &'static str {
    match done {
        Answer::Accept => "accepted",
        Answer::Relabel => "relabeled",
        Answer::Reject => "rejected: mend the engine",
        _ if answer == Answer::Relabel && kind == ChangeKind::Fixed => {
            "skipped: the truth is right; a takes the known failure out of accepted.toml"
        }
        _ if answer == Answer::Relabel => "not one field of the truth: edit session.toml by hand",
        _ => "skipped",
    }
}

fn keep(dir: &Path, edit: impl FnOnce(&mut Accepted)) -> Result<(), Failure> {
    let mut accepted = Accepted::read(dir).map_err(Failure::input)?;
    edit(&mut accepted);
    accepted
        .write(dir)
        .map_err(|error| Failure::new(Exit::NotHeld, error))
}

/// Writes the engine's answer into the truth; false where no one field of it is judged.
fn relabel(stack: &Stack, dir: &Path, judged: &Acceptance) -> Result<bool, Failure> {
    let refuse = |error: shadow_fixtures::Error| Failure::input(error.to_string());
    let read = SessionDir::read(dir).map_err(refuse)?;
    if judged.measure == Measure::Turns.name() {
        let mut turns = told_turns(stack, &read).map_err(Failure::input)?;
        let before = read.session.turns.as_deref().unwrap_or_default();
        for (index, turn) in turns.iter_mut().enumerate() {
            if before.get(index) != Some(turn) {
                turn.witness = Some(relabeled("the turn", ""));
            }
        }
        let session = Session {
            turns: Some(turns),
            ..read.session
        };
        return save_session(dir, &session).map(|()| true).map_err(refuse);
    }
    let mut session = read.session;
    let mut cases = session.cases.iter_mut();
    let Some(case) = cases.find(|case| case.name == judged.case) else {
        return Ok(false);
    };
    if !case.truth.set(&judged.measure, &judged.got) {
        return Ok(false);
    }
    case.witness = relabeled(&judged.measure, &case.witness);
    save_session(dir, &session).map_err(refuse)?;
    Ok(true)
}

/// What stands where a proof should of what has been relabeled; `before` proves the rest of it.
fn relabeled(what: &str, before: &str) -> String {
    let mut words = format!("{what} was relabeled by hand from the engine's reading");
    if !before.is_empty() {
        words += &format!("; the rest: {before}");
    }
    words
}
