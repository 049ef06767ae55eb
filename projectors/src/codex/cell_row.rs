//! What the rules of cells ask: a row that is not blank, and the cell above it.

use shadow_core::screen::{Color, Marked, Needle, Row, Screen, Style};

use super::cell_kind::{CellKind, CellSpan};
use super::composer::is_command;
use super::end_mark::{may_tell_the_end, tells_the_end};
use super::failure;
use super::farewell::says_farewell;
use super::front::Skin;
use super::marks::Mark;
use super::shape::{BAR, CHEVRON, carries_colors, carries_styles, is_wrapped};
use super::started;
use crate::rules::decide;

use CellKind::{
    Assistant, Banner, Command, Error, Finished, Heading, Interrupted, Notice, Refusal, Retry,
    Tool, User,
};

/// The name in every banner.
const NAME: Needle = Needle::new(">_ OpenAI Codex");
/// What a red row says where a person broke the turn off.
pub(super) const INTERRUPTED: Needle = Needle::new("interrupted");

/// The rows that hold cells, and how their version draws them: what the rules ask.
#[derive(Clone, Copy)]
pub(super) struct CellRows<'s> {
    /// The screen that they are on.
    pub screen: &'s Marked<'s>,
    /// How its version draws cells.
    pub skin: Skin,
    /// The first row that is no cell's any more.
    pub end: usize,
    /// A finished turn may leave a row.
    pub end_rows: bool,
    /// A prompt may stay on the first row while its turn scrolls.
    pub pins: bool,
}

impl<'s> CellRows<'s> {
    /// The rows in front of `end`, of any version.
    pub fn of(screen: &'s Marked<'s>, skin: Skin, end: usize) -> Self {
        Self {
            screen,
            skin,
            end,
            end_rows: true,
            pins: true,
        }
    }

    /// A row that is not blank, below a cell.
    #[inline]
    pub fn at<'r>(
        &'r self,
        index: usize,
        row: Row<'s>,
        above: Option<&'r Open>,
    ) -> CellRow<'r, 's> {
        CellRow {
            rows: self,
            index,
            row,
            first: row.flush_char(),
            above,
            body: "",
        }
    }
}

/// A cell that rows may go on.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub span: CellSpan,
    /// A heading is above it (0.20).
    headed: bool,
    /// It is a command's echo, or a notice behind one: the command's report.
    reports: bool,
    /// Such a report is right above it, set into the agent's words.
    in_answer: bool,
    /// The agent spoke last, but for notices and banners.
    answers: bool,
    /// A turn has ended with it or above it, but for notices.
    ends: bool,
    /// It belongs to a turn, or a cell above it does.
    begun: bool,
}

impl Open {
    /// A cell that begins below another one.
    pub fn below(above: Option<&Self>, kind: CellKind, first: usize, head: Row<'_>) -> Self {
        let (reported, answered, ended, headed) = match above {
            Some(it) => (it.reports, it.answers, it.ends, it.span.kind == Heading),
            None => (false, false, false, false),
        };
        let begun = above.is_some_and(|it| it.begun);
        let span = CellSpan {
            kind,
            first,
            last: first,
        };
        Self {
            span,
            headed,
            reports: kind == Notice && (reported || is_command(head.text())),
            in_answer: reported && answered,
            answers: kind == Assistant || answered && matches!(kind, Notice | Banner),
            ends: match kind {
                Notice | Refusal => ended,
                kind => matches!(kind, Finished | Interrupted),
            },
            begun: begun || kind.is_of_a_turn(),
        }
    }

    /// Whether its text is in column 0 (0.20).
    fn is_flush(&self, screen: &Screen) -> bool {
        let opened = || screen.row(self.span.first).text().starts_with(['>', ' ']);
        self.headed || self.span.kind == Assistant && !opened()
    }
}

/// A row that is not blank, and the cell above it.
#[derive(Clone, Copy)]
pub(super) struct CellRow<'r, 's> {
    pub rows: &'r CellRows<'s>,
    pub index: usize,
    pub row: Row<'s>,
    /// Its character in column 0.
    pub first: Option<char>,
    pub above: Option<&'r Open>,
    /// The words behind a bullet: known where it starts a cell.
    pub body: &'s str,
}

impl<'s> CellRow<'_, 's> {
    pub fn screen(&self) -> &'s Marked<'s> {
        self.rows.screen
    }

    pub fn opens(&self, head: &str) -> bool {
        self.row.text().starts_with(head)
    }

    /// What the cell above is.
    pub fn last(&self) -> Option<CellKind> {
        self.above.map(|above| above.span.kind)
    }

    /// Whether a blank row parts it from the cell above.
    pub fn is_parted(&self) -> bool {
        self.above
            .is_some_and(|above| self.index > above.span.last + 1)
    }

    /// Whether it tells a turn's end.
    #[inline]
    pub fn ends_a_turn(&self) -> bool {
        let rows = self.rows;
        rows.end_rows && may_tell_the_end(self.row) && tells_the_end(rows.screen, self.index)
    }

    /// Whether the cell above is a heading of such cells.
    pub fn is_headed(&self, kind: CellKind) -> bool {
        let headed = |above: &Open| heading(self.screen(), self.screen().row(above.span.first));
        let above = self.above.filter(|above| above.span.kind == Heading);
        above.and_then(headed) == Some(kind)
    }

    /// Whether the CLI says that the turn was interrupted where the answer would begin, under its heading
    /// (0.20): the hand is colored, which no answer's text is; without styles it is taken for the answer.
    pub fn is_told_under_heading(&self) -> bool {
        let colored = || self.row.style_at(0).fg != Color::Default;
        let hand = self.last() == Some(Heading) && self.first == Some('🖐');
        hand && colored() && self.is_interruption()
    }

    pub fn runs_command(&self) -> bool {
        self.opens("▌ Running command ")
    }

    /// Whether the first row is a prompt that stays there without its glyph (0.157): flush, with an
    /// answer's indented rows below.
    pub fn is_bare_pinned(&self) -> bool {
        if self.index > 0 || !self.rows.pins {
            return false;
        }
        let below = || self.screen().first_filled(1, self.rows.end);
        let indented = |row: usize| self.screen().row(row).indent() == 2;
        let worded = self.first.is_some_and(char::is_alphanumeric) && !self.is_remark();
        worded && below().is_some_and(indented)
    }

    /// Where the words behind a bullet begin.
    pub fn body_at(&self) -> usize {
        self.row.text().len() - self.body.len()
    }

    /// Whether the words behind a bullet are reasoning. What is merely italic is an answer's emphasis.
    pub fn is_thought(&self) -> bool {
        let label = self.row.style_at(self.body_at());
        label.italic() && label.dim()
    }

    /// Whether the CLI says it before a session has begun: it refuses a command or a key while the header loads, and draws
    /// the header below (up to 0.142.5).
    pub fn is_before_banner(&self) -> bool {
        let begun = self.above.is_some_and(|above| above.begun);
        !begun && self.leads_to_banner()
    }

    /// Whether nothing but rows behind bullets is between this row and a banner.
    fn leads_to_banner(&self) -> bool {
        let opens = |row: &usize| self.screen().row(row - 1).is_blank();
        let heads = (self.index + 1..self.rows.end).filter(opens);
        let mut heads = heads.map(|row| (row, self.screen().row(row).flush_char()));
        let below = heads.find(|(_, first)| *first != Some('•'));
        below.is_some_and(|(row, first)| first == Some('╭') && self.names_the_cli(row))
    }

    /// Whether a piece of the CLI's own work begins or ends.
    pub fn is_started(&self) -> bool {
        self.rows.skin == Skin::Chevron && started::is_banner(self.row)
    }

    pub fn is_interruption(&self) -> bool {
        const TOLD: Needle = Needle::new("Turn interrupted");
        const ASKS: Needle = Needle::new("Tell the model what to do differently");
        let text = self.row.text();
        match self.first {
            Some('■') => INTERRUPTED.is_in(text),
            Some('🖐') => TOLD.is_in(text) || ASKS.is_in(text),
            _ => false,
        }
    }

    /// Whether a red row refuses a key or a command of the person's: it says that a turn runs, or it is below a turn's
    /// end, where nothing is left to fail.
    pub fn is_refusal(&self) -> bool {
        let over = || self.above.is_some_and(|above| above.ends);
        failure::is_refusal(self.row) || over() && !failure::is_final(self.row)
    }

    /// Whether a warning says that a failed attempt is tried again. Its words are dim in the bar skin, where an answer's rows
    /// may be flush (0.20, 0.21).
    pub fn is_retry(&self) -> bool {
        const RETRYING: Needle = Needle::new("; retrying ");
        let text = self.row.text();
        if !RETRYING.is_in(text) {
            return false;
        }
        let styled = self.rows.skin == Skin::Bar && carries_styles(self.screen());
        !styled || self.row.style_at(text.len() - 1).dim()
    }

    /// Whether a warning says that the model could not answer: it stands for the turn's failure (0.120).
    pub fn is_at_capacity(&self) -> bool {
        const FULL: Needle = Needle::new("at capacity");
        FULL.is_in(self.row.text())
    }

    pub fn is_banner(&self) -> bool {
        match self.first {
            Some('>') => self.opens(">_"),
            Some('╭') => self.names_the_cli(self.index),
            None => self.row.trimmed().starts_with(">_ ") && !self.is_answered(),
            _ => false,
        }
    }

    /// Whether a box names the CLI and is low: else it is a report such as `/status` prints (0.36 to 0.157).
    fn names_the_cli(&self, index: usize) -> bool {
        const HIGHEST: usize = 8;
        let ends = |row: usize| self.screen().row(row).flush_char() == Some('╰');
        let low = || (index + 2..self.rows.end.min(index + HIGHEST)).any(ends);
        NAME.is_in(self.screen().row(index + 1).text()) && low()
    }

    /// Whether a box whose upper edge is above the screen is the banner: it still shows one of its rows and no more than
    /// those.
    pub fn is_cut_banner(&self) -> bool {
        const DIRECTORY: Needle = Needle::new("directory: ");
        if self.index > 0 || self.first != Some('│') {
            return false;
        }
        let screen = self.screen();
        let edge = (0..self.rows.end).find(|&row| screen.row(row).flush_char() == Some('╰'));
        let shown = |row: usize| {
            let text = screen.row(row).text();
            NAME.is_in(text) || DIRECTORY.is_in(text)
        };
        edge.is_some_and(|edge| edge <= 5 && (0..edge).any(shown))
    }

    /// Whether it is a row of the CLI's, behind a glyph or in words that nothing else begins with.
    pub fn is_remark(&self) -> bool {
        match self.first {
            Some('⚠' | '✔' | '✗' | '🔌' | '\u{2500}'..='\u{257f}') => true,
            Some('>' | '<') => self.is_started(),
            Some('✓') => self.is_allowance(),
            Some('T') => self.is_farewell(),
            Some('P') => self.opens("Pane is dead"),
            _ => false,
        }
    }

    /// `✓ You approved codex to run …`, its mark colored (0.20). An answer's rows, flush there too, may begin with the mark.
    fn is_allowance(&self) -> bool {
        let colored = || self.row.style_at(0).fg != Color::Default;
        let drawn = || !carries_colors(self.screen()) || colored();
        self.rows.skin == Skin::Bar && self.opens("✓ You ") && drawn()
    }

    /// The farewell of an earlier life. Up to 0.42 an answer's rows may be flush, too: there the next life's banner must
    /// follow it right away, behind what the shell shows.
    fn is_farewell(&self) -> bool {
        const ROWS: usize = 4;
        if !says_farewell(self.row) || self.rows.skin == Skin::Chevron {
            return says_farewell(self.row);
        }
        let below = (self.index + 1)..self.rows.end.min(self.index + 1 + ROWS);
        let flush = below.map(|row| (row, self.screen().row(row)));
        let mut flush = flush.take_while(|(_, row)| row.is_flush());
        flush.any(|(index, row)| self.is_dim_banner(index, row))
    }

    fn is_dim_banner(&self, index: usize, row: Row<'_>) -> bool {
        row.style_at(0).dim()
            && match row.flush_char() {
                Some('╭') => self.names_the_cli(index),
                Some('>') => row.text().starts_with(">_ You are using OpenAI Codex"),
                _ => false,
            }
    }

    /// Whether a row in column 0 that nothing marks is the first of all. An answer's begins there up to 0.42, or with a word.
    pub fn is_first(&self) -> bool {
        let unmarked = |c: char| c != '>';
        let may_be = |c: char| self.rows.skin == Skin::Bar || c.is_alphanumeric();
        let first = self.first.filter(|_| self.above.is_none());
        first.is_some_and(|c| unmarked(c) && may_be(c))
    }

    /// Whether rows at the top are a shell's: flush, right above a banner or a warning, which Codex parts from its cells.
    pub fn is_shells(&self) -> bool {
        let flush = |row: usize| (row, self.screen().row(row).flush_char());
        let mut below = (self.index + 1..self.rows.end).map(flush);
        let own = |first: Option<char>| first.is_none_or(|c| matches!(c, '╭' | '⚠'));
        match below.find(|(_, first)| own(*first)) {
            Some((row, Some('╭'))) => self.names_the_cli(row),
            Some((_, Some(_))) => self.rows.skin == Skin::Chevron,
            _ => false,
        }
    }

    pub fn is_answer(&self) -> bool {
        match self.first {
            Some('>') => true,
            Some(_) => self.is_first(),
            None => self.is_answered() || self.above.is_none() && self.speaks(),
        }
    }

    /// Whether what is indented below the cell above is the agent's answer.
    fn is_answered(&self) -> bool {
        matches!(self.last(), Some(User | Command | Retry | Error | Refusal))
    }

    /// Whether an indented row goes on an answer below a command's report in a box that was set into it.
    pub fn is_below_report(&self) -> bool {
        let boxed = |above: &Open| {
            let head = self.screen().row(above.span.first);
            let told = matches!(above.span.kind, Notice | Banner);
            told && above.in_answer && head.first_char() == Some('╭')
        };
        self.first.is_none() && self.above.is_some_and(boxed)
    }

    /// Whether an indented row may be more of an answer.
    pub fn speaks(&self) -> bool {
        /// What is between a command and what it does.
        const EXPLAINS: Needle = Needle::new(" - ");
        let body = self.row.trimmed();
        let explains = body.starts_with('/') && EXPLAINS.is_in(body);
        !explains && !body.starts_with("Tip:") && !body.starts_with("To get started")
    }

    /// Whether it is the CLI's, where nothing at its beginning says whose: indented, a word, a command, or in a report.
    pub fn is_plain_notice(&self) -> bool {
        match self.first {
            Some('/') if is_command(self.row.text()) => true,
            Some(first) => first.is_alphanumeric() || self.above.is_some_and(|above| above.reports),
            None => true,
        }
    }
}

/// What begins a cell in column 0, whatever is above it (0.44 on).
const CELLS: [char; 11] = [CHEVRON, '•', '◦', '■', '⚠', '╭', '✔', '✗', '─', '▸', '▾'];

/// Which rows below go on a cell.
impl CellRow<'_, '_> {
    /// Up to 0.20 text is flush: behind a heading, only another heading or a tool's or notice's own
    /// glyph after a blank row begins a cell.
    pub fn goes_on_barred(&self) -> bool {
        let (Some(cell), Some(first)) = (self.above, self.first) else {
            return false;
        };
        let own =
            || matches!(first, '⚡' | '🖐' | '✗' | '✔' | '⚠' | '✏' | '📋') || self.is_allowance();
        let told = || {
            let heads = [">_ ", "? Codex wants ", "proposed patch", "patch approval"];
            heads.iter().any(|head| self.opens(head))
        };
        let (screen, flush) = (self.screen(), cell.is_flush(self.screen()));
        decide! { screen;
            LaterLife if self.begins_life(first) => false;
            _ if first == BAR => {
                let goes_on = flush || cell.span.kind == User && !self.is_parted();
                goes_on && !self.runs_command()
            };
            _ if !self.is_parted() => true;
            _ => flush && heading(screen, self.row).is_none() && !own() && !told()
        }
    }

    /// From 0.44 on every row in column 0 begins a cell, but for the further rows of errors and notices (up to 0.142 they
    /// wrap flush), of boxes, and of what a terminal or a carriage return has put there.
    pub fn goes_on_bulleted(&self) -> bool {
        let (Some(kind), Some(first)) = (self.last(), self.first) else {
            return false;
        };
        let (screen, parted) = (self.screen(), self.is_parted());
        decide! { screen;
            // A box is drawn row below row.
            _ if matches!(first, '│' | '╰') => true;
            WrappedRow if !parted && is_wrapped(screen, self.index) => true;
            LaterLife if self.begins_life(first) => false;
            OutputAtMargin if kind == Tool && self.is_output(first) => true;
            _ if CELLS.contains(&first) => false;
            _ if first.is_alphanumeric() => !parted || kind == User;
            _ => !parted && kind != Banner
        }
    }

    /// Whether a flush row below a call's rows is its output, which a carriage return has put there (0.101 to 0.132): a
    /// blank row parts a call from the next cell, and of that not every part is dim. A rule is.
    fn is_output(&self, first: char) -> bool {
        let faint = |style: Style| style.dim() && !style.bold();
        let drawn = || carries_styles(self.screen()) && self.row.spans().all(|it| faint(it.style));
        first != '─' && (!self.is_parted() || drawn())
    }

    /// Whether a flush row is where one life of the CLI ends or the next one begins, right below a cell: its farewell, or
    /// the banner, whose frame or head is dim.
    fn begins_life(&self, first: char) -> bool {
        match first {
            'T' => self.is_farewell(),
            '╭' | '>' => self.is_dim_banner(self.index, self.row),
            _ => false,
        }
    }

    /// Whether the box of a command's report, set into an answer, ends above.
    pub fn ends_report(&self) -> bool {
        let edge = |row: usize| self.screen().row(row).flush_char() == Some('╰');
        self.screen().last_filled(0, self.index).is_some_and(edge)
            && self.above.is_some_and(|above| above.in_answer)
    }

    /// Whether an indented row is what has scrolled under a prompt that stays on the first row while
    /// its turn scrolls (0.156 and later), and not a row of the prompt: no prompt's ground is under
    /// it, or where prompts have none, no answer begins behind it.
    pub fn is_below_pinned(&self) -> bool {
        let (screen, parted) = (self.screen(), self.is_parted());
        let Some(first) = self.above.map(|above| above.span.first) else {
            return false;
        };
        let ground = screen.row(first).style_at(0).bg;
        if carries_styles(screen) && ground != Color::Default {
            return self.row.first_style().bg != ground;
        }
        if first != 0 || !(parted || self.index == 1) {
            return false;
        }
        let bare = screen.row(0).flush_char() != Some(CHEVRON);
        parted && !carries_styles(screen)
            || self.rows.skin == Skin::Chevron && (bare || !self.answer_begins_behind())
    }

    /// Whether a flush bullet begins a cell behind the rows that begin here.
    fn answer_begins_behind(&self) -> bool {
        let is_blank = |row: &usize| self.screen().row(*row).is_blank();
        let below = (self.index..self.rows.end).find(is_blank);
        let behind = below.and_then(|blank| (blank..self.rows.end).find(|row| !is_blank(row)));
        let first = behind.and_then(|row| self.screen().row(row).flush_char());
        first.is_some_and(|first| first != CHEVRON)
    }
}

/// The heading of a cell up to 0.20: the speaker's name alone on a row, bold or italic where styled.
pub(super) fn heading(screen: &Screen, row: Row<'_>) -> Option<CellKind> {
    let style = row.first_style();
    if carries_styles(screen) && !style.bold() && !style.italic() {
        return None;
    }
    match row.text() {
        "user" => Some(User),
        "codex" => Some(Assistant),
        "thinking" => Some(CellKind::Thinking),
        _ => None,
    }
}

/// A tip below an answer (0.160.1 and later): its branch is dim, its word bold, which no answer's text is together.
pub(super) fn is_tip(row: Row<'_>) -> bool {
    const HEAD: &str = "  └ ";
    row.first_char() == Some('└')
        && row
            .text()
            .strip_prefix(HEAD)
            .is_some_and(|body| body.starts_with("Tip:"))
        && row.first_style().dim()
        && row.style_at(HEAD.len()).bold()
}
