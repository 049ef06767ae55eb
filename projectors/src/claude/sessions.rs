//! The view over all sessions (seen from 2.1.200 on): a list below the banner, and a composer that starts another
//! session. It is opened by the left arrow at an empty prompt, and is no place for the session's next prompt.

use shadow_core::contract::{BlockKind, BlockOption, BlockOrigin, OperatorBlock};
use shadow_core::screen::{Color, Marked, Row, Screen};
use shadow_core::surface::{BlockFact, RowSpan};

use super::banner::Head;
use super::footer::{Footer, offers_item, segments};
use super::found::Around;
use super::glyph::{is_drawing, is_symbol};
use super::marks::Mark;
use super::{banner, block};
use crate::dialogs::AGENT_PANEL;
use crate::letters::Openings;
use crate::rules::mark_all;
use crate::shapes::columns::parts;
use crate::shapes::numbers::{begins_with_digit, is_number};

/// Beginnings of the row of keys below it. No footer of a session begins with them.
static KEYS: Openings<4> = Openings::new([
    "enter to ",
    "space to ",
    "ctrl+x to delete",
    "ctrl+x to remove",
]);

/// The view's rows below its banner, where the screen is it.
pub(super) fn rows(
    screen: &Marked<'_>,
    footer: &Footer,
    banner: Option<RowSpan>,
) -> Option<RowSpan> {
    // Below a composer of the session's own stands its permission mode.
    let keyed = footer.rows.filter(|_| footer.permission.is_none());
    let keys = keyed.is_some_and(|rows| offers_keys(screen.row(rows.first as usize)));
    let counts = banner.is_some_and(|banner| counts(screen, banner));
    let is_view = is_view(screen, keys, counts);
    let first = banner.map_or(0, |banner| banner.last as usize + 1);
    let last = screen.last_row().filter(|&last| last >= first)?;
    is_view.then(|| RowSpan::new(first, last))
}

/// Whether keys or counts tell of the view.
fn is_view(screen: &Marked<'_>, keys: bool, counts: bool) -> bool {
    mark_all! { screen;
        SessionKeys if keys;
        SessionCounts if counts;
    }
    keys || counts
}

fn offers_keys(row: Row<'_>) -> bool {
    let first = row.trimmed();
    KEYS.begin(first) && !offers_item(first)
}

/// Whether the banner counts sessions where it names the directory of one: `1 awaiting input · 0 working`.
fn counts(screen: &Screen, banner: RowSpan) -> bool {
    let row = screen.row(banner.last as usize);
    // Of many banners it is a box's edge.
    let may = |first: char| is_logo(first) || first.is_ascii_digit();
    if !row.first_char().is_some_and(may) {
        return false;
    }
    let text = row.text();
    let Some(words) = text.bytes().position(|byte| byte.is_ascii_graphic()) else {
        return false;
    };
    let (logo, beside) = text.split_at(words);
    let drawn = |char: char| char == ' ' || is_logo(char);
    let counted = |part: &str| {
        let (count, what) = part.split_once(' ').unwrap_or_default();
        is_number(count) && !what.is_empty()
    };
    begins_with_digit(beside)
        && !logo.is_empty()
        && logo.chars().all(drawn)
        && segments(beside).next().is_some_and(counted)
}

const fn is_logo(char: char) -> bool {
    matches!(char, '\u{2580}'..='\u{259f}')
}

/// The view as a panel that the operator has opened.
pub(super) const fn fact(rows: RowSpan) -> BlockFact {
    AGENT_PANEL.fact(rows, None, false)
}

/// The view's rows below its banner, where a session of it is written to in a box (seen in 2.1.330): told by the banner
/// above it or the keys below.
pub(super) fn rows_with_reply(
    screen: &Marked<'_>,
    place: block::Place,
    head: Option<Head>,
) -> Option<RowSpan> {
    let banner = banner::rows_above(screen, place.first, head);
    let keys = place.edge == block::Edge::Box && offers_keys(screen.row(place.last));
    let counts = !keys && banner.is_some_and(|rows| counts(screen, rows));
    let first = banner.map_or(0, |banner| banner.last as usize + 1);
    is_view(screen, keys, counts).then(|| RowSpan::new(first, place.last))
}

/// Its rows without rules, and of blank ones side by side only the first.
fn excerpt(screen: &Screen, rows: RowSpan) -> String {
    let lines = rows.indices().map(|index| screen.row(index).text());
    let lines = lines.map(str::trim_end);
    let said = lines.filter(|line| line.is_empty() || !line.chars().all(is_drawing));
    let mut lines: Vec<&str> = said.collect();
    lines.dedup_by(|line, above| line.is_empty() && above.is_empty());
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The view written out: its excerpt, and the sessions that it lists; while a task is typed, no key reaches them.
pub(super) fn write(
    screen: &Screen,
    rows: RowSpan,
    around: Option<&Around>,
) -> (String, OperatorBlock) {
    let end = around.map_or(rows.last as usize + 1, |around| around.frame.top);
    let listed = (rows.first as usize..end).filter_map(|index| session(screen.row(index)));
    let mut options: Vec<BlockOption> = listed.collect();
    if options.iter().all(|option| option.selected != Some(true)) {
        options.iter_mut().for_each(|option| option.selected = None);
    }
    block::fill_keys(BlockKind::Panel, &mut options, false);
    let block = OperatorBlock {
        kind: BlockKind::Panel,
        origin: BlockOrigin::Operator,
        options,
        ..OperatorBlock::default()
    };
    (excerpt(screen, rows), block)
}

/// A session's row: a mark, its name, and what it says of itself behind two spaces. The chosen one is behind the
/// prompt glyph (2.1.330) or on a ground of its own (2.1.200 to 2.1.310).
fn session(row: Row<'_>) -> Option<BlockOption> {
    let pointed = row.trimmed().strip_prefix("❯ ");
    let item = pointed.unwrap_or_else(|| row.trimmed());
    let mark = item.chars().next().filter(|mark| is_symbol(*mark))?;
    let (name, about) = item[mark.len_utf8()..].trim_start().split_once("  ")?;
    let grounded = row.first_style().bg != Color::Default;
    let about: Vec<&str> = parts(about).collect();
    Some(BlockOption {
        label: name.to_owned(),
        description: (!about.is_empty()).then(|| about.join(" ")),
        selected: Some(pointed.is_some() || grounded),
        ..BlockOption::default()
    })
}
