//! The program status record (OSC 7501) that a screen amounts to, for CLIs that send none.

use shadow_tui::contract::{
    Availability, BlockKind, BlockOrigin, BusinessState, OperatorBlock, Payload,
};
use shadow_tui::reducer::{Lifecycle, Readiness, TurnState};

/// The record, as the protocol writes it; none where the screen does not tell, and the last one
/// holds.
pub fn record(payload: &Payload) -> Option<String> {
    let assessment = &payload.surface_assessment;
    match assessment.availability {
        Availability::Supported => {}
        Availability::Disconnected => return Some("state=clear".to_owned()),
        Availability::Unsupported | Availability::Unknown => return None,
    }
    let block = assessment.operator_block.as_ref();
    let block = block.filter(|_| assessment.business_state == BusinessState::AwaitingOperator);
    let state = match block {
        // What the person opened is no news to them.
        Some(block) if block.origin == BlockOrigin::Operator => return None,
        Some(block) => format!("blocked:kind={}", kind(block)),
        None => state(&payload.lifecycle?, assessment.business_state)?.to_owned(),
    };
    let app = &payload.parser_metadata.provider_id;
    Some(format!("state={state}:app={app}"))
}

fn kind(block: &OperatorBlock) -> &'static str {
    match block.kind {
        BlockKind::Question | BlockKind::Plan => "question",
        BlockKind::Setup => "auth",
        _ => "permission",
    }
}

fn state(lifecycle: &Lifecycle, business: BusinessState) -> Option<&'static str> {
    match lifecycle.turn {
        TurnState::Waiting | TurnState::InProgress | TurnState::CandidateComplete => {
            Some("working")
        }
        TurnState::Completed | TurnState::Failed | TurnState::Inactive
            if business == BusinessState::Working =>
        {
            Some("working")
        }
        TurnState::Completed => Some("done"),
        TurnState::Failed => Some("error"),
        TurnState::Inactive => (lifecycle.readiness == Readiness::Ready).then_some("idle"),
        TurnState::Blocked | TurnState::Unknown | TurnState::Stalled => None,
    }
}
