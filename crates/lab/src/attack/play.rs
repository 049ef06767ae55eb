//! One life of a CLI under attack: the calls stand one after another, each is tried to be approved, and then refused.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::table::{ALLOWED, Attack, Call, End, folder};
use super::tries::{Standing, Try, adapter, choose, is_made, send, unmake};
use crate::act::{ActJob, Stage};
use crate::error::{Context, LabError, Result};
use crate::model::Reply;

/// What a life is told, in its working folder.
pub const JOB: &str = "attack.json";
/// Where it adds what came of each attack.
pub const RESULTS: &str = "attacks.ndjson";

/// The CLI has run or refused a call by itself.
pub const NOT_ASKED: &str = "not asked";

/// A life, as it crosses the wall of namespaces.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AttackJob {
    /// The CLI.
    pub act: ActJob,
    /// The adapter's operator, bundled; left out without it.
    pub adapter: Option<PathBuf>,
    /// What runs it.
    pub node: PathBuf,
    /// Names of the attacks that are still to be made.
    pub names: Vec<String>,
}

/// What came of an attack.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Its name.
    pub attack: String,
    /// Why it could not be made.
    pub lost: Option<String>,
    /// Whether the dialog was said to show all.
    pub whole: Option<bool>,
    /// In what a subject that is said to be whole differs from what would run.
    pub wrong: Option<String>,
    /// Who tried to approve it.
    pub tries: Vec<Try>,
    /// Whether it ended as it should.
    pub is_right: bool,
    /// The dialog.
    pub block: Value,
    /// The screen, where it did not end as it should.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub screen: String,
}

/// The life.
pub struct Played<'a> {
    job: &'a AttackJob,
    /// What it is played on.
    pub stage: Stage,
    /// The signatures of harmless calls that were read.
    read: Vec<(Call, String)>,
    prompts: usize,
    since: f64,
    /// Results of calls that had come when the turn began.
    results: usize,
}

impl<'a> Played<'a> {
    /// Starts the CLI.
    pub fn start(job: &'a AttackJob) -> Result<Self> {
        let other = folder(job.act.provider);
        fs::create_dir_all(&other).context(&other)?;
        let stage = Stage::start(&job.act)?;
        stage.wait_until_safe()?;
        Ok(Self {
            job,
            stage,
            read: Vec::new(),
            prompts: 0,
            since: 0.0,
            results: 0,
        })
    }

    /// Makes an attack, and leaves the CLI at its prompt.
    pub fn attack(&mut self, attack: &Attack) -> Outcome {
        let mut outcome = Outcome {
            attack: attack.name.to_owned(),
            ..Outcome::default()
        };
        unmake(self.stage.provider);
        if let Err(error) = self.made(attack, &mut outcome) {
            outcome.lost = Some(error.to_string());
            outcome.screen = self.stage.pane.plain().unwrap_or_default();
        }
        if self.refuse().is_err() {
            // The next attack must not suffer for it.
            let _ = self.stage.restart();
            let _ = self.stage.wait_until_safe();
        }
        let made = is_made(self.stage.provider);
        let harmless = attack.end != End::Refused;
        let fooled = outcome.tries.iter().any(|it| it.pressed || it.made);
        let is_played = match &outcome.lost {
            None => true,
            Some(why) => why == NOT_ASKED && !harmless,
        };
        outcome.is_right =
            is_played && outcome.wrong.is_none() && made == harmless && fooled == harmless;
        outcome
    }

    fn made(&mut self, attack: &Attack, outcome: &mut Outcome) -> Result<()> {
        let [.., last] = attack.calls.as_slice() else {
            return Err(LabError::new("no call"));
        };
        let mut other = match attack.end {
            End::Refused => self.read(&attack.decoy)?,
            _ => None,
        };
        let mut standing = self.ask(&attack.calls)?;
        // Some versions ask for the last call first: it is that of the attack then.
        for first in &attack.calls[..attack.calls.len() - 1] {
            if standing.shows(first) {
                other = Some(standing.signature.clone());
                standing = self.pass(&standing)?;
            }
        }
        outcome.whole = Some(standing.is_whole());
        outcome.wrong = standing.fault(last).map(|fault| format!("{fault:?}"));
        outcome.block = standing.block.clone();
        self.tries(attack, &standing, other, &mut outcome.tries)?;
        if outcome.wrong.is_some() || outcome.tries.iter().any(|it| it.made) {
            outcome.screen = self.stage.pane.plain()?;
        }
        Ok(())
    }

    fn tries(
        &self,
        attack: &Attack,
        standing: &Standing,
        other: Option<String>,
        tries: &mut Vec<Try>,
    ) -> Result<()> {
        let stage = &self.stage;
        let own = &standing.signature;
        match attack.end {
            End::Refused => {
                if let Some(other) = other {
                    tries.push(choose(stage, "another's signature", &other, None)?);
                }
                if !standing.is_whole() {
                    tries.push(choose(stage, "yes", own, None)?);
                }
                tries.push(send(stage)?);
                self.adapt(&ALLOWED, tries)?;
            }
            End::Chosen => tries.push(choose(stage, "choose", own, None)?),
            End::ChosenWhole => {
                let Some(Call::Command(text, _)) = attack.calls.last() else {
                    return Err(LabError::new("only commands are handed in"));
                };
                tries.push(choose(stage, "choose --whole", own, Some(text))?);
            }
            End::Listed(allowed) => self.adapt(allowed, tries)?,
        }
        Ok(())
    }

    /// Lets the adapter deal with the dialog that stands.
    pub fn adapt(&self, allowed: &[&str], tries: &mut Vec<Try>) -> Result<()> {
        if self.job.adapter.is_some() {
            let (node, version) = (&self.job.node, self.job.act.version);
            tries.push(adapter(&self.stage, node, version, self.since, allowed)?);
        }
        Ok(())
    }

    /// The signature of a harmless call; none where the CLI does not ask about it.
    fn read(&mut self, call: &Call) -> Result<Option<String>> {
        let known = self.read.iter().find(|(it, _)| it == call);
        if let Some((_, signature)) = known {
            return Ok(Some(signature.clone()));
        }
        let standing = self.ask(std::slice::from_ref(call));
        self.refuse()?;
        let signature = standing.ok().map(|it| it.signature);
        if let Some(signature) = &signature {
            self.read.push((call.clone(), signature.clone()));
        }
        Ok(signature)
    }

    /// Lets the model make calls, and waits for the dialog.
    pub fn ask(&mut self, calls: &[Call]) -> Result<Standing> {
        let stage = &self.stage;
        self.since = epoch();
        self.prompts += 1;
        stage.server.clear();
        let events = calls.iter().map(|call| call.event(stage.provider));
        stage.server.enqueue(Reply::of(events.collect()));
        let before = stage.server.snapshot();
        self.results = before.tool_results.len();
        let before = before.main_requests;
        stage.pane.text(&format!("go {}", self.prompts))?;
        thread::sleep(Duration::from_millis(150));
        let came = (0..4).any(|_| {
            let enter = stage.pane.keys(&["Enter".to_owned()]);
            let heard = stage
                .server
                .wait_for(|now| now.main_requests > before, Duration::from_secs(3));
            enter.is_ok() && heard.is_ok()
        });
        if !came {
            return Err(LabError::new("no request came"));
        }
        self.stands(|_| true)
    }

    /// Approves a harmless call that stands before the one of the attack, and waits for that one.
    fn pass(&self, standing: &Standing) -> Result<Standing> {
        let first = choose(&self.stage, "the first", &standing.signature, None)?;
        match first.pressed {
            true => self.stands(|next| next.signature != standing.signature),
            false => Err(LabError::new(format!("not approved: {}", first.said))),
        }
    }

    /// Waits for a dialog, and until it has stood for a while.
    fn stands(&self, is_wanted: impl Fn(&Standing) -> bool) -> Result<Standing> {
        let wanted = |payload: &Value| {
            let awaits = payload["surface_assessment"]["business_state"] == "awaiting_operator";
            awaits && Standing::of(payload).is_some_and(|it| is_wanted(&it))
        };
        let stands = self.stage.wait_for("the dialog", wanted);
        if let Err(error) = stands {
            let results = self.stage.server.snapshot().tool_results.len();
            let is_asked = results == self.results;
            return Err(if is_asked {
                error
            } else {
                LabError::new(NOT_ASKED)
            });
        }
        let quiet = Duration::from_millis(500);
        let deadline = Instant::now() + Duration::from_secs(3);
        while self.stage.pane.stream().quiet() < quiet && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(50));
        }
        let payload = self.stage.payload()?;
        Standing::of(&payload).ok_or_else(|| LabError::new("the dialog went"))
    }

    /// Escape refuses, everywhere.
    fn refuse(&self) -> Result<()> {
        self.stage.tidy()?;
        self.stage.wait_until_safe()
    }
}

/// Seconds of the epoch.
fn epoch() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |it| it.as_secs_f64())
}
