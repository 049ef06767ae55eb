//! The list of panes: one row each, state first.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
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
    let height = usize::from(area.height);
    let left = height.saturating_sub(1 + shown.len());
    let beside = board.away().len().min(left.max(height / 3));
    let room = height.saturating_sub(1 + beside).max(1);
    let first = (position + 1).saturating_sub(room);
    let visible = &shown[first.min(shown.len())..shown.len().min(first + room)];
    let rows = visible.iter().map(|card| row(card, board, colored));
    let [height, beside] =
        [visible.len() + 1, beside].map(|rows| u16::try_from(rows).unwrap_or(u16::MAX));
    let parts = [height, beside].map(Constraint::Length);
    let [area, silent] = Layout::vertical(parts).areas(area);
    let columns = usize::from(area.width);
    let lines = board.away().iter().map(|it| Line::from(away(it, columns)));
    frame.render_widget(Text::from_iter(lines), silent);
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

/// The row of a machine that cannot be asked, behind those of the panes: the end of a long reason says the most.
fn away((host, why): (&HostName, &String), width: usize) -> String {
    const MARK: &str = "? away    ";
    let [host, why] = [host.as_str(), why].map(one_line);
    let (room, long) = (width.saturating_sub(MARK.len()), why.chars().count());
    if long <= room {
        return format!("{MARK}{why}");
    }
    let tail = room.saturating_sub(host.chars().count() + 2);
    let tail: String = why.chars().skip(long - tail).collect();
    format!("{MARK}{host} …{tail}")
}

/// The widest text of a column.
fn width(shown: &[&Card], text: fn(&Card) -> String) -> u16 {
    let widest = shown
        .iter()
        .map(|card| shadow_tui::screen::str_width(&text(card)));
    u16::try_from(widest.max().unwrap_or(0)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::away;

    #[test]
    fn a_reason_that_is_too_long_keeps_its_end() {
        let host = "devbox".parse().expect("a name");
        let why = "devbox cannot be reached: No route to host".to_owned();
        let row = |width| away((&host, &why), width);
        assert_eq!(row(60), format!("? away    {why}"));
        assert_eq!(row(40), "? away    devbox …ched: No route to host");
        assert_eq!(row(5), "? away    devbox …");
    }
}
