//! What stands over the list while something is to be chosen, written or confirmed.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};
use shadow_tui::contract::{BlockOption, OperatorBlock};

use super::bindings::{Bindings, Command};
use super::board::Board;
use super::mode::Mode;
use shadow_legible::{one_line, row};

/// Every key, for the help.
fn help(bindings: &Bindings) -> Vec<Line<'static>> {
    let key = |command| bindings.key(command);
    let line = |keys: String, words: &str| format!("{keys:<13}{words}");
    let one = |command, words: &str| line(key(command).to_string(), words);
    let pair = |first, second| format!("{} {}", key(first), key(second));
    let moves = format!("↑ ↓ {}", pair(Command::Down, Command::Up));
    let lines = [
        line(moves, "select a pane (page keys, home, end)"),
        line("enter".to_owned(), "show it in tmux"),
        one(Command::Answer, "answer its dialog"),
        one(Command::Interrupt, "interrupt its turn"),
        one(Command::Send, "send it a prompt"),
        one(
            Command::Filter,
            "filter by words (state, session, agent, text)",
        ),
        one(Command::Group, "group by machine and session"),
        one(Command::Preview, "preview on or off"),
        line(
            pair(Command::ScrollUp, Command::ScrollDown),
            "scroll the preview",
        ),
        one(Command::Zones, "name the zones in the preview"),
        line(
            "ctrl-u".to_owned(),
            "take back what is written (filter, prompt)",
        ),
        line(
            "esc".to_owned(),
            "take the filter off; without a filter, quit",
        ),
        one(Command::Quit, "quit (ctrl-c from anywhere)"),
        String::new(),
        "states: ! blocked  x failed  ~ stalled  + done, not looked at".to_owned(),
        "        > idle  ? unknown  * working  - gone  . other".to_owned(),
    ];
    lines.into_iter().map(Line::from).collect()
}

/// Draws it, if there is one.
pub fn draw(frame: &mut Frame<'_>, board: &Board) {
    let (title, lines) = match &board.mode {
        Mode::Browse | Mode::Filter => return,
        Mode::Help => (" keys ".to_owned(), help(&board.bindings)),
        Mode::Choose { key, block, marked } => {
            let lines = choice(block, *marked, frame.area());
            (format!(" answer {key} "), lines)
        }
        Mode::Send { key, text } => (
            format!(" send to {key} (enter sends, esc leaves) "),
            vec![Line::from(format!("{}▏", one_line(text)))],
        ),
        Mode::Interrupt { key, .. } => (
            format!(" interrupt {key}? "),
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

/// What a dialog asks, and each row of what it is about: nothing is approved that cannot be read whole.
fn asked(block: &OperatorBlock) -> Vec<Line<'static>> {
    let question = block.question.as_ref().or(block.title.as_ref());
    let subject = block.subject.iter().flat_map(|subject| subject.lines());
    let question = question.map(|text| one_line(text));
    let lines = question.into_iter().chain(subject.map(row));
    lines.map(Line::from).collect()
}

/// Why the option at a place is not chosen here, in a terminal of this size: the dialog does not show all that the option
/// would approve, or that does not fit. What refuses can always be chosen.
pub(super) fn why_not(
    block: &OperatorBlock,
    marked: usize,
    [cols, rows]: [u16; 2],
) -> Option<String> {
    if block.approves_unseen(marked) {
        let missing = block.missing()?;
        return Some(format!(
            "not answered here: {missing}; press esc and enter to look at it and answer it in its pane"
        ));
    }
    let refuses = block.options.get(marked).is_some_and(|it| it.refuses);
    let fits = refuses || fits(block, marked, room(Rect::new(0, 0, cols, rows)));
    (!fits).then(|| NOT_FIT.to_owned())
}

/// What is said where not all that is asked fits.
const NOT_FIT: &str = "what it asks does not fit here, so it is not answered here: make the window larger, or press esc and \
                       enter to answer it in its pane";

/// Whether all that a dialog asks fits above the marked option and its keys.
fn fits(block: &OperatorBlock, marked: usize, [width, height]: [usize; 2]) -> bool {
    let options = option_lines(&block.options, marked);
    let lines = asked(block)
        .into_iter()
        .chain(options.into_iter().nth(marked));
    let needed: usize = lines.map(|line| self::rows(&line, width)).sum();
    needed + BESIDE <= height
}

/// Rows beside the question, the subject and the options: two blank ones, and two for the keys.
const BESIDE: usize = 4;

/// The question and its subject, the options, the marked one reversed, and the keys that it would press, or why it presses
/// none. Where not all of the options fit, those around the marked one are shown; where the question does not fit, that is
/// said in its place.
fn choice(block: &OperatorBlock, marked: usize, area: Rect) -> Vec<Line<'static>> {
    let [width, height] = room(area);
    let whole = fits(block, marked, [width, height]);
    let mut above = match whole {
        true => asked(block),
        false => vec![Line::from(NOT_FIT)],
    };
    above.push(Line::from(""));
    let lines = option_lines(&block.options, marked);
    let rows_of = |line: &Line<'_>| rows(line, width);
    let taken: usize = above.iter().map(rows_of).sum();
    let told = Line::from(told(block, marked, area));
    let rows: Vec<usize> = lines.iter().map(rows_of).collect();
    let room = height.saturating_sub(taken + 1 + rows_of(&told));
    let seen = around(&rows, marked, room);
    above.extend_from_slice(&lines[seen]);
    above.extend([Line::from(""), told]);
    above
}

/// The keys that the marked option would press, or why it presses none.
fn told(block: &OperatorBlock, marked: usize, area: Rect) -> String {
    let keys = block.options.get(marked).map(|it| it.keys.join(" "));
    let keys = keys.filter(|keys| !keys.is_empty());
    match (why_not(block, marked, [area.width, area.height]), keys) {
        (Some(why), _) if why == NOT_FIT => "esc leaves".to_owned(),
        (Some(why), _) => format!("{why}; esc leaves"),
        (None, Some(keys)) => format!("enter presses: {}; esc leaves", one_line(&keys)),
        (None, None) => "no key is known that chooses it; esc leaves".to_owned(),
    }
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
