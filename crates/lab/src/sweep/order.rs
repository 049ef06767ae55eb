//! Which knobs are tried together, and which alone. The order is the same at every run, so that a sweep can be resumed.

use super::knob::{Knob, Trial, Turned};

/// Every knob at every value, each in one trial of `size` others: the first values of all, then the second ones.
pub fn groups(knobs: &[Knob], size: usize) -> Vec<Trial> {
    let most = knobs.iter().map(|knob| knob.values.len()).max();
    let mut trials = Vec::new();
    for nth in 0..most.unwrap_or_default() {
        let mut turned: Vec<Turned> = knobs.iter().filter_map(|k| k.turned().nth(nth)).collect();
        shuffle(&mut turned, nth as u64);
        for group in turned.chunks(size.max(1)) {
            let label = format!("set-{:03}", trials.len() + 1);
            trials.push(Trial::of(label, group.to_vec()));
        }
    }
    trials
}

/// Random sets of knobs, no knob twice in one and no set twice.
pub fn mixes(turned: &[Turned], size: usize, count: usize) -> Vec<Trial> {
    let mut known: Vec<Vec<String>> = Vec::new();
    let mut trials = Vec::new();
    for number in (0..count).filter(|_| turned.len() >= 2) {
        let chosen = mix(turned, size, 1000 + number as u64);
        let mut names: Vec<String> = chosen.iter().map(ToString::to_string).collect();
        names.sort();
        if !known.contains(&names) {
            known.push(names);
            trials.push(Trial::of(format!("mix-{:03}", number + 1), chosen));
        }
    }
    trials
}

/// A random set.
fn mix(turned: &[Turned], size: usize, seed: u64) -> Vec<Turned> {
    let mut order = turned.to_vec();
    shuffle(&mut order, seed);
    let mut chosen: Vec<Turned> = Vec::new();
    for one in order {
        let fresh = chosen.iter().all(|it| it.name != one.name);
        if fresh && chosen.len() < size {
            chosen.push(one);
        }
    }
    chosen
}

/// Fisher-Yates with a small generator of numbers (SplitMix64).
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for at in (1..items.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = state;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let other = (number ^ (number >> 31)) % (at as u64 + 1);
        items.swap(at, usize::try_from(other).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sweep::SettingPlace;

    fn knobs() -> Vec<Knob> {
        let names = (0..10).map(|at| format!("k{at}"));
        names
            .map(|name| Knob::switch(SettingPlace::Config, &name))
            .collect()
    }

    #[test]
    fn every_value_is_in_one_group_and_the_order_stays() {
        let trials = groups(&knobs(), 4);
        assert_eq!(trials.len(), 6);
        let all = trials.iter().flat_map(|trial| &trial.turned);
        let names: BTreeSet<String> = all.map(ToString::to_string).collect();
        assert_eq!(names.len(), 20);
        assert_eq!(trials, groups(&knobs(), 4));
    }

    #[test]
    fn no_knob_stands_twice_in_a_mix() {
        let turned: Vec<Turned> = knobs().iter().flat_map(Knob::turned).collect();
        for trial in mixes(&turned, 5, 8) {
            let names: BTreeSet<&String> = trial.turned.iter().map(|it| &it.name).collect();
            assert_eq!(names.len(), 5, "{trial:?}");
        }
        assert!(mixes(&turned[..1], 5, 8).is_empty());
        let two = [turned[0].clone(), turned[2].clone()];
        assert_eq!(mixes(&two, 5, 8).len(), 1);
    }
}
