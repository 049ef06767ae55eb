//! Which options of the server change when panes do. What stands in them are words of shadow's own,
//! never a pane's: formats would obey a `#` in a text.

use std::collections::BTreeMap;

use shadow_tmux::{PaneId, TmuxError, Transport};
use shadow_tui::Need;

use super::left::{BEAT, BEATS, Left, STATUS, WATCHER};

/// Options of a pane: its need in a word, the mark of that word, and since when it is so.
pub const PANE: [&str; 3] = ["@shadow_state", "@shadow_mark", "@shadow_since"];

/// Panes whose options are set by one command line.
const TOGETHER: usize = 64;

/// What a server has been told, and what it has not.
#[derive(Debug, Default)]
pub struct Publisher {
    pid: u32,
    panes: BTreeMap<PaneId, (Need, f64)>,
    /// Panes whose options are to be set, or unset.
    due: BTreeMap<PaneId, Option<(Need, f64)>>,
    /// When the server was last told.
    told: Option<f64>,
}

impl Publisher {
    /// A publisher that speaks for a process.
    pub fn new(pid: u32) -> Self {
        Self {
            pid,
            ..Self::default()
        }
    }

    /// A pane needs this now; none for a pane that is gone or holds no agent any more.
    pub fn see(&mut self, pane: PaneId, need: Option<Need>, now: f64) {
        let need = need.filter(|need| !matches!(need, Need::Gone | Need::Other));
        let known = self.panes.get(&pane).map(|(known, _)| *known);
        if known == need {
            return;
        }
        let new = need.map(|need| (need, now));
        match new {
            Some(new) => drop(self.panes.insert(pane, new)),
            None => drop(self.panes.remove(&pane)),
        }
        self.due.insert(pane, new);
    }

    /// Seconds until the server must hear again, at the latest.
    pub fn due_in(&self, now: f64) -> f64 {
        let beat = self.told.map_or(0.0, |told| told + BEATS - now);
        if self.due.is_empty() { beat } else { 0.0 }
    }

    /// Takes the server for this process.
    pub fn begin(&self, server: &impl Transport) -> Result<(), TmuxError> {
        let pid = self.pid.to_string();
        server.run(&["set-option", "-s", WATCHER, &pid]).map(drop)
    }

    /// Whether the server is still this process': another may have taken it, or `unload` given it up.
    pub fn holds(&self, server: &impl Transport) -> Result<bool, TmuxError> {
        let holder = server.run(&["show-options", "-sqv", WATCHER])?;
        Ok(String::from_utf8_lossy(&holder).trim() == self.pid.to_string())
    }

    /// Tells the server what is due.
    pub fn tell(&mut self, server: &impl Transport, now: f64) -> Result<(), TmuxError> {
        if self.due_in(now) > 0.0 {
            return Ok(());
        }
        let due: Vec<Vec<String>> = self
            .due
            .iter()
            .map(|(pane, new)| options(*pane, *new))
            .collect();
        self.due.clear();
        for some in due.chunks(TOGETHER) {
            // One pane that has gone in between would keep the others from being told.
            if run(server, &some.concat()).is_err() {
                some.iter().for_each(|one| drop(run(server, one)));
            }
        }
        self.told = Some(now);
        let status = self.left(now).text();
        let beat = format!("{now:.0}");
        let words = [
            "set-option",
            "-s",
            STATUS,
            &status,
            ";",
            "set-option",
            "-s",
            BEAT,
            &beat,
        ];
        server.run(&words).map(drop)
    }

    fn left(&self, now: f64) -> Left {
        let count = |need: Need| {
            self.panes
                .values()
                .filter(|(known, _)| *known == need)
                .count()
        };
        let counts = Need::ALL.map(|need| (need, count(need)));
        Left {
            beat: now,
            pid: self.pid,
            counts: counts.into_iter().filter(|(_, count)| *count > 0).collect(),
        }
    }

    /// Takes everything back that was told.
    pub fn withdraw(&mut self, server: &impl Transport) {
        for pane in std::mem::take(&mut self.panes).into_keys() {
            let _ = run(server, &options(pane, None));
        }
        for option in [STATUS, BEAT, WATCHER] {
            let _ = server.run(&["set-option", "-squ", option]);
        }
    }
}

/// The command that sets or unsets a pane's options.
fn options(pane: PaneId, new: Option<(Need, f64)>) -> Vec<String> {
    let values = new.map(|(need, since)| {
        let since = format!("{since:.0}");
        [need.word().to_owned(), need.mark().to_owned(), since]
    });
    let pane = pane.to_string();
    let mut words = Vec::new();
    for (index, option) in PANE.into_iter().enumerate() {
        let set = if values.is_some() { "-pq" } else { "-pqu" };
        words.extend(["set-option", set, "-t", &pane, option].map(str::to_owned));
        words.extend(values.as_ref().map(|values| values[index].clone()));
        words.push(";".to_owned());
    }
    words
}

fn run(server: &impl Transport, words: &[String]) -> Result<(), TmuxError> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    server
        .run(words.strip_suffix(&[";"]).unwrap_or(&words))
        .map(drop)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::{Publisher, Transport};
    use shadow_tmux::TmuxError;
    use shadow_tui::Need;

    /// Keeps what it was told.
    #[derive(Default)]
    struct Told(RefCell<Vec<String>>);

    impl Transport for Told {
        fn run(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError> {
            self.0.borrow_mut().push(command.join(" "));
            Ok(Vec::new())
        }
    }

    #[test]
    fn a_server_is_told_of_changes_and_of_beats_and_of_nothing_else() {
        let (server, mut publisher) = (Told::default(), Publisher::new(7));
        let pane = "%3".parse().expect("a pane's id");
        publisher.see(pane, Some(Need::Blocked), 100.0);
        publisher.tell(&server, 100.0).expect("told");
        publisher.see(pane, Some(Need::Blocked), 101.0);
        publisher.tell(&server, 101.0).expect("told");
        publisher.tell(&server, 116.0).expect("told");
        publisher.see(pane, Some(Need::Gone), 117.0);
        publisher.tell(&server, 117.0).expect("told");
        let told = server.0.borrow();
        assert_eq!(told.len(), 5, "{told:#?}");
        assert!(
            told[0].contains("-pq -t %3 @shadow_state blocked ;"),
            "{}",
            told[0]
        );
        assert!(told[0].ends_with("@shadow_since 100"), "{}", told[0]);
        assert!(
            told[1].contains("@shadow_status 1 100 7 blocked=1 ;"),
            "{}",
            told[1]
        );
        assert!(
            told[2].contains("@shadow_status 1 116 7 blocked=1 ;"),
            "{}",
            told[2]
        );
        assert!(
            told[3].contains("-pqu -t %3 @shadow_state ;"),
            "{}",
            told[3]
        );
        assert!(told[4].contains("@shadow_status 1 117 7  ;"), "{}", told[4]);
    }
}
