//! The list of agents and workflows below the footer: the session itself first, then every agent with its work and time (2.1.160 on).
//! What the footer's own rows count, `footer` reads; who of the list has the keys, or is shown, `focus`.

use shadow_core::contract::{Background, BackgroundItem, BackgroundKind};
use shadow_core::screen::{Color, Marked, Row, Screen};
use shadow_core::surface::{Facts, RowSpan};
use smallvec::SmallVec;

use super::footer::{self, Footer, bullet};
use super::marks::Mark;
use crate::letters::offset;
use crate::rules::mark_all;
use crate::shapes::columns::parts;
use crate::shapes::wraps::Words;

/// Rows of agents; those of a usual list stay off the heap.
type Rows = SmallVec<[usize; 8]>;

/// Work in the background with the agents and workflows that are listed: how much, and the row that counts it, or the list's
/// rows. While a turn runs agents may be the turn's own, and are not taken.
pub(super) fn counted(
    screen: &Marked<'_>,
    footer: &Footer,
    facts: &Facts,
) -> Option<(u32, RowSpan)> {
    // Mostly nothing stands below the footer's own row.
    let last = footer.rows.map(|rows| rows.last as usize);
    if last.is_none() || footer.own_row() == last {
        return facts.background;
    }
    let (mut listed, flows) = listed(screen, footer, facts);
    listed.extend(flows);
    let (Some(first), Some(last)) = (listed.iter().min(), listed.iter().max()) else {
        return facts.background;
    };
    let count = u32::try_from(listed.len()).unwrap_or(u32::MAX);
    let Some((told, rows)) = facts.background else {
        return Some((count, RowSpan::new(*first, *last)));
    };
    let others = tell(screen, facts, rows, BackgroundKind::Shell)
        + tell(screen, facts, rows, BackgroundKind::Monitor);
    Some((told.max(count.saturating_add(others)), rows))
}

/// The work outside the turn, each agent and workflow that is listed under its own name instead of a count of them.
pub(super) fn background(
    screen: &Marked<'_>,
    footer: &Footer,
    facts: &Facts,
    (count, rows): (u32, RowSpan),
) -> Background {
    let (agents, flows) = listed(screen, footer, facts);
    let all = |listed: &Rows, kind| listed.len() >= tell(screen, facts, rows, kind) as usize;
    let named = |kind| match kind {
        BackgroundKind::Agent => all(&agents, kind),
        BackgroundKind::Workflow => all(&flows, kind),
        _ => false,
    };
    let mut words = Words::default();
    let parts = footer::counts(text_of(screen, facts, rows, &mut words));
    let mut items: Vec<BackgroundItem> = parts
        .filter(|(_, kind, _)| !named(*kind))
        .map(|(_, kind, part)| item(kind, part.to_owned()))
        .collect();
    let names = |listed: Rows, kind, label: fn(Row<'_>) -> String| {
        let labels = listed.into_iter().map(|row| label(screen.row(row)));
        labels.map(|label| item(kind, label)).collect::<Vec<_>>()
    };
    items.extend(names(agents, BackgroundKind::Agent, label));
    items.extend(names(flows, BackgroundKind::Workflow, name));
    let wakes = |item: &BackgroundItem| {
        matches!(item.kind, BackgroundKind::Agent | BackgroundKind::Workflow)
    };
    Background {
        wakes_itself: items.iter().any(wakes),
        items,
        count,
    }
}

fn item(kind: BackgroundKind, label: String) -> BackgroundItem {
    BackgroundItem { kind, label }
}

/// How much work of a kind a row counts.
fn tell(screen: &Screen, facts: &Facts, rows: RowSpan, wanted: BackgroundKind) -> u32 {
    let mut words = Words::default();
    let parts = footer::counts(text_of(screen, facts, rows, &mut words));
    let wanted = parts.filter(|(_, kind, _)| *kind == wanted);
    wanted.map(|(count, ..)| count).sum()
}

/// The text that counts background work: a finished row with its wraps, or the first row of any others.
fn text_of<'t>(screen: &'t Screen, facts: &Facts, rows: RowSpan, words: &'t mut Words) -> &'t str {
    match facts.turn.end_mark.is_some_and(|mark| mark.rows == rows) {
        true => words.of(screen, rows),
        false => screen.row(rows.first as usize).text(),
    }
}

/// The rows of workflows below the footer's own row: an empty bullet, a name, a bar of how far it has come (`◯ build  ▱▱▱▱
/// 0/2 · 9s`, 2.1.331).
fn workflows(screen: &Screen, footer: &Footer) -> Rows {
    let (Some(rows), Some(own)) = (footer.rows, footer.own_row()) else {
        return Rows::new();
    };
    let is_bar = |column: &str| column.chars().all(|part| matches!(part, '▰' | '▱'));
    let is_workflow = |row: &usize| {
        let row = screen.row(*row);
        bullet(row).is_some() && label_of(row).nth(1).is_some_and(is_bar)
    };
    (own + 1..=rows.last as usize).filter(is_workflow).collect()
}

/// The rows of the agents that run outside the turn, and of the workflows.
fn listed(screen: &Marked<'_>, footer: &Footer, facts: &Facts) -> (Rows, Rows) {
    let agents = rows(screen, footer).filter(|_| facts.turn.running.is_none());
    let flows = workflows(screen, footer);
    mark_all! { screen;
        ListedAgents if agents.is_some();
        ListedWorkflows if !flows.is_empty();
    }
    let running = |listed| running(screen, facts, listed);
    (agents.map_or_else(Rows::new, running), flows)
}

/// The agents in the list that run. Those that have ended may still be there, their bullet in a color of its own
/// (2.1.160 to 2.1.215): without colors there must be as many as are counted.
fn running(screen: &Screen, facts: &Facts, listed: RowSpan) -> Rows {
    let colored = screen.draws(|style| style.fg != Color::Default);
    let alive = |row: &usize| {
        let row = screen.row(*row);
        let ended = colored && is_marked(row);
        !ended && !is_idle(row)
    };
    let all: Rows = listed.indices().filter(alive).collect();
    let counted = |(_, rows)| tell(screen, facts, rows, BackgroundKind::Agent);
    match colored || all.len() == facts.background.map_or(0, counted) as usize {
        true => all,
        false => Rows::new(),
    }
}

/// The rows of the agents in the list: the screen's last, below the session itself, which is shown, and all of them below
/// a row of the footer that is the CLI's own. What is above that row is a user's status line.
fn rows(screen: &Screen, footer: &Footer) -> Option<RowSpan> {
    let last = footer.rows?.last as usize;
    bullet(screen.row(last))?;
    let own = footer.own_row()?;
    let listed = |row: &usize| bullet(screen.row(*row)).is_some();
    let main = (own + 1..=last).rev().take_while(listed).last()?;
    let session = label_of(screen.row(main)).next() == Some("main");
    let shown = session && bullet(screen.row(main)) == Some(true);
    (shown && main < last).then(|| RowSpan::new(main + 1, last))
}

/// The last column of an agent that does nothing.
const IDLE: &str = "idle";

/// Whether the last column of an item says that its agent does nothing, where a running one has its time: a mate that waits
/// (2.1.332).
fn is_idle(row: Row<'_>) -> bool {
    row.text().trim_end().ends_with(IDLE) && label_of(row).skip(1).last() == Some(IDLE)
}

/// Whether the bullet of an item is drawn otherwise than its name.
fn is_marked(row: Row<'_>) -> bool {
    let text = row.text();
    let at = offset(text, footer::item(row));
    let name = label_of(row).next().and_then(|name| offset(text, name));
    at.zip(name)
        .is_some_and(|(at, name)| row.style_at(at).fg != row.style_at(name).fg)
}

/// The columns of an item behind its bullet: kind of agent, work, time and tokens.
fn label_of<'a>(row: Row<'a>) -> impl Iterator<Item = &'a str> {
    parts(footer::item(row).trim_start_matches(['●', '◯', '○']))
}

/// What an item is called.
fn name(row: Row<'_>) -> String {
    label_of(row).next().unwrap_or_default().to_owned()
}

/// What an item says of its agent: its kind and its work, without time and tokens.
fn label(row: Row<'_>) -> String {
    let timed = |column: &str| {
        let unit = column.trim_start_matches(|c: char| c.is_ascii_digit());
        unit.len() < column.len() && unit.starts_with(['s', 'm', 'h'])
    };
    let mut parts = label_of(row);
    let kind = parts.next().unwrap_or_default();
    match parts.next().filter(|column| !timed(column)) {
        Some(work) => format!("{kind} {work}"),
        None => kind.to_owned(),
    }
}
