//! Every recording read and played once, for all that is judged of it; nothing is judged here.

use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};

use super::film::Film;
use super::recorded::{Recorded, recorded};
use super::schedules::Differences;
use super::truth::Findings;

/// What playing the recordings has shown.
#[derive(Default)]
pub struct Played {
    pub differences: Differences,
    pub findings: Findings,
}

/// What playing the recordings has shown, to whoever asks first or later.
pub fn played() -> &'static Played {
    static PLAYED: LazyLock<Played> = LazyLock::new(play_all);
    &PLAYED
}

/// Plays them on all processors; found files are handed on one by one, as a recording is large.
fn play_all() -> Played {
    let (found, taken) = sync_channel(1);
    let taken = Mutex::new(taken);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Played::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(|| play(&taken))).collect();
        recorded().for_each(|recorded| found.send(recorded).expect("a worker lives"));
        drop(found);
        for worker in workers {
            let played = worker.join().expect("a worker ends");
            all.differences.add(played.differences);
            all.findings.add(played.findings);
        }
    });
    all
}

fn play(taken: &Mutex<Receiver<Recorded>>) -> Played {
    let stack = shadow_tui::stack();
    let mut played = Played::default();
    let next = || taken.lock().expect("no worker panics in here").recv().ok();
    while let Some(recorded) = next() {
        let film = Film::of(&recorded, &stack);
        played.differences.play(&recorded.name, &film);
        played.findings.play(&recorded, &film);
    }
    played
}
