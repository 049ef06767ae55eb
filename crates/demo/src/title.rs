//! The title by which a pane of the project's own is known where no process tells it, as behind a shell elsewhere: it shows
//! what agents show, and is none.

use std::io::{self, IsTerminal, Write};
use std::thread;

use shadow_tui::DASHBOARD_TITLE;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Keeps the terminal's title, and gives it back.
pub const KEEP_TITLE: &str = "\x1b[22;0t";
/// Gives the terminal its title back.
pub const TITLE_BACK: &str = "\x1b[23;0t";

/// A terminal that has the title for as long as this lives, and gets its own back at the end, by a signal too.
pub struct Titled(());

impl Titled {
    /// Sets it on standard output, which must be a terminal.
    pub fn begin() -> Self {
        // Caught before the title is set: a signal in between would leave it behind.
        let signals = Signals::new([SIGINT, SIGTERM, SIGHUP]);
        tell(&format!("{KEEP_TITLE}\x1b]0;{DASHBOARD_TITLE}\x07"));
        if let Ok(mut signals) = signals {
            thread::spawn(move || {
                for signal in signals.forever() {
                    // Standard output may be locked by whoever writes there.
                    if io::stderr().is_terminal() {
                        let _ = io::stderr().write_all(TITLE_BACK.as_bytes());
                    }
                    let _ = emulate_default_handler(signal);
                }
            });
        }
        Self(())
    }
}

impl Drop for Titled {
    fn drop(&mut self) {
        tell(TITLE_BACK);
    }
}

/// What cannot be written needs no title.
fn tell(sequence: &str) {
    let mut terminal = io::stdout();
    let _ = terminal.write_all(sequence.as_bytes());
    let _ = terminal.flush();
}
