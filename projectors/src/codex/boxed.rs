//! A box that the CLI draws over transcript and composer, so that text is beside it in its own rows (0.171), and a drawer at the
//! pane's right edge. What it holds is read as a screen of its own, of the box's columns.

use std::ops::Range;

use shadow_core::screen::{Marked, Needle, Row, Screen, Style};
use shadow_core::surface::RowSpan;

use super::above::keyed_items;
use super::block::CENTERED;
use super::composer::is_typed_in;
use super::front::{Composer, Part};
use super::marks::Mark;
use super::shape::{CHEVRON, after_glyph, carries_styles, is_key_hint, numbered};
use crate::rules::decide;
use crate::shapes::columns::gap_of;

/// Rows of a box above and below its selected one, at most.
const TALLEST: usize = 24;
/// Columns between a box's edge and its text.
const INSET: usize = 2;
/// What a rule is drawn with, and how it begins before a title.
const RULE: char = '─';
const TITLE: &str = "─ ";
/// Rows in which text is cut right before a box, at least, where no style shows the box.
const CUT_LEAST: usize = 2;

/// The glyph of a selected row.
const POINTER: Needle = Needle::new("›");

/// The drawer or box in front of a composer, whose columns these become: its part of the screen, which is the whole where it
/// is not sure to be one, and the rows of its dialog.
pub(super) fn front(
    screen: &Marked<'_>,
    composer: &Composer,
    columns: &mut Screen,
) -> Option<(Part, RowSpan)> {
    let (part, (rows, sure)) = decide! { screen;
        Drawer let drawn = drawer(screen, composer, columns) => (Part::Drawer, drawn);
        BoxOverText let drawn = over(screen, composer, columns) => (Part::Box, drawn);
        _ => return None
    };
    Some((if sure { part } else { Part::Whole }, rows))
}

/// A drawer: a title, which is bold in a dim rule that ends at the pane's right edge, and below it rows that are set in by two,
/// the last of which are keys and what each does. It covers the end of the composer's rows, whose beginning and cursor stay
/// left of it (presets).
fn drawer(screen: &Screen, composer: &Composer, columns: &mut Screen) -> Option<(RowSpan, bool)> {
    // It fills the blank row below a composer, or in a wide pane, where its keys are in one row, its last item is beside the
    // composer's only row.
    if composer.first == composer.last
        && gap_of::<INSET>(screen.row(composer.first).text()).is_none()
    {
        return None;
    }
    let titles = screen.filled(composer.first.saturating_sub(TALLEST), composer.last);
    let mut titles = titles.rev().filter(|(_, row)| row.text().ends_with(RULE));
    titles.find_map(|(index, row)| {
        let (shown, drawn) = titled(screen, row)?;
        columns.load_columns(screen, shown);
        let (last, keyed) = drawn_below(columns, composer.first)?;
        // Its keys may be written in a way that is not known, or a style lost.
        (keyed || drawn.contains(&true))
            .then(|| (RowSpan::new(index, last), keyed && drawn == [true; 2]))
    })
}

/// The columns of a drawer whose title is in a row that ends in a rule, and whether the rule is dim and the title bold.
fn titled(screen: &Screen, row: Row<'_>) -> Option<(Range<usize>, [bool; 2])> {
    const EDGE: usize = 3;
    let text = row.text();
    let words = text.trim_end_matches(RULE);
    let at = words.rfind(TITLE)?;
    let title = at + TITLE.len();
    let from = row.column_at_byte(at);
    if from < INSET || title >= words.len() || row.width() + EDGE < screen.width() {
        return None;
    }
    let drawn = [row.style_at(at).dim(), row.style_at(title).bold()];
    let apart = || text[..at].trim().is_empty() || text[..at].ends_with("  ");
    (drawn.contains(&true) || apart()).then(|| (from..row.width(), drawn))
}

/// The last row of a drawer, which is below the row in which the composer begins, and whether keys are among those.
fn drawn_below(part: &Screen, composer: usize) -> Option<(usize, bool)> {
    let below = part.filled(composer + 1, part.height());
    let own = below.filter(|(_, row)| row.indent() == INSET);
    own.fold(None, |last, (index, row)| {
        let keyed = last.is_some_and(|(_, keyed)| keyed);
        Some((index, keyed || keyed_items(row.text()) > 1))
    })
}

/// Such a box where its rows were taken for those of a dialog from edge to edge, and text is left of it. A dialog with a pointer of
/// its own is in front, whatever a tool has printed above it.
pub(super) fn beside(
    screen: &Marked<'_>,
    dialog: RowSpan,
    columns: &mut Screen,
) -> Option<(Part, RowSpan)> {
    let points = |row: usize| screen.row(row).first_char() == Some(CHEVRON);
    if !screen.draws(Style::inverse) || dialog.indices().any(points) {
        return None;
    }
    let mut rows = screen.filled(0, dialog.last as usize + 1).rev();
    let selected = rows.find_map(|(index, row)| Some((index, drawn_edge(row)?)));
    let (selected, (from, to)) = selected?;
    columns.load_columns(screen, from..to.unwrap_or(screen.width()));
    let over = |rows: &RowSpan| rows.last >= dialog.first && cut_rows(screen, *rows, from) > 0;
    decide! { screen;
        BoxOverText let rows = extent(columns, selected).filter(over) => Some((Part::Box, rows));
        _ => None
    }
}

/// Such a box: a selected row far from the left edge, above it a heading and below
/// it a row of keys, both set in by two. The selected row is drawn inverse. Without styles an answer may show all that, and
/// nothing tells whose it is but a hidden cursor.
fn over(screen: &Screen, composer: &Composer, columns: &mut Screen) -> Option<(RowSpan, bool)> {
    let styled = carries_styles(screen);
    if is_typed_in(screen, composer) || styled && !screen.draws(Style::inverse) {
        return None;
    }
    let (selected, from, to) = match styled {
        true => {
            let mut rows = screen.filled(0, screen.height()).rev();
            rows.find_map(|(index, row)| drawn_edge(row).map(|(from, to)| (index, from, to)))
        }
        false => {
            // Few rows have the glyph: one look for all of them.
            let places = screen.places_within(composer.top, POINTER);
            let edges = places.filter_map(|(index, at)| {
                Some((index, written_edge(screen.row(index), at)?, None))
            });
            edges.last()
        }
    }?;
    let to = to.unwrap_or(screen.width());
    columns.load_columns(screen, from..to);
    let rows = extent(columns, selected)?;
    let is_cut = styled || cut_rows(screen, rows, from) >= CUT_LEAST;
    let sure = styled || screen.cursor_visible() == Some(false);
    is_cut.then_some((rows, sure))
}

/// The columns of a box by its selected row, which is drawn inverse from edge to edge: to the end of the pane where nothing
/// is beside it.
fn drawn_edge(row: Row<'_>) -> Option<(usize, Option<usize>)> {
    let mut spans = row.spans().skip_while(|span| {
        let selected = span.style.inverse() && span.text.starts_with(CHEVRON);
        !selected || row.column_at_byte(span.start) < INSET
    });
    let from = row.column_at_byte(spans.next()?.start);
    let beside = spans.find(|span| !span.style.inverse());
    Some((from, beside.map(|span| row.column_at_byte(span.start))))
}

/// The left edge of a box by a selected choice with a number, whose glyph is at a byte.
fn written_edge(row: Row<'_>, at: usize) -> Option<usize> {
    let far = row.column_at_byte(at) >= CENTERED;
    let choice = far && numbered(after_glyph(&row.text()[at..])).is_some();
    choice.then(|| row.column_at_byte(at))
}

/// The rows of the dialog in a box, from its heading to its keys.
fn extent(part: &Screen, selected: usize) -> Option<RowSpan> {
    let (first, last) = (selected.saturating_sub(TALLEST), selected + TALLEST);
    let keys = |(_, row): &(usize, Row<'_>)| row.indent() == INSET && is_key_hint(row.text());
    let (last, _) = part.filled(selected + 1, last).find(keys)?;
    let heads = |(index, row): &(usize, Row<'_>)| {
        let apart = *index == 0 || !is_set_in(part.row(*index - 1));
        let bold = !carries_styles(part) || row.style_at(INSET).bold();
        row.indent() == INSET && apart && bold
    };
    let (first, _) = part.filled(first, selected).rev().find(heads)?;
    Some(RowSpan::new(first, last))
}

/// Whether a row says anything where a box's text begins.
fn is_set_in(row: Row<'_>) -> bool {
    !row.is_blank() && row.indent() == INSET
}

/// In how many rows text ends right before a column.
fn cut_rows(screen: &Screen, rows: RowSpan, column: usize) -> usize {
    let ends = |index: &usize| {
        let row = screen.row(*index);
        let before = &row.text()[..row.byte_at_column(column)];
        row.width() >= column && !before.is_empty() && !before.ends_with(' ')
    };
    rows.indices().filter(ends).count()
}

#[cfg(test)]
mod tests {
    use shadow_core::contract::UiContext;

    use crate::codex::{CodexProjector, PRESETS};
    use crate::testing::{read, screen};

    /// 0.171 at 160x50, narrowed: the drawer is beside a composer of one row. Left of it an answer's row reads like its title.
    #[test]
    fn a_row_like_a_title_hides_no_drawer() {
        let at = |column: usize, left: &str, right: &str| {
            format!(
                "{left}{}{right}\n",
                " ".repeat(column - left.chars().count())
            )
        };
        let rule = "\u{2500}".repeat(27);
        let title = format!("\x1b[2m─ \x1b[0;1mPresets\x1b[0;2m {rule}\x1b[0m");
        let keys = "n · new   e · edit   esc · close";
        let drawn = [
            at(1, "•", "See"),
            at(40, "", &title),
            "  ─ x ───\n".to_owned(),
            "\x1b[1m\u{203a}\x1b[0m".to_owned() + &at(41, " please go on", "No presets saved."),
            "\n".to_owned(),
            at(42, "  GPT-5.5 · ~/project", keys),
        ];
        let (_, facts) = read(
            &CodexProjector::new(PRESETS[PRESETS.len() - 1]),
            &screen(80, &drawn.concat()),
        );
        assert!(facts.composer.is_none() && facts.turn.running.is_none());
        let block = facts.block.map(|block| block.context);
        assert_eq!(block, Some(UiContext::SettingsPanel));
    }

    /// 0.171 at 80x12: the box reaches over the composer, and begins in column 4.
    #[test]
    fn a_box_over_the_composer_is_in_front_of_it() {
        let drawn = "\n  >_  \x1b[1mEnable full access?\x1b[0m\n      When Codex runs with full access, it can edit any file on \
                     your\n      computer and run commands with network, without your approval.\n\n    \x1b[1;7m› 1. Yes, \
                     continue anyway  \x1b[0;7mApply full access for this session\x1b[1m           \x1b[0m\n\x1b[1m›\x1b[0m \
                     \x1b[2mAs\x1b[0m  2. Cancel                \x1b[2mGo back without enabling full access\x1b[0m\n\n  GP  \
                     \x1b[1menter\x1b[0;2m select · \x1b[0;1mesc\x1b[0;2m back\x1b[0m";
        let (_, facts) = read(
            &CodexProjector::new(PRESETS[PRESETS.len() - 1]),
            &screen(80, drawn),
        );
        assert!(facts.composer.is_none() && facts.turn.running.is_none());
        let block = facts.block.map(|block| block.context);
        assert_eq!(block, Some(UiContext::SettingsPanel));
    }
}
