//! The program status record (OSC 7501) that a screen amounts to, for CLIs that send none.

use shadow_core::contract::{
    Availability, BlockKind, BlockOrigin, BusinessState, InputMode, OperatorBlock, Payload,
    SurfaceAssessment,
};
use shadow_core::reducer::{Lifecycle, TurnState};

/// The record, as the protocol writes it, of the last screen and what has become of it since; none
/// where it does not tell, and the last one holds.
pub fn record(payload: &Payload, lifecycle: &Lifecycle) -> Option<String> {
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
        None => state(lifecycle, assessment)?.to_owned(),
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

fn state(lifecycle: &Lifecycle, assessment: &SurfaceAssessment) -> Option<&'static str> {
    let working = assessment.business_state == BusinessState::Working;
    match lifecycle.turn {
        TurnState::Waiting | TurnState::InProgress | TurnState::CandidateComplete => {
            Some("working")
        }
        TurnState::Completed | TurnState::Failed | TurnState::Inactive if working => {
            Some("working")
        }
        TurnState::Completed => Some("done"),
        TurnState::Failed => Some("error"),
        // No turn runs; that the composer is there is enough.
        TurnState::Inactive => (assessment.input_mode == InputMode::Freeform).then_some("idle"),
        TurnState::Blocked | TurnState::Unknown | TurnState::Stalled => None,
    }
}

#[cfg(test)]
mod tests {
    use super::record;
    use shadow_core::contract::Payload;
    use shadow_core::reducer::{Readiness, TurnState};
    use shadow_core::{ProviderChoice, Session, Snapshot};

    /// A capture of the corpus, read, with the turn as it is said to stand.
    fn said(capture: &str, turn: TurnState) -> Option<String> {
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/corpus/");
        let text = shadow_fixtures::read_capture(format!("{corpus}{capture}.ansi").as_ref())
            .expect(capture);
        let mut snapshot = Snapshot::from_text(text);
        (snapshot.channels.cols, snapshot.channels.rows) = (Some(120), Some(40));
        let mut session = Session::default();
        let stack = shadow_tui::stack();
        let look = session.look(&stack, ProviderChoice::Auto, &snapshot, 0.0);
        let payload: Payload = look.payload;
        let mut lifecycle = session.lifecycle();
        (lifecycle.turn, lifecycle.readiness) = (turn, Readiness::Unknown);
        record(&payload, &lifecycle)
    }

    #[test]
    fn a_record_follows_the_turn_and_the_dialog() {
        let cases = [
            (
                "claude/2.0.31/basic-120x40/idle-fresh",
                TurnState::Inactive,
                "idle:app=claude",
            ),
            (
                "claude/2.0.31/basic-120x40/streaming",
                TurnState::InProgress,
                "working:app=claude",
            ),
            (
                "claude/2.0.31/basic-120x40/streaming",
                TurnState::Inactive,
                "working:app=claude",
            ),
            (
                "claude/2.0.31/basic-120x40/answered",
                TurnState::Completed,
                "done:app=claude",
            ),
            (
                "claude/2.0.31/basic-120x40/answered",
                TurnState::Failed,
                "error:app=claude",
            ),
            (
                "claude/2.0.31/basic-120x40/approval-command",
                TurnState::Blocked,
                "blocked:kind=permission:app=claude",
            ),
            (
                "codex/0.34.0/approval-command-120x40/approval-command",
                TurnState::Blocked,
                "blocked:kind=permission:app=codex",
            ),
        ];
        for (capture, turn, expected) in cases {
            let expected = Some(format!("state={expected}"));
            assert_eq!(said(capture, turn), expected, "{capture} {turn:?}");
        }
        let stalled = said("claude/2.0.31/basic-120x40/answered", TurnState::Stalled);
        assert_eq!(stalled, None, "the last one holds");
    }
}
