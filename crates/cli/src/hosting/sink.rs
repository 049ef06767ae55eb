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
    /// Whether it takes events of this kind; others take none of its room.
    fn wants(_event: &Event) -> bool
    where
        Self: Sized,
    {
        true
    }

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
    wants: fn(&Event) -> bool,
    sender: Option<SyncSender<Arc<Event>>>,
    finished: Receiver<Option<String>>,
    sent: u64,
    dropped: u64,
}

impl Sink {
    /// A queue to a drain; `name` is what people call it.
    pub fn new<D: Drain + 'static>(name: String, mut drain: D) -> Self {
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
            wants: D::wants,
            sender: Some(sender),
            finished,
            sent: 0,
            dropped: 0,
        }
    }

    /// Puts an event in, if it is wanted and there is room.
    pub fn put(&mut self, event: &Arc<Event>) {
        if !(self.wants)(event) {
            return;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use shadow_tui::event::{EventBody, Happening, Stamp};
    use shadow_tui::reducer::Readiness;

    /// A disk that hangs until it is let go.
    struct Hanging(Receiver<()>, Arc<std::sync::Mutex<Vec<f64>>>);

    impl Drain for Hanging {
        fn wants(event: &Event) -> bool {
            matches!(event.body, EventBody::PaneGone)
        }

        fn take(&mut self, event: &Arc<Event>) {
            let _ = self.0.recv();
            self.1.lock().expect("no panic").push(event.at);
        }

        fn finish(&mut self) -> Option<String> {
            None
        }
    }

    #[test]
    fn what_is_not_wanted_takes_no_room_from_what_is() {
        let (go, gate) = channel();
        let kept = Arc::default();
        let mut sink = Sink::new("a disk".to_owned(), Hanging(gate, Arc::clone(&kept)));
        let mut stamp = Stamp::pane("%1".to_owned(), 0.0);
        let mut put = |at: f64, body: EventBody| {
            let turn = None;
            let event = stamp.event(Happening { at, turn, body });
            sink.put(&Arc::new(event));
        };
        for at in (0..100).map(f64::from) {
            (0..100).for_each(|_| {
                put(
                    at,
                    EventBody::ReadinessChanged {
                        from: Readiness::Ready,
                        to: Readiness::Waiting,
                        inferred_by_silence: false,
                    },
                );
            });
            put(at, EventBody::PaneGone);
        }
        drop(go);
        let complaints = sink.finish(Instant::now() + Duration::from_secs(20));
        assert!(complaints.is_empty(), "{complaints:?}");
        let kept = kept.lock().expect("no panic");
        assert_eq!(*kept, (0..100).map(f64::from).collect::<Vec<_>>());
    }
}
