//! What structure must decide: small screens, each with what makes it hard. The corpus holds the
//! real ones.

use shadow_core::contract::{
    ActivityKind, BlockKind, BlockOrigin, CellRole, ComposerContent, DialogCell, FailureKind,
    UiContext,
};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Details, Facts, IdleProof, SettledBy, Surface};
use shadow_core::{Channels, Cli};

use super::ClaudeProjector;

const RULE: &str = "────────────────────────────────────────";

fn screen(text: &str) -> Screen {
    Screen::from_capture(text.as_bytes(), &Channels::default())
}

fn read(text: &str) -> Facts {
    crate::testing::read(&ClaudeProjector::default(), &screen(text)).1
}

/// A screen of the newest preset: the dialog, a composer between rules, a footer.
fn live(dialog: &str, draft: &str, footer: &str) -> String {
    format!("❯ a question\n\n{dialog}\n\n{RULE}\n❯\u{a0}{draft}\n{RULE}\n{footer}")
}

#[test]
fn a_spinner_counts_by_place_and_shape() {
    for row in [
        "✻ Baking… (3s)",
        "◐ Wird gebacken…",
        "⠋ Anything at all… (1s · ↓ 3 tokens)",
    ] {
        assert!(read(&live(row, "", "")).turn.running.is_some(), "{row}");
    }
    for row in [
        "● ✻ Baking… (3s)",
        "● Text\n\n  ✻ Baking… (3s · esc to interrupt)",
    ] {
        assert!(
            read(&live(row, "", "  ? for shortcuts"))
                .turn
                .running
                .is_none(),
            "{row}"
        );
    }
}

#[test]
fn a_countdown_is_a_retry() {
    let facts = read(&live(
        "✻ 529 Overloaded · retrying in 4s · attempt 4/10",
        "",
        "",
    ));
    assert_eq!(
        facts.turn.running.map(|running| running.kind),
        Some(ActivityKind::Retrying)
    );
}

#[test]
fn a_finished_row_is_the_turns_end_and_counts_the_background() {
    let facts = read(&live(
        "● Done.\n\n✻ Baked for 8m 42s · 1 shell still running",
        "",
        "",
    ));
    assert!(matches!(facts.turn.idle_proof, Some(IdleProof::EndMark(_))));
    assert_eq!(facts.background.map(|(count, _)| count), Some(1));
}

#[test]
fn an_error_behind_an_answers_mark_is_told_by_both_their_colors_in_every_theme() {
    let failure = |mark: &str, words: &str| {
        let row =
            format!("\u{1b}[{mark}m●\u{1b}[39m \u{1b}[{words}mAPI Error: 400 not a list\u{1b}[39m");
        read(&live(&row, "", "  ? for shortcuts")).turn.failure
    };
    let told = [
        ("38;2;255;255;255", "38;2;177;185;249", "38;2;255;193;7"),
        ("38;5;231", "38;5;153", "38;5;220"),
        ("38;2;0;0;0", "38;2;87;105;247", "38;2;150;108;30"),
        ("38;5;16", "38;5;63", "38;5;137"),
        ("97", "94", "93"),
    ];
    for (text, code, warning) in told {
        let kind = failure(warning, warning).map(|(kind, _)| kind);
        assert_eq!(kind, Some(FailureKind::InvalidRequest), "{warning}");
        for words in [text, code, warning] {
            assert_eq!(failure(text, words), None, "{words}");
        }
        assert_eq!(failure(warning, text), None, "{warning}");
    }
}

#[test]
fn nothing_tells_streaming_from_finished_without_hint_and_style() {
    let facts = read(&live(
        "● Half an answer",
        "half a draft",
        "  ⏸ manual mode on",
    ));
    assert!(facts.turn.running.is_none() && facts.turn.idle_proof.is_none());
    assert_eq!(facts.turn.settled_by, SettledBy::Title);
}

#[test]
fn a_status_line_of_the_users_says_nothing() {
    let footer = "  esc to interrupt · my words\n  second row\n  ⏸ manual mode on";
    assert!(
        read(&live("● Half an answer", "", footer))
            .turn
            .running
            .is_none()
    );
}

#[test]
fn a_search_field_and_a_rule_below_an_answer_are_no_composer() {
    let field = format!(
        "{RULE}\nResume Session\n╭──────────╮\n│ ⌕ Search… │\n╰──────────╯\n\n❯ one\n\n  Esc to cancel"
    );
    let rewind = format!(
        "  an answer\n  goes on\n{RULE}\n Rewind\n\n ❯ (current)\n\n Enter to continue · Esc to exit"
    );
    assert_eq!(
        read(&field).block.map(|block| block.context),
        Some(UiContext::ResumePicker)
    );
    assert_eq!(
        read(&rewind).block.map(|block| block.context),
        Some(UiContext::RewindMenu)
    );
}

#[test]
fn a_draft_is_a_command_only_by_its_first_word() {
    let command = |draft: &str| {
        read(&live("● Done.", draft, ""))
            .composer
            .map(|composer| composer.draft_is_command)
    };
    assert_eq!(command("/model opus"), Some(true));
    assert_eq!(command("/usr/bin/env is broken"), Some(false));
}

#[test]
fn a_draft_down_to_the_last_row_is_no_list() {
    let facts = |space: char| {
        read(&format!(
            "● Done.\n\n{RULE}\n❯{space}a draft\n  1. Yes\n  2. No"
        ))
    };
    assert!(facts('\u{a0}').composer.is_some());
    assert!(facts(' ').composer.is_none());
}

/// tmux in a pane of 8 rows, 2.1.332: its bar is in the row of the composer's lower edge.
#[test]
fn a_composer_whose_lower_edge_is_off_the_pane_is_no_dialog() {
    let text = format!(
        " ▐▛███▛█   Claude Code v2.1.332\n▝▜██████▀  Opus 5.5 · API Usage Billing\n ▝▝   ▝▝   ~/project\n\n\n{RULE}\n❯ \n[0] 0:claude*            15:10 29-Nov-26"
    );
    let facts = read(&text);
    assert!(facts.block.is_none(), "{:?}", facts.block);
}

#[test]
fn a_placeholder_needs_the_hint_of_an_empty_composer() {
    let content = |footer: &str| {
        read(&live("● Done.", "Try \"fix it\"", footer))
            .composer
            .map(|composer| composer.content)
    };
    assert_eq!(
        content("  ? for shortcuts"),
        Some(ComposerContent::Placeholder)
    );
    assert_eq!(
        content("  ⏸ manual mode on"),
        Some(ComposerContent::Unknown)
    );
}

/// The lower rows of a dialog of 1.0.109 that does not fit in its pane.
#[test]
fn the_question_for_a_key_is_no_agents_where_its_heading_is_off_the_pane() {
    let text = "│ Do you want to use this API key?       │\n\
                │                                        │\n\
                │   1. Yes                               │\n\
                │ ❯ 2. No (recommended)✔                 │\n\
                │                                        │\n\
                ╰────────────────────────────────────────╯\n\
                \u{20}  Enter to confirm · Esc to cancel";
    let block = read(text).block.expect("a block stands in front");
    assert_eq!(
        (block.kind, block.origin),
        (BlockKind::Setup, BlockOrigin::Cli)
    );
}

/// The details of a screen.
fn details(text: &str) -> Details {
    let (screen, projector) = (screen(text), ClaudeProjector::default());
    let (found, facts) = crate::testing::read(&projector, &screen);
    projector.details(&Marked::new(&screen), &found, &facts)
}

/// The cells of a screen.
fn cells(text: &str) -> Vec<DialogCell> {
    let (screen, projector) = (screen(text), ClaudeProjector::default());
    let (found, facts) = crate::testing::read(&projector, &screen);
    let mut cells = Vec::new();
    projector.cells(&Marked::new(&screen), &found, &facts, &mut cells);
    cells
}

/// The block of a dialog below an answer.
fn block(dialog: &str) -> shadow_core::contract::OperatorBlock {
    let text = format!("● I will do it.\n\n{dialog}");
    details(&text).block.expect("a block stands in front")
}

/// 2.1.281 and 2.1.332, where the pane does not hold the plan.
#[test]
fn a_plan_in_a_window_is_the_rows_that_are_seen_and_not_whole() {
    let (dashes, rule) = ("╌".repeat(60), "─".repeat(60));
    let plan = |lower: &str| {
        format!(
            "{RULE}\n Ready to code?\n\n Here is Claude's plan:\n{dashes}\n A plan\n\n 1. Look at one\n 2. Look at two\n{lower}\n Claude has written up a plan and is ready to execute. Would you like to proceed?\n\n ❯ 1. Yes, and use auto mode\n   2. Yes, manually approve edits\n   3. Tell Claude what to change\n\n ctrl+g to edit in Vim"
        )
    };
    for (lower, whole) in [(&rule, false), (&dashes, true)] {
        let found = block(&plan(lower));
        let subject = "A plan\n\n1. Look at one\n2. Look at two";
        assert_eq!(found.subject.as_deref(), Some(subject));
        assert_eq!(found.subject_whole, Some(whole));
    }
}

#[test]
fn a_command_is_told_from_tip_description_and_note() {
    let dashes = "╌".repeat(40);
    let framed = format!(
        "{RULE}\n Bash command\n Tip: auto mode handles these prompts\n for you\n Make a file\n{dashes}\n │ touch made.txt && ls -l /home/dev/\n │ made.txt\n{dashes}\n Do you want to proceed?\n ❯ 1. Yes\n   2. No · stops it\n\n Esc to cancel"
    );
    let found = block(&framed);
    let subject = "touch made.txt && ls -l /home/dev/\nmade.txt";
    assert_eq!(found.subject.as_deref(), Some(subject));
    assert_eq!(found.description.as_deref(), Some("Make a file"));
    let tip = ["Tip: auto mode handles these prompts", "for you"];
    assert_eq!(found.passed_over, tip);
    let refuses: Vec<bool> = found.options.iter().map(|option| option.refuses).collect();
    assert_eq!(refuses, [false, true]);
    assert_eq!(found.options[1].description.as_deref(), Some("stops it"));

    let bare = format!(
        "● Bash(touch made.txt)\n  ⎿  Running…\n\n{RULE}\n Bash command\n\n   touch made.txt\n   Make a file\n\n It writes to the disk\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No"
    );
    let found = block(&bare);
    assert_eq!(found.subject.as_deref(), Some("touch made.txt"));
    assert_eq!(
        found.description.as_deref(),
        Some("Make a file It writes to the disk")
    );
}

#[test]
fn a_wrapped_question_names_the_dialog() {
    let found = block(&format!(
        "{RULE}\n Opened changes in the editor\n\n Do you want to make this edit to\n notes.txt?\n ❯ 1. Yes\n   2. No"
    ));
    assert_eq!(found.kind, shadow_core::contract::BlockKind::ApprovalEdit);
    let question = "Do you want to make this edit to notes.txt?";
    assert_eq!(found.question.as_deref(), Some(question));
}

#[test]
fn a_banner_quoted_in_an_answer_names_no_version() {
    let quoted = live(
        "● It says:\n\n   ▐▛███▛█   Claude Code v1.0.0\n  ▝▜██████▀  Opus",
        "",
        "",
    );
    let version =
        |text: &str| super::version(&Marked::new(&screen(text)), &mut super::Found::default());
    assert_eq!(version(&quoted), None);
    let own = " ▐▛███▛█   Claude Code v2.1.330\n▝▜██████▀  Opus 5.5";
    assert_eq!(version(own), Some(shadow_core::Version::new(2, 1, 330)));
}

#[test]
fn a_wrapped_draft_comes_back_whole() {
    let draft = "please have a look at the\n  parser\n  and a second line";
    let text = live("● Done.", draft, "").replace(RULE, &"─".repeat(32));
    let composer = details(&text).composer.map(|composer| composer.text);
    assert_eq!(
        composer.as_deref(),
        Some("please have a look at the parser\nand a second line")
    );
}

#[test]
fn a_dim_prompt_above_the_status_row_is_no_cell_yet() {
    let texts = |row: &str| {
        let text = live(&format!("● Done.\n\n{row}\n\n✻ Baking… (3s)"), "", "");
        let last = cells(&text).pop().map(|cell| cell.text);
        last.unwrap_or_default()
    };
    assert_eq!(texts("  \u{1b}[2mthe next question\u{1b}[0m"), "Done.");
    assert_ne!(texts("  the last words of an answer"), "Done.");
}

#[test]
fn a_description_wrapped_on_the_right_belongs_to_its_popup() {
    let popup = |column: usize| {
        let item = "  ❯ /model         Switch the model (now";
        let text = format!("{item}\n{:column$}Opus)\n{RULE}\n❯\u{a0}/mo\n{RULE}", "");
        let screen = crate::testing::screen(40, &text);
        let (_, facts) = crate::testing::read(&ClaudeProjector::default(), &screen);
        facts.popup.map(|popup| (popup.rows.first, popup.rows.last))
    };
    assert_eq!(popup(19), Some((0, 1)));
    assert_eq!(popup(25), None, "a notice beside the composer");
}

/// The roles of a screen's cells.
fn roles(text: &str) -> Vec<CellRole> {
    cells(text).iter().map(|cell| cell.role).collect()
}

#[test]
fn a_call_without_its_mark_is_no_part_of_the_answer_above_it() {
    let dialog = "● I will look.\n\n  Running the check with many\n  words · 7s\n  ⎿  $ ls\n\n✻ Baking… (3s)";
    let expected = [
        CellRole::User,
        CellRole::Assistant,
        CellRole::ToolCall,
        CellRole::ToolResult,
    ];
    assert_eq!(roles(&live(dialog, "", "")), expected);
}

#[test]
fn an_answer_that_was_broken_off_is_no_call() {
    let dialog = "● The first part\n\n  and the second.\n  ⎿  Interrupted · What now?";
    let expected = [CellRole::User, CellRole::Assistant, CellRole::ToolResult];
    assert_eq!(roles(&live(dialog, "", "")), expected);
}

#[test]
fn what_is_left_of_a_banner_is_nobodys_answer() {
    let banner = "▝▜█████▛▘  A Model\n  ▘▘ ▝▝    ~/project\n\n  /model to try another";
    let text = format!("{banner}\n\n{}", live("● Done.", "", ""));
    let expected = [
        CellRole::Banner,
        CellRole::Notice,
        CellRole::User,
        CellRole::Assistant,
    ];
    assert_eq!(roles(&text), expected);
}

/// A composer at the top of a pane whose last row is another multiplexer's (2.1.36 in tmux in tmux).
#[test]
fn a_bar_far_below_the_composer_hides_it_not() {
    let bar = "[0] 0:claude*      \"✳ Claude Code\" 02:52 26-Nov-26";
    let surface = live("● Done.", "", "  ? for shortcuts");
    let text = format!("{surface}{}{bar}", "\n".repeat(40));
    assert_eq!(read(&text).surface, Surface::Live);
    let answer = "\n".repeat(40) + "so far.";
    assert_ne!(read(&format!("{surface}{answer}")).surface, Surface::Live);
}

/// The logo of 2.1.332 walks at the start: it stands elsewhere, or is gone for a frame.
#[test]
fn a_banner_whose_logo_moves_is_nobodys_answer() {
    let still = [
        "           Claude Code v2.1.332\n           A Model · A plan\n           ~/project",
        "   ██▛▌    Claude Code v2.1.332\n   ███▌    A Model · A plan\n   ▘  ▘    ~/project",
        "▛█▄        Claude Code v2.1.332\n██▘        A Model · A plan\n▝▝         ~/project",
    ];
    for banner in still {
        let banner = banner.replace("Claude Code", "\u{1b}[1mClaude Code\u{1b}[0m");
        let text = format!("\n{banner}\n\n{}", live("● Done.", "", ""));
        let expected = [CellRole::Banner, CellRole::User, CellRole::Assistant];
        assert_eq!(roles(&text), expected, "{banner}");
        // Below anything else it is quoted.
        let quoted = live(&format!("● It says:\n\n{banner}"), "", "");
        assert_eq!(roles(&quoted)[0], CellRole::User, "{banner}");
        assert_eq!(roles(&quoted)[1], CellRole::Assistant, "{banner}");
    }
}

/// Where nothing moves, the status row is in an answer's place, and in the themes for the color-blind in a warning's color.
#[test]
fn a_status_row_that_stands_still_is_no_warning() {
    let ink = |text: &str| format!("\u{1b}[38;2;255;153;51m{text}\u{1b}[39m");
    let told = |row: &str| super::margin::is_told_in_warning(screen(row).row(0));
    assert!(told(&ink(
        "● Auto mode can't check actions in this session."
    )));
    assert!(!told(&ink("● Hullaballooing…")));
}

#[test]
fn a_shell_below_old_chrome_is_an_exit() {
    let text = format!(
        "{}\n\nResume this session with:\nclaude --resume 1\ndev@devbox:~$",
        live("● Done.", "", "")
    );
    assert_eq!(read(&text).surface, Surface::Exited);
    assert_eq!(
        read("dev@devbox:~$ ls\nfile\ndev@devbox:~$").surface,
        Surface::Foreign
    );
}

#[test]
fn any_screen_can_be_read() {
    let pieces = [
        "❯",
        "> ",
        RULE,
        "▔▔▔▔▔▔▔▔▔",
        "╭──",
        "│ ❯ 1. é",
        "╰──",
        "  ⎿",
        "✻ ",
        "● 日本",
        "1.",
        "/",
        "@",
        "  ",
        "[",
        "(esc)",
        "$ ─────────",
    ];
    for seed in 0..4000_usize {
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        let mut text = String::new();
        for _ in 0..seed % 14 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            text.push_str(pieces[(state >> 33) % pieces.len()]);
            text.push(if state & 0x10_0000 == 0 { '\n' } else { '…' });
        }
        details(&text);
        cells(&text);
    }
}

/// Made up: rows of a running turn as a newer version may draw them. None of them is a finished row.
#[test]
fn a_row_that_tells_of_a_running_turn_is_no_end() {
    for row in [
        "✻ Doing… 3s · ↓ 40 tokens",
        "✻ Kneading... 4s",
        "✻ Running tests 4s · ↓ 40 tokens · thinking",
        "✻ Doing it 4s · esc to interrupt",
    ] {
        let facts = read(&live(row, "", "  ? for shortcuts"));
        let ended = matches!(facts.turn.idle_proof, Some(IdleProof::EndMark(_)));
        assert!(!ended && facts.turn.end_mark.is_none(), "{row}");
    }
    let cooked = live("✻ Cooked for 4s", "", "  esc to interrupt");
    assert!(read(&cooked).turn.idle_proof.is_none());
}

#[test]
fn what_stands_below_a_farewell_is_no_free_prompt() {
    let left = live("❯ /exit\n  ⎿  See ya!", "", "  ? for shortcuts");
    assert!(read(&format!("{left}\ndevbox%")).turn.idle_proof.is_none());
    let cleared = live("❯ /cost\n  ⎿  Nothing yet", "", "  ? for shortcuts");
    assert!(read(&cleared).turn.idle_proof.is_some());
}

#[test]
fn listed_agents_are_work_in_the_background_while_no_turn_runs() {
    let counted = |dialog: &str, row: &str| {
        let list = format!("  ⏸ manual mode on\n\n  ● main\n{row}");
        read(&live(dialog, "", &list))
            .background
            .map(|(count, _)| count)
    };
    let gray = "\x1b[38;2;153;153;153m";
    let runs = format!("  {gray}◯ general-purpose  2 shells here   6s\x1b[m");
    let ended = format!("  \x1b[38;2;78;186;101m◯ {gray}general-purpose  Read   6s\x1b[m");
    assert_eq!(counted("● Done.", &runs), Some(1));
    assert_eq!(
        counted("● Done.", &format!("{runs}\n{ended}\n{runs}")),
        Some(2)
    );
    assert_eq!(counted("● Done.", &ended), None);
    assert_eq!(
        counted("● Done.", "  ◯ general-purpose  Read   6s"),
        None,
        "without colours"
    );
    assert_eq!(counted("✻ Baking… (3s)", &runs), None, "the turn's own");
}

/// A carriage return takes what follows it in a call to column 0, where it reads like a prompt (2.0.31).
#[test]
fn a_prompts_glyph_without_the_prompts_ground_begins_no_prompt() {
    let prompt = |glyph: &str| format!("\u{1b}[48;2;55;55;55m{glyph} run it\u{1b}[49m");
    let call = "❯ '; touch it)\n  ⎿  Running…";
    let (user, said) = (CellRole::User, CellRole::Assistant);
    let calls = [CellRole::ToolCall, CellRole::ToolResult];
    for (dialog, expected) in [
        (
            format!("{}\n\n● I run it.\n\n{call}", prompt(">")),
            vec![user, user, said, calls[0], calls[1]],
        ),
        (
            format!("{}\n\n● I run it.\n\n{}", prompt(">"), prompt("❯")),
            vec![user, user, said, user],
        ),
        // Where no prompt shows its ground, nothing is known of it.
        (
            format!("❯ run it\n\n● I run it.\n\n{call}"),
            vec![user, user, said, user, CellRole::Notice],
        ),
    ] {
        assert_eq!(roles(&live(&dialog, "", "")), expected, "{dialog}");
    }
}

/// A pane of 8 rows while a dialog is drawn: its upper edge is below the running call (2.1.332 in 30 columns).
#[test]
fn a_calls_last_words_above_an_edge_are_no_draft_that_fills_the_pane() {
    let frame = |words: &str| {
        let rows = format!("\n  Making a file\n{words}\n\n  \u{1b}[2mWaiting…\u{1b}[0m\n\n");
        rows + &"─".repeat(120)
    };
    for words in ["  ⎿  $ touch it", "  and then another"] {
        assert_ne!(read(&frame(words)).surface, Surface::Live, "{words}");
    }
    // Without styles nothing but the branch tells.
    let plain = |words: &str| format!("  Make a file,\n{words}\n  and say so\n{}", "─".repeat(120));
    assert_ne!(read(&plain("  ⎿  $ touch it")).surface, Surface::Live);
    assert_eq!(read(&plain("  then wait")).surface, Surface::Live);
}
