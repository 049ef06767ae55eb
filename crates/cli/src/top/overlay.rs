//! What stands over the list while something is to be chosen, written or confirmed.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};
use shadow_tui::contract::{BlockOption, OperatorBlock};

use super::board::Board;
use super::mode::Mode;
use shadow_legible::{one_line, row};

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
            asked,
            options,
            marked,
            ..
        } => {
            let lines = choice(asked, options, *marked, room(frame.area()));
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
    let area = centered(frame.area(), &lines);
    frame.render_widget(Clear, area);
    let block = Block::new().borders(Borders::ALL).title(title);
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(text.block(block), area);
}

/// What a dialog asks, and each line of what it is about: nothing is answered that cannot be read whole.
pub(super) fn asked(block: &OperatorBlock) -> Vec<String> {
    let question = block.question.as_ref().or(block.title.as_ref());
    let subject = block.subject.iter().flat_map(|subject| subject.lines());
    let question = question.map(|text| one_line(text));
    question.into_iter().chain(subject.map(row)).collect()
}

/// Whether all that a dialog asks stands above the marked option and its keys in a terminal of this size.
pub(super) fn stands_whole(
    asked: &[String],
    options: &[BlockOption],
    marked: usize,
    [cols, rows]: [u16; 2],
) -> bool {
    fits(asked, options, marked, room(Rect::new(0, 0, cols, rows)))
}

fn fits(
    asked: &[String],
    options: &[BlockOption],
    marked: usize,
    [width, height]: [usize; 2],
) -> bool {
    let marked = option_lines(options, marked)
        .into_iter()
        .skip(marked)
        .take(1);
    let above = asked.iter().map(|line| Line::from(line.clone()));
    let needed: usize = above
        .chain(marked)
        .map(|line| self::rows(&line, width))
        .sum();
    needed + BESIDE <= height
}

/// Rows beside the question, the subject and the options: two blank ones, and two for the keys.
const BESIDE: usize = 4;

/// The question and its subject, the options, the marked one reversed, and the keys that it would press. Where not all
/// of the options fit, those around the marked one are shown; where the question does not fit, that is said, and the
/// keys press nothing.
fn choice(
    asked: &[String],
    options: &[BlockOption],
    marked: usize,
    [width, height]: [usize; 2],
) -> Vec<Line<'static>> {
    if !fits(asked, options, marked, [width, height]) {
        return vec![Line::from(
            "what it asks does not fit here, so it is not answered here: make the window larger, or press esc and \
             enter to answer it in its pane",
        )];
    }
    let mut above: Vec<Line<'static>> = asked.iter().cloned().map(Line::from).collect();
    above.push(Line::from(""));
    let lines = option_lines(options, marked);
    let rows_of = |line: &Line<'_>| rows(line, width);
    let taken: usize = above.iter().map(rows_of).sum();
    let keys = options.get(marked).map(|option| option.keys.join(" "));
    let keys = keys.filter(|keys| !keys.is_empty());
    let told = Line::from(match keys {
        Some(keys) => format!("enter presses: {}; esc leaves", one_line(&keys)),
        None => "no key is known that chooses it; esc leaves".to_owned(),
    });
    let rows: Vec<usize> = lines.iter().map(rows_of).collect();
    let room = height.saturating_sub(taken + 1 + rows_of(&told));
    let seen = around(&rows, marked, room);
    above.extend_from_slice(&lines[seen]);
    above.extend([Line::from(""), told]);
    above
}

fn option_lines(options: &[BlockOption], marked: usize) -> Vec<Line<'static>> {
    options
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
        .collect()
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
fn centered(area: Rect, lines: &[Line<'_>]) -> Rect {
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
