//! Walks the transcript: where each cell begins and ends, and what it is by bullet, style and shape.

use shadow_core::screen::{Color, Marked, Needle, Row, Screen, Style};

use super::call::Bulleted;
use super::cell_kind::{CellKind, CellSpan};
use super::composer::is_command;
use super::cut_prompt;
use super::end_mark::{folds_a_turn, may_tell_the_end, tells_the_end};
use super::failure;
use super::farewell::says_farewell;
use super::front::Look;
use super::marks::Mark;
use super::openings::behind_bullet;
use super::shape::{BAR, CHEVRON, carries_colors, carries_styles, flush_char, is_separator};

/// The name in every banner.
const NAME: Needle = Needle::new(">_ OpenAI Codex");
/// What a warning says of a failed attempt.
const RETRYING: Needle = Needle::new("; retrying ");
/// What a red row says where a person broke the turn off.
pub(super) const INTERRUPTED: Needle = Needle::new("interrupted");
/// What stands between a command and what it does.
const EXPLAINS: Needle = Needle::new(" - ");

/// The cells from `from` up to, not including, `end`.
pub(super) fn cells<'s>(screen: &'s Marked<'s>, look: Look, from: usize, end: usize) -> Walk<'s> {
    Walk {
        screen,
        look,
        next: screen.first_filled(from, end),
        end,
        heading: None,
        started: false,
        flush_text: false,
        first: from,
        last: None,
        reports: false,
        end_rows: true,
        pins: true,
        said: false,
        over: false,
        goes_on: false,
        told: None,
    }
}

/// Iterator over the cells of a transcript.
pub(super) struct Walk<'s> {
    screen: &'s Marked<'s>,
    look: Look,
    /// The row in which the next cell begins.
    next: Option<usize>,
    end: usize,
    /// The kind that the last heading announced.
    heading: Option<CellKind>,
    /// A cell has been given.
    started: bool,
    /// The current cell's text is flush (0.20).
    flush_text: bool,
    /// The current cell's first row.
    first: usize,
    /// The kind of the cell given last.
    last: Option<CellKind>,
    /// A command's echo was given last, or notices behind it: the command's report.
    reports: bool,
    /// A finished turn may leave a row.
    end_rows: bool,
    /// A prompt may stay on the first row while its turn scrolls.
    pins: bool,
    /// The agent spoke last, but for notices and banners.
    said: bool,
    /// A turn's end was given last, but for notices.
    over: bool,
    /// A command's report in a box was given last, into the agent's words: they may go on below it.
    goes_on: bool,
    /// The row at which the last cell ended because it tells a turn's end.
    told: Option<usize>,
}

impl Iterator for Walk<'_> {
    type Item = CellSpan;

    fn next(&mut self) -> Option<CellSpan> {
        let first = self.next?;
        if let Some(last) = self.cut_prompt(first) {
            return Some(self.give_cut_prompt(first, last));
        }
        let head = self.screen.row(first);
        let kind = self.kind(first, head);
        mark_of(kind).on(self.screen);
        self.first = first;
        self.flush_text = self.heading.is_some()
            || self.look == Look::Bar
                && kind == CellKind::Assistant
                && !head.text().starts_with(['>', ' ']);
        let last;
        (last, self.next) = self.extent(kind, first);
        self.last = Some(kind);
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
        self.started = true;
        self.heading = match kind {
            CellKind::Heading => heading(self.screen, head),
            _ => None,
        };
        Some(CellSpan { kind, first, last })
    }
}

impl Walk<'_> {
    /// Sets whether a finished turn may leave a row in these versions.
    pub fn with_end_rows(mut self, may: bool) -> Self {
        self.end_rows = may;
        self
    }

    /// Sets whether these versions keep a prompt on the first row.
    pub fn with_pins(mut self, may: bool) -> Self {
        self.pins = may;
        self
    }

    /// The last row of a prompt whose beginning is above the first row of all.
    fn cut_prompt(&self, first: usize) -> Option<usize> {
        let may = !self.started && self.look == Look::Chevron;
        let cut = may.then(|| cut_prompt::last(self.screen, first, self.end, self.pins))?;
        mark_of(CellKind::User).holds(self.screen, cut.is_some());
        cut
    }

    fn give_cut_prompt(&mut self, first: usize, last: usize) -> CellSpan {
        let kind = CellKind::User;
        self.next = self.screen.first_filled(last + 1, self.end);
        self.started = true;
        (self.first, self.last) = (first, Some(kind));
        CellSpan { kind, first, last }
    }

    /// Whether a row tells a turn's end.
    #[inline]
    fn ends_a_turn(&self, index: usize, row: Row<'_>) -> bool {
        self.end_rows && may_tell_the_end(row) && tells_the_end(self.screen, index)
    }

    /// The last row of the cell that begins at `first`, and the row in which the next one begins.
    fn extent(&mut self, kind: CellKind, first: usize) -> (usize, Option<usize>) {
        let mut last = first;
        for (index, row) in self.screen.filled(first + 1, self.end) {
            if self.begins(kind, index, row, index > last + 1) {
                return (last, Some(index));
            }
            last = index;
        }
        (last, None)
    }

    /// Whether a row begins another cell than the one of `kind` above it.
    #[inline]
    fn begins(&mut self, kind: CellKind, index: usize, row: Row<'_>, after_blank: bool) -> bool {
        if kind == CellKind::Heading {
            return true;
        }
        if self.ends_a_turn(index, row) {
            self.told = Some(index);
            return after_blank || index == 1;
        }
        let Some(first) = flush_char(row) else {
            if kind == CellKind::Assistant && Mark::TipBelow.holds(self.screen, is_tip(row)) {
                return true;
            }
            let parted = match kind {
                // It wraps flush, and what goes on below it may follow at once (0.28).
                CellKind::Retry => after_blank || self.look == Look::Bar,
                // It wraps flush; an answer into which it was set goes on below it (0.58).
                CellKind::Error | CellKind::Refusal => after_blank,
                CellKind::Notice => after_blank && self.ends_report(index),
                kind => after_blank && kind == CellKind::Banner,
            };
            let pinned = kind == CellKind::User && self.is_below_pinned(index, after_blank);
            Mark::BelowPinned.holds(self.screen, pinned);
            return kind == CellKind::Separator || parted || pinned;
        };
        if matches!(
            kind,
            CellKind::Separator | CellKind::Finished | CellKind::Folded
        ) {
            return true;
        }
        let chevron = self.look == Look::Chevron;
        // A box is drawn row below row.
        if chevron && matches!(first, '│' | '╰') {
            return false;
        }
        let wrapped = !after_blank && chevron && is_wrapped(self.screen, index);
        if Mark::WrappedRow.holds(self.screen, wrapped) {
            return false;
        }
        if Mark::LaterLife.holds(self.screen, self.begins_life(index, row, first)) {
            return true;
        }
        let output = kind == CellKind::Tool && self.is_output(row, first, after_blank);
        if Mark::OutputAtMargin.holds(self.screen, output) {
            return false;
        }
        match self.look {
            Look::Bar => self.begins_in_bar_look(kind, row, first, after_blank),
            Look::Chevron => begins_in_chevron_look(kind, first, after_blank),
        }
    }

    /// Whether a flush row below a call's rows is its output, which a carriage return has put there (0.101 to 0.132): a
    /// blank row parts a call from the next cell, and of that not every part is dim. A rule is.
    fn is_output(&self, row: Row<'_>, first: char, after_blank: bool) -> bool {
        if self.look == Look::Bar || first == '─' {
            return false;
        }
        let faint = |style: Style| style.dim() && !style.bold();
        !after_blank || carries_styles(self.screen) && row.spans().all(|span| faint(span.style))
    }

    /// Whether the box of a command's report, set into an answer, ends above a row.
    fn ends_report(&self, index: usize) -> bool {
        let above = self.screen.last_filled(0, index);
        let edge = above.is_some_and(|row| self.screen.row(row).flush_char() == Some('╰'));
        edge && self.reports && self.said
    }

    /// Whether a flush row is where one life of the CLI ends or the next one begins, right below a cell: its farewell, or
    /// the banner, whose frame or head is dim.
    fn begins_life(&self, index: usize, row: Row<'_>, first: char) -> bool {
        match first {
            'T' => self.is_farewell(index, row),
            '╭' | '>' => self.is_dim_banner(index, row),
            _ => false,
        }
    }

    /// The farewell of an earlier life. Up to 0.42 an answer's rows may be flush, too: there the next life's banner must
    /// follow it right away, behind what the shell shows.
    fn is_farewell(&self, index: usize, row: Row<'_>) -> bool {
        const ROWS: usize = 4;
        if !says_farewell(row) || self.look == Look::Chevron {
            return says_farewell(row);
        }
        let below = (index + 1)..self.end.min(index + 1 + ROWS);
        let flush = below.map(|row| (row, self.screen.row(row)));
        let mut flush = flush.take_while(|(_, row)| row.is_flush());
        flush.any(|(index, row)| self.is_dim_banner(index, row))
    }

    fn is_dim_banner(&self, index: usize, row: Row<'_>) -> bool {
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

    /// Up to 0.20 text is flush: behind a heading, only another heading or a tool's or notice's own
    /// glyph after a blank row begins a cell.
    fn begins_in_bar_look(&self, kind: CellKind, row: Row<'_>, first: char, blank: bool) -> bool {
        if first == BAR {
            let call = row.text().starts_with("▌ Running command ");
            return call || !self.flush_text && (kind != CellKind::User || blank);
        }
        if heading(self.screen, row).is_some() {
            return blank;
        }
        let own = matches!(first, '⚡' | '🖐' | '✗' | '✔' | '⚠' | '✏' | '📋')
            || self.is_allowance(row, first);
        let text = row.text();
        let told = text.starts_with(">_ ")
            || text.starts_with("? Codex wants ")
            || text.starts_with("proposed patch")
            || text.starts_with("patch approval");
        if self.flush_text {
            return blank && (own || told);
        }
        blank
    }

    /// `✓ You approved codex to run …`, its mark coloured (0.20). An answer's rows, flush there too, may begin with the mark.
    fn is_allowance(&self, row: Row<'_>, first: char) -> bool {
        let colored = || row.style_at(0).fg != Color::Default;
        let drawn = || !carries_colors(self.screen) || colored();
        self.look == Look::Bar && first == '✓' && row.text().starts_with("✓ You ") && drawn()
    }

    /// Whether an indented row is what has scrolled under a prompt that stays on the first row while
    /// its turn scrolls (0.156 and later), and not a row of the prompt: no prompt's ground is under
    /// it, or where prompts have none, no answer begins behind it.
    fn is_below_pinned(&self, index: usize, after_blank: bool) -> bool {
        let ground = self.screen.row(self.first).style_at(0).bg;
        if carries_styles(self.screen) && ground != Color::Default {
            return self.screen.row(index).first_style().bg != ground;
        }
        if self.first != 0 || !(after_blank || index == 1) {
            return false;
        }
        let unproven = after_blank && !carries_styles(self.screen);
        let bare = flush_char(self.screen.row(0)) != Some(CHEVRON);
        unproven || self.look == Look::Chevron && (bare || !self.answer_begins_behind(index))
    }

    /// Whether a flush bullet begins a cell behind the rows that begin here.
    fn answer_begins_behind(&self, index: usize) -> bool {
        let is_blank = |row: &usize| self.screen.row(*row).is_blank();
        let below = (index..self.end).find(is_blank);
        let behind = below.and_then(|blank| (blank..self.end).find(|row| !is_blank(row)));
        let first = behind.and_then(|row| flush_char(self.screen.row(row)));
        first.is_some_and(|first| first != CHEVRON)
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

    fn kind(&self, index: usize, row: Row<'_>) -> CellKind {
        if let Some(kind) = self.heading {
            let broken_off = is_told_under_heading(row);
            if !Mark::InterruptedUnderHeading.holds(self.screen, broken_off) {
                return kind;
            }
        }
        if self.told == Some(index) || self.ends_a_turn(index, row) {
            return CellKind::Finished;
        }
        match flush_char(row) {
            None if self.last == Some(CellKind::Assistant) && is_tip(row) => CellKind::Notice,
            None if matches!(
                self.last,
                Some(CellKind::User | CellKind::Retry | CellKind::Error | CellKind::Refusal)
            ) =>
            {
                CellKind::Assistant
            }
            None if Mark::GoesOnBelow.holds(self.screen, self.goes_on) => indented_kind(row, false),
            None => indented_kind(row, self.started),
            Some(first) => self.flush_kind(row, index, first),
        }
    }

    fn flush_kind(&self, row: Row<'_>, index: usize, first: char) -> CellKind {
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
            '>' => CellKind::Assistant,
            '╭' => self.boxed_kind(index),
            '│' if index == 0 => self.cut_box_kind(),
            '⚠' | '✔' | '✗' | '🔌' | '\u{2500}'..='\u{257f}' => CellKind::Notice,
            '✓' if self.is_allowance(row, first) => CellKind::Notice,
            '■' if INTERRUPTED.is_in(text()) => CellKind::Interrupted,
            '■' if self.is_refusal(row) => CellKind::Refusal,
            '■' => CellKind::Error,
            '🖐' if is_interruption(text()) => CellKind::Interrupted,
            '🖐' if self.is_refusal(row) => CellKind::Refusal,
            '🖐' => CellKind::Error,
            '⚡' | '⏵' | '✏' | '✘' | '📋' | '?' | '\u{2800}'..='\u{28ff}' => {
                CellKind::Tool
            }
            '•' | '◦' => self.bullet_kind(row, index),
            'P' if text().starts_with("Pane is dead") => CellKind::Notice,
            _ if self.look == Look::Bar && heading(self.screen, row).is_some() => CellKind::Heading,
            _ if self.look == Look::Bar && text().starts_with("proposed patch") => CellKind::Tool,
            _ if first.is_alphanumeric() && self.is_bare_pinned(index) => CellKind::User,
            _ if !self.started && (self.look == Look::Bar || first.is_alphanumeric()) => {
                match Mark::ShellAbove.holds(self.screen, self.is_shells(index)) {
                    true => CellKind::Notice,
                    false => CellKind::Assistant,
                }
            }
            '/' if is_command(text()) => CellKind::Notice,
            _ if self.reports || first.is_alphanumeric() => CellKind::Notice,
            _ => CellKind::Unexplained,
        }
    }

    /// Whether a red row refuses a key or a command of the person's: it says that a turn runs, or it stands below a turn's
    /// end, where nothing is left to fail.
    fn is_refusal(&self, row: Row<'_>) -> bool {
        failure::is_refusal(row) || self.over && !failure::is_final(row)
    }

    /// A failed attempt's words are dim in the bar look, where an answer's rows may be flush (0.20, 0.21).
    fn is_drawn_retry(&self, row: Row<'_>) -> bool {
        let styled = self.look == Look::Bar && carries_styles(self.screen);
        !styled || row.style_at(row.text().len() - 1).dim()
    }

    /// A box: the banner if it names the CLI, else a report such as `/status` prints.
    fn boxed_kind(&self, index: usize) -> CellKind {
        let head = self.screen.row(index + 1).text();
        const REPORT: Needle = Needle::new("Visit https://");
        let end = (index + 8).min(self.end);
        let report = || self.screen.rows_hold(index + 2, end, REPORT);
        if NAME.is_in(head) && !report() {
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
    fn bullet_kind(&self, row: Row<'_>, index: usize) -> CellKind {
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
        if bulleted.is_call(self.look == Look::Bar && self.started) {
            CellKind::Tool
        } else if bulleted.is_remark() {
            CellKind::Notice
        } else {
            CellKind::Assistant
        }
    }
}

/// The rule that tells cells of a kind.
const fn mark_of(kind: CellKind) -> Mark {
    match kind {
        CellKind::User => Mark::UserCell,
        CellKind::Assistant => Mark::AnswerCell,
        CellKind::Thinking => Mark::ThoughtCell,
        CellKind::Tool => Mark::ToolCell,
        CellKind::Notice => Mark::NoticeCell,
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

/// In the chevron look every flush row begins a cell, but for the further rows of errors and notices
/// (up to 0.142 they wrap flush) and of boxes.
fn begins_in_chevron_look(kind: CellKind, first: char, after_blank: bool) -> bool {
    match first {
        CHEVRON | '•' | '◦' | '■' | '⚠' | '╭' | '✔' | '✗' | '─' | '▸' | '▾' => {
            true
        }
        _ if first.is_alphanumeric() => after_blank && kind != CellKind::User,
        _ => after_blank || matches!(kind, CellKind::Banner),
    }
}

/// Whether a row in column 0 goes on the one above it, which fills the pane: the terminal has wrapped it (an
/// address is printed unbroken, 0.110 to 0.150). Rules and boxes are drawn to the pane's width by the CLI.
pub(super) fn is_wrapped(screen: &Screen, index: usize) -> bool {
    let full = |row: &usize| screen.row(*row).reaches(screen.width());
    if !screen.row(index).is_flush() {
        return false;
    }
    let head = (0..index).rev().take_while(full).last();
    let drawn = |row: usize| matches!(flush_char(screen.row(row)), Some('\u{2500}'..='\u{257f}'));
    head.is_some_and(|row| !drawn(row))
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
fn heading(screen: &Screen, row: Row<'_>) -> Option<CellKind> {
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
/// (0.20): the hand is coloured, which no answer's text is; without styles it is taken for the answer.
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
