//! Every recording read and played once, and all that is judged of it.

use std::sync::LazyLock;

use shadow_tests::turns::{Tally, play, recorded};

use super::schedules::Differences;
use super::tally;
use super::truth::Findings;

/// What playing the recordings has shown.
#[derive(Default)]
struct Played {
    differences: Differences,
    findings: Findings,
    tally: Tally,
}

/// What playing the recordings has shown, to whoever asks first or later.
fn played() -> &'static Played {
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

#[test]
fn every_schedule_tells_the_same_turns() {
    played().differences.are_explained();
}

#[test]
fn no_two_schedules_tell_two_whole_answers() {
    played().differences.hold_no_two_answers();
}

#[test]
fn what_is_said_agrees_with_the_truth_at_every_schedule() {
    played().findings.agree();
}

#[test]
fn every_prompt_is_told_once_and_rightly() {
    tally::agrees(&played().tally);
}
