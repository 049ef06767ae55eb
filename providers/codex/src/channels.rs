//! What the channels beside the text mean when Codex speaks on them.
//!
//! Title: from 0.117 a braille glyph before the project while a turn runs, `[ ! ] Action Required`
//! and `[ . ] Action Required` in turn while it is blocked, the project alone when idle. Program
//! status (OSC 7501): reported unasked by 0.169.

use shadow_core::contract::BlockKind;
use shadow_core::surface::{ChannelFacts, ReportFact, TitleFact};
use shadow_core::{Channels, ProcessState, ProgramStatus, ReportedState};

/// Translates the channels. `marks_title`: the version is known, and it marks the title.
pub(crate) fn hear(channels: &Channels, marks_title: bool) -> ChannelFacts {
    ChannelFacts {
        exited: channels.process == ProcessState::Exited,
        title: title(channels.title.as_deref(), marks_title),
        status: status(&channels.program_status),
        progress: progress(channels.progress.as_deref()),
        title_moves_for_background: false,
    }
}

fn title(title: Option<&str>, marks_title: bool) -> TitleFact {
    let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) else {
        return TitleFact::Absent;
    };
    let first = title.chars().next().unwrap_or(' ');
    if ('\u{2800}'..='\u{28ff}').contains(&first) {
        TitleFact::Working
    } else if title.starts_with("[ ! ] ") || title.starts_with("[ . ] ") {
        TitleFact::Blocked
    } else if marks_title && !title.chars().any(char::is_control) {
        TitleFact::Idle
    } else {
        TitleFact::Neutral
    }
}

/// The newest record of Codex' own; another program's says nothing of this turn.
fn status(records: &[ProgramStatus]) -> ReportFact {
    let own = |record: &&ProgramStatus| record.app.as_deref().is_none_or(|app| app == "codex");
    let Some(record) = records.iter().rfind(own) else {
        return ReportFact::Absent;
    };
    match record.state {
        ReportedState::Idle => ReportFact::Idle,
        ReportedState::Working => ReportFact::Working,
        ReportedState::Done => ReportFact::Done,
        ReportedState::Error => ReportFact::Failed,
        ReportedState::Clear => ReportFact::Neutral,
        ReportedState::Blocked => ReportFact::Blocked(match record.kind.as_deref() {
            Some("permission") => BlockKind::ApprovalOther,
            Some("question") => BlockKind::Question,
            Some("auth") => BlockKind::Setup,
            _ => BlockKind::Unknown,
        }),
    }
}

/// OSC 9;4: states 1 and 3 mean progress; 0 clears it, which says nothing.
fn progress(payload: Option<&str>) -> ReportFact {
    match payload.and_then(|payload| payload.split(';').next()) {
        Some("1" | "3") => ReportFact::Working,
        Some(_) => ReportFact::Neutral,
        None => ReportFact::Absent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_shapes_of_a_title_speak() {
        assert_eq!(title(Some("⠧ project"), false), TitleFact::Working);
        assert_eq!(
            title(Some("[ . ] Action Required | project"), false),
            TitleFact::Blocked
        );
        assert_eq!(title(Some("project"), false), TitleFact::Neutral);
        assert_eq!(title(Some("project"), true), TitleFact::Idle);
        assert_eq!(title(Some(" "), true), TitleFact::Absent);
    }
}
