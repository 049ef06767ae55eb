//! An event as one line for a person. Text from outside is made safe and short.

use shadow_tui::contract::{OperatorBlock, wire_name};
use shadow_tui::event::{Event, EventBody, SurfaceAxes};
use shadow_tui::reducer::TurnRecord;

use crate::calendar::moment;
use shadow_legible::{excerpt, subject_line};

/// Characters of a prompt, answer or subject that a line shows.
const SHOWN: usize = 80;

/// One line: time, source where several are told of, what happened.
pub fn line(event: &Event) -> String {
    let source = event.pane.as_deref().unwrap_or_default();
    let turn = event.turn.map(|turn| format!("turn {turn} "));
    let turn = turn.unwrap_or_default();
    // A recording counts from its own beginning, a pane from that of the epoch.
    let time = match event.pane {
        Some(_) => moment,
        None => of_recording,
    };
    let at = time(event.at);
    format!("{at}  {source:<4}{}", words(&event.body, &turn, time))
}

fn of_recording(at: f64) -> String {
    format!("{at:>10.3}")
}

/// A dialog: its kind, what it is about, its signature.
fn blocked(block: &OperatorBlock) -> String {
    let asks = block.question.as_deref().or(block.title.as_deref());
    let about = match &block.subject {
        Some(rows) => format!("“{}”", subject_line(rows, SHOWN)),
        None => quoted(asks.unwrap_or_default()),
    };
    let missing = block.missing().map(|what| format!(" ({what})"));
    let (kind, missing) = (wire_name(&block.kind), missing.unwrap_or_default());
    format!("blocked: {kind} {about}{missing} [{}]", block.signature)
}

fn words(body: &EventBody, turn: &str, time: fn(f64) -> String) -> String {
    match body {
        EventBody::SurfaceChanged(axes) => surface(axes),
        EventBody::ReadinessChanged {
            from,
            to,
            inferred_by_silence,
        } => {
            let how = if *inferred_by_silence {
                " (by silence)"
            } else {
                ""
            };
            format!("readiness {} -> {}{how}", wire_name(from), wire_name(to))
        }
        EventBody::TurnStateChanged { from, to } => {
            format!("{turn}{} -> {}", wire_name(from), wire_name(to))
        }
        EventBody::TurnStarted { how, prompt } => {
            let prompt = prompt
                .as_deref()
                .map_or_else(|| "without a prompt".into(), quoted);
            format!("{turn}began ({}): {prompt}", wire_name(how))
        }
        EventBody::TurnEnded { record, .. } => format!("{turn}{}", ended(record)),
        EventBody::TurnResumed => {
            format!("{turn}goes on: its end was inferred from silence, and was wrong")
        }
        EventBody::OperatorBlocked { operator_block } => blocked(operator_block),
        EventBody::OperatorUnblocked => "unblocked".to_owned(),
        EventBody::StalledEntered { since } => {
            format!("stalled: unknown since {}", time(*since).trim_start())
        }
        EventBody::StalledRecovered { since } => {
            format!(
                "readable again: it was unknown since {}",
                time(*since).trim_start()
            )
        }
        EventBody::Anomaly { anomaly } => {
            format!(
                "anomaly {}: {}",
                wire_name(&anomaly.code),
                excerpt(&anomaly.message, SHOWN)
            )
        }
        EventBody::SelfReport { channel, said } => {
            format!("reports by {channel}: {}", quoted(said))
        }
        EventBody::ProcessStarted { generation } => format!("the CLI is up (life {generation})"),
        EventBody::ProcessExited { generation } => format!("the CLI has ended (life {generation})"),
        EventBody::PaneGone => "the pane is gone".to_owned(),
        // An event that has no words here yet is told as it is on the wire.
        new => serde_json::to_string(new).unwrap_or_default(),
    }
}

fn surface(axes: &SurfaceAxes) -> String {
    let ready = match (axes.submit_ready, axes.safe_to_type) {
        (true, true) => ", safe to type",
        (true, false) => ", ready",
        _ => "",
    };
    format!(
        "surface {} {} {} {}{ready}",
        wire_name(&axes.availability),
        wire_name(&axes.business_state),
        wire_name(&axes.input_mode),
        wire_name(&axes.ui_context)
    )
}

fn ended(record: &TurnRecord) -> String {
    let seconds = record.ended - record.started;
    let whole = if record.answer.complete {
        ""
    } else {
        " (not whole)"
    };
    let answer = quoted(&record.answer.text);
    let silence = if record.inferred_by_silence {
        " (by silence)"
    } else {
        ""
    };
    format!(
        "ended: {}{silence} after {seconds:.1} s: {answer}{whole}",
        wire_name(&record.outcome)
    )
}

fn quoted(text: &str) -> String {
    format!("“{}”", excerpt(text, SHOWN))
}
