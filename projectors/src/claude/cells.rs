//! The dialog's cells: who says what, in screen order, with soft wraps undone where proven.

use shadow_core::contract::{CellRole, DialogCell};
use shadow_core::screen::{Color, Row, Screen, Style};

use smallvec::SmallVec;

use super::end_mark::is_own_branch;
use super::glyph::is_user_row;
use super::glyph::{branch, is_right_aligned};
use super::marks::Mark;
use super::refusal::{is_declined, is_killed_call, is_rejection, is_stop, refuses_plan};
use super::rules::Rules;
use super::start::{Start, final_role, mark_cell, start};
use super::status::{self, Shape};
use super::text;
use super::{banner, cut_prompt, ends, failure, folded, hint, margin, scrolled};

/// Reads the rows from the top of the history to `end` of the screen.
pub(super) fn read(
    screen: &Screen,
    end: usize,
    skip: impl Fn(usize) -> bool,
    banner: Option<(usize, usize)>,
    rules: Rules,
    cells: &mut Vec<DialogCell>,
) {
    let history = screen.history_len();
    let mut reader = Reader {
        screen,
        open: None,
        lines: SmallVec::new(),
        cells,
        begun: false,
        rules,
        prompts_ink: Color::Default,
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

/// A cell that still grows.
struct Open {
    role: CellRole,
    rows: [i32; 2],
    truncated_above: bool,
    /// Blank rows since the last line.
    blanks: usize,
    /// The user's cells are drawn on a background of their own.
    background: Color,
    /// Or, up to 1.0, in a colour of their own.
    ink: Color,
    /// The CLI says that the person broke off what stands above.
    breaks_off: bool,
}

impl Open {
    /// Whether a row is on the background, or in the colour, that is the cell's own.
    fn shares_style(&self, row: Row<'_>) -> bool {
        let ground = self.background != Color::Default && row.first_style().bg == self.background;
        let inked = self.ink != Color::Default && text_color(row) == self.ink;
        ground || inked
    }
}

/// The colour of a cell's text, behind a mark and a space, or two spaces.
fn text_color(row: Row<'_>) -> Color {
    text_style(row).fg
}

/// The style of a cell's text, likewise.
fn text_style(row: Row<'_>) -> Style {
    let first = row.text().char_indices().nth(2);
    first.map_or(Style::default(), |(byte, _)| row.style_at(byte))
}

struct Reader<'a> {
    screen: &'a Screen,
    open: Option<Open>,
    /// The lines of the cell that grows.
    lines: SmallVec<[text::Line<'a>; 64]>,
    cells: &'a mut Vec<DialogCell>,
    begun: bool,
    rules: Rules,
    /// The colour of the newest prompt's words.
    prompts_ink: Color,
    /// Where a transcript that is scrolled up says so: the row and the byte.
    label: Option<(usize, usize)>,
    /// The row at which the dialog ends.
    end: usize,
}

impl<'a> Reader<'a> {
    /// Whether a blank row stands between an answer and what comes: a branch hangs right below what it belongs to, so one
    /// below a blank is a paragraph that begins like it.
    fn goes_on_below_a_blank(&self) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| open.role == CellRole::Assistant && open.blanks > 0)
    }

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
    /// what stands above it is not all that was said (2.1.332, focus view).
    fn pass_over(&mut self, row: Row<'_>) {
        self.close(true);
        if Mark::MessagesHidden.holds(self.screen, status::hides_messages(row)) {
            let turn = self.cells.iter_mut().rev();
            for cell in turn.take_while(|cell| cell.role != CellRole::User) {
                cell.complete = false;
            }
        }
    }

    /// Whether the open cell is the prompt that a scrolled transcript keeps in its first row, for what has gone above it.
    fn is_kept_above(&self) -> bool {
        let first = |open: &Open| open.role == CellRole::User && open.rows == [0, 0];
        self.label.is_some() && self.open.as_ref().is_some_and(first)
    }

    fn take(&mut self, row: Row<'a>, at: i32) {
        if row.is_blank() {
            if let Some(open) = &mut self.open {
                open.blanks += 1;
            }
            return;
        }
        if let Some(index) = Mark::CutBanner.found(self.screen, self.cut_banner(row, at)) {
            return self.banner(index);
        }
        if is_right_aligned(row, self.screen.width()) && !self.inside_branch() && row.indent() >= 40
        {
            return;
        }
        if let Some(column) = self.cut_prompt(at) {
            self.begin(CellRole::User, row, column, at, true);
            self.begun = true;
            return;
        }
        if self.stands_apart()
            && let Some((role, line)) = folded::read(row, || {
                let below = self.row_below(at);
                let rests = (below.is_blank() || is_stop(below)) && !self.in_notice();
                rests && folded::is_summary(self.screen, row)
            })
        {
            Mark::FoldedCell.on(self.screen);
            self.begin_with(role, row, line, at, false);
            self.begun = true;
            return;
        }
        if self.stands_apart() && self.is_unlit_call(row, at) {
            Mark::UnlitCall.on(self.screen);
            self.begin(CellRole::ToolCall, row, 2, at, false);
            self.begun = true;
            return;
        }
        if self.stands_apart() && self.is_on_its_way(row, at) {
            Mark::PromptOnItsWay.on(self.screen);
            self.close(true);
            return;
        }
        let styled = self.screen.is_styled();
        match start(row, self.open.as_ref().map(|open| open.role), styled) {
            Start::Cell(CellRole::ToolResult, _) if self.goes_on_below_a_blank() => {
                Mark::QuotedBranch.on(self.screen);
                self.more_from(row, 2, at);
            }
            Start::Cell(..) if self.is_on_prompts_ground(row) => {
                Mark::PromptsGround.on(self.screen);
                self.more_from(row, 0, at);
            }
            Start::Cell(CellRole::Notice, 0) if self.overflows() => {
                Mark::OverfullRow.on(self.screen);
                self.more_from(row, 0, at);
            }
            Start::Cell(CellRole::Assistant, column) if failure::is_told(row) => {
                Mark::ErrorRedCell.on(self.screen);
                self.begin(CellRole::Error, row, column, at, false);
            }
            Start::Cell(CellRole::ToolResult, column) if self.ends_turn(row) => {
                Mark::ErrorBranch.on(self.screen);
                self.begin(CellRole::Error, row, column, at, false);
            }
            Start::Cell(CellRole::Assistant, column) if self.heads_agents(row, at) => {
                Mark::AgentsCell.on(self.screen);
                self.begin(CellRole::ToolCall, row, column, at, false);
            }
            Start::Cell(CellRole::Assistant, column)
                if margin::is_event(row, || self.stands_alone(at), self.prompts_ink) =>
            {
                Mark::EventCell.on(self.screen);
                self.begin(CellRole::Notice, row, column, at, false);
            }
            Start::Cell(CellRole::Assistant, column) if margin::is_told_in_grey(row) => {
                Mark::GreyNotice.on(self.screen);
                self.begin(CellRole::Notice, row, column, at, false);
            }
            Start::Cell(CellRole::Assistant, column) if margin::is_told_in_warning(row) => {
                Mark::WarningNotice.on(self.screen);
                self.begin(CellRole::Notice, row, column, at, false);
            }
            Start::Cell(role, column) => {
                mark_cell(role, self.screen);
                self.begin(role, row, column, at, false);
            }
            Start::Skip => self.pass_over(row),
            Start::More => self.more(row, at),
        }
        self.begun = true;
    }

    /// The row on the screen, where nothing but the rest of a banner can stand above it, and it is more of that.
    fn cut_banner(&self, row: Row<'_>, at: i32) -> Option<usize> {
        let banner = |open: &Open| open.role == CellRole::Banner;
        let first = self.cells.is_empty() && self.open.as_ref().is_none_or(banner);
        let index = usize::try_from(at).ok().filter(|_| first);
        index.filter(|_| banner::is_lower_row(row))
    }

    /// Where the text of the first row of all begins, if it goes on a prompt above it.
    fn cut_prompt(&self, at: i32) -> Option<usize> {
        let end = i32::try_from(self.end).unwrap_or(i32::MAX);
        let rows = || (at..end).map(|at| self.row_below(at - 1));
        let first = !self.begun && at < end;
        first.then(|| cut_prompt::column(self.screen, rows(), self.rules))?
    }

    /// Whether a blank row, or the top of the screen, is above.
    fn stands_apart(&self) -> bool {
        self.open.as_ref().is_none_or(|open| open.blanks > 0)
    }

    /// Whether the open cell is the CLI's own talk, which grey paragraphs belong to.
    fn in_notice(&self) -> bool {
        let own = |open: &Open| matches!(open.role, CellRole::Banner | CellRole::Notice);
        self.open.as_ref().is_some_and(own)
    }

    /// The row below `at`, of the history or the screen.
    fn row_below(&self, at: i32) -> Row<'a> {
        match usize::try_from(at + 1) {
            Ok(below) => self.screen.row(below),
            Err(_) => {
                let history = self.screen.history_len() as i32;
                self.screen.history_row((history + at + 1) as usize)
            }
        }
    }

    /// Whether a branch tells the failure of the turn: in red below an answer, or below another branch. A call has one
    /// result, and a name in bold.
    fn ends_turn(&self, row: Row<'_>) -> bool {
        let Some(open) = self.open.as_ref().filter(|_| failure::is_red_branch(row)) else {
            return false;
        };
        let head = self.row_below(open.rows[0] - 1);
        let named = || text_style(head).bold();
        match open.role {
            CellRole::ToolResult | CellRole::Error => true,
            CellRole::ToolCall => !head.is_flush() && !named(),
            CellRole::Assistant => head.is_flush() && !named(),
            CellRole::Notice => margin::is_told_in_grey(head),
            _ => false,
        }
    }

    /// Whether a row is a prompt on its way: dim and without its glyph right above the status row, for as long as the
    /// CLI needs to take it (1.0.85). It comes again as the person's cell.
    fn is_on_its_way(&self, row: Row<'_>, at: i32) -> bool {
        let style = row.first_style();
        // What the agent thinks may be dim, too, and is italic or goes on a cell of its own.
        let thought = self
            .open
            .as_ref()
            .is_some_and(|open| open.role == CellRole::Thinking);
        let dim = row.indent() == 2 && style.dim() && !style.italic() && !thought;
        let Some(at) = usize::try_from(at).ok().filter(|_| dim) else {
            return false;
        };
        let below = self.screen.first_filled(at + 1, self.screen.height());
        below.is_some_and(|below| {
            below == at + 2 && status::shape_of(self.screen.row(below)) == Some(Shape::Running)
        })
    }

    /// Whether a row is a call whose mark blinks and is off just now: its branch hangs below it, or below the rows
    /// over which it wraps.
    fn is_unlit_call(&self, row: Row<'_>, at: i32) -> bool {
        let body = |row: Row<'_>| row.indent() == 2 && branch(row).is_none();
        if !body(row) {
            return false;
        }
        let mut below = (at..at + CALL_MOST).map(|at| self.row_below(at));
        let next = below.find(|row| !body(*row));
        let hangs = |row: Row<'_>| branch(row).is_some() && !is_stop(row);
        next.is_some_and(hangs)
    }

    /// Whether a marked row heads a tree of agents: it ends in a hint on a key, and the tree's first branch is right
    /// below it in column 3, where no answer's row begins: `● 3 agents finished (ctrl+o to expand)`.
    fn heads_agents(&self, row: Row<'_>, at: i32) -> bool {
        let below = self.row_below(at);
        let tree = below.indent() == 3 && matches!(below.first_char(), Some('├' | '└'));
        tree && hint::key_hint(row.text()).is_some()
    }

    /// Whether the paragraph that a marked row begins ends in a blank row: no branch hangs from it.
    fn stands_alone(&self, at: i32) -> bool {
        let mut below = (at..at + CALL_MOST).map(|at| self.row_below(at));
        let next = below.find(|row| !margin::goes_on(*row));
        next.is_some_and(Row::is_blank)
    }

    /// Whether a row that nothing opens is a notice at the start, its banner off the screen: bold in a colour of its own, as
    /// no answer is, and alone (2.1.126 to 2.1.160).
    fn is_greeting(&self, row: Row<'_>, at: i32) -> bool {
        let style = row.first_style();
        let lit = style.bold() && style.fg != Color::Default;
        lit && self.row_below(at).is_blank()
    }

    fn inside_branch(&self) -> bool {
        self.open
            .as_ref()
            .is_some_and(|open| open.role == CellRole::ToolResult)
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
        let declined = is_declined(row, self.row_below(at));
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
            self.prompts_ink = ink;
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
                    && is_own_branch(self.screen, row, self.rules),
        });
    }

    /// Whether a branch is the first of the open call, and says that the person rejected it.
    fn rejects(&self, row: Row<'_>) -> bool {
        let call = |open: &&Open| matches!(open.role, CellRole::ToolCall | CellRole::Assistant);
        let open = self.open.as_ref().filter(call);
        open.is_some_and(|open| is_rejection(self.row_below(open.rows[0] - 1), row))
    }

    /// Whether a branch says that the plan was refused: it hangs from words, or from the branch that names the plan; what a
    /// command prints hangs from its call.
    fn refuses_plan(&self, row: Row<'_>, at: i32) -> bool {
        let hangs = |open: &Open| matches!(open.role, CellRole::Assistant | CellRole::ToolResult);
        self.open.as_ref().is_some_and(hangs) && refuses_plan(self.screen, row, at)
    }

    /// Whether the open cell's last row is full, so that the terminal itself wraps what follows to
    /// column 0 (an answer in 2.1.12, the branch of a failure in 1.0.72 and 1.0.109).
    fn overflows(&self) -> bool {
        let wraps = [
            CellRole::Assistant,
            CellRole::User,
            CellRole::ToolResult,
            CellRole::Error,
        ];
        let speaks = |open: &Open| wraps.contains(&open.role) && open.blanks == 0;
        let full = |line: &text::Line<'_>| line.width() >= self.screen.width();
        self.open.as_ref().is_some_and(speaks) && self.lines.last().is_some_and(full)
    }

    /// Whether a row that begins at column 0 goes on the prompt above it, as its ground shows: further
    /// paragraphs are not indented in 2.0.0 to 2.0.64 and 2.1.91.
    fn is_on_prompts_ground(&self, row: Row<'_>) -> bool {
        let prompt = self
            .open
            .as_ref()
            .filter(|open| open.role == CellRole::User);
        let ground = prompt.is_some_and(|open| {
            open.background != Color::Default && row.first_style().bg == open.background
        });
        ground && !is_user_row(row.text())
    }

    fn more(&mut self, row: Row<'a>, at: i32) {
        let below_branch = || self.lines.first().is_some_and(text::Line::is_branch);
        let column = match self.inside_branch() || below_branch() {
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
                let truncated = !self.begun || Mark::KeptPrompt.holds(self.screen, kept);
                let greets = truncated && self.is_greeting(row, at);
                let role = match truncated {
                    _ if Mark::GreetingCell.holds(self.screen, greets) => CellRole::Notice,
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
        if self
            .open
            .as_ref()
            .is_some_and(|open| open.role == CellRole::Banner)
        {
            if let Some(open) = &mut self.open {
                open.rows[1] = at;
                self.lines.push(text::Line::from_column(row, 0));
            }
        } else {
            self.begin(CellRole::Banner, row, 0, at, false);
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
            _ => return within(self.rules.margin),
        }
        let flush = self.lines.iter().any(text::Line::is_flush);
        let margin = self.rules.prompt_margin;
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
        if Mark::CutResult.holds(self.screen, cut) {
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
        Mark::OutputCell.holds(self.screen, role == CellRole::Notice && role != open.role);
        Mark::ErrorCell.holds(self.screen, role == CellRole::Error);
        if !body.is_empty() {
            self.cells.push(DialogCell {
                role,
                text: body,
                rows: open.rows,
                truncated_above: open.truncated_above,
                complete,
                breaks_off: open.breaks_off,
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

/// Rows over which a call may wrap.
const CALL_MOST: i32 = 6;
