//! Which cells behind a bullet are calls and remarks of the CLI's, and which are the agent's words that open alike.

use shadow_core::screen::{Color, Marked, Row};

use super::end_mark::tells_the_end;
use super::marks::Mark;
use super::openings::{AGENTS, EDITS, REMARKS, VERBS, starts_with_command_verb};
use super::shape::{carries_styles, is_answer_bullet};
use crate::shapes::numbers::is_number;

/// A row behind a bullet, and what is behind that.
#[derive(Clone, Copy)]
pub(super) struct Bulleted<'s> {
    pub screen: &'s Marked<'s>,
    pub index: usize,
    pub row: Row<'s>,
    pub body: &'s str,
}

impl Bulleted<'_> {
    /// Whether the row begins a call: its verb stands out, and a tree follows. `apart` says that answers have another
    /// glyph.
    pub fn is_call(self, apart: bool) -> bool {
        let behind = VERBS.behind(self.body);
        let verb = behind.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']));
        if !carries_styles(self.screen) {
            let plain = || self.has_branch() || starts_with_command_verb(self.body);
            return verb && (plain() || self.is_counted_edit())
                || self.has_branch() && AGENTS.behind(self.body).is_some();
        }
        let bullet = self.row.style_at(0);
        let bold = self.row.style_at(self.at()).bold();
        let marked = bullet.bold() || bullet.fg != Color::Default;
        if marked && (bold || verb || self.has_tree()) || apart && bold {
            return true;
        }
        if !bold {
            return false;
        }
        // An answer's bold words are no call: of those, only an edit's and a plan's have such a bullet.
        let own = verb && (!is_answer_bullet(self.row) || self.is_drawn_edit());
        own || Mark::AgentCall.holds(self.screen, self.is_drawn_agent())
    }

    /// Whether the row is a remark of the CLI's: it has one paragraph.
    pub fn is_remark(self) -> bool {
        REMARKS.behind(self.body).is_some()
            && !Mark::RemarkGoesOn.holds(self.screen, self.has_paragraphs())
    }

    /// Where the words begin.
    fn at(self) -> usize {
        self.row.text().len() - self.body.len()
    }

    fn has_tree(self) -> bool {
        let below = self.screen.row(self.index + 1).trimmed();
        below.starts_with("└ ") || below.starts_with("│ ")
    }

    /// Whether a call's first branch is below, in its column.
    fn has_branch(self) -> bool {
        let below = self.screen.row(self.index + 1);
        below.indent() == 2 && self.has_tree()
    }

    /// Whether the branch below is drawn by the CLI: dim from column 0 on, where an answer's indent is plain.
    fn has_drawn_branch(self) -> bool {
        self.has_branch() && self.screen.row(self.index + 1).style_at(0).dim()
    }

    /// Whether an edit, a plan or an image was told by the CLI: a drawn branch below, or a count of lines whose numbers
    /// are colored, or numbered lines below whose numbers are dim.
    fn is_drawn_edit(self) -> bool {
        if EDITS.behind(self.body).is_none() {
            return false;
        }
        let drawn = self.has_drawn_branch() || self.has_drawn_count() || self.has_drawn_lines();
        Mark::EditDrawn.holds(self.screen, drawn)
    }

    /// A bracket, and behind it a count in another style.
    fn has_drawn_count(self) -> bool {
        let bracket = self.row.text().rfind("(+");
        bracket.is_some_and(|at| self.row.style_at(at).fg != self.row.style_at(at + 1).fg)
    }

    fn has_drawn_lines(self) -> bool {
        let below = self.screen.row(self.index + 1);
        let numbered = below.first_char().is_some_and(|c| c.is_ascii_digit());
        numbered && below.indent() >= 4 && below.style_at(below.indent()).dim()
    }

    /// Whether an agent was told by the CLI: its verb goes on to the blank behind it, which an answer's bold words cannot,
    /// or parts of the row or the branch below it are dim (0.120 to 0.169).
    fn is_drawn_agent(self) -> bool {
        let Some(rest) = AGENTS.behind(self.body) else {
            return false;
        };
        let behind = self.row.text().len() - rest.len();
        let style = |at: usize| self.row.style_at(at);
        let blank = rest.len() > 1 && style(behind).bold() && !style(behind + 1).bold();
        let mut spans = self.row.spans().skip(1);
        blank || self.has_drawn_branch() || spans.any(|span| span.style.dim())
    }

    /// Whether the row ends in a count of lines and numbered lines follow: `• Added x.txt (+2 -0)`.
    fn is_counted_edit(self) -> bool {
        let below = self.screen.row(self.index + 1);
        let numbered =
            below.indent() >= 4 && below.first_char().is_some_and(|c| c.is_ascii_digit());
        let counted = numbered && counts_lines(self.row.text());
        Mark::EditCounted.holds(self.screen, counted)
    }

    /// Whether another paragraph follows, which no row that tells a turn's end is.
    fn has_paragraphs(self) -> bool {
        let last = self.screen.last_row().unwrap_or(self.index);
        let blank = (self.index + 1..last).find(|&row| self.screen.row(row).is_blank());
        let next = blank.map_or(last, |row| row + 1);
        let below = self.screen.row(next);
        next < last && !below.is_blank() && below.indent() == 2 && !tells_the_end(self.screen, next)
    }
}

/// Whether a text ends in a count of lines: `(+2 -0)`.
fn counts_lines(text: &str) -> bool {
    let inside = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" (+"));
    let counts = inside.and_then(|(_, inside)| inside.split_once(" -"));
    counts.is_some_and(|(more, less)| is_number(more) && is_number(less))
}
