//! The dashboard over the panes of another machine.

use ratatui::crossterm::event::KeyCode;
use shadow_tui::{Need, ProviderChoice, Snapshot, Stack};

use std::collections::BTreeSet;

use super::tests::{board, press, shown, stack};
use super::{Board, Card, Intent};
use crate::host_name::HostName;
use crate::wire::Look;

/// Shows these panes as another machine shows them.
fn look_there(board: &mut Board, host: &HostName, stack: &Stack) {
    let there = self::board(stack);
    for card in there.shown().into_iter().cloned() {
        let id = card.key.pane.to_string();
        // A server may be called anything there.
        let name = match id.as_str() {
            "%1" => "devbox/.tmux.sock/%1".to_owned(),
            pane => format!("devbox/default/{pane}"),
        };
        let look = Look::of("/tmp/there".as_ref(), card.pane, card.payload);
        board.update(Card::away(host, name, look, 0.0));
    }
}

#[test]
fn panes_of_another_machine_stand_among_the_others() {
    let stack = stack();
    let mut board = board(&stack);
    let host: HostName = "devbox".parse().expect("a name");
    look_there(&mut board, &host, &stack);
    let order: Vec<String> = board.shown().iter().map(|it| it.key.to_string()).collect();
    let [first, second] = ["%3", "devbox/default/%3"];
    assert_eq!(order[..2], [first, second]);
    board.grouped = true;
    let hosts: Vec<Option<&HostName>> = board.shown().iter().map(|it| it.key.host()).collect();
    let there = Some(&host);
    assert_eq!(hosts, [None, None, None, there, there, there]);
    press(&mut board, KeyCode::End);
    let text = shown(&board, &stack, 100, 30);
    assert!(text.contains("devbox/web:0.0"), "{text}");
    let selected = board.selected().expect("a pane").key.clone();
    assert_eq!(selected.host(), there);
    assert_eq!(
        press(&mut board, KeyCode::Enter),
        Some(Intent::Jump(selected))
    );
    for _ in 0..2 {
        let ahead = "its clock is 60 min ahead of the one here".to_owned();
        board.compare_clocks(&"builder".parse().expect("a name"), Some(ahead));
        let text = shown(&board, &stack, 100, 30);
        assert!(
            text.contains("builder: its clock is 60 min ahead"),
            "{text}"
        );
    }
    // A pane that is not found there any more is gone.
    let kept = ("/tmp/there".into(), "%3".parse().expect("an id"));
    board.reach_machine(&host, Some(&BTreeSet::from([kept])));
    assert_eq!(board.shown().len(), 4);
    let unknown = stack.parse(ProviderChoice::Auto, &Snapshot::from_text(""));
    board.lose_machine(&host, "away: No route to host".to_owned(), &unknown);
    let there = board.shown().into_iter().find(|it| it.key.host().is_some());
    assert_eq!(there.map(Card::need), Some(Need::Unknown));
    let text = shown(&board, &stack, 100, 30);
    for part in ["? 1 away", "No route to host"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    board.reach_machine(&host, Some(&BTreeSet::new()));
    let text = shown(&board, &stack, 100, 30);
    assert!(!text.contains("away") && !text.contains("devbox"), "{text}");
}

#[test]
fn the_text_of_a_screen_elsewhere_is_asked_for_while_its_pane_is_selected() {
    let stack = stack();
    let mut board = Board::new();
    let host: HostName = "devbox".parse().expect("a name");
    let card = self::board(&stack).shown()[0].clone();
    let mut look = Look::of("/tmp/there".as_ref(), card.pane, card.payload);
    look.brief = true;
    look.payload.dialog_projection = Default::default();
    board.update(Card::away(
        &host,
        "devbox/default/%3".to_owned(),
        look.clone(),
        0.0,
    ));
    let key = board.unread().expect("a pane").key.clone();
    board.read(&key, "what stands there".to_owned());
    // It stays until another text comes, under another name of its server, too.
    board.update(Card::away(
        &host,
        "devbox/tmux-0/default/%3".to_owned(),
        look,
        0.0,
    ));
    let text = shown(&board, &stack, 100, 30);
    for part in ["what stands there", "devbox/tmux-0/default/%3"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert_eq!(board.shown().len(), 1, "it is one pane");
    press(&mut board, KeyCode::Char('p'));
    assert!(board.unread().is_none(), "no preview is shown");
}
