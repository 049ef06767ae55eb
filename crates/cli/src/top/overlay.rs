//! What stands over the list while something is to be chosen, written or confirmed.

use std::ops::Range;

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
const HELP: [&str; 14] = [
    "↑ ↓ j k      select a pane (page keys, home, end)",
    "enter        show it in tmux",
    "a            answer its dialog",
    "i            interrupt its turn",
    "s            send it a prompt",
    "/            filter by words (state, session, agent, text)",
    "g            group by session",
    "p            preview on or off",
    "z            name the zones in the preview",
    "ctrl-u       take back what is written (filter, prompt)",
    "q, esc       quit (ctrl-c from anywhere)",
    "",
    "states: ! blocked  x failed  ~ stalled  > idle",
    "        ? unknown  * working  - gone  . other",
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
        } => {
            let lines = choice(options, *marked, room(frame.area()));
            (format!(" answer {} ", key.pane), lines)
        }
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

/// The options, the marked one reversed, and the keys that it would press. Where not all of them fit, those around the
/// marked one are shown: the keys are never out of sight.
fn choice(
    options: &[BlockOption],
    marked: usize,
    [width, height]: [usize; 2],
) -> Vec<Line<'static>> {
    let lines: Vec<Line<'static>> = options
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
    let told = Line::from(match keys {
        Some(keys) => format!("enter presses: {}; esc leaves", one_line(&keys)),
        None => "no key is known that chooses it; esc leaves".to_owned(),
    });
    let rows: Vec<usize> = lines.iter().map(|line| rows(line, width)).collect();
    let seen = around(
        &rows,
        marked,
        height.saturating_sub(1 + self::rows(&told, width)),
    );
    let mut lines = lines[seen].to_vec();
    lines.extend([Line::from(""), told]);
    lines
}

/// As many things around the marked one as fit into some rows, each with its own: what stands below it first.
fn around(rows: &[usize], marked: usize, room: usize) -> Range<usize> {
    let mut seen = marked..(marked + 1).min(rows.len());
    let mut left = room.saturating_sub(rows[seen.clone()].iter().sum());
    loop {
        let below = rows.get(seen.end).filter(|rows| **rows <= left);
        let above = seen.start.checked_sub(1).map(|above| &rows[above]);
        let above = above.filter(|rows| **rows <= left);
        match (below, above) {
            (Some(rows), _) => {
                left -= rows;
                seen.end += 1;
            }
            (None, Some(rows)) => {
                left -= rows;
                seen.start -= 1;
            }
            (None, None) => return seen,
        }
    }
}

/// Columns and rows within a box.
fn room(area: Rect) -> [usize; 2] {
    let width = usize::from(box_width(area)).saturating_sub(2).max(1);
    [width, usize::from(area.height).saturating_sub(2)]
}

fn box_width(area: Rect) -> u16 {
    area.width.saturating_sub(8).clamp(20, 90).min(area.width)
}

/// Rows that a line takes, wrapped.
pub(super) fn rows(line: &Line<'_>, width: usize) -> usize {
    match line.width() {
        fits if fits <= width => 1,
        // Breaking between words can cost a row more.
        wraps => wraps.div_ceil(width) + 1,
    }
}

/// A box for these lines, wrapped, in the middle of the frame.
fn centred(area: Rect, lines: &[Line<'_>]) -> Rect {
    let [inner, _] = room(area);
    let width = box_width(area);
    let rows: usize = lines.iter().map(|line| rows(line, inner)).sum();
    let height = u16::try_from(rows + 2).unwrap_or(u16::MAX).min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}
