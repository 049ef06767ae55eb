//! A block with what several of its readers ask for, found once: its lines, its options' heads, its
//! question.

use std::cell::OnceCell;

use shadow_core::contract::BlockKind;
use shadow_core::screen::Marked;
use shadow_core::surface::BlockFact;
use smallvec::SmallVec;

use super::super::marks::Mark;
use super::heads::{self, Heads};
use super::lines::{self, Line};
use super::place::{Edge, Place};
use super::{asked, dialogs};

/// A block and its lines.
pub(super) struct Body<'a> {
    pub(super) screen: &'a Marked<'a>,
    pub(super) place: Place,
    lines: &'a [Line<'a>],
    heading: OnceCell<Option<usize>>,
    telling: OnceCell<SmallVec<[usize; 16]>>,
    heads: OnceCell<Heads<'a>>,
    asked: OnceCell<Option<&'a [Line<'a>]>>,
}

impl<'a> Body<'a> {
    /// Calls a reader with the block at a place. The lines are too many to be handed over.
    #[inline]
    pub(super) fn at<T>(
        screen: &'a Marked<'a>,
        place: Place,
        read: impl for<'b> FnOnce(&Body<'b>) -> T,
    ) -> T {
        let lines = lines::inside(screen, place);
        read(&Body {
            screen,
            place,
            lines: &lines,
            heading: OnceCell::new(),
            telling: OnceCell::new(),
            heads: OnceCell::new(),
            asked: OnceCell::new(),
        })
    }

    /// The lines from the top, edges left out.
    pub(super) fn lines(&self) -> &'a [Line<'a>] {
        self.lines
    }

    /// The first line that says anything. In plan mode a line and a rule are above the tabs of a question (2.1.332).
    pub(super) fn heading(&self) -> Option<&'a Line<'a>> {
        let find = || {
            let first = lines::first_said(self.lines)?;
            let below = self.lines.get(first + 1..first + 3);
            let tabbed = below.is_some_and(|below| {
                lines::is_drawn(below[0].words) && lines::has_tabs(below[1].words)
            });
            Some(if tabbed { first + 2 } else { first })
        };
        let at = *self.heading.get_or_init(find);
        at.map(|at| &self.lines[at])
    }

    /// Its words, none where nothing says anything.
    pub(super) fn heading_words(&self) -> &'a str {
        self.heading().map_or("", |line| line.words)
    }

    /// The heading of a block that was read; none where the block's upper part is off the pane or painted over.
    pub(super) fn own_heading(&self, fact: &BlockFact) -> Option<&'a Line<'a>> {
        let cut = fact.clipped && self.place.is_cut_above(self.screen);
        let shown = !cut && !self.is_headless(fact.kind);
        self.heading().filter(|_| shown)
    }

    /// Whether an approval of a command in the open shows no heading of its own: what it is about is painted over, too, as by a
    /// command that clears the screen (2.0.31).
    pub(super) fn is_headless(&self, kind: BlockKind) -> bool {
        let open = self.place.edge == Edge::Open && kind == BlockKind::ApprovalCommand;
        open && !dialogs::heads_command(self.heading_words())
    }

    /// The lines that hold words of the table of dialogs.
    pub(super) fn telling(&self) -> impl Iterator<Item = &'a Line<'a>> {
        let tells = |at: &usize| dialogs::tells(self.lines[*at].words);
        let find = || (0..self.lines.len()).filter(tells).collect();
        let all = self.telling.get_or_init(find);
        all.iter().map(|at| &self.lines[*at])
    }

    /// Columns that a line may take: those of the block's upper edge.
    pub(super) fn room(&self) -> usize {
        let edge = self.screen.row(self.place.first).width();
        match self.place.edge {
            Edge::Rule | Edge::Box if edge > 20 => edge,
            _ => self.screen.width(),
        }
    }

    /// Where the options begin.
    pub(super) fn heads(&self) -> &Heads<'a> {
        self.heads
            .get_or_init(|| heads::heads(self.screen, self.lines))
    }

    /// The lines of the question, where one is asked.
    pub(super) fn asked(&self) -> Option<&'a [Line<'a>]> {
        let find = || {
            let numbered = Mark::AskedAboveList.found(self.screen, self.first_number());
            let listed = numbered.and_then(|_| self.first_row());
            asked::find(self.lines, || self.room(), listed)
        };
        *self.asked.get_or_init(find)
    }

    /// Number of the first option, where it has one.
    pub(super) fn first_number(&self) -> Option<u32> {
        self.heads().first()?.number
    }

    /// Row of the first option, where there is one.
    pub(super) fn first_row(&self) -> Option<usize> {
        let head = self.heads().first()?;
        Some(self.lines[head.at].row)
    }

    /// Row in which the last option ends: its wraps and its description, a button included.
    pub(super) fn last_row(&self) -> Option<usize> {
        let head = self.heads().last()?;
        let belongs = |line: &&Line<'_>| {
            let text = line.words;
            let other = text.is_empty() || lines::is_drawn(text) || lines::is_hint(text);
            !other && (line.indent() >= head.column || lines::is_selected(line.text))
        };
        let below = self.lines[head.at + 1..].iter();
        let more = below.take_while(belongs).count();
        Some(self.lines[head.at + more].row)
    }
}
