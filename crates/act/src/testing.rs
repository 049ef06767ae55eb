//! Sights for tests: real captures, read by the engine, with what a test needs changed.

use std::path::Path;

use shadow_core::contract::{
    Availability, BusinessState, ComposerContent, ComposerMode, ComposerView, InputMode, Payload,
};
use shadow_core::{Channels, OwnDialogs, Parser, ProviderChoice, Snapshot, Stack};
use shadow_fixtures::SessionDir;

use crate::report::{ReasonCode, Report};
use crate::sight::{PaneFlags, Sight};
use crate::step::{Act, Machine, Seen};
use crate::{Prompt, Sending, Terms};

/// A sequence that sends a text, on the usual terms.
pub fn sending(text: &str) -> Sending {
    Sending::new(Prompt::new(text).expect("a prompt"), Terms::default())
}

/// How a sequence ended that is at its end.
pub fn report(act: Act) -> Report {
    match act {
        Act::End(report) => *report,
        other => panic!("not at its end: {other:?}"),
    }
}

/// The codes of a report's reasons.
pub fn codes(report: &Report) -> Vec<ReasonCode> {
    report.reasons.iter().map(|reason| reason.code).collect()
}

/// A capture of the corpus whose dialog, if it asks to approve something, counts as one that shows it whole, as `provider/version/session/case`, read by the engine at 120x40.
pub fn capture(name: &str) -> Sight {
    let (session, case) = name.rsplit_once('/').expect("a case");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/corpus");
    let session = SessionDir::read(Path::new(&format!("{corpus}/{session}"))).expect(name);
    let mut captures = session.captures().map(|capture| capture.expect(name));
    let text = captures
        .find(|capture| capture.case.name == case)
        .expect(name)
        .bytes;
    let channels = Channels {
        cols: Some(120),
        rows: Some(40),
        ..Channels::default()
    };
    let provider = name.split('/').next().expect("a provider");
    let snapshot = Snapshot { text, channels };
    let stack = Stack::new(vec![
        Parser::new(shadow_claude::ClaudeProvider::new(&OwnDialogs::NONE)),
        Parser::new(shadow_codex::CodexProvider::new(&OwnDialogs::NONE)),
    ]);
    let mut payload: Payload = stack.parse(ProviderChoice::Named(provider), &snapshot);
    let block = payload.surface_assessment.operator_block.as_mut();
    if let Some(block) = block.filter(|block| block.kind.has_subject()) {
        block.subject_whole = Some(true);
    }
    Sight::new(&payload, PaneFlags::default(), 1, stack.manners(&payload))
}

/// An approval of Claude Code, and its signature.
pub fn dialog() -> (Sight, String) {
    let sight = capture("claude/2.1.330/basic-120x40/approval-command");
    let signature = sight.block.as_ref().expect("a block").signature.clone();
    (sight, signature)
}

/// Claude Code's free prompt.
pub fn idle() -> Sight {
    let sight = capture("claude/2.1.330/basic-120x40/idle-fresh");
    assert!(sight.takes_a_prompt);
    sight
}

/// An idle screen with a draft.
pub fn draft(text: &str) -> Sight {
    let composer = Some(ComposerView {
        content: ComposerContent::Draft,
        text: text.to_owned(),
        mode: ComposerMode::Prompt,
        ..ComposerView::default()
    });
    Sight {
        composer,
        takes_a_prompt: false,
        input_mode: InputMode::Freeform,
        business_state: BusinessState::Idle,
        ..idle()
    }
}

/// Shows a sight until the machine says something else than to look again, for `seconds` at most; gives that.
pub fn show(machine: &mut impl Machine, sight: &Sight, now: &mut f64, seconds: f64) -> Act {
    let until = *now + seconds;
    loop {
        match machine.step(Seen::Look(sight), *now) {
            Act::Look { at } if at <= until => *now = at.max(*now + 0.001),
            act => return act,
        }
    }
}

/// Tells the machine that its last paste or key was sent; it looks next.
pub fn sent(machine: &mut impl Machine, now: f64) {
    let act = machine.step(Seen::Sent, now);
    assert!(matches!(act, Act::Look { .. }), "{act:?}");
}

/// The same where a shell is in front of the pane by now: what stands on the screen is what the CLI left there.
pub fn left_by_its_cli(sight: Sight) -> Sight {
    Sight {
        availability: Availability::Disconnected,
        business_state: BusinessState::Unknown,
        input_mode: InputMode::Closed,
        takes_a_prompt: false,
        block: None,
        composer: None,
        ..sight
    }
}
