//! Which screens are edited: what edits them samples before it edits, and every version is in the sample.

use std::collections::BTreeSet;

use shadow_fixtures::Capture;

/// Whether every capture is edited: `SHADOW_ALL_EDITS` is set.
#[must_use]
pub fn all_are_edited() -> bool {
    std::env::var_os("SHADOW_ALL_EDITS").is_some()
}

/// One in so many of the captures, chosen by a hash that differs from `edit` to `edit`, and one at least of each version. With
/// `SHADOW_ALL_EDITS` set, all of them.
#[must_use]
pub fn sample<'c>(
    edit: &str,
    captures: impl IntoIterator<Item = &'c Capture>,
    one_in: usize,
) -> Vec<&'c Capture> {
    let (mut ordered, versions) = in_the_order_of(edit, captures);
    if !all_are_edited() {
        let tried = versions.max(ordered.len().div_ceil(one_in));
        ordered.truncate(tried);
    }
    ordered
}

/// The captures in the order in which an edit is tried on them, and with how many of them it has met every version: one of
/// each version (and so of each preset) first, then all others, both by a hash, which differs from edit to edit.
#[must_use]
pub fn in_the_order_of<'c>(
    edit: &str,
    captures: impl IntoIterator<Item = &'c Capture>,
) -> (Vec<&'c Capture>, usize) {
    let mut ordered: Vec<&Capture> = captures.into_iter().collect();
    ordered.sort_by_cached_key(|capture| hash(&format!("{} {edit}", capture.id())));
    let mut met = BTreeSet::new();
    let (mut first, others): (Vec<&Capture>, Vec<_>) = ordered.into_iter().partition(|capture| {
        let session = &capture.session;
        met.insert((&session.provider, &session.version, capture.case.alternate))
    });
    let versions = first.len();
    first.extend(others);
    (first, versions)
}

/// FNV-1a with its halves folded, which is one on every machine and in every release.
fn hash(text: &str) -> u32 {
    let whole = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let [low, high] = [whole, whole >> 32].map(|half| half as u32);
    low ^ high
}
