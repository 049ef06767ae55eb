//! The list of panes: one row each, state first.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Text;
use ratatui::widgets::{Cell, Row, Table, TableState};

use super::board::Board;
use super::card::{Card, duration};
use super::style::{bold, style_of};
use crate::host_name::HostName;
use shadow_legible::one_line;

/// Draws it with the selected pane in sight. Of many panes only those that fit are made rows of.
pub fn draw(frame: &mut Frame<'_>, area: Rect, board: &Board, shown: &[&Card], colored: bool) {
    if shown.is_empty() && board.away().is_empty() {
        let text = if board.filter.is_empty() {
            "no pane holds an agent yet; start claude or codex in tmux"
        } else {
            "no pane passes the filter"
        };
        frame.render_widget(Text::from(text), area);
        return;
    }
    let position = board.position_in(shown);
    // A machine that cannot be asked is seen however many panes there are.
    let beside = board.away().len().min(usize::from(area.height) / 3);
    let room = usize::from(area.height).saturating_sub(1 + beside).max(1);
    let first = (position + 1).saturating_sub(room);
    let visible = &shown[first.min(shown.len())..shown.len().min(first + room)];
    let rows = visible.iter().map(|card| row(card, board, colored));
    let rows = rows.chain(board.away().iter().map(away));
    let widths = [
        Constraint::Length(9),
        Constraint::Length(6),
        Constraint::Length(width(shown, Card::place).min(area.width / 4)),
        Constraint::Length(5),
        Constraint::Length(width(shown, Card::agent).min(15)),
        Constraint::Fill(1),
    ];
    let table = Table::new(rows, widths)
        .header(Row::new(["state", "since", "where", "pane", "agent", "what"]).style(bold()))
        .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED));
    let selected = (!shown.is_empty()).then(|| position - first);
    let mut state = TableState::new().with_selected(selected);
    frame.render_stateful_widget(table, area, &mut state);
}

fn row(card: &Card, board: &Board, colored: bool) -> Row<'static> {
    let state = board.state(card);
    let shown = format!("{} {}", state.mark(), state.word());
    Row::new([
        Cell::from(shown).style(style_of(state, colored)),
        Cell::from(duration(board.now - card.since)),
        Cell::from(card.place()),
        Cell::from(card.key.pane.to_string()),
        Cell::from(card.agent()),
        Cell::from(card.detail()),
    ])
}

/// The row of a machine that cannot be asked, behind those of the panes.
fn away((host, why): (&HostName, &String)) -> Row<'static> {
    let [host, why] = [host.as_str(), why].map(one_line);
    Row::new([
        "? away".to_owned(),
        String::new(),
        host,
        String::new(),
        String::new(),
        why,
    ])
}

/// The widest text of a column.
fn width(shown: &[&Card], text: fn(&Card) -> String) -> u16 {
    let widest = shown
        .iter()
        .map(|card| shadow_tui::screen::str_width(&text(card)));
    u16::try_from(widest.max().unwrap_or(0)).unwrap_or(u16::MAX)
}
