//! What is measured on: the corpus' real captures and recordings, and one large screen.

use std::path::{Path, PathBuf};

use shadow_tui::Channels;

/// One capture, with styles and without.
pub struct Sample {
    /// `claude` or `codex`.
    pub provider: String,
    /// Text with SGR.
    pub styled: Vec<u8>,
    /// The text without styles.
    pub plain: Vec<u8>,
    /// What is known beside it.
    pub channels: Channels,
    /// Whether the truth has a dialog open on it.
    pub has_dialog: bool,
}

fn corpus_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/corpus")
}

/// About every `step`th capture of the corpus, chosen by its name: one that comes to it moves no other.
///
/// # Panics
/// When the corpus cannot be read: there is nothing to measure then.
#[must_use]
pub fn captures(step: usize) -> Vec<Sample> {
    shadow_fixtures::load(&corpus_root())
        .map(|capture| capture.expect("a readable capture"))
        .filter(|capture| name_hash(&capture.id()).is_multiple_of(step as u64))
        .map(sample)
        .collect()
}

/// FNV-1a with its halves folded, which is the same on every machine and in every release.
fn name_hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    hash >> 32 ^ hash & 0xffff_ffff
}

/// A CLI's captures of 200 columns by 50 rows, the size that the targets are for: Claude Code draws more on its screens.
///
/// # Panics
/// When the corpus cannot be read.
#[must_use]
pub fn large_captures(provider: &str) -> Vec<Sample> {
    shadow_fixtures::load(&corpus_root())
        .map(|capture| capture.expect("a readable capture"))
        .filter(|capture| capture.case.size == [200, 50] && capture.session.provider == provider)
        .map(sample)
        .collect()
}

fn sample(capture: shadow_fixtures::Capture) -> Sample {
    let case = capture.case;
    Sample {
        provider: capture.session.provider.clone(),
        plain: shadow_fixtures::strip_sgr(&capture.bytes),
        styled: capture.bytes,
        channels: Channels {
            cols: Some(case.size[0]),
            rows: Some(case.size[1]),
            title: case.title,
            ..Channels::default()
        },
        has_dialog: case.truth.block.is_some(),
    }
}

/// The output of the corpus' recordings, one after the other, up to `limit` bytes.
///
/// # Panics
/// When the corpus cannot be read.
#[must_use]
pub fn output(limit: usize) -> Vec<u8> {
    let mut output = Vec::new();
    for session in shadow_fixtures::sessions(&corpus_root()).expect("a readable corpus") {
        let cast = session.and_then(|session| session.cast());
        let Some(cast) = cast.expect("a readable recording") else {
            continue;
        };
        let events = cast.events.iter().filter(|event| event.kind == 'o');
        events.for_each(|event| output.extend_from_slice(event.data.as_bytes()));
        if output.len() >= limit {
            output.truncate(limit);
            break;
        }
    }
    output
}

/// Mean bytes of the samples' texts.
#[must_use]
pub fn mean_bytes<'s>(texts: impl ExactSizeIterator<Item = &'s Vec<u8>>) -> usize {
    let count = texts.len().max(1);
    texts.map(Vec::len).sum::<usize>() / count
}
