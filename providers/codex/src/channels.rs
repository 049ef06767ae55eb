//! What the channels beside the text mean when Codex speaks on them.
//!
//! Title: from 0.117 a braille glyph before the project while a turn runs, `[ ! ] Action Required`
//! and `[ . ] Action Required` in turn while it is blocked, the project alone when idle. Program
//! status (OSC 7501): reported unasked by 0.169.

use shadow_core::contract::BlockKind;
use shadow_core::screen::Screen;
use shadow_core::surface::{ChannelFacts, ReportFact, TitleFact};
use shadow_core::{Channels, ProcessState, ProgramStatus, ReportedState};

/// What is known of the version's way with titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TitleRule {
    /// The version is known, and it marks the title.
    Marked,
    /// The version is not known.
    Unproven,
    /// The version is known, and it sets no title.
    Foreign,
}

/// Translates the channels.
pub(crate) fn hear(screen: &Screen, channels: &Channels, rule: TitleRule) -> ChannelFacts {
    ChannelFacts {
        exited: channels.process == ProcessState::Exited,
        title: title(screen, channels.title.as_deref(), rule),
        status: status(&channels.program_status),
        progress: progress(channels.progress.as_deref()),
        title_moves_for_background: false,
    }
}

fn title(screen: &Screen, title: Option<&str>, rule: TitleRule) -> TitleFact {
    let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) else {
        return TitleFact::Absent;
    };
    let first = title.chars().next().unwrap_or(' ');
    if ('\u{2800}'..='\u{28ff}').contains(&first) {
        TitleFact::Working
    } else if title.starts_with("[ ! ] ") || title.starts_with("[ . ] ") {
        TitleFact::Blocked
    } else if is_unmarked(screen, title, rule) {
        TitleFact::Idle
    } else {
        TitleFact::Neutral
    }
}

/// Whether the title is Codex' own without its mark: the folder's name, as the footer or banner
/// shows the folder. Where the version is not known, the footer must look like that of a version
/// that marks titles; where the folder is not shown, the version alone decides.
fn is_unmarked(screen: &Screen, title: &str, rule: TitleRule) -> bool {
    if title.chars().any(char::is_control) {
        return false;
    }
    match (shown_folder(screen), rule) {
        (_, TitleRule::Foreign) => false,
        (None, rule) => rule == TitleRule::Marked,
        (Some(folder), TitleRule::Marked) => is_folder(folder.name, title),
        (Some(folder), TitleRule::Unproven) => folder.bare_footer && is_folder(folder.name, title),
    }
}

/// Whether a title is a folder's name, which the pane or Codex may have cut with an ellipsis.
fn is_folder(name: &str, title: &str) -> bool {
    let part = |text: &str| text.trim_end_matches(['…', '.']).to_owned();
    let (name_part, title_part) = (part(name), part(title));
    name == title
        || name.ends_with('…') && title.starts_with(&name_part)
        || (title.ends_with('…') || title.ends_with("...")) && name.starts_with(&title_part)
}

/// The folder that the lowest row with one shows.
struct ShownFolder<'s> {
    /// Its last part.
    name: &'s str,
    /// It stands in a footer of model and folder without a context figure (0.12x and later).
    bare_footer: bool,
}

fn shown_folder(screen: &Screen) -> Option<ShownFolder<'_>> {
    screen.rows().rev().find_map(|row| {
        let text = row.trimmed();
        let path = text
            .split(" · ")
            .map(str::trim)
            .find(|part| part.starts_with("~/") || part.starts_with('/') && !part.contains(' '))
            .filter(|_| text.contains(" · ") || text.starts_with("~/"))?;
        let name = path.split("  ").next()?.rsplit('/').next()?;
        let bare_footer = text.contains(" · ") && !text.contains("% ");
        (!name.is_empty()).then_some(ShownFolder { name, bare_footer })
    })
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

    fn say(text: &str, shown: &str, rule: TitleRule) -> TitleFact {
        let screen = Screen::from_capture(shown.as_bytes(), &Channels::default());
        title(&screen, Some(text), rule)
    }

    #[test]
    fn moving_and_marking_shapes_speak_always() {
        let foreign = TitleRule::Foreign;
        assert_eq!(say("⠧ project", "", foreign), TitleFact::Working);
        let blocked = "[ . ] Action Required | project";
        assert_eq!(say(blocked, "", foreign), TitleFact::Blocked);
    }

    #[test]
    fn an_unmarked_title_speaks_where_it_is_codex_own() {
        let footer = "› x\n\n  gpt-5 default · ~/work/project";
        assert_eq!(say("project", footer, TitleRule::Marked), TitleFact::Idle);
        assert_eq!(say("project", footer, TitleRule::Unproven), TitleFact::Idle);
        assert_eq!(
            say("project", footer, TitleRule::Foreign),
            TitleFact::Neutral
        );
        assert_eq!(
            say("my-host", footer, TitleRule::Marked),
            TitleFact::Neutral
        );
        let old = "› x\n\n  gpt-5 default · 100% left · ~/project";
        assert_eq!(say("project", old, TitleRule::Unproven), TitleFact::Neutral);
        assert_eq!(say(" ", footer, TitleRule::Marked), TitleFact::Absent);
    }
}
