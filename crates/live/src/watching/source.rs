//! Panes that another program watches, such as the relay of another machine.

use std::time::Duration;

use shadow_tmux::Bell;

use super::rules::Step;

/// A place whose panes are watched elsewhere. A [`Watcher`](super::Watcher) takes its events beside those of tmux servers.
///
/// A source rings the bell of the watch when something has come, from any thread. It waits for nothing in
/// [`Source::step`].
pub trait Source: Send {
    /// Gets the bell of the watch, once, before the first step.
    fn begin(&mut self, bell: Bell);

    /// Adds what has come since the last step.
    fn step(&mut self, step: &mut Step);

    /// The time until the next step is due if the bell does not ring.
    fn due(&self) -> Duration;

    /// Whether its panes were named, and all of them are gone.
    fn is_over(&self) -> bool;
}
