//! The turns that a recording reports, each held to the prompt that it is of: reported once, ended rightly, its answer whole.

use shadow_tui::event::{EventBody, Happening};
use shadow_tui::reducer::{Outcome, TurnRecord};

use super::asked::{Asked, Asking};

/// What was found of one prompt, or of a turn that belongs to none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// The prompt is reported as one turn.
    Once,
    /// It is not reported, or more than once.
    NotOnce,
    /// A turn of a prompt that was never sent.
    Extra,
    /// The turn ended as it did.
    OutcomeRight,
    /// The reported outcome is unknown.
    OutcomeUnknown,
    /// It ended otherwise.
    OutcomeWrong,
    /// The answer is called complete, and is.
    Whole,
    /// It is called complete, and is not what was said.
    FalselyWhole,
    /// It is said not to be whole.
    Partial,
}

impl Finding {
    /// What is to be looked at, the worst first.
    pub const WRONG: [Self; 6] = [
        Self::FalselyWhole,
        Self::OutcomeWrong,
        Self::NotOnce,
        Self::Extra,
        Self::OutcomeUnknown,
        Self::Partial,
    ];
}

/// A finding, and what it is about.
#[derive(Debug, Clone)]
pub struct Judged {
    /// What was found.
    pub finding: Finding,
    /// Of which prompt, and what is reported.
    pub what: String,
}

/// Holds the turns that happenings tell to what was asked.
#[must_use]
pub fn judge_turns(asking: &Asking, events: &[Happening]) -> Vec<Judged> {
    let told = standing(events);
    let pairs = pairs(&asking.prompts, &told);
    let mut judged = Vec::new();
    for (index, asked) in asking.prompts.iter().enumerate() {
        let pair = pairs.iter().find(|pair| pair.0 == index);
        let others = told.iter().enumerate();
        let others = others.filter(|(at, _)| pairs.iter().all(|pair| pair.1 != *at));
        let mut again = others.filter(|(_, record)| key(record) == Some(letters(&asked.prompt)));
        let record = pair.map(|pair| told[pair.1]);
        let once = record.is_some() && again.next().is_none();
        let mut note = |finding, what: String| judged.push(Judged { finding, what });
        let prompt = format!("{:?}", excerpt(&asked.prompt));
        note(
            if once {
                Finding::Once
            } else {
                Finding::NotOnce
            },
            prompt.clone(),
        );
        if let Some(record) = record {
            note_outcome(asked, record, &prompt, &mut note);
            note_answer(asked, record, &prompt, &mut note);
        }
    }
    for (at, record) in told.iter().enumerate() {
        let paired = pairs.iter().any(|pair| pair.1 == at);
        if !paired && !is_of(&asking.others, record) {
            let what = format!("{:?} {:?}", record.prompt, excerpt(&record.answer.text));
            judged.push(Judged {
                finding: Finding::Extra,
                what,
            });
        }
    }
    judged
}

fn note_outcome(
    asked: &Asked,
    record: &TurnRecord,
    prompt: &str,
    note: &mut impl FnMut(Finding, String),
) {
    let Some((truly, at)) = asked.outcome else {
        return;
    };
    if record.ended > at {
        return;
    }
    let finding = match record.outcome {
        told if told == truly => Finding::OutcomeRight,
        Outcome::Unknown => Finding::OutcomeUnknown,
        _ => Finding::OutcomeWrong,
    };
    note(
        finding,
        format!("{prompt}: {:?}, truly {truly:?}", record.outcome),
    );
}

fn note_answer(
    asked: &Asked,
    record: &TurnRecord,
    prompt: &str,
    note: &mut impl FnMut(Finding, String),
) {
    let said = asked
        .said
        .as_deref()
        .map(spoken)
        .filter(|said| !said.is_empty());
    let Some(said) = said.filter(|_| record.outcome == Outcome::Success) else {
        return;
    };
    let answer = &record.answer;
    let told = spoken(&answer.text);
    let (finding, what) = match answer.complete {
        false => (Finding::Partial, format!("{:?}", answer.missing)),
        true if told == said => (Finding::Whole, String::new()),
        true => (Finding::FalselyWhole, difference(&said, &told)),
    };
    note(finding, format!("{prompt}: {what}"));
}

/// The records that no later one supersedes.
#[must_use]
pub fn standing(events: &[Happening]) -> Vec<&TurnRecord> {
    let mut told: Vec<&TurnRecord> = Vec::new();
    for event in events {
        if let EventBody::TurnEnded {
            record, supersedes, ..
        } = &event.body
        {
            told.retain(|before| Some(before.id) != *supersedes);
            told.push(record);
        }
    }
    told
}

/// Which prompt is which record's: the best pairs in order, where the same words weigh most, a part of them less, and a turn
/// without a prompt least.
fn pairs(asked: &[Asked], told: &[&TurnRecord]) -> Vec<(usize, usize)> {
    let (rows, columns) = (asked.len(), told.len());
    let like = |i: usize, j: usize| likeness(&asked[i].prompt, told[j].prompt.as_deref());
    let mut best = vec![vec![0; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let paired = match like(i, j) {
                0 => 0,
                like => like + best[i + 1][j + 1],
            };
            best[i][j] = paired.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < rows && j < columns {
        if like(i, j) > 0 && best[i][j] == like(i, j) + best[i + 1][j + 1] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[i][j] == best[i + 1][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn likeness(asked: &str, told: Option<&str>) -> u32 {
    let Some(told) = told else {
        return 1;
    };
    let (asked, told) = (letters(asked), letters(told));
    match () {
        () if asked == told => 9,
        () if told.is_empty() => 1,
        () if asked.ends_with(&told) || asked.starts_with(&told) => 3,
        // A scenario that edits the draft by keys tells no more than its last words.
        () if told.ends_with(&asked) => 2,
        () => 0,
    }
}

/// Whether a record is of one of some texts, or of several that were sent together; one without a prompt began by itself.
fn is_of(texts: &[String], record: &TurnRecord) -> bool {
    let Some(key) = key(record) else {
        return true;
    };
    let within = |text: &String| {
        let text = letters(text);
        key.contains(&text) || text.contains(&key)
    };
    texts.iter().any(within)
}

fn key(record: &TurnRecord) -> Option<String> {
    record.prompt.as_deref().map(letters)
}

/// The letters and digits of a text: wraps, marks and glyphs do not count.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The letters of what was said, as it is drawn: without the language of a code block.
fn spoken(text: &str) -> String {
    let shown = text
        .lines()
        .map(|line| match line.trim_start().starts_with("```") {
            true => "",
            false => line,
        });
    shown.map(letters).collect()
}

/// Where two texts part.
fn difference(said: &str, told: &str) -> String {
    let shared = said
        .chars()
        .zip(told.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let after = |text: &str| {
        text.chars()
            .skip(shared.saturating_sub(12))
            .take(60)
            .collect::<String>()
    };
    format!("said …{:?}, told …{:?}", after(said), after(told))
}

fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}
