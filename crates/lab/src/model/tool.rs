//! Tool calls in neutral terms, as scenarios write them. Which name and form a CLI's
//! version gives them stands in `claude_tools` and `codex_tools`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A tool call in neutral terms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// Runs a command line.
    Shell(Shell),
    /// Creates or replaces a file.
    Write {
        /// Absolute path.
        path: String,
        /// The file's whole text.
        content: String,
    },
    /// Replaces a piece of a file.
    Edit {
        /// Absolute path.
        path: String,
        /// Whole lines that are there now.
        old: String,
        /// What replaces them.
        new: String,
    },
    /// Reads a file.
    Read {
        /// Absolute path.
        path: String,
    },
    /// Asks the operator.
    Ask {
        /// The questions, one dialog page each.
        questions: Vec<Question>,
    },
    /// Hands in a plan for approval.
    Plan {
        /// The plan, in Markdown.
        text: String,
    },
    /// Writes the task list.
    Todo {
        /// The whole list.
        items: Vec<TodoItem>,
    },
    /// Starts a subagent.
    Agent(Agent),
    /// Fetches a page.
    Fetch {
        /// Address.
        url: String,
        /// What to look for.
        #[serde(default)]
        prompt: String,
    },
    /// Calls a tool of an MCP server.
    Mcp {
        /// Server name, as configured.
        server: String,
        /// Tool name.
        tool: String,
        /// Its arguments.
        #[serde(default = "nothing")]
        input: Value,
    },
    /// Calls a tool by its very name, for what has no neutral form.
    Raw {
        /// Name as offered.
        name: String,
        /// Its arguments (a string for a freeform tool).
        #[serde(default)]
        input: Value,
    },
}

fn nothing() -> Value {
    Value::Object(serde_json::Map::new())
}

/// A command line to run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shell {
    /// The command line, for `bash -c`.
    pub command: String,
    /// One line that says what it does.
    #[serde(default)]
    pub description: String,
    /// Run beside the turn.
    #[serde(default)]
    pub background: bool,
    /// Ask to leave the sandbox (Codex).
    #[serde(default)]
    pub escalated: bool,
    /// Time limit in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// Seconds after which the tool may return with the command still running
    /// (Codex `exec_command`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yield_after: Option<f64>,
}

/// A subagent to start.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// What it is told; its requests carry this as last user text.
    pub prompt: String,
    /// A few words for the row on the screen.
    #[serde(default)]
    pub description: String,
    /// Run beside the turn.
    #[serde(default)]
    pub background: bool,
    /// The kind of agent, in the CLI's own word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// One question to the operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub question: String,
    /// A word for its tab.
    #[serde(default)]
    pub header: String,
    /// The choices.
    pub options: Vec<Choice>,
    /// Several may be ticked.
    #[serde(default)]
    pub multi: bool,
}

/// One choice of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// First line.
    pub label: String,
    /// Second line.
    #[serde(default)]
    pub description: String,
}

/// One row of the task list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TodoItem {
    /// The task.
    pub text: String,
    /// `pending`, `in_progress` or `completed`.
    #[serde(default = "pending")]
    pub status: String,
}

fn pending() -> String {
    "pending".to_owned()
}
