//! The dashboard as a whole: where its parts stand, and how a need is colored.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use shadow_tui::Stack;

use super::bindings::{Bindings, Command};
use super::board::Board;
use super::mode::Mode;
use super::style::{bold, style_of};
use super::{list, overlay, preview};
use shadow_legible::{ROW_END, one_line};

/// Draws all of it. `coloured` is false where colors are not wanted: every state has its word and
/// its mark besides.
pub fn draw(frame: &mut Frame<'_>, board: &Board, stack: &Stack, colored: bool) {
    let shown = board.shown();
    let said = footer(board, frame.area().width.into());
    let foot_rows = match says(board) {
        true => overlay::rows(&said, usize::from(frame.area().width).max(1)),
        false => 1,
    };
    let rows = shown.len() + board.away().len();
    let [head, list_area, preview_area, foot] = areas(frame.area(), board, [rows, foot_rows]);
    frame.render_widget(
        Paragraph::new(header(board, colored, frame.area().width.into())),
        head,
    );
    list::draw(frame, list_area, board, &shown, colored);
    if preview_area.height > 0 {
        preview::draw(frame, preview_area, board, stack, colored);
    }
    frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: true }), foot);
    overlay::draw(frame, board);
}

/// Head, list, preview (empty where it is off or there is no room) and foot, for so many panes and rows of the foot.
fn areas(area: Rect, board: &Board, rows: [usize; 2]) -> [Rect; 4] {
    let [rows, foot] = rows.map(|rows| u16::try_from(rows).unwrap_or(u16::MAX));
    let foot = foot.min(area.height / 2).max(1);
    let body = area.height.saturating_sub(1 + foot);
    let list = if board.preview {
        rows.saturating_add(1).clamp(3, (body / 2).max(3))
    } else {
        body
    };
    Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(list.min(body)),
        Constraint::Fill(1),
        Constraint::Length(foot),
    ])
    .areas(area)
}

/// `shadow  ! 2 blocked  > 1 idle`; without the words where they do not fit.
fn header(board: &Board, colored: bool, width: usize) -> Line<'static> {
    let line = |words: bool| {
        let part = |mark: &str, count: usize, word: &str| match words {
            true => format!("{mark} {count} {word}"),
            false => format!("{mark} {count}"),
        };
        let mut spans = vec![Span::styled("shadow", bold())];
        for (state, count) in board.counts() {
            let text = part(state.mark(), count, state.word());
            spans.push(Span::raw("  "));
            spans.push(Span::styled(text, style_of(state, colored)));
        }
        if !board.away().is_empty() {
            let text = part("?", board.away().len(), "away");
            spans.push(Span::raw(format!("  {text}")));
        }
        Line::from(spans)
    };
    let whole = line(true);
    if whole.width() > width {
        line(false)
    } else {
        whole
    }
}

/// Whether the foot has something to say, all of which is shown.
fn says(board: &Board) -> bool {
    board.mode != Mode::Filter && board.said.is_some()
}

/// What was last said, what is being written, or what the keys do.
fn footer(board: &Board, width: usize) -> Line<'static> {
    match (&board.mode, &board.said) {
        (Mode::Filter, _) => Line::from(format!("/{}▏", one_line(&board.filter))),
        (_, Some(said)) => Line::styled(one_line(said), bold()),
        (_, None) if !board.filter.is_empty() => Line::from(format!(
            "filter: {}  (esc takes it off)",
            one_line(&board.filter)
        )),
        (_, None) => Line::styled(
            hints(width, &board.bindings),
            Style::new().add_modifier(Modifier::DIM),
        ),
    }
}

/// What the keys do, at the foot: as many of them as fit, the help first; `…` where there are more.
fn hints(width: usize, bindings: &Bindings) -> String {
    let hint = |command, words: &str| format!("{} {words}", bindings.key(command));
    let hints = [
        hint(Command::Help, "help"),
        hint(Command::Quit, "quit"),
        format!("{ROW_END} go"),
        hint(Command::Answer, "answer"),
        hint(Command::Interrupt, "stop"),
        hint(Command::Send, "send"),
        hint(Command::Filter, "find"),
        hint(Command::Group, "group"),
        hint(Command::Preview, "view"),
        hint(Command::Zones, "zones"),
    ];
    let joined = |count: usize| match count {
        all if all == hints.len() => hints.join("  "),
        some => format!("{}  …", hints[..some].join("  ")),
    };
    let counts = (1..=hints.len()).rev();
    let mut fitting = counts.map(joined).filter(|it| it.chars().count() <= width);
    fitting.next().unwrap_or_else(|| hints[0].clone())
}

#[cfg(test)]
mod tests {
    use super::{Bindings, hints};

    #[test]
    fn a_hint_is_shown_whole_or_not_at_all_and_all_at_80_columns() {
        let hints = |width| hints(width, &Bindings::default());
        assert!(hints(80).ends_with("p view  z zones"));
        assert!(hints(79).ends_with("p view  …"));
        assert_eq!([hints(9), hints(3)], ["? help  …", "? help"]);
        assert!((9..200).all(|width| hints(width).chars().count() <= width));
    }
}
