//! The folder's `session.toml`, as the fixtures have it. Its truth is what the engine read: nobody
//! has witnessed it, and each case says so.

use std::path::Path;

use shadow_fixtures::{
    BlockTruth, Case, Cast, ProgramStatus, SCHEMA, Session, SessionDir, Truth, TurnTruth,
};
use shadow_tui::contract::{Payload, wire_name};
use shadow_tui::reducer::Outcome;

use super::taken::Taken;
use crate::setup;

/// The witness in place of a proof.
const UNWITNESSED: &str = "none: the truth is the engine's own reading; check it by eye";

/// Writes it, with the recording in its pack. `ended` is how the turns ended that were told while it was recorded: where a
/// replay tells others, no turns are named, and the line that says so is given.
pub fn write(
    dir: &Path,
    recording: &Path,
    taken: &[Taken],
    ended: &[Outcome],
) -> Result<Option<String>, String> {
    let Some(last) = taken.last() else {
        return Ok(None);
    };
    let mut session = Session {
        schema: SCHEMA,
        provider: last.payload.parser_metadata.provider_id.clone(),
        version: version(taken),
        scenario: "recorded".to_owned(),
        setting: size(last).map(|side| side.to_string()).join("x"),
        made: shadow_lab::today(),
        how: "shadow record".to_owned(),
        dropped: Vec::new(),
        turns: None,
        cases: taken.iter().map(case).collect(),
    };
    let screens: Vec<Vec<u8>> = taken
        .iter()
        .map(|it| it.text.clone().into_bytes())
        .collect();
    let cast = Cast::read(recording).map_err(|error| error.to_string())?;
    let written = shadow_fixtures::fill_session(dir, &session, &screens, Some(&cast));
    written.map_err(|error| error.to_string())?;
    let turns = turns(dir)?;
    let doubt = doubt(dir, &turns, ended);
    session.turns = doubt.is_none().then_some(turns);
    let saved = shadow_fixtures::save_session(dir, &session);
    saved.map_err(|error| error.to_string()).map(|()| doubt)
}

/// Why the turns of a replay cannot stand for those that were told meanwhile, if they cannot.
fn doubt(dir: &Path, turns: &[TurnTruth], ended: &[Outcome]) -> Option<String> {
    let live: Vec<String> = ended.iter().map(wire_name).collect();
    let told = turns.iter().map(|turn| turn.outcome.as_deref());
    if told.eq(live.iter().map(|outcome| Some(outcome.as_str()))) {
        return None;
    }
    let (file, live, told) = (dir.join("session.toml"), live.len(), turns.len());
    let others = if live == told {
        ", with other outcomes"
    } else {
        ""
    };
    Some(format!(
        "{} lists no turns: {live} ended during the recording, and {told} in its replay{others}; write them by hand",
        file.display()
    ))
}

/// The turns that a replay of the recording tells: what `shadow test` will hold it to.
fn turns(dir: &Path) -> Result<Vec<TurnTruth>, String> {
    let stack = setup::stack().map_err(|failure| failure.message().to_owned())?;
    let session = SessionDir::read(dir).map_err(|error| error.to_string())?;
    let mut turns = shadow_testing::told_turns(&stack, &session)?;
    for turn in &mut turns {
        turn.witness = Some(UNWITNESSED.to_owned());
    }
    Ok(turns)
}

fn version(taken: &[Taken]) -> String {
    let metadata = taken.iter().rev().map(|it| &it.payload.parser_metadata);
    let known = metadata.filter_map(|metadata| {
        let version = metadata.requested_version.as_ref();
        version.or(metadata.detected_version.as_ref())
    });
    let version = known.map(ToString::to_string).next();
    version.unwrap_or_else(|| "unknown".to_owned())
}

fn size(taken: &Taken) -> [u16; 2] {
    let sides = [taken.channels.cols, taken.channels.rows];
    sides.map(Option::unwrap_or_default)
}

fn case(taken: &Taken) -> Case {
    let channels = &taken.channels;
    Case {
        name: taken.name.clone(),
        screen: None,
        at: Some(taken.at),
        size: size(taken),
        cursor: channels.cursor.map(|(x, y)| [x, y]),
        cursor_visible: channels.cursor_visible,
        alternate: channels.alternate.unwrap_or_default(),
        title: channels.title.clone(),
        process: Some(wire_name(&channels.process)).filter(|word| word != "unknown"),
        progress: channels.progress.clone(),
        notifications: channels.notifications.clone(),
        witness: UNWITNESSED.to_owned(),
        program_status: channels.program_status.iter().map(status).collect(),
        truth: truth(&taken.payload),
    }
}

fn status(record: &shadow_tui::ProgramStatus) -> ProgramStatus {
    ProgramStatus {
        id: record.id.clone(),
        state: wire_name(&record.state),
        kind: record.kind.clone(),
        app: record.app.clone(),
        msg: record.msg.clone(),
    }
}

fn truth(payload: &Payload) -> Truth {
    let assessment = &payload.surface_assessment;
    let block = assessment.operator_block.as_ref();
    Truth {
        availability: wire_name(&assessment.availability),
        business_state: wire_name(&assessment.business_state),
        input_mode: wire_name(&assessment.input_mode),
        ui_context: wire_name(&assessment.ui_context),
        block: block.map(|block| BlockTruth {
            kind: Some(wire_name(&block.kind)),
            origin: Some(wire_name(&block.origin)),
            question: block.question.clone(),
            ..BlockTruth::default()
        }),
        ..Truth::default()
    }
}

#[cfg(test)]
mod tests {
    use super::doubt;
    use shadow_fixtures::TurnTruth;
    use shadow_tui::reducer::Outcome;

    #[test]
    fn turns_of_a_replay_that_tells_others_than_were_seen_are_no_truth() {
        let turn = |outcome: &str| TurnTruth {
            outcome: Some(outcome.to_owned()),
            ..TurnTruth::default()
        };
        let doubt = |turns: &[TurnTruth], ended: &[Outcome]| doubt("x".as_ref(), turns, ended);
        assert_eq!(doubt(&[], &[]), None);
        assert_eq!(doubt(&[turn("success")], &[Outcome::Success]), None);
        let said = doubt(&[], &[Outcome::Success]).expect("a doubt");
        assert!(said.contains("1 ended during the recording"), "{said}");
        assert!(said.contains("and 0 in its replay;"), "{said}");
        let said = doubt(&[turn("unknown")], &[Outcome::Success]).expect("a doubt");
        assert!(said.contains("with other outcomes"), "{said}");
    }
}
