//! What a newer version might change of a screen that takes no prompt, one thing at a time: words, units,
//! separators, brackets, glyphs, a row more, a cursor less. Screens that take one are left as they are.

use regex::Regex;
use shadow_fixtures::Capture;

use super::Rows;

/// Words of dialogs, hints and status rows, each letter made an x.
pub(super) fn masked_words(capture: &mut Capture) -> bool {
    const WORDS: &str = r"(?i)(?-u:\b)(enter|confirm|cancel|interrupt|yes|no|allow|proceed|press|continue|working|thinking|select|esc|tab|edit|back)(?-u:\b)";
    replace(capture, WORDS, |word| "x".repeat(word.len()))
}

/// Seconds in another language's unit.
pub(super) fn other_unit(capture: &mut Capture) -> bool {
    replace(capture, r"(?-u:\b)\d+s(?-u:\b)", |time| {
        time.replace('s', "秒")
    })
}

/// Bars in the place of the dots that part hints.
pub(super) fn other_separator(capture: &mut Capture) -> bool {
    replace(capture, " [·•] ", |_| " | ".into())
}

/// Square brackets in the place of round ones.
pub(super) fn other_brackets(capture: &mut Capture) -> bool {
    replace(capture, "[()]", |one| match one {
        "(" => "[".into(),
        _ => "]".into(),
    })
}

/// Another glyph before prompts and selected choices.
pub(super) fn other_selection(capture: &mut Capture) -> bool {
    replace(capture, "[❯›]", |_| "▶".into())
}

/// A row below all others. Below a composer without a footer (Codex 0.105) it would be one of the draft's.
pub(super) fn row_below(capture: &mut Capture) -> bool {
    let Some(mut rows) = Rows::of(capture).filter(|_| !takes_a_prompt(capture)) else {
        return false;
    };
    let Some(last) = rows.last().filter(|last| last + 1 < rows.len()) else {
        return false;
    };
    if rows.plain(last).starts_with('›') {
        return false;
    }
    rows.rewrite(last + 1, "  ⎇ main · 3 files · $0.12");
    rows.put_into(capture);
    true
}

/// A hidden cursor and nothing beside the screen that speaks of the turn.
pub(super) fn hidden_cursor(capture: &mut Capture) -> bool {
    let case = &mut capture.case;
    case.cursor_visible = Some(false);
    case.title = None;
    case.program_status.clear();
    !takes_a_prompt(capture)
}

fn takes_a_prompt(capture: &Capture) -> bool {
    capture.case.truth.submit_ready() || capture.case.truth.availability != "supported"
}

/// Replaces what a pattern finds in the text between escapes, which hold none of it.
fn replace(capture: &mut Capture, pattern: &str, new: impl Fn(&str) -> String) -> bool {
    let Some(text) = std::str::from_utf8(&capture.bytes)
        .ok()
        .filter(|_| !takes_a_prompt(capture))
    else {
        return false;
    };
    let found = Regex::new(pattern).expect("the pattern is a constant");
    let edited = found.replace_all(text, |found: &regex::Captures<'_>| new(&found[0]));
    let done = edited != text;
    capture.bytes = edited.into_owned().into_bytes();
    done
}
