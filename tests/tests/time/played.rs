//! Every recording read and played once, for all that is judged of it; nothing is judged here.

use std::sync::LazyLock;

use shadow_tests::turns::{Tally, play, recorded};

use super::schedules::Differences;
use super::truth::Findings;

/// What playing the recordings has shown.
#[derive(Default)]
pub struct Played {
    pub differences: Differences,
    pub findings: Findings,
    pub tally: Tally,
}

/// What playing the recordings has shown, to whoever asks first or later.
pub fn played() -> &'static Played {
    static PLAYED: LazyLock<Played> = LazyLock::new(play_all);
    &PLAYED
}

/// Plays them on all processors.
fn play_all() -> Played {
    let parts = play(recorded(), |played: &mut Played, recorded, film| {
        played.differences.play(&recorded.name, film);
        played.findings.play(recorded, film);
        played.tally.play(recorded, film);
    });
    let mut all = Played::default();
    for played in parts {
        all.differences.add(played.differences);
        all.findings.add(played.findings);
        all.tally.add(played.tally);
    }
    all
}
