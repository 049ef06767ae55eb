//! The selected pane as it is: its screen in its own styles, with zones in the margin on demand.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color as Shown, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};
use shadow_tui::contract::wire_name;
use shadow_tui::screen::{Color, Screen, Style as CellStyle};
use shadow_tui::{ProviderChoice, Stack};

use super::bindings::Command;
use super::board::Board;
use super::card::{Card, duration};
use crate::assess::assess;
use crate::render::verdict::axes;
use shadow_legible as safe;

/// Columns of the margin that names zones.
const MARGIN: usize = 11;

/// Draws the last rows that fit, or those above them that the person has scrolled to: the live part is at the bottom.
pub fn draw(frame: &mut Frame<'_>, area: Rect, board: &Board, stack: &Stack, colored: bool) {
    let Some(card) = board.selected() else {
        return;
    };
    let block = Block::new().borders(Borders::TOP);
    let inner = block.inner(area);
    let height = usize::from(inner.height);
    let screen = Screen::from_capture(&card.snapshot.text, &card.snapshot.channels);
    let last = screen.last_row().map_or(0, |last| last + 1);
    let scroll = board.scroll_of(Some(&card.key));
    scroll.set(scroll.get().min(last.saturating_sub(height)));
    let end = last - scroll.get();
    let rows = end.saturating_sub(height)..end;
    let mut title = title(card, board);
    let hint = scrolling(board, last > height, scroll.get());
    if title.chars().count() + hint.chars().count() <= usize::from(area.width) {
        title += &hint;
    }
    frame.render_widget(block.title(title), area);
    // Of another machine's pane there is only the text of its screen.
    let zones = board.zones && card.key.away.is_none();
    let lines = lines(card, stack, &screen, rows, zones, colored);
    frame.render_widget(Paragraph::new(lines), inner);
}

/// `K J scroll `, where not all of the screen is shown; with how many rows are below.
fn scrolling(board: &Board, scrolls: bool, below: usize) -> String {
    let keys = [Command::ScrollUp, Command::ScrollDown].map(|it| board.bindings.key(it));
    match (scrolls, below) {
        (false, _) => String::new(),
        (true, 0) => format!("─ {} {} scroll ", keys[0], keys[1]),
        (true, below) => format!("─ {below} below: {} ", keys[1]),
    }
}

/// ` %3 supported · idle · freeform · normal_prompt, 12s `.
fn title(card: &Card, board: &Board) -> String {
    let surface = &card.payload.surface_assessment;
    let since = duration(board.now - card.since);
    let key = &card.key;
    format!(" {key} {}, {since} ", axes(surface))
}

/// Rows of the screen. A zone is named where it begins, and on the first row that is shown.
fn lines(
    card: &Card,
    stack: &Stack,
    screen: &Screen,
    rows: Range<usize>,
    zones: bool,
    colored: bool,
) -> Vec<Line<'static>> {
    let channels = &card.snapshot.channels;
    let named = card.payload.parser_metadata.provider_id.as_str();
    let provider = match stack.named(named) {
        Some(_) => ProviderChoice::Named(named),
        None => ProviderChoice::Auto,
    };
    let assessed = assess(stack, provider, &card.snapshot.text, screen, channels);
    let mut above = None;
    let mut lines = Vec::with_capacity(rows.len());
    for index in rows {
        let mut spans = Vec::new();
        if zones {
            let zone = assessed.reading.facts().zone_of(index);
            let same = above.replace(zone) == Some(zone);
            let name = if same {
                String::new()
            } else {
                wire_name(&zone)
            };
            spans.push(Span::raw(format!("{name:>MARGIN$}│")));
        }
        spans.extend(screen.row(index).spans().map(|span| {
            let style = styled(span.style, colored);
            Span::styled(safe::row(span.text), style)
        }));
        lines.push(Line::from(spans));
    }
    lines
}

/// A cell's style in the dashboard's terms.
fn styled(cell: CellStyle, colored: bool) -> Style {
    let mut style = Style::new();
    for (on, modifier) in [
        (cell.bold(), Modifier::BOLD),
        (cell.dim(), Modifier::DIM),
        (cell.italic(), Modifier::ITALIC),
        (cell.inverse(), Modifier::REVERSED),
    ] {
        if on {
            style = style.add_modifier(modifier);
        }
    }
    if colored {
        style = style.fg(color(cell.fg)).bg(color(cell.bg));
    }
    style
}

fn color(color: Color) -> Shown {
    match color {
        Color::Default => Shown::Reset,
        Color::Indexed(index) => Shown::Indexed(index),
        Color::Rgb(red, green, blue) => Shown::Rgb(red, green, blue),
    }
}
