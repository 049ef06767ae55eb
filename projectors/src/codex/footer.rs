//! The footer and the rows beside the composer: permission mode, background work, session facts.

use shadow_core::contract::{PermissionKind, SessionFacts};
use shadow_core::screen::{Color, Needle, Row, Screen};
use shadow_core::surface::{Facts, RowSpan, Zone};

use super::front::{Composer, Skin};
use super::shape::status_shape;
use super::wrap::{EDGE, above, within};
use crate::letters::{Words, trim_end};
use crate::shapes::columns::wide_apart;
use crate::shapes::numbers::{amount, digits};
use crate::shapes::wraps::go_on;

/// What parts the footer's parts; wide gaps part its halves.
pub(super) const DOT: Needle = Needle::new(" · ");
const TERMINAL: Needle = Needle::new(" background terminal");

/// What a footer's second row offers.
pub(super) const SHORTCUTS: Needle = Needle::new("shortcuts");

/// Reads permission mode and background work into the facts.
pub(super) fn read(screen: &Screen, composer: &Composer, facts: &mut Facts) {
    facts.permission = composer.footer.and_then(|rows| permission(screen, rows));
    facts.background = background_row(screen, composer);
    if let Some((_, rows)) = facts.background
        && composer.status.is_none()
    {
        facts.mark(Zone::Background, rows);
    }
}

/// Whether a composer stands alone, and below it nothing tells of a session: no model, no context left, no notice, at most the
/// hint at the shortcuts. Before a session has begun Codex draws no more (0.160 to 0.171); afterwards something stands there even
/// where the status line is switched off, on 30 columns, too.
pub(super) fn is_unfilled(screen: &Screen, composer: &Composer) -> bool {
    let alone = composer.status.is_none()
        && composer.queued.is_none()
        && composer.popup.is_none()
        && composer.overlay.is_none()
        && composer.panel.is_none();
    let says_nothing = |row| matches!(screen.row(row).trimmed(), "" | "? for shortcuts");
    let mut rows = composer.footer.iter().flat_map(|rows| rows.indices());
    composer.skin == Skin::Chevron && alone && rows.all(says_nothing)
}

/// The mode that a footer names at its right end.
fn permission(screen: &Screen, footer: RowSpan) -> Option<(PermissionKind, RowSpan)> {
    const PLAN: Needle = Needle::new("Plan mode");
    let names = |row: &usize| PLAN.is_in(screen.row(*row).text());
    let row = footer.indices().find(names)?;
    Some((PermissionKind::Plan, RowSpan::one(row)))
}

/// `1 background terminal running`, behind the status row or in a row of its own above the composer.
fn background_row(screen: &Screen, composer: &Composer) -> Option<(u32, RowSpan)> {
    let above = composer.top.saturating_sub(3);
    let status = composer.status.map(|rows| rows.first as usize);
    let from = status.unwrap_or(above);
    if !screen.rows_hold(from, composer.first, TERMINAL) {
        return None;
    }
    let mut rows = screen.filled(from, composer.first).rev();
    rows.find_map(|(index, row)| {
        let text = row.text();
        let rest = status_shape(text).map_or(text, |shape| shape.rest);
        Some((background_count(rest)?, RowSpan::one(index)))
    })
}

/// A text up to its count of background terminals, and from that on.
fn split_count(text: &str) -> Option<(&str, &str)> {
    let head = &text[..TERMINAL.find(text)?];
    Some(text.split_at(head.trim_end_matches(|c: char| c.is_ascii_digit()).len()))
}

/// The number before `background terminal`, if no words are before it.
pub(super) fn background_count(text: &str) -> Option<u32> {
    let (before, said) = split_count(text)?;
    let alone = before.trim().trim_matches('·').trim().is_empty();
    alone.then(|| said[..digits(said)].parse().ok())?
}

/// `1 background terminal running`, without what is before and behind it.
pub(super) fn background_label(text: &str) -> &str {
    let Some((_, said)) = split_count(text) else {
        return text.trim();
    };
    said.split(" · ").next().unwrap_or_default().trim()
}

/// The session's facts as the footer and the banner show them.
pub(super) fn session(screen: &Screen, composer: Option<&Composer>) -> SessionFacts {
    let mut facts = SessionFacts::default();
    if let Some(rows) = composer.and_then(|composer| composer.footer) {
        for index in rows.indices() {
            read_line(screen.row(index).trimmed(), &mut facts);
        }
        continued_name(screen, rows, &mut facts);
    }
    banner(screen, &mut facts);
    facts
}

/// `model effort · 98% left · ~/dir`, `98% context left`, `1.25K tokens used`, and from 0.156 on
/// `model effort · ~/dir · session name`.
fn read_line(text: &str, facts: &mut SessionFacts) {
    if let Some(name) = session_name(text) {
        facts.session_name = Some(name.to_owned());
    }
    for part in DOT.split(text).flat_map(wide_apart) {
        if let Some(percent) = percent_left(part) {
            facts.context_left_percent = Some(percent);
        } else if let Some(used) = part.strip_suffix(" tokens used") {
            facts.tokens_used = amount(used);
        } else if part.starts_with('~')
            || part.starts_with('/') && part.len() > 1 && !part.contains(' ')
        {
            facts.directory = Some(part.to_owned());
        } else if is_model(part) {
            let (model, effort) = part.split_once(' ').unzip();
            facts.model = Some(model.unwrap_or(part).to_owned());
            facts.effort = effort.map(str::to_owned);
        }
    }
}

/// Whether a footer's row describes the session: its model, its folder or what is left of the context. No line of keys
/// has such a part.
pub(super) fn describes_session(text: &str) -> bool {
    let describes = |part: &str| {
        let folder = part.starts_with('~') || part.starts_with('/') && part.len() > 1;
        percent_left(part).is_some() || is_model(part) || folder && !part.contains(' ')
    };
    wide_apart(text)
        .flat_map(|half| DOT.split(half))
        .any(describes)
}

/// The name behind model and folder, the last part but for an agent's (`Main [default]`). A status line of the person's
/// own has other parts there (0.120 and later).
fn session_name(text: &str) -> Option<&str> {
    let mut parts = DOT.split(wide_apart(text).next()?);
    let (model, folder, name) = (parts.next()?, parts.next()?, parts.next()?);
    let framed = is_model(model) && folder.starts_with(['~', '/']);
    let named = !name.contains('[') && percent_left(name).is_none();
    (framed && named && ends_name(parts)).then_some(name)
}

/// Whether a name's line ends with it, or with an agent behind it.
fn ends_name<'s>(mut behind: impl Iterator<Item = &'s str>) -> bool {
    behind.next().is_none_or(is_agent) && behind.next().is_none()
}

/// `Main [default]`: the agent whose transcript is shown, with its role.
fn is_agent(part: &str) -> bool {
    part.ends_with(']') && part.contains(" [")
}

/// A name goes on in the footer's next row, in its own color, where the pane had no room for it (0.169 on 40 columns).
fn continued_name(screen: &Screen, rows: RowSpan, facts: &mut SessionFacts) {
    let first = rows.first as usize;
    let (row, next) = (screen.row(first), screen.row(first + 1));
    let Some(name) = &mut facts.session_name else {
        return;
    };
    let colored = row.text().ends_with(name.as_str())
        && next.first_style().fg != Color::Default
        && next.first_style() == row.style_at(row.text().len() - 1);
    let mut parts = DOT.split(wide_apart(next.text()).next().unwrap_or_default());
    let rest = parts.next().unwrap_or_default();
    let below = rows.first < rows.last && ends_name(parts);
    if below && colored && within(screen, EDGE).is_full(above(screen, first, name), rest) {
        go_on(name, rest);
    }
}

fn is_model(part: &str) -> bool {
    let mut names = ["gpt-", "GPT-", "codex-"].iter();
    names.any(|name| part.starts_with(name))
}

fn percent_left(part: &str) -> Option<f64> {
    let rest = part
        .strip_suffix("% context left")
        .or_else(|| part.strip_suffix("% left"))?;
    rest.strip_prefix("Context ").unwrap_or(rest).parse().ok()
}

/// Model and directory from the banner's rows.
fn banner(screen: &Screen, facts: &mut SessionFacts) {
    let heads = |row: &Row<'_>| matches!(row.first_char(), Some('│' | 'm' | 'd' | '>'));
    let rows = screen.filled(0, screen.height());
    for (index, row) in rows.filter(|(_, row)| heads(row)) {
        let text = row.trimmed().trim_start_matches('│').trim_start();
        if let Some(rest) = text.strip_prefix("model:") {
            let name = inside(rest).split_whitespace().next();
            let name = name.filter(|name| *name != "loading");
            facts.model = facts.model.take().or(name.map(str::to_owned));
        } else if let Some(rest) = text.strip_prefix("directory:") {
            let folder = || inside(rest).to_owned();
            facts.directory.get_or_insert_with(folder);
        } else if let Some(rest) = text.strip_prefix(">_ You are using OpenAI Codex in ") {
            let folder = || wrapped_folder(screen, index, rest);
            facts.directory.get_or_insert_with(folder);
        }
    }
}

/// A folder at the end of a row, with what goes on it in the next one (0.34 on 40 columns).
fn wrapped_folder(screen: &Screen, row: usize, shown: &str) -> String {
    let next = screen.row(row + 1);
    let wrapped =
        next.is_flush() && within(screen, 0).is_full(above(screen, row, shown), next.text());
    let rest = if wrapped { next.text() } else { "" };
    format!("{}{}", shown.trim(), rest.trim())
}

/// What is in a box, from behind a label to its right side.
fn inside(rest: &str) -> &str {
    trim_end(rest.trim_end_matches('│')).trim_start()
}

/// The command that resumes the session, as the farewell gives it: with the session's id right behind it, in a row of its
/// own (0.153 and later), or in brackets behind the session's name (0.150).
pub(super) fn resume_command(screen: &Screen, from: usize) -> Option<String> {
    const COMMAND: &str = "codex resume";
    (from..screen.height()).find_map(|row| {
        let (_, rest) = screen.row(row).text().split_once(COMMAND)?;
        let mut words = rest.split_whitespace();
        let word = match rest.starts_with(',') {
            true => words.next_back()?,
            false => words.next()?,
        };
        let id = word.trim_matches(['(', ')', '.']);
        is_session_id(id).then(|| format!("{COMMAND} {id}"))
    })
}

/// `01a20094-a81d-7710-881b-744f7e393919`.
fn is_session_id(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_hexdigit() || c == '-';
    text.len() == 36 && text.chars().all(digit)
}

/// Whether a row reads as one of the known footers.
pub(super) fn is_footer(text: &str) -> bool {
    static FOOTER: Words<6> = Words::exact([
        " · ",
        "context left",
        "% left",
        "shortcuts",
        "to queue",
        "again to",
    ]);
    FOOTER.any_in(text)
}
