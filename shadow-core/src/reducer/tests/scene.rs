//! Scenes: what may be on a pane.

pub(super) use crate::contract::testing::{agent, cell, user};

use super::Observation;
use super::words::{number, text};
use crate::contract::{
    Activity, ActivityKind, AnomalyCode, Availability, BlockKind, BlockOrigin, BusinessState,
    DialogCell, Failure, InputMode, OperatorBlock, PendingInput, ShadowAnomaly, UiContext,
};
use crate::snapshot::ProcessState;

pub(super) fn cut(text: &str) -> DialogCell {
    DialogCell {
        truncated_above: true,
        ..agent(text)
    }
}

fn surface(business: BusinessState, input: InputMode, cells: &[DialogCell]) -> Observation {
    let mut observation = Observation {
        cells: cells.to_vec(),
        ..Observation::default()
    };
    let axes = &mut observation.axes;
    axes.availability = Availability::Supported;
    axes.business_state = business;
    axes.input_mode = input;
    axes.ui_context = UiContext::NormalPrompt;
    axes.ui_context_base = UiContext::NormalPrompt;
    axes.submit_ready = business == BusinessState::Idle && input == InputMode::Freeform;
    axes.safe_to_type = axes.submit_ready;
    observation
}

pub(super) fn ready(cells: &[DialogCell]) -> Observation {
    surface(BusinessState::Idle, InputMode::Freeform, cells)
}

pub(super) fn working(cells: &[DialogCell]) -> Observation {
    Observation {
        activity: Some(Activity {
            kind: ActivityKind::Streaming,
            ..Activity::default()
        }),
        ..surface(BusinessState::Working, InputMode::Freeform, cells)
    }
}

pub(super) fn typed(draft: &str, cells: &[DialogCell]) -> Observation {
    let mut observation = ready(cells);
    observation.draft = Some(draft.to_owned());
    observation.axes.safe_to_type = false;
    observation
}

pub(super) fn queued(cells: &[DialogCell]) -> Observation {
    Observation {
        pending: PendingInput::Yes,
        ..working(cells)
    }
}

pub(super) fn blocked(subject: &str, cells: &[DialogCell]) -> Observation {
    let mut block = OperatorBlock {
        kind: BlockKind::ApprovalCommand,
        origin: BlockOrigin::Agent,
        subject: Some(subject.to_owned()),
        ..OperatorBlock::default()
    };
    block.sign();
    let mut observation = surface(BusinessState::AwaitingOperator, InputMode::Modal, cells);
    observation.axes.ui_context = UiContext::ApprovalPrompt;
    observation.block = Some(block);
    observation
}

/// A popup or a search over an idle composer.
fn popup(cells: &[DialogCell]) -> Observation {
    surface(BusinessState::Idle, InputMode::Modal, cells)
}

/// A side chat that has the keys, and what is seen of the main session.
fn side(business: BusinessState, cells: &[DialogCell]) -> Observation {
    let mut observation = surface(business, InputMode::Modal, cells);
    observation.axes.ui_context = UiContext::SideChat;
    observation
}

/// A panel that a person has opened.
fn panel(cells: &[DialogCell]) -> Observation {
    let mut observation = blocked("x", cells);
    if let Some(block) = &mut observation.block {
        block.origin = BlockOrigin::Operator;
    }
    observation
}

/// A dialog that nothing names.
fn unnamed(cells: &[DialogCell]) -> Observation {
    let mut observation = blocked("x", cells);
    if let Some(block) = &mut observation.block {
        (block.kind, block.origin) = (BlockKind::Unknown, BlockOrigin::Unknown);
        block.sign();
    }
    observation
}

/// A dialog that a report alone tells of.
fn reported(cells: &[DialogCell]) -> Observation {
    let code = AnomalyCode::ContradictoryEvidence;
    Observation {
        anomalies: vec![ShadowAnomaly::new(code, "the screen shows no dialog")],
        ..surface(BusinessState::AwaitingOperator, InputMode::Unknown, cells)
    }
}

/// A question of the agent's in front of the composer.
fn asked(question: &str, cells: &[DialogCell]) -> Observation {
    let mut observation = blocked(question, cells);
    observation.axes.ui_context = UiContext::QuestionPrompt;
    if let Some(block) = &mut observation.block {
        block.kind = BlockKind::Question;
        block.sign();
    }
    observation
}

pub(super) fn unwitnessed(cells: &[DialogCell]) -> Observation {
    Observation {
        unwitnessed: true,
        ..surface(BusinessState::Unknown, InputMode::Freeform, cells)
    }
}

pub(super) fn unknown() -> Observation {
    surface(BusinessState::Unknown, InputMode::Unknown, &[])
}

pub(super) fn blank() -> Observation {
    Observation::default()
}

pub(super) fn gone() -> Observation {
    let mut observation = Observation::default();
    observation.axes.availability = Availability::Disconnected;
    observation.axes.input_mode = InputMode::Closed;
    observation
}

pub(super) fn failed(cells: &[DialogCell]) -> Observation {
    Observation {
        failure: Some(Failure::default()),
        ..ready(cells)
    }
}

pub(super) fn interrupted(cells: &[DialogCell]) -> Observation {
    Observation {
        interrupted: true,
        end_mark: true,
        ..ready(cells)
    }
}

/// A scene as a story words it: what the surface is, and what is different about it.
pub(super) fn scene(words: &[String], cells: &[DialogCell]) -> Observation {
    let subject = || text(&words[1]);
    let (mut scene, taken) = match words[0].as_str() {
        "blank" => (blank(), 1),
        "gone" => (gone(), 1),
        "unknown" => (unknown(), 1),
        "ready" => (ready(cells), 1),
        "working" => (working(cells), 1),
        "queued" => (queued(cells), 1),
        "popup" => (popup(cells), 1),
        "covered" => (side(BusinessState::Unknown, cells), 1),
        "beside" => (side(BusinessState::Working, cells), 1),
        "rests" => (side(BusinessState::Idle, cells), 1),
        "unwitnessed" => (unwitnessed(cells), 1),
        "failed" => (failed(cells), 1),
        "interrupted" => (interrupted(cells), 1),
        "typed" => (typed(&subject(), cells), 2),
        "blocked" => (blocked(&subject(), cells), 2),
        "asks" => (asked(&subject(), cells), 2),
        "panel" => (panel(cells), 1),
        "unnamed" => (unnamed(cells), 1),
        "reported" => (reported(cells), 1),
        other => panic!("no scene is {other}"),
    };
    scene.cells = cells.to_vec();
    words[taken..]
        .iter()
        .for_each(|word| differ(&mut scene, word));
    scene
}

fn differ(scene: &mut Observation, word: &str) {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    match name {
        "only_title_works" => {
            scene.only_title_works = true;
            scene.activity = None;
        }
        "only_title_rests" => scene.only_title_rests = true,
        "screen_rests" => scene.screen_rests = true,
        "end_mark" => scene.end_mark = true,
        "background" => scene.background = true,
        "suspended" => {
            scene.suspended = true;
            scene.process = ProcessState::Running;
        }
        "elapsed" => {
            if let Some(activity) = &mut scene.activity {
                activity.elapsed_seconds = Some(number(value));
            }
        }
        "size" => {
            let (cols, rows) = value.split_once('x').expect("columns and rows");
            scene.size = Some([cols, rows].map(|it| it.parse().expect("a number")));
        }
        "generation" => scene.generation = value.parse().ok(),
        "title" => scene.reports.title = Some(text(value)),
        "draft" => scene.draft = Some(text(value)),
        "idle_title" => {
            scene.reports.title = Some(text(value));
            scene.reports.title_says = Some("idle");
        }
        other => panic!("no scene differs by {other}"),
    }
}
