//! What the model asks for, and what must stand on the screen then.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::dice::Dice;
use super::text::{length, sibling, text};
use crate::model::{Event, Reply, Shell, Tool};
use crate::provider::{HOME, PROJECT, Provider};
use crate::version::Version;

/// Name of the MCP server and of its tool.
pub const SERVER: &str = "notes";
/// Its tool.
pub const TOOL: &str = "keep_note";

/// Widths and heights of panes; the adapter's is among them.
pub const WIDTHS: [u16; 5] = [48, 80, 100, 140, 200];
/// Heights.
pub const HEIGHTS: [u16; 3] = [24, 48, 70];

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A command.
    Command,
    /// A new file.
    Write,
    /// A change of a file.
    Edit,
    /// A tool of an MCP server.
    Tool,
}

/// One call that asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// Number within its version, from 0.
    pub number: usize,
    /// What it is.
    pub kind: Kind,
    /// The command, the file's text, the new lines, or the tool's argument.
    pub text: String,
    /// The lines that an edit replaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub old: String,
    /// What the model says that a command does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The sizes in which it is read, in order: the first twice.
    pub sizes: Vec<[u16; 2]>,
}

impl Ask {
    /// The file that it is about. Codex asks for those outside of its project alone.
    pub fn path(&self, provider: Provider) -> String {
        let folder = match provider {
            Provider::Claude => PROJECT.to_owned(),
            Provider::Codex => format!("{HOME}/other"),
        };
        format!("{folder}/f{}.txt", self.number)
    }

    /// What stands in that file before it asks.
    pub fn before(&self) -> Option<String> {
        (self.kind == Kind::Edit).then(|| format!("top\n{}\nbottom\n", self.old))
    }

    /// What the model answers to the prompt, request by request.
    pub fn replies(&self, provider: Provider) -> Vec<Reply> {
        let tool = self.tool(provider);
        let path = self.path(provider);
        // Claude Code changes no file that it has not read.
        let reads = self.kind == Kind::Edit && provider == Provider::Claude;
        let first = reads.then_some(Tool::Read { path });
        let reply = |tool| Reply::of(vec![Event::Tool(tool)]);
        first.into_iter().chain([tool]).map(reply).collect()
    }

    fn tool(&self, provider: Provider) -> Tool {
        let path = self.path(provider);
        match self.kind {
            Kind::Command => Tool::Shell(Shell {
                command: self.text.clone(),
                description: self.about.clone(),
                escalated: true,
                ..Shell::default()
            }),
            Kind::Write => Tool::Write {
                path,
                content: self.text.clone(),
            },
            Kind::Edit => Tool::Edit {
                path,
                old: self.old.clone(),
                new: self.text.clone(),
            },
            Kind::Tool => Tool::Mcp {
                server: SERVER.to_owned(),
                tool: TOOL.to_owned(),
                input: json!({ "text": self.text }),
            },
        }
    }
}

/// The calls of a version: the same for the same seed.
pub fn asks(provider: Provider, version: Version, seed: u64, count: usize) -> Vec<Ask> {
    let mut asks: Vec<Ask> = Vec::new();
    for number in 0..count {
        let words = [provider.name(), &version.to_string(), &number.to_string()];
        let mut dice = Dice::new(seed, &words);
        let before = asks.last().filter(|_| dice.percent(12));
        let ask = match before {
            Some(last) => Ask {
                number,
                text: sibling(&mut dice, &last.text),
                ..last.clone()
            },
            None => fresh(&mut dice, number),
        };
        asks.push(ask);
    }
    asks
}

fn fresh(dice: &mut Dice, number: usize) -> Ask {
    let kind = match dice.below(100) {
        0..64 => Kind::Command,
        64..74 => Kind::Write,
        74..86 => Kind::Edit,
        _ => Kind::Tool,
    };
    let wanted = length(dice);
    let old: Vec<String> = (0..dice.between(1, 3))
        .map(|line| format!("old line {number}.{line}"))
        .collect();
    let abouts = ["Show working tree status", "Touch a file", "Run it", ""];
    Ask {
        number,
        kind,
        text: text(dice, wanted),
        old: match kind {
            Kind::Edit => old.join("\n"),
            _ => String::new(),
        },
        about: match kind {
            Kind::Command => dice.pick(&abouts).to_owned(),
            _ => String::new(),
        },
        sizes: sizes(dice),
    }
}

/// Three different sizes out of fifteen.
fn sizes(dice: &mut Dice) -> Vec<[u16; 2]> {
    let mut sizes: Vec<[u16; 2]> = Vec::new();
    while sizes.len() < 3 {
        let size = [dice.pick(&WIDTHS), dice.pick(&HEIGHTS)];
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_size_is_asked_for() {
        let all = asks(Provider::Claude, Version(2, 1, 332), 1, 200);
        assert_eq!(all, asks(Provider::Claude, Version(2, 1, 332), 1, 200));
        for kind in [Kind::Command, Kind::Write, Kind::Edit, Kind::Tool] {
            assert!(all.iter().any(|ask| ask.kind == kind), "{kind:?}");
        }
        let size = |size: &[u16; 2]| all.iter().any(|ask| ask.sizes.contains(size));
        let pairs = WIDTHS.iter().flat_map(|w| HEIGHTS.map(|h| [*w, h]));
        assert_eq!(pairs.filter(size).count(), 15);
        assert!(all.iter().all(|ask| ask.sizes.len() == 3));
    }

    #[test]
    fn an_edit_is_read_first_where_the_cli_wants_that() {
        let mut ask = fresh(&mut Dice::new(1, &[]), 7);
        ask.kind = Kind::Edit;
        ask.old = "old".into();
        assert_eq!(ask.replies(Provider::Claude).len(), 2);
        assert_eq!(ask.replies(Provider::Codex).len(), 1);
        assert_eq!(ask.before().as_deref(), Some("top\nold\nbottom\n"));
    }
}
