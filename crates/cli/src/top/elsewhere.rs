//! The dashboard over the panes of another machine.

use ratatui::crossterm::event::KeyCode;
use shadow_tui::{Need, ProviderChoice, Snapshot, Stack};

use super::tests::{board, press, shown, stack};
use super::{Card, Intent};
use crate::host_name::HostName;
use crate::listing::Report;
use crate::wire::PaneReport;

/// These panes as another machine lists them.
fn reports(stack: &Stack) -> Vec<Report> {
    let board = board(stack);
    let cards = board.shown().into_iter().cloned();
    let report = |card: Card| Report {
        id: card.key.pane.to_string(),
        body: PaneReport {
            // A server may be called anything there.
            name: match card.key.pane.to_string().as_str() {
                "%1" => "devbox/.tmux.sock/%1".to_owned(),
                pane => format!("devbox/default/{pane}"),
            },
            host: Some("devbox".to_owned()),
            socket: "/tmp/there".to_owned(),
            agent: true,
            pane: card.pane,
            payload: card.payload,
        },
    };
    cards.map(report).collect()
}

#[test]
fn panes_of_another_machine_stand_among_the_others() {
    let stack = stack();
    let mut board = board(&stack);
    let host: HostName = "devbox".parse().expect("a name");
    board.take_machine(&host, reports(&stack));
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
    // A pane that is listed no more is gone.
    board.take_machine(&host, reports(&stack).into_iter().take(1).collect());
    assert_eq!(board.shown().len(), 4);
    let unknown = stack.parse(ProviderChoice::Auto, &Snapshot::from_text(""));
    board.lose_machine(&host, "away: No route to host".to_owned(), &unknown);
    let there = board.shown().into_iter().find(|it| it.key.host().is_some());
    assert_eq!(there.map(Card::need), Some(Need::Unknown));
    let text = shown(&board, &stack, 100, 30);
    for part in ["? 1 away", "No route to host"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    board.take_machine(&host, Vec::new());
    let text = shown(&board, &stack, 100, 30);
    assert!(!text.contains("away") && !text.contains("devbox"), "{text}");
}
