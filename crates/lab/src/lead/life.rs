//! Both CLIs in one private world, and how a turn of the leading one is played.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::act::{ActJob, Stage};
use crate::error::{Context, LabError, Result};
use crate::isolate::SELF;
use crate::model::{Event, Reply, Server, Snapshot, Tool, ToolCalled};
use crate::provider::{HOME, PORT, PROJECT, Provider};
use crate::session::{SOCKET, keep_known_flags, program};

/// The pane of the leading agent, and of the one that it leads.
pub const LEADS: &str = "%0";
pub const LED: &str = "%1";

/// The configuration of the leading agent's MCP servers, below the home.
const SERVERS: &str = "mcp.json";

/// Seconds for a turn of the leading agent: a `pane_wait` may take fifty of them.
const TURN: Duration = Duration::from_secs(90);

/// Both CLIs and their models.
pub struct Life {
    /// The leading CLI, and its model.
    stage: Stage,
    /// The model of the other one.
    pub led: Server,
}

/// What the file says that allows the leading agent so much.
fn servers(allowed: &str) -> String {
    let args = ["mcp", "--socket", SOCKET, "--allow", allowed];
    json!({ "mcpServers": { "shadow": { "command": SELF, "args": args } } }).to_string()
}

impl Life {
    /// Starts both; the leading one may do what is `allowed`.
    pub fn start(mut job: ActJob, allowed: &str) -> Result<Self> {
        let other = job.clone();
        let file = Path::new(HOME).join(SERVERS);
        let more = [
            "--mcp-config",
            &file.display().to_string(),
            "--strict-mcp-config",
        ];
        let more = more.into_iter().chain(["--allowedTools", "mcp__shadow"]);
        job.setup.args.extend(more.map(str::to_owned));
        job.setup.files.insert(SERVERS.to_owned(), servers(allowed));
        let stage = Stage::start(&job)?;
        let port = PORT + 1;
        let led = Server::start(&format!("127.0.0.1:{port}")).context("the other model")?;
        let life = Self { stage, led };
        life.open(&other, port)?;
        life.stage.wait_until_safe()?;
        life.until(LED, "a free prompt", |payload| {
            payload["safe_to_type"] == true
        })?;
        Ok(life)
    }

    /// Starts the other CLI in a window beside the first one.
    fn open(&self, job: &ActJob, port: u16) -> Result<()> {
        let home = Path::new(HOME);
        let mut launch = Provider::Claude.prepare(home, job.version, &job.setup, &job.setting)?;
        let argv = program(&job.argv);
        keep_known_flags(&mut launch, &argv)?;
        let env = launch.env.iter().map(|(name, value)| match name.as_str() {
            "ANTHROPIC_BASE_URL" => format!("{name}=http://127.0.0.1:{port}"),
            _ => format!("{name}={value}"),
        });
        let begin = "cd \"$0\" && exec env -i \"$@\"";
        let words = ["sh", "-c", begin, PROJECT];
        let words = words.map(str::to_owned).into_iter().chain(env);
        let words: Vec<String> = words.chain(argv).chain(launch.args.clone()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let pane = self.stage.pane.opened(&words)?;
        match pane == LED {
            true => Ok(()),
            false => Err(LabError::new(format!("the other pane is {pane}"))),
        }
    }

    /// Starts the leading CLI again, with a server that is allowed this.
    pub fn allow(&self, allowed: &str) -> Result<()> {
        fs::write(Path::new(HOME).join(SERVERS), servers(allowed)).context(SERVERS)?;
        self.stage.server.forget_searches();
        self.stage.restart()?;
        thread::sleep(Duration::from_secs(1));
        self.stage.wait_until_safe()
    }

    /// What a pane shows, as the binary reads it.
    pub fn payload(&self, pane: &str) -> Result<Value> {
        let parsed = self.stage.shadow(&["parse", "--pane", pane])?;
        let said = self.stage.said(parsed)?;
        let first = said.lines.into_iter().next();
        first.ok_or_else(|| LabError::new(format!("nothing was parsed: {}", said.complaint)))
    }

    /// Waits until what a pane shows fulfils `holds`.
    pub fn until(&self, pane: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Result<Value> {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let payload = self.payload(pane)?;
            if holds(&payload) {
                return Ok(payload);
            }
            if Instant::now() > deadline {
                let screen = &payload["dialog_projection"]["normalized_text"];
                return Err(LabError::new(format!(
                    "{what} did not come in {pane}: {}",
                    screen.as_str().unwrap_or_default()
                )));
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Plays a turn of the leading agent, in which it calls these tools one after another. Gives what its model got of each.
    pub fn leads(&self, calls: Vec<(&str, Value)>) -> Result<Vec<Value>> {
        let server = &self.stage.server;
        let before = returned(&server.snapshot()).len();
        let wanted = before + calls.len();
        server.clear();
        for (tool, input) in calls {
            let (server_name, tool) = ("shadow".to_owned(), tool.to_owned());
            server.enqueue(Reply::of(vec![Event::Tool(Tool::Mcp {
                server: server_name,
                tool,
                input,
            })]));
        }
        server.enqueue(Reply::text("That is all."));
        // Each prompt is another one: the beginning of a short turn is seen by its words.
        let sent = self.stage.send(&format!("go on with step {wanted}"), &[])?;
        let sent = self.stage.said(sent)?;
        if sent.code != 0 {
            return Err(LabError::new(format!(
                "the prompt was not sent: {}",
                sent.reasons()
            )));
        }
        let seen = server.wait_for(|seen| returned(seen).len() >= wanted, TURN);
        let seen = seen.map_err(|seen| {
            let screen = self.stage.pane.plain().unwrap_or_default();
            LabError::new(format!(
                "{} of {wanted} results came; called {:?}; not offered {:?}: {screen}",
                returned(&seen).len(),
                seen.tools_called,
                seen.unoffered
            ))
        })?;
        self.stage.wait_until_safe()?;
        let results = returned(&seen).into_iter().skip(before);
        Ok(results.map(read).collect())
    }
}

/// What came back of the calls of our server's tools, in order. The CLI searches for a tool before it calls it.
fn returned(seen: &Snapshot) -> Vec<&str> {
    let ours = seen.tools_called.iter();
    let ours = ours.filter(|call| call.name.starts_with("mcp__shadow__"));
    let of = |call: &ToolCalled| seen.tool_results.iter().find(|result| result.id == call.id);
    ours.filter_map(of)
        .map(|result| result.text.as_str())
        .collect()
}

/// The JSON in what a model got of a tool; the text where there is none.
fn read(text: &str) -> Value {
    let json = text.find('{').map(|at| &text[at..]);
    let mut values = json.map(|json| serde_json::Deserializer::from_str(json).into_iter());
    let first = values.as_mut().and_then(Iterator::next);
    match first {
        Some(Ok(value)) => value,
        _ => Value::String(text.to_owned()),
    }
}
