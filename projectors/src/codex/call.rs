//! Which cells behind a bullet are calls and remarks of the CLI's, and which are the agent's words that open alike.

use shadow_core::screen::{Color, Row};

use super::cell_row::CellRow;
use super::end_mark::tells_the_end;
use super::front::Skin;
use super::marks::Mark;
use super::openings::{AGENTS, EDITS, REMARKS, has_verb, starts_with_command_verb};
use super::shape::{carries_styles, is_answer_bullet};
use crate::rules::decide;
use crate::shapes::numbers::is_number;

/// Questions to a row behind a bullet.
impl<'s> CellRow<'_, 's> {
    /// Whether the row begins a call: its verb stands out, and a tree follows.
    pub fn is_call(&self) -> bool {
        let (screen, verb) = (self.screen(), has_verb(self.body));
        if !carries_styles(screen) {
            let plain = || self.has_branch() || starts_with_command_verb(self.body);
            // `• Added x.txt (+2 -0)`.
            let counted = || self.has_lines() && counts_lines(self.row.text());
            return decide! { screen;
                _ if verb && plain() => true;
                EditCounted if verb && counted() => true;
                _ => self.has_branch() && AGENTS.behind(self.body).is_some()
            };
        }
        // In the bar skin an answer opens with `>`, or under its heading.
        let apart = self.rows.skin == Skin::Bar && self.above.is_some();
        let bullet = self.row.style_at(0);
        let bold = self.row.style_at(self.body_at()).bold();
        let marked = bullet.bold() || bullet.fg != Color::Default;
        decide! { screen;
            _ if marked && (bold || verb || self.has_tree()) || apart && bold => true;
            _ if !bold => false;
            // An answer's bold words are no call: of those, only an edit's and a plan's have such a bullet.
            _ if verb && !is_answer_bullet(self.row) => true;
            EditDrawn if verb && self.is_drawn_edit() => true;
            AgentCall if self.is_drawn_agent() => true;
            _ => false
        }
    }

    /// Whether the words behind the bullet are a remark of the CLI's: it has one paragraph.
    pub fn is_bulleted_remark(&self) -> bool {
        REMARKS.behind(self.body).is_some()
            && !Mark::RemarkGoesOn.holds(self.screen(), self.has_paragraphs())
    }

    fn below(&self) -> Row<'s> {
        self.screen().row(self.index + 1)
    }

    fn has_tree(&self) -> bool {
        let below = self.below().trimmed();
        below.starts_with("└ ") || below.starts_with("│ ")
    }

    /// Whether a call's first branch is below, in its column.
    fn has_branch(&self) -> bool {
        self.below().indent() == 2 && self.has_tree()
    }

    /// Whether the branch below is drawn by the CLI: dim from column 0 on, where an answer's indent is plain.
    fn has_drawn_branch(&self) -> bool {
        self.has_branch() && self.below().style_at(0).dim()
    }

    /// Whether numbered lines are below.
    fn has_lines(&self) -> bool {
        let first = self.below().first_char();
        self.below().indent() >= 4 && first.is_some_and(|c| c.is_ascii_digit())
    }

    /// Whether an edit, a plan or an image was told by the CLI: a drawn branch below, or a bracket and behind it a count of
    /// lines in another style, or numbered lines below whose numbers are dim.
    fn is_drawn_edit(&self) -> bool {
        let color = |at| self.row.style_at(at).fg;
        let bracket = || self.row.text().rfind("(+");
        let counted = || bracket().is_some_and(|at| color(at) != color(at + 1));
        let numbered = || self.has_lines() && self.below().style_at(self.below().indent()).dim();
        let drawn = || self.has_drawn_branch() || counted() || numbered();
        EDITS.behind(self.body).is_some() && drawn()
    }

    /// Whether an agent was told by the CLI: its verb goes on to the blank behind it, which an answer's bold words cannot,
    /// or parts of the row or the branch below it are dim (0.120 to 0.169).
    fn is_drawn_agent(&self) -> bool {
        let Some(rest) = AGENTS.behind(self.body) else {
            return false;
        };
        let behind = self.row.text().len() - rest.len();
        let bold = |at: usize| self.row.style_at(at).bold();
        let blank = rest.len() > 1 && bold(behind) && !bold(behind + 1);
        let mut spans = self.row.spans().skip(1);
        blank || self.has_drawn_branch() || spans.any(|span| span.style.dim())
    }

    /// Whether another paragraph follows, which no row that tells a turn's end is.
    fn has_paragraphs(&self) -> bool {
        let screen = self.screen();
        let last = screen.last_row().unwrap_or(self.index);
        let blank = (self.index + 1..last).find(|&row| screen.row(row).is_blank());
        let next = blank.map_or(last, |row| row + 1);
        let below = screen.row(next);
        next < last && !below.is_blank() && below.indent() == 2 && !tells_the_end(screen, next)
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
