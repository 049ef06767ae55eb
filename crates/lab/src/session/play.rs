//! Plays the steps of a scenario and keeps the captures whose witness holds.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use shadow_fixtures::{Case, Cast, CastEvent, Dropped, SCHEMA, Session};

use super::host::{Facts, Pane, program};
use super::hosts;
use super::job::Job;
use super::lines::squeeze;
use super::reports::Reports;
use super::{hosted, shell, truth, waits};
use crate::error::{Context, LabError, Result};
use crate::isolate::SELF;
use crate::model::{Fact, Server};
use crate::provider::{HOME, Launch, PORT};
use crate::scenario::{Repeat, Step};

/// Keys that send a draft off, or queue it behind a turn.
const QUEUE_KEYS: [&str; 2] = ["Enter", "Tab"];

/// Folder of the screens that were taken for idle and took no typing.
pub const RETRACTED: &str = "retracted";

/// A session that is being played.
pub struct Player<'a> {
    job: &'a Job,
    /// Ends before the pane does.
    watch: Option<hosted::Watch>,
    pane: Pane,
    server: Server,
    asked: Vec<String>,
    /// What has been typed since the composer was last cleared by a key.
    draft: String,
    /// Whether a typed prompt ever came to the model: until then no more than the screen says that a composer lives.
    typed: bool,
    seen_notifications: usize,
    /// Tools that could not be said before the present step.
    unoffered: usize,
    session: Session,
    screens: Vec<Vec<u8>>,
}

impl<'a> Player<'a> {
    /// Prepares the home, starts the scripted model, and the CLI in its pane.
    pub fn start(job: &'a Job) -> Result<Self> {
        let setup = &job.scenario.setup;
        if job.setting.is_followed() {
            hosted::require(&job.prefix)?;
        }
        let home = Path::new(HOME);
        let mut launch = job
            .provider
            .prepare(home, job.version, setup, &job.setting)?;
        keep_known_flags(&mut launch, &program(&job.argv))?;
        let argv = match setup.shell {
            true => {
                let prompt = job.world.terminal.prompt.as_deref();
                shell::wrap(&argv(job), &launch, !setup.lacks("start"), prompt)?
            }
            false => argv(job),
        };
        if setup.shell {
            launch.args.clear();
        }
        if setup.hosts {
            hosts::serve(&mut launch)?;
        }
        let server = Server::start(&format!("127.0.0.1:{PORT}")).context("scripted model")?;
        server.furnish(job.world.headers.clone(), job.world.answers.clone());
        let pane = Pane::start(&job.setting, &job.world.terminal, &argv, &launch)?;
        let watch = job.setting.watch.then(hosted::Watch::start).transpose()?;
        Ok(Self {
            job,
            watch,
            pane,
            server,
            asked: Vec::new(),
            draft: String::new(),
            typed: false,
            seen_notifications: 0,
            unoffered: 0,
            session: blank(job),
            screens: Vec::new(),
        })
    }

    /// Plays every step; gives the session, its screens and its recording.
    pub fn play(mut self) -> Result<(Session, Vec<Vec<u8>>, Cast)> {
        let job = self.job;
        let mut broken: Option<String> = None;
        for step in job.scenario.steps.iter().filter(|s| s.applies(job.version)) {
            let result = match &broken {
                Some(why) => Err(LabError::new(format!("an earlier step failed: {why}"))),
                None => self.step(step),
            };
            if let Err(error) = result {
                self.server.note(Fact::StepFailed);
                if broken.is_none() {
                    self.note_failure(step, &error);
                    self.retract_idle(step, &error);
                }
                if !step.optional {
                    broken.get_or_insert_with(|| error.to_string());
                }
                self.drop_case(step, &error);
            }
        }
        self.server.note(Fact::SessionOver);
        if job.setting.is_followed() {
            hosted::keep()?;
        }
        hosted::note(self.pane.stream(), &self.server)?;
        drop(self.watch.take());
        let cast = self.cast();
        Ok((self.session, self.screens, cast))
    }

    fn drop_case(&mut self, step: &Step, error: &LabError) {
        let case = step.name.clone().unwrap_or_else(|| "(no capture)".into());
        let why = error.to_string();
        self.session.dropped.push(Dropped { case, why });
    }

    /// Leaves what the screen and the server showed when a step failed, to help repair the scenario.
    fn note_failure(&self, step: &Step, error: &LabError) {
        let name = step.name.as_deref().unwrap_or("(no capture)");
        let screen = self.pane.plain().unwrap_or_default();
        let state = self.server.snapshot();
        let note = format!("{name}: {error}\n{}\n{state:#?}\n", screen.trim_end());
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open("failed.txt");
        // The note is a convenience: the failure itself is reported as a dropped case.
        let _ = file.and_then(|mut file| std::io::Write::write_all(&mut file, note.as_bytes()));
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        self.server.note(Fact::StepBegan);
        self.unoffered = self.server.snapshot().unoffered.len();
        self.act(step)?;
        waits::wait(&step.wait, &self.pane, &self.server)?;
        match &step.name {
            Some(name) => self.capture(name, step),
            None => Ok(()),
        }
    }

    fn act(&mut self, step: &Step) -> Result<()> {
        if step.submit.is_some() && !step.say.is_empty() {
            // What an interrupted or refused turn left unsaid must not answer this prompt.
            self.server.clear();
        }
        for reply in &step.say {
            self.server.enqueue(reply.clone());
        }
        for gate in &step.release {
            self.server.release(gate);
        }
        for file in &step.touch {
            std::fs::write(file, "").context(file)?;
        }
        if step.kill {
            shell::kill()?;
        }
        step.resize.map_or(Ok(()), |size| self.pane.resize(size))?;
        step.focus.map_or(Ok(()), |has| self.pane.focus(has))?;
        self.press(&step.keys)?;
        if let Some(repeat) = &step.repeat {
            self.repeat(repeat)?;
        }
        if !step.keys.is_empty() {
            self.draft.clear();
        }
        if let Some(text) = &step.text {
            self.draft += text;
            self.pane.text(text)?;
        }
        if let Some(text) = &step.paste {
            self.pane.paste(text)?;
        }
        if !step.then.is_empty() {
            // Keys right behind the text would be taken as part of a paste; a mark that the CLI swallows is never seen.
            let _ = step.text.as_deref().map(|text| self.see(text));
            thread::sleep(Duration::from_millis(300));
            self.press(&step.then)?;
        }
        step.submit
            .as_ref()
            .map_or(Ok(()), |prompt| self.submit(prompt))
    }

    /// Presses keys, and notes that.
    fn press(&mut self, keys: &[String]) -> Result<()> {
        if !keys.is_empty() {
            let keys = keys.to_vec();
            self.server.note(Fact::Pressed { keys });
        }
        let enters = |key: &String| QUEUE_KEYS.contains(&key.as_str());
        if keys.iter().any(enters) && !self.draft.trim().is_empty() {
            let prompt = std::mem::take(&mut self.draft);
            self.server.note(Fact::Queued { prompt });
        }
        self.pane.keys(keys)
    }

    /// Types a prompt, sees it in the composer, presses Enter and sees the server get it. The first Enter after a
    /// start can be swallowed, so it is pressed again while no request has come.
    fn submit(&mut self, prompt: &str) -> Result<()> {
        let before = self.server.snapshot().main_requests;
        self.pane.text(prompt)?;
        self.see(prompt)?;
        for _ in 0..3 {
            thread::sleep(Duration::from_millis(150));
            self.server.note(Fact::Entered {
                prompt: self.draft.clone() + prompt,
            });
            self.pane.keys(&["Enter".to_owned()])?;
            let came = self.server.wait_for(
                |state| state.main_requests > before,
                Duration::from_millis(4000),
            );
            if came.is_ok() {
                let whole = std::mem::take(&mut self.draft) + prompt;
                self.typed = true;
                self.asked.push(whole);
                return Ok(());
            }
        }
        Err(LabError::new(format!("the model was not asked {prompt:?}")))
    }

    fn repeat(&mut self, repeat: &Repeat) -> Result<()> {
        for _ in 0..5 {
            waits::stable(Duration::from_millis(300), &self.pane)?;
            if waits::words(&repeat.screen, &repeat.gone, &self.pane.plain()?).is_none() {
                return Ok(());
            }
            self.press(&repeat.keys)?;
            thread::sleep(Duration::from_millis(500));
        }
        match waits::words(&repeat.screen, &repeat.gone, &self.pane.plain()?) {
            None => Ok(()),
            Some(why) => Err(LabError::new(why)),
        }
    }

    fn see(&self, text: &str) -> Result<()> {
        let start: String = squeeze(text).chars().take(24).collect();
        let deadline = Instant::now() + Duration::from_secs(12);
        while !squeeze(&self.pane.plain()?).contains(&start) {
            if Instant::now() > deadline {
                return Err(LabError::new(format!("typed {start:?}, not seen")));
            }
            thread::sleep(Duration::from_millis(40));
        }
        Ok(())
    }

    /// Drops what was captured as idle where what a step typed is not to be seen and no prompt came to the model before:
    /// a dialog that the scenario does not expect stands over the composer (Codex 0.60.1 offers a newer model at start,
    /// whatever the usual setting says of that offer).
    fn retract_idle(&mut self, step: &Step, error: &LabError) {
        let typed = step.text.as_ref().or(step.submit.as_ref());
        let (Some(typed), false) = (typed, self.typed) else {
            return;
        };
        let screen = squeeze(&self.pane.plain().unwrap_or_default());
        if screen.contains(&squeeze(typed)) {
            return;
        }
        let cases = std::mem::take(&mut self.session.cases);
        let screens = std::mem::take(&mut self.screens);
        for (case, screen) in cases.into_iter().zip(screens) {
            if case.truth.business_state == "idle" {
                self.retract(&case, &screen);
                let why = format!("no composer was there: {error}");
                let case = case.name;
                self.session.dropped.push(Dropped { case, why });
            } else {
                self.session.cases.push(case);
                self.screens.push(screen);
            }
        }
    }

    /// Leaves a screen on which what was typed was not to be seen: whatever it is, it is not ready.
    fn retract(&self, case: &Case, screen: &[u8]) {
        let place = Path::new(RETRACTED);
        // A convenience, as the note on a failure is: the capture itself is reported as dropped.
        let _ = std::fs::create_dir_all(place)
            .and_then(|()| std::fs::write(place.join(format!("{}.ansi", case.name)), screen));
    }

    /// Captures the screen if the witness holds before and after.
    fn capture(&mut self, name: &str, step: &Step) -> Result<()> {
        let stable = step.wait.stable.unwrap_or(300);
        let still = waits::stable(Duration::from_millis(stable), &self.pane)?;
        if !still && step.must_stand_still() {
            return Err(LabError::new("the screen did not stand still"));
        }
        waits::check(&step.witness, &self.pane, &self.server, self.unoffered)?;
        let (screen, facts) = self.pane.capture()?;
        waits::check(&step.witness, &self.pane, &self.server, self.unoffered)?;
        let at = self.pane.stream().seconds();
        let plain = shadow_fixtures::strip_sgr(&screen);
        let plain = String::from_utf8_lossy(&plain);
        let said = self.server.snapshot().said;
        let dialog = truth::above_cursor(&plain, &facts);
        let truth = truth::of(step, &said, &self.asked, &plain, &dialog)?;
        let idle = truth.business_state == "idle";
        let case = self.case(name, step, facts, at, truth);
        self.server.note(Fact::Captured { idle });
        self.session.cases.push(case);
        self.screens.push(screen);
        Ok(())
    }

    fn case(
        &mut self,
        name: &str,
        step: &Step,
        facts: Facts,
        at: f64,
        truth: shadow_fixtures::Truth,
    ) -> Case {
        let reports = Reports::read(&self.pane.stream().bytes());
        let fresh = reports.notifications.get(self.seen_notifications..);
        let notifications = fresh.unwrap_or_default().to_vec();
        self.seen_notifications = reports.notifications.len();
        let state = if facts.dead { "exited" } else { "running" };
        Case {
            name: name.to_owned(),
            screen: None,
            at: Some((at * 1000.0).round() / 1000.0),
            size: facts.size,
            cursor: Some(facts.cursor),
            cursor_visible: Some(facts.cursor_visible),
            alternate: facts.alternate,
            title: facts.title,
            process: Some(state.to_owned()),
            progress: reports.progress,
            notifications,
            witness: waits::words_of(&step.witness),
            program_status: match facts.dead {
                true => Vec::new(),
                false => reports.status,
            },
            truth,
        }
    }

    fn cast(&self) -> Cast {
        let mut events = self.pane.stream().events();
        for case in &self.session.cases {
            let at = case.at.unwrap_or_default();
            let place = events.partition_point(|event| event.at <= at);
            let marker = CastEvent {
                at,
                kind: 'm',
                data: case.name.clone(),
            };
            events.insert(place, marker);
        }
        Cast {
            size: self.job.setting.size,
            events,
        }
    }
}

fn blank(job: &Job) -> Session {
    let host = match job.setting.pty {
        true => "pty bridge in tmux",
        false => "tmux",
    };
    Session {
        schema: SCHEMA,
        provider: job.provider.to_string(),
        version: job.version.to_string(),
        scenario: job.scenario.name.clone(),
        setting: job.setting.to_string(),
        made: job.made.clone(),
        how: format!("lab run in {host}, scripted model on loopback"),
        dropped: Vec::new(),
        turns: None,
        cases: Vec::new(),
    }
}

/// Moves the flags that the program's `--help` lists in front of its arguments.
pub fn keep_known_flags(launch: &mut Launch, argv: &[String]) -> Result<()> {
    if launch.flags.is_empty() {
        return Ok(());
    }
    let mut help = Command::new(&argv[0]);
    help.args(&argv[1..]).arg("--help");
    help.env_clear().envs(launch.env.iter().cloned());
    let said = help.output().context(&argv[0])?.stdout;
    let said = String::from_utf8_lossy(&said);
    let mut args = std::mem::take(&mut launch.flags);
    args.retain(|flag| said.contains(flag.as_str()));
    args.append(&mut launch.args);
    launch.args = args;
    Ok(())
}

/// The CLI itself, or what hosts it: the bridge, or `shadow run`.
fn argv(job: &Job) -> Vec<String> {
    let cli = program(&job.argv);
    let mut argv = vec![SELF.to_owned()];
    if job.setting.run {
        let [events, turns] =
            [hosted::EVENTS, hosted::TURNS].map(|file| hosted::inside(file).display().to_string());
        argv.extend(["run".to_owned(), "--events".to_owned(), events]);
        argv.extend(["--log".to_owned(), turns]);
    } else if job.setting.pty {
        argv.extend(job.prefix.iter().cloned());
        argv.push("bridge".to_owned());
    } else {
        return cli;
    }
    argv.push("--".to_owned());
    argv.extend(cli);
    argv
}
