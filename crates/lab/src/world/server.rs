//! An MCP server of a world, and how each CLI finds it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::{Context, Result};
use crate::isolate::SELF;
use crate::provider::{HOME, Provider};
use crate::scenario::Setup;

/// A server that speaks MCP over its standard input and output.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct McpServer {
    /// Seconds before it answers at all.
    pub slow: f64,
    /// It ends at once.
    pub fails: bool,
    /// The project names it (`.mcp.json`, Claude Code), not the user: the CLI asks before it is used.
    pub of_project: bool,
    /// Tools that the operator need not allow.
    pub allowed: bool,
    /// Its tools.
    #[serde(rename = "tool")]
    pub tools: Vec<McpTool>,
    /// Its prompts, which the CLIs offer as commands: name and text.
    pub prompts: std::collections::BTreeMap<String, String>,
}

/// A tool of a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct McpTool {
    /// Its name.
    pub name: String,
    /// What it does.
    #[serde(default)]
    pub description: String,
    /// Its arguments by name, each a JSON schema; what a schema does not name, the model does not pass.
    #[serde(default)]
    pub fields: toml::Table,
    /// What a call gives back.
    #[serde(default)]
    pub returns: String,
    /// The call ends in an error with these words.
    #[serde(default)]
    pub error: Option<String>,
    /// A call is answered once this file is there.
    #[serde(default)]
    pub until: Option<String>,
    /// What the server asks of the operator before it answers.
    #[serde(default)]
    pub elicits: Option<Elicitation>,
}

/// A request of a server to the operator (`elicitation/create`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elicitation {
    /// What it asks.
    pub message: String,
    /// Fields of a form by name, each a JSON schema; none is a bare question.
    #[serde(default)]
    pub fields: toml::Table,
    /// Names of the fields that must be filled.
    #[serde(default)]
    pub required: Vec<String>,
    /// An address to be opened, instead of a form.
    #[serde(default)]
    pub url: Option<String>,
}

impl McpServer {
    /// Tells the CLI of the server: its description stands in the home, and the lab's own binary (`prefix` are the words
    /// before its subcommand) serves it.
    pub fn dress(
        &self,
        name: &str,
        provider: Provider,
        prefix: &[String],
        setup: &mut Setup,
    ) -> Result<()> {
        let file = format!(".lab/{name}.json");
        let text = serde_json::to_string(self).context(&file)?;
        let mut args = prefix.to_vec();
        args.extend(["mcp".to_owned(), format!("{HOME}/{file}")]);
        setup.files.insert(file, text);
        match provider {
            Provider::Claude => self.of_claude(name, &args, setup),
            Provider::Codex => self.of_codex(name, &args, setup),
        }
    }

    fn of_claude(&self, name: &str, args: &[String], setup: &mut Setup) -> Result<()> {
        let server = json!({ "type": "stdio", "command": SELF, "args": args, "env": {} });
        if self.allowed {
            let rule = format!("mcp__{name}");
            setup.args.extend(["--allowedTools".to_owned(), rule]);
        }
        if !self.of_project {
            return setup.lay_config(&json!({ "mcpServers": { name: server } }));
        }
        let file = "project/.mcp.json".to_owned();
        let old = setup.files.get(&file);
        let mut all: Value = match old {
            Some(text) => serde_json::from_str(text).context(&file)?,
            None => json!({ "mcpServers": {} }),
        };
        all["mcpServers"][name] = server;
        setup.files.insert(file, all.to_string());
        Ok(())
    }

    fn of_codex(&self, name: &str, args: &[String], setup: &mut Setup) -> Result<()> {
        let mut server = json!({ "command": SELF, "args": args });
        if self.allowed {
            server["default_tools_approval_mode"] = "approve".into();
        }
        setup.lay_config(&json!({ "mcp_servers": { name: server } }))
    }
}
