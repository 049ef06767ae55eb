//! Answer association on real screens: the echoed prompt is no answer, whatever it says (P26).

use regex::escape;
use shadow_fixtures::Capture;
use shadow_tests::{Mode, development};
use shadow_tui::association::{Anchor, DialogAssociator, TailRegexExtractAssociator};
use shadow_tui::contract::DialogProjection;

fn projection(capture: &Capture) -> DialogProjection {
    let stack = shadow_tui::stack();
    let provider = Mode::All.provider(capture);
    let payload = stack.parse(provider, &Mode::All.snapshot(capture));
    payload.dialog_projection
}

fn find(pattern: &str, anchor: Anchor, projection: &DialogProjection) -> Option<String> {
    let built = TailRegexExtractAssociator::new(100_000, pattern).expect("a good pattern");
    let found = built.after(anchor).across_wraps().associate(projection);
    found.map(|association| association.text)
}

/// Captures that show a prompt and an answer without it, and no panel that names the prompt again.
fn with_prompts() -> Vec<(&'static Capture, String)> {
    let mut found = Vec::new();
    for capture in development() {
        let truth = &capture.case.truth;
        let answers = truth.answer_lines.join("\n");
        let last = truth.user_lines.last().cloned();
        if truth.ui_context != "normal_prompt" {
            continue;
        }
        // A panel in front may hold the prompt's words as a name to edit.
        let covered = truth.input_mode == "modal";
        if let Some(prompt) =
            last.filter(|line| !covered && line.len() > 8 && !answers.contains(line))
        {
            found.push((capture, prompt));
        }
    }
    assert!(!found.is_empty(), "there are prompts on screens");
    found
}

#[test]
fn an_echoed_prompt_is_found_only_without_an_anchor() {
    let mut seen = 0;
    for (capture, prompt) in with_prompts() {
        let projection = projection(capture);
        let pattern = escape(&prompt);
        seen += usize::from(find(&pattern, Anchor::None, &projection).is_some());
        let after = find(&pattern, Anchor::LastUserCell, &projection);
        assert_eq!(after, None, "{} finds its own prompt", capture.id());
    }
    assert!(seen > 0, "prompts stand in the dialog");
}

#[test]
fn the_last_answer_is_found_after_its_prompt() {
    let mut found = 0;
    for (capture, prompt) in with_prompts() {
        let projection = projection(capture);
        let Some(answer) = capture.case.truth.answer_lines.last() else {
            continue;
        };
        let anchored = find(&escape(answer), Anchor::Prompt(prompt), &projection);
        found += usize::from(anchored.as_deref() == Some(answer));
    }
    assert!(found > 0, "answers are found after their prompts");
}
