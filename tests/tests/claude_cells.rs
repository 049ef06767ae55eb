//! Who says what on screens of Claude Code: roles that no truth of a case names.

use shadow_tui::contract::{CellRole, DialogCell};
use shadow_tui::{Channels, ProviderChoice, Snapshot};

/// The cells of a case at 80x24, which lies below `fixtures/cases`.
fn cells(version: &str, case: &str) -> Vec<DialogCell> {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/cases");
    let channels = Channels {
        cols: Some(80),
        rows: Some(24),
        cli_version: Some(version.to_owned()),
        ..Channels::default()
    };
    let text = shadow_fixtures::read_capture(format!("{cases}/{case}.ansi").as_ref())
        .expect("the case is there");
    let wanted = ProviderChoice::Named("claude");
    let payload = shadow_tui::stack().parse(wanted, &Snapshot { text, channels });
    payload.dialog_projection.cells
}

/// The role of the first cell whose text begins so, and whether its beginning is off the pane.
fn role_of(cells: &[DialogCell], start: &str) -> (CellRole, bool) {
    let cell = cells.iter().find(|cell| cell.text.starts_with(start));
    let cell = cell.unwrap_or_else(|| panic!("no cell begins with {start:?}: {cells:#?}"));
    (cell.role, cell.truncated_above)
}

/// 1.0.72: one hangs below a call's result, one below what the model had said.
#[test]
fn branches_that_tell_a_failure_are_errors_and_the_answer_above_stays_one() {
    let case = "R01-seldom-seen/claude/1.0.72/failed-below-branches-80x24/maxtokens";
    let cells = cells("1.0.72", case);
    assert_eq!(role_of(&cells, "API Error: 400"), (CellRole::Error, false));
    assert_eq!(role_of(&cells, "API Error: Cl"), (CellRole::Error, false));
    assert_eq!(role_of(&cells, "Cut off"), (CellRole::Assistant, false));
}

#[test]
fn a_cell_in_an_errors_color_is_one_and_its_wraps_are_undone() {
    let case = "R01-seldom-seen/claude/2.1.330/refused-80x24/refusal";
    let cells = cells("2.1.330", case);
    let whole = "API Error: Opus 5.5's safeguards flagged this message \
                 (https://www.anthropic.com/legal/aup). This sometimes happens with safe, normal";
    assert_eq!(role_of(&cells, whole), (CellRole::Error, false));
}

#[test]
fn a_call_that_counts_nothing_is_no_paragraph_of_the_answer() {
    let case = "R01-seldom-seen/claude/2.1.300/called-a-server-80x24/mixed";
    let cells = cells("2.1.300", case);
    assert_eq!(role_of(&cells, "Called notes"), (CellRole::ToolCall, false));
    let quoted = role_of(&cells, "Now I have it. Called notes");
    assert_eq!(quoted, (CellRole::Assistant, false));
}

#[test]
fn below_the_prompt_that_a_scrolled_transcript_keeps_the_answer_goes_on() {
    let case = "R01-seldom-seen/claude/2.1.330/scrolled-far-up-80x24/pageup2";
    let cells = cells("2.1.330", case);
    assert_eq!(role_of(&cells, "A paragraph."), (CellRole::Assistant, true));
    let last = cells.last().expect("cells");
    assert!(last.text.ends_with("2\n\n3"), "{last:#?}");
}
