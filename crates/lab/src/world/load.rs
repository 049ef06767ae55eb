//! A world as it is written, laid over others, and put on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shadow_files::{PlainName, Root};

use super::script::{self, Hook, StatusLine};
use super::{Account, McpServer, Terminal};
use crate::error::{Context, LabError, Result};
use crate::model::{Headers, SideAnswer};
use crate::provider::Provider;
use crate::scenario::Setup;
use crate::version::Version;

/// What people have around a CLI.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Name: that of the file, whatever the file says.
    pub name: String,
    /// What it is, in one line.
    pub about: String,
    /// First version that can have it.
    pub since: Option<Version>,
    /// Last version that can have it.
    pub until: Option<Version>,
    /// Settings, environment, arguments and files; a scenario's own lie over them.
    pub setup: Setup,
    /// Who is signed in; an API key if absent.
    pub account: Option<Account>,
    /// Headers of every answer of the model.
    pub headers: Headers,
    /// What paths beside the model's own are answered with.
    #[serde(rename = "answer")]
    pub answers: Vec<SideAnswer>,
    /// MCP servers by name.
    pub servers: BTreeMap<String, McpServer>,
    /// Hooks.
    #[serde(rename = "hook")]
    pub hooks: Vec<Hook>,
    /// The user's own status line.
    pub status_line: Option<StatusLine>,
    /// What is around the pane.
    pub terminal: Terminal,
}

impl World {
    /// Reads one world.
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        let mut world: Self = toml::from_str(text).context(format!("world {name}"))?;
        world.name = name.to_owned();
        let account = world.account.as_ref().map_or(Ok(()), Account::check);
        account.context(format!("world {name}"))?;
        Ok(world)
    }

    /// Whether this version can have it.
    pub fn applies(&self, version: Version) -> bool {
        self.since.is_none_or(|since| version >= since)
            && self.until.is_none_or(|until| version <= until)
    }

    /// Lays another world over this one.
    pub fn lay(&mut self, over: Self) {
        self.since = self.since.max(over.since);
        self.until = [self.until, over.until].into_iter().flatten().min();
        self.setup.lay(&over.setup);
        self.account = over.account.or(self.account.take());
        self.headers.extend(over.headers);
        self.answers.splice(0..0, over.answers);
        self.servers.extend(over.servers);
        self.hooks.extend(over.hooks);
        self.status_line = over.status_line.or(self.status_line.take());
        self.terminal.lay(over.terminal);
    }

    /// The setup of a scenario in this world. `prefix` are the words before a subcommand of this binary.
    pub fn dress(&self, provider: Provider, prefix: &[String], own: &Setup) -> Result<Setup> {
        let mut setup = Setup::default();
        if let Some(account) = &self.account {
            if account.provider() != provider {
                return Err(LabError::new(format!("{provider} has no such account")));
            }
            account.dress(&mut setup)?;
        }
        for (name, server) in &self.servers {
            server.dress(name, provider, prefix, &mut setup)?;
        }
        script::hooks(&self.hooks, provider, &mut setup)?;
        if let Some(line) = &self.status_line {
            script::status_line(line, &mut setup)?;
        }
        setup.lay(&self.setup);
        setup.lay(own);
        Ok(setup)
    }
}

/// The folder of the worlds in the source tree.
pub fn bundled() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds")
}

/// The largest world, in bytes.
const LARGEST: u64 = 1 << 20;

/// One world of a provider below `root`.
pub fn load(root: &Path, provider: Provider, name: &str) -> Result<World> {
    let none = || {
        format!(
            "there is no world {name:?} of {provider} in {}",
            root.display()
        )
    };
    let file = PlainName::new(&format!("{name}.toml")).map_err(|_| LabError::new(none()))?;
    let folder = Root::at(root.join(provider.name()));
    let text = folder.read_text(&file, LARGEST).context(none())?;
    World::parse(name, &text)
}

/// The worlds of these names below `root`, the later over the earlier.
pub fn named(root: &Path, provider: Provider, names: &[String]) -> Result<World> {
    let mut all = World::default();
    for name in names {
        all.lay(load(root, provider, name)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_bundled_world_reads_and_can_be_put_on() {
        for provider in [Provider::Claude, Provider::Codex] {
            let dir = bundled().join(provider.name());
            for file in fs::read_dir(dir).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_stem().unwrap().to_string_lossy();
                let world = load(&bundled(), provider, &name).unwrap();
                assert!(!world.about.is_empty(), "{name} says nothing");
                world.dress(provider, &[], &Setup::default()).unwrap();
            }
        }
    }

    #[test]
    fn the_later_world_and_then_the_scenario_win() {
        let world = |text: &str| World::parse("x", text).unwrap();
        let mut all = world(
            "since = '2.0.0'\nheaders = { a = '1', b = '1' }\nsetup.settings = { k = 1, l = 1 }",
        );
        all.lay(world(
            "since = '2.1.0'\nheaders = { b = '2' }\nsetup.settings = { l = 2 }",
        ));
        assert_eq!(all.since, Some(Version(2, 1, 0)));
        assert_eq!(all.headers["b"], "2");
        let own: Setup = toml::from_str("settings = { k = 3 }").unwrap();
        let setup = all.dress(Provider::Claude, &[], &own).unwrap();
        assert_eq!(setup.settings["k"].as_integer(), Some(3));
        assert_eq!(setup.settings["l"].as_integer(), Some(2));
    }

    #[test]
    fn a_name_is_no_way_to_another_place() {
        for name in ["../claude/token", "nowhere", ""] {
            let error = load(&bundled(), Provider::Claude, name).unwrap_err();
            assert!(
                error.to_string().starts_with("there is no world"),
                "{error}"
            );
        }
    }

    #[test]
    fn an_account_of_the_other_cli_is_refused() {
        let world = World::parse("x", "account.kind = 'chatgpt'").unwrap();
        assert!(
            world
                .dress(Provider::Claude, &[], &Setup::default())
                .is_err()
        );
    }
}
