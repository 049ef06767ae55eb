//! Asking one question of every capture, on every core.

use std::borrow::Borrow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use shadow_fixtures::Capture;
use shadow_tui::{Reading, Stack};

/// What `ask` finds in any of the captures, in no order. Each worker has buffers of its own,
/// which `ask` may reuse.
///
/// # Panics
/// When `ask` does.
pub fn sweep<C: Borrow<Capture> + Sync, F: Send>(
    captures: &[C],
    ask: impl Fn(&Stack, &Capture, &mut Reading) -> Vec<F> + Sync,
) -> Vec<F> {
    let next = AtomicUsize::new(0);
    let work = || {
        let (stack, mut reading) = (shadow_tui::stack(), Reading::default());
        let mut found = Vec::new();
        while let Some(capture) = captures.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(ask(&stack, capture.borrow(), &mut reading));
        }
        found
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join());
        done.flat_map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
