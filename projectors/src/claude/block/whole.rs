//! Whether all of what a block is about is on the pane: its top, its rows and its end are proven, and nothing says or shows
//! that a part is left out.

use shadow_core::contract::BlockKind;
use shadow_core::screen::{Color, Row, Style, str_width};

use super::super::glyph::{self, branch, is_panel_edge};
use super::about::{self, About};
use super::body::Body;
use super::lines::{Line, is_drawn, marked, option_number};
use super::place::Edge;
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
        && !(clips_tabs && hides_tabs(about))
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
    if place.is_bare() || short {
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
    cut || screen.alternate() == Some(true) && is_stale(about, fills)
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

/// Whether a subject may have text behind tabs that its rows do not show: nothing proves that all of it is drawn.
///
/// From 2.1.15 (2.1.12 does not) to 2.1.222 (2.1.224 does not) Claude Code reckons a tab as one column where it breaks a text into
/// rows, and draws it up to the next stop. What is then beyond the pane's edge is cut off without a mark: thirty tabs hide the rest
/// of any row. Earlier versions print the tab, and the terminal shows where it ends; later ones draw blanks, and break the row.
fn hides_tabs(about: &About<'_, '_>) -> bool {
    match about.fact.kind {
        BlockKind::ApprovalEdit => !is_grounded(about),
        BlockKind::ApprovalCommand => !is_closed(about),
        BlockKind::ApprovalOther => !is_json(about),
        _ => true,
    }
}

/// Whether each row of a change has its ground up to the edge, which a tab that is cut off leaves out. A row without one is a
/// line that stays. A new file has no ground.
fn is_grounded(about: &About<'_, '_>) -> bool {
    let ground = |style: Style| style.bg != Color::Default;
    let screen = about.body.screen;
    let rows = || about.subject.iter().map(|line| screen.row(line.row));
    let reaches = |row: Row<'_>| !row.draws(ground) || ground(row.margin_style());
    rows().any(|row| row.draws(ground)) && rows().all(reaches)
}

/// Whether a command has one row, and the call above it is closed behind the same text: `Bash(touch a)`. The parenthesis would
/// be cut off with the rest.
fn is_closed(about: &About<'_, '_>) -> bool {
    let mut said = about.subject.iter().filter(|line| !line.words.is_empty());
    let (Some(line), None, Some(rows)) = (said.next(), said.next(), about.fact.proposal) else {
        return false;
    };
    let above = rows.indices().map(|row| about.body.screen.row(row));
    let call = above.take_while(|row| branch(*row).is_none());
    let call: String = call.flat_map(|row| about::letters(row.text())).collect();
    let own: String = about::letters(line.text).collect();
    let head = call
        .strip_suffix(')')
        .and_then(|call| call.strip_suffix(own.as_str()));
    head.is_some_and(|head| head.ends_with('(') && head.matches('(').count() == 1)
}

/// Whether a subject is the call of an MCP server, whose values are JSON, in which a tab is `\t`: `notes - add_note(text: "a")
/// (MCP)`. No other call has a name without quotation marks before its values, and none ends so, perhaps in the row below.
fn is_json(about: &About<'_, '_>) -> bool {
    let (Some(first), Some(last)) = (about.subject.first(), about.subject.last()) else {
        return false;
    };
    let name = first.words.split_once('(').map_or("", |(name, _)| name);
    let mut below = about.body.lines().iter().filter(|line| line.row > last.row);
    let marked = last.words.ends_with("(MCP)")
        || below.next().is_some_and(|it| it.words.starts_with("(MCP)"));
    name.contains(" - ") && !name.contains('"') && marked
}

/// Columns of the longest word that proves a wrap where it did not fit: a longer one might not have fit elsewhere either.
const WORD: usize = 16;

/// Whether rows reach the last column that may have been cut there, and nothing proves that they were drawn for this width.
/// `fills` where rows of the subject do.
///
/// On the alternate screen the terminal wraps nothing: where a pane has become narrower, rows end at its edge until the CLI draws
/// them again. Those of the transcript, and of a change, may fill the pane (2.1.330), so that a full row alone proves nothing.
fn is_stale(about: &About<'_, '_>, fills: bool) -> bool {
    let (screen, place) = (about.body.screen, about.body.place);
    let cols = screen.cols().map_or(usize::MAX, usize::from);
    let full = |row: Row<'_>| row.reaches(cols) && !is_rule(row);
    let own = |row: usize| about.subject.iter().any(|line| line.row == row);
    // Of a dialog's other rows none is that wide.
    let mut below = screen.filled(place.first, screen.height());
    if below.any(|(index, row)| !own(index) && full(row)) {
        return true;
    }
    let (mut cut, mut wrapped) = (usize::from(fills), 0);
    let mut above: Option<(usize, Row<'_>)> = None;
    for (index, row) in screen.filled(0, place.first) {
        if full(row) {
            // What the CLI itself cuts for this width ends so.
            let shortened = row.text().ends_with('…');
            cut += usize::from(!shortened);
            wrapped += usize::from(shortened);
        }
        let before = above.replace((index, row));
        let before = before.filter(|(last, before)| last + 1 == index && !full(*before));
        wrapped += usize::from(before.is_some_and(|(_, before)| goes_on(before, row, cols)));
    }
    cut > 0 && wrapped < cut && !wraps(about) && !breaks(about, cols)
}

fn is_rule(row: Row<'_>) -> bool {
    glyph::is_drawn(row.trimmed()) || is_panel_edge(row)
}

/// Whether a row of the transcript had no room for the first word of the next.
fn goes_on(above: Row<'_>, next: Row<'_>, cols: usize) -> bool {
    let word = next.trimmed().split(' ').next().unwrap_or_default();
    let width = str_width(word);
    next.indent() > 1 && width <= WORD && above.width() + 1 + width > cols
}

/// Whether a row of the subject ends where the dialog's rows do, short of the pane's edge, and goes on in the next: a word
/// was broken there (2.1.281 leaves three columns free, 2.1.332 two).
fn breaks(about: &About<'_, '_>, cols: usize) -> bool {
    let ends = |line: &Line<'_>| {
        let width = about.body.screen.row(line.row).width();
        (2..=3).contains(&cols.saturating_sub(width))
    };
    let mut pairs = about.subject.windows(2);
    pairs.any(|pair| ends(&pair[0]) && !pair[1].words.is_empty())
}

/// Whether words of the dialog's own, such as an option's, go on in the next row where they had no room.
fn wraps(about: &About<'_, '_>) -> bool {
    let body = about.body;
    let head = |line: &Line<'_>| marked(line.text).is_some() || option_number(line.words).is_some();
    body.lines().windows(2).any(|pair| {
        let (line, next) = (&pair[0], &pair[1]);
        let word = next.words.split(' ').next().unwrap_or_default();
        let goes_on =
            line.row + 1 == next.row && !line.words.is_empty() && !glyph::is_drawn(line.words);
        goes_on
            && !about.holds(line)
            && !about.holds(next)
            && !head(next)
            && (1..=WORD).contains(&str_width(word))
            && next.indent() >= line.indent()
            && line.is_full(next, body.room())
    })
}
