//! What people read in a terminal of 80 columns: rows that fit, colors where they are wanted, and none where not.

use crate::act::showing;
use crate::case_folder::CaseFolder;
use crate::private_tmux::PrivateTmux;
use crate::run::shadow;

const ASKS: &str = "claude/2.1.330/basic-120x40/approval-command";

/// What a command shows in a terminal of 80 columns, with its styles as escape sequences.
fn shown(name: &str, environment: &str, command: &str) -> Option<String> {
    let script = format!(
        "{environment} {} {command}; echo the-end; exec sleep 600",
        env!("CARGO_BIN_EXE_shadow")
    );
    let screen = PrivateTmux::start(name, "exec sleep 600")?;
    assert!(screen.run(&["resize-window", "-t", "%0", "-x", "80", "-y", "40"]));
    assert!(screen.run(&["respawn-pane", "-k", "-t", "%0", &script]));
    screen.wait_for("%0", "the-end");
    Some(screen.shown(&["capture-pane", "-e", "-p", "-t", "%0"]))
}

/// A text without the sequences that tmux writes for styles.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

#[test]
fn panes_shows_what_is_asked_in_one_row_each() {
    let Some(agent) = showing("narrow-panes", ASKS) else {
        return;
    };
    let socket = agent.socket().display().to_string();
    let command = format!("panes --socket {socket}");
    let Some(colored) = shown("narrow-panes-screen", "TERM=xterm", &command) else {
        return;
    };
    let text = plain(&colored);
    let row = text
        .lines()
        .find(|line| line.starts_with("%0"))
        .expect("its row");
    assert!(
        row.contains("awaiting_operator") && row.contains("touch made.txt"),
        "{text}"
    );
    assert!(
        text.lines()
            .next()
            .is_some_and(|line| line.ends_with("DETAIL")),
        "{text}"
    );
    assert!(
        colored.contains("\u{1b}[1m\u{1b}[33mawaiting_operator"),
        "{colored:?}"
    );
    let without = shown("narrow-panes-plain", "TERM=xterm NO_COLOR=1", &command).expect("a screen");
    assert_eq!(without, text);
    let piped = shadow(&["panes", "--socket", &socket], "").stdout;
    assert!(
        piped.contains("CONTEXT") && piped.contains("approval_prompt"),
        "{piped}"
    );
    assert!(!piped.contains('\u{1b}'), "{piped:?}");
}

#[test]
fn doctor_wraps_what_does_not_fit() {
    let Some(colored) = shown("narrow-doctor", "TERM=xterm PATH=/nonexistent", "doctor") else {
        return;
    };
    let text = plain(&colored);
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let at = text
        .find("missing  tmux")
        .unwrap_or_else(|| panic!("{text}"));
    let said = text[at..].split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("install tmux 3.2 or newer (`apt install tmux`, `brew install tmux`)"),
        "{text}"
    );
    assert!(colored.contains("\u{1b}[31mmissing"), "{colored:?}");
}

#[test]
fn a_timeline_is_drawn_as_wide_as_the_terminal() {
    let folder = CaseFolder::new("narrow-timeline");
    let log = folder.path("events.ndjson");
    let event = |at: u32, to: &str| {
        format!("{{\"event\":\"readiness_changed\",\"at\":{at},\"pane\":\"%3\",\"to\":\"{to}\"}}\n")
    };
    let text = [event(0, "ready"), event(6, "waiting"), event(12, "ready")].concat();
    std::fs::write(&log, text).expect("a log");
    let command = format!("timeline {}", log.display());
    let Some(colored) = shown("narrow-timeline", "TERM=xterm", &command) else {
        return;
    };
    let text = plain(&colored);
    let lane = text
        .lines()
        .find(|line| line.starts_with("readiness"))
        .expect("a lane");
    assert!(
        lane.contains("│ready──") && lane.contains("│waiting──"),
        "{text}"
    );
    assert!((70..=80).contains(&lane.chars().count()), "{text}");
    assert!(text.contains("10s"), "{text}");
    let piped = shadow(&["timeline", &log.display().to_string()], "");
    assert_eq!((piped.code, piped.stderr.as_str()), (0, ""));
    assert!(piped.stdout.contains("│ready──") && !piped.stdout.contains('\u{1b}'));
}
