//! What is found on a screen, for all that reads it: recognition, the choice of a preset, the reading, details and cells.

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Found as AnyFound, Once, RowSpan, Surface as Kind};

use super::banner::{self, Head};
use super::block::{self, Place};
use super::footer::Footer;
use super::frame::{Frame, FrameKind};
use super::live;

/// What is found on a screen of Claude Code, for all that reads it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Found {
    /// The live composer's frame, or what is left of it where the CLI has no keys any more.
    pub(super) frame: Once<Option<Frame>>,
    /// The head of the newest banner.
    pub(super) head: Once<Head>,
    /// The block on a screen without a live composer, whosever it is.
    pub(super) block: Once<Option<Place>>,
    /// That block, where it is Claude Code's.
    pub(super) own_block: Once<Option<Place>>,
    /// What the screen was read as, if it was read.
    pub(super) surface: Option<Surface>,
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
    /// What the screen was read as.
    pub(super) fn surface(&self) -> &Surface {
        self.surface.as_ref().unwrap_or(&Surface::Unrecognized)
    }

    /// What is around the composer's frame, where one was read.
    pub(super) fn around(&self) -> Option<&Around> {
        self.surface().around()
    }

    /// The newest banner of the whole screen: above a frame it is known, and where the look for the version has passed, it is
    /// known where the newest begins.
    pub(super) fn newest_banner(&self, screen: &Screen, facts: &Facts) -> Option<RowSpan> {
        let around = self.around();
        let composer = around.and(facts.composer);
        let first = composer.map_or(0, |it| it.rows.first as usize);
        banner::rows_from(screen, first, self.head.get()).or_else(|| around?.banner)
    }
}

/// A composer's frame, and what is around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) frame: Frame,
    /// What is below it.
    pub(super) footer: Footer,
    /// The newest banner above it.
    pub(super) banner: Option<RowSpan>,
}

/// What a screen was read as, and the parts of it that the reading has found.
#[derive(Debug, Clone, Copy)]
pub(super) enum Surface {
    /// Nothing at all, or a banner and nothing below it.
    Blank,
    /// The prompt of the screen-reader mode.
    ScreenReader,
    /// The CLI has left the pane to a shell.
    Exited,
    /// The session's composer.
    Composer(Around),
    /// An agent's dialog, over a composer that writes to the agent.
    Agent(Around),
    /// The view over all sessions, and its composer where it has one.
    Sessions(Option<Around>),
    /// A dialog, picker or panel.
    Dialog(Place),
    /// One above the turn's status row, and the composer where that is drawn, too.
    Raised(Place, Option<Around>),
    /// The search through earlier prompts in the composer's place.
    Search,
    /// The way back to a dialog that has been scrolled away.
    ScrolledDialog,
    /// A pager over the transcript.
    Pager,
    /// The panes of another multiplexer.
    SplitPane,
    /// Another program.
    Foreign,
    /// Nothing that a rule recognizes.
    Unrecognized,
}

impl Surface {
    /// Its kind.
    pub(super) const fn kind(&self) -> Kind {
        match self {
            Self::Blank => Kind::Blank,
            Self::Exited => Kind::Exited,
            Self::Pager | Self::Agent(_) => Kind::Pager,
            Self::Foreign => Kind::Foreign,
            Self::SplitPane | Self::Unrecognized => Kind::Unrecognized,
            _ => Kind::Live,
        }
    }

    /// Its name, as `output_variant` shows it; empty where it has none.
    pub(super) fn variant(&self) -> &'static str {
        match self {
            Self::Composer(around) if around.frame.kind == FrameKind::Ruled => "ruled_composer",
            Self::Composer(_) => "boxed_composer",
            Self::Agent(_) => "agent_view",
            Self::Sessions(_) => "sessions_view",
            Self::Raised(..) => "dialog_above",
            Self::SplitPane => "split_pane",
            Self::ScrolledDialog => "scrolled_dialog",
            Self::ScreenReader => "screen_reader",
            _ => "",
        }
    }

    /// A composer's frame and what is around it, where one is drawn.
    const fn around(&self) -> Option<&Around> {
        match self {
            Self::Composer(around) | Self::Agent(around) => Some(around),
            Self::Sessions(around) | Self::Raised(_, around) => around.as_ref(),
            _ => None,
        }
    }

    /// The dialog's rows, where one is shown.
    pub(super) const fn dialog(&self) -> Option<Place> {
        match self {
            Self::Dialog(place) | Self::Raised(place, _) => Some(*place),
            _ => None,
        }
    }
}
