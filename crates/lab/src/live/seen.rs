//! A session's recording, replayed: when a dialog stood on the screen, and the turns that a replay reports.

use shadow_fixtures::SessionDir;
use shadow_tui::contract::BusinessState;
use shadow_tui::event::Stamp;
use shadow_tui::recording::{Cast, CastEvent, CastKind, Replay, ReplayOptions};

use super::told::{ToldTurn, turn};
use crate::error::{LabError, Result};

/// Seconds between two looks that miss nothing.
pub const INTERVAL: f64 = 0.02;

/// What a replay saw; times are those of the recording.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// From when to when a dialog stood on the screen, each snapshot read by itself.
    pub blocked: Vec<(f64, f64)>,
    /// When the screen came to show a free prompt.
    pub ready: Vec<f64>,
    /// The turns that ended.
    pub turns: Vec<ToldTurn>,
}

/// Replays the recording up to `end`, without the program status reports in it if the CLI made none: then they are
/// those of `shadow run`, which come a second after what they tell. `interval` are the seconds between two looks.
pub fn replay(session: &SessionDir, end: f64, reports: bool, interval: f64) -> Result<Seen> {
    let cast = session.cast().map_err(LabError::new)?;
    let cast =
        cast.ok_or_else(|| LabError::new(format!("{}: no recording", session.dir.display())))?;
    let events = cast.events.iter().map(|it| event(it, reports));
    let mut cast = Cast::new((cast.size[0], cast.size[1]), events);
    // The recording has no more to say, and its clock runs on.
    cast.push(CastEvent {
        at: end.max(cast.end()),
        kind: CastKind::Other,
        data: String::new(),
    });
    let stack = shadow_tui::stack();
    let options = ReplayOptions {
        provider: Some(session.session.provider.clone()),
        cli_version: Some(session.session.version.clone()),
        interval,
        ..ReplayOptions::default()
    };
    let mut seen = Seen::default();
    let (mut open, mut ready) = (false, false);
    let events = Replay::of_cast(&cast, &stack, options).finish_seeing(&mut |sight| {
        let surface = &sight.payload.surface_assessment;
        let waits = surface.business_state == BusinessState::AwaitingOperator;
        // A report alone that a person is needed shows no dialog.
        let blocked = waits && surface.operator_block.is_some();
        match (open, blocked) {
            (false, true) => seen.blocked.push((sight.at, sight.at)),
            (true, _) => {
                let last = seen.blocked.last_mut();
                last.into_iter().for_each(|(_, until)| *until = sight.at);
            }
            (false, false) => {}
        }
        open = blocked;
        let free = sight.payload.submit_ready;
        seen.ready.extend((free && !ready).then_some(sight.at));
        ready = free;
    });
    let mut stamp = Stamp::recording("");
    let events = events.into_iter().map(|it| stamp.event(it));
    let values = events.filter_map(|event| serde_json::to_value(event).ok());
    seen.turns = values.filter_map(|value| turn(&value)).collect();
    Ok(seen)
}

/// What a program status report begins with, and ends with.
const REPORT: [&str; 2] = ["\u{1b}]7501;", "\u{1b}\\"];

/// Output without its program status reports.
fn without_reports(data: &str) -> String {
    let mut parts = data.split(REPORT[0]);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once(REPORT[1]).map_or("", |(_, rest)| rest));
    }
    kept
}

fn event(event: &shadow_fixtures::CastEvent, reports: bool) -> CastEvent {
    CastEvent {
        at: event.at,
        kind: match event.kind {
            'o' => CastKind::Output,
            'r' => CastKind::Resize,
            _ => CastKind::Other,
        },
        data: match reports {
            true => event.data.clone(),
            false => without_reports(&event.data),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::without_reports;

    #[test]
    fn reports_go_and_the_rest_stays() {
        let data = "a\u{1b}]7501;state=done:app=x\u{1b}\\b\u{1b}]0;title\u{7}";
        assert_eq!(without_reports(data), "ab\u{1b}]0;title\u{7}");
        assert_eq!(without_reports("plain"), "plain");
    }
}
