//! Asciicast, version 2 (times from the start) and 3 (times from the event before).

use serde_json::Value;

use super::RecordingError;

/// The kind of an event of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastKind {
    /// The program wrote.
    Output,
    /// Someone typed.
    Input,
    /// A marker was set.
    Marker,
    /// The terminal was resized: `COLSxROWS`.
    Resize,
    /// The program ended (version 3).
    Exit,
    /// An event that this version of the format does not define.
    Other,
}

/// One event of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct CastEvent {
    /// Seconds from the start; never before the event above.
    pub at: f64,
    /// Its kind.
    pub kind: CastKind,
    /// Its data: output, input, label of the marker, size, exit status.
    pub data: String,
}

/// A recording.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cast {
    size: (u16, u16),
    events: Vec<CastEvent>,
}

impl Cast {
    /// A recording of these events. Time never runs backwards: an event that is dated before the one above gets that time.
    #[must_use]
    pub fn new(size: (u16, u16), events: impl IntoIterator<Item = CastEvent>) -> Self {
        let mut cast = Self {
            size,
            events: Vec::new(),
        };
        for event in events {
            cast.push(event);
        }
        cast
    }

    /// Columns and rows at the start.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// The events in order of time.
    #[must_use]
    pub fn events(&self) -> &[CastEvent] {
        &self.events
    }

    /// The events in order of time, by value.
    #[must_use]
    pub fn into_events(self) -> Vec<CastEvent> {
        self.events
    }

    /// Reads a recording. An incomplete last line (the recorder was killed) is ignored.
    ///
    /// # Errors
    /// When the header is no asciicast's of version 2 or 3, or a line that is not the last is no
    /// event.
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        let mut lines = text.lines().enumerate();
        let header = lines.find(|(_, line)| !line.trim().is_empty());
        let (_, header) = header.ok_or(RecordingError::EMPTY)?;
        let (relative, size) = read_header(header)?;
        let mut cast = Self::new(size, []);
        let mut lines = lines
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
            .peekable();
        while let Some((index, line)) = lines.next() {
            match read_event(line) {
                Ok(mut event) => {
                    if relative {
                        event.at = cast.end() + event.at.max(0.0);
                    }
                    cast.push(event);
                }
                Err(_) if lines.peek().is_none() && !text.ends_with('\n') => {}
                Err(why) => return Err(RecordingError::bad_line(index + 1, why)),
            }
        }
        Ok(cast)
    }

    /// Adds an event behind the last one; one that is said to come before comes with it.
    pub fn push(&mut self, mut event: CastEvent) {
        event.at = event.at.max(self.end());
        self.events.push(event);
    }

    /// The time of the last event, in seconds.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.events.last().map_or(0.0, |event| event.at)
    }
}

/// Whether times count from the event before, and the size.
fn read_header(line: &str) -> Result<(bool, (u16, u16)), RecordingError> {
    let no = RecordingError::no_header;
    let header: Value = serde_json::from_str(line).map_err(|_| no("its first line is no JSON"))?;
    let relative = match header["version"].as_u64() {
        Some(2) => false,
        Some(3) => true,
        _ => return Err(no("its version is another")),
    };
    let (cols, rows) = if relative {
        (&header["term"]["cols"], &header["term"]["rows"])
    } else {
        (&header["width"], &header["height"])
    };
    let side = |value: &Value| value.as_u64().and_then(|side| u16::try_from(side).ok());
    let size = side(cols).zip(side(rows)).filter(|(c, r)| *c > 0 && *r > 0);
    Ok((relative, size.ok_or(no("its header has no size"))?))
}

/// The latest time that an event may have, in seconds: some three centuries.
const LATEST: f64 = 1e10;

fn read_event(line: &str) -> Result<CastEvent, &'static str> {
    let (at, kind, data): (f64, String, Value) =
        serde_json::from_str(line).map_err(|_| "not an event `[time, code, data]`")?;
    if !at.is_finite() || at > LATEST {
        return Err("its time is no number of seconds of a recording");
    }
    let kind = match kind.as_str() {
        "o" => CastKind::Output,
        "i" => CastKind::Input,
        "m" => CastKind::Marker,
        "r" => CastKind::Resize,
        "x" => CastKind::Exit,
        _ => CastKind::Other,
    };
    let data = match data {
        Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(CastEvent { at, kind, data })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD2: &str = "{\"version\":2,\"width\":80,\"height\":24}\n";
    const HEAD3: &str = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n";

    #[test]
    fn both_versions_are_read() {
        let two = Cast::parse(&format!("{HEAD2}[0.5,\"o\",\"a\"]\n[2,\"r\",\"90x30\"]\n")).unwrap();
        let three = Cast::parse(&format!(
            "{HEAD3}# a remark\n[0.5,\"o\",\"a\"]\n[1.5,\"r\",\"90x30\"]\n"
        ));
        assert_eq!(Ok(&two), three.as_ref());
        assert_eq!((two.size, two.end()), ((80, 24), 2.0));
        assert_eq!(two.events[1].kind, CastKind::Resize);
    }

    #[test]
    fn time_never_runs_backwards() {
        let cast = Cast::parse(&format!("{HEAD2}[5,\"o\",\"a\"]\n[1,\"o\",\"b\"]\n")).unwrap();
        assert_eq!(cast.events[1].at, 5.0);
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_any_other_is_named() {
        let torn = format!("{HEAD2}[0.5,\"o\",\"a\"]\n[0.7,\"o\",\"b");
        assert_eq!(Cast::parse(&torn).unwrap().events.len(), 1);
        let broken = format!("{HEAD2}[0.5,\"o\"\n[0.7,\"o\",\"b\"]\n");
        let error = Cast::parse(&broken).unwrap_err().to_string();
        assert!(error.starts_with("line 2 "), "{error}");
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        for text in [
            "",
            "\n\n",
            "hello",
            "{\"version\":1}",
            "{\"version\":2}",
            "[]",
        ] {
            assert!(Cast::parse(text).is_err(), "{text:?}");
        }
        let zero = "{\"version\":2,\"width\":0,\"height\":24}";
        assert!(Cast::parse(zero).is_err());
    }
}
