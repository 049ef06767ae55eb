//! What stands on a pane for less than a look: `shadow watch` on a real tmux server, whose pane draws a prompt and, before
//! it can be looked at, a question over it.

use serde_json::Value;

use crate::played::Played;
use crate::private_tmux::{PrivateTmux, behind_ssh};
use crate::run::{Run, command, feed};

/// Three prompts that Claude Code 2.1.62 draws a question over; the third question is answered.
const QUESTIONS: &str = "claude/2.1.62/questions-closed-120x40";

const PROMPTS: [&str; 3] = ["draw a border", "write a booklet", "see to the lamp"];

/// Each prompt as its scenes end in the recording: it is typed, works, asks, and is over.
const TURNS: [[f64; 4]; 3] = [
    [9.1, 10.5, 12.1, 14.4],
    [14.5, 15.1, 16.6, 19.0],
    [19.2, 19.9, 21.5, 25.0],
];

/// For how long each of them stands. A pane is looked at once it rests and not again for 0.25 s: the look falls on what
/// is typed, and the next one on the question.
const STAND: [f64; 4] = [0.05, 0.05, 1.5, 2.5];

/// Watches a pane that plays the turns, until it is gone.
fn watched(label: &str) -> Option<Run> {
    let scenes = TURNS.map(|turn| turn.into_iter().zip(STAND)).into_iter();
    let scenes: Vec<_> = [(9.0, 2.0)].into_iter().chain(scenes.flatten()).collect();
    let played = Played::scenes(QUESTIONS, label, &scenes);
    let tmux = PrivateTmux::start(label, "exec sleep 60")?;
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    let script = behind_ssh(&format!("exec sh '{}'", played.script()));
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &script]));
    let socket = tmux.socket().display().to_string();
    let args = ["watch", "%0", "--socket", &socket, "--for", "60"];
    Some(feed(command(&args), Vec::new()))
}

/// The prompts that events of a name tell of, where `of` finds them.
fn prompts(events: &[Value], name: &str, of: &str) -> Vec<Value> {
    let named = events.iter().filter(|event| event["event"] == name);
    let prompts = named.map(|event| event.pointer(of).expect("a prompt or none").clone());
    prompts.collect()
}

#[test]
fn a_prompt_that_a_question_was_drawn_over_between_two_looks_is_told() {
    let Some(run) = watched("look-back") else {
        return;
    };
    assert_eq!(run.code, 4, "{}", run.stderr);
    let events = run.json();
    assert_eq!(prompts(&events, "turn_started", "/prompt"), PROMPTS);
    assert_eq!(prompts(&events, "turn_ended", "/record/prompt"), PROMPTS);
}
