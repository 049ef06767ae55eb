//! The list of agents below the footer: the session itself first, then every agent with its work and time (2.1.160 on).
//! What the footer's own rows count, `footer` reads; who of the list has the keys, or is shown, `focus`.

use shadow_core::contract::{Background, BackgroundItem, BackgroundKind};
use shadow_core::screen::{Color, Row, Screen};
use shadow_core::surface::{Facts, RowSpan};
use smallvec::SmallVec;

use super::footer::{self, Footer, bullet};
use super::marks::Mark;
use crate::letters::offset;

/// Rows of agents; those of a usual list stay off the heap.
type Rows = SmallVec<[usize; 8]>;

/// Work in the background with the agents that are listed: how much, and the row that counts it, or the list's rows. While
/// a turn runs they may be the turn's own, and are not taken.
pub(super) fn counted(screen: &Screen, footer: &Footer, facts: &Facts) -> Option<(u32, RowSpan)> {
    let listed = running(screen, footer, facts);
    let (Some(first), Some(last)) = (listed.first(), listed.last()) else {
        return facts.background;
    };
    let agents = u32::try_from(listed.len()).unwrap_or(u32::MAX);
    let Some((count, rows)) = facts.background else {
        return Some((agents, RowSpan::new(*first, *last)));
    };
    let (_, others) = tell(screen, rows);
    Some((count.max(agents.saturating_add(others)), rows))
}

/// The work outside the turn, each agent that is listed under its own name instead of a count of agents.
pub(super) fn background(
    screen: &Screen,
    footer: &Footer,
    facts: &Facts,
    (count, rows): (u32, RowSpan),
) -> Background {
    let listed = running(screen, footer, facts);
    let (agents, _) = tell(screen, rows);
    let named = |kind| kind == BackgroundKind::Agent && listed.len() >= agents as usize;
    let parts = footer::counts(screen.row(rows.first as usize).text());
    let mut items: Vec<BackgroundItem> = parts
        .filter(|(_, kind, _)| !named(*kind))
        .map(|(_, kind, part)| item(kind, part.to_owned()))
        .collect();
    let agents = listed.iter().map(|&row| label(screen.row(row)));
    items.extend(agents.map(|label| item(BackgroundKind::Agent, label)));
    let wakes_itself = items.iter().any(|item| item.kind == BackgroundKind::Agent);
    Background {
        items,
        count,
        wakes_itself,
    }
}

fn item(kind: BackgroundKind, label: String) -> BackgroundItem {
    BackgroundItem { kind, label }
}

/// How many agents a row counts, and how much else that surely is none.
fn tell(screen: &Screen, rows: RowSpan) -> (u32, u32) {
    let parts = footer::counts(screen.row(rows.first as usize).text());
    parts.fold((0, 0), |(agents, others), (count, kind, _)| match kind {
        BackgroundKind::Agent => (agents + count, others),
        BackgroundKind::Unknown => (agents, others),
        _ => (agents, others + count),
    })
}

/// The agents in the list that run. Those that have ended may still stand there, their bullet in a colour of its own
/// (2.1.160 to 2.1.215): without colours there must be as many as are counted.
fn running(screen: &Screen, footer: &Footer, facts: &Facts) -> Rows {
    let listed = rows(screen, footer).filter(|_| facts.running.is_none());
    let Some(listed) = Mark::ListedAgents.found(screen, listed) else {
        return Rows::new();
    };
    if screen.draws(|style| style.fg != Color::Default) {
        let alive = |row: &usize| !is_marked(screen.row(*row));
        return listed.indices().filter(alive).collect();
    }
    let agents = facts.background.map_or(0, |(_, rows)| tell(screen, rows).0);
    let all: Rows = listed.indices().collect();
    if all.len() == agents as usize {
        all
    } else {
        Rows::new()
    }
}

/// The rows of the agents in the list: the screen's last, below the session itself, which is shown, and all of them below
/// a row of the footer that is the CLI's own. What stands above that row is a user's status line.
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

/// Whether the bullet of an item is drawn otherwise than its name.
fn is_marked(row: Row<'_>) -> bool {
    let text = row.text();
    let at = text.len() - text.trim_start_matches(['❯', ' ']).len();
    let name = label_of(row).next().and_then(|name| offset(text, name));
    name.is_some_and(|name| row.style_at(at).fg != row.style_at(name).fg)
}

/// The columns of an item behind its bullet: kind of agent, work, time and tokens.
fn label_of<'a>(row: Row<'a>) -> impl Iterator<Item = &'a str> {
    let item = row.trimmed().trim_start_matches(['❯', ' ']);
    let columns = item.trim_start_matches(['●', '◯', '○']).split("  ");
    columns.map(str::trim).filter(|column| !column.is_empty())
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
