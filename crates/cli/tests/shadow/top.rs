//! `shadow top` as a person sees and drives it: every element and key, in a terminal of each size, over
//! panes of another server that play real captures.

use std::fs;

use crate::acted::{shows, typed};
use crate::case_folder::capture_file;
use crate::faults::signal;
use crate::patience::until;
use crate::private_tmux::{PrivateTmux, behind_ssh};

const APPROVALS: &str = "claude/2.1.330/approvals-120x40";
const BASIC: &str = "claude/2.1.330/basic-120x40";
const WORK: &str = "claude/2.1.330/work-120x40";
const FAILURES: &str = "claude/2.1.330/failures-120x40";
const BACKGROUND: &str = "claude/2.1.330/background-120x40";
const RETRY: &str = "codex/0.142.5/retry-120x40";

/// What is sent, as a terminal pastes it: the draft of the capture that follows.
const PROMPT: &str = "please look at the parser";
const PASTED: usize = "\u{1b}[200~\u{1b}[201~".len() + PROMPT.len();

/// A program that shows nothing yet: a prompt waits half a minute for its screen to become known.
const NOTHING: &str = "stty raw -echo; exec cat";

/// A person at a terminal with `shadow top`, and the server with the agents that it shows.
struct Person {
    agents: PrivateTmux,
    screen: PrivateTmux,
    command: String,
}

/// Six agents in two sessions: `%1` asks, `%2` streams, `%3` is idle; `%4` failed, `%5` works in the
/// background, `%6` retries.
fn agents(name: &str) -> Option<PrivateTmux> {
    let agents = PrivateTmux::start(&format!("{name}-agents"), "exec sleep 600")?;
    shows(APPROVALS, "approval-edit")
        .then(1, "edited")
        .play(&agents, "api");
    shows(WORK, "streaming-long")
        .then(1, "interrupted")
        .play(&agents, "api");
    let idle = shows(BASIC, "idle-fresh")
        .then(PASTED, "draft")
        .then(1, "waiting");
    idle.play(&agents, "api");
    shows(FAILURES, "failed-rate-limit").play(&agents, "web");
    shows(BACKGROUND, "background-idle").play(&agents, "web");
    shows(RETRY, "retrying-server").play(&agents, "web");
    Some(agents)
}

impl Person {
    fn start(name: &str, size: [&str; 2], environment: &str) -> Option<Self> {
        let person = Self::before(agents(name)?, name, size, environment)?;
        person.restart();
        Some(person)
    }

    /// The same before other agents, not started yet.
    fn before(
        agents: PrivateTmux,
        name: &str,
        [cols, rows]: [&str; 2],
        environment: &str,
    ) -> Option<Self> {
        let screen = PrivateTmux::start(&format!("{name}-screen"), "exec sleep 600")?;
        assert!(screen.run(&["resize-window", "-x", cols, "-y", rows]));
        let shadow = env!("CARGO_BIN_EXE_shadow");
        let socket = agents.socket().display().to_string();
        let pid = screen.folder().join("pid").display().to_string();
        let command = format!(
            "{environment} sh -c 'echo $$ >{pid}; exec {shadow} top --socket {socket}'; echo the-end; exec sleep 600"
        );
        Some(Self {
            agents,
            screen,
            command,
        })
    }

    /// Starts `top` anew and waits until it knows every agent.
    fn restart(&self) {
        self.runs(&["1 blocked", "1 failed", "2 idle", "2 working"]);
    }

    /// Starts `top` anew and waits until it shows all this.
    fn runs(&self, parts: &[&str]) {
        let respawn = ["respawn-pane", "-k", "-t", "%0", &self.command];
        assert!(self.screen.run(&respawn));
        for part in parts {
            self.sees(part);
        }
    }

    fn press(&self, keys: &[&str]) {
        assert!(
            self.screen
                .run(&[&["send-keys", "-t", "%0"], keys].concat()),
            "{keys:?}"
        );
    }

    /// Types letters.
    fn types(&self, text: &str) {
        assert!(
            self.screen.run(&["send-keys", "-t", "%0", "-l", text]),
            "{text}"
        );
    }

    /// Pastes a text, as the terminal does where it was asked to frame it.
    fn pastes(&self, text: &str) {
        for words in [
            &["set-buffer", text][..],
            &["paste-buffer", "-p", "-t", "%0"],
        ] {
            assert!(self.screen.run(words), "{text:?}");
        }
    }

    /// The agent's pane `%3` runs something else, and `top` has seen it: the preview's head says so.
    fn becomes(&self, command: &str, axes: &str) {
        let command = behind_ssh(command);
        let respawn = ["respawn-pane", "-k", "-t", "%3", &command];
        assert!(self.agents.run(&respawn), "{command}");
        self.sees(&format!(" %3 {axes}"));
    }

    /// The same: it plays a part of the session `api` from the beginning.
    fn plays(&self, first: &str, axes: &str) {
        let part = format!("part-api-{first}/script");
        let script = self.agents.folder().join(part);
        self.becomes(&format!("exec sh '{}'", script.display()), axes);
    }

    fn shown(&self) -> String {
        self.screen.shown(&["capture-pane", "-p", "-t", "%0"])
    }

    fn sees(&self, text: &str) {
        self.screen.wait_for("%0", text);
    }

    /// The same, wherever lines are broken.
    fn reads(&self, text: &str) {
        let said = || {
            let shown = self.shown();
            shown.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.screen.wait_until_said(said, text);
    }

    fn sees_no(&self, text: &str) {
        let says = || {
            if self.shown().contains(text) {
                "there"
            } else {
                "gone"
            }
        };
        self.screen.wait_until_said(|| says().to_owned(), "gone");
    }

    /// Presses keys, and the selected pane, whose verdict heads the preview, is this one.
    fn selects(&self, keys: &[&str], pane: &str) {
        self.press(keys);
        self.sees(&format!(" {pane} supported · "));
    }

    /// The panes in the order of their rows.
    fn order(&self) -> Vec<String> {
        let shown = self.shown();
        let rows = shown
            .lines()
            .skip(2)
            .take_while(|row| !row.contains("supported ·"));
        let pane = |row: &str| {
            row.split_whitespace()
                .find(|word| word.starts_with('%'))
                .map(str::to_owned)
        };
        rows.filter_map(pane).collect()
    }
}

/// The list, the preview and the keys that only look.
fn looks_around(person: &Person) {
    for part in [
        "state",
        "since",
        "where",
        "pane",
        "agent",
        "what",
        "? help",
        "api:0.0",
        "web:2.0",
        "claude 2.1.330",
        "codex",
    ] {
        person.sees(part);
    }
    person.sees("Do you want to make this edit to notes.txt?");
    person.sees("awaiting_operator · modal · approval_prompt");
    person.sees("❯ 1. Yes");
    assert_eq!(person.order(), ["%1", "%4", "%3", "%5", "%2", "%6"]);
    person.selects(&["j"], "%4");
    person.sees("rate_limit");
    person.selects(&["Down"], "%3");
    person.selects(&["k"], "%4");
    person.selects(&["End"], "%6");
    person.selects(&["Up", "Up"], "%5");
    person.selects(&["Home"], "%1");
    person.selects(&["NPage"], "%6");
    person.selects(&["PPage"], "%1");
    person.press(&["z"]);
    person.sees("dialog│");
    person.press(&["z"]);
    person.sees_no("dialog│");
    person.press(&["p"]);
    person.sees_no("❯ 1. Yes");
    person.press(&["p"]);
    person.sees("❯ 1. Yes");
    person.press(&["g", "z"]);
    person.sees("dialog│");
    assert_eq!(person.order(), ["%1", "%3", "%2", "%4", "%5", "%6"]);
    person.press(&["g", "z"]);
    person.sees_no("dialog│");
    person.press(&["?"]);
    for part in [
        "select a pane",
        "interrupt its turn",
        "ctrl-u",
        "ctrl-c",
        "~ stalled",
        ". other",
    ] {
        person.sees(part);
    }
    person.press(&["x"]);
    person.sees_no("select a pane");
}

/// The filter: typed, taken back, kept, cleared.
fn filters(person: &Person) {
    person.press(&["/"]);
    person.types("codexx");
    person.sees("no pane passes the filter");
    person.press(&["BSpace"]);
    person.sees("/codex▏");
    person.press(&["Enter"]);
    person.sees("filter: codex");
    person.sees("Reconnecting... 3/5");
    assert_eq!(person.order(), ["%6"]);
    unfilters(person);
    person.sees("api:0.0");
}

/// Leaves the filter. Escape and a key right behind it would be another key.
fn unfilters(person: &Person) {
    person.press(&["/", "Escape"]);
    person.sees("? help");
}

/// What is pasted is text: its letters neither answer the dialog nor leave. Ctrl-U takes a text back.
fn pastes(person: &Person) {
    person.selects(&["Home"], "%1");
    person.pastes("a\n1\nq");
    person.sees("a pasted text is no keys");
    assert_eq!(read(person, "approval-edit"), "");
    person.press(&["/"]);
    person.pastes("codex");
    person.sees("/codex▏");
    person.press(&["C-u"]);
    person.sees("/▏");
    person.press(&["Escape"]);
    person.sees("? help");
}

/// What would be wrong is refused before anything is pressed.
fn refuses(person: &Person) {
    person.selects(&["Home"], "%1");
    person.press(&["s"]);
    person.sees("text typed into this pane now would not be a prompt");
    person.press(&["i"]);
    person.sees("no turn runs in this pane");
    person.selects(&["End"], "%6");
    person.press(&["a"]);
    person.sees("no dialog with options waits in this pane");
    for (session, first) in [("api", "approval-edit"), ("web", "retrying-server")] {
        let typed = fs::read(typed(&person.agents, session, first));
        assert_eq!(typed.unwrap_or_default(), b"", "{first}");
    }
}

/// Answers the dialog: looks at the options, leaves, comes back and takes the first.
fn answers(person: &Person) {
    person.selects(&["Home"], "%1");
    person.press(&["a"]);
    person.sees("answer %1");
    person.sees("enter presses: 1;");
    person.press(&["3"]);
    person.sees("enter presses: 3;");
    person.press(&["k", "Down", "Up"]);
    person.sees("enter presses: 2;");
    person.press(&["Escape"]);
    person.sees_no("enter presses");
    person.press(&["a", "Enter"]);
    person.sees("answered");
    person.sees_no("1 blocked");
    assert_eq!(read(person, "approval-edit"), "1");
}

/// Interrupts the turn, on the second thought.
fn interrupts(person: &Person) {
    person.press(&["/"]);
    person.types("%2");
    person.press(&["Enter"]);
    person.sees("second paragraph");
    person.press(&["i"]);
    person.sees("interrupt %2?");
    person.press(&["n"]);
    person.sees_no("interrupt %2?");
    person.press(&["i", "y"]);
    person.sees("interrupted");
    person.sees_no("2 working");
    assert_eq!(read(person, "streaming-long"), "\u{1b}");
    unfilters(person);
}

/// Sends a prompt, on the second try.
fn sends(person: &Person) {
    person.press(&["/"]);
    person.types("%3");
    person.press(&["Enter"]);
    person.sees("filter: %3");
    person.press(&["s"]);
    person.sees("send to %3");
    person.types("no");
    person.sees("no▏");
    person.press(&["Escape"]);
    person.sees_no("send to %3");
    person.press(&["s", "Enter"]);
    person.types("wrong");
    person.sees("wrong▏");
    person.press(&["C-u"]);
    person.sees_no("wrong▏");
    person.pastes(&format!("{PROMPT}x"));
    person.press(&["BSpace"]);
    person.sees(&format!("{PROMPT}▏"));
    is_refused_and_kept(person);
    person.press(&["Enter"]);
    person.sees("sent");
    assert_eq!(
        read(person, "idle-fresh"),
        format!("\u{1b}[200~{PROMPT}\u{1b}[201~\r")
    );
    unfilters(person);
}

/// The prompt is on its way while the screen says nothing; then a dialog stands there. The text is not lost.
fn is_refused_and_kept(person: &Person) {
    person.becomes(NOTHING, "unknown");
    person.press(&["Enter"]);
    person.sees_no("send to %3");
    person.press(&["Enter"]);
    person.reads("%3 is still being acted on");
    person.press(&["q"]);
    person.reads("%3 is still being acted on; once more leaves that to itself");
    person.plays("approval-edit", "supported · awaiting_operator");
    // For the dialog, or because it is another process; by when it first looked.
    person.reads("%3: send refused: ");
    person.reads("(s opens the text again)");
    person.plays("idle-fresh", "supported · idle");
    person.press(&["s"]);
    person.sees(&format!("{PROMPT}▏"));
}

/// Leaves while a prompt is on its way, on the second word.
fn leaves_on_a_second_word(person: &Person) {
    person.press(&["/"]);
    person.types("%3");
    person.press(&["Enter"]);
    person.sees("filter: %3");
    person.plays("idle-fresh", "supported · idle");
    person.press(&["s"]);
    person.types("later");
    person.sees("later▏");
    person.becomes(NOTHING, "unknown");
    person.press(&["Enter"]);
    person.sees_no("send to %3");
    person.press(&["q"]);
    person.reads("once more leaves that to itself");
    person.press(&["q"]);
    has_left(person);
}

/// `top` has ended; it is started anew at once: the agents' server outlives clients that go and clients that come.
fn has_left(person: &Person) {
    person.sees("the-end");
    assert!(person.screen.run(&["send-keys", "-R", "-t", "%0"]));
    person.sees_no("the-end");
    person.runs(&["? help"]);
}

/// Goes to a pane, and leaves by each key that leaves.
fn leaves(person: &Person) {
    person.press(&["/"]);
    person.types("%5");
    person.press(&["Enter"]);
    person.sees("filter: %5");
    person.sees(" %5 supported · ");
    person.press(&["Enter"]);
    person.sees("%5 is its session's current pane");
    let current = person
        .agents
        .shown(&["display-message", "-p", "-t", "web:", "#{pane_id}"]);
    assert_eq!(current, "%5");
    for key in ["q", "Escape", "C-c"] {
        person.press(&[key]);
        has_left(person);
    }
    let flag = |name: &str| {
        let format = format!("#{{{name}}}");
        person
            .screen
            .shown(&["display-message", "-p", "-t", "%0", &format])
    };
    assert_eq!(flag("alternate_on"), "1");
    let pid = fs::read_to_string(person.screen.folder().join("pid")).expect("a process");
    signal(pid.trim(), "-TERM");
    person.sees("the-end");
    assert_eq!([flag("alternate_on"), flag("cursor_flag")], ["0", "1"]);
}

/// What was typed into an agent of the session `api`.
fn read(person: &Person, first: &str) -> String {
    fs::read_to_string(typed(&person.agents, "api", first)).unwrap_or_default()
}

fn drive(person: &Person) {
    looks_around(person);
    filters(person);
    pastes(person);
    refuses(person);
    answers(person);
    interrupts(person);
    sends(person);
    leaves_on_a_second_word(person);
    leaves(person);
}

#[test]
fn a_person_drives_all_of_it_in_a_small_terminal_without_color() {
    let Some(person) = Person::start("top-small", ["80", "24"], "NO_COLOR=1") else {
        return;
    };
    let styled = person
        .screen
        .shown(&["capture-pane", "-e", "-p", "-t", "%0"]);
    for color in ["[38;", "[48;"] {
        assert!(!styled.contains(color), "{styled:?}");
    }
    // All of the keys fit.
    person.sees("? help  q quit");
    person.sees("/ find  g group  p view  z zones");
    drive(&person);
}

#[test]
fn a_person_drives_all_of_it_in_a_large_terminal() {
    let Some(person) = Person::start("top-large", ["200", "50"], "COLORTERM=truecolor") else {
        return;
    };
    let styled = person
        .screen
        .shown(&["capture-pane", "-e", "-p", "-t", "%0"]);
    assert!(styled.contains("\u{1b}[38;5;3m! 1 blocked"), "{styled:?}");
    // Here there is room for all six and the whole dialog.
    person.sees("Esc to cancel · Tab to amend");
    person.sees("p view  z zones");
    drive(&person);
}

/// What each pane is about stands in its row: as much as there is room for.
fn says_what_each_is_about(name: &str, size: [&str; 2], rows: [&str; 4]) {
    let Some(agents) = PrivateTmux::start(&format!("{name}-agents"), "exec sleep 600") else {
        return;
    };
    shows(WORK, "tool-queued-two").play(&agents, "queued");
    shows("claude/2.1.245/drafts-120x40", "draft-numbered-menu").play(&agents, "draft");
    shows(BACKGROUND, "background-idle").play(&agents, "back");
    let Some(person) = Person::before(agents, name, size, "") else {
        return;
    };
    person.runs(&["2 idle", "1 working"]);
    for part in rows {
        person.sees(part);
    }
}

#[test]
fn drafts_queued_messages_tokens_and_background_stand_in_their_rows() {
    let rows = [
        "tool 13s 40 tokens · queued “and then tidy up”, “also look at the tests”",
        "draft “Do you want",
        "1 in the background",
        "queued:0.0",
    ];
    says_what_each_is_about("top-rows", ["200", "50"], rows);
    let rows = [
        "tool 13s 40 tokens · queued",
        "draft “Do you want",
        "1 in the background",
        "queued:0.0",
    ];
    says_what_each_is_about("top-rows-small", ["80", "24"], rows);
}

#[test]
fn forty_panes_scroll_and_the_one_that_asks_stands_first() {
    let Some(person) = Person::start("top-many", ["80", "24"], "") else {
        return;
    };
    let screen = capture_file(&format!("{RETRY}/retrying-server"));
    let show = behind_ssh(&format!("cat '{}'; exec sleep 600", screen.display()));
    for _ in 0..34 {
        assert!(person.agents.run(&["new-window", "-d", "-t", "web", &show]));
    }
    person.sees("36 working");
    person.selects(&["Home"], "%1");
    // A turn that retries for long is said to stall, and its pane moves.
    until("the end of the list, and its last pane selected", || {
        person.press(&["End"]);
        let (order, shown) = (person.order(), person.shown());
        let selected = |last: &String| shown.contains(&format!(" {last} supported · "));
        order.first().is_some_and(|it| it != "%1") && order.last().is_some_and(selected)
    });
    person.press(&["/"]);
    person.types("blocked");
    person.press(&["Enter"]);
    person.sees("Do you want to make this edit to notes.txt?");
    until("the filtered list", || person.order() == ["%1"]);
}

#[test]
fn a_dialog_that_took_anothers_place_is_not_answered() {
    let Some(person) = Person::start("top-other", ["100", "30"], "") else {
        return;
    };
    person.press(&["a"]);
    person.sees("enter presses: 1;");
    let other = shows(APPROVALS, "approval-write-second");
    other.play(&person.agents, "api");
    let folder = person.agents.folder();
    let script = folder.join("part-api-approval-write-second/script");
    let command = behind_ssh(&format!("exec sh '{}'", script.display()));
    let other = ["respawn-pane", "-k", "-t", "%1", &command];
    assert!(person.agents.run(&other));
    person.agents.wait_for("%1", "hello.py");
    person.press(&["Enter"]);
    // `top` has seen the other one before the key, or `shadow choose` finds it at its look.
    let refused = ["it is another dialog now", "this dialog is gone"];
    until("a refusal", || {
        refused.iter().any(|words| person.shown().contains(words))
    });
    assert_eq!(read(&person, "approval-edit"), "");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_shadow"))
        .arg("top")
        .output()
        .expect("shadow runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("shadow panes"), "{said}");
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_is_told() {
    let Some(screen) = PrivateTmux::start("top-dumb", "exec sleep 600") else {
        return;
    };
    let command = format!(
        "TERM=dumb {} top; echo \"left with $?\"; exec sleep 600",
        env!("CARGO_BIN_EXE_shadow")
    );
    assert!(screen.run(&["respawn-pane", "-k", "-t", "%0", &command]));
    screen.wait_for("%0", "left with 2");
    let said = screen.shown(&["capture-pane", "-p", "-J", "-t", "%0"]);
    assert!(
        said.contains("TERM is dumb; `shadow panes` prints a list"),
        "{said}"
    );
}
