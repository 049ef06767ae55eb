//! What the channels beside the text mean when Codex speaks on them.
//!
//! Title: from 0.117 a braille glyph before the project while a turn runs, `[ ! ] Action Required`
//! and `[ . ] Action Required` in turn while it is blocked, the project alone when idle, from 0.155 on behind
//! the session's name. A person may choose other parts (`/title`), or stop the glyph (`animations = false`). Program
//! status (OSC 7501): reported unasked from 0.163 on (0.162 does not). Progress (OSC 9;4): by none that
//! was seen. Up to 0.150 the escapes of an answer reach the terminal, and with them reports that the
//! model has made.

use shadow_core::screen::{Needle, Screen};
use shadow_core::surface::{ChannelFacts, Facts, ReportFact, TitleFact};
use shadow_core::{Channels, ProcessState, ProgramStatus, Version};
use shadow_projectors::codex::{Quirks, elapsed_seconds};

/// Seconds into a turn from which a title that moves has surely moved.
const STILL_SECONDS: f64 = 1.0;

/// What a title's part that names the state says while a turn runs (0.125).
const RUNS: [&str; 2] = ["Working", "Thinking"];

/// Whose a report is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportRule {
    /// The version is known, and it reports.
    Own,
    /// The version is not known: what keeps hands off is believed, an end of the turn is not.
    Unproven,
    /// The version is known, and it reports nothing.
    Foreign,
}

impl ReportRule {
    /// The rule for a version.
    pub(crate) fn of(version: Option<Version>) -> Self {
        match version {
            None => Self::Unproven,
            Some(version) if Quirks::sends_reports(version) => Self::Own,
            Some(_) => Self::Foreign,
        }
    }

    /// What is believed of a report.
    fn weigh(self, said: ReportFact) -> ReportFact {
        use ReportFact::{Absent, Done, Failed, Foreign, Idle, Neutral};
        match (self, said) {
            (_, Absent) => Absent,
            (Self::Foreign, _) => Foreign,
            (Self::Unproven, Idle | Done | Failed) => Neutral,
            (_, said) => said,
        }
    }
}

/// Translates the channels. `marks` says whether the version moves its title, where that is known.
pub(crate) fn read(
    screen: &Screen,
    channels: &Channels,
    facts: &Facts,
    marks: Option<bool>,
    version: Option<Version>,
) -> ChannelFacts {
    let reports = ReportRule::of(version);
    let said = title(channels.title.as_deref(), marks);
    ChannelFacts {
        exited: channels.process == ProcessState::Exited,
        title: stopped(screen, facts, said),
        status: reports.weigh(status(&channels.program_status)),
        progress: reports.weigh(ReportFact::of_progress(channels.progress.as_deref())),
        // Codex sends none, so that what stands here is another program's.
        tab_status: channels
            .tab_status
            .as_ref()
            .map_or(ReportFact::Absent, |_| ReportFact::Neutral),
        title_moves_for_background: false,
        ..ChannelFacts::default()
    }
}

/// What a title says. One without a mark is Codex' at rest only where it has carried one, which a session's memory
/// weighs: a host's name, a title of the person's choice and one that settings have stopped never do.
fn title(title: Option<&str>, marks: Option<bool>) -> TitleFact {
    const BAR: Needle = Needle::new(" | ");
    let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) else {
        return TitleFact::Absent;
    };
    let first = title.chars().next().unwrap_or(' ');
    if ('\u{2800}'..='\u{28ff}').contains(&first) {
        return TitleFact::Working;
    }
    if title.starts_with("[ ! ] ") || title.starts_with("[ . ] ") {
        return TitleFact::Blocked;
    }
    let names_state = || {
        let state = BAR.split_once(title).map_or(title, |(part, _)| part);
        RUNS.contains(&state)
    };
    // Most titles have no byte with which a control character begins.
    let may_control = |byte: u8| matches!(byte, ..b' ' | 0x7f | 0xc2);
    let controls = || title.bytes().any(may_control) && title.chars().any(char::is_control);
    let unmarked = || !controls() && !names_state();
    match marks != Some(false) && unmarked() {
        true => TitleFact::Idle,
        false => TitleFact::Neutral,
    }
}

/// What an unmarked title is worth beside the screen: it stands still where a turn has run for a while.
fn stopped(screen: &Screen, facts: &Facts, title: TitleFact) -> TitleFact {
    let ran = |seconds: &f64| *seconds >= STILL_SECONDS;
    match title {
        TitleFact::Idle => match elapsed_seconds(screen, facts).filter(ran) {
            // A counter of the screen, which no turn of a century reaches the end of.
            Some(seconds) => TitleFact::Still(seconds as u32),
            None => title,
        },
        _ => title,
    }
}

/// The newest record of Codex' own; another program's says nothing of this turn.
fn status(records: &[ProgramStatus]) -> ReportFact {
    let own = |record: &&ProgramStatus| record.app.as_deref().is_none_or(|app| app == "codex");
    records
        .iter()
        .rfind(own)
        .map_or(ReportFact::Absent, ReportFact::of_status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_in_versions_that_make_one() {
        use ReportFact::{Absent, Done, Foreign, Idle, Neutral, Working};
        let weigh = |version, said| ReportRule::of(version).weigh(said);
        let old = Some(Version::new(0, 110, 0));
        let new = Some(Version::new(0, 169, 0));
        assert_eq!(
            [Idle, Working].map(|said| weigh(new, said)),
            [Idle, Working]
        );
        assert_eq!([Idle, Working].map(|said| weigh(old, said)), [Foreign; 2]);
        assert_eq!([Idle, Done].map(|said| weigh(None, said)), [Neutral; 2]);
        assert_eq!(weigh(None, Working), Working);
        assert_eq!(weigh(old, Absent), Absent);
    }

    #[test]
    fn moving_and_marking_shapes_speak_always() {
        let say = |text| title(Some(text), Some(false));
        assert_eq!(say("⠧ project"), TitleFact::Working);
        assert_eq!(say("[ . ] Action Required | project"), TitleFact::Blocked);
    }

    #[test]
    fn an_unmarked_title_is_that_of_rest_where_the_version_may_mark_it() {
        let say = |text| title(Some(text), Some(true));
        assert_eq!(say("Renaming | project"), TitleFact::Idle);
        assert_eq!(title(Some("project"), None), TitleFact::Idle);
        assert_eq!(title(Some("project"), Some(false)), TitleFact::Neutral);
        assert_eq!(say("Working | project"), TitleFact::Neutral);
        assert_eq!(say("one\u{7}two"), TitleFact::Neutral);
        assert_eq!(say(" "), TitleFact::Absent);
    }
}
