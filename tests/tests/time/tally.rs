//! Every prompt is told as one turn, ended as it did, with an answer that is whole where it is called so.

use shadow_tests::turns::{Finding, RATES, Tally};

/// The least share of prompts that are told as one turn, in hundredths.
const ONCE: f64 = 99.5;

/// The least share of answers that are called complete, in hundredths.
const COMPLETE: f64 = 97.0;

/// Fails where a prompt is told wrongly, or too few are told.
pub fn agrees(tally: &Tally) {
    println!("{}", tally.table());
    for finding in Finding::WRONG {
        for line in tally.lines(finding) {
            println!("{finding:?} {line}");
        }
    }
    for rate in 0..RATES.len() {
        let table = tally.table();
        assert!(tally.count(rate, Finding::Once) > 50, "{table}");
        assert!(tally.count(rate, Finding::Whole) > 30, "{table}");
        let once = tally.share(rate, Finding::Once, &[Finding::NotOnce]);
        assert!(once >= ONCE, "{table}");
        assert_eq!(tally.count(rate, Finding::OutcomeWrong), 0, "{table}");
        assert_eq!(tally.count(rate, Finding::FalselyWhole), 0, "{table}");
        let complete = tally.share(rate, Finding::Whole, &[Finding::Partial]);
        assert!(complete >= COMPLETE, "{table}");
    }
}
