//! Where the fixtures are, and what a process reads or scores once: the captures that may be looked at.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use shadow_fixtures::{Capture, Error, load};
use shadow_testing::{Mode, Scored, score_each};

/// A folder of fixtures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corpus {
    /// Captures of the development versions.
    Development,
    /// Hand-picked and edited screens, by what they guard against.
    Cases,
    /// Captures of versions that are only ever scored.
    HeldOut,
}

impl Corpus {
    /// The folder's name under `fixtures/`.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Development => "corpus",
            Self::Cases => "cases",
            Self::HeldOut => "heldout",
        }
    }

    /// The folder.
    #[must_use]
    pub fn dir(self) -> PathBuf {
        fixtures_dir().join(self.folder())
    }
}

/// `fixtures/` of this repository.
#[must_use]
pub fn fixtures_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// The named cases of what no session of the corpus shows: titles and reports that contradict the text
/// among them, so that the text alone says otherwise.
pub const RARE: &str = "R01-seldom-seen";

/// The named cases of turns over time: recordings whose turns are named, without captures.
pub const TIMED: &str = "T12-other-settings";

/// Whether the truth of a capture holds in a mode.
#[must_use]
pub fn holds_in(mode: Mode, capture: &Capture) -> bool {
    let rare = capture.dir.starts_with(Corpus::Cases.dir().join(RARE));
    mode == Mode::All || !rare
}

/// The captures that may be looked at, and how many of them are of the development versions.
static KNOWN: LazyLock<Result<(Vec<Capture>, usize), Error>> = LazyLock::new(|| {
    let mut known = captures(&Corpus::Development.dir())?;
    let development = known.len();
    known.extend(captures(&Corpus::Cases.dir())?);
    Ok((known, development))
});

/// Says whether the captures that may be looked at can be read: what speaks to a person asks before it uses them.
///
/// # Errors
/// With what cannot be read.
pub fn are_readable() -> Result<(), &'static Error> {
    KNOWN.as_ref().map(drop)
}

fn read() -> &'static (Vec<Capture>, usize) {
    KNOWN.as_ref().unwrap_or_else(|error| panic!("{error}"))
}

/// Every capture that may be looked at: of the development versions, then the named cases. They are read once a process.
///
/// # Panics
/// When the fixtures cannot be read.
#[must_use]
pub fn known() -> &'static [Capture] {
    &read().0
}

/// All of [`known`], scored in a mode capture by capture: once a process.
///
/// # Panics
/// When the fixtures cannot be read.
#[must_use]
pub fn known_scored(mode: Mode) -> &'static [Scored] {
    static SCORED: [OnceLock<Vec<Scored>>; Mode::EACH.len()] =
        [const { OnceLock::new() }; Mode::EACH.len()];
    let score = || score_each(&shadow_tui::stack(), mode, known(), &|| ());
    SCORED[mode as usize].get_or_init(score)
}

/// Every capture of the development versions.
///
/// # Panics
/// When the fixtures cannot be read.
#[must_use]
pub fn development() -> &'static [Capture] {
    &read().0[..read().1]
}

/// Every named case.
///
/// # Panics
/// When the fixtures cannot be read.
#[must_use]
pub fn cases() -> &'static [Capture] {
    &read().0[read().1..]
}

/// Every capture below `root`; none where the folder does not exist yet.
///
/// # Errors
/// When a session or one of its captures cannot be read.
pub fn captures(root: &Path) -> Result<Vec<Capture>, Error> {
    if root.exists() {
        load(root).collect()
    } else {
        Ok(Vec::new())
    }
}
