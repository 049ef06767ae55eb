//! Work on many things, on every core.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What comes of each thing, in the order given; `progress` is called after each.
pub(crate) fn each<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
    progress: &(dyn Fn() + Sync),
) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        while let Some((index, thing)) = take(&next, things) {
            done.push((index, work(thing)));
            progress();
        }
        done
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .flat_map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The next thing that no worker has taken.
fn take<'t, T>(next: &AtomicUsize, things: &'t [T]) -> Option<(usize, &'t T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    things.get(index).map(|thing| (index, thing))
}
