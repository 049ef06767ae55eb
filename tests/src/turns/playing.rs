//! Reading recordings on every core, one by one, as each is large.

use std::sync::Mutex;
use std::sync::mpsc::sync_channel;

use super::film::Film;
use super::recorded::Recorded;

/// Reads each recording and gives it to `work` with what came before it on the same core; what came on each core.
///
/// # Panics
/// When `work` does.
pub fn play<T: Default + Send>(
    recordings: impl Iterator<Item = Recorded>,
    work: impl Fn(&mut T, &Recorded, &Film) + Sync,
) -> Vec<T> {
    let (found, taken) = sync_channel(1);
    let taken = Mutex::new(taken);
    let worker = || {
        let (stack, mut done) = (shadow_tui::stack(), T::default());
        let next = || taken.lock().expect("no worker panics in here").recv().ok();
        while let Some(recorded) = next() {
            let film = Film::of(&recorded, &stack);
            work(&mut done, &recorded, &film);
        }
        done
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        recordings.for_each(|recorded| found.send(recorded).expect("a worker lives"));
        drop(found);
        let done = workers.into_iter().map(|worker| worker.join());
        done.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
