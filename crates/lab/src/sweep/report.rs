//! What came of a sweep: a line for each setting that changes the screen, with what is wrong under it; one line each for
//! those that change nothing, those that nothing says a value of, and those that the budget left out.

use super::judge::Faults;
use super::knob::{Knob, Trial};

/// What came of one trial.
#[derive(Debug, Clone, PartialEq)]
pub struct Came {
    /// What was tried.
    pub trial: Trial,
    /// What is wrong beyond what is wrong of the plain session.
    pub faults: Faults,
    /// States that look otherwise.
    pub looks: Vec<String>,
    /// Why there is no session.
    pub failed: Option<String>,
}

impl Came {
    /// Nothing is to be seen of it.
    pub fn is_quiet(&self) -> bool {
        self.faults.is_empty() && self.looks.is_empty() && self.failed.is_none()
    }

    /// What is wrong of it, or unexplained: what a drift report names.
    pub fn is_wrong(&self) -> bool {
        !self.faults.wrong.is_empty() || !self.faults.unexplained.is_empty()
    }

    /// Its lines: what was tried, and below it what came of it.
    pub fn lines(&self) -> Vec<String> {
        let faults = &self.faults;
        let mut lines = vec![self.head()];
        lines.extend(faults.wrong.iter().map(|it| format!("  wrong: {it}")));
        let unexplained = faults.unexplained.iter();
        lines.extend(unexplained.map(|it| format!("  unexplained: {it}")));
        lines.extend(faults.lost.iter().map(|it| format!("  not reached: {it}")));
        lines
    }

    fn head(&self) -> String {
        let label = &self.trial.label;
        let said = match (&self.failed, self.is_wrong(), self.looks.is_empty()) {
            (Some(why), ..) => format!("no session: {why}"),
            (None, true, _) => format!("WRONG, changes {}", states(&self.looks)),
            (None, false, true) => "nothing".to_owned(),
            (None, false, false) => format!("right, changes {}", states(&self.looks)),
        };
        match self.trial.turned.as_slice() {
            [_] => format!("{label}: {said}"),
            turned => {
                let all: Vec<String> = turned.iter().map(ToString::to_string).collect();
                format!("{label} ({}): {said}", all.join(", "))
            }
        }
    }
}

fn states(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}

/// The end of a report: what is no setting of the screen, what was not tried, and the sum.
pub fn end(came: &[Came], knobs: &[Knob], left: usize) -> Vec<String> {
    let wrong = came.iter().filter(|it| it.is_wrong()).count();
    vec![
        format!(
            "no setting of the screen: {}",
            names(knobs, |it| standing(came, it) == Standing::Quiet)
        ),
        format!(
            "not tried alone yet: {}",
            names(knobs, |it| standing(came, it) == Standing::Open)
        ),
        format!(
            "not tried, since nothing says which values they take: {}",
            names(knobs, |it| standing(came, it) == Standing::Untold)
        ),
        format!(
            "{} sessions, {wrong} with something wrong or unexplained; {left} left out by the budget",
            came.len()
        ),
    ]
}

fn names(knobs: &[Knob], are: impl Fn(&Knob) -> bool) -> String {
    let names = knobs
        .iter()
        .filter(|knob| are(knob))
        .map(|knob| knob.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// What is known of a setting.
#[derive(PartialEq)]
enum Standing {
    /// Something shows under it: its own line says what.
    Loud,
    /// Nothing shows under it, at any value that was tried.
    Quiet,
    /// Nothing says which values it takes.
    Untold,
    /// It is not known which of a group it was, or it was not tried.
    Open,
}

fn standing(came: &[Came], knob: &Knob) -> Standing {
    let holds = |it: &&Came| {
        it.trial
            .turned
            .iter()
            .any(|turned| turned.name == knob.name)
    };
    let of: Vec<&Came> = came.iter().filter(holds).collect();
    let alone = |it: &&&Came| it.trial.turned.len() == 1;
    let quiet = |it: &&Came| it.is_quiet();
    match () {
        () if of.iter().filter(alone).any(|it| !it.is_quiet()) => Standing::Loud,
        () if of.iter().any(quiet) => Standing::Quiet,
        () if knob.values.is_empty() => Standing::Untold,
        () => Standing::Open,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sweep::SettingPlace;

    fn came(name: &str, wrong: &[&str], looks: &[&str]) -> Came {
        let knob = Knob::of(SettingPlace::Config, name, vec![json!(true)]);
        let turned = knob.turned().next().unwrap();
        Came {
            trial: Trial::alone(turned),
            faults: Faults {
                wrong: wrong.iter().map(|&it| it.to_owned()).collect(),
                ..Faults::default()
            },
            looks: looks.iter().map(|&it| it.to_owned()).collect(),
            failed: None,
        }
    }

    #[test]
    fn each_setting_has_its_line_and_quiet_ones_stand_together() {
        let loud = came("loud", &["fresh: FALSE READY"], &["fresh"]);
        let lines = loud.lines();
        assert_eq!(lines[0], "config.loud=true: WRONG, changes fresh");
        assert_eq!(lines[1], "  wrong: fresh: FALSE READY");
        let quiet = came("quiet", &[], &[]);
        assert_eq!(quiet.lines(), ["config.quiet=true: nothing"]);
        let knob = |name: &str, values| Knob::of(SettingPlace::Config, name, values);
        let knobs = [
            knob("loud", vec![json!(true)]),
            knob("quiet", vec![json!(true)]),
            knob("path", vec![]),
        ];
        let end = end(&[loud, quiet], &knobs, 3);
        assert_eq!(end[0], "no setting of the screen: quiet");
        assert!(end[2].ends_with(": path"), "{end:?}");
        assert!(end[3].starts_with("2 sessions, 1 with"), "{end:?}");
    }
}
