//! The output of a pane between two looks, kept so that what stood there for less than that can be seen afterwards.
//! Bounded; what does not fit is given up whole. Drawing it is others' business.
//!
//! A view is had at no known byte of the output: some of what it shows is heard of only afterwards.

use std::time::Instant;

/// Bytes that are kept of one pane.
const BYTES: usize = 64 << 10;

/// Pieces that are kept of one pane.
const PIECES: usize = 1024;

/// What a pane has written between two looks at it.
#[derive(Debug, Default)]
pub struct Written {
    bytes: Vec<u8>,
    /// When each piece came, and where it ends.
    pieces: Vec<(Instant, usize)>,
    /// Something was written that is not here.
    torn: bool,
    /// When the first look had been taken.
    looked: Option<Instant>,
    /// Pieces that were heard when the second look was asked for.
    sure: usize,
}

impl Written {
    /// The pieces in order, each with the time at which it came; none where some are missing.
    pub fn pieces(&self) -> impl Iterator<Item = (Instant, &[u8])> {
        let starts = std::iter::once(0).chain(self.pieces.iter().map(|(_, end)| *end));
        let pieces = starts.zip(&self.pieces);
        pieces.map(|(start, &(at, end))| (at, &self.bytes[start..end]))
    }

    /// Whether something was written that is not here.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// When the first look had been taken: it may show what came until then, or a little later.
    #[must_use]
    pub fn looked(&self) -> Option<Instant> {
        self.looked
    }

    /// Pieces that the second look surely shows. It may show some of the rest.
    #[must_use]
    pub fn sure(&self) -> usize {
        self.sure
    }

    /// Keeps a piece, as long as there is room.
    pub fn keep(&mut self, data: &[u8], now: Instant) {
        if self.torn {
            return;
        }
        if !self.has_room(data) {
            return self.tear();
        }
        self.bytes.extend_from_slice(data);
        self.pieces.push((now, self.bytes.len()));
    }

    /// The second look has been asked for.
    pub fn close(&mut self) {
        self.sure = self.pieces.len();
    }

    /// Adds what has been heard since the second look was asked for, as far as there is room, and begins what follows it.
    /// Done again, it adds what has been heard meanwhile.
    pub fn join(&mut self, next: &mut Self, now: Instant) {
        self.pieces.truncate(self.sure);
        self.bytes
            .truncate(self.pieces.last().map_or(0, |(_, end)| *end));
        for (at, piece) in next.pieces() {
            if self.torn || !self.has_room(piece) {
                break;
            }
            self.keep(piece, at);
        }
        next.looked = Some(now);
    }

    fn has_room(&self, data: &[u8]) -> bool {
        self.bytes.len() + data.len() <= BYTES && self.pieces.len() < PIECES
    }

    /// Something has been written that was not heard: nothing of it is worth keeping.
    pub(super) fn tear(&mut self) {
        *self = Self {
            torn: true,
            ..Self::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_in_order() {
        let (mut written, now) = (Written::default(), Instant::now());
        for piece in ["one", "", "two"] {
            written.keep(piece.as_bytes(), now);
        }
        let pieces: Vec<_> = written.pieces().collect();
        assert_eq!(pieces, [(now, &b"one"[..]), (now, b""), (now, b"two")]);
    }

    #[test]
    fn what_does_not_fit_is_given_up_whole() {
        let (mut written, now) = (Written::default(), Instant::now());
        written.keep(&[b'x'; BYTES], now);
        assert_eq!(written.pieces().count(), 1);
        written.keep(b"y", now);
        written.keep(b"z", now);
        assert_eq!(written.pieces().count(), 0);
        let mut crumbs = Written::default();
        (0..=PIECES).for_each(|_| crumbs.keep(b"x", now));
        assert_eq!(crumbs.pieces().count(), 0);
    }
    #[test]
    fn what_came_after_the_question_is_told_apart_and_begins_what_follows() {
        let (mut written, mut next, now) = (Written::default(), Written::default(), Instant::now());
        written.keep(b"one", now);
        written.close();
        next.keep(b"two", now);
        written.join(&mut next, now);
        assert_eq!((written.pieces().count(), written.sure()), (2, 1));
        next.keep(b"three", now);
        written.join(&mut next, now);
        let pieces: Vec<_> = written.pieces().map(|(_, piece)| piece).collect();
        assert_eq!(pieces, [&b"one"[..], b"two", b"three"]);
        assert_eq!((next.pieces().count(), next.looked()), (2, Some(now)));
        let mut full = Written::default();
        full.keep(&[b'x'; BYTES], now);
        full.close();
        full.join(&mut next, now);
        assert_eq!((full.pieces().count(), full.sure()), (1, 1));
    }
}
