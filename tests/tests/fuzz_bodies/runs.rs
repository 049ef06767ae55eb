//! The fuzz targets' bodies on random and on screen-like bytes, and on real files with something changed, with the
//! stable compiler: some seconds of each, or as many as `SHADOW_FUZZ_SECONDS` says.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{bodies, bytes, seeds};

/// What a target does with its bytes; whether they were taken.
type Body = fn(&[u8]) -> bool;

/// How often a body runs at least.
const CASES: u32 = 300;

/// Runs a body on what a strategy makes: [`CASES`] times, and on for as many seconds as the environment asks for. At
/// least one of ten is to be taken: a body that refuses nearly all tries little.
fn run(made: impl Strategy<Value = Vec<u8>>, body: Body) {
    let seconds = std::env::var("SHADOW_FUZZ_SECONDS").ok();
    let seconds = seconds.map_or(0, |it| it.parse().expect("SHADOW_FUZZ_SECONDS is a number"));
    let until = Instant::now() + Duration::from_secs(seconds);
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let (ran, taken) = (Cell::new(0), Cell::new(0));
    loop {
        // A runner that has run its cases runs no more.
        let mut runner = TestRunner::new(config.clone());
        let result = runner.run(&made, |data| {
            ran.set(ran.get() + 1);
            taken.set(taken.get() + u32::from(body(&data)));
            Ok(())
        });
        if let Err(failed) = result {
            panic!("{failed}");
        }
        if Instant::now() >= until {
            break;
        }
    }
    let (ran, taken) = (ran.get(), taken.get());
    println!("{ran} runs, {taken} taken");
    assert!(taken * 10 >= ran, "{taken} of {ran} are taken");
}

/// A seed that is refused would try nothing but the refusal. With `SHADOW_WRITE_SEEDS` set to a folder, they are left
/// there for the fuzzer, in a folder for each target.
#[test]
fn every_seed_is_taken() {
    let kinds: [(&str, Vec<Vec<u8>>, Body); 5] = [
        ("bundle", seeds::bundles(), bodies::bundle_becomes_a_case),
        ("case", seeds::cases(), bodies::case_is_judged),
        ("cast", seeds::casts(), bodies::cast_replays),
        ("requests", seeds::requests(), bodies::requests_are_answered),
        ("rules", seeds::rules(), bodies::rules_are_kept),
    ];
    for (kind, seeds, body) in &kinds {
        for seed in seeds {
            assert!(body(seed), "{kind}: {}", String::from_utf8_lossy(seed));
        }
    }
    let Some(folder) = std::env::var_os("SHADOW_WRITE_SEEDS").map(PathBuf::from) else {
        return;
    };
    for (kind, seeds, _) in kinds {
        std::fs::create_dir_all(folder.join(kind)).expect("a folder");
        for (index, seed) in seeds.iter().enumerate() {
            std::fs::write(folder.join(kind).join(index.to_string()), seed).expect("a seed");
        }
    }
}

#[test]
fn the_stack_reads_anything() {
    run(bytes::any_output(), |data| {
        bodies::stack_reads(data);
        true
    });
}

#[test]
fn the_grid_draws_anything() {
    run(bytes::any_output(), |data| {
        bodies::grid_draws(data);
        true
    });
}

#[test]
fn a_screen_of_anything_holds_together() {
    run(bytes::any_output(), |data| {
        bodies::screen_holds_together(data);
        true
    });
}

#[test]
fn any_recording_is_replayed() {
    run(bytes::edited(seeds::casts()), bodies::cast_replays);
}

#[test]
fn any_folder_of_cases_is_judged() {
    run(bytes::edited(seeds::cases()), bodies::case_is_judged);
}

#[test]
fn any_bundle_becomes_a_case_or_is_refused() {
    run(
        bytes::edited(seeds::bundles()),
        bodies::bundle_becomes_a_case,
    );
}

#[test]
fn any_requests_are_answered() {
    run(
        bytes::edited(seeds::requests()),
        bodies::requests_are_answered,
    );
}

#[test]
fn any_rules_are_kept() {
    run(bytes::edited(seeds::rules()), bodies::rules_are_kept);
}
