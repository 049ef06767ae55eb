//! Dialogs by their words: what a row of a provider's table is, and the names that dialogs get. That something is a dialog
//! is settled by its place; words only name it.

use shadow_core::OwnDialogs;
use shadow_core::contract::{
    BlockKind, BlockOption, BlockOrigin, ComposerMode, OperatorBlock, OptionRole, UiContext,
};
use shadow_core::screen::Screen;
use shadow_core::surface::{BlockFact, Doubt, Facts, NamedBy, RowSpan, Surface, Zone};

use crate::shapes::lists::counted;

/// What a dialog is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Named {
    pub kind: BlockKind,
    pub context: UiContext,
    /// Who raises it.
    pub origin: BlockOrigin,
    /// The row that says so; none where structure does.
    pub by: Option<NamedBy>,
}

impl Named {
    /// The fact of such a dialog.
    pub const fn fact(self, rows: RowSpan, proposal: Option<RowSpan>, clipped: bool) -> BlockFact {
        BlockFact {
            rows,
            proposal,
            context: self.context,
            kind: self.kind,
            origin: self.origin,
            named_by: self.by,
            clipped,
        }
    }
}

/// Whether a kind asks for an approval.
pub(crate) const fn is_approval(kind: BlockKind) -> bool {
    matches!(
        kind,
        BlockKind::ApprovalCommand | BlockKind::ApprovalEdit | BlockKind::ApprovalOther
    )
}

/// Whether a heading that begins with the one word of an operator's panel goes on as a sentence, and is not that panel's:
/// `Session paused`, `Usage limit reached`. A panel's tabs are behind a gap, and its other words begin with a capital.
pub(crate) fn goes_on(named: Named, heading: &str, word: &str) -> bool {
    let one = named.origin == BlockOrigin::Operator && !word.contains(' ');
    let Some(rest) = heading.get(word.len()..).filter(|_| one) else {
        return false;
    };
    let rest = rest.trim_start_matches(char::is_alphabetic);
    let next = rest.strip_prefix(' ').and_then(|rest| rest.chars().next());
    next.is_some_and(char::is_lowercase)
}

/// Marks the options that are proven to refuse what an approval or a plan asks for: those that cancel, and, from the last
/// one up, those whose labels begin so. What a model writes stands in no label's beginning.
pub(crate) fn mark_refusals(kind: BlockKind, options: &mut [BlockOption], labels: &[Says]) {
    if !kind.has_subject() {
        return;
    }
    let mut below = true;
    for option in options.iter_mut().rev() {
        below &= labels.iter().any(|says| says.is_in(&option.label));
        option.refuses = below || option.role == OptionRole::Cancel;
    }
}

/// The rows of a subject without the blank ones around them. How many these are is signed, as they may be its own, and so is
/// what is passed over.
pub(crate) fn signed<'r, 's>(
    block: &mut OperatorBlock,
    rows: &'r [&'s str],
    passed_over: impl Iterator<Item = &'s str>,
) -> &'r [&'s str] {
    let blank = |row: &&&str| row.is_empty();
    let above = rows.iter().take_while(blank).count();
    let below = rows[above..].iter().rev().take_while(blank).count();
    block.passed_over = vec![String::new(); above + below];
    block.passed_over.extend(passed_over.map(str::to_owned));
    &rows[above..rows.len() - below]
}

const fn named(kind: BlockKind, context: UiContext, origin: BlockOrigin) -> Named {
    Named {
        kind,
        context,
        origin,
        by: None,
    }
}

const fn agents(kind: BlockKind, context: UiContext) -> Named {
    named(kind, context, BlockOrigin::Agent)
}

const fn opened(kind: BlockKind, context: UiContext) -> Named {
    named(kind, context, BlockOrigin::Operator)
}

const fn own(kind: BlockKind, context: UiContext) -> Named {
    named(kind, context, BlockOrigin::Cli)
}

pub(crate) const COMMAND: Named = agents(BlockKind::ApprovalCommand, UiContext::ApprovalPrompt);
pub(crate) const EDIT: Named = agents(BlockKind::ApprovalEdit, UiContext::ApprovalPrompt);
pub(crate) const OTHER: Named = agents(BlockKind::ApprovalOther, UiContext::ApprovalPrompt);
pub(crate) const QUESTION: Named = agents(BlockKind::Question, UiContext::QuestionPrompt);
pub(crate) const PLAN: Named = agents(BlockKind::Plan, UiContext::PlanApproval);
pub(crate) const TRUST: Named = own(BlockKind::Trust, UiContext::TrustPrompt);
pub(crate) const SETUP: Named = own(BlockKind::Setup, UiContext::SetupBlock);
/// The choice of an account that a person has asked for.
pub(crate) const SIGN_IN: Named = opened(BlockKind::Setup, UiContext::SetupBlock);
/// A choice before which the CLI itself stops.
pub(crate) const STOPPED: Named = own(BlockKind::Picker, UiContext::SelectionMenu);
pub(crate) const MODEL: Named = opened(BlockKind::Picker, UiContext::ModelPicker);
pub(crate) const RESUME: Named = opened(BlockKind::Picker, UiContext::ResumePicker);
pub(crate) const SETTINGS: Named = opened(BlockKind::Panel, UiContext::SettingsPanel);
pub(crate) const PICKER: Named = opened(BlockKind::Picker, UiContext::SelectionMenu);
pub(crate) const RENAME: Named = opened(BlockKind::Panel, UiContext::SelectionMenu);
pub(crate) const AGENT_LIST: Named = opened(BlockKind::Picker, UiContext::AgentsView);
pub(crate) const AGENT_PANEL: Named = opened(BlockKind::Panel, UiContext::AgentsView);
pub(crate) const TASKS: Named = opened(BlockKind::Panel, UiContext::TasksPanel);
pub(crate) const REWIND: Named = opened(BlockKind::Rewind, UiContext::RewindMenu);
pub(crate) const UNNAMED: Named = named(
    BlockKind::Unknown,
    UiContext::SelectionMenu,
    BlockOrigin::Unknown,
);

/// Where the words stand that name a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// In its question, right above its list.
    Question,
    /// In its heading, its first row.
    Heading,
    /// In any other row: a choice, a line of keys.
    Line,
}

/// What stands around a dialog's words where they name it: geometry, which the readers know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Only {
    /// Anything.
    Anywhere,
    /// A question that begins as those for an approval do.
    Approval,
    /// Such a question, and no frame: what heads the dialog may be off the pane.
    OpenApproval,
    /// No box.
    Unboxed,
    /// A count of fields.
    Fields,
    /// A count of questions, and a heading over a call's arguments.
    Call,
    /// Keys behind the choices.
    Keys,
}

/// How much a dialog's words weigh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    /// They stand for the dialog by themselves, where the rest of it is off the pane or says something else.
    Alone,
    /// They count among the dialog's rows only, and where nothing stronger names it.
    Among,
}

/// Words of a row that is no heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// It is these words and nothing else.
    Is(&'static str),
    /// It is these words and nothing else, in any case of letters.
    Reads(&'static str),
    /// It begins with them, behind the pointer of a list.
    Begins(&'static str),
    /// It ends with them.
    Ends(&'static str),
    /// It holds them.
    Holds(&'static str),
    /// It holds them and is one column: no two spaces stand side by side.
    Item(&'static str),
    /// It is a choice with a number, whose label begins with them.
    Chooses(&'static str),
}

impl Says {
    /// The words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Is(words)
            | Self::Reads(words)
            | Self::Begins(words)
            | Self::Ends(words)
            | Self::Holds(words)
            | Self::Item(words)
            | Self::Chooses(words) => words,
        }
    }

    /// Whether a row without blanks at its ends says them.
    pub fn is_in(self, row: &str) -> bool {
        match self {
            Self::Is(words) => row == words,
            Self::Reads(words) => row.eq_ignore_ascii_case(words),
            Self::Begins(words) => unpointed(row).starts_with(words),
            Self::Ends(words) => row.ends_with(words),
            Self::Holds(words) => row.contains(words),
            Self::Item(words) => row.contains(words) && !row.contains("  "),
            Self::Chooses(words) => counted(unpointed(row))
                .is_some_and(|(_, label)| label.trim_start().starts_with(words)),
        }
    }
}

/// A row without the pointer of a list.
fn unpointed(row: &str) -> &str {
    row.trim_start_matches(['❯', '›', '>', ' '])
}

/// A dialog: a row of a provider's table. In each table the first row that fits counts.
#[derive(Debug)]
pub(crate) struct Dialog {
    /// Its name in the table.
    pub id: &'static str,
    names: Named,
    pub role: Role,
    pub strength: Strength,
    /// Words of its heading, one of which is there; any heading where there are none.
    pub headings: &'static [&'static str],
    /// What it asks or says below, one of which is there; anything where there is nothing.
    pub asks: &'static [Says],
    /// What another row of it says as well.
    pub also: Option<Says>,
    pub only: Only,
}

impl Dialog {
    const fn new(id: &'static str, names: Named, role: Role) -> Self {
        Self {
            id,
            names,
            role,
            strength: Strength::Among,
            headings: &[],
            asks: &[],
            also: None,
            only: Only::Anywhere,
        }
    }

    /// A dialog that is named by its heading among its rows.
    pub const fn headed(id: &'static str, named: Named, headings: &'static [&'static str]) -> Self {
        Self {
            headings,
            ..Self::new(id, named, Role::Heading)
        }
    }

    /// A dialog that is named by a row of it that is no heading.
    pub const fn said(id: &'static str, named: Named, asks: &'static [Says]) -> Self {
        Self {
            asks,
            ..Self::new(id, named, Role::Line)
        }
    }

    /// A dialog that is named by its question.
    pub const fn asked(id: &'static str, named: Named, asks: &'static [Says]) -> Self {
        Self {
            asks,
            ..Self::new(id, named, Role::Question)
        }
    }

    /// What it is called, by this row.
    pub const fn named(&self) -> Named {
        Named {
            by: Some(NamedBy::Table(self.id)),
            ..self.names
        }
    }

    /// Lets its words decide alone.
    pub const fn alone(self) -> Self {
        Self {
            strength: Strength::Alone,
            ..self
        }
    }

    /// Requires this around its words.
    pub const fn only(self, only: Only) -> Self {
        Self { only, ..self }
    }

    /// Requires that another row of the dialog says this.
    pub const fn also(self, says: Says) -> Self {
        Self {
            also: Some(says),
            ..self
        }
    }

    /// How many of its words are looked for in a row: headings, or else what it says.
    const fn count(&self) -> usize {
        match self.headings.len() {
            0 => self.asks.len(),
            several => several,
        }
    }

    /// Those words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        (0..self.count()).map(|at| self.word(at))
    }

    const fn word(&self, index: usize) -> &'static str {
        match self.headings.len() {
            0 => self.asks[index].words(),
            _ => self.headings[index],
        }
    }
}

/// Makes a provider's table of dialogs, a row each: its id, what it is called, how its words name it, and these words; behind
/// them what else the row asks for. Beside the table the ids and the words of its rows, in its order.
macro_rules! dialog_table {
    ($(#[$about:meta])* $(
        $id:literal: $named:ident $by:ident $words:expr $(, $how:ident $(($value:expr))?)*;
    )+) => {
        $(#[$about])*
        static DIALOGS: &[Dialog] = {
            use crate::dialogs::{Only::*, Says::*};
            &[$(Dialog::$by($id, $named, &$words)$(.$how($($value)?))*),+]
        };

        /// The ids of the table's rows, in its order.
        pub fn ids() -> impl Iterator<Item = &'static str> {
            DIALOGS.iter().map(|dialog| dialog.id)
        }

        /// The words of the table's rows, in its order.
        pub fn words() -> impl Iterator<Item = &'static str> {
            DIALOGS.iter().flat_map(Dialog::words)
        }
    };
}

pub(crate) use dialog_table;

/// How many words a table's rows of some roles hold, to look for them together.
pub(crate) const fn count(table: &[Dialog], line: bool) -> usize {
    let (mut count, mut row) = (0, 0);
    while row < table.len() {
        if matches!(table[row].role, Role::Line) == line {
            count += table[row].count();
        }
        row += 1;
    }
    count
}

/// Those words in the table's order.
pub(crate) const fn words<const N: usize>(table: &[Dialog], line: bool) -> [&'static str; N] {
    let (mut words, mut at, mut row) = ([""; N], 0, 0);
    while row < table.len() {
        let mut word = 0;
        while matches!(table[row].role, Role::Line) == line && word < table[row].count() {
            words[at] = table[row].word(word);
            at += 1;
            word += 1;
        }
        row += 1;
    }
    words
}

/// What a user's own row calls a dialog that nothing else names: by its heading, and by the rows below that. What structure
/// says that a person has opened stays theirs, unless the row says that the agent asks.
pub(crate) fn own_name<'r>(
    own: &OwnDialogs,
    found: Named,
    heading: &str,
    below: impl Iterator<Item = &'r str> + Clone,
) -> Option<Named> {
    let (by, row) = own.find(heading, below)?;
    let opened = found.origin == BlockOrigin::Operator && row.origin != BlockOrigin::Agent;
    Some(Named {
        kind: row.kind,
        context: row.context(),
        origin: if opened { found.origin } else { row.origin },
        by: Some(by),
    })
}

/// Doubts what stands below the transcript beside a live composer, where a user's own row knows it by both its heading and
/// what it asks: no structure says that it is a dialog, but it may take the keys.
pub(crate) fn doubt_own(own: &OwnDialogs, screen: &Screen, facts: &mut Facts) {
    let live = facts.surface == Surface::Live && facts.block.is_none() && facts.popup.is_none();
    // Over a popup, a command or a search it is known who has the keys.
    let free = facts
        .composer
        .filter(|it| live && !it.draft_is_command && it.mode != ComposerMode::Search);
    let Some(composer) = free.filter(|_| !own.is_empty()) else {
        return;
    };
    let said = facts
        .zones
        .iter()
        .filter(|span| span.zone == Zone::Transcript);
    let said = said.map(|span| span.rows.last).max();
    // Where no rows are known for what was said, all above the composer may be.
    let first = said.unwrap_or(composer.rows.last) as usize + 1;
    let beside = |row: &usize| {
        matches!(
            facts.zone_of(*row),
            Zone::Unexplained | Zone::Footer | Zone::Overlay
        )
    };
    let rows = (first..screen.height()).filter(beside);
    let found = own.rows().iter().find_map(|dialog| {
        let head = rows
            .clone()
            .find(|row| dialog.heads(screen.row(*row).trimmed()))?;
        let below = rows.clone().filter(|row| *row > head);
        let ask = below
            .clone()
            .find(|row| dialog.asks_in(screen.row(*row).trimmed()))?;
        let (rows, in_front) = (RowSpan::new(head, ask), true);
        Some(Doubt { rows, in_front })
    });
    facts.doubt = found.or(facts.doubt);
}

/// What holds of each table: a name of its own for each row, words in each, nobody but the agent asks for an approval, and
/// its provider `reads` all that a row says: what it does not read would never match, or be no condition.
#[cfg(test)]
pub(crate) fn check(table: &[Dialog], reads: impl Fn(&Dialog) -> bool) {
    let mut ids: Vec<&str> = table.iter().map(|dialog| dialog.id).collect();
    let letter = |c: char| c.is_ascii_lowercase() || c == '-';
    assert!(ids.iter().all(|id| id.chars().all(letter)), "{ids:?}");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), table.len(), "two rows have one id");
    for dialog in table {
        let id = dialog.id;
        assert!(dialog.count() > 0, "{id} has no words");
        let one = dialog.headings.is_empty() || dialog.asks.is_empty();
        assert!(
            one || dialog.role == Role::Question,
            "{id} asks in a heading"
        );
        assert!(reads(dialog), "{id} says what its provider does not read");
        assert!(
            (0..dialog.count()).all(|at| dialog.word(at).len() > 1),
            "{id}"
        );
        assert_ne!(dialog.named().kind, BlockKind::Unknown, "{id}");
        assert_ne!(dialog.named().origin, BlockOrigin::Unknown, "{id}");
        if is_approval(dialog.named().kind) {
            assert_eq!(dialog.named().origin, BlockOrigin::Agent, "{id}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Says;

    #[test]
    fn a_row_says_words_in_its_place_and_nowhere_else() {
        for (says, yes, no) in [
            (Says::Is("Go on"), "Go on", "Go on now"),
            (Says::Reads("go on"), "GO on", "go on now"),
            (Says::Begins("Go"), "❯ Go on", "Now go"),
            (Says::Ends("on"), "Go on", "Go on now"),
            (Says::Holds("on"), "Go on now", "Go off"),
            (Says::Item("on"), "Go on now", "Go on  now"),
            (Says::Chooses("Go"), "› 2. Go on", "Now 2. Go on"),
        ] {
            assert!(says.is_in(yes) && !says.is_in(no), "{says:?}");
        }
    }
}
