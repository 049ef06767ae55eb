//! What a trial plays on: the CLI in its pane, the scripted model, and the binary under test.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::job::ActJob;
use crate::error::{Context, LabError, Result};
use crate::isolate::SELF;
use crate::model::{Reply, Server};
use crate::provider::{HOME, PORT, Provider};
use crate::session::{Pane, keep_known_flags, program};
use crate::world::Terminal;

const PROMPT: &str = "/tmp/prompt.txt";
const SOCKET: &str = "/tmp/tmux";

/// The stage.
pub struct Stage {
    /// Whose CLI it is.
    pub provider: Provider,
    /// The CLI's pane.
    pub pane: Pane,
    /// The model.
    pub server: Server,
    /// Whether the CLI runs as another user.
    is_foreign: bool,
    /// The version that the binary is told.
    version: Option<String>,
}

/// What a run of the binary said.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// Exit code.
    pub code: i32,
    /// Its lines of JSON.
    pub lines: Vec<Value>,
    /// Its complaint.
    pub complaint: String,
}

impl Said {
    /// The reasons of a refusal, as they were given.
    pub fn reasons(&self) -> String {
        let first = self.lines.first();
        first.map_or_else(
            || self.complaint.clone(),
            |line| line["reasons"].to_string(),
        )
    }
}

impl Stage {
    /// Starts the model and the CLI.
    pub fn start(job: &ActJob) -> Result<Self> {
        let home = Path::new(HOME);
        let mut launch = job
            .provider
            .prepare(home, job.version, &job.setup, &job.setting)?;
        fs::write(Path::new(HOME).join("project/a.txt"), "a\n").context("a.txt")?;
        let mut argv = program(&job.argv);
        keep_known_flags(&mut launch, &argv)?;
        if let Some(script) = &job.start {
            let shell = ["bash", "-c", script, "start"].map(str::to_owned);
            argv.splice(0..0, shell);
        }
        let server = Server::start(&format!("127.0.0.1:{PORT}")).context("scripted model")?;
        let pane = Pane::start(&job.setting, &Terminal::default(), &argv, &launch)?;
        Ok(Self {
            provider: job.provider,
            pane,
            server,
            is_foreign: job.is_foreign,
            version: job.tells_version.then(|| job.version.to_string()),
        })
    }

    /// Starts `shadow send` with a prompt.
    pub fn send(&self, prompt: &str, more: &[&str]) -> Result<Child> {
        fs::write(PROMPT, prompt).context(PROMPT)?;
        let args = [&["send", "%0", "--file", PROMPT][..], more].concat();
        self.shadow(&args)
    }

    /// Starts a command of the binary under test on the pane's server.
    pub fn shadow(&self, args: &[&str]) -> Result<Child> {
        let mut command = Command::new(SELF);
        command.args(args).args(["--socket", SOCKET]);
        let acts = matches!(args.first(), Some(&("send" | "choose" | "interrupt")));
        if acts && self.is_foreign {
            command.arg("--force");
        }
        if let Some(version) = &self.version {
            command.args(["--provider", self.provider.name(), "--cli-version", version]);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().context(SELF)
    }

    /// What a command of the binary said, once it has ended.
    pub fn said(&self, child: Child) -> Result<Said> {
        let output: Output = child.wait_with_output().context(SELF)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().map(serde_json::from_str);
        Ok(Said {
            code: output.status.code().unwrap_or(-1),
            lines: lines
                .collect::<std::result::Result<_, _>>()
                .context("its JSON")?,
            complaint: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        })
    }

    /// What a command says that reads a text from its standard input.
    pub fn said_to(&self, args: &[&str], text: &str) -> Result<Said> {
        fs::write(PROMPT, text).context(PROMPT)?;
        let input = fs::File::open(PROMPT).context(PROMPT)?;
        let mut command = Command::new(SELF);
        command.args(args).args(["--socket", SOCKET]).stdin(input);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.said(command.spawn().context(SELF)?)
    }

    /// What the pane shows, as the binary reads it.
    pub fn payload(&self) -> Result<Value> {
        let said = self.said(self.shadow(&["parse", "--pane", "%0"])?)?;
        let first = said.lines.into_iter().next();
        first.ok_or_else(|| LabError::new(format!("nothing was parsed: {}", said.complaint)))
    }

    /// Waits until what the pane shows fulfils `holds`.
    pub fn wait_for(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Result<Value> {
        let deadline = Instant::now() + Duration::from_secs(25);
        loop {
            let payload = self.payload()?;
            if holds(&payload) {
                return Ok(payload);
            }
            if Instant::now() > deadline {
                let screen = self.pane.plain()?;
                let read = as_read(&payload);
                return Err(LabError::new(format!(
                    "{what} did not come ({read}): {screen}"
                )));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits until a prompt could be typed.
    pub fn wait_until_safe(&self) -> Result<()> {
        self.wait_for("a free prompt", |payload| {
            let assessment = &payload["surface_assessment"];
            let unwitnessed = assessment["anomalies"]
                .to_string()
                .contains("no_turn_witness");
            let empty = !matches!(
                assessment["composer"]["content"].as_str(),
                Some("draft" | "collapsed_paste") | None
            );
            payload["safe_to_type"] == true || unwitnessed && empty
        })
        .map(drop)
    }

    /// Clears the composer and whatever lies over it by hand, and lets the model forget what it was to say.
    pub fn tidy(&self) -> Result<()> {
        self.server.clear();
        for _ in 0..12 {
            thread::sleep(Duration::from_millis(250));
            let payload = self.payload()?;
            let assessment = &payload["surface_assessment"];
            if payload["safe_to_type"] == true {
                return Ok(());
            }
            let blocked = assessment["business_state"] == "awaiting_operator";
            let working = assessment["business_state"] == "working";
            let content = assessment["composer"]["content"]
                .as_str()
                .unwrap_or_default();
            if blocked || working || assessment["input_mode"] == "modal" {
                self.pane.keys(&["Escape".to_owned()])?;
            } else if matches!(content, "draft" | "collapsed_paste") {
                self.pane
                    .keys(&["C-e".to_owned(), "C-u".to_owned(), "BSpace".to_owned()])?;
            } else if assessment["composer"]["mode"] == "bash" {
                self.pane.keys(&["BSpace".to_owned()])?;
            } else {
                return Ok(());
            }
        }
        Err(LabError::new("the composer could not be cleared"))
    }

    /// Kills the CLI and starts it again in the same pane.
    pub fn restart(&self) -> Result<()> {
        self.pane.tmux(&["respawn-pane", "-k", "-t", "%0"])
    }

    /// Lets the model say a text once.
    pub fn will_say(&self, text: &str) {
        self.server.clear();
        self.server.enqueue(Reply::text(text));
    }
}

/// What a payload says of the surface, in a line.
fn as_read(payload: &Value) -> String {
    let assessment = &payload["surface_assessment"];
    let said = [
        &assessment["business_state"],
        &assessment["input_mode"],
        &assessment["composer"]["content"],
        &assessment["anomalies"],
    ];
    said.map(ToString::to_string).join(" ")
}
