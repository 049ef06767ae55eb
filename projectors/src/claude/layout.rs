//! What is in front of a screen, from what decides most to what decides least, and read by its reader.

use shadow_core::screen::Marked;
use shadow_core::surface::{Facts, RowSpan, SUSPENDED, Zone};
use shadow_core::{OwnDialogs, contract::Axis, foreign};

use super::found::{self, Found, Surface};
use super::in_front::{dialog, exited, session};
use super::marks::Mark;
use super::quirks::Quirks;
use super::{banner, below, ends, recognition, screen_reader, scrolled};
use crate::multiplexer;
use crate::rules::decide;

/// Reads what is in front.
pub(super) fn read(
    screen: &Marked<'_>,
    by: (Quirks, &OwnDialogs),
    found: &mut Found,
    facts: &mut Facts,
) -> Surface {
    let surface = decide! { screen;
        BlankScreen if screen.is_blank() => Surface::Blank;
        ScreenReader let row = screen_reader::prompt(screen) => {
            screen_reader::read(screen, row, facts);
            Surface::ScreenReader
        };
        _ if ends::has_exited(screen, found) => {
            exited(RowSpan::one(screen.last_row().unwrap_or(0)), facts)
        };
        _ let frame = found::frame(screen, found) => {
            session::read(screen, &frame, by, found, facts)
        };
        _ => without_composer(screen, by, found, facts)
    };
    let left = matches!(surface, Surface::Exited);
    if let Some(row) = left.then(|| below::stopped(screen)).flatten() {
        facts.witness(
            Zone::Shell,
            SUSPENDED,
            RowSpan::one(row),
            Axis::Availability,
        );
    }
    surface
}

/// Reads what is in front of a screen without a live composer.
fn without_composer(
    screen: &Marked<'_>,
    by: (Quirks, &OwnDialogs),
    found: &mut Found,
    facts: &mut Facts,
) -> Surface {
    let parted = multiplexer::split(screen).is_some() || multiplexer::is_framed(screen);
    let is_shell = |last: usize| ends::is_shell(screen, last);
    decide! { screen;
        SplitPane if parted => Surface::SplitPane;
        TranscriptFooter let rule = ends::pager(screen) => ends::read_pager(screen, rule, facts);
        CursorInShell if ends::cursor_in_shell(screen) => Surface::Exited;
        ShellOverEdge if ends::shell_over_edge(screen) => Surface::Exited;
        SuspendedAlone let rows = below::suspended(screen) => exited(rows, facts);
        ScrolledDialog let row = scrolled::to_dialog(screen) => scrolled::read(row, facts);
        _ let place = recognition::own_block(screen, found) => {
            dialog::read(screen, place, by, found, facts)
        };
        _ if screen_reader::may_be(screen) => Surface::Unrecognized;
        ShellAlone if screen.last_row().is_some_and(is_shell) => Surface::Foreign;
        EditorOpen if foreign::is_program(screen) => Surface::Foreign;
        BannerAlone if banner::rows(screen, screen.height()).is_some() => Surface::Blank;
        _ => Surface::Unrecognized
    }
}
