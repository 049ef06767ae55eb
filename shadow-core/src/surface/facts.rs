//! The facts that a projector finds by structure, in terms that are neutral between providers. They
//! own no text, so that reading a screen into reused buffers allocates nothing.

use super::rows::{RowSpan, ZoneSpan};
use super::witness::{Witness, WitnessPlace};
use crate::contract::{
    ActivityKind, Axis, BlockKind, BlockOrigin, BusinessState, ComposerContent, ComposerMode,
    Editor, FailureKind, OfferKind, PendingInput, PermissionKind, UiContext, Zone,
};

/// The signal of a witness that the CLI is suspended: it has left, and may come back.
pub const SUSPENDED: &str = "suspended";

/// The signal of an end mark or witness that a person interrupted the turn.
pub const INTERRUPTED: &str = "interrupted";

/// The signal of an end mark that is the last row of the turn, with its time.
pub const FINISHED_ROW: &str = "finished_row";

/// The channel that decides whether a turn runs, if the screen does not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SettledBy {
    /// The projector does not know; any missing channel may decide.
    #[default]
    Untold,
    /// The text, with its styles.
    Text,
    /// The title, if it moves.
    Title,
    /// No channel; only later looks can decide.
    Time,
}

/// The kind of surface on the screen, without the channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surface {
    /// An empty or unfinished screen, as at start-up.
    #[default]
    Blank,
    /// A live surface, with a composer or a block.
    Live,
    /// A pager or transcript view covers it.
    Pager,
    /// A fatal error fills it, without a live composer.
    Fatal,
    /// Another program, such as a shell or an editor.
    Foreign,
    /// The CLI has exited: its farewell, or a shell prompt below its old interface.
    Exited,
    /// Text that no rule recognizes.
    Unrecognized,
}

/// The source of a block's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedBy {
    /// A row of the projector's own table, by its id.
    Table(&'static str),
    /// The row at this place of the user's own rows.
    Own(u16),
}

/// A dialog, picker or panel that must be answered or dismissed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockFact {
    /// Its rows.
    pub rows: RowSpan,
    /// The rows of the proposal above it, if its subject is outside the frame.
    pub proposal: Option<RowSpan>,
    /// The context.
    pub context: UiContext,
    /// The kind.
    pub kind: BlockKind,
    /// Its origin.
    pub origin: BlockOrigin,
    /// The table row that named it, if any.
    pub named_by: Option<NamedBy>,
    /// Whether a part of the block or of its subject does not fit in the pane.
    pub clipped: bool,
}

/// A completion popup or search over a live composer, or an item beside it that has the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Popup {
    /// Its rows.
    pub rows: RowSpan,
    /// `slash_command`, `file_picker` or `history_search`; `normal_prompt` for an item.
    pub context: UiContext,
}

/// The live composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComposerFact {
    /// Its rows, frame included.
    pub rows: RowSpan,
    /// Its content.
    pub content: ComposerContent,
    /// Its mode.
    pub mode: ComposerMode,
    /// Its editor.
    pub editor: Editor,
    /// Whether the draft is a command (`/model …`), with or without its popup.
    pub draft_is_command: bool,
    /// Whether the content is unknown, the cursor is on the first cell, and no draft style is visible.
    pub free_by_cursor: bool,
}

/// A side chat that has the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideChat {
    /// The rows that show it: its composer's, or what says that it is one.
    pub rows: RowSpan,
    /// What is seen of the main session.
    pub main: MainSession,
}

/// What a screen shows of the main session while a side chat has the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MainSession {
    /// It is beside the side chat, and the other facts are its own.
    Beside,
    /// The side chat covers it, and a row says how it goes on.
    Told {
        /// What the row says of it.
        state: BusinessState,
        /// The name of that word.
        signal: &'static str,
        /// The row.
        rows: RowSpan,
    },
    /// The side chat covers it, and the screen says nothing of it.
    Covered,
}

/// A row that says that a turn runs: status, spinner, retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningFact {
    /// Its rows.
    pub rows: RowSpan,
    /// The activity that it shows.
    pub kind: ActivityKind,
}

/// The newest end mark of a turn, with nothing of a turn below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndMark {
    /// Its rows.
    pub rows: RowSpan,
    /// Its name: [`FINISHED_ROW`], [`INTERRUPTED`], `error_cell`, …
    pub signal: &'static str,
}

/// Why a screen with a free composer and no running row may be called idle. The composer is the
/// first witness of readiness; this is the second, independent of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdleProof {
    /// No turn has begun on this surface: the banner is visible, and no user cell follows it.
    NoTurnYet(WitnessPlace),
    /// An end mark is below everything of the turn.
    EndMark(EndMark),
    /// A place that shows a running turn for its whole length, in this version, is on the screen,
    /// whole, and does not show it.
    ///
    /// `signal` names it: `footer_without_queue_offer`, `status_row_absent`.
    SilentPlace {
        /// The name of the witness.
        signal: &'static str,
        /// Its rows.
        place: WitnessPlace,
    },
}

/// What a screen says of the turn: that it runs, has ended or failed, and what waits behind it.
#[derive(Debug, Clone, Copy, Default)]
pub struct TurnFacts {
    /// Whether a user cell or another trace of a turn is on the screen.
    pub begun: bool,
    /// The row of a running turn.
    pub running: Option<RunningFact>,
    /// The newest end mark, if it is below everything of the turn.
    pub end_mark: Option<EndMark>,
    /// The newest rows that look like an end mark and need styles as a proof.
    pub end_unproven: bool,
    /// The second witness of readiness.
    pub idle_proof: Option<IdleProof>,
    /// The channel that would decide in this version, if the screen shows neither a running row nor a
    /// proof of idleness.
    pub settled_by: SettledBy,
    /// What a running turn without a status row is doing in this version (usually streaming).
    pub hidden_activity: ActivityKind,
    /// Messages queued behind the turn.
    pub pending: PendingInput,
    /// Rows of the queued messages.
    pub pending_rows: Option<RowSpan>,
    /// The last turn's failure.
    pub failure: Option<(FailureKind, RowSpan)>,
    /// The rows with the announcement that the CLI will go on by itself.
    pub continues: Option<RowSpan>,
}

impl TurnFacts {
    /// Takes the rows of the messages queued behind the turn, or that there are none.
    pub fn take_queue(&mut self, rows: Option<RowSpan>) {
        self.pending_rows = rows;
        self.pending = match rows {
            Some(_) => PendingInput::Yes,
            None => PendingInput::No,
        };
    }
}

/// Rows in the place of a status row or dialog that no rule explains. They withhold readiness
/// (`unknown`, with `drift_suspected`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt {
    /// The rows.
    pub rows: RowSpan,
    /// Whether they may be a panel in front of the composer, which only styles could show. Then the input mode is unknown too.
    pub in_front: bool,
}

/// Everything that a projector found. Cleared and refilled for each screen.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The kind of surface.
    pub surface: Surface,
    /// Every row that a rule explains, in order from the top.
    pub zones: Vec<ZoneSpan>,
    /// Further structural witnesses, with the axis that they support.
    pub witnesses: Vec<Witness>,
    /// The block in front.
    pub block: Option<BlockFact>,
    /// The popup over the composer.
    pub popup: Option<Popup>,
    /// The live composer.
    pub composer: Option<ComposerFact>,
    /// The side chat that has the keys in the composer's stead.
    pub side_chat: Option<SideChat>,
    /// The column of the rule beside which a side chat is drawn, right of the main session. The other facts' rows are the main
    /// session's left of it; those of a side chat that has the keys are right of it.
    pub side_rule: Option<usize>,
    /// The shortcuts overlay beside a live composer.
    pub help_overlay: Option<RowSpan>,
    /// A pager that offers to edit or rewind is a rewind menu; otherwise `transcript_view`.
    pub pager_context: UiContext,
    /// What the rows say of the turn.
    pub turn: TurnFacts,
    /// Background work: count and rows.
    pub background: Option<(u32, RowSpan)>,
    /// The offers beside the composer, from the top.
    pub offers: Vec<(OfferKind, RowSpan)>,
    /// The permission mode and its row.
    pub permission: Option<(PermissionKind, RowSpan)>,
    /// Rows that no rule explains and that matter for the verdict.
    pub unexplained: Vec<RowSpan>,
    /// Rows that no rule explains and that withhold readiness.
    pub doubt: Option<Doubt>,
    /// Whether the screen contradicts its preset.
    pub preset_contradicted: Option<&'static str>,
}

impl Facts {
    /// Empties the facts and keeps their buffers.
    pub fn clear(&mut self) {
        let mut old = std::mem::take(self);
        old.zones.clear();
        old.witnesses.clear();
        old.unexplained.clear();
        old.offers.clear();
        self.zones = old.zones;
        self.witnesses = old.witnesses;
        self.unexplained = old.unexplained;
        self.offers = old.offers;
    }

    /// Marks rows as belonging to a zone.
    pub fn mark(&mut self, zone: Zone, rows: RowSpan) {
        self.zones.push(ZoneSpan { zone, rows });
    }

    /// Adds a structural witness.
    pub fn witness(&mut self, zone: Zone, signal: &'static str, rows: RowSpan, axis: Axis) {
        self.witnesses.push(Witness {
            place: WitnessPlace::Screen(zone, rows),
            signal,
            axis,
        });
    }

    /// The zone of a row; [`Zone::Unexplained`] if no rule explains it.
    #[must_use]
    pub fn zone_of(&self, row: usize) -> Zone {
        self.zones
            .iter()
            .rev()
            .find(|span| span.rows.contains(row))
            .map_or(Zone::Unexplained, |span| span.zone)
    }
}
