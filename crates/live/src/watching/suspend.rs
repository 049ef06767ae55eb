//! Ctrl-Z: a watch that is stopped must let go of its clients first.
//!
//! tmux holds a program back while all clients of its session are control clients that do not read
//! (3.3a). A watch that is told to stop (SIGTSTP) detaches them, stops, and follows anew when it
//! goes on. One that is stopped without being told (SIGSTOP) cannot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use shadow_tmux::Bell;
use signal_hook::consts::SIGTSTP;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Whether the process has been told to stop.
#[derive(Debug, Clone, Default)]
pub struct Suspension(Arc<AtomicBool>);

impl Suspension {
    /// Listens for the signal; rings the bell when it comes. Where it cannot be listened for, the
    /// process stops at once, as ever.
    pub fn listen(bell: &Bell) -> Self {
        let told = Self::default();
        if let Ok(mut signals) = Signals::new([SIGTSTP]) {
            let (told, bell) = (told.clone(), bell.clone());
            thread::spawn(move || {
                for _ in signals.forever() {
                    told.0.store(true, Ordering::SeqCst);
                    bell.ring();
                }
            });
        }
        told
    }

    /// Whether it is time to stop, once.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::SeqCst)
    }

    /// Stops the process; returns when it goes on.
    pub fn stop() {
        // Fails for signals that cannot be emulated; this one can.
        let _ = emulate_default_handler(SIGTSTP);
    }
}
