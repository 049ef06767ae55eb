//! What the channels beside the text mean when Claude Code sends them. All of it is untrusted.

use shadow_core::contract::BlockKind;
use shadow_core::surface::{ChannelFacts, Facts, ReportFact, TitleFact};
use shadow_core::{Channels, ProcessState, ProgramStatus, Version};

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
        progress: ReportFact::of_progress(channels.progress.as_deref()),
        tab_status: tab_status(channels.tab_status.as_deref()),
        title_moves_for_background: true,
        ..ChannelFacts::default()
    }
}

/// Tab status (OSC 21337): `indicator=#00d75f;status=Idle;status-color=#888888`, an empty status
/// where it is cleared. The three words are 2.1.330's; no recording shows the report itself.
fn tab_status(payload: Option<&str>) -> ReportFact {
    let Some(payload) = payload else {
        return ReportFact::Absent;
    };
    let said = payload
        .split(';')
        .find_map(|pair| pair.strip_prefix("status="));
    match said {
        Some("Idle") => ReportFact::Idle,
        Some("Working…") => ReportFact::Working,
        Some("Waiting") => ReportFact::Blocked(BlockKind::Unknown),
        _ => ReportFact::Neutral,
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
    ReportFact::of_status(record)
}
