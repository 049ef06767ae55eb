//! The end of a watch from outside: it finishes what it does and detaches its clients before its process ends.
//!
//! A process that ends while one of its clients connects and others leave can end tmux 3.3a with every session (see the
//! door of `shadow-tmux`). So a key that quits and a signal that ends (SIGINT, SIGTERM, SIGHUP) wait for the watch, for a
//! moment. SIGKILL cannot.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use shadow_tmux::Bell;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// How long a watch that hangs is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// How far it is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Stage {
    #[default]
    Stays,
    Asked,
    Left,
}

/// The orderly end of a watch: it detaches its clients before the process ends.
#[derive(Debug, Clone)]
pub struct Departure {
    stage: Arc<(Mutex<Stage>, Condvar)>,
    released: Arc<AtomicBool>,
    bell: Bell,
}

impl Departure {
    /// That of a watch that sleeps until this bell rings.
    pub(crate) fn new(bell: &Bell) -> Self {
        Self {
            stage: Arc::default(),
            released: Arc::default(),
            bell: bell.clone(),
        }
    }

    /// Lets signals end the process only after the watch has detached. A second signal ends the process at once.
    ///
    /// A signal that the process already ignores (`nohup`, a background job of a script) stays ignored. If this cannot be known,
    /// the signal ends the process at once, as usual.
    pub fn on_signals(&self) {
        self.on_signals_then(|| {});
    }

    /// Like [`Departure::on_signals`], and calls `last` just before the process ends.
    pub fn on_signals_then(&self, last: fn()) {
        let Ok(mut signals) = Signals::new(heeded()) else {
            return;
        };
        let departure = self.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                // Whoever asks twice does not want to wait.
                if departure.is_asked() {
                    last();
                    end_by(signal);
                }
                let departure = departure.clone();
                thread::spawn(move || {
                    departure.wait();
                    last();
                    end_by(signal);
                });
            }
        });
    }

    /// Asks the watch to detach, without waiting for it.
    pub fn ask(&self) {
        let mut now = self.stage.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *now == Stage::Stays {
            *now = Stage::Asked;
            self.bell.ring();
        }
    }

    /// Asks the watch to detach and waits for it, at most three seconds.
    pub fn wait(&self) {
        self.ask();
        let (stage, left) = &*self.stage;
        let now = stage.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = left.wait_timeout_while(now, PATIENCE, |now| *now != Stage::Left);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Lets a wait return as if its time had run out: its result is not wanted any more.
    pub fn release(&self) {
        self.released.store(true, Ordering::Relaxed);
        self.bell.ring();
    }

    /// Whether the result of a wait is not wanted any more.
    #[must_use]
    pub fn is_released(&self) -> bool {
        self.released.load(Ordering::Relaxed)
    }

    /// Whether the watch is asked to leave, or has left.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self.stage.0.lock().unwrap_or_else(PoisonError::into_inner) != Stage::Stays
    }

    /// Whether the watch has left.
    #[must_use]
    pub fn has_left(&self) -> bool {
        *self.stage.0.lock().unwrap_or_else(PoisonError::into_inner) == Stage::Left
    }

    /// Reports that the watch has left.
    pub fn done(&self) {
        let (stage, left) = &*self.stage;
        *stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage::Left;
        left.notify_all();
    }
}

/// Ends the process as the signal would have.
fn end_by(signal: i32) {
    // Fails for signals that cannot be emulated; these can.
    let _ = emulate_default_handler(signal);
}

/// The signals that end this process and are not ignored.
fn heeded() -> Vec<i32> {
    // Linux tells; elsewhere only the one that nobody lets a process ignore by custom is heeded.
    let ignored = fs::read_to_string("/proc/self/status").ok();
    let ignored = ignored.as_deref().map_or(Some(!bit(SIGTERM)), ignored_in);
    let ignored = ignored.unwrap_or(!0);
    [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|&signal| ignored & bit(signal) == 0)
        .collect()
}

/// The set of ignored signals in the status of a process.
fn ignored_in(status: &str) -> Option<u64> {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    u64::from_str_radix(set?.trim(), 16).ok()
}

fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_a_status() {
        let status =
            "Name:\tshadow\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000001\nSigCgt:\t0\n";
        assert_eq!(ignored_in(status), Some(bit(SIGHUP)));
        assert_eq!(ignored_in("Name:\tshadow\n"), None);
    }

    #[test]
    fn a_watch_that_hangs_is_not_waited_for_long_and_one_that_has_left_not_at_all() {
        let departure = Departure::new(&Bell::default());
        departure.wait();
        assert!(departure.is_asked());
        departure.done();
        departure.wait();
    }
}
