//! The verdict as a narrow column beside the frame.

use shadow_legible::{fit, in_line, one_line};
use shadow_tui::contract::{BusinessState, Payload, SurfaceAssessment, wire_name};

/// The verdict, a line for each fact, each at most `width` columns.
pub fn lines(heading: &str, at: f64, payload: &Payload, width: usize) -> Vec<String> {
    let surface = &payload.surface_assessment;
    let mut lines = vec![heading.to_owned(), format!("at {at:.1} s"), String::new()];
    lines.extend(axes(surface));
    lines.push(readiness(payload).to_owned());
    lines.push(String::new());
    lines.extend(facts(surface));
    lines.push(String::new());
    lines.push("because".to_owned());
    lines.extend(reasons(surface));
    lines.iter().map(|line| fit(line, width)).collect()
}

/// The four axes, a line each.
pub fn axes(surface: &SurfaceAssessment) -> [String; 4] {
    [
        format!("surface  {}", wire_name(&surface.availability)),
        format!("agent    {}", wire_name(&surface.business_state)),
        format!("keys go  {}", wire_name(&surface.input_mode)),
        format!("context  {}", wire_name(&surface.ui_context)),
    ]
}

fn readiness(payload: &Payload) -> &'static str {
    match (payload.safe_to_type, payload.submit_ready) {
        (true, _) => "READY, safe to type",
        (false, true) => "READY, the composer is in use",
        (false, false) => "not ready",
    }
}

fn facts(surface: &SurfaceAssessment) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(activity) = &surface.activity {
        facts.push(format!("activity {}", wire_name(&activity.kind)));
    }
    if let Some(block) = &surface.operator_block {
        facts.push(format!("asks     {}", wire_name(&block.kind)));
        facts.extend(
            block
                .subject
                .as_ref()
                .map(|subject| format!("about    {}", in_line(subject))),
        );
        facts.extend(block.options.iter().map(|option| {
            let mark = if option.selected == Some(true) {
                '>'
            } else {
                ' '
            };
            format!(
                "{mark} {} [{}]",
                one_line(&option.label),
                option.keys.join(" ")
            )
        }));
    }
    if let Some(composer) = &surface.composer {
        let text = one_line(&composer.text);
        facts.push(format!("composer {} {text}", wire_name(&composer.content)));
    }
    facts.extend(
        surface
            .failure
            .as_ref()
            .map(|failure| format!("failure  {}", wire_name(&failure.kind))),
    );
    facts
}

/// The witnesses of what the agent does first: they are what a person wonders about.
fn reasons(surface: &SurfaceAssessment) -> Vec<String> {
    use shadow_tui::contract::Axis;
    let mut witnesses: Vec<_> = surface.evidence.iter().collect();
    witnesses.sort_by_key(|witness| witness.axis != Axis::BusinessState);
    let mut lines: Vec<String> = Vec::new();
    for witness in witnesses {
        let place = match witness.rows {
            Some([first, last]) if first == last => format!("row {first}"),
            Some([first, last]) => format!("rows {first}-{last}"),
            None => wire_name(&witness.zone),
        };
        let line = format!("· {} ({place})", witness.signal);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() && surface.business_state == BusinessState::Unknown {
        lines.push("· no evidence yet".to_owned());
    }
    lines
}
