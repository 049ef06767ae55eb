//! Where the fixtures stand, and loading them. Nothing is judged here.

use std::path::{Path, PathBuf};

use shadow_fixtures::{Capture, Error, load};

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
