//! What is said to the outer terminal (OSC 7501) of a program that does not speak for itself.

/// Says each record once, and falls silent for good when the program speaks.
#[derive(Debug, Clone)]
pub struct Herald {
    silent: bool,
    said: Option<String>,
}

impl Herald {
    /// One that speaks, or not at all.
    #[must_use]
    pub fn new(speaks: bool) -> Self {
        Self {
            silent: !speaks,
            said: None,
        }
    }

    /// The program has reported itself, at the root or below it. A record of ours that its own
    /// does not replace is withdrawn.
    pub fn hush(&mut self, at_root: bool) -> Option<Vec<u8>> {
        let said = self.said.take().filter(|_| !self.silent);
        self.silent = true;
        said.filter(|_| !at_root).map(|_| record("state=clear"))
    }

    /// What to say for a wanted record (`state=working:app=…`); nothing where it is said already.
    pub fn say(&mut self, wanted: Option<&str>) -> Option<Vec<u8>> {
        let wanted = wanted.filter(|_| !self.silent)?;
        if self.said.as_deref() == Some(wanted) {
            return None;
        }
        self.said = Some(wanted.to_owned());
        Some(record(wanted))
    }

    /// What to say when the program has ended: nothing of it holds any longer.
    pub fn farewell(&mut self) -> Option<Vec<u8>> {
        let said = self.said.take().filter(|_| !self.silent)?;
        (said != "state=clear").then(|| record("state=clear"))
    }
}

fn record(payload: &str) -> Vec<u8> {
    format!("\x1b]7501;{payload}\x1b\\").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::Herald;

    #[test]
    fn a_record_is_said_once_and_withdrawn_at_the_end() {
        let mut herald = Herald::new(true);
        let said = herald.say(Some("state=idle:app=x"));
        assert_eq!(said.unwrap(), b"\x1b]7501;state=idle:app=x\x1b\\");
        assert_eq!(herald.say(Some("state=idle:app=x")), None);
        assert_eq!(herald.say(None), None);
        assert_eq!(herald.farewell().unwrap(), b"\x1b]7501;state=clear\x1b\\");
        assert_eq!(herald.farewell(), None);
    }

    #[test]
    fn a_program_that_speaks_silences_it() {
        let mut herald = Herald::new(true);
        assert!(herald.say(Some("state=idle")).is_some());
        assert_eq!(herald.hush(true), None);
        assert_eq!(herald.say(Some("state=working")), None);
        assert_eq!(herald.farewell(), None);

        let mut herald = Herald::new(true);
        assert!(herald.say(Some("state=idle")).is_some());
        assert!(herald.hush(false).is_some(), "its record stands elsewhere");
        assert_eq!(herald.hush(false), None);
    }
}
