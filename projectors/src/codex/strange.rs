//! What withholds a composer's readiness: signs that keys go elsewhere, and rows in the status row's
//! place that are none by their shape, as a newer version might draw it. What a row means where a rule
//! explains it, is read elsewhere.

use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::RowSpan;

use super::block::CENTERED;
use super::cell_kind::{CellKind, CellSpan};
use super::footer::{background_count, describes_session, is_footer};
use super::front::{Composer, Skin};
use super::marks::Mark;
use super::openings::opens_with_verb;
use super::prompt::is_drawn_prompt;
use super::rows::seen_cursor;
use super::shape::{BAR, CHEVRON, carries_styles, is_separated};
use super::transcript::Transcript;
use crate::letters::Words;
use crate::rules::decide;

/// Rows from a status row to the composer, its own counted.
const STATUS_ROWS: usize = 3;

/// The rows that say that something else than the composer may take the keys.
pub(super) fn in_front(
    screen: &Marked<'_>,
    composer: &Composer,
    transcript: &Transcript,
) -> Option<RowSpan> {
    let own = composer.rows();
    let barred = composer.skin == Skin::Bar;
    let hidden = screen.cursor_visible() == Some(false);
    let is_title = |_: &usize| {
        let fresh = is_fresh(screen, composer, transcript);
        !Mark::HeaderAbove.holds(screen, fresh)
    };
    let title = || title_above(screen, composer).filter(is_title);
    decide! { screen;
        CursorHidden if hidden => Some(own);
        CursorElsewhere if is_left(screen, composer) => Some(own);
        BarUnended if barred && is_unended(screen, composer) => Some(own);
        _ if barred => None;
        TitledPrompt let title = title() => Some(RowSpan::new(title, composer.last));
        FooterParted let rows = parted_footer(screen, composer) => Some(rows);
        _ => None
    }
}

/// Whether the cursor is shown above the composer, or in a row below it that is no known footer: keys go to
/// where it stands. Before or behind the words of a known footer it may only have been left, as by a screen that was
/// printed; among them a shell has left it, whose prompt was printed over them (0.34).
fn is_left(screen: &Screen, composer: &Composer) -> bool {
    let Some((x, y)) = seen_cursor(screen) else {
        return false;
    };
    let row = screen.row(y);
    let below = composer.footer.is_some_and(|rows| rows.contains(y));
    let strange = composer.skin == Skin::Chevron && !is_footer(row.text());
    let within = (1..row.width()).contains(&x);
    composer.popup.is_none() && (y < composer.first || below && (strange || within))
}

/// The last row of the screen is the draft's, with no footer, no popup and no cursor in it: the rest may
/// be cut off, or it is a user's cell. A command's draft alone takes the footer's place (0.28 to 0.42).
fn is_unended(screen: &Screen, composer: &Composer) -> bool {
    let typed_in = screen.cursor().is_some_and(|(_, y)| composer.holds(y));
    let draft = screen.row(composer.first).text().trim_start_matches(BAR);
    let command = draft.trim_start().starts_with('/');
    composer.footer.is_none() && composer.popup.is_none() && !typed_in && !command
}

/// Over a row that is not drawn as the prompt, as without styles none is: one that is there as a title
/// does over its field, indented, one blank row between. Two blank rows part a composer from the transcript.
fn title_above(screen: &Screen, composer: &Composer) -> Option<usize> {
    let title = composer.first.checked_sub(2)?;
    let row = screen.row(title);
    let bare = composer.top == composer.first && !is_drawn_prompt(screen.row(composer.first));
    let alone = bare && screen.row(title + 1).is_blank();
    (alone && !row.is_blank() && (2..CENTERED).contains(&row.indent())).then_some(title)
}

/// Whether no turn has begun below the banner, and the footer describes a session, which a dialog's field has not: the
/// row above is the header's last. Tools drop one of two blank rows.
fn is_fresh(screen: &Screen, composer: &Composer, transcript: &Transcript) -> bool {
    let header = transcript.rows_of(CellKind::Banner).is_some()
        && transcript.rows_of(CellKind::Unexplained).is_none();
    let described = || {
        let rows = composer.footer.map(|rows| screen.row(rows.first as usize));
        rows.is_some_and(|first| describes_session(first.trimmed()))
    };
    header && !transcript.has_begun() && described()
}

/// Rows below the composer that are in several parts, or hold a marked row: no footer is like that. Without
/// styles they may be taken for the draft's.
fn parted_footer(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    if composer.popup.is_some() {
        return None;
    }
    let marked = |&row: &usize| {
        let row = screen.row(row);
        row.indent() > 0 && row.first_char() == Some(CHEVRON)
    };
    if !carries_styles(screen)
        && let Some(row) = (composer.first + 1..=composer.last).find(marked)
    {
        return Some(RowSpan::one(row));
    }
    let rows = composer.footer?;
    let parts = |row: usize| screen.row(row).is_blank() || marked(&row);
    rows.indices().any(parts).then_some(rows)
}

/// The row in the status row's place, where it may be one that has changed its shape. How a row at the
/// margin is drawn or reads tells in every version; where it stands, or what an indented one reads, only in
/// those whose status row stays for the whole turn: in others idle rests on other witnesses.
pub(super) fn in_status_place(
    screen: &Screen,
    composer: &Composer,
    transcript: &Transcript,
) -> Option<RowSpan> {
    let end = screen.last_filled(0, composer.top)?;
    let start = screen.run_start(end);
    let apart = (2..=STATUS_ROWS).contains(&(composer.top - end));
    // What is queued (0.34), or a count of terminals (0.98), may follow in the rows below.
    let follows = || {
        let below = screen.row(start + 1).text();
        below.trim_start().starts_with('↳') || background_count(below).is_some()
    };
    if !(apart && transcript.has_begun() && (start == end || follows())) {
        return None;
    }
    let cell = transcript.last.filter(|cell| cell.last == end);
    let strange = is_strange(screen, composer, transcript, start, cell);
    strange.then(|| RowSpan::new(start, end))
}

/// Whether a row in the status row's place, and the transcript's cell that it belongs to, may be one in another shape.
fn is_strange(
    screen: &Screen,
    composer: &Composer,
    transcript: &Transcript,
    index: usize,
    cell: Option<CellSpan>,
) -> bool {
    use CellKind::{Assistant, Error, Finished, Interrupted, Separator, Tool, User};
    let row = screen.row(index);
    let barred = composer.skin == Skin::Bar;
    let is = |kind| cell.is_some_and(|cell| cell.kind == kind);
    let begins = cell.is_some_and(|cell| cell.first == index);
    // Rows that end a turn, calls and what the person typed are no status row. In the bar skin none is flush.
    let told = [Finished, Separator, Error, Interrupted]
        .into_iter()
        .any(is);
    let own = || begins && (is(User) || opens_with_verb(row.text()));
    if barred && row.is_flush() || told || own() {
        return false;
    }
    let styled = carries_styles(screen);
    let placed = barred || row.is_flush();
    let drawn = styled && (placed && is_dimmed(row) || row.is_flush() && is(Tool));
    if drawn || !(transcript.steady || row.is_flush()) {
        return drawn;
    }
    // An answer goes on in column 0, under its heading (0.20). Others are in other columns where the footer follows at once
    // (0.28 and 0.34).
    let heads = |cell: CellSpan| {
        screen
            .row(cell.first)
            .flush_char()
            .is_some_and(|c| c != '>')
    };
    let flush_text = || is(Assistant) && cell.is_some_and(heads);
    let close = || {
        composer
            .footer
            .is_some_and(|rows| rows.first as usize == composer.last + 1)
    };
    let apart = || row.indent() == 1 && close() && !flush_text();
    // An answer opens with `>`.
    let unopened = || begins && row.indent() > 0 && transcript.before_last() == Some(User);
    !styled && reads_alike(row.text()) || barred && (apart() || unopened())
}

/// Whether a row is drawn as a status row is: dim behind what is not, which no answer's text is.
fn is_dimmed(row: Row<'_>) -> bool {
    let mut spans = row.spans().map(|span| span.style.dim());
    spans.any(|dim| !dim) && spans.any(|dim| dim)
}

/// What a status row offers.
static OFFERS: Words<1> = Words::any_case(["interrupt"]);

/// Reads as a status row does: an offer to interrupt, or a bracket that opens with a count and its unit,
/// and is the row's end or goes on with a separator.
fn reads_alike(text: &str) -> bool {
    let text = text.trim_end();
    if OFFERS.any_in(text) {
        return true;
    }
    let Some(at) = text.rfind(['(', '[']) else {
        return false;
    };
    let inside = &text[at + 1..];
    let behind = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = behind.trim_start_matches(char::is_alphabetic);
    let unit = behind[..behind.len() - rest.len()].chars().count();
    let counted = behind.len() < inside.len() && (1..=2).contains(&unit);
    counted && (text.ends_with([')', ']']) && !rest.starts_with(' ') || is_separated(rest))
}

#[cfg(test)]
mod tests {
    use super::reads_alike;

    /// Made up: what a newer version may change of the row.
    #[test]
    fn reads_rows_that_may_be_a_status_rows() {
        for text in [
            "  Working (3秒 • Esc to interrupt)",
            "  Jbexvat (3f • Rfp gb vagreehcg)",
            "• Working [3s]",
            "  Working 3s, Esc to interrupt",
        ] {
            assert!(reads_alike(text), "{text}");
        }
        for text in [
            "  It needs no change today.",
            "  Done (3 files changed)",
            "  See (above)",
        ] {
            assert!(!reads_alike(text), "{text}");
        }
    }
}
