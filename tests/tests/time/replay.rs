//! The replay itself: the same every time, in order, and telling what the reducer tells that is driven
//! over the same frames.

use shadow_tui::Stack;
use shadow_tui::event::Happening;
use shadow_tui::recording::Replay;

use super::schedules::turns;
use shadow_tests::turns::Film;
use shadow_tests::turns::{Recorded, of_scenario, recorded};

fn replayed(stack: &Stack, recorded: &Recorded, interval: f64) -> Vec<Happening> {
    Replay::of_cast(&recorded.cast, stack, recorded.options(interval, 0.0)).finish()
}

#[test]
fn a_replay_is_the_same_every_time() {
    let stack = shadow_tui::stack();
    for recorded in recorded().take(5) {
        let once = replayed(&stack, &recorded, 0.1);
        assert_eq!(once, replayed(&stack, &recorded, 0.1));
        assert!(once.windows(2).all(|pair| pair[0].at <= pair[1].at));
    }
}

#[test]
fn a_replay_tells_the_turns_of_the_film() {
    let stack = shadow_tui::stack();
    let mut differ = 0;
    // The title of Codex 0.120 to 0.142 stops a frame before its turn's row goes: a film sees that frame.
    for recorded in recorded().chain(of_scenario("plan-list")) {
        let film = Film::of(&recorded, &stack);
        let polls: Vec<f64> = (0..6_000).map(|poll| f64::from(poll) * 0.1).collect();
        let filmed = turns(&film.followed(&polls));
        let replayed = turns(&replayed(&stack, &recorded, 0.1));
        if filmed != replayed {
            differ += 1;
            eprintln!("{}: film {filmed:#?} replay {replayed:#?}", recorded.name);
        }
    }
    assert_eq!(
        differ, 0,
        "recordings whose replay tells other turns than their film"
    );
}
