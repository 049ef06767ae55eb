//! Reading bytes under a stated cap: files, standard input, and lines of a stream.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use shadow_tui::screen::{Grid, MAX_INPUT_BYTES, check_input};

use crate::exit::Failure;

/// The largest line of a request stream, in bytes: 16 MiB.
pub const LINE_LIMIT: usize = 16 << 20;

/// The bytes of a file, or of standard input for `-`, refused above [`MAX_INPUT_BYTES`].
pub fn read_snapshot(path: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut capped = open(path)?.take(MAX_INPUT_BYTES as u64 + 1);
    capped
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, &error))?;
    check_size(&bytes, path)?;
    Ok(bytes)
}

/// The screen that raw terminal output leaves. Of any length: only the screen is kept.
pub fn read_raw(path: &str, cols: u16, rows: u16) -> Result<Grid, Failure> {
    let mut reader = open(path)?;
    let mut grid = Grid::new(cols, rows);
    let mut piece = [0; 1 << 16];
    loop {
        match reader.read(&mut piece) {
            Ok(0) => return Ok(grid),
            Ok(length) => grid.feed(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(path, &error)),
        }
    }
}

/// A file, a capture that a session keeps among its screens, or standard input for `-`.
fn open(path: &str) -> Result<Box<dyn Read>, Failure> {
    if path == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
            let kept = shadow_fixtures::read_capture(Path::new(path));
            let bytes = kept.map_err(|error| unreadable(path, &error))?;
            Ok(Box::new(io::Cursor::new(bytes)))
        }
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn unreadable(path: &str, error: &io::Error) -> Failure {
    let hint = "give a readable file with a pane's text, or - for standard input";
    Failure::input(format!("cannot read {path}: {error}; {hint}"))
}

/// Refuses a snapshot above [`MAX_INPUT_BYTES`].
pub fn check_size(bytes: &[u8], name: &str) -> Result<(), Failure> {
    check_input(bytes.len()).map_err(|error| Failure::input(format!("{name}: {error}")))
}

/// What came of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Whole,
    /// A line above the limit; the buffer holds its beginning, the rest is skipped.
    TooLong,
    /// The stream has ended.
    End,
}

/// Reads the next line into `buffer`, never holding more than `limit` bytes of it.
pub fn read_line(
    reader: &mut impl BufRead,
    limit: usize,
    buffer: &mut Vec<u8>,
) -> io::Result<Line> {
    buffer.clear();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        any |= !chunk.is_empty();
        let end = memchr::memchr(b'\n', chunk);
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = limit.saturating_sub(buffer.len());
        buffer.extend_from_slice(&part[..part.len().min(room)]);
        too_long |= part.len() > room;
        let ended = end.is_some() || chunk.is_empty();
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if ended {
            return Ok(match (any, too_long) {
                (false, _) => Line::End,
                (true, true) => Line::TooLong,
                (true, false) => Line::Whole,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, read_line};
    use std::io::BufReader;

    #[test]
    fn lines_are_capped_and_the_stream_goes_on() {
        for capacity in [1, 3, 64] {
            let mut reader = BufReader::with_capacity(capacity, &b"ab\n\n123456789\nlast"[..]);
            let mut buffer = Vec::new();
            let mut seen = Vec::new();
            loop {
                let line = read_line(&mut reader, 4, &mut buffer).expect("memory reads");
                if line == Line::End {
                    break;
                }
                seen.push((line, String::from_utf8_lossy(&buffer).into_owned()));
            }
            let whole = |text: &str| (Line::Whole, text.to_owned());
            let expected = [
                whole("ab"),
                whole(""),
                (Line::TooLong, "1234".to_owned()),
                whole("last"),
            ];
            assert_eq!(seen, expected, "capacity {capacity}");
        }
    }
}
