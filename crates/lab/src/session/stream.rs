//! The raw bytes of the pane, read from a pipe with the time of each piece.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use shadow_fixtures::CastEvent;

#[derive(Debug, Default)]
struct Pieces {
    pieces: Vec<(f64, Vec<u8>)>,
    sizes: Vec<(f64, [u16; 2])>,
    last: Option<Instant>,
}

/// The stream so far; a thread goes on reading.
#[derive(Debug, Clone)]
pub struct Stream {
    start: Instant,
    shared: Arc<Mutex<Pieces>>,
}

impl Stream {
    /// Reads the named pipe until its writers are gone.
    pub fn follow(pipe: &Path) -> Self {
        let stream = Self {
            start: Instant::now(),
            shared: Arc::default(),
        };
        let (path, copy) = (pipe.to_owned(), stream.clone());
        thread::spawn(move || copy.read(&path));
        stream
    }

    fn read(&self, path: &Path) {
        let Ok(mut pipe) = File::open(path) else {
            return;
        };
        let mut buffer = vec![0; 65536];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            let at = self.seconds();
            let mut shared = self.lock();
            shared.pieces.push((at, buffer[..count].to_vec()));
            shared.last = Some(Instant::now());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Pieces> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// How long nothing has come.
    pub fn quiet(&self) -> Duration {
        let last = self.lock().last;
        last.map_or(Duration::MAX, |last| last.elapsed())
    }

    /// Notes that the pane has another size from now on.
    pub fn resized(&self, size: [u16; 2]) {
        let at = self.seconds();
        self.lock().sizes.push((at, size));
    }

    /// Every byte up to now.
    pub fn bytes(&self) -> Vec<u8> {
        let shared = self.lock();
        shared.pieces.iter().flat_map(|(_, b)| b).copied().collect()
    }

    /// The events of a recording, outputs and new sizes; a character split between two pieces goes with the later one.
    pub fn events(&self) -> Vec<CastEvent> {
        let mut carry = Vec::new();
        let mut events = Vec::new();
        let shared = self.lock();
        for (at, bytes) in &shared.pieces {
            carry.extend_from_slice(bytes);
            let whole = carry.len() - cut(&carry);
            let rest = carry.split_off(whole);
            let data = String::from_utf8_lossy(&carry).into_owned();
            carry = rest;
            events.push(CastEvent {
                at: *at,
                kind: 'o',
                data,
            });
        }
        for (at, [cols, rows]) in &shared.sizes {
            let place = events.partition_point(|event| event.at < *at);
            let (at, data) = (*at, format!("{cols}x{rows}"));
            events.insert(
                place,
                CastEvent {
                    at,
                    kind: 'r',
                    data,
                },
            );
        }
        events
    }
}

/// How many bytes at the end begin a character that is not complete.
fn cut(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.len() - error.valid_up_to(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Stream, cut};

    #[test]
    fn a_new_size_stands_in_the_recording() {
        let stream = Stream::follow(Path::new("/nowhere/to/be/read"));
        stream.resized([80, 24]);
        let events = stream.events();
        let kinds: Vec<_> = events
            .iter()
            .map(|it| (it.kind, it.data.as_str()))
            .collect();
        assert_eq!(kinds, [('r', "80x24")]);
    }

    #[test]
    fn a_split_character_waits_for_its_rest() {
        assert_eq!(cut("aé".as_bytes()), 0);
        assert_eq!(cut(&"aé".as_bytes()[..2]), 1);
        assert_eq!(cut(b"a\xff"), 0);
    }
}
