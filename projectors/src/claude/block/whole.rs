//! Whether all of what a block is about is on the pane: its top, its rows and its end are proven, and nothing says or shows
//! that a part is left out.

use shadow_core::contract::BlockKind;
use shadow_core::screen::{Row, Style};

use super::about::{self, About};
use super::body::Body;
use super::clipped;
use super::lines::{Line, is_drawn};
use super::place::Edge;
use super::repainted;
use crate::shapes::cuts::{self, CutMark};

/// Counts of what Claude Code leaves out, in the sources of 2.0.31 to 2.1.332.
const COUNTS: [CutMark; 3] = [
    // `… +12 lines`, `… (+12 more lines)`, `… +900 more characters`.
    CutMark::Counted('…'),
    // `↑ 43 more lines`, below the options of a dialog that is taller than the pane.
    CutMark::Counted('↑'),
    CutMark::Counted('↓'),
];

/// Words of it where a value, a file or a change is not shown: `(value of 12,000 characters cannot be shown in full — deny
/// unless expected)`.
const WORDS: [CutMark; 6] = [
    CutMark::Words("cannot be shown"),
    CutMark::Words("could not be shown"),
    CutMark::Words("cannot be reviewed"),
    CutMark::Words("cannot be fully reviewed"),
    CutMark::Words("too large to show"),
    CutMark::Words("too large to preview"),
];

/// What it writes behind the head of a row that it cuts, in the colors of the row: `lo … [+148 chars]`, where a line of a new
/// file has more than 2,000 characters (2.1.330).
const IN_ROWS: [CutMark; 2] = [CutMark::Measured("char"), CutMark::Measured("grapheme")];

/// Whether nothing of a block's subject is missing. `clips_tabs` in versions that cut off what a tab pushes over the edge.
pub(super) fn is_whole(about: &About<'_, '_>, clips_tabs: bool) -> bool {
    let mut lines = about.subject.iter();
    about.proven
        && !about.fact.clipped
        && shows_top(about.body)
        && !is_left_out(about)
        && !lines.any(|line| ends_cut(about, line) || hides_sign(line))
        && !is_cut_right(about)
        && is_aligned(about)
        && !(clips_tabs && clipped::may_hide(about))
}

/// Whether a row ends where the CLI has cut it: at its edge, where it shows a command or a change in rows, which end in what
/// they say. Behind bars it cuts none. Alone, the mark is a placeholder for what is not drawn yet (2.1.200).
fn ends_cut(about: &About<'_, '_>, line: &Line<'_>) -> bool {
    let body = about.body;
    let rows = matches!(
        about.fact.kind,
        BlockKind::ApprovalCommand | BlockKind::ApprovalEdit
    );
    let within = || {
        let width = body.screen.row(line.row).width();
        width + MARGIN < body.room() && !cuts::has_disputed_width(line.words)
    };
    let told = || line.words != "…" && (within() || about.is_barred());
    cuts::ends_cut(line.words) && !(rows && told())
}

/// Whether a row holds the sign in whose place Claude Code draws what cannot be seen (U+202E since 2.1.200, U+00AD and
/// U+2060 since 2.1.330), or may lack some that the terminal could not join: the call says something else.
fn hides_sign(line: &Line<'_>) -> bool {
    line.words.contains('\u{fffd}') || cuts::may_drop_joined(line.words)
}

/// Columns that may stay free where a row is cut.
const MARGIN: usize = 4;

/// Whether the CLI says that a part is left out. In a command its own words are faint, and stand behind no bar; without styles
/// they are not told from a row of it.
fn is_left_out(about: &About<'_, '_>) -> bool {
    let (body, kind) = (about.body, about.fact.kind);
    let barred = about.is_barred();
    let own = |line: &&Line<'_>| {
        let told = match body.screen.is_styled() {
            true => !about::is_foreign(body.screen, line),
            false => barred,
        };
        // A row of a change begins with a number, or with the sign that a row has again that one goes on in.
        let signed = || number(line).is_some() || line.words.starts_with(['+', '-']);
        let changed = kind == BlockKind::ApprovalEdit && signed();
        about.holds(line) && (told || changed)
    };
    let others = body.lines().iter().filter(|line| !own(line));
    let words = others.map(|line| line.words);
    let values = in_place(kind, &about.subject).iter();
    let values = values.map(|line| line.words.trim_start_matches('│'));
    let rows = about.subject.iter().map(|line| line.words);
    let rows = rows.map(|words| words.trim_start_matches(['+', '-', '│', ' ']));
    let elided = rows.clone().any(|row| row.contains('…'));
    elided && cuts::is_cut(&IN_ROWS, rows)
        || cuts::is_cut(&COUNTS, words.clone())
        || cuts::is_cut(&WORDS, words)
        || cuts::is_cut(&WORDS, values)
}

/// The rows that may take the place of a value or of a change: of a command all where they are one remark in brackets (2.1.332),
/// of a change those above its first number. The words that replace a value have its bar (2.1.330), so that a value that holds
/// them counts as cut.
fn in_place<'s, 'a>(kind: BlockKind, subject: &'s [Line<'a>]) -> &'s [Line<'a>] {
    let first = subject.first().map_or("", |line| line.words);
    let last = subject.last().map_or("", |line| line.words);
    let rows = match kind {
        BlockKind::ApprovalCommand if first.starts_with('(') && last.ends_with(')') => {
            subject.len()
        }
        BlockKind::ApprovalCommand => 0,
        BlockKind::ApprovalEdit => {
            let first = subject.iter().position(|line| number(line).is_some());
            first.unwrap_or(subject.len())
        }
        _ => subject.len(),
    };
    &subject[..rows]
}

/// Whether a block's upper edge is on the pane, over its whole width and in one row (a pane that has become narrower wraps it,
/// until the CLI draws it again), with a heading below it that no model has written: in bold where there are styles.
fn shows_top(body: &Body<'_>) -> bool {
    let (screen, place) = (body.screen, body.place);
    let edge = screen.row(place.first);
    let cols = screen.cols().map_or(0, usize::from);
    let rule = |row: usize| {
        let row = screen.row(row);
        row.is_flush() && is_drawn(row.trimmed())
    };
    let wrapped = |line: &Line<'_>| line.shift == 0 && rule(line.row) && rule(line.row - 1);
    // Where the terminal wraps, a pane may have become wider; where it does not, it may have been narrower in between.
    let short = edge.width() != cols && cols > 0 && screen.alternate() != Some(false);
    if place.edge == Edge::Open || short {
        return false;
    }
    if place.edge == Edge::Rule && body.lines().iter().any(wrapped) {
        return false;
    }
    let bold = |heading: &Line<'_>| heading.style(screen).is_some_and(Style::bold);
    body.heading()
        .is_some_and(|heading| !screen.draws(Style::bold) || bold(heading))
}

/// Whether rows are cut at the pane's right edge: it has become narrower, and the CLI has not drawn them again, or a tab has
/// made them wider than it reckons. No row of a dialog reaches the last column but those of a change, which go on in the next,
/// and none without a frame the last but one. In a box the side that closes it is gone.
fn is_cut_right(about: &About<'_, '_>) -> bool {
    let (body, screen, place) = (about.body, about.body.screen, about.body.place);
    let edge = screen.row(place.first).width();
    let cols = screen.cols().map_or(edge, usize::from);
    let change = about.fact.kind == BlockKind::ApprovalEdit;
    let reach = cols.min(edge).saturating_sub(usize::from(!about.framed));
    let boxed = |line: &Line<'_>| {
        let row = screen.row(line.row);
        row.width() != edge || !row.trimmed().ends_with('│')
    };
    let mut lines = body.lines().iter().filter(|line| line.shift > 0);
    if lines.any(boxed) {
        return true;
    }
    let goes_on = |at: usize, row: Row<'_>| {
        let next = about.subject.get(at + 1);
        change && next.is_some_and(|next| number(next).is_none()) && !may_hold_tab(row)
    };
    let mut own = about.subject.iter().enumerate();
    let mut fills = false;
    let cut = own.any(|(at, line)| {
        let row = screen.row(line.row);
        let full = line.shift == 0 && row.reaches(reach);
        fills |= full;
        full && !goes_on(at, row)
    });
    // Beside the alternate screen the terminal wraps what no longer fits.
    cut || screen.alternate() == Some(true) && repainted::is_stale(about, fills)
}

/// Whether blanks within a row have the terminal's own style, in which a tab leaves the columns that it passes over (up to
/// 2.1.215). What the CLI draws of a change has a ground, or the colors of its syntax. Without styles, any blank may be one.
fn may_hold_tab(row: Row<'_>) -> bool {
    let passed = |text: &str, style: Style| style == Style::default() && text.contains(' ');
    let begins = row.text().len() - row.trimmed().len();
    row.spans().any(|span| {
        let text = &span.text[begins.saturating_sub(span.start).min(span.text.len())..];
        passed(text, span.style)
    })
}

/// The column behind the number of a changed file's line.
fn number(line: &Line<'_>) -> Option<usize> {
    let digits = line.words.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| line.indent() + digits)
}

/// Whether no row begins further left than a subject's do, or in a change than the numbers of its lines. A tab (2.0.31 to
/// 2.1.215) makes a row wider than the CLI reckons: the terminal wraps it, and the CLI paints over what was there, or leaves a
/// row without number and text. A row that goes on at the dialog's margin (2.1.126) may be one of these.
fn is_aligned(about: &About<'_, '_>) -> bool {
    let said = |line: &&Line<'_>| !line.words.is_empty();
    let left = |line: &Line<'_>| about.column.is_some_and(|column| line.indent() < column);
    if about.subject.iter().filter(said).any(left) {
        return false;
    }
    let change = about.subject.get(1..).unwrap_or_default();
    let first = change.iter().position(|line| !line.words.is_empty());
    let change = &change[first.unwrap_or(0)..];
    let column = change.iter().filter_map(number).max();
    let numbered = change.first().and_then(number).is_some();
    let edit = about.fact.kind == BlockKind::ApprovalEdit;
    let Some(column) = column.filter(|_| edit && numbered) else {
        return true;
    };
    let last = change.iter().rposition(|line| number(line).is_some());
    let aligned = |(at, line): (usize, &Line<'_>)| match line.words.is_empty() {
        true => last.is_none_or(|last| at > last),
        false => number(line).is_some() || line.indent() >= column,
    };
    change.iter().enumerate().all(aligned)
}
