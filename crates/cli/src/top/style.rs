//! How a need looks.

use ratatui::style::{Color, Modifier, Style};
use shadow_tui::Need;

use super::state::State;

/// What stands out.
pub(super) fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// A state's color, from the sixteen of the terminal's own theme.
pub(super) fn style_of(state: State, colored: bool) -> Style {
    let need = state.need();
    let color = match need {
        Need::Blocked => Color::Yellow,
        Need::Failed | Need::Stalled => Color::Red,
        Need::Idle => Color::Green,
        Need::Working => Color::Cyan,
        Need::Unknown | Need::Gone | Need::Other => Color::DarkGray,
    };
    let urgent = state.is_done() || matches!(need, Need::Blocked | Need::Failed | Need::Stalled);
    let style = if urgent { bold() } else { Style::new() };
    if colored { style.fg(color) } else { style }
}
