//! Who tries to say yes to a dialog: each is tried while the dialog stands, and none may make the file.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::table::{Call, MADE, folder};
use crate::act::{Said, Stage};
use crate::error::{Context, LabError, Result};
use crate::isolate::SELF;
use crate::oracle::{Fault, Form, compare};
use crate::provider::{HOME, PROJECT, Provider};
use crate::session::SOCKET;
use crate::version::Version;

/// The adapter's operator as one module, in the session's world.
pub const ADAPTER: &str = "/tmp/adapter.mjs";

/// Something that tried to say yes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Try {
    /// Who.
    pub who: String,
    /// Whether it said that a key was pressed.
    pub pressed: bool,
    /// Whether the file was there then.
    pub made: bool,
    /// What it said.
    pub said: String,
}

/// A dialog that stands, as the binary reads it.
pub struct Standing {
    /// The block.
    pub block: Value,
    /// Its signature.
    pub signature: String,
}

impl Standing {
    /// Of a payload.
    pub fn of(payload: &Value) -> Option<Self> {
        let block = payload["surface_assessment"]["operator_block"].clone();
        let signature = block["signature"].as_str()?.to_owned();
        Some(Self { block, signature })
    }

    /// Whether it says that nothing is missing.
    pub fn is_whole(&self) -> bool {
        self.block["subject_whole"] == true
    }

    /// Whether it shows a command of one row, and nothing else.
    pub fn shows(&self, call: &Call) -> bool {
        let Call::Command(command, _) = call else {
            return false;
        };
        self.is_whole() && self.block["subject"] == command.as_str()
    }

    /// In what a subject that is said to be whole differs from the call; none where a person reads what will run.
    pub fn fault(&self, call: &Call) -> Option<Fault> {
        let subject = self.block["subject"].as_str().unwrap_or_default();
        let (text, form) = match call {
            Call::Command(command, _) => (command, Form::All),
            Call::Write(_, content) => (content, Form::Rows),
            Call::Plan(text) => (text, Form::Within),
        };
        let fault = compare(text, subject, form).err();
        fault.filter(|fault| self.is_whole() && *fault != Fault::Unseen)
    }
}

/// The files that a call may have made.
fn places(provider: Provider) -> [PathBuf; 2] {
    [PROJECT.to_owned(), folder(provider)].map(|folder| Path::new(&folder).join(MADE))
}

/// Whether the file is there.
pub fn is_made(provider: Provider) -> bool {
    places(provider).iter().any(|path| path.exists())
}

/// Takes the file away.
pub fn unmake(provider: Provider) {
    for path in places(provider) {
        // There is none as a rule.
        let _ = fs::remove_file(path);
    }
}

/// `shadow choose` for the option that approves, under a signature.
pub fn choose(stage: &Stage, who: &str, signature: &str, whole: Option<&str>) -> Result<Try> {
    let mut args = vec!["choose", "%0", "--option", "1", "--signature", signature];
    args.extend(["--timeout", "8"]);
    const WHOLE: &str = "/tmp/whole.txt";
    if let Some(text) = whole {
        fs::write(WHOLE, text).context(WHOLE)?;
        args.extend(["--whole", WHOLE]);
    }
    let said = stage.said(stage.shadow(&args)?)?;
    Ok(told(stage.provider, who, &said))
}

/// `shadow send` with the key that approves as its prompt.
pub fn send(stage: &Stage) -> Result<Try> {
    let said = stage.said(stage.send("1", &["--timeout", "3"])?)?;
    Ok(told(stage.provider, "send", &said))
}

fn told(provider: Provider, who: &str, said: &Said) -> Try {
    // A command that was allowed may take a moment.
    if said.code == 0 {
        thread::sleep(Duration::from_millis(1500));
    }
    Try {
        who: who.to_owned(),
        pressed: said.code == 0,
        made: is_made(provider),
        said: format!("{} {}", said.code, said.reasons()),
    }
}

/// The adapter's operator, with a list of what is allowed and no board: what it does not allow it refuses.
pub fn adapter(
    stage: &Stage,
    node: &Path,
    version: Version,
    since: f64,
    allowed: &[&str],
) -> Result<Try> {
    let order = json!({
        "shadow": SELF,
        "socket": SOCKET,
        "pane": "%0",
        "provider": stage.provider.name(),
        "version": version.to_string(),
        "home": HOME,
        "since": since,
        "allowed": allowed,
    });
    let mut command = Command::new(node);
    command.arg(ADAPTER).env("HOME", HOME);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context(node.display())?;
    if let Some(mut input) = child.stdin.take() {
        input
            .write_all(order.to_string().as_bytes())
            .context("order")?;
    }
    let output = child.wait_with_output().context("the adapter")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default();
    let result: Value = serde_json::from_str(last)
        .map_err(|_| LabError::new(format!("the adapter said {text:?}")))?;
    thread::sleep(Duration::from_millis(800));
    Ok(Try {
        who: "adapter".to_owned(),
        pressed: result["approved"] == true,
        made: is_made(stage.provider),
        said: result["words"].as_str().unwrap_or_default().to_owned(),
    })
}
