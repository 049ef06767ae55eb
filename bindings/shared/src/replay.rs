//! Recordings, replayed on a virtual clock.

use shadow_legible::json_line;
use shadow_tui::event::Stamp;
use shadow_tui::recording::{Cast, Replay, ReplayOptions};

use crate::fault::{Fault, guarded};
use crate::reading::{choice, stack};

/// The most bytes of a recording.
const MOST_BYTES: usize = 64 << 20;

/// How a recording is replayed.
#[derive(Debug, Clone, Default)]
pub struct ReplayTerms {
    /// `claude`, `codex` or `auto`.
    pub provider: Option<String>,
    /// The CLI's version.
    pub cli_version: Option<String>,
    /// Seconds between two looks; 0.1 where it is absent.
    pub interval: Option<f64>,
    /// The name of the recording, for its events.
    pub name: Option<String>,
}

/// The events of an asciicast, version 2 or 3, each as a line of JSON, as `shadow replay` prints them.
///
/// # Errors
/// When it is no asciicast or too large, the provider is unknown, or the interval is no time.
pub fn replay(cast: &[u8], terms: &ReplayTerms) -> Result<Vec<String>, Fault> {
    guarded(|| {
        if cast.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(Fault::input(format!("recording: more than {most} MiB")));
        }
        choice(terms.provider.as_deref())?;
        let interval = terms.interval.unwrap_or(0.1);
        if !(interval > 0.0 && interval.is_finite()) {
            return Err(Fault::usage("interval is a number of seconds above 0"));
        }
        let text = String::from_utf8_lossy(cast);
        let cast = Cast::parse(&text)
            .map_err(|error| Fault::input(format!("recording: {error}; give an asciicast")))?;
        let provider = terms.provider.clone().filter(|name| name != "auto");
        let options = ReplayOptions {
            provider,
            cli_version: terms.cli_version.clone(),
            interval,
            ..ReplayOptions::default()
        };
        let mut stamp = Stamp::recording(terms.name.as_deref().unwrap_or("recording"));
        let happenings = Replay::of_cast(&cast, stack(), options).finish();
        let events = happenings.into_iter().map(|it| json_line(&stamp.event(it)));
        Ok(events.collect())
    })
}
