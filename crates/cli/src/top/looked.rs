//! What the person has before their eyes: the filter that Escape takes off, the preview that scrolls, and the turn that is
//! done until it is looked at.

use ratatui::crossterm::event::KeyCode;
use serde_json::json;

use super::tests::{card, press, shown, stack};
use super::{Bindings, Board, Card, Intent};

const IDLE: &str = "claude/2.1.330/basic-120x40/answered.ansi";
const ASKS: &str = "claude/2.1.330/basic-120x40/approval-command.ansi";

/// An idle pane whose session has seen its turn reach a state.
fn idle(id: &str, turn: &str, number: u64) -> Card {
    let mut card = card(&stack(), id, "api", IDLE);
    let life = json!({"readiness": "ready", "turn": turn, "turn_id": number, "since": 1.0, "readiness_since": 1.0,
        "inferred_by_silence": false, "suspected": false});
    card.payload.lifecycle = Some(serde_json::from_value(life).expect("a lifecycle"));
    card
}

#[test]
fn a_turn_is_done_until_the_person_looks_and_then_the_pane_is_idle() {
    let mut board = Board::new();
    board.update(card(&stack(), "%1", "api", ASKS));
    board.update(idle("%2", "inactive", 0));
    board.update(idle("%3", "completed", 1));
    let text = shown(&board, &stack(), 80, 24);
    for part in ["! 1 blocked", "+ 1 done", "> 1 idle", "+ done", "> idle"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let order = |board: &Board| -> Vec<String> {
        board
            .shown()
            .iter()
            .map(|card| card.key.pane.to_string())
            .collect()
    };
    assert_eq!(order(&board), ["%1", "%3", "%2"]);
    assert!(
        board
            .card(&idle("%3", "completed", 1).key)
            .is_some_and(|it| it.matches("done", "done"))
    );
    press(&mut board, KeyCode::Down);
    let text = shown(&board, &stack(), 80, 24);
    assert!(
        text.contains("> 2 idle") && !text.contains("done"),
        "{text}"
    );
    // The end of another turn is news again, though the pane is the selected one.
    board.update(idle("%3", "completed", 2));
    assert!(shown(&board, &stack(), 80, 24).contains("+ 1 done"));
}

#[test]
fn escape_takes_the_filter_off_and_then_quits() {
    let mut board = Board::new();
    board.update(idle("%2", "inactive", 0));
    for key in [KeyCode::Char('/'), KeyCode::Char('x'), KeyCode::Enter] {
        assert_eq!(press(&mut board, key), None);
    }
    assert!(shown(&board, &stack(), 80, 24).contains("filter: x  (esc takes it off)"));
    assert_eq!(press(&mut board, KeyCode::Esc), None);
    assert!(!shown(&board, &stack(), 80, 24).contains("filter:"));
    assert_eq!(press(&mut board, KeyCode::Esc), Some(Intent::Quit));
}

#[test]
fn the_preview_scrolls_within_the_screen() {
    let mut board = Board::new();
    board.update(card(&stack(), "%1", "api", ASKS));
    let bottom = shown(&board, &stack(), 80, 16);
    assert!(
        bottom.contains("K J scroll") && bottom.contains("Esc to cancel"),
        "{bottom}"
    );
    assert!(!bottom.contains("Claude Code v2.1.330"), "{bottom}");
    for _ in 0..30 {
        press(&mut board, KeyCode::Char('K'));
        shown(&board, &stack(), 80, 16);
    }
    let top = shown(&board, &stack(), 80, 16);
    assert!(
        top.contains("Claude Code v2.1.330") && top.contains("below: J"),
        "{top}"
    );
    // It went no further than the first row, so it comes back at once.
    let mut moves = 0;
    while shown(&board, &stack(), 80, 16) != bottom {
        press(&mut board, KeyCode::Char('J'));
        moves += 1;
        assert!(moves < 9, "{}", shown(&board, &stack(), 80, 16));
    }
    let large = shown(&board, &stack(), 120, 60);
    assert!(!large.contains("scroll"), "{large}");
}

#[test]
fn the_settings_give_a_command_another_key() {
    let mut board = Board::with(Bindings::new(&[("quit", 'x')].into()));
    board.update(idle("%2", "inactive", 0));
    assert_eq!(press(&mut board, KeyCode::Char('q')), None);
    let text = shown(&board, &stack(), 80, 24);
    assert!(
        text.contains("x quit") && text.contains("z zones"),
        "{text}"
    );
    press(&mut board, KeyCode::Char('?'));
    assert!(shown(&board, &stack(), 80, 24).contains("x            quit"));
    press(&mut board, KeyCode::Esc);
    assert_eq!(press(&mut board, KeyCode::Char('x')), Some(Intent::Quit));
}
