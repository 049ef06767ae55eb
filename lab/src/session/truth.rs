//! The truth of a step: its short form, its own fields, and the lines of the model and the user that are visible.

use shadow_fixtures::Truth;

use super::lines;
use crate::error::{Context, LabError, Result};
use crate::scenario::Step;

/// The truth of a captured step.
///
/// `said` and `asked` are what the model has said and the user has submitted so far, `screen` the plain screen.
pub fn of(step: &Step, said: &[String], asked: &[String], screen: &str) -> Result<Truth> {
    let short = step.is.as_deref().unwrap_or_default();
    let mut table = axes(short)
        .ok_or_else(|| LabError::new(format!("`is = {short:?}` is no state the lab knows")))?;
    table.extend(step.truth.clone());
    let mut truth: Truth = table.try_into().context("truth")?;
    truth.check().map_err(LabError::new)?;
    let shows = truth.ui_context != "transcript_view";
    if shows && truth.answer_lines.is_empty() {
        truth.answer_lines = lines::visible(said.iter().map(String::as_str), screen);
    }
    if truth.activity.as_deref() == Some("streaming") && !visible_last(said, screen) {
        // Some versions keep the text back until it is complete (seen in Claude Code 2.1.62).
        truth.activity = None;
    }
    if shows && truth.user_lines.is_empty() {
        truth.user_lines = lines::visible(asked.iter().map(String::as_str), screen);
    }
    Ok(truth)
}

/// Whether any line of the newest answer stands on the screen.
fn visible_last(said: &[String], screen: &str) -> bool {
    let last = said.last().map(String::as_str);
    !lines::visible(last, screen).is_empty()
}

/// The four axes of a short form.
fn axes(short: &str) -> Option<toml::Table> {
    let (state, context) = short.split_once(':').unwrap_or((short, "normal_prompt"));
    let axes = match state {
        "idle" => ["supported", "idle", "freeform", context],
        "working" => ["supported", "working", "freeform", context],
        "blocked" => ["supported", "awaiting_operator", "modal", context],
        "popup" => ["supported", "idle", "modal", context],
        "working-popup" => ["supported", "working", "modal", context],
        "view" => ["supported", "idle", "closed", context],
        "working-view" => ["supported", "working", "closed", context],
        "unknown-view" => ["supported", "unknown", "closed", context],
        "starting" => ["unknown", "unknown", "unknown", "unknown"],
        "exited" => ["disconnected", "unknown", "closed", "unknown"],
        "other" => ["unsupported", "unknown", "closed", "unknown"],
        _ => return None,
    };
    let names = ["availability", "business_state", "input_mode", "ui_context"];
    let pairs = names.into_iter().zip(axes);
    Some(
        pairs
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str) -> Step {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn short_form_and_fields_make_the_truth() {
        let step = step(
            "is = 'blocked:approval_prompt'\n[truth]\nactivity = 'tool'\n[truth.block]\nselected = 0",
        );
        let said = ["I will run the command now.".to_owned()];
        let truth = of(&step, &said, &[], "⏺ I will run the command now.\n").unwrap();
        assert_eq!(truth.business_state, "awaiting_operator");
        assert_eq!(truth.ui_context, "approval_prompt");
        assert_eq!(truth.activity.as_deref(), Some("tool"));
        assert_eq!(truth.answer_lines, said);
    }

    #[test]
    fn an_unknown_state_is_refused() {
        assert!(of(&step("is = 'busy'"), &[], &[], "").is_err());
        assert!(of(&step("is = 'idle:nowhere'"), &[], &[], "").is_err());
        assert!(of(&step("is = 'idle'\n[truth]\nmood = 'good'"), &[], &[], "").is_err());
    }
}
