//! The grammar of the dialog's cells: what a row does to them, by the first rule that takes it.

use shadow_core::contract::{CellRole, DialogCell};
use shadow_core::screen::{Color, Marked, Row, Screen, Style};
use smallvec::SmallVec;

use super::glyph::{branch, is_right_aligned, is_user_row};
use super::marks::Mark;
use super::quirks::Quirks;
use super::refusal::is_stop;
use super::start::{Start, mark_cell};
use super::status::{self, Shape};
use super::text::Line;
use super::{banner, cut_prompt, failure, folded, hint, margin};
use crate::rules::{self, Ordered, Traits, cell_rules};

/// What a row does to the cells.
pub(super) enum Step<'s> {
    /// Nothing.
    Pass,
    /// It goes on or begins the banner, in this row of the screen.
    Banner(usize),
    /// It begins a cell with this line.
    Begin(CellRole, Line<'s>),
    /// It goes on a prompt of the person's whose beginning is above the pane.
    GoOnCut(Line<'s>),
    /// It goes on the cell above it, its text from this column on.
    MoreFrom(usize),
    /// It goes on the cell above it, its text from that cell's column on.
    More,
    /// It ends the cell above it, and will come again as a cell.
    Close,
    /// It ends the cell above it, and is none of the dialog's.
    Skip,
}

/// A rule: what a row that it takes has, and what it says of one.
#[derive(Clone, Copy)]
struct CellRule {
    needs: Traits,
    read: Read,
}

type Read = for<'s> fn(&CellRow<'_, 's>) -> Option<Step<'s>>;

const fn rule(needs: Traits, read: Read) -> CellRule {
    CellRule { needs, read }
}

/// No cell has ended above it.
const FIRST: Traits = Traits(1);
/// Nothing at all is above it.
const TOP: Traits = Traits(2);
/// A blank row, or the top of the screen, is above.
const APART: Traits = Traits(4);
/// It is as far from the left edge as notices beside the dialog.
const FAR: Traits = Traits(8);
/// Its mark says something.
const MARKED: Traits = Traits(16);
/// Its mark begins a cell: of any role, or of one of these.
const CELL: Traits = Traits(32);
const USER: Traits = Traits(64);
const ANSWER: Traits = Traits(128);
const RESULT: Traits = Traits(256);
const NOTICE: Traits = Traits(512);

/// What a row's mark says.
const fn traits_of(start: &Start) -> Traits {
    match start {
        Start::More => Traits(0),
        Start::Skip => MARKED,
        Start::Cell(role, _) => MARKED.and(CELL).and(match role {
            CellRole::User => USER,
            CellRole::Assistant => ANSWER,
            CellRole::ToolResult => RESULT,
            CellRole::Notice => NOTICE,
            _ => Traits(0),
        }),
    }
}

/// The rules in their order. First come rows that no mark at their beginning tells; then what speaks against the cell that a
/// mark seems to begin; then the mark.
static RULES: [Ordered<Mark, CellRule>; 17] = cell_rules! { rule;
    FIRST by CutBanner: |it| it.cut_banner().map(Step::Banner);
    FAR: |it| it.is_beside().then_some(Step::Pass);
    TOP: |it| it.cut_prompt().map(|column| Step::GoOnCut(it.line(column)));
    APART by FoldedCell: |it| it.folded();
    APART by UnlitCall: |it| it.is_unlit_call().then(|| it.begin(CellRole::ToolCall, 2));
    APART by PromptOnItsWay: |it| it.is_on_its_way().then_some(Step::Close);
    RESULT by QuotedBranch: |it| it.is_below_a_blank().then_some(Step::MoreFrom(2));
    CELL by PromptsGround: |it| it.is_on_prompts_ground().then_some(Step::MoreFrom(0));
    USER by GroundlessRow: |it| {
        let step = || match it.stands_apart() {
            true => it.begin(CellRole::ToolCall, 0),
            false => Step::MoreFrom(0),
        };
        it.lacks_ground().then(step)
    };
    NOTICE by OverfullRow: |it| {
        let flush = matches!(it.start, Start::Cell(_, 0));
        (flush && it.overflows()).then_some(Step::MoreFrom(0))
    };
    ANSWER by ErrorRedCell: |it| it.instead(CellRole::Error, failure::is_told(it.row));
    RESULT by ErrorBranch: |it| it.instead(CellRole::Error, it.ends_turn());
    ANSWER by AgentsCell: |it| it.instead(CellRole::ToolCall, it.heads_agents());
    ANSWER by EventCell: |it| {
        let alone = || it.stands_alone();
        it.instead(CellRole::Notice, margin::is_event(it.row, alone, it.reader.prompts_ink))
    };
    ANSWER by GrayNotice: |it| it.instead(CellRole::Notice, margin::is_told_in_gray(it.row));
    ANSWER by WarningNotice: |it| it.instead(CellRole::Notice, margin::is_told_in_warning(it.row));
    MARKED: |it| it.by_mark();
};

/// A cell that still grows.
pub(super) struct Open {
    pub(super) role: CellRole,
    pub(super) rows: [i32; 2],
    pub(super) truncated_above: bool,
    /// Blank rows since the last line.
    pub(super) blanks: usize,
    /// The user's cells are drawn on a background of their own.
    pub(super) background: Color,
    /// Or, up to 1.0, in a color of their own.
    pub(super) ink: Color,
    /// The CLI says that the person broke off what is above.
    pub(super) breaks_off: bool,
}

impl Open {
    /// Whether a row is on the background, or in the color, that is the cell's own.
    pub(super) fn shares_style(&self, row: Row<'_>) -> bool {
        let ground = self.background != Color::Default && row.first_style().bg == self.background;
        let inked = self.ink != Color::Default && text_color(row) == self.ink;
        ground || inked
    }
}

/// What has been read of the dialog so far.
pub(super) struct Reader<'a> {
    pub(super) screen: &'a Marked<'a>,
    /// The cell that still grows.
    pub(super) open: Option<Open>,
    /// Its lines.
    pub(super) lines: SmallVec<[Line<'a>; 64]>,
    /// The cells that have ended.
    pub(super) cells: &'a mut Vec<DialogCell>,
    /// Something is above the next row.
    pub(super) begun: bool,
    pub(super) quirks: Quirks,
    /// The color of the newest prompt's words.
    pub(super) prompts_ink: Color,
    /// The ground that it is on.
    pub(super) prompts_ground: Color,
    /// Where a transcript that is scrolled up says so: the row and the byte.
    pub(super) label: Option<(usize, usize)>,
    /// The row at which the dialog ends.
    pub(super) end: usize,
}

/// The color of a cell's text, behind a mark and a space, or two spaces.
pub(super) fn text_color(row: Row<'_>) -> Color {
    text_style(row).fg
}

/// The style of a cell's text, likewise.
fn text_style(row: Row<'_>) -> Style {
    let first = row.text().char_indices().nth(2);
    first.map_or(Style::default(), |(byte, _)| row.style_at(byte))
}

/// The row below `at`, of the history or the screen.
pub(super) fn row_below(screen: &Screen, at: i32) -> Row<'_> {
    match usize::try_from(at + 1) {
        Ok(below) => screen.row(below),
        Err(_) => {
            let history = screen.history_len() as i32;
            screen.history_row((history + at + 1) as usize)
        }
    }
}

/// Columns in front of a notice that is beside the dialog.
const BESIDE: usize = 40;

/// Rows over which a call may wrap.
const CALL_MOST: i32 = 6;

/// A row that is not blank, and what it is below.
pub(super) struct CellRow<'r, 's> {
    pub(super) reader: &'r Reader<'s>,
    pub(super) row: Row<'s>,
    /// Its index; negative in the history.
    pub(super) at: i32,
    /// What it begins by its mark.
    pub(super) start: Start,
}

impl<'s> CellRow<'_, 's> {
    /// What the row does, by the first rule that takes it.
    pub(super) fn step(&self) -> Step<'s> {
        let traits = traits_of(&self.start)
            .and(FIRST.when(self.reader.cells.is_empty()))
            .and(TOP.when(!self.reader.begun))
            .and(APART.when(self.stands_apart()))
            .and(FAR.when(self.row.indent() >= BESIDE));
        let read = |rule: &CellRule| traits.hold(rule.needs).then(|| (rule.read)(self))?;
        rules::first(&RULES, self.screen(), read).unwrap_or(Step::More)
    }

    /// What its mark says.
    fn by_mark(&self) -> Option<Step<'s>> {
        match self.start {
            Start::Cell(role, column) => {
                mark_cell(role, self.screen());
                Some(self.begin(role, column))
            }
            Start::Skip => Some(Step::Skip),
            Start::More => None,
        }
    }

    fn screen(&self) -> &'s Marked<'s> {
        self.reader.screen
    }

    /// The cell above it, if it still grows.
    fn open(&self) -> Option<&Open> {
        self.reader.open.as_ref()
    }

    fn line(&self, column: usize) -> Line<'s> {
        Line::from_column(self.row, column)
    }

    fn begin(&self, role: CellRole, column: usize) -> Step<'s> {
        Step::Begin(role, self.line(column))
    }

    /// Another cell than the one that the row's mark begins, where something holds.
    fn instead(&self, role: CellRole, holds: bool) -> Option<Step<'s>> {
        match self.start {
            Start::Cell(_, column) if holds => Some(self.begin(role, column)),
            _ => None,
        }
    }

    /// A call or thought that is folded into a row of its own.
    fn folded(&self) -> Option<Step<'s>> {
        let rests = || {
            let below = self.row_below();
            (below.is_blank() || is_stop(below)) && !self.in_notice()
        };
        let is_summary = || rests() && folded::is_summary(self.screen(), self.row);
        let (role, line) = folded::read(self.row, is_summary)?;
        Some(Step::Begin(role, line))
    }

    /// Whether it is a notice at the right margin, beside what is above and below.
    fn is_beside(&self) -> bool {
        let is_branch = |open: &Open| open.role == CellRole::ToolResult;
        let in_branch = self.open().is_some_and(is_branch);
        is_right_aligned(self.row, self.screen().width()) && !in_branch
    }

    /// The row on the screen, where nothing but the rest of a banner can be above it, and it is more of that.
    fn cut_banner(&self) -> Option<usize> {
        let banner = |open: &Open| open.role == CellRole::Banner;
        let first = self.open().is_none_or(banner);
        let index = usize::try_from(self.at).ok().filter(|_| first);
        index.filter(|_| banner::is_lower_row(self.row))
    }

    /// Where the text of the first row of all begins, if it goes on a prompt above it.
    fn cut_prompt(&self) -> Option<usize> {
        let end = i32::try_from(self.reader.end).unwrap_or(i32::MAX);
        let rows = || (self.at..end).map(|at| row_below(self.screen(), at - 1));
        (self.at < end).then(|| cut_prompt::column(self.screen(), rows(), self.reader.quirks))?
    }

    /// Whether a blank row, or the top of the screen, is above.
    fn stands_apart(&self) -> bool {
        self.open().is_none_or(|open| open.blanks > 0)
    }

    /// Whether the open cell is the CLI's own talk, which gray paragraphs belong to.
    fn in_notice(&self) -> bool {
        let own = |open: &Open| matches!(open.role, CellRole::Banner | CellRole::Notice);
        self.open().is_some_and(own)
    }

    /// Whether a blank row parts it from an answer above: a branch hangs right below what it belongs to, so one below a
    /// blank is a paragraph that begins like it.
    fn is_below_a_blank(&self) -> bool {
        let answers = |open: &Open| open.role == CellRole::Assistant && open.blanks > 0;
        self.open().is_some_and(answers)
    }

    /// Whether a row that begins at column 0 goes on the prompt above it, as its ground shows: further
    /// paragraphs are not indented in 2.0.0 to 2.0.64 and 2.1.91.
    fn is_on_prompts_ground(&self) -> bool {
        let ground = self.row.first_style().bg;
        let prompts = |open: &Open| {
            open.role == CellRole::User
                && open.background != Color::Default
                && open.background == ground
        };
        self.open().is_some_and(prompts) && !is_user_row(self.row.text())
    }

    /// Whether a prompt's glyph begins a row without a ground, below a prompt that has one: a carriage return takes what
    /// follows it in a call to column 0 (2.0.31).
    fn lacks_ground(&self) -> bool {
        self.reader.prompts_ground != Color::Default && self.row.first_style().bg == Color::Default
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
        let full = |line: &Line<'_>| line.width() >= self.screen().width();
        self.open().is_some_and(speaks) && self.reader.lines.last().is_some_and(full)
    }

    /// Whether a branch tells the failure of the turn: in red below an answer, or below another branch. A call has one
    /// result, and a name in bold.
    fn ends_turn(&self) -> bool {
        let red = failure::is_red_branch(self.row);
        let Some(open) = self.open().filter(|_| red) else {
            return false;
        };
        let head = row_below(self.screen(), open.rows[0] - 1);
        let named = || text_style(head).bold();
        match open.role {
            CellRole::ToolResult | CellRole::Error => true,
            CellRole::ToolCall => !head.is_flush() && !named(),
            CellRole::Assistant => head.is_flush() && !named(),
            CellRole::Notice => margin::is_told_in_gray(head),
            _ => false,
        }
    }

    fn row_below(&self) -> Row<'s> {
        row_below(self.screen(), self.at)
    }

    /// The first of the rows below that fails a test, among those over which a call may wrap.
    fn first_below(&self, goes_on: impl Fn(Row<'s>) -> bool) -> Option<Row<'s>> {
        let mut below = (self.at..self.at + CALL_MOST).map(|at| row_below(self.screen(), at));
        below.find(|row| !goes_on(*row))
    }

    /// Whether a marked row heads a tree of agents: it ends in a hint on a key, and the tree's first branch is right
    /// below it in column 3, where no answer's row begins: `● 3 agents finished (ctrl+o to expand)`.
    fn heads_agents(&self) -> bool {
        let below = self.row_below();
        let tree = below.indent() == 3 && matches!(below.first_char(), Some('├' | '└'));
        tree && hint::key_hint(self.row.text()).is_some()
    }

    /// Whether the paragraph that a marked row begins ends in a blank row: no branch hangs from it.
    fn stands_alone(&self) -> bool {
        self.first_below(margin::goes_on).is_some_and(Row::is_blank)
    }

    /// Whether a row is a call whose mark blinks and is off just now: its branch hangs below it, or below the rows
    /// over which it wraps.
    fn is_unlit_call(&self) -> bool {
        let body = |row: Row<'_>| row.indent() == 2 && branch(row).is_none();
        let hangs = |row: Row<'_>| branch(row).is_some() && !is_stop(row);
        body(self.row) && self.first_below(body).is_some_and(hangs)
    }

    /// Whether a row is a prompt on its way: dim and without its glyph right above the status row, for as long as the
    /// CLI needs to take it (1.0.85). It comes again as the person's cell.
    fn is_on_its_way(&self) -> bool {
        let style = self.row.first_style();
        // What the agent thinks may be dim, too, and is italic or goes on a cell of its own.
        let thinks = |open: &Open| open.role == CellRole::Thinking;
        let thought = self.open().is_some_and(thinks);
        let dim = self.row.indent() == 2 && style.dim() && !style.italic() && !thought;
        let Some(at) = usize::try_from(self.at).ok().filter(|_| dim) else {
            return false;
        };
        let below = self.screen().first_filled(at + 1, self.screen().height());
        below.is_some_and(|below| {
            below == at + 2 && status::shape_of(self.screen().row(below)) == Some(Shape::Running)
        })
    }
}
