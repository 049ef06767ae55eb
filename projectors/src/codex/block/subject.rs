//! What a block is about, written out in rows as they are drawn: the command or the change of an approval, the call, the plan,
//! the folder to trust; and whether all of it is on the pane.

use shadow_core::contract::{BlockKind, OperatorBlock};
use shadow_core::screen::{Row, Screen, str_width};
use shadow_core::surface::RowSpan;

use super::super::front::Skin;
use super::super::shape::{PROMPT, carries_styles, opens_command};
use super::heads::{Head, Line};
use super::kind::folder;
use super::tabs;
use crate::dialogs::signed;
use crate::letters::leading_spaces;
use crate::shapes::cuts::{self, CutMark};

/// What Codex writes where it leaves a part out (0.20 to 0.171).
const MARKS: [CutMark; 2] = [
    // `[… 77 lines] ^a view all`, `… +12 lines`.
    CutMark::Counted('…'),
    CutMark::Words("view all"),
];

/// The last row of a cell that is folded, and the column in which it begins: further left than a row that goes on in a change.
const FOLDED: &str = "+ Show details";
const FOLD_COLUMN: usize = 4;

/// Rows that a folded change shows (0.157 to 0.171). It is folded whatever it hides: the last of so many may be a part of its
/// line, behind which blanks fill the row.
const FOLDED_ROWS: usize = 3;

/// Columns of a dialog's margin.
const MARGIN: usize = 2;

/// The rows that say what a block is about.
#[derive(Debug, Default)]
struct Subject<'s> {
    rows: Vec<&'s str>,
    /// Where they stand on the screen.
    span: Option<RowSpan>,
    /// Rows of text that are left out, but for those of a description.
    passed_over: Vec<&'s str>,
    /// Whether its first row is proven to be, and that none is taken for anything else.
    proven: bool,
    /// Whether the cell is folded.
    folded: bool,
}

/// Fills in what a block is about, whether that is whole, and which rows are neither that nor described. `prints_tabs` in
/// versions that do.
pub(super) fn fill(block: &mut OperatorBlock, head: &Head<'_>, prints_tabs: bool) {
    let (screen, kind) = (head.body.screen, head.fact.kind);
    let found = match kind {
        BlockKind::Trust => {
            block.subject = folder_of(head);
            return;
        }
        BlockKind::ApprovalCommand => command(head).or_else(|| proposed_command(head)),
        BlockKind::ApprovalEdit => change(head),
        BlockKind::ApprovalOther => called(head),
        BlockKind::Plan => plan(head),
        _ => return,
    };
    let Some(found) = found else { return };
    let shown = signed(block, &found.rows, found.passed_over.iter().copied());
    let upper = head.fact.rows.first as usize..head.end;
    let own = found
        .span
        .map_or(0..0, |span| span.first as usize..span.last as usize + 1);
    let rows = upper.chain(own);
    let plan = kind == BlockKind::Plan;
    // The last option has lost its key, which the first one has: the pane has become narrower.
    let ends = block.options.first().zip(block.options.last());
    let list_cut =
        ends.is_some_and(|(first, last)| first.hotkey.is_some() && last.hotkey.is_none());
    let whole = found.proven
        && (head.body.skin == Skin::Bar || plan || shows_top(head))
        && !is_cut(screen, kind, rows.clone())
        && !shown.iter().any(|row| ends_cut(screen, kind, row))
        && !shown.iter().any(|row| cuts::may_drop_joined(row))
        && !(prints_tabs && !plan && tabs::hide(screen, rows, kind, MARGIN))
        && !list_cut;
    block.subject = (!shown.is_empty()).then(|| shown.join("\n"));
    block.subject_whole = Some(whole);
}

/// Whether rows say that a part is left out, or reach the pane's last column, as none does but of a change that goes on in the
/// next row (0.142): the pane has become narrower, and the CLI has not drawn it again. What it says of itself is dim from end to
/// end, where there are styles.
fn is_cut(screen: &Screen, kind: BlockKind, rows: impl Iterator<Item = usize> + Clone) -> bool {
    let edge = screen.cols().map_or(usize::MAX, usize::from);
    let mut wide = rows.clone();
    let plain = !carries_styles(screen);
    let own = |row: &usize| plain || is_dim(screen.row(*row));
    let texts = rows.filter(own).map(|row| screen.row(row).trimmed());
    let goes_on = |row: usize| {
        let changed = kind == BlockKind::ApprovalEdit && screen.alternate() != Some(true);
        changed && row + 1 < screen.height() && goes_on_in(screen.row(row + 1))
    };
    wide.any(|row| screen.row(row).reaches(edge) && !goes_on(row)) || cuts::is_cut(&MARKS, texts)
}

/// Whether a row of a change goes on the line above it: it has no number, and is deeper than one would be. Beside the
/// alternate screen the terminal puts what it wraps itself in column 0.
fn goes_on_in(row: Row<'_>) -> bool {
    let number = row.trimmed().starts_with(|c: char| c.is_ascii_digit());
    row.indent() > FOLD_COLUMN && !number
}

/// Whether a row of a subject ends where the CLI has cut it. A command and a change are drawn in rows, which end in what they say
/// where they leave room for more.
fn ends_cut(screen: &Screen, kind: BlockKind, row: &str) -> bool {
    let command = kind == BlockKind::ApprovalCommand;
    let rows = command || kind == BlockKind::ApprovalEdit;
    let cols = screen.cols().map_or(0, usize::from);
    let within = || str_width(row) + 2 * MARGIN < cols && !cuts::has_disputed_width(row);
    let marked = cuts::ends_cut(row) || row.ends_with("...") && !command;
    marked && !(rows && within())
}

/// Whether the first and the last word of a row are dim.
fn is_dim(row: Row<'_>) -> bool {
    let last = row.text().len().saturating_sub(1);
    row.first_style().dim() && row.style_at(last).dim()
}

/// The command from the row that opens with the prompt sign of a shell down to the list. It is the first such row below the
/// heading that is not drawn in italics, as a reason is.
fn command<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let (screen, below) = (head.body.screen, head.below_title());
    let opens = |line: &&Line<'_>| {
        let row = screen.row(line.row);
        opens_command(row.trimmed()) && row.indent() == MARGIN && !row.first_style().italic()
    };
    let first = below.iter().find(opens)?.row;
    let rows = first..head.end;
    let mut rows: Vec<&str> = rows.map(|row| within(screen.row(row))).collect();
    rows[0] = rows[0].strip_prefix(PROMPT).unwrap_or(rows[0]);
    match rows[0].strip_prefix(' ') {
        Some(command) => rows[0] = command,
        None => drop(rows.remove(0)),
    }
    let reason = head.reason_rows();
    let above = below.iter().take_while(|line| line.row < first);
    let passed = above.filter(|line| !reason.contains(&line.row));
    Some(Subject {
        rows,
        passed_over: passed.map(|line| screen.row(line.row).trimmed()).collect(),
        proven: carries_styles(screen) || below.iter().filter(opens).count() == 1,
        ..Subject::default()
    })
}

/// A dialog's row without its margin.
fn within(row: Row<'_>) -> &str {
    let text = row.text();
    text[leading_spaces(text).min(MARGIN)..].trim_end()
}

/// The rows below an approval's heading but for its reason, where it is seen to be drawn in italics.
fn below_title<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let screen = head.body.screen;
    let first = head.below_title().first()?.row;
    let reason = head.reason_rows();
    let italic = |row: Row<'_>| row.style_at(row.text().len().saturating_sub(1)).italic();
    let own = |row: &usize| !(reason.contains(row) && italic(screen.row(*row)));
    let rows = (first..head.end).filter(own);
    Some(Subject {
        rows: rows.map(|row| within(screen.row(row))).collect(),
        // A dialog shortens the arguments of a server's tool.
        proven: !head.headless && !head.runs_tool(),
        ..Subject::default()
    })
}

/// The rows below a heading, and above them what it asks about, where it quotes that: the host of `Do you want to approve
/// network access to "93.184.216.34"?` (0.155). A heading that is wrapped may have broken it.
fn asked_about<'s>(head: &Head<'s>, mut subject: Subject<'s>) -> Subject<'s> {
    let asked = head.first_row().unwrap_or_default();
    let quoted = asked.strip_suffix("\"?").and_then(|it| it.split_once('"'));
    match quoted {
        _ if head.runs_tool() => {}
        Some((_, object)) => drop(subject.rows.splice(0..0, [object, ""])),
        None => subject.proven &= !head.title().is_some_and(|title| title.contains('"')),
    }
    subject
}

/// The change below the heading (up to 0.98), else in the cell above the block. The dialog may be painted over the
/// cell.
fn change<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let shows = |subject: &Subject<'_>| changes(subject).next().is_some();
    let shown = below_title(head);
    let Some(mut cell) = proposal(head).filter(|_| !shown.as_ref().is_some_and(shows)) else {
        return shown.map(|shown| Subject {
            proven: shown.proven && shows(&shown),
            ..shown
        });
    };
    let hides = cell.folded && cell.rows.len() > FOLDED_ROWS;
    cell.proven &= shows(&cell) && is_counted(&cell) && !hides;
    let below = head.below_title().into_iter();
    cell.passed_over
        .extend(below.map(|line| head.body.screen.row(line.row).trimmed()));
    Some(cell)
}

/// The rows of a change that add or take away a line, without their margins.
fn changes<'s>(subject: &Subject<'s>) -> impl Iterator<Item = &'s str> {
    let rows = subject.rows.clone().into_iter().map(str::trim);
    rows.filter(|row| {
        let sign = row.trim_start_matches(|c: char| c.is_ascii_digit());
        sign.len() < row.len() && sign.trim_start().starts_with(['+', '-'])
    })
}

/// Whether as many lines are added and taken away as the cell's head says: `Edited notes.txt (+2 -1)`.
fn is_counted(cell: &Subject<'_>) -> bool {
    let count = |sign: char| {
        let signed = |row: &&str| {
            row.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
                .starts_with(sign)
        };
        changes(cell).filter(signed).count()
    };
    let head = cell.rows[0];
    let counts = format!("(+{} -{})", count('+'), count('-'));
    head.contains(&counts)
}

/// The cell above the block, without its bullet and the row that unfolds it. Its head is drawn bold.
fn proposal<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let (screen, span) = (head.body.screen, head.fact.proposal?);
    let mut rows: Vec<&str> = span.indices().map(|row| screen.row(row).text()).collect();
    let folded = is_fold(screen, span.last as usize);
    let fold = rows.pop_if(|_| folded);
    if let Some(head) = rows.first_mut() {
        *head = head.strip_prefix("• ").unwrap_or(head);
    }
    Some(Subject {
        rows,
        span: Some(span),
        passed_over: fold.into_iter().collect(),
        proven: is_headed(screen.row(span.first as usize)),
        folded,
    })
}

/// Whether a row is a cell's last, which unfolds it: dim where there are styles.
fn is_fold(screen: &Screen, row: usize) -> bool {
    let row = screen.row(row);
    let own = is_dim(row) || !carries_styles(screen);
    row.trimmed() == FOLDED && row.indent() == FOLD_COLUMN && own
}

/// Whether the words behind a cell's mark are bold, as the CLI's own are; where there are no styles none tells.
fn is_headed(row: Row<'_>) -> bool {
    let mark = row.text().chars().next().map_or(0, char::len_utf8);
    row.style_at(mark + 1).bold() || row.style_at(0).bold()
}

/// The call in the cell above the block, without its verb and its branch, which narrow panes break it off to (0.148). Where
/// it does not show its arguments, those that the block shows (0.155 to 0.169), which are not all.
fn called<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let cell = proposal(head).filter(|cell| cell.rows[0].starts_with("Calling"));
    let Some(mut call) = cell else {
        return match head.headless {
            true => None,
            false => Some(asked_about(head, below_title(head)?)),
        };
    };
    let named = call.rows[0]["Calling".len()..].trim_start();
    let named = named.trim_start_matches("└ ");
    match named.is_empty() {
        true => drop(call.rows.remove(0)),
        false => call.rows[0] = named,
    }
    if let Some(first) = call.rows.first_mut() {
        *first = first.trim_start().trim_start_matches("└ ");
    }
    let shown = call.rows.iter().any(|row| row.contains('('));
    let said = head.said_below_question();
    let texts = said
        .iter()
        .map(|line| head.body.screen.row(line.row).trimmed());
    match !shown && head.runs_tool() {
        true => call.rows.extend(texts),
        false => call.passed_over.extend(texts),
    }
    let closed = call.rows.last().is_some_and(|row| row.ends_with(')'));
    call.proven &= shown && closed && head.runs_tool() && !call.folded;
    Some(call)
}

/// The command in the cell above the block: behind its first words (0.20) or below them (0.34). What it says below a blank row,
/// in italics, is why.
fn proposed_command<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let (screen, span) = (head.body.screen, head.fact.proposal?);
    let (first, last) = (span.first as usize, span.last as usize);
    let end = proposed_end(screen, span);
    let rows = first..=end;
    let mut rows: Vec<&str> = rows.map(|row| screen.row(row).trimmed()).collect();
    match rows[0].strip_prefix("? Codex wants to run ") {
        Some(named) => rows[0] = named,
        None => drop(rows.remove(0)),
    }
    if let Some(first) = rows.first_mut() {
        *first = first.trim_start_matches("└ ");
    }
    let told = carries_styles(screen) || end == last;
    Some(Subject {
        proven: !rows.is_empty() && is_headed(screen.row(first)) && told,
        rows,
        span: Some(span),
        ..Subject::default()
    })
}

/// The last row of a proposed command: above the reason.
fn proposed_end(screen: &Screen, span: RowSpan) -> usize {
    let (first, last) = (span.first as usize, span.last as usize);
    if !carries_styles(screen) {
        let blank = (first..=last).find(|&row| screen.row(row).is_blank());
        return blank.map_or(last, |row| row - 1);
    }
    let said = |row: usize| screen.row(row).is_blank() || screen.row(row).first_style().italic();
    let reason = (first + 1..=last).rev().take_while(|&row| said(row)).last();
    reason.map_or(last, |row| row - 1)
}

/// What the cell above a block says below its command: why.
pub(super) fn proposed_reason(head: &Head<'_>) -> Option<String> {
    let (screen, fact) = (head.body.screen, head.fact);
    let span = fact
        .proposal
        .filter(|_| fact.kind == BlockKind::ApprovalCommand)?;
    let rows = proposed_end(screen, span) + 1..=span.last as usize;
    let rows = rows.map(|row| screen.row(row).trimmed());
    let told: Vec<&str> = rows.filter(|row| !row.is_empty()).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// The plan in the cell above the block, without its heading.
fn plan<'s>(head: &Head<'s>) -> Option<Subject<'s>> {
    let (screen, span) = (head.body.screen, head.fact.proposal?);
    let rows = span.indices().skip(1).map(|row| screen.row(row).text());
    let rows: Vec<&str> = rows.map(str::trim_end).collect();
    let said = rows.iter().filter(|row| !row.is_empty());
    let margin = said.map(|row| leading_spaces(row)).min().unwrap_or(0);
    Some(Subject {
        rows: rows
            .iter()
            .map(|row| &row[margin.min(row.len())..])
            .collect(),
        span: Some(span),
        proven: is_headed(screen.row(span.first as usize)),
        ..Subject::default()
    })
}

/// The folder that a trust dialog's heading names, where the pane does not cut it.
fn folder_of(head: &Head<'_>) -> Option<String> {
    let (screen, heading) = (head.body.screen, head.parts.first()?);
    let Some((named, cut)) = folder(screen, heading[0].row) else {
        let named = head.folder_rows().map(|row| screen.row(row).trimmed());
        let named: String = named.collect();
        return (!named.is_empty() && !cuts::ends_cut(&named)).then_some(named);
    };
    let rest = heading[1..].iter().map(|line| line.text);
    (!cut).then(|| [named].into_iter().chain(rest).collect())
}

/// Whether the top of an approval is on the pane: its heading is no row of a command, and not cut.
fn shows_top(head: &Head<'_>) -> bool {
    let (screen, fact) = (head.body.screen, head.fact);
    let Some(heading) = head.body.heading().filter(|_| !head.headless) else {
        return false;
    };
    let row = heading.row;
    // The rows of a change may be cut as its heading is (0.98).
    if head.is_counted() || fact.kind == BlockKind::ApprovalEdit && !head.is_asked() {
        return head.is_counted() && row > 0;
    }
    if !heading.proven {
        return false;
    }
    // Without styles only the transcript above it tells.
    let flush = |row: usize| !screen.row(row).is_blank() && screen.row(row).is_flush();
    carries_styles(screen) || screen.alternate() == Some(true) || (0..row).any(flush)
}
