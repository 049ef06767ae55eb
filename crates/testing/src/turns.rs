//! The turns that a session's recording reports, held to those that the session names. The recording is
//! replayed on the virtual clock, with the session's provider and version.

use shadow_fixtures::{RECORDING, SessionDir, TurnTruth, UNKNOWN_VERSION};
use shadow_tui::Stack;
use shadow_tui::contract::wire_name;
use shadow_tui::event::EventBody;
use shadow_tui::recording::{Cast, Replay, ReplayOptions};
use shadow_tui::reducer::TurnRecord;

use crate::{Mark, Measure, Mode, Scored};

/// The turns that end in a session's recording, as the engine reports them. Of a turn that the session
/// names, only what it names is reported, and its witness is kept.
///
/// # Errors
/// When there is no recording, or it cannot be read, on one line.
pub fn told_turns(stack: &Stack, session: &SessionDir) -> Result<Vec<TurnTruth>, String> {
    let cast = recording(session)?.ok_or_else(|| missing(session))?;
    let records = replayed(stack, session, &cast);
    Ok(told(&records, session.session.turns.as_deref()))
}

/// Judges the turns of a session's recording, if the session names them and they are to be judged. Of any
/// other recording it is only known that it can be unpacked and begins as one: reading the events of all
/// recordings of a corpus costs nearly half as much as judging its captures.
pub(crate) fn judge_turns(
    stack: &Stack,
    session: &SessionDir,
    judged: bool,
) -> Result<Option<Scored>, String> {
    let Some(named) = session.session.turns.as_ref().filter(|_| judged) else {
        return check(session).map(|()| None);
    };
    let cast = recording(session)?.ok_or_else(|| missing(session))?;
    let records = replayed(stack, session, &cast);
    Ok(Some(scored(session, named, &records)))
}

/// Unpacks a session's recording, if it keeps one, and reads its header.
fn check(session: &SessionDir) -> Result<(), String> {
    let header = session.recording_header();
    let header = header.map_err(|error| error.to_string())?;
    if header.is_none() && session.session.turns.is_some() {
        return Err(missing(session));
    }
    parsed(session, header.as_deref()).map(drop)
}

/// Reads a session's recording, if it keeps one.
fn recording(session: &SessionDir) -> Result<Option<Cast>, String> {
    let text = session.recording().map_err(|error| error.to_string())?;
    parsed(session, text.as_deref())
}

fn parsed(session: &SessionDir, text: Option<&str>) -> Result<Option<Cast>, String> {
    let cast = text.map(Cast::parse).transpose();
    cast.map_err(|error| fault(session, &error.to_string()))
}

fn missing(session: &SessionDir) -> String {
    fault(session, "there is no recording of the turns")
}

fn fault(session: &SessionDir, what: &str) -> String {
    format!("{}: {what}", session.dir.join(RECORDING).display())
}

/// The records of the turns that end in a recording.
fn replayed(stack: &Stack, session: &SessionDir, cast: &Cast) -> Vec<TurnRecord> {
    let session = &session.session;
    let named = stack.named(&session.provider).is_some();
    let known = session.version != UNKNOWN_VERSION;
    let options = ReplayOptions {
        provider: named.then(|| session.provider.clone()),
        cli_version: known.then(|| session.version.clone()),
        ..ReplayOptions::default()
    };
    let happenings = Replay::of_cast(cast, stack, options).finish().into_iter();
    let ended = happenings.filter_map(|happening| match happening.body {
        EventBody::TurnEnded { record, .. } => Some(*record),
        _ => None,
    });
    ended.collect()
}

fn scored(session: &SessionDir, named: &[TurnTruth], records: &[TurnRecord]) -> Scored {
    let [want, got] = [named, &told(records, Some(named))].map(text);
    Scored {
        id: session.turns_id(),
        provider: session.session.provider.clone(),
        version: session.session.version.clone(),
        scenario: session.session.scenario.clone(),
        mode: Mode::All,
        marks: vec![Mark::equal(Measure::Turns, &want, &got)],
        silent: false,
        title_alone: false,
        title_would_tell: false,
        modal: false,
        pager: false,
        working: false,
        confidence: 1.0,
        evidence: records.iter().map(evidence).collect(),
    }
}

fn evidence(record: &TurnRecord) -> String {
    let signals = record.evidence.iter().map(|fact| fact.signal.as_str());
    let signals: Vec<&str> = signals.collect();
    let (id, from, to) = (record.id, record.started, record.ended);
    format!(
        "turn {id}, from {from:.1} s to {to:.1} s: {}",
        signals.join(", ")
    )
}

/// The turns as a session would name them: what it does name of each, and all of one that it does not.
fn told(records: &[TurnRecord], named: Option<&[TurnTruth]>) -> Vec<TurnTruth> {
    let named = named.unwrap_or_default();
    let each = records.iter().enumerate();
    each.map(|(index, record)| match named.get(index) {
        Some(truth) => as_named(record, truth),
        None => whole(record),
    })
    .collect()
}

fn whole(record: &TurnRecord) -> TurnTruth {
    let lines = record.answer.text.lines().map(str::trim_end);
    let blocked = record
        .blocked
        .iter()
        .map(|interval| wire_name(&interval.kind));
    TurnTruth {
        outcome: Some(wire_name(&record.outcome)),
        how: Some(wire_name(&record.how)),
        prompt: Some(record.prompt.clone().unwrap_or_default()),
        blocked: Some(blocked.collect()),
        answer_lines: lines
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect(),
        witness: None,
    }
}

fn as_named(record: &TurnRecord, named: &TurnTruth) -> TurnTruth {
    let told = whole(record);
    let wanted = &named.answer_lines;
    let same = holds_in_order(&told.answer_lines, wanted);
    TurnTruth {
        outcome: told.outcome.filter(|_| named.outcome.is_some()),
        how: told.how.filter(|_| named.how.is_some()),
        prompt: told.prompt.filter(|_| named.prompt.is_some()),
        blocked: told.blocked.filter(|_| named.blocked.is_some()),
        answer_lines: match same {
            true => wanted.clone(),
            false => told.answer_lines,
        },
        witness: named.witness.clone(),
    }
}

/// Whether every wanted line is there, in their order, white space at the ends aside.
fn holds_in_order(lines: &[String], wanted: &[String]) -> bool {
    let mut lines = lines.iter().map(|line| line.trim());
    wanted
        .iter()
        .all(|wanted| lines.any(|line| line == wanted.trim()))
}

/// The turns, a line each, and a line for each line of an answer.
fn text(turns: &[TurnTruth]) -> String {
    let lines: Vec<String> = turns.iter().flat_map(lines).collect();
    match lines.is_empty() {
        true => "no turn".to_owned(),
        false => lines.join("\n"),
    }
}

fn lines(turn: &TurnTruth) -> Vec<String> {
    let field = |name: &str, value: &Option<String>| {
        let value = value.as_ref();
        value.map(|value| format!("{name} {value}"))
    };
    let prompt = turn.prompt.as_ref();
    let blocked = turn.blocked.as_ref().map(|kinds| match kinds.is_empty() {
        true => "never blocked".to_owned(),
        false => format!("blocked by {}", kinds.join(", ")),
    });
    let parts = [
        field("outcome", &turn.outcome),
        field("how", &turn.how),
        prompt.map(|prompt| format!("prompt {prompt:?}")),
        blocked,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let head = format!("turn: {}", parts.join("; "));
    let answer = turn.answer_lines.iter();
    let answer = answer.map(|line| format!("| {}", line.trim_end()));
    std::iter::once(head).chain(answer).collect()
}

#[cfg(test)]
mod tests {
    use super::{holds_in_order, lines, text};
    use shadow_fixtures::TurnTruth;

    #[test]
    fn a_turn_is_one_line_whatever_its_prompt_holds() {
        let turn = TurnTruth {
            outcome: Some("success".into()),
            prompt: Some("two\nlines".into()),
            blocked: Some(Vec::new()),
            answer_lines: vec!["Done.  ".into()],
            ..TurnTruth::default()
        };
        let said = "turn: outcome success; prompt \"two\\nlines\"; never blocked";
        assert_eq!(lines(&turn), [said, "| Done."]);
        assert_eq!(text(&[]), "no turn");
    }

    #[test]
    fn lines_of_an_answer_may_be_left_out_but_not_turned_round() {
        let all = ["a", " b", "c"].map(str::to_owned);
        let named = |lines: &[&str]| {
            lines
                .iter()
                .map(|&line| line.to_owned())
                .collect::<Vec<_>>()
        };
        assert!(holds_in_order(&all, &named(&["a", "c"])));
        assert!(holds_in_order(&all, &named(&["b"])));
        assert!(holds_in_order(&all, &[]));
        assert!(!holds_in_order(&all, &named(&["c", "a"])));
        assert!(!holds_in_order(&all, &named(&["a", "a"])));
    }
}
