//! A block read: what kind of dialog it is, and its first row that no rule explains: words between the question and its options,
//! or below the options, that are neither a wrap, a description, a hint nor a count of hidden rows.

use shadow_core::OwnDialogs;
use shadow_core::contract::BlockKind;
use shadow_core::screen::Marked;
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::marks::Mark;
use super::body::Body;
use super::furniture::is_furnished;
use super::lines::{self, Line};
use super::place::Place;
use super::{form, kind};
use crate::dialogs::is_approval;
use crate::rules::mark_all;

/// Reads the block at a place, where it has the furniture of a dialog: what it is, and a row of it that no rule explains. `own`
/// are the user's own dialogs.
pub(in super::super) fn read(
    screen: &Marked<'_>,
    place: Place,
    own: &OwnDialogs,
) -> Option<(BlockFact, Option<RowSpan>)> {
    Body::at(screen, place, |body| {
        if !is_furnished(body) {
            return None;
        }
        let fact = kind::fact(body, own);
        let strange = unexplained(body, fact.kind);
        mark_all! { screen;
            Proposal if fact.proposal.is_some();
            StrangeLine if strange.is_some();
        }
        Some((fact, strange))
    })
}

/// The first row that no rule explains, of a dialog that the agent or the CLI waits for.
fn unexplained(body: &Body<'_>, named: BlockKind) -> Option<RowSpan> {
    let others = [BlockKind::Plan, BlockKind::Question, BlockKind::Trust];
    let asks = (is_approval(named) || others.contains(&named)) && !form::is_form(body);
    let first = body.first_row().filter(|_| asks)?;
    let last = body.last_row()?;
    let heading = body.heading().map_or(0, |line| line.row);
    let question = body
        .asked()
        .filter(|asked| asked[0].row > heading)
        .map_or(first, |asked| asked[asked.len() - 1].row + 1);
    let here = |line: &Line<'_>| (question..first).contains(&line.row) || line.row > last;
    let known = |text: &str| lines::is_drawn(text) || lines::is_hint(text) || lines::is_more(text);
    let strange = |line: &Line<'_>| here(line) && !line.words.is_empty() && !known(line.words);
    // Most dialogs have none, and need not be looked at whole.
    body.lines().iter().find(|line| strange(line))?;
    let mut hinted = false;
    let open = |line: &&Line<'_>| {
        // Hints may wrap.
        hinted = lines::is_hint(line.words) || hinted && !line.words.is_empty();
        !hinted && strange(line)
    };
    let line = body.lines().iter().find(open)?;
    Some(RowSpan::one(line.row))
}
