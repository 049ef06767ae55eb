//! Diagnostics: every channel of the contract, what it said, and what came of it.

use super::assemble::said;
use super::parse::{Parser, Reading};
use crate::contract::{ChannelDiagnostic, ChannelWeight, ModeDiagnostics};
use crate::foreground::ForegroundKind;
use crate::screen::Screen;
use crate::snapshot::{Channels, ProcessState};
use crate::surface::{NamedBy, ReportFact, TitleFact, WitnessPlace};
use crate::text::printable;

/// Diagnostics of a reading; timings are the caller's.
pub(super) fn diagnostics(
    screen: &Screen,
    channels: &Channels,
    reading: &Reading,
) -> ModeDiagnostics {
    let mut list = vec![
        given("text", !screen.is_blank()),
        given("style", screen.is_styled()),
        given("size", channels.cols.is_some() || channels.rows.is_some()),
        given("cursor", channels.cursor.is_some()),
        given("alternate", channels.alternate.is_some()),
        given("version", reading.choice.version.is_some()),
    ];
    list.push(title(channels, reading));
    list.push(report(
        "program_status",
        !channels.program_status.is_empty(),
        channels,
        reading,
    ));
    list.push(report(
        "progress",
        channels.progress.is_some(),
        channels,
        reading,
    ));
    list.push(report(
        "tab_status",
        channels.tab_status.is_some(),
        channels,
        reading,
    ));
    list.push(notifications(channels));
    list.push(bell(channels));
    list.push(diagnostic(
        "process",
        channels.process != ProcessState::Unknown,
        channels,
        reading,
    ));
    list.push(foreground(channels, reading));
    ModeDiagnostics {
        channels: list,
        ..ModeDiagnostics::default()
    }
}

/// The row of a table that has named the block in front.
pub(super) fn named_by(parser: &Parser, reading: &Reading) -> Option<String> {
    match reading.facts.block?.named_by? {
        NamedBy::Table(id) => Some(id.to_owned()),
        NamedBy::Own(place) => {
            let own = parser.provider().presets().own_dialogs();
            let row = own.rows().get(usize::from(place))?;
            Some(format!("{}/{}", own.source(), row.id))
        }
    }
}

/// Who is in front: what that says for the verdict, used or not.
fn foreground(channels: &Channels, reading: &Reading) -> ChannelDiagnostic {
    let present = !channels.foreground.programs.is_empty();
    let mut diagnostic = diagnostic("foreground", present, channels, reading);
    let reason = match reading.channels.front {
        ForegroundKind::Absent => {
            "who is in front of the terminal is not known: the screen alone speaks"
        }
        ForegroundKind::Cli => "the CLI is in front",
        ForegroundKind::Leads => "what is in front may lead to a CLI",
        ForegroundKind::Stranger => {
            "nothing is known of what is in front: nothing is typed there unasked"
        }
        ForegroundKind::NoCli => "what is in front is no CLI",
    };
    diagnostic.reason = Some(reason.to_owned());
    diagnostic
}

/// A channel of the screen itself: there or not.
fn given(name: &str, present: bool) -> ChannelDiagnostic {
    ChannelDiagnostic {
        channel: name.to_owned(),
        weight: if present {
            ChannelWeight::Used
        } else {
            ChannelWeight::Absent
        },
        age_seconds: None,
        said: None,
        reason: None,
    }
}

/// A channel beside the screen: used if a witness of the verdict is in it.
fn diagnostic(
    name: &str,
    present: bool,
    channels: &Channels,
    reading: &Reading,
) -> ChannelDiagnostic {
    let mut diagnostic = given(name, present);
    if present {
        let place_is = |place| matches!(place, WitnessPlace::Channel(used) if used == name);
        let used = reading
            .verdict
            .witnesses
            .iter()
            .any(|witness| place_is(witness.place));
        diagnostic.weight = if used {
            ChannelWeight::Used
        } else {
            ChannelWeight::Neutral
        };
        diagnostic.said = Some(said(channels, name));
    }
    diagnostic
}

fn overruled(mut diagnostic: ChannelDiagnostic, speaks: bool) -> ChannelDiagnostic {
    if speaks && diagnostic.weight == ChannelWeight::Neutral {
        diagnostic.weight = ChannelWeight::WeighedOut;
        let reason = "a witness of higher precedence on the screen decides";
        diagnostic.reason = Some(reason.to_owned());
    } else if diagnostic.weight == ChannelWeight::Neutral {
        diagnostic.reason = Some("no known shape that tells of a turn".to_owned());
    }
    diagnostic
}

fn title(channels: &Channels, reading: &Reading) -> ChannelDiagnostic {
    let mut diagnostic = diagnostic("title", channels.title.is_some(), channels, reading);
    diagnostic.age_seconds = channels.title_age;
    let speaks = !matches!(
        reading.channels.title,
        TitleFact::Absent | TitleFact::Neutral | TitleFact::Unmoved | TitleFact::Still(_)
    );
    overruled(diagnostic, speaks)
}

fn report(name: &str, present: bool, channels: &Channels, reading: &Reading) -> ChannelDiagnostic {
    let mut diagnostic = diagnostic(name, present, channels, reading);
    let fact = match name {
        "program_status" => reading.channels.status,
        "tab_status" => reading.channels.tab_status,
        _ => reading.channels.progress,
    };
    if name == "program_status" {
        diagnostic.age_seconds = channels.program_status_age;
    }
    if fact == ReportFact::Foreign {
        diagnostic.weight = ChannelWeight::WeighedOut;
        let reason = "this version makes no such report: something under the program printed it";
        diagnostic.reason = Some(reason.to_owned());
        return diagnostic;
    }
    overruled(
        diagnostic,
        !matches!(fact, ReportFact::Absent | ReportFact::Neutral),
    )
}

fn bell(channels: &Channels) -> ChannelDiagnostic {
    let mut diagnostic = given("bell", channels.bell);
    if channels.bell {
        diagnostic.weight = ChannelWeight::Neutral;
        diagnostic.reason = Some("a bell tells of a moment, not of a state".to_owned());
    }
    diagnostic
}

fn notifications(channels: &Channels) -> ChannelDiagnostic {
    let mut diagnostic = given("notifications", !channels.notifications.is_empty());
    if !channels.notifications.is_empty() {
        diagnostic.weight = ChannelWeight::Neutral;
        diagnostic.said = Some(printable(&channels.notifications.join(" | ")));
        diagnostic.reason = Some("a notification tells of a moment, not of a state".to_owned());
    }
    diagnostic
}
