//! A timeline as rows of text: a lane each, for a terminal. Nothing in it acts on the terminal.

use shadow_legible::one_line;
use shadow_tui::screen::{char_width, str_width};

use super::draw::{lanes, times};
use super::scale::{Scale, shown};
use super::track::{Lane, Stretch, Timeline, Track};

/// Columns of the lanes' names.
const NAMES: usize = 13;

/// The fewest columns of a lane.
const LEAST: usize = 20;

/// The fewest characters of a label: a shorter stub says nothing.
const STUB: usize = 3;

/// The timeline as text of so many columns, with the seconds since its beginning in the last row. Each stretch begins with
/// `│` and has as much of its label as fits. `colored` adds the colors of the drawing, by the sixteen of the terminal.
#[must_use]
pub fn timeline_text(timeline: &Timeline, title: &str, columns: usize, colored: bool) -> String {
    let room = columns.saturating_sub(NAMES).max(LEAST);
    let first = timeline.first.unwrap_or_default();
    let scale = Scale::new(first, timeline.last, 0.0, room as f64 - 1.0);
    let mut text = format!("{}\n", one_line(title));
    for track in &timeline.tracks {
        if timeline.tracks.len() > 1 {
            text += &format!("{}\n", one_line(&track.name));
        }
        for lane in lanes(track) {
            let cells = cells(timeline, track, lane, &scale, room);
            text += &format!("{:<NAMES$}{}\n", lane.name(), joined(&cells, colored));
        }
    }
    text += &format!("{:NAMES$}{}\n", "", axis(&scale, room));
    if timeline.full {
        text += "more sources are not drawn\n";
    }
    text
}

/// A cell of a lane: what it shows, nothing where a wide character covers it, and its color.
#[derive(Debug, Clone, Default)]
struct Cell {
    shows: String,
    color: &'static str,
}

fn blank() -> Cell {
    Cell {
        shows: " ".to_owned(),
        color: "",
    }
}

fn cells(timeline: &Timeline, track: &Track, lane: Lane, scale: &Scale, room: usize) -> Vec<Cell> {
    let mut cells = vec![blank(); room];
    let own = track.stretches.iter().filter(|it| it.lane == lane);
    for stretch in own {
        let [from, to] = times(timeline, stretch).map(|at| column(scale.x(at), room));
        draw(stretch, &mut cells[from..=to.max(from)]);
    }
    cells
}

/// The column of a place, within the lane.
fn column(x: f64, room: usize) -> usize {
    // A place is within the lane, which has few columns.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let column = x.max(0.0) as usize;
    column.min(room - 1)
}

/// A stretch over its cells: where it begins, its label as far as it fits, and a line to its end.
fn draw(stretch: &Stretch, cells: &mut [Cell]) {
    let color = color(stretch);
    let room = cells.len() - 1;
    let label = one_line(&stretch.label);
    let mut letters = String::new();
    for letter in label.chars() {
        if str_width(&letters) + char_width(letter) > room {
            break;
        }
        letters.push(letter);
    }
    if letters.chars().count() < label.chars().count().min(STUB) {
        letters.clear();
    }
    let mut shows = vec!["│".to_owned()];
    for letter in letters.chars() {
        match char_width(letter) {
            0 => shows.last_mut().into_iter().for_each(|it| it.push(letter)),
            width => {
                shows.push(letter.to_string());
                shows.extend((1..width).map(|_| String::new()));
            }
        }
    }
    shows.resize(cells.len(), "─".to_owned());
    for (cell, shows) in cells.iter_mut().zip(shows) {
        *cell = Cell { shows, color };
    }
}

fn joined(cells: &[Cell], colored: bool) -> String {
    let mut text = String::new();
    let mut color = "";
    for cell in cells {
        if colored && cell.color != color {
            color = cell.color;
            text += &format!(
                "\u{1b}[0{}{color}m",
                if color.is_empty() { "" } else { ";" }
            );
        }
        text += &cell.shows;
    }
    if !color.is_empty() {
        text += "\u{1b}[0m";
    }
    text.trim_end().to_owned()
}

/// The color of a stretch: what needs a person stands out.
fn color(stretch: &Stretch) -> &'static str {
    match (stretch.lane, stretch.word.as_str()) {
        (Lane::Disagree, _) => "31",
        (Lane::Blocked, _) => "35",
        (_, "ready" | "idle" | "completed" | "success") => "32",
        (_, "working" | "in_progress" | "waiting" | "candidate_complete") => "33",
        (_, "blocked" | "awaiting_operator") => "35",
        (_, "failed" | "known_failure" | "stalled" | "disconnected") => "31",
        (_, "unknown" | "inactive" | "title" | "interrupted") => "2",
        _ => "34",
    }
}

/// The ticks that have room, each at its column.
fn axis(scale: &Scale, room: usize) -> String {
    let mut text = String::new();
    for tick in scale.ticks() {
        let (place, words) = (column(scale.tick_x(tick), room), shown(tick));
        let free = text.is_empty() || text.len() < place;
        if free && place + words.len() <= room {
            text += &" ".repeat(place - text.len());
            text += &words;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Timeline, timeline_text};

    fn timeline() -> Timeline {
        let mut timeline = Timeline::new(false);
        let ready = |at: f64, to: &str| json!({"event": "readiness_changed", "at": at, "pane": "%3", "to": to});
        timeline.add(&ready(0.0, "ready"));
        timeline.add(&ready(5.0, "waiting"));
        timeline.add(&ready(9.8, "blocked"));
        timeline.add(&ready(10.0, "ready"));
        timeline
    }

    #[test]
    fn lanes_are_drawn_to_scale_within_the_columns() {
        let text = timeline_text(&timeline(), "a\u{1b}[2Jlog", 54, false);
        assert_eq!(
            text,
            "a<U+001B>[2Jlog\n\
             readiness    │ready──────────────│waiting───────────││\n\
             \u{20}            0s  1s  2s  3s  4s  5s  6s  7s  8s  9s\n"
        );
    }

    #[test]
    fn colors_end_with_their_lane() {
        let text = timeline_text(&timeline(), "log", 54, true);
        let lane = text.lines().nth(1).expect("a lane");
        assert!(
            lane.contains("\u{1b}[0;32m│ready") && lane.ends_with("\u{1b}[0m"),
            "{lane:?}"
        );
    }
}
