//! What a cell of the transcript is: by its first row's bullet, style and shape, and by what was given above it.

use shadow_core::screen::{Color, Marked, Needle, Row, Screen};

use super::call::Bulleted;
use super::cell_kind::CellKind;
use super::composer::is_command;
use super::end_mark::{folds_a_turn, may_tell_the_end, tells_the_end};
use super::failure;
use super::farewell::says_farewell;
use super::front::Look;
use super::marks::Mark;
use super::openings::behind_bullet;
use super::shape::{BAR, CHEVRON, carries_colors, carries_styles, flush_char, is_separator};
use super::started;

/// The name in every banner.
const NAME: Needle = Needle::new(">_ OpenAI Codex");
/// What a warning says of a failed attempt.
const RETRYING: Needle = Needle::new("; retrying ");
/// What a red row says where a person broke the turn off.
pub(super) const INTERRUPTED: Needle = Needle::new("interrupted");
/// What is between a command and what it does.
const EXPLAINS: Needle = Needle::new(" - ");

/// The rows that hold cells, and how their version draws them: what the rules ask.
#[derive(Clone, Copy)]
pub(super) struct CellRows<'s> {
    /// The screen that they are on.
    pub screen: &'s Marked<'s>,
    /// How its version draws cells.
    pub look: Look,
    /// The first row that is no cell's any more.
    pub end: usize,
    /// A finished turn may leave a row.
    pub end_rows: bool,
    /// A prompt may stay on the first row while its turn scrolls.
    pub pins: bool,
}

/// The cells that were given, as far as they tell what the next one is.
#[derive(Default)]
pub(super) struct Given {
    /// The kind of the last; none where nothing was given.
    pub last: Option<CellKind>,
    /// The kind that it announces, where it is a heading.
    pub heading: Option<CellKind>,
    /// It is a command's echo, or a notice behind one: the command's report.
    pub reports: bool,
    /// The agent spoke last, but for notices and banners.
    pub said: bool,
    /// A turn's end is above, but for notices.
    pub over: bool,
    /// It is a command's report in a box, set into the agent's words: they may go on below it.
    pub goes_on: bool,
}

impl Given {
    /// Takes the cell that is given next.
    pub fn take(&mut self, screen: &Screen, kind: CellKind, head: Row<'_>) {
        let reported =
            self.reports && self.said && matches!(kind, CellKind::Banner | CellKind::Notice);
        self.goes_on = reported && head.first_char() == Some('╭');
        self.said = match kind {
            CellKind::Notice | CellKind::Banner => self.said,
            kind => kind == CellKind::Assistant,
        };
        self.over = match kind {
            CellKind::Notice | CellKind::Refusal => self.over,
            kind => matches!(kind, CellKind::Finished | CellKind::Interrupted),
        };
        self.reports = kind == CellKind::Notice && (self.reports || is_command(head.text()));
        self.heading = match kind {
            CellKind::Heading => heading(screen, head),
            _ => None,
        };
        self.last = Some(kind);
    }
}

impl<'s> CellRows<'s> {
    /// The rules for the rows in front of `end`, of any version.
    pub fn of(screen: &'s Marked<'s>, look: Look, end: usize) -> Self {
        Self {
            screen,
            look,
            end,
            end_rows: true,
            pins: true,
        }
    }
}

impl CellRows<'_> {
    /// What the cell is that a row begins.
    pub fn kind(&self, index: usize, row: Row<'_>, given: &Given) -> CellKind {
        if let Some(kind) = given.heading {
            let broken_off = is_told_under_heading(row);
            if !Mark::InterruptedUnderHeading.holds(self.screen, broken_off) {
                return kind;
            }
        }
        if self.ends_a_turn(index, row) {
            return CellKind::Finished;
        }
        match flush_char(row) {
            None if given.last == Some(CellKind::Assistant) && is_tip(row) => CellKind::Notice,
            None if matches!(
                given.last,
                Some(
                    CellKind::User
                        | CellKind::Command
                        | CellKind::Retry
                        | CellKind::Error
                        | CellKind::Refusal
                )
            ) =>
            {
                CellKind::Assistant
            }
            None if Mark::GoesOnBelow.holds(self.screen, given.goes_on) => {
                indented_kind(row, false)
            }
            None => indented_kind(row, given.last.is_some()),
            Some(first) => self.flush_kind(row, index, first, given),
        }
    }

    fn flush_kind(&self, row: Row<'_>, index: usize, first: char, given: &Given) -> CellKind {
        // Most kinds are told by their first character.
        let text = || row.text();
        match first {
            '─' if is_separator(text()) => CellKind::Separator,
            '▸' | '▾' if folds_a_turn(self.screen, row) => CellKind::Folded,
            'T' if self.is_farewell(index, row) => CellKind::Notice,
            BAR if text().starts_with("▌ Running command ") => CellKind::Tool,
            BAR | CHEVRON => CellKind::User,
            '⚠' if RETRYING.is_in(text()) && self.is_drawn_retry(row) => CellKind::Retry,
            '⚠' if Mark::CapacityWarning.holds(self.screen, is_failure(self.screen, index)) => {
                CellKind::Error
            }
            '>' if text().starts_with(">_") => CellKind::Banner,
            '>' | '<' if self.look == Look::Chevron && started::is_banner(row) => {
                match started::is_review(self.screen, row) {
                    true => CellKind::Command,
                    false => CellKind::Notice,
                }
            }
            '>' => CellKind::Assistant,
            '╭' => self.boxed_kind(index),
            '│' if index == 0 => self.cut_box_kind(),
            '⚠' | '✔' | '✗' | '🔌' | '\u{2500}'..='\u{257f}' => CellKind::Notice,
            '✓' if self.is_allowance(row, first) => CellKind::Notice,
            '■' if INTERRUPTED.is_in(text()) => CellKind::Interrupted,
            '■' if is_refusal(row, given) => CellKind::Refusal,
            '■' => CellKind::Error,
            '🖐' if is_interruption(text()) => CellKind::Interrupted,
            '🖐' if is_refusal(row, given) => CellKind::Refusal,
            '🖐' => CellKind::Error,
            '⚡' | '⏵' | '✏' | '✘' | '📋' | '?' | '\u{2800}'..='\u{28ff}' => {
                CellKind::Tool
            }
            '•' | '◦' => self.bullet_kind(row, index, given),
            'P' if text().starts_with("Pane is dead") => CellKind::Notice,
            _ if self.look == Look::Bar && heading(self.screen, row).is_some() => CellKind::Heading,
            _ if self.look == Look::Bar && text().starts_with("proposed patch") => CellKind::Tool,
            _ if first.is_alphanumeric() && self.is_bare_pinned(index) => CellKind::User,
            _ if given.last.is_none() && (self.look == Look::Bar || first.is_alphanumeric()) => {
                match Mark::ShellAbove.holds(self.screen, self.is_shells(index)) {
                    true => CellKind::Notice,
                    false => CellKind::Assistant,
                }
            }
            '/' if is_command(text()) => CellKind::Notice,
            _ if given.reports || first.is_alphanumeric() => CellKind::Notice,
            _ => CellKind::Unexplained,
        }
    }

    /// A failed attempt's words are dim in the bar look, where an answer's rows may be flush (0.20, 0.21).
    fn is_drawn_retry(&self, row: Row<'_>) -> bool {
        let styled = self.look == Look::Bar && carries_styles(self.screen);
        !styled || row.style_at(row.text().len() - 1).dim()
    }

    /// A box: the banner if it names the CLI and is low, else a report such as `/status` prints (0.36 to 0.157).
    fn boxed_kind(&self, index: usize) -> CellKind {
        const HIGHEST: usize = 8;
        let head = self.screen.row(index + 1).text();
        let ends = |row: usize| self.screen.row(row).flush_char() == Some('╰');
        let low = || (index + 2..self.end.min(index + HIGHEST)).any(ends);
        if NAME.is_in(head) && low() {
            CellKind::Banner
        } else {
            CellKind::Notice
        }
    }

    /// A box whose upper edge is above the screen: the banner, if it still shows one of its rows and
    /// no more than those.
    fn cut_box_kind(&self) -> CellKind {
        const DIRECTORY: Needle = Needle::new("directory: ");
        let edge = (0..self.end).find(|&row| self.screen.row(row).flush_char() == Some('╰'));
        let shown = |row: usize| {
            let text = self.screen.row(row).text();
            NAME.is_in(text) || DIRECTORY.is_in(text)
        };
        match edge {
            Some(edge) if edge <= 5 && (0..edge).any(shown) => {
                Mark::CutBanner.on(self.screen);
                CellKind::Banner
            }
            _ => CellKind::Notice,
        }
    }

    /// Behind a bullet: a tool call (its verb stands out and a tree follows), reasoning (italic), or
    /// the agent's text.
    fn bullet_kind(&self, row: Row<'_>, index: usize, given: &Given) -> CellKind {
        let text = row.text();
        let body = behind_bullet(text);
        if body.is_empty() {
            return CellKind::Unexplained;
        }
        let label = row.style_at(text.len() - body.len());
        // What is merely italic is an answer's emphasis.
        if label.italic() && label.dim() {
            return CellKind::Thinking;
        }
        let bulleted = Bulleted {
            screen: self.screen,
            index,
            row,
            body,
        };
        // In the bar look an answer opens with `>`, or under its heading.
        if bulleted.is_call(self.look == Look::Bar && given.last.is_some()) {
            CellKind::Tool
        } else if started::is_goal(self.screen, row, body) {
            CellKind::Command
        } else if bulleted.is_remark() {
            CellKind::Notice
        } else {
            CellKind::Assistant
        }
    }

    /// Whether a row tells a turn's end.
    #[inline]
    pub fn ends_a_turn(&self, index: usize, row: Row<'_>) -> bool {
        self.end_rows && may_tell_the_end(row) && tells_the_end(self.screen, index)
    }

    /// The farewell of an earlier life. Up to 0.42 an answer's rows may be flush, too: there the next life's banner must
    /// follow it right away, behind what the shell shows.
    pub fn is_farewell(&self, index: usize, row: Row<'_>) -> bool {
        const ROWS: usize = 4;
        if !says_farewell(row) || self.look == Look::Chevron {
            return says_farewell(row);
        }
        let below = (index + 1)..self.end.min(index + 1 + ROWS);
        let flush = below.map(|row| (row, self.screen.row(row)));
        let mut flush = flush.take_while(|(_, row)| row.is_flush());
        flush.any(|(index, row)| self.is_dim_banner(index, row))
    }

    pub fn is_dim_banner(&self, index: usize, row: Row<'_>) -> bool {
        row.style_at(0).dim()
            && match row.flush_char() {
                Some('╭') => self.boxed_kind(index) == CellKind::Banner,
                Some('>') => row.text().starts_with(">_ You are using OpenAI Codex"),
                _ => false,
            }
    }

    /// Whether rows at the top are a shell's: flush, right above a banner or a warning, which Codex parts from its cells.
    fn is_shells(&self, index: usize) -> bool {
        let mut below = (index + 1..self.end).map(|row| (row, flush_char(self.screen.row(row))));
        let own = |first: Option<char>| first.is_none_or(|c| matches!(c, '╭' | '⚠'));
        match below.find(|(_, first)| own(*first)) {
            Some((row, Some('╭'))) => self.boxed_kind(row) == CellKind::Banner,
            Some((_, Some(_))) => self.look == Look::Chevron,
            _ => false,
        }
    }

    /// `✓ You approved codex to run …`, its mark colored (0.20). An answer's rows, flush there too, may begin with the mark.
    pub fn is_allowance(&self, row: Row<'_>, first: char) -> bool {
        let colored = || row.style_at(0).fg != Color::Default;
        let drawn = || !carries_colors(self.screen) || colored();
        self.look == Look::Bar && first == '✓' && row.text().starts_with("✓ You ") && drawn()
    }

    /// Whether the first row is a prompt that stays there without its glyph (0.157): flush, with an
    /// answer's indented rows below.
    fn is_bare_pinned(&self, index: usize) -> bool {
        let below = self.screen.first_filled(1, self.end);
        let pinned = index == 0
            && self.pins
            && self.look == Look::Chevron
            && below.is_some_and(|row| self.screen.row(row).indent() == 2);
        Mark::BarePinned.holds(self.screen, pinned)
    }
}

/// Whether a red row refuses a key or a command of the person's: it says that a turn runs, or it is below a turn's
/// end, where nothing is left to fail.
fn is_refusal(row: Row<'_>, given: &Given) -> bool {
    failure::is_refusal(row) || given.over && !failure::is_final(row)
}

/// The rule that tells cells of a kind.
pub(super) const fn mark_of(kind: CellKind) -> Mark {
    match kind {
        CellKind::User => Mark::UserCell,
        CellKind::Assistant => Mark::AnswerCell,
        CellKind::Thinking => Mark::ThoughtCell,
        CellKind::Tool => Mark::ToolCell,
        CellKind::Notice | CellKind::Command => Mark::NoticeCell,
        CellKind::Error => Mark::ErrorCell,
        CellKind::Interrupted => Mark::InterruptedCell,
        CellKind::Retry => Mark::RetryCell,
        CellKind::Banner => Mark::BannerCell,
        CellKind::Separator => Mark::SeparatorCell,
        CellKind::Finished => Mark::FinishedCell,
        CellKind::Heading => Mark::HeadingCell,
        CellKind::Unexplained => Mark::UnexplainedCell,
        CellKind::Refusal => Mark::CommandRefused,
        CellKind::Folded => Mark::FoldedTurn,
        CellKind::RawPrompt | CellKind::RawText | CellKind::RawEnd | CellKind::RawRed => {
            Mark::RawOutput
        }
    }
}

/// An indented row at the head of the given text goes on a cell that began above it.
fn indented_kind(row: Row<'_>, started: bool) -> CellKind {
    let body = row.trimmed();
    if body.starts_with(">_ ") {
        CellKind::Banner
    } else if body.starts_with('/') && EXPLAINS.is_in(body) {
        CellKind::Notice
    } else if !started && !body.starts_with("Tip:") && !body.starts_with("To get started") {
        CellKind::Assistant
    } else {
        CellKind::Notice
    }
}

/// The heading of a cell up to 0.20: the speaker's name alone on a row, bold or italic where styled.
pub(super) fn heading(screen: &Screen, row: Row<'_>) -> Option<CellKind> {
    let style = row.first_style();
    if carries_styles(screen) && !style.bold() && !style.italic() {
        return None;
    }
    match row.text() {
        "user" => Some(CellKind::User),
        "codex" => Some(CellKind::Assistant),
        "thinking" => Some(CellKind::Thinking),
        _ => None,
    }
}

/// A warning that says that the model could not answer stands for the turn's failure (0.120).
fn is_failure(screen: &Screen, index: usize) -> bool {
    const FULL: Needle = Needle::new("at capacity");
    FULL.is_in(screen.row(index).text())
}

fn is_interruption(text: &str) -> bool {
    const TOLD: Needle = Needle::new("Turn interrupted");
    const ASKS: Needle = Needle::new("Tell the model what to do differently");
    TOLD.is_in(text) || ASKS.is_in(text)
}

/// Whether the CLI says that the turn was interrupted where the answer would begin, under its heading
/// (0.20): the hand is colored, which no answer's text is; without styles it is taken for the answer.
fn is_told_under_heading(row: Row<'_>) -> bool {
    let colored = row.style_at(0).fg != Color::Default;
    row.first_char() == Some('🖐') && colored && is_interruption(row.text())
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
