//! A multiplexer within the pane: its status bar on the last row, its panes side by side. Nothing of a CLI is drawn so.

use shadow_core::screen::{Color, Marked, Needle, Row, Screen};

use crate::rules::RuleName;

/// The status bar of an inner multiplexer: the pane's last row, on a ground of its own from edge to edge, or where styles are
/// absent, in the shape that tmux gives it.
pub(crate) fn inner_bar(screen: &Screen) -> Option<usize> {
    let last = screen.last_row()?;
    let row = screen.row(last);
    if !row.is_flush() {
        return None;
    }
    let lowest = screen
        .pane_rows()
        .is_none_or(|rows| last + 1 == usize::from(rows));
    let drawn = match screen.is_styled() {
        true => is_grounded(screen, row),
        false => lists_windows(row.text()),
    };
    (lowest && drawn).then_some(last)
}

/// Whether one ground that is not the terminal's own lies under the whole row.
fn is_grounded(screen: &Screen, row: Row<'_>) -> bool {
    let ground = row.style_at(0).bg;
    let wide = row.width() >= screen.width();
    let mut spans = row.spans();
    ground != Color::Default && wide && spans.all(|span| span.style.bg == ground)
}

/// `[work] 0:bash*`: the session's name in brackets, then its windows by number.
fn lists_windows(text: &str) -> bool {
    let Some((name, windows)) = text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "))
    else {
        return false;
    };
    let digits = windows.bytes().take_while(u8::is_ascii_digit).count();
    !name.contains(' ') && digits > 0 && windows[digits..].starts_with(':')
}

/// The last row that holds text, above such a bar; `rule` is the projector's name for that.
pub(crate) fn last_own(screen: &Marked<'_>, rule: impl RuleName) -> Option<usize> {
    let Some(bar) = inner_bar(screen) else {
        return screen.last_row();
    };
    rule.leave(screen);
    screen.last_filled(0, bar)
}

/// The column at which the pane is split side by side: a rule over all rows, blank ones too, with text beside it. A box has no
/// text beside it.
pub(crate) fn split(screen: &Screen) -> Option<usize> {
    const FEWEST: usize = 4;
    let last = screen.last_row().filter(|last| *last + 1 >= FEWEST)?;
    // The rule is in blank rows, too, and a row without anything is found fastest.
    if screen.run_start(last) > 0 {
        return None;
    }
    let ruled = |row: Row<'_>, column: usize| {
        let at = row.byte_at_column(column);
        row.text()[at..].starts_with(['│', '┤', '├', '┼'])
    };
    let beside = |column: usize| {
        let mut rows = (0..=last).map(|row| screen.row(row));
        rows.any(|row| row.width() > column + 1 && !row.text().ends_with('│'))
    };
    const RULE: Needle = Needle::new("│");
    let lowest = screen.row(last);
    let columns = RULE
        .places(lowest.text())
        .map(|byte| lowest.column_at_byte(byte));
    let mut columns = columns.filter(|column| *column > 0);
    columns.find(|&column| (0..last).all(|row| ruled(screen.row(row), column)) && beside(column))
}

/// Whether a frame stands around the pane: square corners in its first and last row, which neither CLI draws, and sides in
/// all rows between.
pub(crate) fn is_framed(screen: &Screen) -> bool {
    let Some((first, last)) = screen
        .first_filled(0, screen.height())
        .zip(screen.last_row())
    else {
        return false;
    };
    let opens = |row: usize, marks: &[char]| {
        screen
            .row(row)
            .flush_char()
            .is_some_and(|c| marks.contains(&c))
    };
    opens(first, &['┌', '┏', '╔'])
        && opens(last, &['└', '┗', '╚'])
        && last > first + 1
        && (first + 1..last).all(|row| opens(row, &['│', '┃', '║']))
}

#[cfg(test)]
mod tests {
    use super::{inner_bar, is_framed, split};
    use shadow_core::Channels;
    use shadow_core::screen::Screen;

    fn screen(text: &str) -> Screen {
        let channels = Channels {
            cols: Some(20),
            rows: Some(4),
            ..Channels::default()
        };
        Screen::from_capture(text.as_bytes(), &channels)
    }

    #[test]
    fn a_bar_lies_on_a_ground_of_its_own_or_lists_windows() {
        let bar = |text| inner_bar(&screen(text));
        assert_eq!(
            bar("\x1b[1m›\x1b[0m a\n\n\n\x1b[30;42m[w] 0:sh*      12:00\x1b[0m"),
            Some(3)
        );
        assert_eq!(bar("› a\n\n\n[work] 0:sh*   12:00"), Some(3));
        assert_eq!(bar("› a\n\n\n[1] see below: 12:00"), None);
        assert_eq!(bar("\x1b[1m›\x1b[0m a\n\n\n[work] 0:sh*   12:00"), None);
    }

    #[test]
    fn a_rule_over_all_rows_parts_two_panes() {
        let panes = "› one    │ two\n         │\n────     │ three\n  foot   │";
        assert_eq!(split(&screen(panes)), Some(9));
        assert_eq!(split(&screen("╭───╮\n│ a │\n╰───╯\n  foot │")), None);
    }

    #[test]
    fn a_frame_of_square_corners_is_another_programs() {
        assert!(is_framed(&screen(
            "┌ agent ┐\n│❯ one   │\n│        │\n└────────┘"
        )));
        assert!(!is_framed(&screen(
            "╭───────╮\n│❯ one  │\n╰───────╯\n  foot"
        )));
        assert!(!is_framed(&screen(
            "┌───────┐\n│ one   │\n└───────┘\n  foot"
        )));
    }
}
