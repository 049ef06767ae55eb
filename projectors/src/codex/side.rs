//! What shows that a surface is a side chat's (`/side`), and what it says of the main session.

use shadow_core::contract::BusinessState;
use shadow_core::screen::{Color, Marked, Needle, Screen, Style};
use shadow_core::surface::{INTERRUPTED, MainSession, RowSpan, SideChat};

use super::footer::DOT;
use super::front::{Composer, Skin};
use super::marks::Mark;
use super::prompt::is_placeholder;
use super::rows::hold;
use super::shape::{after_glyph, carries_styles};
use crate::letters::offset;
use crate::rules::{decide, mark_all};
use crate::shapes::columns::wide_apart;

/// Whether the first row is the bar of the side chats: a tab with what closes it, and at the right edge what opens another.
pub(super) fn shows_tabs(screen: &Screen) -> bool {
    const EDGE: usize = 3;
    let row = screen.row(0);
    if !row.text().ends_with('+') {
        return false;
    }
    let mut parts = wide_apart(row.text());
    let closes = parts.next().is_some_and(|tab| tab.ends_with('×'));
    let opens = parts.last() == Some("+") && row.width() + EDGE >= screen.width();
    let drawn = || !carries_styles(screen) || row.draws(Style::bold);
    closes && opens && drawn()
}

/// What shows that a composer is a side chat's that covers the main session, and what it says of that. The hints below the
/// composer say it (0.122 and later), the last part of the status line names the thread (0.122 and later), and the first row
/// is the bar of the side chats (0.171). A narrow pane leaves out any of them. An empty composer asks for a follow-up question
/// (0.155).
pub(super) fn over(screen: &Marked<'_>, composer: &Composer) -> Option<SideChat> {
    let footer = composer.footer;
    decide! { screen;
        _ if composer.skin == Skin::Bar => return None;
        SideHints let side = footer.and_then(|rows| hinted(screen, rows)) => return Some(side);
        _ => {}
    }
    let named = footer.and_then(|rows| named(screen, rows));
    let asks = asks(screen, composer);
    let tabs = shows_tabs(screen).then_some(RowSpan::one(0));
    mark_all! { screen;
        SideNamed if named.is_some();
        SideAsks if asks.is_some();
        SideTabs if tabs.is_some();
    }
    let main = MainSession::Covered;
    let rows = named.or(asks).or(tabs);
    rows.map(|rows| SideChat { rows, main })
}

/// The part of the hints that says what the side chat is beside, and the next one, which says how the main thread goes on.
/// Up to 0.168 they are at the right edge of the status line, and a narrow pane cuts the status line before them. Later they are
/// in the row below it.
fn hinted(screen: &Screen, rows: RowSpan) -> Option<SideChat> {
    const BESIDE: Needle = Needle::new("Side from ");
    if !hold(screen, rows, BESIDE) {
        return None;
    }
    rows.indices().find_map(|row| {
        let halves = wide_apart(screen.row(row).text());
        let mut parts = halves.flat_map(|half| DOT.split(half));
        let beside = parts.find_map(|part| part.rsplit("… ").next()?.strip_prefix("Side from "))?;
        let rows = RowSpan::one(row);
        let main = match parts.next().and_then(said_of_main) {
            Some((state, signal)) if beside == "main thread" => MainSession::Told {
                state,
                signal,
                rows,
            },
            _ => MainSession::Covered,
        };
        Some(SideChat { rows, main })
    })
}

/// The composer's row, if its placeholder asks for a follow-up question. The main session's placeholder does not.
fn asks(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    let text = after_glyph(screen.row(composer.first).text());
    let more = text.strip_prefix("Ask a follow-up question")?;
    let own = more.trim_end().is_empty() && composer.first == composer.last;
    let drawn = || !carries_styles(screen) || is_placeholder(screen, composer.first);
    (own && drawn()).then(|| RowSpan::one(composer.first))
}

/// What the hints say of the main thread, and how a witness for it is called.
fn said_of_main(part: &str) -> Option<(BusinessState, &'static str)> {
    use BusinessState::{AwaitingOperator, Idle};
    Some(match part.strip_prefix("main ")? {
        "finished" => (Idle, "main_finished"),
        "interrupted" => (Idle, INTERRUPTED),
        "failed" => (Idle, MAIN_FAILED),
        "needs input" | "needs approval" => (AwaitingOperator, "main_asks"),
        _ => return None,
    })
}

/// The witness' name where the main thread's turn has failed.
pub(super) const MAIN_FAILED: &str = "main_failed";

/// The row of the status line whose last part is the name that threads have which are not the main one. A session's own
/// name may be this word, and is drawn in a color.
fn named(screen: &Screen, rows: RowSpan) -> Option<RowSpan> {
    const NAME: &str = " · Agent";
    const NAMED: Needle = Needle::new(NAME);
    if !hold(screen, rows, NAMED) {
        return None;
    }
    let is_named = |row: &usize| {
        let row = screen.row(*row);
        let line = wide_apart(row.text()).next();
        let named = line.filter(|line| line.ends_with(NAME));
        let last = named.and_then(|line| Some(offset(row.text(), line)? + line.len() - 1));
        last.is_some_and(|last| row.style_at(last).fg == Color::Default)
    };
    rows.indices().find(is_named).map(RowSpan::one)
}
