//! Recent events, with a bound. Each reader keeps a place, and gets the number of missed events.

use std::collections::VecDeque;

use axum::body::Bytes;

/// The most events that are kept.
const EVENTS: usize = 8192;

/// The most bytes that are kept.
const BYTES: usize = 16 << 20;

/// Events of late, each as a frame of a stream.
#[derive(Debug)]
pub struct Ring {
    instance: String,
    frames: VecDeque<Frame>,
    /// Number of the first that is kept.
    first: u64,
    bytes: usize,
}

/// An event as a frame of a stream, and what a reader may choose it by.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The event's name.
    pub event: String,
    /// The key of its pane.
    pub key: Option<String>,
    /// The frame.
    pub bytes: Bytes,
}

/// What a reader missed: the frames that it asks for are there no more, or never were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// How many; none where the place is of another run of the server.
    pub lost: Option<u64>,
}

/// The frames from a place on.
#[derive(Debug)]
pub struct Since {
    /// What was missed before them.
    pub missed: Option<Missed>,
    /// The frames.
    pub frames: Vec<Frame>,
    /// The place behind them.
    pub next: u64,
}

impl Ring {
    /// An empty room of a run of the server, named for it: places of another run are not taken for this one's.
    pub fn new(instance: String) -> Self {
        Self {
            instance,
            frames: VecDeque::new(),
            first: 1,
            bytes: 0,
        }
    }

    /// The number that the next event gets.
    pub fn next(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    /// The number of the first event that is kept.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The id under which an event is known to readers.
    pub fn id(&self, number: u64) -> String {
        format!("{}-{number}", self.instance)
    }

    /// Adds an event; the oldest make room.
    pub fn push(&mut self, name: &str, key: Option<String>, json: &str) {
        let id = self.id(self.next());
        let bytes = Bytes::from(format!("id: {id}\nevent: {name}\ndata: {json}\n\n"));
        self.bytes += bytes.len();
        let event = name.to_owned();
        self.frames.push_back(Frame { event, key, bytes });
        while self.frames.len() > EVENTS || self.bytes > BYTES && self.frames.len() > 1 {
            self.bytes -= self.frames.pop_front().map_or(0, |frame| frame.bytes.len());
            self.first += 1;
        }
    }

    /// The place behind the event with this id. An id of another run, or one that was never given, has none.
    pub fn place_behind(&self, id: &str) -> Result<u64, Missed> {
        let number = id.strip_prefix(&self.instance);
        let number = number.and_then(|rest| rest.strip_prefix('-'));
        let number = number.and_then(|digits| digits.parse::<u64>().ok());
        match number {
            Some(number) if number < self.next() => Ok(number + 1),
            _ => Err(Missed { lost: None }),
        }
    }

    /// At most `limit` frames from a place on.
    pub fn since(&self, place: u64, limit: usize) -> Since {
        let lost = self.first.saturating_sub(place);
        let begin = usize::try_from(place.max(self.first) - self.first).unwrap_or(usize::MAX);
        let frames = self.frames.iter().skip(begin).take(limit).cloned();
        let frames: Vec<Frame> = frames.collect();
        Since {
            missed: (lost > 0).then_some(Missed { lost: Some(lost) }),
            next: place.max(self.first) + frames.len() as u64,
            frames,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EVENTS, Missed, Ring};

    fn filled(events: usize) -> Ring {
        let mut ring = Ring::new("run".to_owned());
        (0..events).for_each(|event| ring.push("e", None, &event.to_string()));
        ring
    }

    #[test]
    fn a_place_yields_what_came_since_and_once() {
        let mut ring = filled(3);
        let place = ring.place_behind("run-1").expect("a place");
        let since = ring.since(place, 10);
        assert_eq!((since.frames.len(), since.missed, since.next), (2, None, 4));
        assert_eq!(since.frames[0].bytes, "id: run-2\nevent: e\ndata: 1\n\n");
        assert!(ring.since(since.next, 10).frames.is_empty());
        ring.push("e", None, "3");
        assert_eq!(ring.since(since.next, 10).frames.len(), 1);
        assert_eq!(ring.since(1, 2).next, 3);
    }

    #[test]
    fn one_too_far_behind_is_told_how_far() {
        let ring = filled(EVENTS + 5);
        let since = ring.since(3, 1);
        assert_eq!(since.missed, Some(Missed { lost: Some(3) }));
        assert_eq!(since.frames[0].bytes, "id: run-6\nevent: e\ndata: 5\n\n");
        assert_eq!(ring.frames.len(), EVENTS);
    }

    #[test]
    fn bytes_are_bounded_and_the_newest_is_kept() {
        let mut ring = filled(2);
        let large = "x".repeat(super::BYTES);
        ring.push("e", None, &large);
        assert_eq!((ring.frames.len(), ring.first), (1, 3));
        ring.push("e", None, "small");
        assert_eq!((ring.frames.len(), ring.first), (1, 4));
    }

    #[test]
    fn places_of_another_run_and_of_the_future_are_none() {
        let ring = filled(3);
        for id in ["other-1", "run-4", "run-", "run", "", "run-x", "run--1"] {
            assert_eq!(ring.place_behind(id), Err(Missed { lost: None }), "{id}");
        }
    }
}
