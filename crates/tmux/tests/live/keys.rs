//! Keys that the server itself holds back: the screen has changed between the look and the key.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use shadow_tmux::{Sent, Server, Standing, View};

use crate::{PrivateTmux, until};

/// A pane that shows a composer with a draft between rules, and keeps what is typed in a file.
fn composer(name: &str) -> Option<(PrivateTmux, Server)> {
    let tmux = PrivateTmux::start(name, "exec sleep 60")?;
    let typed = tmux.folder().join("typed");
    let show = r"printf '\033[2J\033[H\n\n────\n❯ look, at #{it} (now)\n────\n  footer\033[4;23H'";
    let brush = tmux.folder().join("brush");
    let take = format!(
        "mkfifo '{0}'; stty raw -echo; {show}; (while :; do cat '{0}'; done) & exec cat >'{1}'",
        brush.display(),
        typed.display()
    );
    tmux.run(&["respawn-pane", "-k", "-t", "%0", &take]);
    let server = Server::new(tmux.socket());
    until("the draft", || {
        let view = view(&server);
        (view.pane.command == "cat" && view.pane.cursor == [22, 3]).then_some(())
    });
    Some((tmux, server))
}

fn view(server: &Server) -> View {
    server.view("%0".parse().expect("an id")).expect("a view")
}

/// Has the pane's program write to its terminal, and waits for the last byte: a title behind it, of a new number each time.
fn paint(tmux: &PrivateTmux, server: &Server, bytes: &str) {
    static PAINTED: AtomicUsize = AtomicUsize::new(0);
    let title = format!("painted {}", PAINTED.fetch_add(1, Ordering::Relaxed));
    let painting = format!("{bytes}\x1b]2;{title}\x07");
    std::fs::write(tmux.folder().join("brush"), painting).expect("the program reads it");
    until("what was painted", || {
        (view(server).pane.title.as_ref() == Some(&title)).then_some(())
    });
}

fn typed(tmux: &PrivateTmux) -> String {
    std::fs::read_to_string(tmux.folder().join("typed")).unwrap_or_default()
}

fn enter(server: &Server, seen: &View) -> Sent {
    let standing = Standing::rows(seen, &[2..=4]).and_cursor(seen);
    let keys = ["Enter".to_owned()];
    let sent = server.press_while(&seen.pane, &keys, &standing);
    sent.expect("the server answers")
}

#[test]
fn enter_is_pressed_on_the_draft_that_was_seen() {
    let Some((tmux, server)) = composer("enter") else {
        return;
    };
    assert_eq!(enter(&server, &view(&server)), Sent::Yes);
    until("the key", || (typed(&tmux) == "\r").then_some(()));
}

#[test]
fn a_paste_is_held_when_a_dialog_has_opened_since() {
    let Some((tmux, server)) = composer("pasted") else {
        return;
    };
    let seen = view(&server);
    let standing = Standing::rows(&seen, &[2..=4]).and_cursor(&seen);
    let paste = || server.paste_while(&seen.pane, "some text", &standing);
    assert_eq!(paste().expect("the server answers"), Sent::Yes);
    until("the text", || (typed(&tmux) == "some text").then_some(()));
    paint(
        &tmux,
        &server,
        r"[2J[HDo you want to proceed?
> 1. Yes",
    );
    assert_eq!(paste().expect("the server answers"), Sent::Held);
    assert_eq!(tmux.run(&["list-buffers"]), "", "the text is left nowhere");
    assert_eq!(typed(&tmux), "some text");
}

#[test]
fn enter_is_held_when_someone_has_typed_since() {
    let Some((tmux, server)) = composer("typed") else {
        return;
    };
    let seen = view(&server);
    paint(&tmux, &server, "?");
    assert_eq!(enter(&server, &seen), Sent::Held);
    // The words stand again, the cursor elsewhere.
    paint(&tmux, &server, "\x08 \x08\x08");
    assert_eq!(enter(&server, &seen), Sent::Held);
    assert_eq!(typed(&tmux), "");
}

#[test]
fn enter_is_held_when_a_dialog_has_opened_since() {
    let Some((tmux, server)) = composer("dialog") else {
        return;
    };
    let seen = view(&server);
    let dialog = "\x1b[3;1H╭──╮\x1b[4;1H\x1b[2KDo you want to proceed?\x1b[4;23H";
    paint(&tmux, &server, dialog);
    assert_eq!(enter(&server, &seen), Sent::Held);
    assert_eq!(typed(&tmux), "");
}

/// Its rows are more, and longer, than tmux takes in one command.
#[test]
fn every_row_of_a_tall_dialog_holds_a_key_back() {
    let Some((tmux, server)) = composer("tall") else {
        return;
    };
    tmux.run(&["resize-window", "-t", ":0", "-x", "250", "-y", "90"]);
    let fill = "and so on ".repeat(22);
    let draw = |row: usize, word: &str| format!("\x1b[{row};1H{word} {row} of it {fill}\x1b[1;1H");
    let rows: String = (1..=88).map(|row| draw(row, "row")).collect();
    paint(&tmux, &server, &rows);
    let seen = view(&server);
    let standing = Standing::rows(&seen, &[0..=87]);
    let press = || {
        let sent = server.press_while(&seen.pane, &["1".to_owned()], &standing);
        sent.expect("the server answers")
    };
    assert_eq!(press(), Sent::Yes);
    for row in [1, 40, 88] {
        paint(&tmux, &server, &draw(row, "raw"));
        assert_eq!(press(), Sent::Held, "{row}");
        paint(&tmux, &server, &draw(row, "row"));
        assert_eq!(press(), Sent::Yes, "{row}");
    }
}

#[test]
fn what_changes_elsewhere_holds_nothing() {
    let Some((tmux, server)) = composer("elsewhere") else {
        return;
    };
    let seen = view(&server);
    paint(
        &tmux,
        &server,
        "\x1b7\x1b[1;1Hthinking\x1b[6;1H  another footer\x1b8",
    );
    assert_eq!(enter(&server, &seen), Sent::Yes);
    until("the key", || (typed(&tmux) == "\r").then_some(()));
}

/// Between the look and the key something came over the pane of a tmux in the pane.
#[test]
fn what_comes_over_the_pane_of_a_tmux_in_a_pane_holds_keys_back() {
    let agent = "stty -icanon -echo; printf 'free\\n> '; exec sleep 600";
    let (Some(inner), Some(outer)) = (
        PrivateTmux::start("behind", agent),
        PrivateTmux::start("before", "exec sleep 600"),
    ) else {
        return;
    };
    let attach = format!(
        "exec env -u TMUX tmux -u -S '{}' attach",
        inner.socket().display()
    );
    outer.run(&["respawn-pane", "-k", "-t", "%0", &attach]);
    let server = Server::new(outer.socket());
    let seen = until("the pane behind", || {
        let view = view(&server);
        let text = String::from_utf8_lossy(&view.text).contains("free");
        (text && !view.covered).then_some(view)
    });
    let key = ["Left".to_owned()];
    let press = || server.press_while(&seen.pane, &key, &Standing::default());
    // The tmux in the pane may still draw: that holds a key back, too.
    let pressed = || (press() == Ok(Sent::Yes)).then_some(());
    until("a key", pressed);
    // It ends with the menu.
    let mut menu = Command::new("tmux");
    menu.arg("-S").arg(inner.socket()).env_remove("TMUX");
    menu.args([
        "display-menu",
        "-x",
        "40",
        "-y",
        "8",
        "hello",
        "h",
        "list-keys",
    ]);
    let mut menu = menu.spawn().expect("tmux runs");
    until("the menu", || view(&server).covered.then_some(()));
    assert_eq!(press(), Ok(Sent::Held));
    let paste = server.paste_while(&seen.pane, "hello", &Standing::default());
    assert_eq!(paste, Ok(Sent::Held));
    assert!(view(&server).into_snapshot().text.is_empty());
    outer.run(&["send-keys", "-t", "%0", "q"]);
    let _ = menu.wait();
    until("the pane again", || (!view(&server).covered).then_some(()));
    until("a key again", pressed);
}
