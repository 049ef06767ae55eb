//! What a run is told, across the wall of namespaces.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::plan::Trial;
use crate::provider::Provider;
use crate::scenario::Setup;
use crate::setting::Setting;
use crate::version::Version;

/// A run, as it crosses the wall.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ActJob {
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
    /// The trials.
    pub trials: Vec<Trial>,
    /// A script of the shell that starts the command line that it is given; the CLI is started as it is without one.
    #[serde(default)]
    pub start: Option<String>,
    /// Whether it runs as another user.
    #[serde(default)]
    pub is_foreign: bool,
    /// Whether the binary is told the version, as the adapter tells it.
    #[serde(default)]
    pub tells_version: bool,
}
