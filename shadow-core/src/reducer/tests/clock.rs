//! What a story cannot say: first looks, ticks, and clocks that are anywhere or jump.

use super::scene::{agent, blank, ready, user, working};
use super::script::Story;
use super::{Limits, Outcome, ReducerInput, State};
use crate::reducer::Readiness;

#[test]
fn a_tick_confirms_what_was_seen_once() {
    let mut story = Story::new();
    story.look(&ready(&[]), 1.0);
    assert_eq!(story.state.lifecycle().readiness, Readiness::Unknown);
    assert_eq!(story.deadline, Some(1.2));
    story.step(ReducerInput::Tick, 1.2);
    assert_eq!(story.state.lifecycle().readiness, Readiness::Ready);
}

#[test]
fn the_first_look_begins_time_wherever_the_clock_stands() {
    for begin in [-1e6, 0.0, 1.8e9] {
        let mut story = Story::new();
        story.look(&blank(), begin);
        let lifecycle = story.state.lifecycle();
        assert_eq!(lifecycle.readiness, Readiness::Unknown);
        assert_eq!(lifecycle.since, begin);
        story.step(ReducerInput::Tick, begin + 29.0);
        assert!(story.events.is_empty());
        story.step(ReducerInput::Tick, begin + 31.0);
        assert_eq!(story.state.lifecycle().readiness, Readiness::Stalled);
    }
}

#[test]
fn the_first_look_is_all_that_is_known_where_none_may_follow() {
    let limits = Limits {
        first_settle: 0.0,
        ..Limits::default()
    };
    let mut story = Story::new();
    story.state = State::new(limits);
    story.look(&ready(&[]), 1.0);
    assert_eq!(story.state.lifecycle().readiness, Readiness::Ready);
    // From then on half a frame counts no more than elsewhere.
    story.look(&working(&[]), 2.0);
    story.look(&ready(&[]), 3.0);
    assert_eq!(story.state.lifecycle().readiness, Readiness::Waiting);
}

/// A limit that is no number ends no turn at once, a negative one is 0, and an infinite one is never over.
#[test]
fn limits_that_are_no_lengths_of_time_are_mended() {
    let cells = [user("hello"), agent("hello to you")];
    let ended = |window| {
        let mut story = Story::new();
        story.state = State::new(Limits {
            completion_stability: window,
            ..Limits::default()
        });
        story.look(&ready(&[]), 1.0);
        story.look(&ready(&[]), 2.0);
        story.look(&working(&cells[..1]), 3.0);
        story.look(&working(&cells[..1]), 4.0);
        // The surface holds for `settle` before it is believed.
        [5.0, 5.3, 5.6, 6.4].map(|now| {
            story.look(&ready(&cells), now);
            story.outcomes().len()
        })
    };
    assert_eq!(ended(f64::NAN), ended(1.0));
    assert_eq!(ended(-7.0), ended(0.0));
    assert_ne!(ended(0.0), ended(1.0));
    assert_eq!(ended(f64::INFINITY), [0; 4]);
}

/// A clock that is set back stands still until it has caught up; one that is set forward is
/// believed. Neither ends a turn that runs, and no event is dated before an earlier one.
#[test]
fn clocks_may_jump() {
    let cells = [user("hello"), agent("hello to you")];
    for jump in [-3600.0, -0.5, 3600.0] {
        let mut story = Story::new();
        story.look(&ready(&[]), 5000.0);
        story.look(&ready(&[]), 5001.0);
        story.look(&working(&cells[..1]), 5002.0);
        let mut now = 5002.0 + jump;
        for _ in 0..20 {
            story.look(&working(&cells[..1]), now);
            now += 0.25;
        }
        assert_eq!(story.outcomes(), [], "jump of {jump} s");
        let rests = now.max(5002.0);
        for poll in 0..20 {
            story.look(&ready(&cells), rests + f64::from(poll) * 0.25);
        }
        assert_eq!(story.outcomes(), [Outcome::Success], "jump of {jump} s");
        assert!(story.events.windows(2).all(|pair| pair[0].at <= pair[1].at));
        assert_eq!(story.state.lifecycle().turn_id, Some(1));
    }
}
