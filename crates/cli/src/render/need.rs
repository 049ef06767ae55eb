//! The color of a need in printed text.

use shadow_tui::Need;

/// The color as parameters of SGR, from the sixteen of the terminal's own theme. What needs a person is bold.
pub const fn tint(need: Need) -> &'static str {
    match need {
        Need::Blocked => "1;33",
        Need::Failed | Need::Stalled => "1;31",
        Need::Idle => "32",
        Need::Working => "36",
        Need::Unknown | Need::Gone | Need::Other => "2",
    }
}
