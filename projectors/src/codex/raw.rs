//! Raw output (`/raw`, Alt-R; 0.142 to 0.169): the transcript is printed for copying, without glyphs, indents and styles.
//! Nothing but order tells a prompt from an answer there, and no row proves that a turn has ended: the model's words can
//! read the same.

use shadow_core::screen::{Marked, Needle, Row, Screen};

use super::cell_kind::{CellKind, CellSpan};
use super::cell_row::is_tip;
use super::end_mark::tells_time;
use super::failure;
use super::front::Skin;
use super::marks::Mark;
use super::openings::{REMARKS, behind_bullet};
use super::shape::{CHEVRON, is_wrapped};
use super::started;
use crate::rules::decide;

/// How the raw banner begins; its next row names the model.
const BANNER: &str = "OpenAI Codex (v";
const MODEL: &str = "model: ";

/// The cells of a raw transcript up to `end`; none where it is drawn.
pub(super) fn cells<'s>(screen: &'s Marked<'s>, skin: Skin, end: usize) -> Option<Cells<'s>> {
    let raw = skin == Skin::Chevron && is_raw(screen, end);
    Mark::RawOutput.holds(screen, raw).then_some(Cells {
        screen,
        next: 0,
        end,
        opens: false,
        asked: false,
    })
}

/// Whether plain rows are in column 0 where a drawn transcript has glyphs, half of all at the least. The first row may be a prompt that stays
/// there, and the last cell a call that runs: both are drawn. A drawn banner ends what a shell has printed above it.
fn is_raw(screen: &Screen, end: usize) -> bool {
    const DRAWN_BANNER: Needle = Needle::new(">_ OpenAI Codex (v");
    let headed = is_banner(screen, first_row(screen, end));
    let mut rows = screen.flush(1, end);
    if !headed && rows.all(|(_, row)| Margin::of(screen, row) != Margin::Plain) {
        return false;
    }
    let banner = screen.rows_with(DRAWN_BANNER).last();
    let from = banner.map_or(1, |row| row + 1);
    let mut plain = usize::from(headed);
    let mut drawn = 0;
    for (index, row) in screen.flush(from, end) {
        match Margin::of(screen, row) {
            Margin::Boxed => return false,
            Margin::Drawn => drawn += 1,
            Margin::Neither => {}
            Margin::Plain if is_wrapped(screen, index) => {}
            Margin::Plain if drawn > 0 => return false,
            Margin::Plain => plain += 1,
        }
    }
    plain > 0 && drawn <= 1 && plain * 2 >= screen.filled(from, end).count()
}

/// What a row has in column 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Margin {
    /// A line of a box, or a rule.
    Boxed,
    /// A cell's glyph.
    Drawn,
    /// An interruption, or where a review begins or ends: plain in a drawn transcript, too.
    Neither,
    /// Anything else.
    Plain,
}

impl Margin {
    /// That of a row that begins there. A glyph has a style of its own; where no style is given, that of a drawn cell is assumed.
    fn of(screen: &Screen, row: Row<'_>) -> Self {
        let styled = || !row.style_at(0).is_plain();
        match row.flush_char() {
            Some('╭' | '│' | '╰' | '─') => Self::Boxed,
            Some('•' | '◦' | CHEVRON | '▸') if !screen.is_styled() || styled() => Self::Drawn,
            Some('■' | '⚠' | '✔' | '✗') if styled() => Self::Drawn,
            Some('■') if row.text().starts_with(BROKEN_OFF) => Self::Neither,
            Some('>' | '<') if started::is_banner(row) => Self::Neither,
            _ => Self::Plain,
        }
    }
}

/// The first row with text, below a prompt that stays on the first row.
fn first_row(screen: &Screen, end: usize) -> usize {
    let pinned = screen.row(0).flush_char() == Some(CHEVRON);
    screen.first_filled(usize::from(pinned), end).unwrap_or(end)
}

fn is_banner(screen: &Screen, row: usize) -> bool {
    screen.row(row).text().starts_with(BANNER) && screen.row(row + 1).text().starts_with(MODEL)
}

/// Whether a raw banner of which nothing hangs below is alone: no answer that ends in the same words leaves the rest of
/// the pane blank.
pub(super) fn is_alone(screen: &Screen, banner: usize, end: usize) -> bool {
    const BLANKS: usize = 3;
    let below = screen
        .last_filled(banner, end)
        .map_or(0, |last| end - last - 1);
    banner <= 1 && below > BLANKS
}

/// Iterator over the cells: a prompt is the first paragraph of the screen's or below a turn's end, all that follows is the
/// agent's.
pub(super) struct Cells<'s> {
    screen: &'s Marked<'s>,
    next: usize,
    end: usize,
    /// A turn has ended above, or the session begins: a prompt follows.
    opens: bool,
    /// The cell above is a prompt.
    asked: bool,
}

impl Iterator for Cells<'_> {
    type Item = CellSpan;

    fn next(&mut self) -> Option<CellSpan> {
        let first = self.screen.first_filled(self.next, self.end)?;
        let kind = self.kind(first);
        let mut last = self.paragraph_end(first);
        if kind == CellKind::RawText {
            while let Some(more) = self.screen.first_filled(last + 1, self.end) {
                if self.kind(more) != CellKind::RawText {
                    break;
                }
                last = self.paragraph_end(more);
            }
        }
        self.next = last + 1;
        self.opens = match kind {
            CellKind::Banner | CellKind::RawEnd | CellKind::RawError => true,
            CellKind::Notice => self.opens,
            CellKind::RawRed => ends_a_turn(self.screen.row(first)),
            _ => false,
        };
        self.asked = match kind {
            CellKind::Notice => self.asked,
            kind => kind == CellKind::RawPrompt,
        };
        Some(CellSpan { kind, first, last })
    }
}

impl Cells<'_> {
    fn kind(&self, row: usize) -> CellKind {
        let text = self.screen.row(row).text();
        let alone = self.paragraph_end(row) == row;
        let red = is_red(self.screen.row(row)) && self.is_last(row);
        let screen = self.screen;
        decide! { screen;
            _ if row == 0 && text.starts_with(CHEVRON) => CellKind::User;
            _ if is_banner(screen, row) && row == first_row(screen, self.end) => CellKind::Banner;
            _ if alone && tells_time(text) => CellKind::RawEnd;
            _ if self.opens && text.starts_with("Tip: ") || is_hung_tip(screen, row) => {
                CellKind::Notice
            };
            RawFailure if self.fails(row) => CellKind::RawError;
            _ if red || ends_a_turn(screen.row(row)) => CellKind::RawRed;
            _ if self.is_call(row) => CellKind::Tool;
            _ if self.approves(row) => CellKind::Notice;
            ReviewStarted if self.opens && started::is_review(screen.row(row)) => CellKind::Command;
            RawRemark if self.opens && self.is_remark(row) => CellKind::Notice;
            _ if self.opens => CellKind::RawPrompt;
            _ => CellKind::RawText
        }
    }

    /// Whether the CLI remarks something in the place of a prompt: its bullet is drawn here, too, and a person may begin a
    /// prompt with one.
    fn is_remark(&self, row: usize) -> bool {
        let text = self.screen.row(row).text();
        text.starts_with("• ") && REMARKS.behind(behind_bullet(text)).is_some()
    }

    /// Whether a row reads like an error and nothing has been said since the prompt: a turn that goes on shows no such row
    /// there, but one that refuses a command.
    fn fails(&self, row: usize) -> bool {
        let row = self.screen.row(row);
        let red = self.asked && is_red(row) && !row.text().starts_with(BROKEN_OFF);
        red && !failure::is_refusal(row)
    }

    fn is_last(&self, row: usize) -> bool {
        let below = self.paragraph_end(row) + 1;
        self.screen.first_filled(below, self.end).is_none()
    }

    /// A command that has ended: `$ `, what it printed, and its result in the last row.
    fn is_call(&self, row: usize) -> bool {
        let last = self.paragraph_end(row);
        let told = self.screen.row(last).text();
        let ended = told.starts_with(['✓', '✗']) && told.contains(" • ");
        last > row && ended && self.screen.row(row).text().starts_with("$ ")
    }

    /// Whether the CLI says here that a command was approved: the command follows below.
    fn approves(&self, row: usize) -> bool {
        let said = self.screen.row(row).text();
        let below = || {
            self.screen
                .first_filled(self.paragraph_end(row) + 1, self.end)
        };
        let names = |call: usize| {
            let command = &self.screen.row(call).text()["$ ".len()..];
            let end = command.char_indices().nth(COMMAND_SHOWN);
            let start = end.map_or(command, |(at, _)| &command[..at]);
            said.contains(start.trim_end())
        };
        said.starts_with("You approved ")
            && below().is_some_and(|row| self.is_call(row) && names(row))
    }

    fn paragraph_end(&self, first: usize) -> usize {
        let filled = |row: &usize| !self.screen.row(*row).is_blank();
        let tip = |row: usize| is_hung_tip(self.screen, row);
        let pinned = first == 0 && self.screen.row(0).flush_char() == Some(CHEVRON);
        let rows = (first..self.end).take_while(filled);
        match pinned {
            true => first,
            false if tip(first) => first,
            false => rows.take_while(|row| !tip(*row)).last().unwrap_or(first),
        }
    }
}

/// Characters of a command that the row on its approval shows at least, where it is that long.
const COMMAND_SHOWN: usize = 24;

/// Whether a row begins as an error's does.
pub(super) fn is_red(row: Row<'_>) -> bool {
    row.text().starts_with("■ ")
}

/// Whether a row that begins as an error's does says that its turn is over: a prompt follows.
fn ends_a_turn(row: Row<'_>) -> bool {
    is_red(row) && (row.text().starts_with(BROKEN_OFF) || failure::is_final(row))
}

/// How the row begins that tells an interruption.
const BROKEN_OFF: &str = "■ Conversation interrupted";

/// Whether a row is a tip, which is drawn here, too; without styles its place and its word tell it.
fn is_hung_tip(screen: &Screen, row: usize) -> bool {
    let row = screen.row(row);
    row.text().starts_with("  └ Tip: ") && (!screen.is_styled() || is_tip(row))
}
