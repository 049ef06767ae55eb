//! An answer as a page to review: the screen with its zones in the margin, the verdict, what it
//! rests on, the dialog.

use std::fmt::Write;

use serde_json::{Value, json};
use shadow_fixtures::Capture;
use shadow_tui::contract::{Parts, Payload, SurfaceAssessment, wire_name};
use shadow_tui::screen::Screen;
use shadow_tui::surface::Facts;
use shadow_tui::{ProviderChoice, Snapshot, Stack, Watch};

use crate::Mode;
use crate::volatile::{Kept, Neutral, Volatile};

/// The page of a capture in a mode.
#[must_use]
pub fn page(stack: &Stack, mode: Mode, capture: &Capture) -> String {
    let snapshot = mode.snapshot(capture);
    let title = format!("{}, {}", capture.id(), mode.title());
    read(stack, mode.provider(capture), &snapshot, &title, &Kept)
}

/// The page of any snapshot, what changes from one run of a CLI to the next made neutral: elapsed
/// time, tokens, the spinner's glyph and verb. It is replaced, not left out: a missing counter shows.
#[must_use]
pub fn stable_page(stack: &Stack, wanted: ProviderChoice<'_>, snapshot: &Snapshot) -> String {
    read(stack, wanted, snapshot, "", &Neutral)
}

fn read(
    stack: &Stack,
    wanted: ProviderChoice<'_>,
    snapshot: &Snapshot,
    title: &str,
    volatile: &dyn Volatile,
) -> String {
    let mut watch = Watch::default();
    let assessed = watch.assess(stack, wanted, &snapshot.text, &snapshot.channels);
    let payload = assessed.payload(Parts::ALL);
    let mut text = match title {
        "" => String::new(),
        title => format!("{title}\n\n"),
    };
    margin(
        assessed.screen(),
        assessed.reading().facts(),
        volatile,
        &mut text,
    );
    verdict(&payload, volatile, &mut text);
    evidence(&payload.surface_assessment, volatile, &mut text);
    dialog(&payload, &mut text);
    text
}

/// The screen, the zone of each row before it where it changes; runs of blank rows made one.
fn margin(screen: &Screen, facts: &Facts, volatile: &dyn Volatile, text: &mut String) {
    let (mut last_zone, mut was_blank) = (String::new(), false);
    for index in 0..screen.height() {
        let row = screen.row(index);
        if row.is_blank() && was_blank {
            continue;
        }
        was_blank = row.is_blank();
        let place = facts.zone_of(index);
        let zone = wire_name(&place);
        let shown = if was_blank || zone == last_zone {
            ""
        } else {
            &zone
        };
        let shown_row = volatile.row(place, row.text());
        let line = format!("{shown:<11} {index:>3} │{shown_row}");
        let _ = writeln!(text, "{}", line.trim_end());
        if !was_blank {
            last_zone = zone;
        }
    }
}

fn verdict(payload: &Payload, volatile: &dyn Volatile, text: &mut String) {
    let got = &payload.surface_assessment;
    let _ = writeln!(
        text,
        "\nverdict: {} {} {} {}, confidence {}{}{}",
        wire_name(&got.availability),
        wire_name(&got.business_state),
        wire_name(&got.input_mode),
        wire_name(&got.ui_context),
        got.confidence,
        if payload.submit_ready { ", ready" } else { "" },
        if payload.safe_to_type {
            ", safe to type"
        } else {
            ""
        },
    );
    let _ = writeln!(text, "preset: {}", got.parser_metadata.parser_preset_id);
    let parts = json!({
        "composer": got.composer,
        "pending_input": got.pending_input,
        "pending_messages": Some(&got.pending_messages).filter(|list| !list.is_empty()),
        "activity": got.activity,
        "background": got.background,
        "failure": got.failure,
        "permission_mode": got.permission_mode,
        "session_facts": got.session_facts,
        "block": got.operator_block,
    });
    for (name, value) in parts.as_object().into_iter().flatten() {
        let mut value = told(value);
        volatile.part(&mut value);
        if !value.is_null() {
            let _ = writeln!(text, "{name}: {value}");
        }
    }
}

/// A value without what is not told.
fn told(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map
                .iter()
                .map(|(key, value)| (key.clone(), told(value)))
                .filter(|(key, value)| !value.is_null() && key != "signature");
            let kept: serde_json::Map<String, Value> = kept.collect();
            if kept.is_empty() {
                Value::Null
            } else {
                Value::Object(kept)
            }
        }
        Value::Array(list) => Value::Array(list.iter().map(told).collect()),
        Value::Bool(false) => Value::Null,
        other => other.clone(),
    }
}

fn evidence(got: &SurfaceAssessment, volatile: &dyn Volatile, text: &mut String) {
    *text += "evidence:\n";
    for fact in &got.evidence {
        let rows = fact
            .rows
            .map_or_else(|| "channel".into(), |[a, b]| format!("rows {a}-{b}"));
        let said = fact.text.lines().next().unwrap_or_default().trim();
        let _ = writeln!(
            text,
            "  {}: {} ({rows}) {}",
            wire_name(&fact.axis),
            fact.signal,
            volatile.row(fact.zone, said)
        );
    }
    for anomaly in &got.anomalies {
        let _ = writeln!(
            text,
            "  anomaly {}: {}",
            wire_name(&anomaly.code),
            anomaly.message
        );
    }
}

fn dialog(payload: &Payload, text: &mut String) {
    *text += "dialog:\n";
    for cell in &payload.dialog_projection.cells {
        let [first, last] = cell.rows;
        let open = if cell.complete { "" } else { ", goes on" };
        let cut = if cell.truncated_above {
            ", cut above"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "  {} ({first}-{last}{open}{cut})",
            wire_name(&cell.role)
        );
        for line in cell.text.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
}
