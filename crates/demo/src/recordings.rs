//! The recordings that are part of the binary. Each was made by a lab run of the real CLI against
//! a scripted model; `recordings/README.md` says more.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use shadow_tui::recording::Cast;

/// A bundled recording.
#[derive(Debug, Clone, Copy)]
pub struct Recording {
    /// The CLI's name for people.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    bytes: &'static [u8],
}

/// All of them, in the order in which they are played.
pub const RECORDINGS: [Recording; 2] = [
    Recording {
        name: "Claude Code",
        version: "2.1.330",
        bytes: include_bytes!("../recordings/claude-2.1.330.cast.gz"),
    },
    Recording {
        name: "Codex CLI",
        version: "0.169.0",
        bytes: include_bytes!("../recordings/codex-0.169.0.cast.gz"),
    },
];

impl Recording {
    /// What was recorded.
    pub fn cast(&self) -> io::Result<Cast> {
        let mut text = String::new();
        let unpacked = MultiGzDecoder::new(self.bytes).read_to_string(&mut text);
        unpacked.map_err(|error| self.broken(&error.to_string()))?;
        Cast::parse(&text).map_err(|error| self.broken(&error.to_string()))
    }

    fn broken(&self, why: &str) -> io::Error {
        let name = self.name;
        let words =
            format!("the bundled recording of {name} is broken ({why}); build shadow again");
        io::Error::new(io::ErrorKind::InvalidData, words)
    }
}

#[cfg(test)]
mod tests {
    use super::RECORDINGS;

    #[test]
    fn every_recording_is_whole() {
        for recording in RECORDINGS {
            let cast = recording.cast().expect(recording.name);
            assert!(cast.events().len() > 20, "{}", recording.name);
        }
    }
}
