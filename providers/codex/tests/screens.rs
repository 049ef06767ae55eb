//! Small screens through the provider: what a place means, one fact at a time. Whole real screens
//! are in the fixtures.

use std::sync::Arc;

use shadow_codex::CodexProvider;
use shadow_core::contract::{
    AnomalyCode, BusinessState, ComposerContent, InputMode, Payload, UiContext,
};
use shadow_core::screen::Screen;
use shadow_core::{Channels, Memory, Observed, OwnDialogs, Parser, Provider, Reading, Snapshot};

/// A finished answer above an empty composer, as 0.142 draws it.
const ANSWER: &str = "\x1b[1;2m› \x1b[0mcount them\n\n\n\x1b[2m• \x1b[0mThere are three.\n\n\n";
/// An empty composer with the default footer.
const COMPOSER: &str =
    "\x1b[1m›\x1b[0m \x1b[2mExplain this codebase\x1b[0m\n\n  gpt-5 default · ~/project\n";

fn read(text: &str, channels: Channels) -> Payload {
    let snapshot = Snapshot {
        text: text.as_bytes().to_vec(),
        channels,
    };
    Parser::new(CodexProvider::new(&OwnDialogs::NONE)).parse(&snapshot)
}

fn version(version: &str) -> Channels {
    Channels {
        cols: Some(120),
        rows: Some(40),
        cli_version: Some(version.to_owned()),
        ..Channels::default()
    }
}

fn titled(title: &str) -> Channels {
    Channels {
        title: Some(title.to_owned()),
        ..version("0.142.5")
    }
}

fn state(payload: &Payload) -> (BusinessState, InputMode, UiContext) {
    let said = &payload.surface_assessment;
    (said.business_state, said.input_mode, said.ui_context)
}

#[test]
fn a_status_row_above_the_composer_runs_whatever_its_words_and_glyph() {
    for row in [
        "\x1b[1m•\x1b[0m \x1b[1mWorking\x1b[0m \x1b[2m(3s • esc to interrupt)\x1b[0m",
        "\x1b[1m✦\x1b[0m \x1b[1mStewing over it\x1b[0m \x1b[2m(1m 03s • q stops)\x1b[0m",
        "\x1b[1mWorking\x1b[0m \x1b[2m(0s • esc to interrupt)\x1b[0m",
    ] {
        let payload = read(&format!("{ANSWER}{row}\n\n\n{COMPOSER}"), titled("project"));
        let want = (
            BusinessState::Working,
            InputMode::Freeform,
            UiContext::NormalPrompt,
        );
        assert_eq!(state(&payload), want, "{row}");
        assert!(!payload.submit_ready);
    }
}

#[test]
fn an_answer_that_reads_like_a_status_row_is_an_answer() {
    let spoof = "\x1b[2m• \x1b[0mWorking (3s • esc to interrupt)\n\n\n";
    let screen = format!("{ANSWER}{spoof}{COMPOSER}");
    assert_eq!(
        ready_in_turn(&[MOVED, (&*screen, "project")]),
        [false, true]
    );
}

#[test]
fn nothing_but_a_channel_tells_streaming_from_finished() {
    let screen = format!("{ANSWER}{COMPOSER}");
    let silent = read(&screen, version("0.77.0"));
    assert_eq!(state(&silent).0, BusinessState::Unknown);
    assert!(!silent.submit_ready);
    assert_eq!(
        state(&read(&screen, titled("⠧ project"))).0,
        BusinessState::Working
    );
    for title in ["project", "my-host"] {
        let still = read(&screen, titled(title));
        assert_eq!(state(&still).0, BusinessState::Unknown, "{title}");
        let anomalies = &still.surface_assessment.anomalies;
        let told = anomalies
            .iter()
            .map(|it| (it.code, it.details.get("channel")));
        let title = "title".to_owned();
        assert!(told.eq([(AnomalyCode::NoTurnWitness, Some(&title))]));
    }
    assert_eq!(
        ready_in_turn(&[MOVED, (&*screen, "project")]),
        [false, true]
    );
}

#[test]
fn a_list_is_told_from_a_draft_that_looks_like_one() {
    let list = "\x1b[1m  Select Model and Effort\x1b[0m\n\n\x1b[1m\x1b[38;5;6m› 1. one (current)\x1b[0m\n  2. two\n\n  \x1b[2mPress enter to confirm or esc to go back\x1b[0m\n";
    let payload = read(&format!("{ANSWER}{list}"), version("0.110.0"));
    let want = (
        BusinessState::AwaitingOperator,
        InputMode::Modal,
        UiContext::ModelPicker,
    );
    assert_eq!(state(&payload), want);
    let block = payload.surface_assessment.operator_block.expect("a block");
    let labels: Vec<&str> = block
        .options
        .iter()
        .map(|option| option.label.as_str())
        .collect();
    assert_eq!(labels, ["one (current)", "two"]);
    assert_eq!(block.options[1].keys, ["Down", "Enter"]);

    let draft = "\x1b[1m›\x1b[0m 1. one\n  2. two\n\n  gpt-5 default · ~/project\n";
    let payload = read(&format!("{ANSWER}{draft}"), titled("project"));
    assert_eq!(state(&payload).1, InputMode::Freeform);
    let composer = payload.surface_assessment.composer.expect("a composer");
    assert_eq!(composer.content, ComposerContent::Draft);
    assert_eq!(composer.text, "1. one\n2. two");
}

#[test]
fn a_panel_in_front_of_a_composer_takes_the_keys() {
    let panel = "                          \x1b[1mArchive this session?\x1b[0m\n\n                        \x1b[1;7m› 1. No\x1b[0m\n                          2. Yes\n\n                          \x1b[1menter\x1b[0;2m select · \x1b[0;1mesc\x1b[0;2m back\x1b[0m\n\n\n";
    let payload = read(&format!("{ANSWER}{panel}{COMPOSER}"), version("0.169.0"));
    assert_eq!(state(&payload).1, InputMode::Modal);
    assert!(!payload.submit_ready);
}

/// Up to 0.150 an answer's own escapes reach the terminal.
#[test]
fn dim_text_that_an_answer_has_printed_is_no_row_of_the_turn() {
    for answer in [
        "\x1b[2m• \x1b[0mWorking \x1b[2m(12s • esc to interrupt)\x1b[0m\n\n\n",
        "\x1b[2m• \x1b[0mFine.\n\n  \x1b[2mWorked for 3s • 22:32\x1b[0m\n\n\n",
    ] {
        for version in [version("0.58.0"), version("0.110.0"), titled("shell")] {
            let payload = read(&format!("{ANSWER}{answer}{COMPOSER}"), version);
            assert_eq!(state(&payload).0, BusinessState::Unknown, "{answer}");
        }
    }
}

#[test]
fn queued_rows_count_only_where_the_cli_draws_them() {
    let status = "\x1b[1m•\x1b[0m Working \x1b[2m(3s • esc to interrupt)\x1b[0m\n\n";
    let queue = "\x1b[2m•\x1b[0m Queued follow-up messages\n  \x1b[2m↳ and then this\x1b[0m\n\n";
    let payload = read(
        &format!("{ANSWER}{status}{queue}{COMPOSER}"),
        version("0.142.5"),
    );
    let pending = payload.surface_assessment.pending_input;
    assert_eq!(pending, shadow_core::contract::PendingInput::Yes);

    for answer in [
        "\x1b[2m• \x1b[0mThese wait:\n\n  • Queued follow-up messages\n  ↳ and then this\n\n\n",
        "\x1b[2m• \x1b[0mQueued follow-up messages\n  \x1b[3m↳ and then this\x1b[0m\n\n\n",
    ] {
        let payload = read(&format!("{ANSWER}{answer}{COMPOSER}"), titled("project"));
        let pending = payload.surface_assessment.pending_input;
        assert_eq!(pending, shadow_core::contract::PendingInput::No);
    }
}

#[test]
fn a_farewell_or_a_shell_below_old_chrome_ends_it() {
    let farewell = "Token usage: total=1,250 input=1,200 output=50\n$ ";
    let shell = "user@devbox:~/project$ ";
    for tail in [farewell, shell] {
        let payload = read(&format!("{ANSWER}{COMPOSER}{tail}"), version("0.98.0"));
        let said = payload.surface_assessment.availability;
        assert_eq!(
            said,
            shadow_core::contract::Availability::Disconnected,
            "{tail}"
        );
    }
}

#[test]
fn a_blank_pane_is_unknown_and_a_shell_alone_is_something_else() {
    use shadow_core::contract::Availability;
    let said = |text: &str| {
        read(text, Channels::default())
            .surface_assessment
            .availability
    };
    assert_eq!(said("\n\n\n"), Availability::Unknown);
    assert_eq!(
        said("total 4\n-rw-r--r-- 1 user user 9 readme\nuser@devbox:~$ "),
        Availability::Unsupported
    );
}

#[test]
fn a_finished_row_is_trusted_only_with_its_style() {
    let drawn = format!("{ANSWER}\x1b[2m  Worked for 8s • 22:32\x1b[0m\n\n\n{COMPOSER}");
    assert_eq!(
        state(&read(&drawn, version("0.169.0"))).0,
        BusinessState::Idle
    );
    let said = format!("{ANSWER}  Worked for 8s • 22:32\n\n\n{COMPOSER}");
    assert_eq!(
        state(&read(&said, version("0.169.0"))).0,
        BusinessState::Unknown
    );
}

/// The start of a session, as 0.42 to 0.9x draw it.
const BANNER: &str = "\
╭─────────────────────────────────────╮
│ >_ OpenAI Codex                     │
│ directory: ~/project                │
╰─────────────────────────────────────╯

  Tip: Use /status to see what is set.

";

#[test]
fn a_row_that_no_rule_explains_may_be_a_turns() {
    let fresh = read(&format!("{BANNER}{COMPOSER}"), version("0.77.0"));
    assert!(fresh.submit_ready);
    let begun = read(&format!("{BANNER}❱ do it\n\n{COMPOSER}"), version("0.77.0"));
    assert!(!begun.submit_ready);
    let named = |code| {
        let said = &begun.surface_assessment.anomalies;
        said.iter().any(|anomaly| anomaly.code == code)
    };
    assert!(named(shadow_core::contract::AnomalyCode::DriftSuspected));
}

/// A session in the bar look whose footer is apart (0.36 to 0.42).
fn barred(cells: &str) -> String {
    format!(
        "{BANNER}\x1b[38;5;6m▌ \x1b[39mdo it\n\n{cells}\x1b[38;5;6m▌\x1b[39m \x1b[2mWrite tests\x1b[0m\n\n⏎ send\n"
    )
}

#[test]
fn the_bar_look_hides_its_status_row_from_042_on() {
    let screen = barred("> It goes on.\n\n");
    assert!(read(&screen, version("0.40.0")).submit_ready);
    assert!(!read(&screen, version("0.42.0")).submit_ready);
    assert!(!read(&screen, Channels::default()).submit_ready);
}

#[test]
fn a_queue_in_a_run_of_its_own_waits_behind_the_turn() {
    let status = "  \x1b[1mWorking\x1b[0m \x1b[2m(3s • Esc to interrupt)\x1b[0m\n\n";
    let queue = "\x1b[3m ↳ then that\x1b[0m\n\x1b[2m   Alt+↑ edit\x1b[0m\n\n";
    let payload = read(&barred(&format!("{status}{queue}")), version("0.40.0"));
    assert_eq!(state(&payload).0, BusinessState::Working);
    let pending = payload.surface_assessment.pending_input;
    assert_eq!(pending, shadow_core::contract::PendingInput::Yes);
}

#[test]
fn a_message_that_nothing_follows_waits_where_the_status_row_is_hidden() {
    let screen = barred("> I begin.\n\n\x1b[38;5;6m▌ \x1b[39mand that\n\n");
    let payload = read(&screen, version("0.42.0"));
    assert_eq!(state(&payload).0, BusinessState::Working);
}

/// A status row that has counted for these seconds.
fn running(seconds: u32) -> String {
    format!("{ANSWER}Working \x1b[2m({seconds}s • esc to interrupt)\x1b[0m\n\n\n{COMPOSER}")
}

/// A look at a running turn whose title moves.
const MOVED: (&str, &str) = (COMPOSER, "⠧ project");

/// Whether each screen in turn is ready, read in one session under the same title.
fn ready_in_turn(screens: &[(&str, &str)]) -> Vec<bool> {
    let parser = Parser::new(CodexProvider::new(&OwnDialogs::NONE));
    let (mut memory, mut reading) = (Memory::default(), Reading::default());
    let mut read = |(text, title): &(&str, &str)| {
        let channels = titled(title);
        let screen = Screen::from_capture(text.as_bytes(), &channels);
        parser.assess(
            Observed::drawn(&screen, &channels),
            &mut memory,
            &mut reading,
        );
        reading.verdict().submit_ready()
    };
    screens.iter().map(&mut read).collect()
}

#[test]
fn a_title_that_stood_still_while_a_turn_ran_proves_nothing() {
    let answered = format!("{ANSWER}{COMPOSER}");
    let (early, late) = (running(0), running(4));
    let still = [(&*late, "project"), (&*answered, "project")];
    assert_eq!(ready_in_turn(&still), [false, false]);
    let fresh = [(&*early, "project"), (&*answered, "project")];
    assert_eq!(ready_in_turn(&fresh), [false, false]);
    let moving = [
        (&*late, "project"),
        (&*late, "⠧ project"),
        (&*answered, "project"),
    ];
    assert_eq!(ready_in_turn(&moving), [false, false, true]);
}

#[test]
fn where_every_turn_leaves_a_row_it_tells_rest_in_one_look() {
    let at = |version: &str| Channels {
        cli_version: Some(version.to_owned()),
        ..titled("project")
    };
    let answered = format!("{ANSWER}{COMPOSER}");
    assert!(!read(&answered, at("0.157.0")).submit_ready);
    let ended = format!("{ANSWER}\x1b[2m  22:32\x1b[0m\n\n{COMPOSER}");
    assert!(read(&ended, at("0.157.0")).submit_ready);
}

#[test]
fn an_unknown_row_in_the_status_rows_place_withholds_readiness() {
    for row in [
        "⟡ Working (3s • esc to interrupt)",
        "• Zwirbling (3s • esc to interrupt)",
    ] {
        let payload = read(&format!("{ANSWER}{row}\n\n\n{COMPOSER}"), version("0.98.0"));
        assert!(!payload.submit_ready, "{row}");
    }
}

#[test]
fn a_prompt_that_stays_on_the_first_row_ends_there() {
    let pinned = "\x1b[1;2m› \x1b[0mcount them\n  the end of one part\n\n  and the next\n\n\n";
    let payload = read(&format!("{pinned}{COMPOSER}"), version("0.160.1"));
    assert_eq!(payload.dialog_projection.cells[0].text, "count them");
    let whole = "\x1b[1;2m› \x1b[0mcount them\n  and name them\n\n\x1b[2m• \x1b[0mThree.\n\n\n";
    let payload = read(&format!("{whole}{COMPOSER}"), version("0.142.5"));
    let cell = &payload.dialog_projection.cells[0];
    assert_eq!(cell.text, "count them\nand name them");
}

#[test]
fn a_parser_reads_with_the_projector_that_it_is_given() {
    let provider = CodexProvider::new(&OwnDialogs::NONE);
    let oldest = Arc::clone(&provider.presets()[0].projector);
    let snapshot = Snapshot {
        text: format!("{ANSWER}{COMPOSER}").into_bytes(),
        channels: version("0.142.0"),
    };
    let read = |parser: Parser| {
        let metadata = parser
            .parse(&snapshot)
            .dialog_projection
            .projection_metadata;
        metadata.projector_id
    };
    let own = read(Parser::new(provider.clone()));
    let given = read(Parser::new(provider).with_projector(Arc::clone(&oldest)));
    assert_eq!(given, oldest.id());
    assert_ne!(own, given);
}
