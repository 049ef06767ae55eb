//! What stands over the list while something is to be chosen, written or confirmed.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};
use shadow_tui::contract::BlockOption;

use super::board::Board;
use super::mode::Mode;
use crate::safe::one_line;

/// Every key, for the help.
const HELP: [&str; 13] = [
    "↑ ↓ j k      select a pane (page keys, home, end)",
    "enter        show it in tmux",
    "a            answer its dialog",
    "i            interrupt its turn",
    "s            send it a prompt",
    "/            filter by words (state, session, agent, text)",
    "g            group by session",
    "p            preview on or off",
    "z            name the zones in the preview",
    "q, esc       quit",
    "",
    "states: ! blocked  x failed  ~ stalled  > idle",
    "        ? unknown  * working  - gone",
];

/// Draws it, if there is one.
pub fn draw(frame: &mut Frame<'_>, board: &Board) {
    let (title, lines) = match &board.mode {
        Mode::Browse | Mode::Filter => return,
        Mode::Help => (" keys ".to_owned(), HELP.map(Line::from).to_vec()),
        Mode::Choose {
            key,
            options,
            marked,
            ..
        } => (format!(" answer {} ", key.pane), choice(options, *marked)),
        Mode::Send { key, text } => (
            format!(" send to {} (enter sends, esc leaves) ", key.pane),
            vec![Line::from(format!("{}▏", one_line(text)))],
        ),
        Mode::Interrupt(key) => (
            format!(" interrupt {}? ", key.pane),
            vec![Line::from(
                "enter or y stops the turn; any other key leaves it",
            )],
        ),
    };
    let area = centred(frame.area(), &lines);
    frame.render_widget(Clear, area);
    let block = Block::new().borders(Borders::ALL).title(title);
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(text.block(block), area);
}

/// The options, the marked one reversed, and the keys that it would press.
fn choice(options: &[BlockOption], marked: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = options
        .iter()
        .enumerate()
        .map(|(index, option)| {
            let text = format!("{}. {}", index + 1, one_line(&option.label));
            let style = if index == marked {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
            Line::styled(text, style)
        })
        .collect();
    let keys = options.get(marked).map(|option| option.keys.join(" "));
    let keys = keys.filter(|keys| !keys.is_empty());
    lines.push(Line::from(""));
    lines.push(Line::from(match keys {
        Some(keys) => format!("enter presses: {}; esc leaves", one_line(&keys)),
        None => "no key is known that chooses it; esc leaves".to_owned(),
    }));
    lines
}

/// A box for these lines, wrapped, in the middle of the frame.
fn centred(area: Rect, lines: &[Line<'_>]) -> Rect {
    let width = area.width.saturating_sub(8).clamp(20, 90).min(area.width);
    let inner = usize::from(width).saturating_sub(2).max(1);
    let rows: usize = lines
        .iter()
        .map(|line| match line.width() {
            fits if fits <= inner => 1,
            // Breaking between words can cost a row more.
            wraps => wraps.div_ceil(inner) + 1,
        })
        .sum();
    let height = u16::try_from(rows + 2).unwrap_or(u16::MAX).min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}
