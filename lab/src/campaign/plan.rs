//! Which sessions a campaign is made of: versions, scenarios, settings, and what is there already.

use std::path::Path;

use crate::cache;
use crate::error::{LabError, Result};
use crate::provider::Provider;
use crate::scenario::Scenario;
use crate::session::Job;
use crate::setting::Setting;
use crate::version::Version;

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

/// Settings of the wide matrix: every width, height, theme and renderer.
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
            "120x40+nocolour",
            "120x40+inline",
            "120x40+fullscreen",
            "120x40+pty",
        ],
        Provider::Codex => &[
            "120x40+light",
            "120x40+nocolour",
            "120x40+inline",
            "120x40+pty",
        ],
    };
    let labels = sizes.iter().chain(paints);
    // The labels stand above, and a test reads them all.
    labels.filter_map(|label| label.parse().ok()).collect()
}

/// The sessions of one version that are not below `out` yet.
pub fn jobs(
    provider: Provider,
    version: Version,
    scenarios: &[Scenario],
    settings: &[Setting],
    prefix: &[&str],
    out: &Path,
) -> Result<Vec<Job>> {
    let shelf = out.join(provider.name()).join(version.to_string());
    let fits = |scenario: &&Scenario| scenario.applies(version);
    let pairs = settings.iter().flat_map(|setting| {
        let scenarios = scenarios.iter().filter(fits);
        scenarios.map(|scenario| (scenario.clone(), setting.clone()))
    });
    let open: Vec<_> = pairs
        .filter(|(s, setting)| {
            !shelf
                .join(format!("{}-{setting}/session.toml", s.name))
                .exists()
        })
        .collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let installed = cache::install(provider, version)?;
    let job = |(scenario, setting)| {
        let mut job = Job::new(provider, version, scenario, setting, &installed);
        job.prefix = prefix.iter().map(|&word| word.to_owned()).collect();
        job.made = super::today::today();
        job
    };
    Ok(open.into_iter().map(job).collect())
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
