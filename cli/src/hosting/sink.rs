//! A bounded queue to somebody who may be slow: events are never waited for. What does not fit is
//! dropped, counted, and said at the end.

use std::sync::Arc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel,
};
use std::thread;
use std::time::{Duration, Instant};

use shadow_tui::event::Event;

/// Events that may wait.
const ROOM: usize = 1024;

/// How often a drain is asked to look after what it has begun.
const BEAT: Duration = Duration::from_millis(50);

/// Where events end up. It runs on a thread of its own and may wait.
pub trait Drain: Send {
    /// Takes an event.
    fn take(&mut self, event: &Arc<Event>);

    /// Time has passed.
    fn beat(&mut self) {}

    /// No more events come; says in one line what went wrong, if anything did.
    fn finish(&mut self) -> Option<String>;
}

/// The queue.
pub struct Sink {
    name: String,
    sender: Option<SyncSender<Arc<Event>>>,
    finished: Receiver<Option<String>>,
    sent: u64,
    dropped: u64,
}

impl Sink {
    /// A queue to a drain; `name` is what people call it.
    pub fn new(name: String, mut drain: impl Drain + 'static) -> Self {
        let (sender, events) = sync_channel::<Arc<Event>>(ROOM);
        let (done, finished) = channel();
        thread::spawn(move || {
            loop {
                match events.recv_timeout(BEAT) {
                    Ok(event) => drain.take(&event),
                    Err(RecvTimeoutError::Timeout) => drain.beat(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            // Nobody waits for it any more where the host has given up.
            let _ = done.send(drain.finish());
        });
        Self {
            name,
            sender: Some(sender),
            finished,
            sent: 0,
            dropped: 0,
        }
    }

    /// Puts an event in, if there is room.
    pub fn put(&mut self, event: &Arc<Event>) {
        self.sent += 1;
        let Some(sender) = &self.sender else { return };
        match sender.try_send(event.clone()) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => self.dropped += 1,
        }
    }

    /// Ends the queue, and waits until a moment for what is in it. Says what went wrong.
    pub fn finish(&mut self, until: Instant) -> Vec<String> {
        self.sender = None;
        let Self { name, sent, .. } = &*self;
        let mut complaints = Vec::new();
        if self.dropped > 0 {
            let dropped = self.dropped;
            complaints.push(format!(
                "{dropped} of {sent} events were dropped: {name} was too slow; read it faster"
            ));
        }
        let patience = until.saturating_duration_since(Instant::now());
        match self.finished.recv_timeout(patience) {
            Ok(complaint) => complaints.extend(complaint),
            Err(_) => complaints.push(format!(
                "the last events may be missing: {name} did not take them in time; read it faster"
            )),
        }
        complaints
    }
}
