//! The layout of a screen: what stands in front, found from the bottom up, and the rows of each
//! part. No meaning beyond place: kinds, texts and verdicts are read elsewhere.

use shadow_core::contract::UiContext;
use shadow_core::foreign;
use shadow_core::screen::Screen;
use shadow_core::surface::RowSpan;

use crate::multiplexer;

use super::marks::Mark;
use super::shape::{BAR, ends_in_hint, is_pager_rule};
use super::{bar, chevron, ending, over};

/// Which of the two looks the interface has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Look {
    /// `▌` marks composer, user cells and dialogs (up to 0.42).
    Bar,
    /// `›` does (from 0.44 on).
    #[default]
    Chevron,
}

/// A live composer and what stands around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Composer {
    /// The look.
    pub look: Look,
    /// First row of the prompt.
    pub first: usize,
    /// Last row of the draft.
    pub last: usize,
    /// A space parts the bar from the draft (0.36 and later; placeholders always).
    pub margin: bool,
    /// The popup, above or below.
    pub popup: Option<(RowSpan, UiContext)>,
    /// The shortcuts overlay.
    pub overlay: Option<RowSpan>,
    /// Footer rows.
    pub footer: Option<RowSpan>,
    /// The first row of the pane's lower part: status, queue, popup or composer itself.
    pub top: usize,
    /// The status row.
    pub status: Option<RowSpan>,
    /// A notice at the pane's right edge right above.
    pub beside: Option<RowSpan>,
    /// Queued messages.
    pub queued: Option<RowSpan>,
    /// A panel in front of the composer, which is still drawn below it.
    pub panel: Option<RowSpan>,
    /// A row in the place of a status row that is none by its shape.
    pub odd: Option<RowSpan>,
    /// Those rows may be a panel that takes the keys.
    pub odd_in_front: bool,
}

/// What stands in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// Nothing at all.
    Blank,
    /// A live composer.
    Composer(Composer),
    /// A dialog, picker or panel.
    Block {
        /// The look.
        look: Look,
        /// Its rows.
        rows: RowSpan,
    },
    /// A pager: the row of its rule.
    Pager {
        /// The rule above the hints.
        rule: usize,
        /// The last row.
        last: usize,
    },
    /// A status row stands in the composer's place (up to 0.20).
    BareStatus {
        /// The row.
        row: usize,
    },
    /// The CLI has ended; what shows it begins at this row.
    Ended {
        /// The first row after the CLI's last.
        row: usize,
    },
    /// Another program.
    Foreign {
        /// The row that shows it.
        row: usize,
    },
    /// A shell's prompt in the composer's rows, and nothing that tells whether a shell printed or a person typed it.
    Undecided {
        /// The composer's rows.
        rows: RowSpan,
    },
    /// Nothing that a rule recognises.
    Unrecognised,
}

impl Front {
    /// The same with the dialog ending above a composer that may be a shell's, whoever has the pane.
    pub(super) const fn without_shell(self) -> Self {
        match self {
            Self::Undecided { rows } => Self::Ended {
                row: rows.first as usize,
            },
            other => other,
        }
    }

    /// Whether the reading leaves the cells above it, up to there, among its zones.
    pub(super) const fn leaves_cells(&self) -> bool {
        matches!(
            self,
            Self::Composer(_) | Self::Block { .. } | Self::BareStatus { .. }
        )
    }
}

/// Finds what stands in front.
pub(super) fn front(screen: &Screen) -> Front {
    let Some(last) = last_own(screen) else {
        Mark::BlankScreen.on(screen);
        return Front::Blank;
    };
    if Mark::SplitPane.holds(screen, multiplexer::is_split(screen)) {
        return Front::Unrecognised;
    }
    match drawn(screen, last) {
        Front::Composer(composer) => over::weigh(screen, composer),
        front => match Mark::PromptOver.found(screen, foreign::prompt_over(screen)) {
            Some(prompt) => Front::Ended { row: prompt.row },
            None => front,
        },
    }
}

/// The last row that holds text, above the bar of a multiplexer within the pane.
pub(super) fn last_own(screen: &Screen) -> Option<usize> {
    match Mark::InnerBar.found(screen, multiplexer::inner_bar(screen)) {
        Some(bar) => screen.last_filled(0, bar),
        None => screen.last_row(),
    }
}

/// What was drawn in front, whoever has the pane now.
fn drawn(screen: &Screen, last: usize) -> Front {
    if let Some(rule) = Mark::PagerRule.found(screen, pager(screen, last)) {
        return Front::Pager { rule, last };
    }
    if Mark::CursorInLastRow.holds(screen, ending::is_cursor_in_shell(screen, last)) {
        return ending::ended(screen, last);
    }
    if let Some(front) = bar::front(screen, last) {
        return front;
    }
    if let Some(front) = chevron::front(screen, last) {
        return front;
    }
    ending::front(screen, last)
}

/// The row above a pager's hints: its rule, or where it has none, the end of what it shows below its heading.
fn pager(screen: &Screen, last: usize) -> Option<usize> {
    ruled_pager(screen, last)
        .or_else(|| Mark::PagerHeading.found(screen, headed_pager(screen, last)))
}

/// Below a heading of letters that are spaced out over the pane, as `--no-alt-screen` draws it (0.169), the last run of rows
/// are hints.
fn headed_pager(screen: &Screen, last: usize) -> Option<usize> {
    let heading = screen.row(0);
    let spaced = || {
        heading
            .text()
            .split(' ')
            .all(|part| part.chars().count() <= 1)
    };
    let wide = heading.width() * 2 > screen.width();
    let headed = heading.text().starts_with("/ ") && wide && spaced();
    let hints = block_start(screen, last);
    (headed && hints > 1 && ends_in_hint(screen, last)).then(|| hints - 1)
}

/// The rule of a pager: at most three rows of hints, all indented, stand below it.
fn ruled_pager(screen: &Screen, last: usize) -> Option<usize> {
    let mut rows = screen.filled(last.saturating_sub(3), last + 1).rev();
    let (rule, _) = rows.find(|(_, row)| is_pager_rule(*row))?;
    let hints_only = (rule + 1..=last).all(|row| {
        let row = screen.row(row);
        row.is_blank() || row.indent() > 0
    });
    (hints_only && rule > 0).then_some(rule)
}

/// The first row of the run of non-blank rows that ends at `end`.
pub(super) fn block_start(screen: &Screen, end: usize) -> usize {
    match screen.row(end).is_blank() {
        true => end,
        false => screen.run_start(end),
    }
}

/// The nearest row at or above `row` that is not blank.
pub(super) fn filled_above(screen: &Screen, row: usize) -> Option<usize> {
    screen.last_filled(0, row + 1)
}

/// The cursor's row, where it is given and shown.
pub(super) fn shown_cursor(screen: &Screen) -> Option<(usize, usize)> {
    match screen.cursor_visible() {
        Some(false) => None,
        _ => screen.cursor(),
    }
}

/// Whether a row belongs to the bar look's live part.
pub(super) fn is_bar(screen: &Screen, row: usize) -> bool {
    screen.row(row).flush_char() == Some(BAR)
}
