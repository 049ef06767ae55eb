//! Tools that type: send, answer, interrupt.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shadow_act::{ActOutcome, Answer, Choice, Prompt, Terms};
use shadow_tui::contract::{BlockKind, BlockOption, OperatorBlock, OptionRole};

use super::desk::{Desk, Result};
use super::refusal::Refusal;
use super::waiting::cursor;
use crate::acts::{Act, Asked};
use crate::board::PaneNow;

/// Seconds for an act: a call must end before clients cut it.
const PATIENCE: f64 = 45.0;

/// What `pane_send` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Send {
    /// The pane, by its key or id.
    pane: String,
    /// The prompt. Control characters are refused, except line ends and tabs.
    text: String,
    /// Send only if this is still the pane's last turn (`turn` of the tool panes).
    #[serde(default)]
    if_turn: Option<u64>,
    /// Your own name for this call. If you call again with the key, you get the first result and nothing is sent twice.
    #[serde(default)]
    key: Option<String>,
}

/// What `pane_answer` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Answering {
    /// The pane, by its key or id.
    pane: String,
    /// The signature of the dialog that you read.
    signature: String,
    /// The number of the dialog that you read, if you got one.
    #[serde(default)]
    appearance: Option<u64>,
    /// The option, by its number as `pane_read` lists it.
    #[serde(default)]
    option: Option<u32>,
    /// Or the option, by words that only its label has.
    #[serde(default)]
    text: Option<String>,
    /// Your own name for this call. If you call again with the key, you get the first result and nothing is answered twice.
    #[serde(default)]
    key: Option<String>,
}

/// What `pane_interrupt` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stopping {
    /// The pane, by its key or id.
    pane: String,
    /// The turn to stop (`turn` of the tool panes). Another turn is left alone.
    turn: u64,
}

/// An act that was done, and seen to be done.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Done {
    /// The pane's key.
    pane: String,
    /// `done`.
    outcome: &'static str,
    /// The place in the events from before the act: give it to `pane_wait`.
    cursor: String,
}

impl Desk {
    /// `pane_send`.
    pub(super) fn send(&self, asked: &Send) -> Result {
        let now = self.find_to_act(&asked.pane, self.leave.send, "send")?;
        self.once("send", asked.key.as_deref(), || {
            let turn = now.look.payload.lifecycle.and_then(|life| life.turn_id);
            if asked.if_turn.is_some() && asked.if_turn != turn {
                return Err(other_turn());
            }
            let prompt =
                Prompt::new(&asked.text).map_err(|error| Refusal::bad(error.to_string()))?;
            let terms = Terms::default();
            let turn = now.turn().filter(|_| asked.if_turn.is_some());
            self.act(&now, Act::Send { prompt, terms }, turn)
        })
    }

    /// `pane_answer`.
    pub(super) fn answer(&self, asked: &Answering) -> Result {
        let now = self.find_to_act(&asked.pane, self.leave.answer, "answer")?;
        self.once("answer", asked.key.as_deref(), || {
            let block = now.look.payload.surface_assessment.operator_block.as_ref();
            let block = block.filter(|block| block.signature == asked.signature);
            let block = block.ok_or_else(|| {
                Refusal::new(
                    "other_dialog",
                    "The dialog of this signature is not open.",
                    "Read the pane again; another dialog has another signature.",
                )
            })?;
            let (choice, option) = chosen(block, asked.option, asked.text.as_deref())?;
            may_answer(block, option, self.leave.approve)?;
            let answer = Answer::new(choice, &asked.signature).of_appearance(asked.appearance);
            self.act(&now, Act::Choose(answer), None)
        })
    }

    /// `pane_interrupt`.
    pub(super) fn interrupt(&self, asked: &Stopping) -> Result {
        let now = self.find_to_act(&asked.pane, self.leave.interrupt, "interrupt")?;
        let turn = now.look.payload.lifecycle.and_then(|life| life.turn_id);
        if turn != Some(asked.turn) {
            return Err(other_turn());
        }
        let act = Act::Interrupt {
            force: false,
            dialog: false,
            signature: None,
        };
        self.act(&now, act, now.turn())
    }

    /// Does it, in a pane of another machine only while this is the last turn there.
    fn act(&self, now: &PaneNow, act: Act, turn: Option<(String, u64)>) -> Result {
        let before = cursor(&self.board.lock().ring);
        let asked = Asked {
            key: now.key.clone(),
            act,
            timeout: PATIENCE,
            turn,
        };
        let told = self.acts.act(&asked).map_err(|fault| {
            let code = if fault.gone { "gone" } else { "failed" };
            match now.key.host {
                None => Refusal::new(
                    code,
                    "tmux did not carry it out.",
                    "List the panes again; the pane may be gone.",
                ),
                Some(_) => Refusal::new(
                    code,
                    "The other machine did not carry it out, or it is not known whether it did.",
                    "Read the pane before you try again.",
                ),
            }
        })?;
        if told.report.outcome != ActOutcome::Done {
            return Err(Refusal::of(&told));
        }
        let done = Done {
            pane: now.name.clone(),
            outcome: "done",
            cursor: before,
        };
        Ok(serde_json::to_value(done).unwrap_or(Value::Null))
    }
}

fn other_turn() -> Refusal {
    Refusal::new(
        "other_turn",
        "The pane's last turn is another one than you named.",
        "Read the pane again: somebody else may have sent a prompt.",
    )
}

/// The option that is meant.
fn chosen<'b>(
    block: &'b OperatorBlock,
    number: Option<u32>,
    text: Option<&str>,
) -> std::result::Result<(Choice, &'b BlockOption), Refusal> {
    let numbered = block.options.iter().enumerate();
    let numbered = numbered.map(|(at, option)| (shown_number(at, option), option));
    let (choice, found): (Choice, Vec<&BlockOption>) = match (number, text) {
        (Some(number), None) => {
            let fits = numbered.filter(|(shown, _)| *shown == number);
            (
                Choice::Number(number),
                fits.map(|(_, option)| option).collect(),
            )
        }
        (None, Some(text)) => {
            let words = text.to_lowercase();
            let fits = numbered.filter(|(_, option)| option.label.to_lowercase().contains(&words));
            let choice = Choice::Label(text.to_owned());
            (choice, fits.map(|(_, option)| option).collect())
        }
        _ => return Err(Refusal::bad("Name the option by either option or text.")),
    };
    match found.as_slice() {
        [option] => Ok((choice, option)),
        _ => Err(Refusal::new(
            "no_such_option",
            format!("{} options fit.", found.len()),
            "Name one option by its number, as pane_read lists them.",
        )),
    }
}

/// The number by which an option is named: its own, or its place from the top.
pub(super) fn shown_number(at: usize, option: &BlockOption) -> u32 {
    option
        .number
        .unwrap_or(u32::try_from(at + 1).unwrap_or(u32::MAX))
}

/// Whether an agent may choose the option. It answers questions and lists, and says no to everything. A yes to another agent's
/// approval needs the person's leave and a subject that is shown whole. What the CLI asks for itself (trust, sign-in) is the
/// person's.
fn may_answer(
    block: &OperatorBlock,
    option: &BlockOption,
    approve: bool,
) -> std::result::Result<(), Refusal> {
    let refuses = option.refuses || option.role == OptionRole::Cancel;
    match block.kind {
        _ if refuses => Ok(()),
        BlockKind::Question | BlockKind::Picker => Ok(()),
        kind if kind.has_subject() && !approve => Err(Refusal::new(
            "not_allowed",
            "The option approves what another agent wants to do, and this server was started without --allow approve.",
            "Refuse it, or leave it to the person.",
        )),
        kind if kind.has_subject() && block.missing().is_some() => Err(Refusal::new(
            "subject_not_whole",
            "The screen does not show all that the option would approve.",
            "Tell the person to answer in the terminal.",
        )),
        kind if kind.has_subject() => Ok(()),
        _ => Err(Refusal::new(
            "person_needed",
            "Only a person answers this kind of dialog.",
            "Tell the person to answer in the terminal.",
        )),
    }
}
