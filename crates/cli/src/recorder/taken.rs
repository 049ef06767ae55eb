//! A capture that was taken, for the folder's `session.toml`.

use shadow_tui::Channels;
use shadow_tui::contract::Payload;

/// One capture.
#[cfg_attr(
    not(feature = "lab"),
    expect(dead_code, reason = "read for session.toml")
)]
pub struct Taken {
    /// Its name: the marker in the recording.
    pub name: String,
    /// When, in seconds of the recording.
    pub at: f64,
    /// Its bytes.
    pub text: String,
    /// What was known beside it.
    pub channels: Channels,
    /// What was made of it.
    pub payload: Payload,
}
