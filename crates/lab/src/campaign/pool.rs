//! Runs jobs side by side, each in its own world, and reports every one as it ends.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use shadow_fixtures::SessionDir;

use crate::error::{Context, Result};
use crate::session::{self, Job};

/// How a job ended.
pub struct Outcome {
    /// What was run.
    pub job: Job,
    /// The session, moved to its place, or why there is none.
    pub result: Result<SessionDir>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Runs `jobs`, `width` at a time; sessions go to `out/<provider>/<version>/<session>/`. `each` sees every outcome.
pub fn run_all(jobs: Vec<Job>, width: usize, out: &Path, mut each: impl FnMut(Outcome)) {
    let queue = Mutex::new(jobs.into_iter());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..width.max(1) {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                while let Some(job) = next(queue) {
                    if sender.send(outcome(job, out)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().for_each(&mut each);
    });
}

fn next(queue: &Mutex<std::vec::IntoIter<Job>>) -> Option<Job> {
    let mut queue = queue
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    queue.next()
}

fn outcome(job: Job, out: &Path) -> Outcome {
    let start = Instant::now();
    let result = placed(&job, out);
    Outcome {
        job,
        result,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Runs the job in a work folder and moves its session to its place.
fn placed(job: &Job, out: &Path) -> Result<SessionDir> {
    let version = job.version.to_string();
    let shelf = out.join(job.provider.name()).join(version);
    let work = shelf.join(format!(".{}", job.folder()));
    session::run(job, &work)?;
    let place = shelf.join(job.folder());
    let _ = std::fs::remove_dir_all(&place);
    std::fs::rename(work.join("session"), &place).context(place.display())?;
    // The first two are only there if a step failed, some of the others if shadow followed the session.
    let extra = ["failed.txt", session::RETRACTED];
    for file in extra.iter().chain(&session::FILES) {
        let _ = std::fs::rename(work.join(file), place.join(file));
    }
    std::fs::remove_dir_all(&work).context(work.display())?;
    SessionDir::read(&place).map_err(crate::error::LabError::new)
}
