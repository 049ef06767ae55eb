//! The grammar of the transcript's cells: two tables, one for each skin. A row of a table says what a cell is, by what row it
//! starts, and which rows below go on it.

use super::cell_kind::CellKind;
use super::cell_row::{CellRow, heading, is_tip};
use super::end_mark::folds_a_turn;
use super::front::Skin;
use super::glyphs::{
    ALL, ANGLES, BULLETS, CHEVRONS, INDENT, LINES, RED, REST, TOOLS, WARNING, glyph,
};
use super::marks::Mark;
use super::openings::behind_bullet;
use super::shape::is_separator;
use super::started;
use crate::rules::{self, Ordered, Traits, cell_rules};

use CellKind::{
    Assistant, Banner, Command, Error, Finished, Folded, Heading, Interrupted, Notice, Refusal,
    Retry, Separator, Thinking, Tool, Unexplained, User,
};

/// A question to a row.
type Test = for<'r, 's> fn(&CellRow<'r, 's>) -> bool;

/// A rule: what a cell is, which row starts one, and which rows below go on it.
#[derive(Clone, Copy)]
pub(super) struct CellRule {
    pub kind: CellKind,
    /// What a row has in column 0 that may start one.
    opens: Traits,
    starts: Test,
    pub goes_on: GoesOn,
}

/// Which rows below a cell's go on it.
#[derive(Clone, Copy)]
pub(super) struct GoesOn {
    /// Whether an indented one does.
    indented: Test,
    /// A row in column 0 may: the skin's grammar says which.
    flush: bool,
}

/// The rules of a skin.
pub(super) struct Grammar {
    /// Its own, which come before those of both.
    own: &'static [Ordered<Mark, CellRule>],
    /// Whether a row in column 0 goes on the cell above it.
    flush: Test,
}

/// Up to 0.42.
static BAR_SKIN: Grammar = Grammar {
    own: &HEADED,
    flush: |it| it.goes_on_barred(),
};

/// From 0.44 on.
static CHEVRON_SKIN: Grammar = Grammar {
    own: &PINNED,
    flush: |it| it.goes_on_bulleted(),
};

/// A rule by what a cell is, what opens it, which row starts one, and which rows go on it.
const fn rule(kind: CellKind, opens: Traits, starts: Test, goes_on: GoesOn) -> CellRule {
    CellRule {
        kind,
        opens,
        starts,
        goes_on,
    }
}

/// Cells below a heading in a row of its own, and what else only 0.20 and 0.21 draw.
static HEADED: [Ordered<Mark, CellRule>; 6] = cell_rules! { rule;
    Interrupted by InterruptedUnderHeading: RED, |it| it.is_told_under_heading(), ANY;
    User: ALL, |it| it.is_headed(User), PROMPT;
    Assistant: ALL, |it| it.is_headed(Assistant), ANSWER;
    Thinking: ALL, |it| it.is_headed(Thinking), ANY;
    Heading: REST, |it| heading(it.screen(), it.row).is_some(), NONE;
    Tool: REST, |it| it.opens("proposed patch"), ANY;
};

/// A prompt that stays on the first row.
static PINNED: [Ordered<Mark, CellRule>; 1] = cell_rules! { rule;
    User by BarePinned: REST, |it| it.is_bare_pinned(), PROMPT;
};

/// The rules of both skins: first the glyphs that are seen most. What opens with a glyph of the CLI's comes before what only
/// its place tells.
static BOTH: [Ordered<Mark, CellRule>; 26] = cell_rules! { rule;
    Unexplained: BULLETS, |it| it.body.is_empty(), ANY;
    Thinking: BULLETS, |it| it.is_thought(), ANY;
    Tool: BULLETS, |it| it.is_call(), ANY;
    Command by GoalStarted: BULLETS, |it| started::is_goal(it.screen(), it.row, it.body), PARTED;
    Notice: BULLETS, |it| it.is_bulleted_remark(), REPORT;
    Notice by BeforeBanner: BULLETS, |it| it.is_before_banner(), REPORT;
    Assistant: BULLETS, |_| true, ANSWER;
    User: CHEVRONS, |it| !it.runs_command(), PROMPT;
    Tool: CHEVRONS.and(TOOLS), |_| true, ANY;
    Finished: INDENT, |it| it.ends_a_turn(), CLOSED;
    Command by ReviewStarted: ANGLES, |it| it.is_started() && started::is_review(it.row), PARTED;
    Interrupted: RED, |it| it.is_interruption(), ANY;
    Refusal: RED, |it| it.is_refusal(), PARTED;
    Error: RED, |_| true, PARTED;
    Retry: WARNING, |it| it.is_retry(), RETRY;
    Error by CapacityWarning: WARNING, |it| it.is_at_capacity(), PARTED;
    Separator: LINES, |it| is_separator(it.row.text()), NONE;
    Folded: REST, |it| folds_a_turn(it.screen(), it.row), CLOSED;
    Banner: LINES.and(ANGLES).and(INDENT), |it| it.is_banner(), PARTED;
    Banner by CutBanner: LINES, |it| it.is_cut_banner(), PARTED;
    Notice by TipBelow: INDENT, |it| it.last() == Some(Assistant) && is_tip(it.row), REPORT;
    Notice: ALL, |it| it.is_remark(), REPORT;
    Notice by ShellAbove: ANGLES.and(REST), |it| it.is_first() && it.is_shells(), REPORT;
    Assistant: ALL, |it| it.is_answer(), ANSWER;
    Assistant by GoesOnBelow: INDENT, |it| it.is_below_report() && it.speaks(), ANSWER;
    Notice: INDENT.and(ANGLES).and(REST), |it| it.is_plain_notice(), REPORT;
};

/// What no rule explains.
static UNKNOWN: CellRule = rule(Unexplained, ALL, |_| true, ANY);

const ANY: GoesOn = GoesOn {
    indented: |_| true,
    flush: true,
};
/// A row in column 0 begins another cell.
const CLOSED: GoesOn = GoesOn {
    flush: false,
    ..ANY
};
const NONE: GoesOn = GoesOn {
    indented: |_| false,
    flush: false,
};
const ANSWER: GoesOn = GoesOn {
    indented: |it| !is_tip(it.row),
    ..ANY
};
const PROMPT: GoesOn = GoesOn {
    indented: |it| !Mark::BelowPinned.holds(it.screen(), it.is_below_pinned()),
    ..ANY
};
/// It wraps flush, and an answer may be indented below it (0.58, 0.98).
const PARTED: GoesOn = GoesOn {
    indented: |it| !it.is_parted(),
    ..ANY
};
/// As above; up to 0.42, what goes on below it may follow at once (0.28).
const RETRY: GoesOn = GoesOn {
    indented: |it| it.rows.skin == Skin::Chevron && !it.is_parted(),
    ..ANY
};
const REPORT: GoesOn = GoesOn {
    indented: |it| !(it.is_parted() && it.ends_report()),
    ..ANY
};

impl Grammar {
    /// That of a skin.
    pub fn of(skin: Skin) -> &'static Self {
        match skin {
            Skin::Bar => &BAR_SKIN,
            Skin::Chevron => &CHEVRON_SKIN,
        }
    }

    /// The rule of the cell that a row starts.
    pub fn cell(&'static self, row: &CellRow<'_, '_>) -> &'static CellRule {
        let opens = glyph(row.first);
        let body = match opens {
            BULLETS => behind_bullet(row.row.text()),
            _ => "",
        };
        let row = &CellRow { body, ..*row };
        let starts = |rule: &CellRule| rule.opens.share(opens) && (rule.starts)(row);
        let started = |rule: &'static CellRule| starts(rule).then_some(rule);
        let first = |rules| rules::first(rules, row.screen(), started);
        first(self.own).or_else(|| first(&BOTH)).unwrap_or(&UNKNOWN)
    }

    /// Whether a row goes on the cell above it.
    #[inline]
    pub fn goes_on(&self, row: &CellRow<'_, '_>, cell: GoesOn) -> bool {
        match row.first {
            Some(_) => cell.flush && (self.flush)(row),
            None => !row.ends_a_turn() && (cell.indented)(row),
        }
    }
}
