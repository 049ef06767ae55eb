//! What is found on a screen, for all that reads it: recognition, the choice of a preset, the reading, details and cells.

use shadow_core::screen::Marked;
use shadow_core::surface::{Facts, Found as AnyFound, Once, RowSpan};

use super::banner::Head;
use super::block::{self, Place};
use super::footer::Footer;
use super::frame::Frame;
use super::live;

/// What is found on a screen of Claude Code, for all that reads it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Found {
    /// What is in front.
    pub(super) front: Once<Front>,
    /// The live composer's frame, or what is left of it where the CLI has no keys any more.
    pub(super) frame: Once<Option<Frame>>,
    /// The head of the newest banner.
    pub(super) head: Once<Head>,
    /// The block on a screen without a live composer, whosever it is.
    pub(super) block: Once<Option<Place>>,
    /// That block, where it is Claude Code's.
    pub(super) own_block: Once<Option<Place>>,
    /// What is below the composer, where the reading has come to it.
    pub(super) footer: Option<Footer>,
    /// Which of the CLI's surfaces the screen was read as.
    pub(super) shown: Shown,
    /// The block that it was read as: without the status row below it.
    pub(super) taken: Option<Place>,
    /// The newest banner above the composer's frame.
    pub(super) banner: Banner,
}

impl AnyFound for Found {}

/// The live composer's frame, or what is left of it where the CLI has no keys any more: found once for a screen.
pub(super) fn frame(screen: &Marked<'_>, found: &mut Found) -> Option<Frame> {
    Once::of(
        found,
        |it| &mut it.frame,
        screen,
        |screen, _| live::find(screen),
    )
}

/// The block on a screen without a live composer, whosever it is: found once.
pub(super) fn block(screen: &Marked<'_>, found: &mut Found) -> Option<Place> {
    Once::of(
        found,
        |it| &mut it.block,
        screen,
        |screen, _| block::find(screen),
    )
}

impl Found {
    /// Says which banner is above the composer's frame.
    pub(super) fn keep_banner(&mut self, banner: Option<RowSpan>) {
        self.banner = banner.map_or(Banner::Absent, Banner::At);
    }

    /// Takes back what the screen was read as.
    pub(super) fn unread(&mut self, facts: &mut Facts) {
        facts.clear();
        (self.shown, self.taken, self.banner) = Default::default();
    }
}

/// The newest banner above the composer's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Banner {
    /// The reading has had no need to look for it.
    #[default]
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
    /// The CLI has left the pane to a shell, whose rows these are, as far as they are known.
    Exited(Option<RowSpan>),
    /// A composer in its frame.
    Composer(Frame),
    /// The panes of another multiplexer.
    SplitPane,
    /// A pager over the transcript, from this row down.
    Pager(usize),
    /// The way back to a dialog that has been scrolled away, in this row.
    ScrolledDialog(usize),
    /// A dialog, picker or panel, or what is drawn in its place.
    Block(Place),
    /// Another program.
    Foreign,
    /// A banner and nothing below it.
    Banner,
    /// Nothing that a rule recognizes.
    Unrecognized,
}

/// Which of the CLI's surfaces a screen shows, where more than one kind is drawn in the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Shown {
    /// None that has a name.
    #[default]
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
    pub(super) const fn name(self) -> &'static str {
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
