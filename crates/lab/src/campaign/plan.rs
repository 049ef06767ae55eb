//! Which sessions a campaign is made of: versions, scenarios, settings, and what is there already.

use crate::arguments::Which;
use crate::cache;
use crate::error::{LabError, Result};
use crate::provider::Provider;
use crate::scenario::Scenario;
use crate::session::Job;
use crate::setting::Setting;
use crate::version::Version;
use crate::world::{self, World};

/// Versions of the core matrix, oldest to newest.
pub fn core(provider: Provider) -> Vec<Version> {
    let list: &[(u32, u32, u32)] = match provider {
        Provider::Claude => &[
            (1, 0, 0),
            (1, 0, 38),
            (1, 0, 72),
            (1, 0, 109),
            (2, 0, 0),
            (2, 0, 31),
            (2, 0, 64),
            (2, 1, 0),
            (2, 1, 31),
            (2, 1, 62),
            (2, 1, 98),
            (2, 1, 126),
            (2, 1, 160),
            (2, 1, 200),
            (2, 1, 245),
            (2, 1, 290),
            (2, 1, 330),
            (2, 1, 331),
        ],
        Provider::Codex => &[
            (0, 20, 0),
            (0, 34, 0),
            (0, 42, 0),
            (0, 47, 0),
            (0, 58, 0),
            (0, 66, 0),
            (0, 77, 0),
            (0, 92, 0),
            (0, 98, 0),
            (0, 110, 0),
            (0, 120, 0),
            (0, 130, 0),
            (0, 142, 5),
            (0, 150, 1),
            (0, 160, 1),
            (0, 169, 0),
        ],
    };
    list.iter().map(|&(a, b, c)| Version(a, b, c)).collect()
}

/// Versions of the wide matrix: old, middle, newest.
pub fn wide(provider: Provider) -> [Version; 3] {
    match provider {
        Provider::Claude => [Version(1, 0, 109), Version(2, 1, 62), Version(2, 1, 330)],
        Provider::Codex => [Version(0, 34, 0), Version(0, 98, 0), Version(0, 169, 0)],
    }
}

/// Versions that are captured once and only ever scored: no screen of theirs was looked at, in any run.
pub fn held_out(provider: Provider) -> [Version; 3] {
    match provider {
        Provider::Claude => [Version(1, 0, 27), Version(2, 1, 90), Version(2, 1, 282)],
        Provider::Codex => [Version(0, 29, 0), Version(0, 145, 0), Version(0, 164, 0)],
    }
}

/// Refuses a held-out version.
pub fn refuse_held_out(provider: Provider, version: Version) -> Result<()> {
    match held_out(provider).contains(&version) {
        true => Err(LabError::new(format!(
            "{provider} {version} is held out: only `heldout` runs it"
        ))),
        false => Ok(()),
    }
}

/// Settings of the wide matrix: sizes, and at 120x40 themes and renderers.
pub fn wide_settings(provider: Provider) -> Vec<Setting> {
    // Together they have the widths 40, 60, 80 and 200, and the heights 10, 24 and 50.
    let sizes = match provider {
        Provider::Claude => &[
            "40x40", "60x24", "80x24", "80x50", "200x40", "200x50", "120x10",
        ] as &[&str],
        Provider::Codex => &["40x40", "60x40", "80x24", "200x50", "120x10"],
    };
    let paints: &[&str] = match provider {
        Provider::Claude => &[
            "120x40+light",
            "120x40+dark-daltonized",
            "120x40+light-daltonized",
            "120x40+dark-ansi",
            "120x40+light-ansi",
            "120x40+nocolor",
            "120x40+inline",
            "120x40+fullscreen",
            "120x40+pty",
        ],
        Provider::Codex => &[
            "120x40+light",
            "120x40+nocolor",
            "120x40+inline",
            "120x40+pty",
        ],
    };
    let labels = sizes.iter().chain(paints);
    // The labels stand above, and a test reads them all.
    labels.filter_map(|label| label.parse().ok()).collect()
}

/// What is to be run of a version.
pub struct Plan<'a> {
    /// CLI.
    pub provider: Provider,
    /// What is done.
    pub scenarios: &'a [Scenario],
    /// In which settings.
    pub settings: &'a [Setting],
    /// In which further worlds, and where the sessions are left.
    pub which: &'a Which,
    /// Words of this binary's command line before a subcommand.
    pub prefix: &'a [&'a str],
    /// What is there already is run again.
    pub anew: bool,
}

impl Plan<'_> {
    /// The sessions of one version.
    pub fn jobs(&self, version: Version) -> Result<Vec<Job>> {
        let prefix: Vec<String> = self.prefix.iter().map(|&word| word.to_owned()).collect();
        let mut placed = Vec::new();
        for scenario in self.scenarios.iter().filter(|it| it.applies(version)) {
            let (scenario, world) = self.in_world(scenario, &prefix)?;
            if world.applies(version) {
                placed.push((scenario, world));
            }
        }
        let shelf = self.which.out.join(self.provider.name());
        let shelf = shelf.join(version.to_string());
        let pairs = self.settings.iter().flat_map(|setting| {
            let placed = placed.iter().cloned();
            placed.map(move |(scenario, world)| (scenario, world, setting.clone()))
        });
        let done = |scenario: &Scenario, setting: &Setting| {
            let folder = format!("{}-{setting}/session.toml", scenario.name);
            !self.anew && shelf.join(folder).exists()
        };
        let open: Vec<_> = pairs.filter(|it| !done(&it.0, &it.2)).collect();
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let installed = cache::install(self.provider, version)?;
        let job = |(scenario, world, setting)| {
            let mut job = Job::new(self.provider, version, scenario, setting, &installed);
            job.world = world;
            job.prefix.clone_from(&prefix);
            job.made = crate::today();
            job
        };
        Ok(open.into_iter().map(job).collect())
    }

    /// A scenario in its worlds and those that are laid over all, with the setup that comes of it.
    fn in_world(&self, scenario: &Scenario, prefix: &[String]) -> Result<(Scenario, World)> {
        let root = self.which.world_dir.clone().unwrap_or_else(world::bundled);
        let names = [&scenario.worlds[..], &self.which.worlds].concat();
        let world = world::named(&root, self.provider, &names)?;
        let mut scenario = scenario.clone();
        scenario.setup = world.dress(self.provider, prefix, &scenario.setup)?;
        for name in &self.which.worlds {
            scenario.name += &format!("@{name}");
        }
        Ok((scenario, world))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wide_label_reads() {
        assert_eq!(wide_settings(Provider::Claude).len(), 16);
        assert_eq!(wide_settings(Provider::Codex).len(), 9);
    }

    #[test]
    fn held_out_versions_are_in_no_matrix() {
        for provider in [Provider::Claude, Provider::Codex] {
            for version in held_out(provider) {
                assert!(!core(provider).contains(&version));
                assert!(!wide(provider).contains(&version));
                assert!(refuse_held_out(provider, version).is_err());
            }
        }
    }
}
