//! Asciicast v2 recordings: what a terminal received, with time.

use std::io::{BufRead, BufReader, Read};

use flate2::read::MultiGzDecoder;

/// One event of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Seconds from the start.
    pub at: f64,
    /// What happened.
    pub what: What,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The program printed this.
    Output(String),
    /// The terminal got this size, columns and rows.
    Resize(u16, u16),
    /// Input, a marker, or something newer.
    Other,
}

/// A recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Cast {
    /// Columns and rows at the start.
    pub size: (u16, u16),
    /// Events in order.
    pub events: Vec<Event>,
}

impl Cast {
    /// Reads a recording, gzipped.
    pub fn read_gz(bytes: &[u8]) -> Result<Self, String> {
        Self::read(BufReader::new(MultiGzDecoder::new(bytes)))
    }

    fn read(reader: BufReader<impl Read>) -> Result<Self, String> {
        let mut lines = reader.lines().map(|line| line.map_err(|e| e.to_string()));
        let header = lines.next().ok_or("the recording is empty")??;
        let size = size(&header)?;
        let mut events = Vec::new();
        for line in lines {
            let line = line?;
            if !line.trim().is_empty() {
                events.push(event(&line)?);
            }
        }
        Ok(Self { size, events })
    }
}

fn size(header: &str) -> Result<(u16, u16), String> {
    let header: serde_json::Value = serde_json::from_str(header).map_err(|e| e.to_string())?;
    let side = |name: &str| header[name].as_u64().and_then(|n| u16::try_from(n).ok());
    match (header["version"].as_u64(), side("width"), side("height")) {
        (Some(2), Some(cols), Some(rows)) => Ok((cols, rows)),
        _ => Err("not an asciicast of version 2".to_owned()),
    }
}

fn event(line: &str) -> Result<Event, String> {
    let (at, kind, data): (f64, String, String) =
        serde_json::from_str(line).map_err(|e| e.to_string())?;
    let resize = || {
        let (cols, rows) = data.split_once('x')?;
        Some(What::Resize(cols.parse().ok()?, rows.parse().ok()?))
    };
    let what = match kind.as_str() {
        "r" => resize().unwrap_or(What::Other),
        "o" => What::Output(data),
        _ => What::Other,
    };
    Ok(Event { at, what })
}

#[cfg(test)]
mod tests {
    use super::{Cast, What};
    use std::io::BufReader;

    fn read(text: &str) -> Result<Cast, String> {
        Cast::read(BufReader::new(text.as_bytes()))
    }

    #[test]
    fn events_are_read() {
        let text = "{\"version\":2,\"width\":80,\"height\":24}\n[0.5,\"o\",\"hi\\u001b\"]\n[1.0,\"r\",\"100x30\"]\n[2,\"m\",\"x\"]\n";
        let cast = read(text).expect("a recording");
        assert_eq!(cast.size, (80, 24));
        let what: Vec<&What> = cast.events.iter().map(|event| &event.what).collect();
        let output = What::Output("hi\u{1b}".to_owned());
        assert_eq!(what, [&output, &What::Resize(100, 30), &What::Other]);
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        for text in [
            "",
            "{}",
            "{\"version\":3,\"width\":1,\"height\":1}",
            "{\"version\":2,\"width\":80,\"height\":24}\n[1,",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
