//! What a projector finds by structure, in neutral words and without owned text, so that reading a
//! screen into reused buffers allocates nothing.

use super::layouts::Layouts;
use super::rows::{RowSpan, ZoneSpan};
use super::witness::{Witness, WitnessPlace};
use crate::contract::{
    ActivityKind, Axis, BlockKind, BlockOrigin, ComposerContent, ComposerMode, Editor, FailureKind,
    OfferKind, PendingInput, PermissionKind, UiContext, Zone,
};

/// The signal of a witness of the CLI's absence which says that it is suspended: it has left, and may come back.
pub const SUSPENDED: &str = "suspended";

/// The signal of an end mark, and of a witness, which says that a person broke the turn off.
pub const INTERRUPTED: &str = "interrupted";

/// The signal of an end mark that is the turn's own last row, with its time.
pub const FINISHED_ROW: &str = "finished_row";

/// Who tells of a turn where its screen does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SettledBy {
    /// The projector does not say: whichever channel is missing.
    #[default]
    Untold,
    /// The text, with its styles.
    Text,
    /// The title, unless it stands still.
    Title,
    /// Nothing but looking on.
    Time,
}

/// What kind of surface the screen shows, before any channel is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surface {
    /// Nothing, or not yet enough: start-up.
    #[default]
    Blank,
    /// A live surface: a composer or a block stands on it.
    Live,
    /// A pager or transcript view covers it.
    Pager,
    /// A fatal error fills it; no composer lives.
    Fatal,
    /// Plainly something else: a shell, an editor.
    Foreign,
    /// The CLI has said farewell, or a shell prompt stands below old chrome.
    Exited,
    /// Text that no rule recognizes.
    Unrecognized,
}

/// What has named a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedBy {
    /// A row of the projector's own table, by its id.
    Table(&'static str),
    /// The row at this place of the user's.
    Own(u16),
}

/// A dialog, picker or panel that must be answered or dismissed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockFact {
    /// Its rows.
    pub rows: RowSpan,
    /// The rows of the proposal above it, where its subject stands outside the frame.
    pub proposal: Option<RowSpan>,
    /// The context.
    pub context: UiContext,
    /// The kind.
    pub kind: BlockKind,
    /// Who raised it.
    pub origin: BlockOrigin,
    /// What has named it, where words have: a row of a table.
    pub named_by: Option<NamedBy>,
    /// Part of the block or its subject does not fit in the pane.
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
    /// What stands in it.
    pub content: ComposerContent,
    /// What it takes.
    pub mode: ComposerMode,
    /// Its editor.
    pub editor: Editor,
    /// The draft is a command (`/model …`), its popup open or not.
    pub draft_is_command: bool,
    /// The content is unknown, but the cursor stands on the first cell and no draft style shows.
    pub free_by_cursor: bool,
}

/// A row that says that a turn runs: status, spinner, retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningFact {
    /// Its rows.
    pub rows: RowSpan,
    /// What it says the turn does.
    pub kind: ActivityKind,
}

/// The newest mark on the screen that the last turn has ended, with nothing of a turn below it.
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
    /// No turn has begun on this surface: the banner stands and no user cell follows it.
    NoTurnYet(WitnessPlace),
    /// A mark of the turn's end stands below everything of the turn.
    EndMark(EndMark),
    /// A place that shows a running turn for its whole length, in this version, is on the screen,
    /// whole, and does not show it.
    ///
    /// `signal` names it: `footer_without_queue_offer`, `status_row_absent`.
    SilentPlace {
        /// The witness' name.
        signal: &'static str,
        /// Where.
        place: WitnessPlace,
    },
}

/// Everything that a projector found. Cleared and refilled for each screen.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// What kind of surface.
    pub surface: Surface,
    /// Every row that a rule explains, in order from the top.
    pub zones: Vec<ZoneSpan>,
    /// Structural witnesses beside those that the fields below imply, with what they speak for.
    pub witnesses: Vec<Witness>,
    /// The block in front.
    pub block: Option<BlockFact>,
    /// The popup over the composer.
    pub popup: Option<Popup>,
    /// The live composer.
    pub composer: Option<ComposerFact>,
    /// The shortcuts overlay beside a live composer.
    pub help_overlay: Option<RowSpan>,
    /// A pager that offers to edit or rewind is a rewind menu; otherwise `transcript_view`.
    pub pager_context: UiContext,
    /// The row of a running turn.
    pub running: Option<RunningFact>,
    /// The newest end mark, where one stands below everything of the turn.
    pub end_mark: Option<EndMark>,
    /// The newest rows read as a turn's end, which only styles would prove.
    pub end_unproven: bool,
    /// The second witness of readiness.
    pub idle_proof: Option<IdleProof>,
    /// Where neither a running row nor a proof of idleness is on the screen: what would settle it in
    /// this version.
    pub settled_by: SettledBy,
    /// Whether a user cell or another trace of a turn stands on the screen.
    pub turn_begun: bool,
    /// Messages queued behind the turn.
    pub pending: PendingInput,
    /// Rows of the queued messages.
    pub pending_rows: Option<RowSpan>,
    /// Background work: count and rows.
    pub background: Option<(u32, RowSpan)>,
    /// The last turn's failure.
    pub failure: Option<(FailureKind, RowSpan)>,
    /// The rows that say that the CLI will go on by itself.
    pub continues: Option<RowSpan>,
    /// What is offered beside the composer, from the top.
    pub offers: Vec<(OfferKind, RowSpan)>,
    /// The permission mode and its row.
    pub permission: Option<(PermissionKind, RowSpan)>,
    /// Rows that no rule explains and that bear on the verdict.
    pub unexplained: Vec<RowSpan>,
    /// Rows in the very place of a status row or dialog that no rule explains: readiness is
    /// withheld (`unknown`, with `drift_suspected`).
    pub doubt: Option<RowSpan>,
    /// The doubted rows may be a panel in front of the composer, which only styles would tell: where
    /// keys go is unknown, too.
    pub doubt_in_front: bool,
    /// What a running turn without a status row is doing in this version (usually streaming).
    pub hidden_activity: ActivityKind,
    /// The screen contradicts the preset that reads it.
    pub preset_contradicted: Option<&'static str>,
    /// The surface's variant, e.g. `ruled_composer`.
    pub variant: &'static str,
    /// What provider and projector have located on the screen.
    pub layouts: Layouts,
}

impl Facts {
    /// Empties it, keeping its buffers, and what was located on the screen.
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
        self.layouts = old.layouts;
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

    /// The zone of a row; [`Zone::Unexplained`] where no rule explains it.
    #[must_use]
    pub fn zone_of(&self, row: usize) -> Zone {
        self.zones
            .iter()
            .rev()
            .find(|span| span.rows.contains(row))
            .map_or(Zone::Unexplained, |span| span.zone)
    }
}
