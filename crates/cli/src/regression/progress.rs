//! A progress bar on standard error, drawn on a terminal alone.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Columns of the bar.
const WIDTH: usize = 40;

/// A bar that counts up to a total; shared by the threads that count.
pub struct Progress {
    total: usize,
    done: AtomicUsize,
    drawn: bool,
}

impl Progress {
    /// A bar for so many steps.
    pub fn new(total: usize) -> Self {
        Self {
            total,
            done: AtomicUsize::new(0),
            drawn: io::stderr().is_terminal() && total > 0,
        }
    }

    /// One step is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let cells = |done: usize| done * WIDTH / self.total.max(1);
        if self.drawn && (cells(done) != cells(done - 1) || done == self.total) {
            // A bar that cannot be drawn is no reason to stop.
            let _ = write!(io::stderr(), "\r{}", self.bar(done));
        }
    }

    /// Takes the bar off.
    pub fn end(&self) {
        if self.drawn {
            let _ = write!(io::stderr(), "\r{}\r", " ".repeat(WIDTH + 24));
        }
    }

    fn bar(&self, done: usize) -> String {
        let full = done * WIDTH / self.total.max(1);
        let (full, open) = ("█".repeat(full), "░".repeat(WIDTH - full.min(WIDTH)));
        format!("{full}{open} {done}/{}", self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn the_bar_fills_and_never_overflows() {
        let progress = Progress::new(3);
        assert!(progress.bar(0).starts_with("░"));
        assert!(progress.bar(3).starts_with(&"█".repeat(40)));
        assert!(progress.bar(3).ends_with(" 3/3"));
        assert!(Progress::new(0).bar(0).ends_with(" 0/0"));
    }
}
