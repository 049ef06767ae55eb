//! The dialog's cells: who says what, in screen order, with soft wraps undone where proven.

use shadow_core::contract::{CellRole, DialogCell};
use shadow_core::screen::{Color, Marked, Row};
use shadow_core::surface::{Facts, Zone};

use smallvec::SmallVec;

use super::block::Edge;
use super::cell_rules::{CellRow, Open, Reader, Step, row_below, text_color};
use super::end_mark::{is_own_branch, task_list};
use super::found::{Found, Surface};
use super::marks::Mark;
use super::quirks::Quirks;
use super::refusal::{is_declined, is_killed_call, is_rejection, is_stop, refuses_plan};
use super::start::{final_role, start};
use super::{banner, ends, margin, screen_reader, scrolled, status, text};
use crate::rules::mark_all;

/// Writes the cells of the dialog, where one was read.
pub(super) fn write(
    screen: &Marked<'_>,
    quirks: Quirks,
    found: &Found,
    facts: &Facts,
    cells: &mut Vec<DialogCell>,
) {
    let surface = found.surface();
    if matches!(surface, Surface::SplitPane) {
        return;
    }
    let end = dialog_end(screen, facts);
    let spoken = match surface {
        Surface::Composer(_) => false,
        Surface::Dialog(place) if place.edge == Edge::Spoken => true,
        Surface::Exited if screen_reader::has_left(screen) => true,
        _ => screen_reader::is_spoken(screen),
    };
    if spoken {
        screen_reader::cells(screen, end, facts, cells);
    } else {
        read_framed(screen, end, (quirks, found, facts), cells);
    }
    let running = facts.turn.running.is_some();
    if let Some(last) = cells.last_mut().filter(|_| running) {
        last.complete = false;
    }
}

/// The cells up to a row where marks and margins set them apart.
fn read_framed(
    screen: &Marked<'_>,
    end: usize,
    (quirks, found, facts): (Quirks, &Found, &Facts),
    cells: &mut Vec<DialogCell>,
) {
    let older = ends::older_surface(screen, found.newest_banner(screen, facts));
    let above = match found.around() {
        Some(around) => around.banner,
        None => banner::rows(screen, end),
    };
    let banner = above.map(|rows| (rows.first as usize, rows.last as usize));
    let listed = facts.composer.and_then(|_| task_list(screen, end));
    let tasks = Mark::TaskList.found(screen, listed).unwrap_or(0..0);
    let skip = |index: usize| {
        matches!(
            facts.zone_of(index),
            Zone::Status | Zone::Queued | Zone::Finished | Zone::Popup | Zone::Tasks
        ) || older.contains(&index)
            || tasks.contains(&index)
    };
    read(screen, end, skip, banner, quirks, cells);
}

/// Row at which the dialog ends and the live surface begins.
fn dialog_end(screen: &Marked<'_>, facts: &Facts) -> usize {
    if let Some(block) = facts.block {
        return block.rows.first as usize;
    }
    if let Some(composer) = facts.composer {
        let offer = facts.offers.first().map(|(_, rows)| rows.first);
        return offer.unwrap_or(composer.rows.first) as usize;
    }
    let mut zones = facts.zones.iter();
    if let Some(pager) = zones.find(|span| span.zone == Zone::Pager) {
        return pager.rows.first as usize;
    }
    ends::chrome_left(screen).unwrap_or_else(|| screen.height())
}

/// Reads the rows from the top of the history to `end` of the screen.
fn read(
    screen: &Marked<'_>,
    end: usize,
    skip: impl Fn(usize) -> bool,
    banner: Option<(usize, usize)>,
    quirks: Quirks,
    cells: &mut Vec<DialogCell>,
) {
    let history = screen.history_len();
    let mut reader = Reader {
        screen,
        open: None,
        lines: SmallVec::new(),
        cells,
        begun: false,
        quirks,
        prompts_ink: Color::Default,
        prompts_ground: Color::Default,
        label: scrolled::label(screen, end),
        end,
    };
    for index in 0..history {
        reader.take(screen.history_row(index), index as i32 - history as i32);
    }
    for index in 0..end {
        match banner {
            Some((first, last)) if (first..=last).contains(&index) => reader.banner(index),
            _ if skip(index) => reader.pass_over(screen.row(index)),
            _ if ends::is_box_hint(screen, index) => reader.close(true),
            _ if index + 1 == end && margin::is_beside(screen, index) => {
                reader.close(true);
            }
            _ => match reader.label {
                Some((row, byte)) if row == index => reader.take_before(byte, index),
                _ => reader.take(screen.row(index), index as i32),
            },
        }
    }
    reader.close(true);
}

impl<'a> Reader<'a> {
    /// Takes what the label of a scrolled transcript leaves of the row that it is painted over.
    fn take_before(&mut self, byte: usize, index: usize) {
        let row = self.screen.row(index);
        if row.text()[..byte].trim().is_empty() {
            return;
        }
        self.take(row, index as i32);
        if let Some(line) = self.lines.last_mut() {
            *line = line.up_to(byte);
        }
    }

    /// Ends the open cell at a row that is none of the dialog's. A finished row that counts messages which are hidden says that
    /// what is above it is not all that was said (2.1.332, focus view).
    fn pass_over(&mut self, row: Row<'_>) {
        self.close(true);
        if Mark::MessagesHidden.holds(self.screen, status::hides_messages(row)) {
            let turn = self.cells.iter_mut().rev();
            for cell in turn.take_while(|cell| cell.role != CellRole::User) {
                cell.complete = false;
            }
        }
    }

    /// Takes the next row: of the history where `at` is negative.
    fn take(&mut self, row: Row<'a>, at: i32) {
        if row.is_blank() {
            if let Some(open) = &mut self.open {
                open.blanks += 1;
            }
            return;
        }
        let role = self.open.as_ref().map(|open| open.role);
        let place = CellRow {
            reader: self,
            row,
            at,
            start: start(row, role, self.screen.is_styled()),
        };
        let step = place.step();
        match step {
            Step::Pass => return,
            Step::Close => return self.close(true),
            Step::Banner(index) => self.banner(index),
            Step::Begin(role, line) => self.begin_with(role, row, line, at, false),
            Step::GoOnCut(line) => self.begin_with(CellRole::User, row, line, at, true),
            Step::MoreFrom(column) => self.more_from(row, column, at),
            Step::More => self.more(row, at),
            Step::Skip => self.pass_over(row),
        }
        self.begun = true;
    }

    /// Whether the open cell is the prompt that a scrolled transcript keeps in its first row, for what has gone above it.
    fn is_kept_above(&self) -> bool {
        let first = |open: &Open| open.role == CellRole::User && open.rows == [0, 0];
        self.label.is_some() && self.open.as_ref().is_some_and(first)
    }

    /// Whether a row that nothing opens is a notice at the start, its banner off the screen: bold in a color of its own, as
    /// no answer is, and alone (2.1.126 to 2.1.160).
    fn is_greeting(&self, row: Row<'_>, at: i32) -> bool {
        let style = row.first_style();
        let lit = style.bold() && style.fg != Color::Default;
        lit && row_below(self.screen, at).is_blank()
    }

    fn begin(&mut self, role: CellRole, row: Row<'a>, column: usize, at: i32, truncated: bool) {
        let line = text::Line::from_column(row, column);
        self.begin_with(role, row, line, at, truncated);
    }

    fn begin_with(
        &mut self,
        role: CellRole,
        row: Row<'a>,
        line: text::Line<'a>,
        at: i32,
        truncated: bool,
    ) {
        let background = row.first_style().bg;
        let ink = text_color(row);
        let stop = is_stop(row) || self.refuses_plan(row, at);
        let rejects = role == CellRole::ToolResult && self.rejects(row);
        let declined = is_declined(row, row_below(self.screen, at));
        if role == CellRole::ToolResult
            && !stop
            && let Some(open) = &mut self.open
            && open.role == CellRole::Assistant
        {
            Mark::CallByBranch.on(self.screen);
            open.role = CellRole::ToolCall;
        }
        self.close(true);
        if role == CellRole::User {
            (self.prompts_ink, self.prompts_ground) = (ink, background);
        }
        self.lines.push(line);
        self.open = Some(Open {
            role,
            rows: [at, at],
            truncated_above: truncated,
            blanks: 0,
            background,
            ink,
            breaks_off: rejects
                || declined
                || role == CellRole::ToolResult
                    && stop
                    && is_own_branch(self.screen, row, self.quirks),
        });
    }

    /// Whether a branch is the first of the open call, and says that the person rejected it.
    fn rejects(&self, row: Row<'_>) -> bool {
        let call = |open: &&Open| matches!(open.role, CellRole::ToolCall | CellRole::Assistant);
        let open = self.open.as_ref().filter(call);
        open.is_some_and(|open| is_rejection(row_below(self.screen, open.rows[0] - 1), row))
    }

    /// Whether a branch says that the plan was refused: it hangs from words, or from the branch that names the plan; what a
    /// command prints hangs from its call.
    fn refuses_plan(&self, row: Row<'_>, at: i32) -> bool {
        let hangs = |open: &Open| matches!(open.role, CellRole::Assistant | CellRole::ToolResult);
        self.open.as_ref().is_some_and(hangs) && refuses_plan(self.screen, row, at)
    }

    fn more(&mut self, row: Row<'a>, at: i32) {
        let below_branch = || self.lines.first().is_some_and(text::Line::is_branch);
        let open = self.open.as_ref();
        let inside = open.is_some_and(|open| open.role == CellRole::ToolResult);
        let column = match inside || below_branch() {
            true => RESULTS_COLUMN,
            false => 2,
        };
        self.more_from(row, column, at);
        if let Some(open) = &mut self.open {
            open.breaks_off |= open.role == CellRole::ToolResult && is_killed_call(row);
        }
    }

    fn more_from(&mut self, row: Row<'a>, column: usize, at: i32) {
        let kept = self.is_kept_above();
        let apart = self.open.as_ref().is_some_and(|open| {
            open.role == CellRole::User && (open.blanks > 0 || kept) && !open.shares_style(row)
                || open.role == CellRole::ToolResult && open.blanks > 0 && row.indent() < 5
        });
        match &mut self.open {
            Some(open) if !apart => {
                for _ in 0..open.blanks {
                    self.lines.push(text::Line::default());
                }
                open.blanks = 0;
                open.rows[1] = at;
                self.lines.push(text::Line::from_column(row, column));
            }
            _ => {
                let truncated = !self.begun || kept;
                let greets = truncated && self.is_greeting(row, at);
                mark_all! { self.screen;
                    KeptPrompt if self.begun && kept;
                    GreetingCell if greets;
                }
                let role = match truncated {
                    _ if greets => CellRole::Notice,
                    true => CellRole::Assistant,
                    false => CellRole::ToolCall,
                };
                self.begin(role, row, 2, at, truncated && !greets);
            }
        }
    }

    fn banner(&mut self, index: usize) {
        let at = index as i32;
        let row = self.screen.row(index);
        let open = self.open.as_mut();
        match open.filter(|open| open.role == CellRole::Banner) {
            Some(open) => {
                open.rows[1] = at;
                self.lines.push(text::Line::from_column(row, 0));
            }
            None => self.begin(CellRole::Banner, row, 0, at, false),
        }
        self.begun = true;
    }

    /// Takes away the hint on a key behind the last row of a call or its result, and behind the first of a tree of agents.
    fn drop_hint(&mut self) {
        let (first, last) = (0, self.lines.len().saturating_sub(1));
        for at in [first, last] {
            if let Some(line) = self.lines.get_mut(at) {
                *line = line.without_hint();
            }
        }
    }

    /// Columns in which the open cell's rows are wrapped.
    fn room(&self, role: CellRole) -> usize {
        let within = |margin| self.screen.width().saturating_sub(margin);
        match role {
            CellRole::User => {}
            CellRole::Error => return within(ERRORS_MARGIN),
            _ => return within(self.quirks.margin()),
        }
        let flush = self.lines.iter().any(text::Line::is_flush);
        let margin = self.quirks.prompt_margin();
        let wide = |line: &text::Line<'_>| line.width() > within(margin);
        match self.lines.iter().any(wide) {
            // Rows that are not indented are wrapped as if they were.
            _ if flush => within(2 + 1),
            true => within(1),
            false => within(margin),
        }
    }

    /// Whether the rows of the open cell are as deep as a result's, of which the beginning is off the pane.
    fn is_cut_result(&self) -> bool {
        let deep = |line: &text::Line<'_>| line.row_indent() >= RESULTS_COLUMN;
        let first = self.lines.first().map_or(0, text::Line::row_indent);
        first <= DEEPEST && self.lines.iter().all(deep)
    }

    fn close(&mut self, complete: bool) {
        let Some(mut open) = self.open.take() else {
            return;
        };
        let cut = open.truncated_above && self.is_cut_result();
        if cut {
            open.role = CellRole::ToolResult;
        }
        match open.role {
            CellRole::ToolCall | CellRole::ToolResult => self.drop_hint(),
            // Of a call that is not drawn yet (2.1.200).
            CellRole::Assistant if self.lines.last().is_some_and(text::Line::is_hint) => {
                self.lines.pop();
            }
            _ => {}
        }
        let unwrap = matches!(
            open.role,
            CellRole::User | CellRole::Assistant | CellRole::Thinking | CellRole::Error
        );
        let body = if unwrap {
            text::unwrapped(&self.lines, self.room(open.role))
        } else {
            text::joined(&self.lines, self.screen.width())
        };
        self.lines.clear();
        let role = final_role(open.role, &body, self.cells);
        mark_all! { self.screen;
            CutResult if cut;
            OutputCell if role == CellRole::Notice && role != open.role;
            ErrorCell if role == CellRole::Error;
        }
        if !body.is_empty() {
            self.cells.push(DialogCell {
                role,
                text: body,
                rows: open.rows,
                truncated_above: open.truncated_above,
                complete,
                breaks_off: open.breaks_off,
                command: None,
                after_end: false,
            });
        }
    }
}

/// Column at which the rows of a result stand.
const RESULTS_COLUMN: usize = 5;

/// Column behind which no result begins: the words beside a logo do.
const DEEPEST: usize = 8;

/// Columns that the rows of a failed turn's cell leave free, its mark's included (2.1.200 to 2.1.330).
const ERRORS_MARGIN: usize = 8;
