//! What is in front of a screen, located once: recognition, the choice of a preset, the reading, details and cells
//! all go by it. What the reading finds out about it, it adds.

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Layouts, RowSpan};

use super::block::{self, Place};
use super::frame::Frame;
use super::live;
use super::marks::Mark;
use super::{banner, ends, screen_reader};

/// What is in front, and what it was read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// What is in front.
    pub front: Front,
    /// Which of the CLI's surfaces it is.
    pub shown: Shown,
    /// The block in front, where the reading has taken one: without the status row below it.
    pub block: Option<Place>,
    /// The newest banner above the composer's frame.
    pub banner: Banner,
}

/// The newest banner above the composer's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Banner {
    /// The reading has had no need to look for it.
    Unsought,
    /// It has looked, and there is none.
    Absent,
    /// It takes these rows.
    At(RowSpan),
}

/// What is in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// Nothing at all.
    Blank,
    /// The prompt of the screen-reader mode, in this row.
    ScreenReader(usize),
    /// The CLI has left.
    Exited,
    /// A composer in its frame.
    Composer(Frame),
    /// No composer.
    Open,
}

/// Which of the CLI's surfaces a screen shows, where more than one kind is drawn in the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// None that has a name.
    Unnamed,
    /// A composer between two rules.
    RuledComposer,
    /// A composer in a box.
    BoxedComposer,
    /// Another multiplexer has split the screen: its rows are of two programs.
    SplitPane,
    /// An agent's dialog.
    AgentView,
    /// All sessions.
    SessionsView,
    /// A dialog above the turn's status row.
    DialogAbove,
    /// A dialog that has been scrolled away.
    ScrolledDialog,
    /// The screen-reader mode.
    ScreenReader,
}

impl Shown {
    /// Its name, as `output_variant` shows it.
    const fn name(self) -> &'static str {
        match self {
            Self::Unnamed => "",
            Self::RuledComposer => "ruled_composer",
            Self::BoxedComposer => "boxed_composer",
            Self::SplitPane => "split_pane",
            Self::AgentView => "agent_view",
            Self::SessionsView => "sessions_view",
            Self::DialogAbove => "dialog_above",
            Self::ScrolledDialog => "scrolled_dialog",
            Self::ScreenReader => "screen_reader",
        }
    }
}

impl Layout {
    /// Locates what is in front, from what decides most to what decides least.
    pub(super) fn locate(screen: &Marked<'_>, layouts: &mut Layouts) -> Self {
        let front = if Mark::BlankScreen.holds(screen, screen.is_blank()) {
            Front::Blank
        } else if let Some(row) = screen_reader::prompt(screen) {
            Front::ScreenReader(row)
        } else if ends::has_exited(screen, layouts) {
            Front::Exited
        } else if let Some(frame) = live::drawn(screen, layouts) {
            Front::Composer(frame)
        } else {
            Front::Open
        };
        Self::unread(front)
    }

    /// What is in front, and nothing read of it yet.
    const fn unread(front: Front) -> Self {
        Self {
            front,
            shown: Shown::Unnamed,
            block: None,
            banner: Banner::Unsought,
        }
    }

    /// The layout of a screen that was read; located now for facts that another reader filled.
    pub(super) fn of(screen: &Marked<'_>, facts: &Facts) -> Self {
        let located = facts.layouts.get();
        let now = || Self::locate(screen, &mut Layouts::default());
        located.copied().unwrap_or_else(now)
    }

    /// The frame of the live composer.
    pub(super) const fn frame(&self) -> Option<Frame> {
        match self.front {
            Front::Composer(frame) => Some(frame),
            _ => None,
        }
    }

    /// The newest banner of the whole screen: above a frame it is known, and where the look for the version has passed, it is
    /// known where the newest begins.
    pub(super) fn newest_banner(&self, screen: &Screen, facts: &Facts) -> Option<RowSpan> {
        let composer = facts.composer.map_or(0, |it| it.rows.first as usize);
        let (above, first) = match self.banner {
            Banner::Unsought => (None, 0),
            Banner::Absent => (None, composer),
            Banner::At(rows) => (Some(rows), composer),
        };
        let below = banner::rows_from(screen, first, facts.layouts.get().copied());
        below.or(above)
    }
}

/// Says which surface the screen shows.
pub(super) fn show(shown: Shown, facts: &mut Facts) {
    facts.variant = shown.name();
    facts
        .layouts
        .update(|layout: &mut Layout| layout.shown = shown);
}

/// Says which banner is above the composer's frame.
pub(super) fn keep_banner(banner: Option<RowSpan>, facts: &mut Facts) {
    let banner = banner.map_or(Banner::Absent, Banner::At);
    let keep = |layout: &mut Layout| layout.banner = banner;
    facts.layouts.update(keep);
}

/// Says where the block stands that the screen was read as.
pub(super) fn keep_block(place: Place, facts: &mut Facts) {
    let keep = |layout: &mut Layout| layout.block = Some(place);
    facts.layouts.update(keep);
}

/// Takes back all that was read, and what was said of the layout.
pub(super) fn unread(facts: &mut Facts) {
    facts.clear();
    let forget = |layout: &mut Layout| *layout = Layout::unread(layout.front);
    facts.layouts.update(forget);
}

/// The block on a screen without a live composer.
#[derive(Debug, Clone, Copy)]
struct Block(Option<Place>);

/// The block on a screen without a live composer, whosever it is: found once.
pub(super) fn block(screen: &Marked<'_>, layouts: &mut Layouts) -> Option<Place> {
    let Block(place) = layouts.locate(screen, |screen, _| Block(block::find(screen)));
    place
}
