//! One check of all stories: each is played at each rate, and told what is below it.

use super::TurnRecord;
use super::scene::blocked;
use super::script::{Script, Story};
use super::story::Tale;
use super::words::{number, text, words};
use crate::event::EventBody;

/// Plays the stories of a file.
fn check(file: &str) {
    let tales = Tale::read(file);
    assert!(!tales.is_empty(), "no story");
    let wrong: Vec<String> = tales.iter().flat_map(wrong_in).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn aside() {
    check(include_str!("stories/aside.txt"));
}

#[test]
fn blocks() {
    check(include_str!("stories/blocks.txt"));
}

#[test]
fn glimpses() {
    check(include_str!("stories/glimpses.txt"));
}

#[test]
fn questions() {
    check(include_str!("stories/questions.txt"));
}

#[test]
fn repeats() {
    check(include_str!("stories/repeats.txt"));
}

#[test]
fn schedules() {
    check(include_str!("stories/schedules.txt"));
}

#[test]
fn silence() {
    check(include_str!("stories/silence.txt"));
}

#[test]
fn tall() {
    check(include_str!("stories/tall.txt"));
}

#[test]
fn traps() {
    check(include_str!("stories/traps.txt"));
}

#[test]
fn turns() {
    check(include_str!("stories/turns.txt"));
}

/// What is told otherwise than a story says.
fn wrong_in(tale: &Tale) -> Vec<String> {
    let mut wrong = Vec::new();
    for (case, script) in tale.scripts() {
        for (schedule, slack, story) in played(tale, &script) {
            let mut lines = turns_differ(&tale.turns, story.log.records(), slack);
            let counts = tale.counted.iter();
            lines.extend(counts.filter_map(|words| counts_differ(words, &story)));
            if !lines.is_empty() {
                wrong.push(format!(
                    "{}{case}, {schedule}:\n{}",
                    tale.name,
                    lines.join("\n")
                ));
            }
        }
    }
    wrong
}

/// Every way to look at a script: what it is, seconds between two looks at most, and what is told.
fn played(tale: &Tale, script: &Script) -> Vec<(String, f64, Story)> {
    let mut played = Vec::new();
    for &keeps in &tale.deadlines {
        let kept = if keeps { "" } else { " without deadlines" };
        if !tale.looks.is_empty() {
            let widest = tale.looks.windows(2).map(|pair| pair[1] - pair[0]);
            let slack = widest.fold(0.0, f64::max);
            let story = script.polled(&tale.looks, keeps);
            played.push((format!("at its looks{kept}"), slack, story));
            continue;
        }
        for &rate in &tale.rates {
            for &phase in &tale.phases {
                let story = script.polled(&script.polls(phase, rate), keeps);
                played.push((format!("every {rate} s from {phase} s{kept}"), rate, story));
            }
        }
    }
    played
}

fn turns_differ(expected: &[Vec<String>], told: &[TurnRecord], slack: f64) -> Vec<String> {
    let shown: Vec<Vec<String>> = told.iter().map(shown).collect();
    let same = expected.len() == told.len()
        && expected
            .iter()
            .zip(&shown)
            .all(|(expected, shown)| is_told(expected, shown))
        && expected
            .iter()
            .zip(told)
            .all(|(expected, record)| in_time(expected, record, slack));
    if same {
        return Vec::new();
    }
    if told.is_empty() {
        return vec!["no turn".to_owned()];
    }
    let times = told
        .iter()
        .map(|it| format!("  # started {:.3} ended {:.3}", it.started, it.ended));
    let lines = shown.iter().zip(times).flat_map(|(lines, times)| {
        let below = lines[1..].iter().map(|line| format!("  {line}"));
        [lines[0].clone()].into_iter().chain(below).chain([times])
    });
    lines.collect()
}

/// A record as a story words it.
fn shown(record: &TurnRecord) -> Vec<String> {
    let quoted = |text: &str| serde_json::to_string(text).expect("text");
    let prompt = record.prompt.as_deref().map_or("-".to_owned(), quoted);
    let outcome = serde_json::to_value(record.outcome).expect("a name");
    let how = match record.how {
        super::TurnHow::ExplicitSubmit => "submitted",
        super::TurnHow::InferredComposer => "inferred",
        super::TurnHow::SelfStarted => "itself",
        super::TurnHow::OperatorCommand => "commanded",
    };
    let outcome = outcome.as_str().expect("a name");
    let mut lines = vec![format!("turn {how} {outcome} {prompt}")];
    let answer = &record.answer;
    if !answer.text.is_empty() {
        lines.push(format!("says {}", quoted(&answer.text)));
    }
    if !answer.missing.is_empty() {
        lines.push(format!("misses {}", answer.missing.join(" ")));
    }
    if !record.blocked.is_empty() {
        let open = record.blocked.iter().filter(|it| it.to.is_none()).count();
        let open = if open > 0 { " to its end" } else { "" };
        lines.push(format!("waits {}{open}", record.blocked.len()));
    }
    if record.inferred_by_silence {
        lines.push("by silence".to_owned());
    }
    if record.supersedes.is_some() {
        lines.push("supersedes".to_owned());
    }
    if record.generation != 1 {
        lines.push(format!("life {}", record.generation));
    }
    lines
}

/// Whether a turn is told as a story words it: a star stands for anything, at a line's end for all that follows.
fn is_told(expected: &[String], shown: &[String]) -> bool {
    let starred = |line: &String| {
        expected[1..]
            .iter()
            .any(|it| it.ends_with('*') && is_line(it, line))
    };
    let fixed = expected[1..]
        .iter()
        .filter(|line| !line.ends_with('*') && !is_time(line));
    let told = shown[1..].iter().filter(|line| !starred(line));
    is_line(&expected[0], &shown[0]) && fixed.eq(told)
}

fn is_line(expected: &str, shown: &str) -> bool {
    let (expected, shown) = (words(expected), words(shown));
    let open = expected.last().is_some_and(|word| word == "*");
    let same = |(expected, shown): (&String, &String)| expected == "*" || expected == shown;
    (open || expected.len() == shown.len()) && expected.iter().zip(&shown).all(same)
}

fn is_time(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    ["started", "active", "ended", "waited", "waits_for", "noted"].contains(&first)
}

/// Whether a turn's times are those of the story, or a look later; and in order.
fn in_time(expected: &[String], record: &TurnRecord, slack: f64) -> bool {
    let late = |at: f64, told: f64| (-0.001..=slack + 0.011).contains(&(told - at));
    let right = |line: &String| {
        let words = words(line);
        match words[0].as_str() {
            "started" => late(number(&words[1]), record.started),
            "ended" => late(number(&words[1]), record.ended),
            "active" => record
                .first_activity
                .is_some_and(|at| late(number(&words[1]), at)),
            "waited" => {
                let froms = record.blocked.iter().map(|it| it.from);
                let given = words[1..].iter().map(|word| number(word));
                record.blocked.len() == words.len() - 1
                    && froms.zip(given).all(|(from, at)| late(at, from))
            }
            "waits_for" => {
                let block = blocked(&text(&words[1]), &[]).block.expect("a block");
                record
                    .blocked
                    .last()
                    .is_some_and(|it| it.signature == block.signature)
            }
            "noted" => record.evidence.iter().any(|it| it.signal == words[1]),
            _ => true,
        }
    };
    let order = [
        record.started,
        record.first_activity.unwrap_or(record.started),
        record.ended,
    ];
    let noted: Vec<f64> = record.evidence.iter().map(|it| it.at).collect();
    order.is_sorted()
        && noted.is_sorted()
        && expected.iter().filter(|line| is_time(line)).all(right)
}

/// What of `told NAME COUNT [from A to B]` or `left …` does not hold.
fn counts_differ(words: &[String], story: &Story) -> Option<String> {
    let line = words.join(" ");
    if words[0] == "left" {
        let left = words[1..].iter().all(|word| is_left(word, story));
        return (!left).then(|| format!("not {line}: {:?}", story.state.lifecycle()));
    }
    let times: Vec<f64> = story
        .events
        .iter()
        .filter(|it| is_named(&it.body, &words[1]))
        .map(|it| it.at)
        .collect();
    let count = times.len() as f64 == number(&words[2]);
    let range = words
        .get(4)
        .map(|from| number(from)..number(&words[6]) + 0.001);
    let inside = range.is_none_or(|range| times.first().is_some_and(|at| range.contains(at)));
    (!(count && inside)).then(|| format!("not {line}: {times:?}"))
}

/// Whether an event has this name, or is `name=value` of its first word.
fn is_named(body: &EventBody, name: &str) -> bool {
    let value = serde_json::to_value(body).expect("an event");
    let (event, detail) = name.split_once('=').unwrap_or((name, ""));
    let subject = &value["operator_block"]["subject"];
    let details = [&value["to"], &value["anomaly"]["code"], subject];
    let wanted = detail
        .strip_prefix('"')
        .map_or(detail.to_owned(), |_| text(detail));
    value["event"] == event && (detail.is_empty() || details.iter().any(|it| **it == wanted))
}

fn is_left(word: &str, story: &Story) -> bool {
    let lifecycle = story.state.lifecycle();
    let value = serde_json::to_value(lifecycle).expect("a lifecycle");
    let (name, wanted) = word.split_once('=').unwrap_or((word, "true"));
    let shown = match &value[name] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    shown == wanted
}
