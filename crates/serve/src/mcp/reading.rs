//! Tools that look: the list of panes, one pane, its turns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shadow_tui::Need;
use shadow_tui::contract::{BlockKind, BlockOrigin, CellRole, OperatorBlock, OptionRole, Payload};
use shadow_tui::reducer::Outcome;
use shadow_tui::surface::Zone;

use super::acting::shown_number;
use super::desk::{Desk, Result};
use super::refusal::Refusal;
use super::shown::Shown;
use crate::board::{Link, PaneNow};

/// Bytes of JSON that a list of panes takes: an agent reads every one of them.
const LIST: usize = 3500;

/// Characters of a screen's words that a call returns, where none are named, and at most.
const CHARS: usize = 8000;
const MOST_CHARS: usize = 60_000;

/// Characters of a label.
const LABEL: usize = 300;

/// What `panes` takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    /// Only panes whose key, id, session or CLI contains this text.
    #[serde(default)]
    filter: Option<String>,
    /// Only panes that look otherwise than when an earlier call returned this cursor.
    #[serde(default)]
    changed_since: Option<u64>,
}

/// A machine with another clock.
#[derive(Debug, Serialize, JsonSchema)]
struct Clock {
    /// The machine.
    host: String,
    /// How its clock differs.
    clock: String,
}

/// The panes that hold an agent. Those that wait come first, and longest of them who has waited longest.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Panes {
    /// The panes.
    panes: Vec<Listed>,
    /// How many more there are; name a filter to see them.
    omitted: usize,
    /// Other machines that do not answer. Their panes are `unknown`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    away: Vec<String>,
    /// Other machines whose clock is wrong: the times of their events are their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clocks: Vec<Clock>,
    /// The cursor for `changed_since`.
    cursor: u64,
}

/// A pane in the list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Its key: the name for every other tool.
    pane: String,
    /// The other machine that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    /// Its id in its tmux server.
    id: String,
    /// The tmux session that holds it.
    session: String,
    /// The CLI: `claude` or `codex`.
    cli: String,
    /// What it needs.
    need: Need,
    /// Since when, in seconds of the epoch.
    since: f64,
    /// Whether a prompt can be sent now.
    takes_a_prompt: bool,
    /// Its last turn.
    turn: Option<u64>,
    /// Whether you run in it. You can do nothing there.
    #[serde(rename = "self")]
    own: bool,
    /// Whether it is within the scope in which you may act.
    in_scope: bool,
}

/// A part of what is known of a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Part {
    /// The open dialog, with its signature and its options.
    Question,
    /// What the agent said last.
    Answer,
    /// The last cells of the conversation.
    Conversation,
    /// The screen as text.
    Screen,
}

/// What `pane_read` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    /// The pane, by its key or id.
    pane: String,
    /// The parts to return, besides the state; the default is the question and the answer.
    #[serde(default)]
    parts: Vec<Part>,
    /// The most characters of each text; the default is 8000.
    #[serde(default)]
    #[schemars(range(min = 1, max = 60000))]
    max_chars: Option<usize>,
    /// Also return the facts that the verdict rests on.
    #[serde(default)]
    why: bool,
}

/// A pane.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PaneRead {
    /// Its state, as in the list.
    #[serde(flatten)]
    listed: Listed,
    /// The draft in the composer.
    draft: Option<Shown>,
    /// The open dialog.
    question: Option<Question>,
    /// What the agent said last.
    answer: Option<Shown>,
    /// The last cells of the conversation.
    conversation: Option<Vec<Cell>>,
    /// The screen as text.
    screen: Option<Shown>,
    /// The facts that the verdict rests on: a zone, a name and rows of the screen each.
    why: Option<Vec<Fact>>,
}

/// A dialog.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Question {
    /// What kind it is.
    kind: BlockKind,
    /// Who asks.
    origin: BlockOrigin,
    /// Its signature: an answer names it.
    signature: String,
    /// Its number: an answer may name it, too.
    appearance: Option<u64>,
    /// Heading and question.
    asks: Shown,
    /// The command, edit or plan that it asks to approve, in rows as they are drawn.
    subject: Option<Shown>,
    /// Whether all of it is shown; null if there is nothing to approve.
    subject_whole: Option<bool>,
    /// The options.
    options: Vec<Choice>,
}

/// An option of a dialog.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Choice {
    /// The number by which an answer names it.
    number: u32,
    /// Its label.
    label: Shown,
    /// Its description.
    description: Option<Shown>,
    /// What choosing it does.
    role: OptionRole,
    /// Whether it is proven to refuse what is asked.
    refuses: bool,
}

/// A cell of a conversation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Cell {
    /// Who speaks.
    role: CellRole,
    /// Its words.
    words: Shown,
}

/// A fact that a verdict rests on.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Fact {
    /// Where it was seen.
    zone: Zone,
    /// Its name.
    signal: String,
    /// First and last row, from 0; null for what is known beside the screen.
    rows: Option<[u32; 2]>,
}

/// What `pane_turns` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// The pane, by its key or id.
    pane: String,
    /// Only turns behind this one.
    #[serde(default)]
    since: Option<u64>,
    /// The most characters of each text; the default is 2000.
    #[serde(default)]
    #[schemars(range(min = 1, max = 60000))]
    max_chars: Option<usize>,
}

/// The turns of a pane that have ended since the server began to watch, the oldest first; at most the last twenty.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Turns {
    /// The pane's key.
    pane: String,
    /// The turns.
    turns: Vec<Turn>,
}

/// A turn that has ended.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Turn {
    /// Its number in the pane.
    turn: u64,
    /// When it began, in seconds of the epoch.
    started: f64,
    /// When it ended.
    ended: f64,
    /// How it ended.
    outcome: Outcome,
    /// The prompt.
    prompt: Option<Shown>,
    /// The answer.
    answer: Shown,
    /// Whether all of the answer was seen.
    complete: bool,
}

impl Desk {
    /// `panes`.
    pub(super) fn list(&self, asked: &List) -> Result {
        let inner = self.board.lock();
        let cursor = inner.revision;
        let all: Vec<_> = inner
            .panes
            .values()
            .map(|(now, _)| std::sync::Arc::clone(now))
            .collect();
        let machines = inner.machines.all();
        drop(inner);
        let away = machines.iter().filter(|it| it.link == Link::Down);
        let clocks = machines.iter().filter_map(|it| {
            let (host, clock) = (it.host.clone(), it.clock.clone()?);
            Some(Clock { host, clock })
        });
        let changed = |now: &PaneNow| asked.changed_since.is_none_or(|since| now.revision > since);
        let wanted = asked.filter.as_deref().unwrap_or_default();
        let fits = |listed: &Listed| {
            let names = [&listed.pane, &listed.id, &listed.session, &listed.cli];
            let mut names = names.into_iter().chain(&listed.host);
            names.any(|name| name.contains(wanted))
        };
        let shown = all.iter().filter(|now| changed(now));
        let mut panes: Vec<Listed> = shown.map(|now| self.listed(now)).filter(fits).collect();
        panes.sort_by(|a, b| a.need.cmp(&b.need).then(a.since.total_cmp(&b.since)));
        let (mut bytes, mut kept) = (0, 0);
        for pane in &panes {
            bytes += serde_json::to_string(pane).map_or(0, |json| json.len() + 1);
            if bytes > LIST {
                break;
            }
            kept += 1;
        }
        let omitted = panes.len() - kept;
        panes.truncate(kept);
        answer(&Panes {
            panes,
            omitted,
            away: away.map(|it| it.host.clone()).collect(),
            clocks: clocks.collect(),
            cursor,
        })
    }

    fn listed(&self, now: &PaneNow) -> Listed {
        let payload = &now.look.payload;
        Listed {
            pane: now.name.clone(),
            host: now.key.host.clone(),
            id: now.key.pane.to_string(),
            session: Shown::head(&now.look.pane.session, 40).text,
            cli: payload.parser_metadata.provider_id.clone(),
            need: now.need,
            since: now.since,
            takes_a_prompt: payload.takes_a_prompt(),
            turn: payload.lifecycle.and_then(|life| life.turn_id),
            own: self.is_own(now),
            in_scope: self.leave.covers(now),
        }
    }

    /// `pane_read`.
    pub(super) fn read(&self, asked: &Read) -> Result {
        let most = chars(asked.max_chars, CHARS)?;
        let now = self.find(&asked.pane)?;
        let looked = match now.look.brief {
            true => Some(self.look(&now)?),
            false => None,
        };
        let payload = looked.as_ref().unwrap_or(&now.look.payload);
        let surface = &payload.surface_assessment;
        let parts = match asked.parts.as_slice() {
            [] => &[Part::Question, Part::Answer],
            some => some,
        };
        let wants = |part| parts.contains(&part);
        let mut said = payload.dialog_projection.cells.iter();
        let last = said.rfind(|cell| cell.role == CellRole::Assistant);
        let block = surface
            .operator_block
            .as_ref()
            .filter(|_| wants(Part::Question));
        let composer = surface.composer.as_ref();
        let draft = composer
            .map(|composer| composer.text.as_str())
            .filter(|text| !text.is_empty());
        let evidence = surface.evidence.iter().map(|fact| Fact {
            zone: fact.zone,
            signal: fact.signal.clone(),
            rows: fact.rows,
        });
        answer(&PaneRead {
            listed: self.listed(&now),
            draft: draft.map(|text| Shown::head(text, most)),
            question: block.map(|block| question(block, most)),
            answer: last
                .filter(|_| wants(Part::Answer))
                .map(|cell| Shown::tail(&cell.text, most)),
            conversation: wants(Part::Conversation).then(|| conversation(payload, most)),
            screen: wants(Part::Screen)
                .then(|| Shown::tail(&payload.dialog_projection.normalized_text, most)),
            why: asked.why.then(|| evidence.collect()),
        })
    }

    /// A pane with the words of its screen, which its machine alone has.
    fn look(&self, now: &PaneNow) -> std::result::Result<Payload, Refusal> {
        self.acts.look(&now.key).map_err(|fault| match fault.gone {
            true => Refusal::no_such_pane(),
            false => Refusal::unreachable(),
        })
    }

    /// `pane_turns`.
    pub(super) fn turns(&self, asked: &Since) -> Result {
        const TURNS: usize = 20;
        let most = chars(asked.max_chars, 2000)?;
        let now = self.find(&asked.pane)?;
        let inner = self.board.lock();
        let history = inner.panes.get(&now.name).map(|(_, history)| history);
        let records = history.map(|history| history.records()).unwrap_or_default();
        drop(inner);
        let since = asked.since.unwrap_or_default();
        let later: Vec<_> = records
            .into_iter()
            .filter(|record| record.id > since)
            .collect();
        let first = later.len().saturating_sub(TURNS);
        let turns = later[first..].iter().map(|record| Turn {
            turn: record.id,
            started: record.started,
            ended: record.ended,
            outcome: record.outcome,
            prompt: record.prompt.as_deref().map(|text| Shown::head(text, most)),
            answer: Shown::tail(&record.answer.text, most),
            complete: record.answer.complete,
        });
        answer(&Turns {
            pane: now.name.clone(),
            turns: turns.collect(),
        })
    }
}

fn answer(value: &impl Serialize) -> Result {
    let failed = |_| Refusal::new("failed", "The answer cannot be written.", "Call again.");
    serde_json::to_value(value).map_err(failed)
}

fn chars(asked: Option<usize>, otherwise: usize) -> std::result::Result<usize, Refusal> {
    let most = asked.unwrap_or(otherwise);
    let fits = (1..=MOST_CHARS).contains(&most);
    let wrong = || Refusal::bad(format!("max_chars is a number from 1 to {MOST_CHARS}."));
    fits.then_some(most).ok_or_else(wrong)
}

fn question(block: &OperatorBlock, most: usize) -> Question {
    let asks = [&block.title, &block.question, &block.description];
    let asks: Vec<&str> = asks.into_iter().flatten().map(String::as_str).collect();
    let options = block.options.iter().enumerate().map(|(at, option)| Choice {
        number: shown_number(at, option),
        label: Shown::head(&option.label, LABEL),
        description: option
            .description
            .as_deref()
            .map(|text| Shown::head(text, LABEL)),
        role: option.role,
        refuses: option.refuses,
    });
    Question {
        kind: block.kind,
        origin: block.origin,
        signature: block.signature.clone(),
        appearance: block.appearance,
        asks: Shown::head(&asks.join("\n"), most),
        subject: block.subject.as_deref().map(|text| Shown::head(text, most)),
        subject_whole: block.subject_whole,
        options: options.collect(),
    }
}

/// The last cells whose words fit, in order.
fn conversation(payload: &Payload, most: usize) -> Vec<Cell> {
    let (mut left, mut cells) = (most, Vec::new());
    for cell in payload.dialog_projection.cells.iter().rev() {
        if left == 0 {
            break;
        }
        let words = Shown::tail(&cell.text, left);
        left -= words.text.chars().count();
        cells.push(Cell {
            role: cell.role,
            words,
        });
    }
    cells.reverse();
    cells
}
