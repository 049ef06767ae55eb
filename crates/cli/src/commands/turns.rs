//! `shadow turns`: the turns of a log, listed, filtered, summed.

use std::io::{self, BufReader, Read};

use clap::{Args, ValueEnum};
use serde_json::Value;
use shadow_tui::contract::wire_name;
use shadow_tui::reducer::{Outcome as TurnOutcome, TurnRecord};

use crate::calendar::moment;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{ListFormat, ListFormatArg};
use crate::input::{LINE_LIMIT, Line, read_line};
use crate::output::Output;
use crate::render::table::aligned;
use shadow_legible::{excerpt, one_line};

/// An outcome to filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Ended {
    /// The turn ran to its end.
    Success,
    /// A person stopped the turn.
    Interrupted,
    /// The CLI shows that the turn failed (this is not a known failure of `shadow test`).
    KnownFailure,
    /// The CLI exited during the turn.
    Disconnected,
    /// The end was not seen clearly.
    Unknown,
}

impl Ended {
    fn is(self, outcome: TurnOutcome) -> bool {
        let wanted = match self {
            Self::Success => TurnOutcome::Success,
            Self::Interrupted => TurnOutcome::Interrupted,
            Self::KnownFailure => TurnOutcome::KnownFailure,
            Self::Disconnected => TurnOutcome::Disconnected,
            Self::Unknown => TurnOutcome::Unknown,
        };
        wanted == outcome
    }
}

const EXAMPLES: &str = "\
Examples:
  shadow turns turns.ndjson
  shadow turns --outcome known_failure --json turns.ndjson
  shadow replay session.cast | shadow turns -

The input is a log of `shadow watch --log`, or any stream of events. The
command reads only the ends of turns. It ignores an incomplete last line
(without a line end). It skips any other line that is not an event, and
reports it on standard error. If it skipped a line, the exit code is 3.";

/// Arguments of `shadow turns`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TurnsArgs {
    /// The turn log; - is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// List only turns of this pane or recording
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
    /// List only turns with this outcome
    #[arg(long, value_enum)]
    outcome: Option<Ended>,
    #[command(flatten)]
    format: ListFormatArg,
}

/// One turn of a log.
struct Turn {
    source: String,
    record: TurnRecord,
    event: Value,
}

impl Turn {
    /// Whether it tells the end of another again: silence had told it, and the turn went on.
    fn supersedes(&self, before: &Self) -> bool {
        self.source == before.source && self.record.supersedes == Some(before.record.id)
    }
}

/// Runs it.
pub fn run(args: &TurnsArgs) -> Outcome {
    let mut log = Log::open(&args.file)?;
    let mut output = Output::new();
    let mut turns = Vec::new();
    while let Some(turn) = log.next()? {
        if !args.wants(&turn) {
            continue;
        }
        match args.format.wanted() {
            ListFormat::Ndjson => output.json(&turn.event)?,
            ListFormat::Table => {
                turns.retain(|before| !turn.supersedes(before));
                turns.push(turn);
            }
        }
    }
    let exit = log.finish()?;
    if args.format.wanted() == ListFormat::Table {
        output.text(&table(&turns))?;
    }
    Ok(exit)
}

impl TurnsArgs {
    fn wants(&self, turn: &Turn) -> bool {
        self.source
            .as_ref()
            .is_none_or(|source| *source == turn.source)
            && self
                .outcome
                .is_none_or(|outcome| outcome.is(turn.record.outcome))
    }
}

/// A log being read.
struct Log {
    name: String,
    reader: BufReader<Tail>,
    line: Vec<u8>,
    number: usize,
    /// A bad line, which counts only when another follows or where it is whole: the last may be torn.
    bad: Option<usize>,
    /// Whether that line begins as an event does.
    begun: bool,
    /// Lines that are no event, and the first of them.
    left_out: usize,
    first: usize,
    events: usize,
}

impl Log {
    fn open(path: &str) -> Result<Self, Failure> {
        let reader: Box<dyn Read> = if path == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(std::fs::File::open(path).map_err(|error| {
                Failure::input(format!("cannot read {path}: {error}; give a readable log"))
            })?)
        };
        Ok(Self {
            name: path.to_owned(),
            reader: BufReader::new(Tail {
                reader,
                last: b'\n',
            }),
            line: Vec::new(),
            number: 0,
            bad: None,
            begun: false,
            left_out: 0,
            first: 0,
            events: 0,
        })
    }

    /// The next turn. A line that is no event is counted, and the rest goes on.
    fn next(&mut self) -> Result<Option<Turn>, Failure> {
        loop {
            let read = read_line(&mut self.reader, LINE_LIMIT, &mut self.line);
            let read = read
                .map_err(|error| Failure::input(format!("cannot read {}: {error}", self.name)))?;
            if read == Line::End {
                return Ok(None);
            }
            self.leave_out();
            self.number += 1;
            let value = serde_json::from_slice::<Value>(&self.line).ok();
            let event = value.filter(|value| read == Line::Whole && value["event"].is_string());
            self.events += usize::from(event.is_some());
            match event {
                Some(event) if event["event"] == "turn_ended" => match turn(event) {
                    Some(turn) => return Ok(Some(turn)),
                    None => (self.bad, self.begun) = (Some(self.number), false),
                },
                Some(_) => {}
                None if self.line.trim_ascii().is_empty() => {}
                None => {
                    self.bad = Some(self.number);
                    self.begun = self.line.starts_with(b"{\"") || self.line == b"{";
                }
            }
        }
    }

    /// Counts the bad line above.
    fn leave_out(&mut self) {
        if let Some(number) = self.bad.take() {
            self.left_out += 1;
            if self.left_out == 1 {
                self.first = number;
            }
        }
    }

    /// Says what was left out; a file without any event is no log. A log may be one torn line.
    fn finish(mut self) -> Outcome {
        let is_cut = self.reader.get_ref().last != b'\n';
        let torn = self.begun && is_cut && (self.events > 0 || self.left_out == 0);
        if !torn {
            self.leave_out();
        }
        let (name, first) = (&self.name, self.first);
        match (self.events, self.left_out) {
            (_, 0) => return Ok(Exit::Done),
            (0, _) => {
                let hint = "give what `shadow watch --log` or `shadow replay` writes";
                return Err(Failure::input(format!(
                    "{name} is no turn log: no line of it is an event; {hint}"
                )));
            }
            (_, 1) => complain(&format!(
                "line {first} of {name} is no event; it is left out"
            )),
            (_, n) => complain(&format!(
                "{n} lines of {name} are no events (the first is line {first}); they are left out"
            )),
        }
        Ok(Exit::Input)
    }
}

/// What is read, and the last byte of it: a last line without its end may be torn.
struct Tail {
    reader: Box<dyn Read>,
    last: u8,
}

impl Read for Tail {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        if let Some(last) = buffer[..read].last() {
            self.last = *last;
        }
        Ok(read)
    }
}

fn turn(event: Value) -> Option<Turn> {
    let record = serde_json::from_value(event["record"].clone()).ok()?;
    let source = event["pane"].as_str().or(event["recording"].as_str());
    Some(Turn {
        source: source.unwrap_or_default().to_owned(),
        record,
        event,
    })
}

const HEADINGS: [&str; 9] = [
    "SOURCE", "TURN", "WHEN", "BEGAN", "SECONDS", "BLOCKED", "OUTCOME", "PROMPT", "ANSWER",
];

/// The turns and their sums.
fn table(turns: &[Turn]) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    rows.extend(turns.iter().map(row));
    let mut counts: Vec<(String, usize)> = Vec::new();
    for turn in turns {
        let name = wire_name(&turn.record.outcome);
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(name, n)| format!("{n} {name}"))
        .collect();
    let seconds = turns
        .iter()
        .fold(0.0, |sum, turn| sum + seconds(&turn.record));
    let blocked = turns
        .iter()
        .fold(0.0, |sum, turn| sum + blocked(&turn.record));
    format!(
        "{}{} turns in {seconds:.1} s, blocked for {blocked:.1} s: {}\n",
        aligned(&rows),
        turns.len(),
        if counts.is_empty() {
            "none".to_owned()
        } else {
            counts.join(", ")
        }
    )
}

fn row(turn: &Turn) -> Vec<String> {
    let record = &turn.record;
    let prompt = record.prompt.as_deref().unwrap_or("-");
    let mut answer = excerpt(&record.answer.text, 40);
    if !record.answer.complete {
        answer += " (not whole)";
    }
    vec![
        one_line(&turn.source),
        record.id.to_string(),
        when(turn),
        wire_name(&record.how),
        format!("{:.1}", seconds(record)),
        format!("{:.1}", blocked(record)),
        wire_name(&record.outcome),
        excerpt(prompt, 32),
        answer,
    ]
}

/// When a turn began: of a recording in its seconds, of a pane on the calendar.
fn when(turn: &Turn) -> String {
    match turn.event["pane"].is_string() {
        true => moment(turn.record.started),
        false => format!("{:.1}", turn.record.started),
    }
}

fn seconds(record: &TurnRecord) -> f64 {
    record.ended - record.started
}

/// Seconds that a turn waited for a person.
fn blocked(record: &TurnRecord) -> f64 {
    let times = record.blocked.iter();
    times
        .map(|time| time.to.unwrap_or(record.ended) - time.from)
        // No times at all sum up to a negative zero.
        .fold(0.0, |sum, time| sum + time)
}
