//! Which reported turn is which true one, and which true ones may be reported as one: the screen draws no line between them.

use super::told::ToldTurn;
use super::truth::{End, TrueTurn};

/// Seconds that the end of a turn stands before it is reported as completed: the contract's own.
pub const STABLE: f64 = 1.0;

/// Seconds before Enter, or before the model is asked with a queued prompt, in which the turn may be reported to have begun.
pub const EARLY: f64 = 0.7;

/// The turns to be reported. One that a queued prompt was sent along with, or that one followed before it could be reported as
/// completed, is one with the next, unless the next is reported, too: each by a turn of the log of its own.
pub fn merged(turns: Vec<TrueTurn>, told: &[ToldTurn]) -> Vec<TrueTurn> {
    let mut merged: Vec<TrueTurn> = Vec::new();
    let mut free = told;
    for turn in turns {
        let own = free.iter().position(|told| turn.may_be(told));
        let last = merged.last_mut().filter(|last| last.goes_on_in(&turn));
        match last.filter(|_| own.is_none()) {
            Some(last) => last.ended = turn.ended,
            None => merged.push(turn),
        }
        free = &free[own.map_or(0, |own| own + 1)..];
    }
    merged
}

/// For each true turn the reported one that is it: the first that nothing else is and that began in its time. What began
/// within the time in which the next may be reported early is the next's, unless that is reported by another.
pub fn matched(turns: &[TrueTurn], told: &[ToldTurn]) -> Vec<Option<usize>> {
    let mut free = 0;
    let mut found = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let entered = |at: usize| turns.get(at).map_or(f64::MAX, |turn| turn.entered);
        let (next, later) = (entered(index + 1), entered(index + 2));
        let begun = |from: f64, until: f64| {
            let rest = told.iter().enumerate().skip(free);
            rest.filter(move |(_, told)| (from..until).contains(&told.started))
                .map(|(at, _)| at)
        };
        let own = begun(turn.entered - EARLY, next - EARLY).next();
        let mut shared = begun(next - EARLY, later - EARLY);
        let first = shared.next().filter(|at| told[*at].started < next);
        let own = own.or(first.filter(|_| shared.next().is_some()));
        free = own.map_or(free, |own| own + 1);
        found.push(own);
    }
    found
}

impl TrueTurn {
    /// Whether a reported turn began in this one's time.
    fn may_be(&self, told: &ToldTurn) -> bool {
        let until = self.ended.map_or(f64::MAX, |(at, _)| at + STABLE);
        (self.entered - EARLY..until).contains(&told.started)
    }

    /// Whether the next turn may be reported as a part of this one.
    fn goes_on_in(&self, next: &Self) -> bool {
        let soon = |(at, end): (f64, End)| end == End::Superseded || next.began - at < STABLE;
        next.prompt.is_none() && self.ended.is_some_and(soon)
    }
}

#[cfg(test)]
mod tests {
    use super::super::told::ToldTurn;
    use super::super::truth::{End, TrueTurn};
    use super::{matched, merged};

    fn truly(prompt: Option<&str>, from: f64, until: f64, end: End) -> TrueTurn {
        TrueTurn {
            prompt: prompt.map(str::to_owned),
            entered: from,
            began: from,
            ended: Some((until, end)),
        }
    }

    fn told(started: f64) -> ToldTurn {
        ToldTurn {
            how: "self_started".into(),
            prompt: None,
            started,
            told: started + 2.0,
            outcome: "success".into(),
            answer: None,
            shown: true,
        }
    }

    /// Beginnings and ends of what is left.
    fn spans(turns: &[TrueTurn], told_at: &[f64]) -> Vec<(f64, f64)> {
        let told: Vec<ToldTurn> = told_at.iter().map(|at| told(*at)).collect();
        let all = merged(turns.to_vec(), &told).into_iter();
        all.map(|it| (it.began, it.ended.unwrap().0)).collect()
    }

    /// A tool's turn with a queued prompt sent along, and one more that the model is asked for at once.
    fn queued() -> [TrueTurn; 3] {
        [
            truly(Some("run"), 6.4, 12.7, End::Superseded),
            truly(None, 12.7, 13.4, End::Success),
            truly(None, 13.5, 13.5, End::Success),
        ]
    }

    #[test]
    fn turns_without_a_line_between_them_are_one_wherever_it_began() {
        // Within the time of both: told late, it is still the first of them alone.
        for second in [12.1, 12.7, 12.82, 13.3] {
            let spans = spans(&queued(), &[6.5, second]);
            assert_eq!(spans, [(6.4, 12.7), (12.7, 13.5)], "{second}");
        }
    }

    #[test]
    fn turns_that_are_told_each_are_held_against_each() {
        let all = [(6.4, 12.7), (12.7, 13.4), (13.5, 13.5)];
        assert_eq!(spans(&queued(), &[6.5, 12.8, 13.5]), all);
        assert_eq!(spans(&queued(), &[6.5]), [(6.4, 13.5)]);
    }

    #[test]
    fn a_told_turn_is_the_one_that_it_began_with() {
        let found = |told_at: &[f64]| {
            let told: Vec<ToldTurn> = told_at.iter().map(|at| told(*at)).collect();
            matched(&queued(), &told)
        };
        assert_eq!(found(&[6.5, 12.8, 13.5]), [Some(0), Some(1), Some(2)]);
        assert_eq!(found(&[6.5, 12.1, 13.0]), [Some(0), Some(1), Some(2)]);
        assert_eq!(found(&[6.5, 13.4]), [Some(0), None, Some(1)]);
        assert_eq!(found(&[12.1]), [None, Some(0), None]);
        // Told long before anything, it is nothing's.
        assert_eq!(found(&[1.0, 6.5]), [Some(1), None, None]);
    }

    #[test]
    fn a_turn_with_a_prompt_of_its_own_is_one_with_none() {
        let turns = [
            truly(Some("a"), 1.0, 2.0, End::Success),
            truly(Some("b"), 2.5, 3.0, End::Success),
        ];
        assert_eq!(spans(&turns, &[1.1]), [(1.0, 2.0), (2.5, 3.0)]);
    }

    #[test]
    fn a_turn_that_comes_later_is_one_with_none() {
        let turns = [
            truly(Some("a"), 1.0, 2.0, End::Success),
            truly(None, 3.5, 4.0, End::Success),
        ];
        assert_eq!(spans(&turns, &[1.1]), [(1.0, 2.0), (3.5, 4.0)]);
    }
}
