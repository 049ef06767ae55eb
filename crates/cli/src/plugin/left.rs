//! What a watcher leaves in the tmux server: one server option, read by one question. A watcher that
//! has ended without a word is told by its process and by the age of its last beat.

use rustix::process::{Pid, test_kill_process};
use shadow_tmux::{TmuxError, Transport};
use shadow_tui::Need;

use crate::calendar::since_epoch;

/// The server option that holds it: `1 BEAT PID blocked=1,working=2`.
pub const STATUS: &str = "@shadow_status";
/// The server option with the last beat alone, for formats.
pub const BEAT: &str = "@shadow_beat";
/// The server option that names the process that may leave something.
pub const WATCHER: &str = "@shadow_watcher";

/// Seconds between two beats. Each makes tmux draw its clients anew.
pub const BEATS: f64 = 15.0;
/// Seconds after which what was left is stale.
pub const STALE: f64 = 40.0;

/// What was left.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// When, in seconds of the epoch.
    pub beat: f64,
    /// By which process.
    pub pid: u32,
    /// How many panes have which need.
    pub counts: Vec<(Need, usize)>,
}

/// Whether what was left still holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// No watcher has left anything.
    None,
    /// The watcher's process is gone.
    Dead,
    /// The watcher has not been heard of for so many seconds.
    Stale(f64),
    /// It holds.
    Fresh(Left),
}

impl Left {
    /// As it stands in the option.
    pub fn text(&self) -> String {
        let counts = self.counts.iter();
        let counts: Vec<String> = counts
            .map(|(need, n)| format!("{}={n}", need.word()))
            .collect();
        format!("1 {:.0} {} {}", self.beat, self.pid, counts.join(","))
    }

    /// Reads it; none for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split(' ');
        parts.next().filter(|version| *version == "1")?;
        let beat = parts.next()?.parse().ok()?;
        let pid = parts.next()?.parse().ok()?;
        let counts = parts.next().unwrap_or_default().split(',');
        let count = |word: &str| {
            let (name, count) = word.split_once('=')?;
            let need = Need::ALL.into_iter().find(|need| need.word() == name)?;
            Some((need, count.parse().ok()?))
        };
        Some(Self {
            beat,
            pid,
            counts: counts.filter_map(count).collect(),
        })
    }

    /// What stands in the server, and whether it holds.
    pub fn ask(server: &impl Transport) -> Result<Standing, TmuxError> {
        let answer = server.run(&["show-options", "-sqv", STATUS])?;
        let left = Self::parse(&String::from_utf8_lossy(&answer));
        Ok(left.map_or(Standing::None, |left| {
            left.standing(since_epoch().as_secs_f64(), is_alive)
        }))
    }

    fn standing(self, now: f64, is_alive: impl Fn(u32) -> bool) -> Standing {
        let age = now - self.beat;
        match is_alive(self.pid) {
            false => Standing::Dead,
            true if age > STALE => Standing::Stale(age),
            true => Standing::Fresh(self),
        }
    }
}

/// Whether a process of this number exists, of any user.
pub fn is_alive(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

#[cfg(test)]
mod tests {
    use super::{Left, Standing};
    use shadow_tui::Need;

    #[test]
    fn what_is_left_is_read_as_it_was_written() {
        let left = Left {
            beat: 1000.0,
            pid: 7,
            counts: vec![(Need::Blocked, 2), (Need::Idle, 1)],
        };
        assert_eq!(left.text(), "1 1000 7 blocked=2,idle=1");
        assert_eq!(Left::parse(&left.text()), Some(left.clone()));
        let none = Left {
            counts: Vec::new(),
            ..left
        };
        assert_eq!(Left::parse(&none.text()), Some(none));
        for text in ["", "2 1 1 -", "1 x 7 ", "1 1000", "#(reboot)"] {
            assert_eq!(Left::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_watcher_that_is_gone_or_silent_is_not_believed() {
        let left = Left::parse("1 1000 7 idle=1").expect("it is whole");
        let at = |now, alive: bool| left.clone().standing(now, move |_| alive);
        assert_eq!(at(1010.0, true), Standing::Fresh(left.clone()));
        assert_eq!(at(1010.0, false), Standing::Dead);
        assert_eq!(at(1100.0, true), Standing::Stale(100.0));
    }
}
