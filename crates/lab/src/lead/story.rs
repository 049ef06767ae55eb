//! What is tried, step by step, and what must come of it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::life::{LEADS, LED, Life};
use crate::error::Result;
use crate::model::tool::{Choice, Question};
use crate::model::{Event, Reply, Shell, Tool};

/// What the first leading agent may do.
pub const FIRST_ALLOWED: &str = "send,answer";
/// What the second one may do.
const THEN_ALLOWED: &str = "approve";

/// What the agent that is led says in the end.
const ANSWER: &str = "The border is green now.";
/// The file that its command makes.
const MADE: &str = "/home/user/project/made.txt";

/// One thing that must hold.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Step {
    /// What.
    pub what: String,
    /// Whether it held.
    pub is_right: bool,
    /// What was there.
    pub told: Value,
    /// Whether the story is over with it.
    pub is_last: bool,
}

/// Takes the steps.
struct Book<F> {
    add: F,
}

impl<F: Fn(Step) -> Result<()>> Book<F> {
    fn hold(&self, what: &str, is_right: bool, told: &Value) -> Result<()> {
        (self.add)(Step {
            what: what.to_owned(),
            is_right,
            told: told.clone(),
            is_last: false,
        })
    }
}

/// Plays it.
pub fn play(life: &Life, add: impl Fn(Step) -> Result<()>) -> Result<()> {
    let book = Book { add };
    watches(life, &book)?;
    let signature = sends(life, &book)?;
    answers(life, &book, &signature)?;
    is_refused(life, &book)?;
    life.allow(THEN_ALLOWED)?;
    approves(life, &book)?;
    (book.add)(Step {
        what: "the story is over".to_owned(),
        is_right: true,
        told: Value::Null,
        is_last: true,
    })
}

fn watches<F: Fn(Step) -> Result<()>>(life: &Life, book: &Book<F>) -> Result<()> {
    let own = json!({ "pane": LEADS, "text": "hello" });
    let told = life.leads(vec![("panes", json!({})), ("pane_send", own)])?;
    let panes = told[0]["panes"].as_array().cloned().unwrap_or_default();
    let of = |id: &str| panes.iter().find(|pane| pane["id"] == id);
    let knows = of(LEADS).is_some_and(|pane| pane["self"] == true)
        && of(LED).is_some_and(|pane| pane["self"] == false && pane["takes_a_prompt"] == true);
    book.hold("it sees both panes, and which is its own", knows, &told[0])?;
    book.hold(
        "it can do nothing in its own pane",
        code(&told[1]) == "own_pane",
        &told[1],
    )
}

/// It sends a prompt, waits until the other agent asks, and reads the question. Gives the signature.
fn sends<F: Fn(Step) -> Result<()>>(life: &Life, book: &Book<F>) -> Result<String> {
    let option = |label: &str| Choice {
        label: label.to_owned(),
        description: format!("A {} border", label.to_lowercase()),
    };
    let question = Question {
        question: "Which colour shall the border have?".to_owned(),
        header: "Border".to_owned(),
        options: vec![option("Blue"), option("Green")],
        multi: false,
    };
    let questions = vec![question];
    life.led
        .enqueue(Reply::of(vec![Event::Tool(Tool::Ask { questions })]));
    life.led.enqueue(Reply::text(ANSWER));
    let told = life.leads(vec![
        (
            "pane_send",
            json!({ "pane": LED, "text": "draw the border", "key": "first" }),
        ),
        ("pane_wait", json!({ "panes": [LED], "until": ["blocked"] })),
        ("pane_read", json!({ "pane": LED })),
    ])?;
    book.hold(
        "it sends a prompt to the other agent",
        told[0]["outcome"] == "done",
        &told[0],
    )?;
    let asked = told[1]["settled"] == true && told[1]["panes"][0]["what"] == "blocked";
    book.hold("it waits until the other agent asks", asked, &told[1])?;
    let question = &told[2]["question"];
    let reads = question["kind"] == "question" && question["asks"]["source"] == "screen";
    let text = question["asks"]["text"].as_str().unwrap_or_default();
    let reads = reads && text.contains("Which colour shall the border have?");
    book.hold("it reads the question", reads, question)?;
    Ok(question["signature"]
        .as_str()
        .unwrap_or_default()
        .to_owned())
}

fn answers<F: Fn(Step) -> Result<()>>(life: &Life, book: &Book<F>, signature: &str) -> Result<()> {
    let told = life.leads(vec![(
        "pane_answer",
        json!({ "pane": LED, "signature": signature, "text": "green" }),
    )])?;
    book.hold(
        "it answers the question",
        told[0]["outcome"] == "done",
        &told[0],
    )?;
    let done = json!({ "panes": [LED], "until": ["done"], "cursor": told[0]["cursor"] });
    let told = life.leads(vec![
        ("pane_wait", done),
        ("pane_turns", json!({ "pane": LED })),
    ])?;
    let chosen = life.led.snapshot().tool_results;
    let chosen = chosen.last().map(|result| result.text.clone());
    let chosen = chosen.unwrap_or_default();
    let is_green = chosen.contains("Green") && !chosen.contains("Blue");
    book.hold(
        "the other agent's model gets that answer",
        is_green,
        &json!(chosen),
    )?;
    let turn = &told[1]["turns"][0];
    let answer = turn["answer"]["text"].as_str().unwrap_or_default();
    let reads = turn["outcome"] == "success" && answer.contains(ANSWER);
    book.hold("it reads the other agent's answer", reads, &told[1])
}

/// Lets the other agent ask for leave to run a command, and gives the signature of the approval as the leading one reads it.
fn asked(life: &Life) -> Result<String> {
    let read = life.leads(vec![("pane_read", json!({ "pane": LED }))])?;
    let signature = read[0]["question"]["signature"].as_str();
    Ok(signature.unwrap_or_default().to_owned())
}

fn is_refused<F: Fn(Step) -> Result<()>>(life: &Life, book: &Book<F>) -> Result<()> {
    life.led.clear();
    life.led
        .enqueue(Reply::of(vec![Event::Tool(Tool::Shell(Shell {
            command: "touch made.txt".to_owned(),
            description: "Make an empty file".to_owned(),
            ..Shell::default()
        }))]));
    life.led.enqueue(Reply::text("The file is made."));
    let told = life.leads(vec![
        (
            "pane_send",
            json!({ "pane": LED, "text": "make the file", "key": "second" }),
        ),
        ("pane_wait", json!({ "panes": [LED], "until": ["blocked"] })),
    ])?;
    let blocked = told[1]["panes"][0]["what"] == "blocked";
    book.hold(
        "it waits until the other agent asks for leave",
        blocked,
        &told[1],
    )?;
    let signature = asked(life)?;
    let told = life.leads(vec![(
        "pane_answer",
        json!({ "pane": LED, "signature": signature, "option": 1 }),
    )])?;
    let dialog = life.payload(LED)?["surface_assessment"]["operator_block"].clone();
    let stands = dialog["signature"] == json!(signature) && dialog["kind"] == "approval_command";
    book.hold(
        "its yes is refused without --allow approve",
        code(&told[0]) == "not_allowed" && stands,
        &told[0],
    )?;
    let made = Path::new(MADE).exists();
    book.hold("the command has not run", !made, &json!(made))
}

fn approves<F: Fn(Step) -> Result<()>>(life: &Life, book: &Book<F>) -> Result<()> {
    let signature = asked(life)?;
    let told = life.leads(vec![
        (
            "pane_answer",
            json!({ "pane": LED, "signature": signature, "option": 1, "key": "third" }),
        ),
        ("pane_wait", json!({ "panes": [LED], "until": ["ready"] })),
    ])?;
    book.hold(
        "with --allow approve its yes is given",
        told[0]["outcome"] == "done",
        &told[0],
    )?;
    let made = Path::new(MADE).exists();
    book.hold("the command has run", made, &json!(made))
}

/// The code of a refusal.
fn code(told: &Value) -> &str {
    told["error"]["code"].as_str().unwrap_or_default()
}
