//! What must be seen before a person is called: the furniture of a dialog, as a glyph at the beginning of a row is none.

use super::body::Body;
use super::dialogs;
use super::heads::Head;
use super::lines::{self, Line};
use super::place::Edge;

/// Whether a block has a dialog's own furniture. Below an edge words stand above its list: a pointer right below a rule is a
/// composer's that a tool has moved to the left. In the open it takes a list of which one entry is chosen, a heading of the
/// table or a row that waits for a key, where nothing stands above: any other line of keys may be a footer's. Of a list whose
/// dialog is taller than the pane one entry may be all that is left, beside the count of what is hidden (2.1.332 in 8 rows).
pub(super) fn is_furnished(body: &Body<'_>) -> bool {
    let place = body.place;
    let heading = body.heading();
    if !place.is_bare() {
        let hinted = || body.lines().iter().any(|line| lines::is_hint(line.words));
        let listed = || is_chosen_from(body.heads()) && hinted();
        return heading.is_none_or(|line| lines::pointed(line.text).is_none()) || listed();
    }
    let bounded = body.screen.first_filled(0, place.first).is_some();
    let headed = || heading.is_some_and(|line| dialogs::headed(line.words).is_some());
    let waits = |line: &Line<'_>| lines::waits_for_enter(line.words);
    let waits = || body.lines().iter().any(waits);
    let entered = || {
        body.lines()
            .last()
            .is_some_and(|line| line.words.starts_with("Enter to "))
    };
    let counted = |line: &Line<'_>| lines::counts_above(line.words);
    let cut = || is_chosen(body.heads()) && body.lines().iter().any(counted);
    let own = bounded
        || is_chosen_from(body.heads())
        || headed()
        || cut()
        || waits()
        || entered()
        || place.edge == Edge::Spoken;
    own && !body.lines().iter().any(|line| is_lost_rule(line.words))
}

/// Whether a row is a rule of which a locale that lacks its glyph has left `_` or `?`: what stands around it lost its marks.
fn is_lost_rule(words: &str) -> bool {
    const SHORTEST: usize = 20;
    let lost = |byte: &u8| matches!(byte, b'_' | b'?');
    // A run covers one of these places. Most rows have nothing there, and are not walked.
    if !words
        .as_bytes()
        .iter()
        .skip(SHORTEST - 1)
        .step_by(SHORTEST)
        .any(lost)
    {
        return false;
    }
    let mut runs = words.as_bytes().chunk_by(|one, next| one == next);
    runs.any(|run| run.len() >= SHORTEST && lost(&run[0]))
}

/// Whether one entry of a list is chosen, and the others stand in its columns.
fn is_chosen_from(heads: &[Head<'_>]) -> bool {
    let beside = |one: &Head<'_>, other: &Head<'_>| other.column.abs_diff(one.column) <= 1;
    let chosen = heads.iter().find(|head| head.selected);
    let listed = chosen.is_some_and(|one| heads.iter().all(|head| beside(one, head)));
    heads.len() > 1 && listed && is_chosen(heads)
}

/// Whether one entry of a list is chosen.
fn is_chosen(heads: &[Head<'_>]) -> bool {
    heads.iter().filter(|head| head.selected).count() == 1
}
