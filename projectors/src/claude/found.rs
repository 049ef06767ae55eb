//! What is found on a screen, for all that reads it: recognition, the choice of a preset, the reading, details and cells.

use shadow_core::screen::Marked;
use shadow_core::surface::{Found as AnyFound, Once, RowSpan};

use super::banner::Head;
use super::block::{self, Place};
use super::footer::Footer;
use super::frame::{Frame, FrameKind};
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
    /// What the screen was read as.
    pub(super) shown: Shown,
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
    /// The name of what the screen was read as, as `output_variant` shows it.
    pub(super) fn variant(&self) -> &'static str {
        match (self.shown, self.front.get()) {
            (Shown::Composer(FrameKind::Ruled, _), _) => "ruled_composer",
            (Shown::Composer(FrameKind::Boxed, _), _) => "boxed_composer",
            (Shown::Agent(_), _) => "agent_view",
            (Shown::Sessions(_), _) => "sessions_view",
            (Shown::Raised(..), _) => "dialog_above",
            (_, Some(Front::SplitPane)) => "split_pane",
            (_, Some(Front::ScrolledDialog(_))) => "scrolled_dialog",
            (_, Some(Front::ScreenReader(_))) => "screen_reader",
            (Shown::Front | Shown::Dialog(_), _) => "",
        }
    }

    /// What is around the composer's frame, where one was read.
    pub(super) const fn around(&self) -> Option<Around> {
        match self.shown {
            Shown::Composer(_, around) | Shown::Agent(around) => Some(around),
            Shown::Sessions(around) | Shown::Raised(_, around) => around,
            Shown::Front | Shown::Dialog(_) => None,
        }
    }

    /// The dialog's rows, where one was read.
    pub(super) const fn dialog(&self) -> Option<Place> {
        match self.shown {
            Shown::Dialog(place) | Shown::Raised(place, _) => Some(place),
            _ => None,
        }
    }
}

/// What is around a composer's frame.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    /// What is below it.
    pub(super) footer: Footer,
    /// The newest banner above it.
    pub(super) banner: Option<RowSpan>,
}

/// What a screen was read as: one of several surfaces that have a front in common, and what the reading has found of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Shown {
    /// What its front says.
    #[default]
    Front,
    /// The session's composer.
    Composer(FrameKind, Around),
    /// An agent's dialog, over a composer that writes to the agent.
    Agent(Around),
    /// The view over all sessions, and what is around its composer where it has one.
    Sessions(Option<Around>),
    /// A dialog, picker or panel.
    Dialog(Place),
    /// One above the turn's status row, and what is around the composer where that is drawn, too.
    Raised(Place, Option<Around>),
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
