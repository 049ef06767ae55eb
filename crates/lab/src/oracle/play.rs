//! Calls that stand one after another in one life of a CLI, each read at several sizes and then refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shadow_tui::contract::{BusinessState, OperatorBlock, SurfaceAssessment};
use shadow_tui::{ProviderChoice, Stack};

use super::ask::Ask;
use super::shot::{self, Asked, Shot};
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::model::Server;
use crate::provider::{HOME, PORT, Provider};
use crate::scenario::Setup;
use crate::session::{Pane, keep_known_flags, program};
use crate::setting::Setting;
use crate::version::Version;
use crate::world::Terminal;

/// What a life is told, in its working folder.
pub const JOB: &str = "oracle.json";
/// Where it adds what stood.
pub const ASKED: &str = "asked.ndjson";
/// Calls in a row that may get lost before a life ends.
const LOST: usize = 3;

/// One life of a CLI, as it crosses the wall of namespaces.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Life {
    /// CLI.
    pub provider: Provider,
    /// Its version.
    pub version: Version,
    /// How it is set up.
    pub setup: Setup,
    /// The pane.
    pub setting: Setting,
    /// Folder of the installed version.
    pub cli: PathBuf,
    /// What starts it.
    pub argv: Vec<String>,
    /// The calls.
    pub asks: Vec<Ask>,
}

/// The inner side: plays a life; each call is written as soon as it is refused.
pub fn inside() -> Result<i32> {
    let text = fs::read_to_string(JOB).context(JOB)?;
    let life: Life = serde_json::from_str(&text).context(JOB)?;
    let exe = std::env::current_exe().context("own path")?;
    isolate::enter(&life.cli, &exe)?;
    let mut played = Played::start(&life)?;
    let mut lost = 0;
    for ask in &life.asks {
        let asked = played.ask(ask)?;
        lost = if asked.lost.is_some() { lost + 1 } else { 0 };
        shot::add(Path::new(ASKED), &[asked])?;
        if lost == LOST {
            break;
        }
    }
    Ok(0)
}

struct Played<'a> {
    life: &'a Life,
    stack: Stack,
    pane: Pane,
    server: Server,
    size: [u16; 2],
}

impl<'a> Played<'a> {
    fn start(life: &'a Life) -> Result<Self> {
        let home = Path::new(HOME);
        let provider = life.provider;
        let mut launch = provider.prepare(home, life.version, &life.setup, &life.setting)?;
        for ask in &life.asks {
            let path = ask.path(provider);
            let folder = Path::new(&path).parent().unwrap_or(home);
            fs::create_dir_all(folder).context(&path)?;
            if let Some(text) = ask.before() {
                fs::write(&path, text).context(&path)?;
            }
        }
        let argv = program(&life.argv);
        keep_known_flags(&mut launch, &argv)?;
        let server = Server::start(&format!("127.0.0.1:{PORT}")).context("scripted model")?;
        let pane = Pane::start(&life.setting, &Terminal::default(), &argv, &launch)?;
        let played = Self {
            life,
            stack: shadow_tui::stack(),
            pane,
            server,
            size: life.setting.size,
        };
        let composer = |it: &Self| {
            let plain = it.pane.plain()?;
            Ok(plain.contains(['❯', '›', '>']))
        };
        if let Err(error) = played.wait(Duration::from_secs(60), composer) {
            let screen = played.pane.plain()?;
            return Err(LabError::new(format!("no composer, {error}: {screen}")));
        }
        // A composer takes no words while servers start behind it.
        thread::sleep(Duration::from_millis(2500));
        played.settle(Duration::from_millis(400));
        Ok(played)
    }

    /// Asks, reads at every size, and refuses.
    fn ask(&mut self, ask: &Ask) -> Result<Asked> {
        let mut asked = Asked {
            ask: ask.clone(),
            lost: None,
            shots: Vec::new(),
        };
        if let Some(first) = ask.sizes.first() {
            self.resize(*first)?;
        }
        asked.lost = self.bring(ask)?;
        if asked.lost.is_none() {
            self.read(ask, &mut asked.shots)?;
        }
        self.refuse()?;
        Ok(asked)
    }

    /// Submits a prompt, and waits until the call stands; says why it does not.
    fn bring(&mut self, ask: &Ask) -> Result<Option<String>> {
        self.server.clear();
        let replies = ask.replies(self.life.provider);
        let calls = replies.len();
        replies.into_iter().for_each(|it| self.server.enqueue(it));
        let before = self.server.snapshot();
        self.pane.text(&format!("go {}", ask.number))?;
        thread::sleep(Duration::from_millis(120));
        let came = (0..4).any(|_| {
            let enter = self.pane.keys(&["Enter".to_owned()]);
            let heard = self.server.wait_for(
                |now| now.main_requests > before.main_requests,
                Duration::from_secs(2),
            );
            enter.is_ok() && heard.is_ok()
        });
        if !came {
            return Ok(Some("no request came".into()));
        }
        let called = self.server.wait_for(
            |now| now.tools_called.len() >= before.tools_called.len() + calls,
            Duration::from_secs(10),
        );
        if called.is_err() {
            return Ok(Some("the call was not made".into()));
        }
        let stands = self.wait(Duration::from_secs(7), |it| Ok(it.block()?.is_some()));
        self.settle(Duration::from_millis(150));
        let now = self.server.snapshot();
        let last = now.tools_called.last().map(|call| &call.id);
        let answered = now.tool_results.iter().any(|it| Some(&it.id) == last);
        match !answered {
            false => Ok(Some("it was not asked for".into())),
            true if stands.is_err() && !self.is_still()? => Ok(Some("it runs".into())),
            true => Ok(None),
        }
    }

    fn read(&mut self, ask: &Ask, shots: &mut Vec<Shot>) -> Result<()> {
        shots.push(self.shot(false)?);
        let back = ask.sizes.first();
        for size in ask.sizes.iter().skip(1).chain(back) {
            let before = self.pane.stream().bytes().len();
            self.resize_to(*size)?;
            shots.push(self.shot(true)?);
            let painted = self.painted(before);
            shots.push(self.shot(!painted)?);
        }
        Ok(())
    }

    /// Escape refuses, everywhere; what a CLI puts back into its composer is cleared. On a busy machine a turn takes seconds to
    /// stop, and a prompt that is typed before waits behind it.
    fn refuse(&mut self) -> Result<()> {
        for _ in 0..4 {
            self.pane.keys(&["Escape".to_owned()])?;
            self.settle(Duration::from_millis(160));
            if self.block()?.is_none() {
                break;
            }
        }
        let stopped = |it: &Self| Ok(it.assessment()?.business_state != BusinessState::Working);
        // One that says so for longer is left to itself.
        let _ = self.wait(Duration::from_secs(3), stopped);
        self.pane.keys(&["C-u".to_owned()])
    }

    fn shot(&self, hasty: bool) -> Result<Shot> {
        let (screen, facts) = match hasty {
            true => (self.pane.screen()?, self.pane.facts()?),
            false => self.pane.capture()?,
        };
        Ok(Shot {
            size: facts.size,
            cursor: facts.cursor,
            cursor_visible: facts.cursor_visible,
            alternate: facts.alternate,
            title: facts.title,
            hasty,
            screen: String::from_utf8_lossy(&screen).into_owned(),
        })
    }

    /// What the engine sees now.
    fn assessment(&self) -> Result<SurfaceAssessment> {
        let snapshot = self.shot(true)?.snapshot(self.life.version);
        let choice = ProviderChoice::Named(self.life.provider.name());
        Ok(self.stack.parse(choice, &snapshot).surface_assessment)
    }

    /// The dialog that it sees.
    fn block(&self) -> Result<Option<OperatorBlock>> {
        Ok(self.assessment()?.operator_block)
    }

    /// Whether nothing moves: a spinner would.
    fn is_still(&self) -> Result<bool> {
        let before = self.pane.plain()?;
        thread::sleep(Duration::from_millis(2500));
        Ok(before == self.pane.plain()?)
    }

    fn resize(&mut self, size: [u16; 2]) -> Result<()> {
        if size != self.size {
            let before = self.pane.stream().bytes().len();
            self.resize_to(size)?;
            let _ = self.painted(before);
        }
        Ok(())
    }

    fn resize_to(&mut self, size: [u16; 2]) -> Result<()> {
        self.size = size;
        self.pane.resize(size)
    }

    /// Waits until the CLI has painted beyond so many bytes, and has paused; false where it painted nothing.
    fn painted(&self, before: usize) -> bool {
        let painted = self.wait(Duration::from_secs(2), |it| {
            Ok(it.pane.stream().bytes().len() > before)
        });
        // It paints in several steps, on a busy machine with pauses between them.
        self.settle(Duration::from_millis(500));
        painted.is_ok()
    }

    /// Waits until nothing came for so long.
    fn settle(&self, quiet: Duration) {
        thread::sleep(quiet / 2);
        let _ = self.wait(Duration::from_millis(2500), |it| {
            Ok(it.pane.stream().quiet() >= quiet)
        });
    }

    fn wait(&self, limit: Duration, mut holds: impl FnMut(&Self) -> Result<bool>) -> Result<()> {
        let deadline = Instant::now() + limit;
        while !holds(self)? {
            if Instant::now() > deadline {
                return Err(LabError::new(format!("not within {limit:?}")));
            }
            thread::sleep(Duration::from_millis(40));
        }
        Ok(())
    }
}
