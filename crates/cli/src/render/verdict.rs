//! A payload as text for people: the axes first, then what is known, then why.

use std::fmt::Write;

use shadow_tui::contract::{
    Activity, ComposerView, Evidence, Failure, OperatorBlock, Payload, PendingMessage,
    ShadowAnomaly, SurfaceAssessment, wire_name,
};

use shadow_legible::{excerpt, one_line, subject_line};

/// Characters of a quoted text that are shown.
const QUOTE: usize = 100;

/// Characters of a witness that are shown.
const WITNESS: usize = 48;

/// The verdict on one input.
pub fn text(id: &str, payload: &Payload) -> String {
    let mut text = format!("{}\n", one_line(id));
    let mut line = |label: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {label:<10} {value}");
    };
    let surface = &payload.surface_assessment;
    line("state", &axes(surface));
    line("input", &readiness(payload));
    for (label, value) in facts(surface) {
        line(label, &value);
    }
    for evidence in &surface.evidence {
        line("because", &witness(evidence));
    }
    for anomaly in &surface.anomalies {
        line("note", &note(anomaly));
    }
    line("read by", &reader(payload));
    text
}

/// `supported · idle · freeform · normal_prompt`.
pub fn axes(surface: &SurfaceAssessment) -> String {
    [
        wire_name(&surface.availability),
        wire_name(&surface.business_state),
        wire_name(&surface.input_mode),
        wire_name(&surface.ui_context),
    ]
    .join(" · ")
}

fn readiness(payload: &Payload) -> String {
    let words = match (payload.submit_ready, payload.safe_to_type) {
        (_, true) => "ready, safe to type",
        (true, false) => "ready, but text typed now would not be a prompt of its own",
        (false, false) => "not ready",
    };
    format!(
        "{words} (confidence {:.2})",
        payload.surface_assessment.confidence
    )
}

/// What is known beside the axes, by label.
fn facts(surface: &SurfaceAssessment) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(activity) = &surface.activity {
        facts.push(("activity", activity_text(activity)));
    }
    if let Some(block) = &surface.operator_block {
        facts.extend(block_lines(block));
    }
    if let Some(composer) = &surface.composer {
        facts.push(("composer", composer_text(composer)));
    }
    if surface.pending_input == shadow_tui::contract::PendingInput::Yes {
        let texts = queued_texts(&surface.pending_messages, QUOTE);
        let told = Some(texts).filter(|texts| !texts.is_empty());
        let hinted = || "messages wait behind the turn".to_owned();
        facts.push(("queued", told.unwrap_or_else(hinted)));
    }
    if let Some(background) = &surface.background {
        let labels: Vec<&str> = background.items.iter().map(|i| i.label.as_str()).collect();
        let labels = excerpt(&labels.join(", "), QUOTE);
        facts.push(("background", format!("{} {labels}", background.count)));
    }
    if let Some(failure) = &surface.failure {
        facts.push(("failure", failure_text(failure)));
    }
    if let Some(continues) = &surface.continues {
        let at = continues.at.as_deref().map(|at| excerpt(at, QUOTE));
        let at = at.unwrap_or_else(|| "by itself".to_owned());
        facts.push(("goes on", at));
    }
    if let Some(goal) = &surface.goal {
        let words = goal.text.as_deref().map(|text| excerpt(text, QUOTE));
        let words = words.unwrap_or_default();
        facts.push(("goal", format!("{} {words}", wire_name(&goal.state))));
    }
    for offer in &surface.offers {
        let keys = one_line(&offer.keys.join(" "));
        let words = excerpt(&offer.text, QUOTE);
        facts.push(("offers", format!("{words} [{keys}]")));
    }
    if let Some(mode) = &surface.permission_mode {
        facts.push(("permission", wire_name(&mode.kind)));
    }
    facts
}

/// Messages that wait, each in quotes; one that the screen shows only a part of ends in an ellipsis.
pub fn queued_texts(messages: &[PendingMessage], most: usize) -> String {
    let quoted = messages.iter().map(|message| {
        let more = if message.complete { "" } else { "…" };
        format!("“{}{more}”", excerpt(&message.text, most))
    });
    quoted.collect::<Vec<_>>().join(", ")
}

fn activity_text(activity: &Activity) -> String {
    let mut text = wire_name(&activity.kind);
    if let Some(label) = &activity.label {
        let _ = write!(text, " {:?}", excerpt(label, QUOTE));
    }
    if let Some(seconds) = activity.elapsed_seconds {
        let _ = write!(text, ", {seconds} s");
    }
    if let Some(retry) = &activity.retry {
        let number = |n: Option<u32>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let _ = write!(
            text,
            ", attempt {} of {}",
            number(retry.attempt),
            number(retry.of)
        );
    }
    text
}

/// `quota (weekly), resets Jun 3 at 4pm: …`.
fn failure_text(failure: &Failure) -> String {
    let mut text = wire_name(&failure.kind);
    if let Some(scope) = &failure.scope {
        let _ = write!(text, " ({})", wire_name(scope));
    }
    if let Some(resets) = &failure.resets_at {
        let _ = write!(text, ", resets {}", excerpt(resets, QUOTE));
    }
    let _ = write!(text, ": {}", excerpt(&failure.text, QUOTE));
    text
}

fn composer_text(composer: &ComposerView) -> String {
    let mut text = format!(
        "{}, mode {}",
        wire_name(&composer.content),
        wire_name(&composer.mode)
    );
    if !composer.text.is_empty() {
        let _ = write!(text, ": {}", excerpt(&composer.text, QUOTE));
    }
    text
}

fn block_lines(block: &OperatorBlock) -> Vec<(&'static str, String)> {
    let mut lines = vec![("asks", wire_name(&block.kind))];
    for part in [&block.title, &block.question].into_iter().flatten() {
        lines.push(("", excerpt(part, QUOTE)));
    }
    let rows = block.subject.iter().flat_map(|subject| subject.lines());
    lines.extend(rows.map(|row| ("about", subject_line(row, QUOTE))));
    lines.extend(block.missing().map(|what| ("not whole", what.to_owned())));
    for option in &block.options {
        let mark = if option.selected == Some(true) {
            '>'
        } else {
            ' '
        };
        let keys = one_line(&option.keys.join(" "));
        lines.push((
            "",
            format!("{mark} {} [{keys}]", excerpt(&option.label, QUOTE)),
        ));
    }
    lines.push(("signature", one_line(&block.signature)));
    lines
}

/// `row 36, composer: live_composer for input_mode "…"`.
pub fn witness(evidence: &Evidence) -> String {
    let place = match evidence.rows {
        Some([first, last]) if first == last => format!("row {first}"),
        Some([first, last]) => format!("rows {first}-{last}"),
        None => "beside the screen".to_owned(),
    };
    format!(
        "{place}, {}: {} for {} “{}”",
        wire_name(&evidence.zone),
        one_line(&evidence.signal),
        wire_name(&evidence.axis),
        excerpt(&evidence.text, WITNESS)
    )
}

/// `screen_clipped: … (rows 3-5)`.
pub fn note(anomaly: &ShadowAnomaly) -> String {
    let details: Vec<String> = anomaly
        .details
        .iter()
        .map(|(name, value)| format!("{name} {}", excerpt(value, QUOTE)))
        .collect();
    let message = format!(
        "{}: {}",
        wire_name(&anomaly.code),
        one_line(&anomaly.message)
    );
    if details.is_empty() {
        return message;
    }
    format!("{message} ({})", details.join(", "))
}

fn reader(payload: &Payload) -> String {
    let metadata = &payload.parser_metadata;
    format!(
        "{}, preset {} ({})",
        metadata.provider_id,
        metadata.parser_preset_id,
        wire_name(&metadata.selection_source)
    )
}
