//! Who says what on screens of Codex that no session of the corpus shows.

use shadow_tui::contract::{AnomalyCode, Availability, CellRole, Payload};
use shadow_tui::{Channels, ProviderChoice, Snapshot};

fn payload(wanted: ProviderChoice<'_>, version: &str, cursor: (u16, u16), text: &str) -> Payload {
    let channels = Channels {
        cols: Some(60),
        rows: Some(15),
        cursor: Some(cursor),
        cursor_visible: Some(true),
        cli_version: Some(version.to_owned()),
        ..Channels::default()
    };
    let text = text.as_bytes().to_vec();
    shadow_tui::stack().parse(wanted, &Snapshot { text, channels })
}

/// Killed with a draft of two rows, 0.169.0: what runs the CLI and the shell behind it print into the composer.
#[test]
fn a_draft_into_which_a_shell_prints_is_nobodys_words() {
    let text = "
  >_ OpenAI Codex (v0.169.0)
     ~/project


› prompt one


• Answer one.


› dying word word word word word word word word word word
  word word endKilled
user@devbox:~/project$
user@devbox:~/project$ roject";
    let codex = ProviderChoice::Named("codex");
    let said = payload(codex, "0.169.0", (23, 14), text);
    let assessment = &said.surface_assessment;
    assert_eq!(assessment.availability, Availability::Disconnected);
    assert_eq!(
        said.dialog_projection.dialog_text,
        "prompt one\nAnswer one."
    );
}

/// Killed without a word with a draft in it, 0.169.0: the shell waits behind the draft, in the same folder by the name of a
/// link.
#[test]
fn a_shell_behind_a_draft_in_a_linked_folder_is_not_typed_to() {
    let text = "
  >_ OpenAI Codex (v0.169.0)
     ~/real/app


› look at the host


• The host is fine.

\u{1b}[2m  Worked for <1s • 05:50
\u{1b}[0m

\u{1b}[1m›\u{1b}[0m log in as user@devbox:~/link$

  GPT-5.5 default · ~/real/app";
    let codex = ProviderChoice::Named("codex");
    let said = payload(codex, "0.169.0", (32, 12), text);
    assert!(!said.submit_ready);
    // Above the CLI's own folder no shell waits that has started it there: a draft.
    let typed = payload(codex, "0.169.0", (27, 12), &text.replace("~/link", "~"));
    assert!(typed.submit_ready);
}

/// 0.21.0, whose cells have headings and no glyphs of their own.
#[test]
fn a_glyph_below_a_heading_is_the_answers_own() {
    let text = "
user
show me square

codex
■ Something failed badly here

After the square.

▌ Ask Codex to do anything
 ⏎ send   Ctrl+J newline   Ctrl+C quit";
    let said = payload(ProviderChoice::Named("codex"), "0.21.0", (2, 9), text);
    let cell = &said.dialog_projection.cells[1];
    assert_eq!(cell.role, CellRole::Assistant);
    assert_eq!(
        cell.text,
        "■ Something failed badly here\n\nAfter the square."
    );
}

/// 0.110.0, whose answer a terminal that has become narrower has wrapped into column 0.
#[test]
fn a_row_of_an_answer_in_column_0_is_no_prompt() {
    let text = "\
rs sleep in the sun and dream of rivers. The quick brown fox
  jumps over the lazy dog while the others sleep in the sun
and dream of rivers. The quick brown fox jumps over the lazy
  dog while the others sleep in the sun and dream of rivers.
 The quick brown fox jumps over the lazy dog while the
  others sleep in the sun and dream of rivers. The quick bro
wn fox jumps over the lazy dog while the others sleep in the
  sun and dream of rivers.

  The end.


› Explain this codebase

  gpt-5.3-codex default · 100% left · ~/project";
    let codex = ProviderChoice::Named("codex");
    let said = payload(codex, "0.110.0", (2, 12), text);
    let cells = &said.dialog_projection.cells;
    assert_eq!(cells.len(), 1, "{cells:#?}");
    assert_eq!(cells[0].role, CellRole::Assistant);
    assert!(cells[0].truncated_above);
}

/// A suspended Codex leaves a shell's screen, in a pane of which the version is known.
#[test]
fn the_version_of_a_screen_that_is_nobodys_is_not_held_to_a_provider() {
    let text =
        "user@devbox:~/project$ codex\n[1]+  Stopped                 codex\nuser@devbox:~/project$";
    let said = payload(ProviderChoice::Auto, "0.169.0", (23, 2), text);
    let metadata = &said.parser_metadata;
    let floor = AnomalyCode::UnknownVersionFloorUsed;
    assert_eq!(
        said.surface_assessment.availability,
        Availability::Unsupported
    );
    assert!(!metadata.anomalies.iter().any(|a| a.code == floor));
}

/// 0.142.5: what is refused while the session starts is above the banner. An answer is above the next conversation's.
#[test]
fn what_is_refused_before_a_session_has_begun_is_no_answer() {
    let banner = "
╭───────────────────────────────────────╮
│ >_ OpenAI Codex (v0.142.5)            │
│                                       │
│ model:     gpt-5.5   /model to change │
│ directory: ~/project                  │
╰───────────────────────────────────────╯

";
    let refused = "• Reasoning shortcuts are disabled until startup completes.

• Model selection is disabled until startup completes.
";
    let composer = "\n\u{1b}[1m›\u{1b}[0m \u{1b}[2mSummarize recent commits";
    let read = |text: String| {
        let codex = ProviderChoice::Named("codex");
        let said = payload(codex, "0.142.5", (2, 14), &text);
        let cells = said.dialog_projection.cells;
        let roles = cells.iter().map(|cell| cell.role).collect::<Vec<_>>();
        (said.submit_ready, roles)
    };
    use CellRole::{Assistant, Banner, Notice, User};
    let started = read(format!("{refused}{banner}{composer}"));
    assert_eq!(started, (true, vec![Notice, Notice, Banner]));
    let before = "› hi\n\n• One.\n";
    let (_, anew) = read(format!("{before}{banner}{composer}"));
    assert_eq!(anew, [User, Assistant, Banner]);
}
