//! What was asked in a recorded session, and what the scripted model said to it: known from the lab's scenario, by the steps
//! that the session kept. Nothing of the engine's is read here.

use std::collections::HashMap;
use std::sync::LazyLock;

use shadow_fixtures::{Case, Session};
use shadow_lab::Version;
use shadow_lab::model::{Event, Reply, Tool};
use shadow_lab::scenario::{Scenario, Step, bundled, load_dir};
use shadow_tui::reducer::Outcome;

/// A prompt that was submitted while no turn ran.
#[derive(Debug, Clone)]
pub struct Asked {
    /// As it was typed.
    pub prompt: String,
    /// How its turn ended, if the session says so, and when that was known, in seconds of the recording.
    pub outcome: Option<(Outcome, f64)>,
    /// All that the model said to it, where it is known to have said all.
    pub said: Option<String>,
}

/// What was asked in a session, in order; none where its scenario is not known.
pub fn asked(session: &Session) -> Option<Asking> {
    // A world or a setting that it ran in stands behind its name: what is typed there is the same.
    let name = session.scenario.split('@').next().unwrap_or_default();
    let key = (session.provider.clone(), name.to_owned());
    let scenario = SCENARIOS.get(&key)?;
    let version: Version = session.version.parse().ok()?;
    let mut asking = Asking::default();
    for step in scenario.steps.iter().filter(|step| step.applies(version)) {
        asking.step(step, session);
        if !step.optional && is_dropped(step, session) {
            break;
        }
    }
    asking.close();
    Some(asking)
}

static SCENARIOS: LazyLock<HashMap<(String, String), Scenario>> = LazyLock::new(|| {
    let read = |provider: &str| {
        let found = load_dir(&bundled(), provider).expect("the lab's scenarios can be read");
        let provider = provider.to_owned();
        let keyed = move |scenario: Scenario| ((provider.clone(), scenario.name.clone()), scenario);
        found.into_iter().map(keyed)
    };
    read("claude").chain(read("codex")).collect()
});

/// What was asked, and whatever else was typed.
#[derive(Debug, Default)]
pub struct Asking {
    /// Prompts that begin turns.
    pub prompts: Vec<Asked>,
    /// Other texts that were sent: commands, messages to a running turn, what a dropped step may have sent.
    pub others: Vec<String>,
    draft: String,
    /// Whether what comes is the last prompt's.
    runs: bool,
    script: Script,
}

/// What the model has been given to say since the last prompt.
#[derive(Debug, Default)]
struct Script {
    /// Reply by reply.
    texts: Vec<String>,
    /// The lines of the answers that stood on the screen with the whole turn.
    shown: Option<Vec<String>>,
    /// Something may have stopped it: an error, a tool that was refused, an interrupt.
    stopped: bool,
    /// The model asks something.
    asks: bool,
}

impl Asking {
    fn step(&mut self, step: &Step, session: &Session) {
        let mut cases = session.cases.iter();
        let case = cases.find(|case| step.name.as_ref() == Some(&case.name));
        let dropped = is_dropped(step, session);
        self.press(&step.keys, "");
        if !step.keys.is_empty() && !self.draft.is_empty() {
            // Keys edit a draft, too.
            self.others.push(std::mem::take(&mut self.draft));
        }
        self.draft += step.text.as_deref().unwrap_or_default();
        self.press(&step.then, step.paste.as_deref().unwrap_or_default());
        if let Some(text) = &step.submit {
            let prompt = std::mem::take(&mut self.draft) + text;
            let kept = step.paste.is_none() && is_kept(step, &prompt, session);
            self.submit(prompt, kept);
        }
        step.say.iter().for_each(|reply| self.script.add(reply));
        self.script.stopped |= dropped || stops(step);
        if let Some(case) = case {
            self.tell(case);
        }
    }

    /// What is typed goes with Enter or Tab: a command, or a message to a running turn.
    fn press(&mut self, keys: &[String], pasted: &str) {
        let sends = keys.iter().any(|key| key == "Enter" || key == "Tab");
        let text = format!("{}{pasted}", self.draft);
        if sends && !text.trim().is_empty() {
            self.draft.clear();
            self.send_other(text);
        }
    }

    /// What is true of the last prompt's turn is known no longer.
    fn send_other(&mut self, text: String) {
        self.close();
        self.others.push(text);
        self.runs = false;
    }

    fn submit(&mut self, prompt: String, certain: bool) {
        self.close();
        self.script = Script::default();
        if !certain || prompt.trim_start().starts_with(['/', '!', '#']) {
            self.send_other(prompt);
            return;
        }
        self.runs = true;
        self.prompts.push(Asked {
            prompt,
            outcome: None,
            said: None,
        });
    }

    /// Takes what a capture says of how the last prompt's turn ended.
    fn tell(&mut self, case: &Case) {
        let told = outcome(case).map(|(outcome, _)| outcome);
        if self.runs && told.is_some() {
            self.script.draw(case, self.prompts.last());
        }
        let last = self.prompts.last_mut().filter(|_| self.runs);
        if let (Some(asked), Some(told), Some(at)) = (last, told, case.at) {
            asked.outcome = asked.outcome.or(Some((told, at)));
        }
    }

    /// The last prompt's script is known to its end.
    fn close(&mut self) {
        if let Some(asked) = self.prompts.last_mut().filter(|_| self.runs) {
            let whole = !self.script.stopped && self.script.is_known();
            let success = matches!(asked.outcome, Some((Outcome::Success, _)));
            asked.said = (whole && success).then(|| self.script.drawn());
        }
    }
}

impl Script {
    /// Takes what a screen at rest shows, where it shows the prompt, and with it all that came of it.
    fn draw(&mut self, case: &Case, asked: Option<&Asked>) {
        let last = asked.and_then(|asked| asked.prompt.lines().last());
        let whole = last.is_some_and(|last| case.truth.user_lines.iter().any(|line| line == last));
        if whole && self.shown.is_none() {
            self.shown = Some(case.truth.answer_lines.clone());
        }
    }

    /// Whether it is known what is drawn: of what is said before a question, a screen must show it.
    fn is_known(&self) -> bool {
        !self.asks || self.shown.is_some()
    }

    /// What was said, without what the version never draws: 2.1.19 to 2.1.62 drop what was said before a question.
    fn drawn(&mut self) -> String {
        let texts = std::mem::take(&mut self.texts);
        let shown = self.shown.take();
        let is_drawn = |text: &&String| match &shown {
            Some(shown) => text
                .lines()
                .any(|line| shown.iter().any(|it| it.trim() == line.trim())),
            None => true,
        };
        let texts: Vec<&str> = texts.iter().filter(is_drawn).map(String::as_str).collect();
        texts.join("\n")
    }

    fn add(&mut self, reply: &Reply) {
        if reply.matches.is_some() {
            self.stopped = true;
            return;
        }
        let mut said = String::new();
        for event in &reply.events {
            match event {
                // What a terminal makes of it is not what was said.
                Event::Text(text) if text.contains('\x1b') => self.stopped = true,
                Event::Text(text) => said += text,
                Event::Stream(paced) => said += &paced.text,
                Event::Error(_) | Event::Failed(_) | Event::Disconnect => self.stopped = true,
                Event::Tool(Tool::Ask { .. }) => self.asks = true,
                _ => {}
            }
        }
        self.texts.push(said);
    }
}

/// Whether a step is known to have failed.
fn is_dropped(step: &Step, session: &Session) -> bool {
    let name = step.name.as_deref();
    name.is_some_and(|name| session.dropped.iter().any(|it| it.case == name))
}

/// Whether a step's prompt is known to have come to the model: its capture is kept, or some capture shows the prompt. A
/// scenario may have got steps since.
fn is_kept(step: &Step, prompt: &str, session: &Session) -> bool {
    let mut cases = session.cases.iter();
    match &step.name {
        Some(name) => cases.any(|case| case.name == *name),
        None => cases.any(|case| case.truth.user_lines.iter().any(|line| line == prompt)),
    }
}

/// Whether a step may keep the model from saying what is left.
fn stops(step: &Step) -> bool {
    let name = step.name.as_deref().unwrap_or_default();
    let refused = [
        "interrupt",
        "denied",
        "refused",
        "closed",
        "killed",
        "rewind",
    ];
    step.kill
        || step
            .keys
            .iter()
            .chain(&step.then)
            .any(|key| key == "Escape" || key == "C-c")
        || refused.iter().any(|word| name.contains(word))
}

/// How a turn ended, by the truth of a capture at which nothing runs any more, and the kind of its failure; none where it
/// does not tell: some versions take a denied call for an interruption, others answer it.
#[must_use]
pub fn outcome(case: &Case) -> Option<(Outcome, Option<&str>)> {
    let truth = &case.truth;
    let idle =
        (truth.availability.as_str(), truth.business_state.as_str()) == ("supported", "idle");
    let told = truth.outcome.as_deref();
    match &truth.failure {
        _ if told == Some("interrupted") => Some((Outcome::Interrupted, None)),
        _ if told == Some("known_failure") => Some((Outcome::KnownFailure, None)),
        _ if !idle || case.name.contains("denied") => None,
        Some(kind) => Some((Outcome::KnownFailure, Some(kind))),
        None if is_stopped(&case.name) => Some((Outcome::Interrupted, None)),
        // The model failed, and the version shows nothing of it (dropped connections, 1.0.51 to 2.1.20).
        None if case.name.starts_with("failed-") => Some((Outcome::KnownFailure, None)),
        None => Some((Outcome::Success, None)),
    }
}

/// Whether a step's name says that the person stopped the turn: by a key while it ran, or by closing what it
/// asked.
fn is_stopped(name: &str) -> bool {
    name.contains("interrupted") || name.ends_with("refused")
}
