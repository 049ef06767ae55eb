//! Lines to standard output by a thread of their own: a slow reader must not keep a watch from
//! watching.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::exit::{Failure, complain};
use crate::output::Output;

/// Bytes of lines that wait for a slow reader; further lines are dropped, and counted.
const ROOM: usize = 64 << 20;

/// How long a reader that takes nothing is waited for at the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is shared with the writing thread.
#[derive(Default)]
struct Queue {
    bytes: AtomicUsize,
    failure: Mutex<Option<Failure>>,
}

/// Standard output, by a thread.
pub struct Printer {
    lines: Sender<String>,
    queue: Arc<Queue>,
    thread: JoinHandle<()>,
    dropped: u64,
}

impl Printer {
    /// Starts the thread.
    pub fn start() -> Self {
        let (lines, received) = channel::<String>();
        let queue = Arc::new(Queue::default());
        let shared = Arc::clone(&queue);
        let thread = thread::spawn(move || {
            let mut output = Output::new();
            for line in received {
                let written = output.text(&line);
                shared.bytes.fetch_sub(line.len(), Ordering::Relaxed);
                if let Err(failure) = written {
                    let mut first = shared
                        .failure
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert(failure);
                    return;
                }
            }
        });
        Self {
            lines,
            queue,
            thread,
            dropped: 0,
        }
    }

    /// Prints a line when its turn comes. Fails where an earlier one could not be printed.
    pub fn line(&mut self, line: String) -> Result<(), Failure> {
        self.check()?;
        let waiting = self.queue.bytes.load(Ordering::Relaxed);
        if waiting + line.len() > ROOM {
            self.drop_line();
            return Ok(());
        }
        self.queue.bytes.fetch_add(line.len(), Ordering::Relaxed);
        // A thread that has ended has left its failure, which the next line meets.
        let _ = self.lines.send(line);
        Ok(())
    }

    /// Fails where a line could not be printed: the reader has gone.
    pub fn check(&self) -> Result<(), Failure> {
        let mut failure = self
            .queue
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    fn drop_line(&mut self) {
        self.dropped += 1;
        if self.dropped == 1 {
            complain("standard output is read too slowly: events are dropped; `seq` shows the gap");
        }
    }

    /// Waits until everything is printed, or the reader is gone.
    pub fn finish(self) -> Result<(), Failure> {
        let Self {
            lines,
            queue,
            thread,
            dropped,
        } = self;
        drop(lines);
        let mut left = queue.bytes.load(Ordering::Relaxed);
        let mut moved = Instant::now();
        while !thread.is_finished() && moved.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(2));
            let now = queue.bytes.load(Ordering::Relaxed);
            if now != left {
                (left, moved) = (now, Instant::now());
            }
        }
        if dropped > 0 {
            complain(&format!("{dropped} events were dropped for a slow reader"));
        }
        let failure = queue
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        failure.map_or(Ok(()), Err)
    }
}
