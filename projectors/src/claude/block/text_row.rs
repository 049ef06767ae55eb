//! The option of a list that text is typed into: while the pointer is on it, a digit is text and chooses nothing.

use shadow_core::contract::BlockKind;
use shadow_core::screen::Style;

use super::body::Body;
use super::heads::Head;
use super::lines::{self, Line};
use super::note;
use crate::dialogs::Says;
use crate::shapes::lists::check_box;

/// The place among the options of the one that takes text, whatever it holds.
pub(super) fn find(body: &Body<'_>, heads: &[Head<'_>], kind: BlockKind) -> Option<usize> {
    let selected = heads.iter().position(|head| head.selected);
    let typed = selected.filter(|&at| has_caret(body, heads, at) || sends(body, heads, at));
    let asks = kind == BlockKind::Question;
    typed.or_else(|| asks.then(|| of_question(body, heads)).flatten())
}

/// Where text is typed that an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Typed {
    /// In its row.
    Here,
    /// In a field that opens when it is chosen.
    Next,
}

/// What labels say of options that take text, before anything is typed.
const LABELS: [(Says, Typed); 6] = [
    (Says::Begins("Type something"), Typed::Here),
    (Says::Begins("Type here"), Typed::Here),
    (Says::Begins("Tell Claude what to change"), Typed::Here),
    (Says::Begins("Tell Claude what to "), Typed::Next),
    (Says::Holds("tell Claude what to "), Typed::Next),
    (Says::Is("Other"), Typed::Next),
];

/// Whether a label is what stands in such a row before anything is typed.
pub(super) fn is_empty(label: &str) -> bool {
    typed(label) == Some(Typed::Here)
}

/// Whether choosing an option lets text be typed, by its label.
pub(super) fn takes_text(label: &str) -> bool {
    typed(label).is_some()
}

fn typed(label: &str) -> Option<Typed> {
    let found = LABELS.iter().find(|(says, _)| says.is_in(label));
    found.map(|(_, typed)| *typed)
}

/// Whether a caret is drawn in an option's row.
fn has_caret(body: &Body<'_>, heads: &[Head<'_>], at: usize) -> bool {
    let row = body.screen.row(body.lines()[heads[at].at].row);
    let mut spans = row.spans();
    let mut cell = || spans.any(|it| it.style.inverse() && it.text.chars().count() == 1);
    row.draws(Style::inverse) && cell() || row.margin_style().inverse()
}

/// Whether the row below an option names a key that sends what was typed: `shift+tab to approve with this feedback`.
fn sends(body: &Body<'_>, heads: &[Head<'_>], at: usize) -> bool {
    let below = body.lines().get(heads[at].at + 1);
    below.is_some_and(|line| {
        line.words.starts_with("shift+tab to ") && line.words.ends_with("with this feedback")
    })
}

/// The text row of a question of the agent's: the last of its numbered options that no rule sets apart. Below the rule
/// there are other entries (2.1.12 to 2.1.332), or, where there is none, it is the only option that nothing describes (2.0.31 on).
fn of_question(body: &Body<'_>, heads: &[Head<'_>]) -> Option<usize> {
    let lines = body.lines();
    let first = heads.first()?.at;
    let rule = |line: &Line<'_>| lines::is_drawn(line.words);
    let end = (first..lines.len()).find(|&at| rule(&lines[at]));
    let end = end.unwrap_or(lines.len());
    let last = heads
        .iter()
        .rposition(|head| head.number.is_some() && head.at < end)?;
    // The heading may be off the pane.
    let own = lines
        .get(end)
        .is_some_and(|line| line.text.starts_with("───"));
    let parted = own && heads.iter().any(|head| head.at > end);
    if !parted && !lines::has_tabs(body.heading_words()) {
        return None;
    }
    if parted && !note::is_in(body) {
        return Some(last);
    }
    // What describes an option with a box stands in the column of its words; in that of the box stands a button (2.1.331).
    let column = |at: usize| match check_box(heads[at].label) {
        Some(_) => heads[at].label_column + 1,
        None => 1,
    };
    let described = |at: usize| {
        let below = lines.get(heads[at].at + 1);
        below.is_some_and(|line| {
            line.indent() >= column(at) && !line.words.is_empty() && !rule(line)
        })
    };
    let others = (0..last).all(described);
    (last >= 2 && others && !described(last)).then_some(last)
}
