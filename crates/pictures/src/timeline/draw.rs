//! A timeline as SVG, and as an HTML page with the same as a table. Every text is escaped.

use std::fmt::Write;

use super::scale::{Scale, shown};
use super::track::{Lane, Stretch, Timeline, Track};
use crate::escape::escaped;
use crate::html::page;
use crate::palette::{FOREGROUND, hex};
use crate::picture::cut;
use crate::svg::{CELL, ROW, open, text};

/// Pixels of the lanes.
const WIDTH: f64 = 1080.0;
/// Columns of their names.
const NAMES: usize = 15;
/// Size of the type within a stretch, and the width of its cells.
const SMALL: f64 = 12.0;
const SMALL_CELL: f64 = 7.3;
/// The muted color of names and ticks.
const MUTED: &str = "#8a909c";
/// Rows above the first track, below its name, and between two tracks.
const HEAD: f64 = 2.0;
const LANE: f64 = 1.6;
/// The most stretches that the page's table lists.
const LISTED: usize = 2_000;

/// The timeline as an SVG document.
#[must_use]
pub fn timeline_svg(timeline: &Timeline, title: &str) -> String {
    let left = NAMES as f64 * CELL;
    let first = timeline.first.unwrap_or_default();
    let scale = Scale::new(first, timeline.last, left, WIDTH);
    let rows: f64 = timeline.tracks.iter().map(rows).sum();
    let mut out = open(left + WIDTH + 24.0, (HEAD + rows + 2.0) * ROW);
    let bold = " font-weight=\"bold\"";
    text(&mut out, 1, 0.35, title, &hex(FOREGROUND), bold);
    grid(&scale, rows, &mut out);
    let mut top = HEAD;
    for track in &timeline.tracks {
        draw_track(timeline, track, &scale, top, &mut out);
        top += self::rows(track);
    }
    if timeline.full {
        text(
            &mut out,
            1,
            top + 0.9,
            "more sources are not drawn",
            MUTED,
            "",
        );
    }
    out + "</svg>\n"
}

/// The timeline as an HTML document: the drawing, and a table of its stretches.
#[must_use]
pub fn timeline_html(timeline: &Timeline, title: &str) -> String {
    let first = timeline.first.unwrap_or_default();
    let mut table = String::from(
        "<tr><th>source</th><th>lane</th><th>from (s)</th><th>to (s)</th><th>what</th></tr>\n",
    );
    let stretches = timeline.tracks.iter().flat_map(|track| {
        let own = track.stretches.iter();
        own.map(move |stretch| (track, stretch))
    });
    for (track, stretch) in stretches.take(LISTED) {
        let [from, to] = times(timeline, stretch).map(|at| at - first);
        let (source, label) = (escaped(&track.name), escaped(&cut(&stretch.label)));
        let lane = stretch.lane.name();
        let _ = writeln!(
            table,
            "<tr><td>{source}</td><td>{lane}</td><td>{from:.2}</td><td>{to:.2}</td><td>{label}</td></tr>"
        );
    }
    let body = format!(
        "{}<table>\n{table}</table>\n",
        timeline_svg(timeline, title)
    );
    page(title, &body)
}

/// The lanes of a track that hold something.
pub(super) fn lanes(track: &Track) -> Vec<Lane> {
    let holds = |lane: &Lane| track.stretches.iter().any(|stretch| stretch.lane == *lane);
    Lane::ALL.into_iter().filter(holds).collect()
}

/// Rows that a track takes, with its name and the gap below.
fn rows(track: &Track) -> f64 {
    (lanes(track).len() as f64).mul_add(LANE, 1.8)
}

/// From when to when a stretch lasts; one that has no end lasts to the timeline's.
pub(super) fn times(timeline: &Timeline, stretch: &Stretch) -> [f64; 2] {
    [
        stretch.from,
        stretch.to.unwrap_or(timeline.last).max(stretch.from),
    ]
}

fn draw_track(timeline: &Timeline, track: &Track, scale: &Scale, top: f64, out: &mut String) {
    if timeline.tracks.len() > 1 {
        let name: String = track.name.chars().take(120).collect();
        text(out, 1, top - 0.2, &name, &hex(FOREGROUND), "");
    }
    for (index, lane) in lanes(track).into_iter().enumerate() {
        let row = (index as f64).mul_add(LANE, top + 1.0);
        text(out, 1, row + 0.1, lane.name(), MUTED, "");
        let mut drawn = f64::MIN;
        let own = track
            .stretches
            .iter()
            .filter(|stretch| stretch.lane == lane);
        for stretch in own {
            let sides = times(timeline, stretch).map(|at| scale.x(at));
            let since = stretch.from - timeline.first.unwrap_or_default();
            drawn = bar(stretch, since, sides, row, drawn, out);
        }
    }
}

/// One stretch, unless what was drawn before it hides it; says how far the lane is drawn now.
fn bar(
    stretch: &Stretch,
    since: f64,
    [left, right]: [f64; 2],
    row: f64,
    drawn: f64,
    out: &mut String,
) -> f64 {
    let right = right.max(left + 2.0);
    if right <= drawn + 0.5 {
        return drawn;
    }
    let (y, width, fill) = (row * ROW, right - left, color(stretch));
    let full = escaped(&cut(&stretch.label));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<g><title>{full}, {since:.2} s</title><rect x=\"{left:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" \
         height=\"{:.1}\" rx=\"3\" fill=\"{fill}\" fill-opacity=\"0.8\"/></g>",
        ROW * 1.2
    );
    label(&stretch.label, left, width, y, out);
    right
}

/// What fits of a label into its bar.
fn label(label: &str, left: f64, width: f64, y: f64, out: &mut String) {
    let line = cut(label);
    let needs = |text: &str| shadow_tui::screen::str_width(text) as f64 * SMALL_CELL + 8.0;
    let fitting = (0..=line.chars().count())
        .rev()
        .map(|n| line.chars().take(n).collect::<String>());
    let Some(shown) = fitting.into_iter().find(|text| needs(text) <= width) else {
        return;
    };
    // A stub of a word says less than its color.
    if shown.chars().count() < line.chars().count().min(4) {
        return;
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.2}\" y=\"{:.2}\" fill=\"#14171c\" font-size=\"{SMALL}\" xml:space=\"preserve\">{}</text>",
        left + 4.0,
        y + ROW * 0.85,
        escaped(&shown)
    );
}

/// The color of a stretch: what needs a person stands out.
fn color(stretch: &Stretch) -> &'static str {
    match (stretch.lane, stretch.word.as_str()) {
        (Lane::Disagree, _) => "#e06c75",
        (Lane::Blocked, _) => "#c184dc",
        (_, "ready" | "idle" | "completed" | "success") => "#8cc265",
        (_, "working" | "in_progress" | "waiting" | "candidate_complete") => "#d9a95c",
        (_, "blocked" | "awaiting_operator") => "#c184dc",
        (_, "failed" | "known_failure" | "stalled" | "disconnected") => "#e06c75",
        (_, "unknown" | "inactive" | "title" | "interrupted") => "#8a909c",
        _ => "#61a5ec",
    }
}

/// Lines at the ticks, behind the lanes, and the seconds below them.
fn grid(scale: &Scale, rows: f64, out: &mut String) {
    let (top, bottom) = (HEAD * ROW, (HEAD + rows) * ROW);
    for tick in scale.ticks() {
        let x = scale.tick_x(tick);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.2}\" y=\"{top:.2}\" width=\"1\" height=\"{:.2}\" fill=\"#2b2f36\"/>\
             <text x=\"{x:.2}\" y=\"{:.2}\" fill=\"{MUTED}\" font-size=\"{SMALL}\" text-anchor=\"middle\">{}</text>",
            bottom - top,
            bottom + ROW * 0.9,
            shown(tick)
        );
    }
}
