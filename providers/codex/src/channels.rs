//! What the channels beside the text mean when Codex speaks on them.
//!
//! Title: from 0.117 a braille glyph before the project while a turn runs, `[ ! ] Action Required`
//! and `[ . ] Action Required` in turn while it is blocked, the project alone when idle, from 0.155 on behind
//! the session's name. A person may choose other parts (`/title`): those prove no end. Program
//! status (OSC 7501): reported unasked from 0.163 on (0.162 does not). Progress (OSC 9;4): by none that
//! was seen. Up to 0.150 the escapes of an answer reach the terminal, and with them reports that the
//! model has made.

use shadow_core::screen::{Needle, Screen};
use shadow_core::surface::{ChannelFacts, Facts, ReportFact, Surface, TitleFact};
use shadow_core::{Channels, ProcessState, ProgramStatus, Version};
use shadow_projectors::codex::elapsed_seconds;

/// Rows at the end of the screen in which the footer is looked for.
const FOOTER_ROWS: usize = 3;
/// Seconds into a turn from which a title that moves has surely moved.
const STILL_SECONDS: f64 = 1.0;

/// What is known of the version's way with titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TitleRule {
    /// The version is known, and it marks the title.
    Marked,
    /// The same, and its turns leave a row at their end, which this screen does not show.
    Unended,
    /// The version marks the title, and a popup or overlay stands in the footer's place.
    Covered,
    /// The same, and a pager covers the footer; nothing can be submitted there.
    Alone,
    /// The version is not known.
    Unproven,
    /// The same, and nothing on the screen tells that the turn has ended: it may be of a version whose title
    /// stands still without animations, and that leaves a row at the end of a turn (from 0.156 on).
    UnprovenUnended,
    /// The version is known, and it sets no title.
    Foreign,
}

/// The version in which a report of its own was first seen (0.162.1 sends none).
const REPORTS_SINCE: Version = Version::new(0, 163, 0);

/// What a title's part that names the state says while a turn runs (0.125).
const RUNS: [&str; 2] = ["Working", "Thinking"];
/// The version in which a session's name was first seen before the folder.
const SESSIONS_SINCE: Version = Version::new(0, 155, 0);

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
            Some(version) if version >= REPORTS_SINCE => Self::Own,
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

/// Translates the channels.
pub(crate) fn hear(
    screen: &Screen,
    channels: &Channels,
    facts: &Facts,
    rule: TitleRule,
    version: Option<Version>,
) -> ChannelFacts {
    let reports = ReportRule::of(version);
    let sessions = version.is_some_and(|version| version >= SESSIONS_SINCE);
    let covered = facts.popup.is_some() || facts.help_overlay.is_some();
    let rule = match rule {
        TitleRule::Marked | TitleRule::Unended if facts.surface == Surface::Pager => {
            TitleRule::Alone
        }
        TitleRule::Marked | TitleRule::Unended if covered => TitleRule::Covered,
        rule => rule,
    };
    ChannelFacts {
        exited: channels.process == ProcessState::Exited,
        title: stopped(
            screen,
            facts,
            rule,
            title(screen, channels.title.as_deref(), rule, sessions),
        ),
        status: reports.weigh(status(&channels.program_status)),
        progress: reports.weigh(ReportFact::of_progress(channels.progress.as_deref())),
        // Codex sends none, so that what stands here is another program's.
        tab_status: channels
            .tab_status
            .as_ref()
            .map_or(ReportFact::Absent, |_| ReportFact::Neutral),
        title_moves_for_background: false,
    }
}

fn title(screen: &Screen, title: Option<&str>, rule: TitleRule, sessions: bool) -> TitleFact {
    let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) else {
        return TitleFact::Absent;
    };
    let first = title.chars().next().unwrap_or(' ');
    if ('\u{2800}'..='\u{28ff}').contains(&first) {
        TitleFact::Working
    } else if title.starts_with("[ ! ] ") || title.starts_with("[ . ] ") {
        TitleFact::Blocked
    } else if is_unmarked(screen, title, rule, sessions) {
        TitleFact::Idle
    } else {
        TitleFact::Neutral
    }
}

/// What an unmarked title is worth beside the screen: it stands still where a turn has run for a while,
/// and says nothing where the end of a turn would show and does not (`animations = false` stops it).
fn stopped(screen: &Screen, facts: &Facts, rule: TitleRule, title: TitleFact) -> TitleFact {
    if title != TitleFact::Idle {
        return title;
    }
    let seconds = elapsed_seconds(screen, facts).filter(|seconds| *seconds >= STILL_SECONDS);
    match seconds {
        // A counter of the screen, which no turn of a century reaches the end of.
        Some(seconds) => TitleFact::Still(seconds as u32),
        None if matches!(rule, TitleRule::Unended | TitleRule::UnprovenUnended) => {
            TitleFact::Neutral
        }
        None => title,
    }
}

/// Whether the title is Codex' own without its mark: it is the folder that the footer shows, or where the default
/// names the session (`sessions`), that behind a name. Other parts are of the person's choice, and may stand while a
/// turn runs (`Working | project`, 0.125).
///
/// Whoever took the status line away may have stopped the title's glyph too (`animations = false`
/// stops it, seen in 0.120 and 0.130), so a title alone proves nothing over such a footer. Where the
/// version is not known, the footer must be the default one of versions that mark titles.
fn is_unmarked(screen: &Screen, title: &str, rule: TitleRule, sessions: bool) -> bool {
    let control = match title.is_ascii() {
        true => title
            .bytes()
            .fold(false, |found, byte| found | byte.is_ascii_control()),
        false => title.chars().any(char::is_control),
    };
    const BAR: Needle = Needle::new(" | ");
    let chosen = BAR
        .split_once(title)
        .is_some_and(|(first, _)| !sessions || RUNS.contains(&first));
    if control || chosen {
        return false;
    }
    let folder = match rule {
        TitleRule::Foreign => None,
        TitleRule::Alone => return true,
        TitleRule::Marked | TitleRule::Unended => footer_folder(screen, true),
        TitleRule::Covered => footer_folder(screen, true).or_else(|| banner_folder(screen)),
        TitleRule::Unproven | TitleRule::UnprovenUnended => footer_folder(screen, false),
    };
    let named = |name: &str| BAR.split(title).any(|part| is_folder(name, part.trim()));
    folder.is_some_and(named)
}

/// Whether a title is a folder's name, which the pane or Codex may have cut with an ellipsis.
fn is_folder(name: &str, title: &str) -> bool {
    fn kept(text: &str) -> &str {
        text.trim_end_matches(['…', '.'])
    }
    name == title
        || name.ends_with('…') && title.starts_with(kept(name))
        || (title.ends_with('…') || title.ends_with("...")) && name.starts_with(kept(title))
}

/// The folder in the footer, near the end of the screen: a path among parts that dots separate; with
/// context figures beside it only where `figures` allows.
fn footer_folder(screen: &Screen, figures: bool) -> Option<&str> {
    let last = screen.last_row()?;
    const SLASH: Needle = Needle::new("/");
    const DOT: Needle = Needle::new(" · ");
    const FIGURE: Needle = Needle::new("% ");
    let rows = screen.filled(last.saturating_sub(FOOTER_ROWS), last + 1);
    rows.rev()
        .map(|(_, row)| row.trimmed())
        .filter(|text| SLASH.is_in(text) && (figures || !FIGURE.is_in(text)))
        .find_map(|text| {
            let (first, rest) = DOT.split_once(text)?;
            folder_name(first).or_else(|| DOT.split(rest).find_map(folder_name))
        })
}

/// The last part of a path.
fn folder_name(part: &str) -> Option<&str> {
    const GAP: Needle = Needle::new("  ");
    if !part.trim_start().starts_with(['~', '/']) {
        return None;
    }
    let path = GAP.split(part).next()?.trim();
    let rooted = path.starts_with("~/") || path.starts_with('/') && !path.contains(' ');
    path.rsplit('/')
        .next()
        .filter(|name| rooted && !name.is_empty())
}

/// The folder in the banner's box.
fn banner_folder(screen: &Screen) -> Option<&str> {
    screen.rows().rev().find_map(|row| {
        let path = row.trimmed().strip_prefix("│ directory:")?;
        let path = path.trim_end_matches('│').trim();
        path.rsplit('/').next().filter(|name| !name.is_empty())
    })
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

    fn say(text: &str, shown: &str, rule: TitleRule) -> TitleFact {
        let screen = Screen::from_capture(shown.as_bytes(), &Channels::default());
        title(&screen, Some(text), rule, true)
    }

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
        let foreign = TitleRule::Foreign;
        assert_eq!(say("⠧ project", "", foreign), TitleFact::Working);
        let blocked = "[ . ] Action Required | project";
        assert_eq!(say(blocked, "", foreign), TitleFact::Blocked);
    }

    #[test]
    fn an_unmarked_title_speaks_where_it_is_codex_own() {
        let footer = "› x\n\n  gpt-5 default · ~/code/project";
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
        let named = "Renaming | project";
        assert_eq!(say(named, footer, TitleRule::Marked), TitleFact::Idle);
        let screen = Screen::from_capture(footer.as_bytes(), &Channels::default());
        let chosen = |text, sessions| title(&screen, Some(text), TitleRule::Marked, sessions);
        assert_eq!(chosen(named, false), TitleFact::Neutral);
        assert_eq!(chosen("Working | project", true), TitleFact::Neutral);
        assert_eq!(chosen("project", false), TitleFact::Idle);
        let bare = "› x\n\n  ? for shortcuts    100% context left";
        assert_eq!(say("project", bare, TitleRule::Marked), TitleFact::Neutral);
        assert_eq!(say(" ", footer, TitleRule::Marked), TitleFact::Absent);
    }
}
