//! What a newer version might change: version, glyph, word, order of hints, a row more.
//!
//! Each edit says whether it found a place to apply.

use std::sync::Arc;

use shadow_fixtures::Capture;

use super::Rows;

/// The row that an extra footer shows.
const FOOTER_ROW: &str = "  ☂ 3 files kept in step";

/// A row that no version shows.
pub const UNKNOWN_ROW: &str = "⟡ Spooling seven of nine crates";

/// All edits, as far as each applies.
pub(super) fn all(capture: &mut Capture) -> bool {
    let raised = raise_version(capture);
    let others = [other_glyph, other_verb, moved_hint, extra_footer_row];
    others
        .into_iter()
        .fold(raised, |done, edit| edit(capture) || done)
}

/// Raises the version on the banner and beside the screen.
pub(super) fn raise_version(capture: &mut Capture) -> bool {
    let old = capture.session.version.clone();
    let new = match capture.session.provider.as_str() {
        "claude" => "2.9.104",
        _ => "0.431.0",
    };
    Arc::make_mut(&mut capture.session).version = new.to_owned();
    let text = String::from_utf8_lossy(&capture.bytes).replace(&old, new);
    capture.bytes = text.into_bytes();
    true
}

/// Puts a glyph before the status row that no version has shown.
pub(super) fn other_glyph(capture: &mut Capture) -> bool {
    status_row(capture, |text| {
        let glyph = text.trim_start().chars().next()?;
        Some(text.replacen(glyph, "⟡", 1))
    })
}

/// Puts a word into the status row that no version has shown.
pub(super) fn other_verb(capture: &mut Capture) -> bool {
    status_row(capture, |text| {
        let word = text
            .split_whitespace()
            .find(|word| word.chars().next().is_some_and(char::is_alphabetic))?;
        let end = if word.ends_with('…') { "…" } else { "" };
        Some(text.replacen(word, &format!("Zwirbling{end}"), 1))
    })
}

/// Rewrites the status row of a running turn, where one stands.
fn status_row(capture: &mut Capture, new: impl Fn(&str) -> Option<String>) -> bool {
    if capture.case.truth.business_state != "working" {
        return false;
    }
    let Some(mut rows) = Rows::of(capture) else {
        return false;
    };
    let Some((row, text)) = rows
        .find(is_status)
        .and_then(|row| Some((row, new(&rows.plain(row))?)))
    else {
        return false;
    };
    rows.rewrite(row, &text);
    rows.put_into(capture);
    true
}

/// A status row as every version draws it: a glyph at the margin, a word, and an ellipsis or a
/// counter in seconds.
fn is_status(text: &str) -> bool {
    let mut chars = text.chars();
    let glyph = chars.next().is_some_and(|c| "·✢✳✶✻✽*∗✺•◦".contains(c));
    let word = chars.as_str().starts_with(' ');
    let counts = text.contains("… ") || text.ends_with('…') || text.contains("s • ");
    glyph && word && counts && !text.contains("⎿")
}

/// Puts the pieces of the footer into another order.
pub(super) fn moved_hint(capture: &mut Capture) -> bool {
    let modal = capture.case.truth.input_mode != "freeform";
    let Some(mut rows) = Rows::of(capture).filter(|_| !modal) else {
        return false;
    };
    let Some(row) = rows.last() else {
        return false;
    };
    let text = rows.plain(row);
    if text.starts_with('▌') {
        // Codex 0.20 shows its status row in the composer's place, with nothing below.
        return false;
    }
    let mut pieces: Vec<&str> = text.trim().split(" · ").collect();
    if pieces.len() < 2 {
        return false;
    }
    pieces.rotate_left(1);
    let indent = text.len() - text.trim_start().len();
    let moved = format!("{}{}", &text[..indent], pieces.join(" · "));
    rows.rewrite(row, &moved);
    rows.put_into(capture);
    true
}

/// Puts a row that no version has shown where the verdict looks: above the composer of an idle
/// screen, or above the first option of a dialog (Claude Code's looks).
pub(super) fn unknown_row(capture: &mut Capture) -> bool {
    let truth = &capture.case.truth;
    let asks = truth.ui_context == "approval_prompt";
    let idle = truth.business_state == "idle" && truth.ui_context == "normal_prompt";
    let Some(mut rows) = Rows::of(capture).filter(|_| asks || idle) else {
        return false;
    };
    let found = match asks {
        true => (0..rows.len()).rfind(|&row| rows.plain(row).contains("1. Yes")),
        false => (1..rows.len())
            .rfind(|&row| is_prompt(&rows, row))
            .map(|row| row - 1),
    };
    let Some(row) = found else {
        return false;
    };
    let boxed = rows.plain(row).starts_with('│');
    match (asks, boxed) {
        (true, true) => rows.insert(row, &[&format!("│ {UNKNOWN_ROW}")]),
        (true, false) => rows.insert(row, &[&format!(" {UNKNOWN_ROW}")]),
        (false, _) => rows.insert(row, &[UNKNOWN_ROW, ""]),
    }
    rows.put_into(capture);
    true
}

/// Whether a row is the first of a composer: its glyph below a rule or a box's edge.
fn is_prompt(rows: &Rows, row: usize) -> bool {
    let text = rows.plain(row);
    let glyph = text
        .trim_start_matches(['│', ' ', '\u{a0}'])
        .starts_with(['❯', '>']);
    glyph && rows.plain(row - 1).starts_with(['─', '╭'])
}

/// Adds a row of words in reverse below Claude Code's footer, as a user's own status line may draw them.
pub(super) fn reversed_footer_row(capture: &mut Capture) -> bool {
    capture.session.provider == "claude"
        && add_footer_row(capture, "  \x1b[7m main \x1b[0m \x1b[7m ~/project \x1b[0m")
}

/// Adds a row below the footer that says nothing of the turn.
pub(super) fn extra_footer_row(capture: &mut Capture) -> bool {
    add_footer_row(capture, FOOTER_ROW)
}

/// Adds a row below the footer; nowhere if the prompt is the last row, as
/// in screen-reader mode, or a popup's (Codex up to 0.42), and no footer stands below it.
fn add_footer_row(capture: &mut Capture, row: &str) -> bool {
    let truth = &capture.case.truth;
    let alive = truth.availability == "supported" && truth.input_mode == "freeform";
    let Some(mut rows) = Rows::of(capture).filter(|_| alive) else {
        return false;
    };
    let Some(last) = rows.last_drawn() else {
        return false;
    };
    let cursor = capture
        .case
        .cursor
        .filter(|_| capture.case.cursor_visible == Some(true));
    let on_prompt = cursor.is_some_and(|[_, row]| usize::from(row) == last);
    if on_prompt || rows.plain(last).starts_with('▌') {
        return false;
    }
    rows.insert(last + 1, &[row]);
    rows.put_into(capture);
    true
}
