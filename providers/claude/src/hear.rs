//! What the channels beside the text mean when Claude Code sends them. All of it is untrusted.

use shadow_core::contract::BlockKind;
use shadow_core::surface::{ChannelFacts, Facts, ReportFact, TitleFact};
use shadow_core::{Channels, ProcessState, ProgramStatus, ReportedState, Version};

/// Listens to every channel.
pub(super) fn channels(
    channels: &Channels,
    _facts: &Facts,
    title_marks: bool,
    _version: Option<Version>,
) -> ChannelFacts {
    ChannelFacts {
        exited: channels.process == ProcessState::Exited,
        title: title(channels.title.as_deref(), title_marks),
        status: status(&channels.program_status),
        progress: progress(channels.progress.as_deref()),
        title_moves_for_background: true,
    }
}

/// The title: a braille or half-circle glyph while a turn runs, `✳` while none does. Versions
/// before the moving title keep `✳` all the time: there it says nothing.
fn title(title: Option<&str>, marks: bool) -> TitleFact {
    let Some(title) = title else {
        return TitleFact::Absent;
    };
    let mut chars = title.chars();
    let Some(first) = chars.next() else {
        return TitleFact::Neutral;
    };
    if chars.next() != Some(' ') {
        return TitleFact::Neutral;
    }
    if is_moving(first) {
        TitleFact::Working
    } else if marks && first == '✳' {
        TitleFact::Idle
    } else {
        TitleFact::Neutral
    }
}

/// Frames of the title's glyph: braille (2.1.62, 2.1.126), half circles (2.1.330).
fn is_moving(glyph: char) -> bool {
    ('\u{2801}'..='\u{28ff}').contains(&glyph) || ['◐', '◑', '◒', '◓'].contains(&glyph)
}

/// Program status (OSC 7501): the root record counts, of Claude Code or of no name.
fn status(records: &[ProgramStatus]) -> ReportFact {
    let own = |record: &&ProgramStatus| {
        record
            .app
            .as_deref()
            .is_none_or(|app| app.starts_with("claude"))
            && record.id.as_deref().is_none_or(str::is_empty)
    };
    let Some(record) = records.iter().rev().find(own) else {
        return if records.is_empty() {
            ReportFact::Absent
        } else {
            ReportFact::Neutral
        };
    };
    match record.state {
        ReportedState::Idle => ReportFact::Idle,
        ReportedState::Working => ReportFact::Working,
        ReportedState::Done => ReportFact::Done,
        ReportedState::Blocked => ReportFact::Blocked(blocked_by(record.kind.as_deref())),
        ReportedState::Error => ReportFact::Failed,
        ReportedState::Clear => ReportFact::Neutral,
    }
}

fn blocked_by(kind: Option<&str>) -> BlockKind {
    match kind {
        Some("permission") => BlockKind::ApprovalOther,
        Some("question") => BlockKind::Question,
        Some("auth") => BlockKind::Setup,
        _ => BlockKind::Unknown,
    }
}

/// Progress (OSC 9;4): indeterminate while a turn runs, removed when it ends.
fn progress(payload: Option<&str>) -> ReportFact {
    match payload.map(|payload| payload.split(';').next().unwrap_or_default()) {
        None => ReportFact::Absent,
        Some("1" | "3") => ReportFact::Working,
        _ => ReportFact::Neutral,
    }
}
