//! Dialogs that are not answered in the dashboard: what does not show all that it asks to approve, and what is not the one
//! that was opened.

use ratatui::crossterm::event::KeyCode;
use shadow_tui::contract::OperatorBlock;

use super::tests::{card, press, shown, stack};
use super::{Board, Card, Intent};

const COMMAND: &str = "claude/2.1.330/basic-120x40/approval-command.ansi";

/// A pane that asks, its block changed.
fn asking(change: impl Fn(&mut OperatorBlock)) -> Card {
    let mut card = card(&stack(), "%9", "api", COMMAND);
    let block = card.payload.surface_assessment.operator_block.as_mut();
    let block = block.expect("a dialog");
    block.subject_whole = Some(true);
    block.appearance = Some(1);
    block.options.last_mut().expect("options").refuses = true;
    change(block);
    card
}

fn opened(change: impl Fn(&mut OperatorBlock)) -> Board {
    let mut board = Board::new();
    board.update(asking(change));
    assert_eq!(press(&mut board, KeyCode::Char('a')), None);
    board
}

#[test]
fn what_is_not_shown_whole_is_refused_here_and_approved_in_its_pane() {
    for whole in [None, Some(false)] {
        let mut board = opened(|block| block.subject_whole = whole);
        for option in ['1', '2', '3'] {
            press(&mut board, KeyCode::Char(option));
            assert_eq!(press(&mut board, KeyCode::Enter), None, "{option}");
            let text = shown(&board, &stack(), 80, 24);
            assert!(text.contains("not answered here"), "{text}");
            assert!(!text.contains("enter presses"), "{text}");
        }
        press(&mut board, KeyCode::Char('4'));
        // A no needs no room for what it refuses.
        board.resize(80, 6);
        let no = press(&mut board, KeyCode::Enter);
        assert!(
            matches!(no, Some(Intent::Choose { option: 4, .. })),
            "{no:?}"
        );
    }
    let mut board = opened(|_| {});
    assert!(press(&mut board, KeyCode::Enter).is_some());
}

#[test]
fn only_the_dialog_that_was_opened_is_answered() {
    let changes: [fn(&mut OperatorBlock); 2] = [
        |block| block.appearance = Some(2),
        |block| block.signature = "f00d".to_owned(),
    ];
    for change in changes {
        let mut board = opened(|_| {});
        board.update(asking(change));
        assert_eq!(press(&mut board, KeyCode::Enter), None);
        let text = shown(&board, &stack(), 120, 24);
        assert!(text.contains("asked again or drawn anew"), "{text}");
    }
}

#[test]
fn a_row_that_ends_is_no_blank_in_the_list() {
    let board = opened(|block| block.subject = Some("make # all\nrm -rf out".to_owned()));
    let detail = board.selected().expect("a pane").detail();
    assert!(detail.contains("make # all ⏎ rm -rf out"), "{detail}");
}
