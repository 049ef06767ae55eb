//! What the channels beside the text say, translated by the provider into neutral words.

use crate::contract::BlockKind;
use crate::foreground::ForegroundKind;
use crate::snapshot::{ProgramStatus, ReportedState};

/// The signal of a title that says that a turn runs.
pub(crate) const TITLE_WORKING: &str = "title_working";

/// The signal of a title that says that none does.
pub(crate) const TITLE_IDLE: &str = "title_idle";

/// What the title says. Only a known moving or marking shape counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TitleFact {
    /// Not given.
    #[default]
    Absent,
    /// Given, and it says nothing: a host name, a project name in a version that never marks it.
    Neutral,
    /// A working glyph.
    Working,
    /// A mark that a person is needed.
    Blocked,
    /// The shape that this version shows only while no turn runs, of a title that was seen to move.
    Idle,
    /// The same shape, of a title that nobody has seen move: a setting of the user's may have stopped it, so that it
    /// proves nothing.
    Unmoved,
    /// The same shape while a turn runs, this many seconds into it: this process does not move its title,
    /// or it has stopped a moment before the screen shows the turn's end.
    Still(u32),
}

/// What a self-report (OSC 7501, 9;4, 21337) says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReportFact {
    /// None in force.
    #[default]
    Absent,
    /// In force, and it says nothing about the turn.
    Neutral,
    /// In force, and not the program's own: its version makes none. Something under it printed it.
    Foreign,
    /// A turn runs.
    Working,
    /// A person is needed, for what.
    Blocked(BlockKind),
    /// No turn runs.
    Idle,
    /// The turn has just ended.
    Done,
    /// The turn has failed.
    Failed,
}

impl ReportFact {
    /// What a program status record (OSC 7501) says of the turn. Whose record counts is the
    /// provider's to know.
    #[must_use]
    pub fn of_status(record: &ProgramStatus) -> Self {
        match record.state {
            ReportedState::Idle => Self::Idle,
            ReportedState::Working => Self::Working,
            ReportedState::Done => Self::Done,
            ReportedState::Error => Self::Failed,
            ReportedState::Clear => Self::Neutral,
            ReportedState::Blocked => Self::Blocked(match record.kind.as_deref() {
                Some("permission") => BlockKind::ApprovalOther,
                Some("question") => BlockKind::Question,
                Some("auth") => BlockKind::Setup,
                _ => BlockKind::Unknown,
            }),
        }
    }

    /// What a progress report (the payload of OSC 9;4) says: states 1 and 3 mean progress; 0
    /// clears it, which says nothing of the turn.
    #[must_use]
    pub fn of_progress(payload: Option<&str>) -> Self {
        match payload.and_then(|payload| payload.split(';').next()) {
            None => Self::Absent,
            Some("1" | "3") => Self::Working,
            Some(_) => Self::Neutral,
        }
    }
}

/// What all channels beside the text say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChannelFacts {
    /// The process is known to have ended.
    pub exited: bool,
    /// Who is in front of the terminal. Set by the parser, which knows the CLI by its provider.
    pub front: ForegroundKind,
    /// The terminal hands on whole lines: nothing that draws and takes keys is in front of it.
    pub line_mode: bool,
    /// The title is that of the project's own dashboard. Set by the parser.
    pub is_dashboard: bool,
    /// The CLI was seen here before, in this life of the pane's program. Set by the parser.
    pub cli_seen: bool,
    /// The title.
    pub title: TitleFact,
    /// Program status (OSC 7501).
    pub status: ReportFact,
    /// Progress (OSC 9;4).
    pub progress: ReportFact,
    /// Tab status (OSC 21337).
    pub tab_status: ReportFact,
    /// The moving title is what background work looks like in this version: it does not stand
    /// against an idle screen that lists background work.
    pub title_moves_for_background: bool,
}

impl ChannelFacts {
    /// Whether the title or a self-report says that a turn runs.
    #[must_use]
    pub fn says_working(&self) -> bool {
        self.title == TitleFact::Working
            || self.status == ReportFact::Working
            || self.progress == ReportFact::Working
            || self.tab_status == ReportFact::Working
    }
}
