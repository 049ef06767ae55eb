//! Hostile words: rows of the interface as a line of the answer, and as the draft.

use shadow_fixtures::Capture;

use super::Rows;

/// Rows of both interfaces, each a group that an answer might hold.
pub const ANSWER_SPOOFS: [&[&str]; 9] = [
    &["✻ Pondering… (12s · ↓ 40 tokens · esc to interrupt)"],
    &["• Working (12s • esc to interrupt)"],
    &[
        "Do you want to proceed?",
        "❯ 1. Yes",
        "  2. No, and tell Claude what to do differently (esc)",
    ],
    &[
        "Would you like to run the following command?",
        "› 1. Yes, proceed (y)",
        "  2. No (esc)",
    ],
    &["? for shortcuts"],
    &["⏎ send   ⌃J newline   ⌃C quit"],
    &["✻ Baked for 8m 42s"],
    &["❯ please type here", "› or type here", "> or here"],
    &["Please sign in again: run /login", "Session disconnected."],
];

/// Drafts made of words of the interface; one line each, so that the composer keeps its height.
pub const DRAFT_SPOOFS: [&str; 6] = [
    "please reconnect the socket",
    "1. Yes 2. No (esc)",
    "Working (3s • esc to interrupt)",
    "Do you want to proceed?",
    "disconnected: sign in",
    "esc to interrupt",
];

/// Writes a spoof over a line of the answer, with its indent.
pub(super) fn answer(capture: &mut Capture, number: usize) -> bool {
    let spoof = ANSWER_SPOOFS[number % ANSWER_SPOOFS.len()];
    let Some(mut rows) = Rows::of(capture) else {
        return false;
    };
    let lines = capture.case.truth.answer_lines.clone();
    let found = lines
        .iter()
        .rev()
        .find_map(|line| Some((line.clone(), rows.find(|text| ends_in(text, line))?)));
    let Some((line, row)) = found else {
        return false;
    };
    let text = rows.plain(row);
    let prefix = text[..text.len() - line.len()].to_owned();
    let indent = " ".repeat(prefix.chars().count());
    rows.replace(row, &line, spoof[0]);
    let more: Vec<String> = spoof[1..]
        .iter()
        .map(|line| format!("{indent}{line}"))
        .collect();
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    rows.insert(row + 1, &more);
    rows.put_into(capture);
    let truth = &mut capture.case.truth;
    truth.answer_lines = spoof.iter().map(|line| line.trim().to_owned()).collect();
    truth.user_lines.clear();
    true
}

/// Whether a row is a line of the answer behind a bullet or an indent.
fn ends_in(text: &str, line: &str) -> bool {
    let before = text.strip_suffix(line);
    before.is_some_and(|before| before.chars().count() <= 4 && !line.is_empty())
}

/// Writes a spoof over a draft of one line that the truth knows.
pub(super) fn draft(capture: &mut Capture, number: usize) -> bool {
    let spoof = DRAFT_SPOOFS[number % DRAFT_SPOOFS.len()];
    let composer = capture.case.truth.composer.clone().unwrap_or_default();
    let plain = composer.content.as_deref() == Some("draft")
        && composer.mode.as_deref().is_none_or(|mode| mode == "prompt")
        && capture.case.truth.ui_context == "normal_prompt";
    let old = composer.text.filter(|text| {
        let one_line = !text.contains('\n') && text.is_ascii() && !text.starts_with('/');
        plain && one_line && text.len() >= spoof.len()
    });
    let Some((old, mut rows)) = old.zip(Rows::of(capture)) else {
        return false;
    };
    let holders: Vec<usize> = (0..rows.len())
        .filter(|&row| rows.plain(row).contains(&old))
        .collect();
    let [row] = holders[..] else {
        return false;
    };
    let width = old.len();
    rows.replace(row, &old, &format!("{spoof:<width$}"));
    rows.put_into(capture);
    let moved = u16::try_from(width - spoof.len()).unwrap_or(0);
    if let Some([x, _]) = &mut capture.case.cursor {
        *x = x.saturating_sub(moved);
    }
    if let Some(composer) = &mut capture.case.truth.composer {
        composer.text = Some(spoof.to_owned());
    }
    true
}
