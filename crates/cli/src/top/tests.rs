//! The dashboard over real captures: what it shows, in which order, and what its keys ask for.

use std::path::Path;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use shadow_tmux::{Pane, PaneId};
use shadow_tui::contract::Availability;
use shadow_tui::reducer::{Readiness, State};
use shadow_tui::{Channels, Need, ProviderChoice, Snapshot, Stack};

use super::act::sent;
use super::mode::Mode;
use super::{Board, Card, Carried, Intent, Key, draw};

/// A pane that shows a capture of the corpus.
pub(super) fn card(stack: &Stack, id: &str, session: &str, capture: &str) -> Card {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus");
    let text =
        shadow_fixtures::read_capture(&corpus.join(capture)).expect("a capture of the corpus");
    let id: PaneId = id.parse().expect("a pane's id");
    let pane = Pane {
        tty: String::new(),
        foreground: shadow_tui::Foreground::default(),
        id,
        session: session.to_owned(),
        session_id: "$0".to_owned(),
        window: 0,
        index: 0,
        pid: 1,
        command: "node".to_owned(),
        title: None,
        cols: 120,
        rows: 40,
        cursor: [0, 0],
        cursor_visible: true,
        alternate: false,
        dead: false,
        in_mode: false,
        synchronized: false,
        input_off: false,
        shows: None,
    };
    let channels = Channels {
        cols: Some(120),
        rows: Some(40),
        ..Channels::default()
    };
    let snapshot = Snapshot { text, channels };
    Card {
        payload: stack.parse(ProviderChoice::Auto, &snapshot),
        key: Key {
            away: None,
            socket: "/tmp/tmux".into(),
            pane: id,
        },
        pane,
        snapshot,
        brief: false,
        life: None,
        since: 0.0,
    }
}

/// An idle pane, one at work, one with an approval; in this order by id.
pub(super) fn board(stack: &Stack) -> Board {
    let mut board = Board::new();
    for (id, session, capture) in [
        (
            "%1",
            "api",
            "claude/2.1.245/drafts-120x40/draft-numbered-menu.ansi",
        ),
        (
            "%2",
            "api",
            "codex/0.142.5/retry-120x40/retrying-server.ansi",
        ),
        (
            "%3",
            "web",
            "claude/2.1.330/approvals-120x40/approval-edit.ansi",
        ),
    ] {
        board.update(card(stack, id, session, capture));
    }
    board.tick(75.0);
    board
}

pub(super) fn stack() -> Stack {
    shadow_tui::stack()
}

/// What stands on the dashboard at a size, without color.
pub(super) fn shown(board: &Board, stack: &Stack, cols: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(cols, rows)).expect("a terminal");
    terminal
        .draw(|frame| draw(frame, board, stack, false))
        .expect("a frame");
    terminal.backend().to_string()
}

pub(super) fn press(board: &mut Board, code: KeyCode) -> Option<Intent> {
    board.press(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_text(board: &mut Board, text: &str) {
    for letter in text.chars() {
        assert_eq!(press(board, KeyCode::Char(letter)), None);
    }
}

#[test]
fn who_needs_a_person_stands_first() {
    let stack = stack();
    let board = board(&stack);
    let order: Vec<String> = board
        .shown()
        .iter()
        .map(|c| c.key.pane.to_string())
        .collect();
    assert_eq!(order, ["%3", "%1", "%2"]);
    let text = shown(&board, &stack, 80, 24);
    for part in ["! 1 blocked", "> 1 idle", "* 1 working", "web:0.0", "1m15"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(text.contains("Do you want to make this edit"), "{text}");
}

#[test]
fn messages_that_wait_stand_with_their_words() {
    let stack = stack();
    for (capture, words) in [
        (
            "claude/2.1.330/work-120x40/tool-queued-two.ansi",
            "queued “and then tidy up”, “also look at the tests”",
        ),
        (
            "codex/0.169.0/queue-120x40/queued.ansi",
            "queued “then do the second thing”",
        ),
    ] {
        let card = card(&stack, "%1", "api", capture);
        assert!(card.detail().contains(words), "{}", card.detail());
        assert!(card.matches("queued thing", "idle") == capture.starts_with("codex"));
    }
}

#[test]
fn the_preview_shows_the_selected_screen_with_its_zones() {
    let stack = stack();
    let mut board = board(&stack);
    let text = shown(&board, &stack, 120, 50);
    assert!(text.contains("❯ 1. Yes"), "{text}");
    assert!(!text.contains("dialog│"), "{text}");
    press(&mut board, KeyCode::Char('z'));
    let text = shown(&board, &stack, 120, 50);
    assert!(text.contains("dialog│"), "{text}");
    press(&mut board, KeyCode::Char('p'));
    assert!(!shown(&board, &stack, 120, 50).contains("❯ 1. Yes"));
}

#[test]
fn an_answer_carries_the_signature_that_was_read() {
    let stack = stack();
    let mut board = board(&stack);
    let block = board.selected().and_then(Card::block).cloned();
    let signature = block.expect("a dialog").signature;
    assert_eq!(press(&mut board, KeyCode::Char('a')), None);
    let text = shown(&board, &stack, 80, 24);
    assert!(text.contains("enter presses: 1;"), "{text}");
    press(&mut board, KeyCode::Char('3'));
    let Some(Intent::Choose {
        key,
        option,
        signature: carried,
        appearance: _,
    }) = press(&mut board, KeyCode::Enter)
    else {
        panic!("no choice came out");
    };
    assert_eq!((key.pane.to_string().as_str(), option), ("%3", 3));
    assert_eq!(carried, signature);
}

#[test]
fn what_is_approved_stands_in_the_panel_or_is_not_approved_there() {
    let stack = stack();
    let mut board = board(&stack);
    let block = board.selected().and_then(Card::block).cloned();
    let block = block.expect("a dialog");
    let subject = block.subject.expect("it is about something");
    press(&mut board, KeyCode::Char('a'));
    let text = shown(&board, &stack, 80, 24);
    for line in subject.lines() {
        assert!(text.contains(line.trim()), "{line}:\n{text}");
    }
    // Where it does not fit, Enter presses nothing.
    board.resize(80, 6);
    let text = shown(&board, &stack, 80, 6);
    assert!(text.contains("does not fit here"), "{text}");
    assert_eq!(press(&mut board, KeyCode::Enter), None);
    board.resize(80, 24);
    let answered = press(&mut board, KeyCode::Enter);
    assert!(
        matches!(answered, Some(Intent::Choose { .. })),
        "{answered:?}"
    );
}

#[test]
fn a_long_subject_is_read_whole_or_not_answered() {
    let stack = stack();
    let mut card = card(
        &stack,
        "%9",
        "api",
        "claude/2.1.330/basic-120x40/approval-command.ansi",
    );
    let block = card.payload.surface_assessment.operator_block.as_mut();
    let block = block.expect("a dialog");
    let lines: Vec<String> = (1..=40).map(|n| format!("step {n}")).collect();
    block.subject = Some(lines.join("\n") + "\nrm -rf \u{202e}/");
    let mut board = Board::new();
    board.update(card);
    press(&mut board, KeyCode::Char('a'));
    assert_eq!(press(&mut board, KeyCode::Enter), None);
    board.resize(80, 60);
    let text = shown(&board, &stack, 80, 60);
    assert!(
        text.contains("step 40") && text.contains("rm -rf <U+202E>/"),
        "{text}"
    );
    assert!(press(&mut board, KeyCode::Enter).is_some());
}

#[test]
fn nothing_is_sent_where_it_would_not_be_a_prompt() {
    let stack = stack();
    let mut board = board(&stack);
    for pane in ["%3", "%1", "%2"] {
        let selected = board.selected().map(|card| card.key.pane.to_string());
        assert_eq!(selected.as_deref(), Some(pane));
        assert_eq!(press(&mut board, KeyCode::Char('s')), None);
        let text = shown(&board, &stack, 80, 24);
        assert!(text.contains("would not be a prompt"), "{pane}:\n{text}");
        press(&mut board, KeyCode::Down);
    }
}

#[test]
fn only_a_running_turn_is_interrupted_and_only_when_confirmed() {
    let stack = stack();
    let mut board = board(&stack);
    press(&mut board, KeyCode::Char('i'));
    assert_eq!(press(&mut board, KeyCode::Enter), board_jump("%3"));
    press(&mut board, KeyCode::End);
    press(&mut board, KeyCode::Char('i'));
    assert_eq!(press(&mut board, KeyCode::Char('n')), None);
    press(&mut board, KeyCode::Char('i'));
    let Some(Intent::Interrupt { key, .. }) = press(&mut board, KeyCode::Enter) else {
        panic!("no interrupt came out");
    };
    assert_eq!(key.pane.to_string(), "%2");
}

fn board_jump(id: &str) -> Option<Intent> {
    let pane = id.parse().expect("a pane's id");
    let socket = "/tmp/tmux".into();
    let away = None;
    Some(Intent::Jump(Key { away, socket, pane }))
}

#[test]
fn a_filter_leaves_the_panes_that_hold_its_words() {
    let stack = stack();
    let mut board = board(&stack);
    press(&mut board, KeyCode::Char('/'));
    type_text(&mut board, "codex work");
    assert!(shown(&board, &stack, 80, 24).contains("/codex work"));
    press(&mut board, KeyCode::Enter);
    let shown: Vec<String> = board
        .shown()
        .iter()
        .map(|c| c.key.pane.to_string())
        .collect();
    assert_eq!(shown, ["%2"]);
    press(&mut board, KeyCode::Char('/'));
    press(&mut board, KeyCode::Esc);
    assert_eq!(board.shown().len(), 3);
}

#[test]
fn the_selection_stays_on_its_pane_while_others_move() {
    let stack = stack();
    let mut board = board(&stack);
    press(&mut board, KeyCode::End);
    let mut blocked = card(
        &stack,
        "%2",
        "api",
        "claude/2.1.330/approvals-120x40/approval-edit.ansi",
    );
    blocked.since = 80.0;
    board.update(blocked);
    let selected = board.selected().map(|card| card.key.pane.to_string());
    assert_eq!(selected.as_deref(), Some("%2"));
    assert_eq!(board.selected().map(|card| card.since), Some(80.0));
}

#[test]
fn of_many_options_the_marked_one_and_its_keys_are_in_sight() {
    let stack = stack();
    let mut asking = card(
        &stack,
        "%3",
        "web",
        "claude/2.1.330/approvals-120x40/approval-edit.ansi",
    );
    let block = &mut asking.payload.surface_assessment.operator_block;
    let block = block.as_mut().expect("a dialog");
    let long = block.options[1].clone();
    block.options = vec![long; 40];
    for (number, option) in block.options.iter_mut().enumerate() {
        option.label = format!("choice {number} {}", option.label);
        option.keys = vec![format!("key{number}")];
    }
    let mut board = Board::new();
    board.update(asking);
    press(&mut board, KeyCode::Char('a'));
    for place in 0..40 {
        let text = shown(&board, &stack, 80, 24);
        for part in [format!("choice {place} "), format!("presses: key{place};")] {
            assert!(text.contains(&part), "{part}:\n{text}");
        }
        press(&mut board, KeyCode::Down);
    }
}

#[test]
fn when_the_selected_pane_goes_the_next_one_is_selected() {
    let stack = stack();
    let mut board = board(&stack);
    press(&mut board, KeyCode::Down);
    let gone = board.selected().expect("a pane").key.clone();
    board.remove(&gone);
    let selected = board.selected().map(|card| card.key.pane.to_string());
    assert_eq!(selected.as_deref(), Some("%2"));
}

#[test]
fn five_hundred_panes_fit_any_size() {
    let stack = stack();
    let mut board = Board::new();
    let capture = "codex/0.142.5/retry-120x40/retrying-server.ansi";
    let one = card(&stack, "%0", "many", capture);
    for number in 0..500 {
        let mut next = one.clone();
        next.key.pane = format!("%{number}").parse().expect("a pane's id");
        board.update(next);
    }
    for (cols, rows) in [(80, 24), (200, 50), (20, 5), (1, 1), (3, 2)] {
        let text = shown(&board, &stack, cols, rows);
        assert_eq!(text.lines().count(), usize::from(rows));
    }
    press(&mut board, KeyCode::End);
    assert!(shown(&board, &stack, 80, 24).contains("%499"));
    press(&mut board, KeyCode::PageUp);
    let text = shown(&board, &stack, 80, 24);
    assert!(text.contains("%489") && !text.contains("%499"), "{text}");
    press(&mut board, KeyCode::Char('/'));
    type_text(&mut board, "%49");
    press(&mut board, KeyCode::Enter);
    assert_eq!(board.shown().len(), 11);
    let text = shown(&board, &stack, 80, 24);
    for part in ["* 500 working", "filter: %49", "%49 ", "%489"] {
        assert_eq!(text.contains(part), part != "%489", "{part}:\n{text}");
    }
    press(&mut board, KeyCode::Home);
    assert!(shown(&board, &stack, 80, 24).contains("%49 "));
}

#[test]
fn a_pasted_text_is_never_taken_for_keys() {
    let stack = stack();
    let mut board = board(&stack);
    // `a`, the end of a line and `1` would answer the dialog of the selected pane, `q` would quit.
    board.paste("a\n1\nq");
    assert_eq!(board.mode, Mode::Browse);
    let text = shown(&board, &stack, 80, 24);
    assert!(text.contains("a pasted text is no keys"), "{text}");
    press(&mut board, KeyCode::Char('/'));
    board.paste("api\n");
    assert_eq!(board.shown().len(), 2, "a paste writes the filter");
}

#[test]
fn a_paste_into_a_prompt_keeps_its_lines() {
    let stack = stack();
    let mut board = Board::new();
    board.update(card(
        &stack,
        "%1",
        "api",
        "claude/2.1.330/basic-120x40/idle-fresh.ansi",
    ));
    press(&mut board, KeyCode::Char('s'));
    board.paste("first line\r\ni second\rq third");
    let Some(Intent::Send { text, .. }) = press(&mut board, KeyCode::Enter) else {
        panic!("nothing was sent");
    };
    assert_eq!(text, "first line\ni second\nq third");
}

#[test]
fn chords_are_no_letters() {
    let stack = stack();
    let mut board = board(&stack);
    let chord = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(board.press(chord('a')), None);
    assert_eq!(board.mode, Mode::Browse, "Ctrl-A opens no dialog");
    press(&mut board, KeyCode::Char('/'));
    type_text(&mut board, "web");
    assert_eq!(board.press(chord('u')), None);
    assert_eq!(board.shown().len(), 3, "Ctrl-U takes the words back");
    assert_eq!(board.press(chord('c')), Some(Intent::Quit));
}

/// Codex 0.77 shows nothing of a turn's end: silence settles it, and then a prompt can be given.
#[test]
fn what_silence_has_settled_is_idle_and_takes_a_prompt() {
    let stack = stack();
    let mut board = Board::new();
    let mut card = card(
        &stack,
        "%1",
        "api",
        "codex/0.77.0/basic-120x40/answered.ansi",
    );
    assert_eq!(card.need(), Need::Unknown);
    let mut life = State::default().lifecycle();
    (life.readiness, life.inferred_by_silence) = (Readiness::Ready, true);
    card.payload.lifecycle = Some(life);
    assert_eq!(card.need(), Need::Idle);
    board.update(card);
    press(&mut board, KeyCode::Char('s'));
    assert!(matches!(board.mode, Mode::Send { .. }));
}

/// A shell that never held an agent has not lost one.
#[test]
fn a_pane_without_an_agent_is_another_programs_and_not_gone() {
    let stack = stack();
    let screen = "claude/2.1.330/basic-120x40/answered.ansi";
    let mut card = card(&stack, "%1", "api", screen);
    for (availability, need, words) in [
        (Availability::Unsupported, Need::Other, (".", "other")),
        (Availability::Disconnected, Need::Gone, ("-", "gone")),
    ] {
        card.payload.surface_assessment.availability = availability;
        assert_eq!(card.need(), need);
        assert_eq!((need.mark(), need.word()), words);
    }
}

#[test]
fn one_thing_at_a_time_is_done_to_a_pane_and_leaving_meanwhile_takes_two_words() {
    let stack = stack();
    let mut board = board(&stack);
    let jump = board_jump("%3").expect("an intent");
    assert_eq!(board.begin(jump.clone()), Some(jump.clone()));
    assert_eq!(board.begin(jump.clone()), None, "it is still under way");
    assert_eq!(board.begin(Intent::Quit), None);
    let text = shown(&board, &stack, 80, 24);
    assert!(
        text.contains("%3 is still being acted on; once more"),
        "{text}"
    );
    assert_eq!(board.begin(Intent::Quit), Some(Intent::Quit));
    let key = jump.key().cloned().expect("a pane");
    board.done(&key, said("went to %3"));
    assert_eq!(board.begin(jump.clone()), Some(jump));
}

fn said(text: &str) -> Carried {
    Carried {
        said: text.to_owned(),
        unsent: None,
    }
}

#[test]
fn a_warning_is_of_what_is_under_way_then() {
    let stack = stack();
    let mut board = board(&stack);
    let [one, other] = ["%3", "%2"].map(|pane| board_jump(pane).expect("an intent"));
    assert!(board.begin(one).is_some());
    assert_eq!(board.begin(Intent::Quit), None);
    assert!(board.begin(other).is_some());
    assert_eq!(board.begin(Intent::Quit), None, "nobody was told of %2");
    assert_eq!(board.begin(Intent::Quit), Some(Intent::Quit));
}

/// A dialog opens while a prompt is written: it is refused for reasons that are all read, and is there again.
#[test]
fn a_prompt_that_is_not_sent_is_not_lost() {
    let (stack, mut board) = (stack(), Board::new());
    let idle = "claude/2.1.330/basic-120x40/idle-fresh.ansi";
    board.update(card(&stack, "%1", "api", idle));
    press(&mut board, KeyCode::Char('s'));
    type_text(&mut board, "look at it");
    let send = press(&mut board, KeyCode::Enter).expect("an intent");
    let key = send.key().cloned().expect("a pane");
    assert_eq!(board.begin(send.clone()), Some(send.clone()));
    assert_eq!(board.begin(send.clone()), None, "it is under way");
    let text = shown(&board, &stack, 80, 24);
    for part in ["%1 is still being acted on", "look at it▏"] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    press(&mut board, KeyCode::Esc);
    let refusal = "%1: send refused: a dialog is open; answer it first (shadow choose %1 --option N \
                   --signature 0123456789abcdef), or close it with the key that its own footer names (THE-END)";
    board.done(&key, sent("look at it", Err(refusal.to_owned())));
    let text = shown(&board, &stack, 80, 24);
    for part in ["send refused", "(THE-END)", "s opens the text again"] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    press(&mut board, KeyCode::Char('s'));
    assert!(shown(&board, &stack, 80, 24).contains("look at it▏"));
    assert_eq!(press(&mut board, KeyCode::Enter), Some(send));
    board.done(&key, sent("look at it", Ok(())));
    press(&mut board, KeyCode::Char('s'));
    assert!(!shown(&board, &stack, 80, 24).contains("look at it"));
}

/// Its pane goes before a refused prompt is opened again, or while it is on its way: it is offered to the next one.
#[test]
fn a_prompt_whose_pane_is_gone_is_kept_for_another() {
    let stack = stack();
    let idle = "claude/2.1.330/basic-120x40/idle-fresh.ansi";
    for gone_first in [false, true] {
        let mut board = Board::new();
        board.update(card(&stack, "%1", "api", idle));
        board.update(card(&stack, "%2", "web", idle));
        let key = board.selected().expect("a pane").key.clone();
        assert_eq!(key.pane.to_string(), "%1");
        let refused = sent("look at it", Err("%1: no such pane".to_owned()));
        if gone_first {
            board.remove(&key);
            board.done(&key, refused);
        } else {
            board.done(&key, refused);
            board.remove(&key);
        }
        let text = shown(&board, &stack, 80, 24);
        assert!(
            text.contains("%1 is gone; its unsent text is kept"),
            "{text}"
        );
        press(&mut board, KeyCode::Char('s'));
        let text = shown(&board, &stack, 80, 24);
        for part in ["look at it▏", "was for a pane that is gone"] {
            assert!(text.contains(part), "{part}:\n{text}");
        }
        let send = press(&mut board, KeyCode::Enter).expect("an intent");
        let pane = send.key().map(|key| key.pane.to_string());
        assert_eq!(pane.as_deref(), Some("%2"));
        press(&mut board, KeyCode::Char('s'));
        assert!(!shown(&board, &stack, 80, 24).contains("look at it"));
    }
}
