//! Signs that a tool has changed a screen's text before it came here, so that no place in it proves anything: blank rows
//! dropped, margins trimmed, glyphs replaced. Only text alone is asked: a screen that has a size or styles was captured.

use shadow_core::screen::Screen;

/// Rows of a screen that shows it, at least.
const ROWS_LEAST: usize = 4;

/// Whether a screen is nothing but text, and enough of it.
fn is_bare(screen: &Screen) -> bool {
    !screen.is_styled()
        && screen.pane_rows().is_none()
        && screen
            .filled(0, screen.height())
            .nth(ROWS_LEAST - 1)
            .is_some()
}

/// Whether no blank row is between the first and the last. A view with columns beside each other may have none.
pub(crate) fn lacks_blank_rows(screen: &Screen) -> bool {
    if !is_bare(screen) {
        return false;
    }
    let mut rows = screen.filled(0, screen.height());
    let (first, last) = (rows.next(), rows.next_back());
    let (Some((first, _)), Some((last, _))) = (first, last) else {
        return false;
    };
    let columns = |index: usize| screen.row(index).text().contains(" │ ");
    screen.run_end(first, screen.height()) >= last && !(first..=last).any(columns)
}

/// Whether every row begins in column 0.
pub(crate) fn lacks_margins(screen: &Screen) -> bool {
    let mut rows = screen.filled(0, screen.height());
    is_bare(screen) && rows.all(|(_, row)| row.is_flush())
}

/// Whether there is no glyph at all, and where rows begin with one there is `_`.
pub(crate) fn lacks_glyphs(screen: &Screen) -> bool {
    is_bare(screen) && screen.visible_text().is_ascii() && {
        let mut rows = screen.flush(0, screen.height());
        rows.any(|(_, row)| row.text().starts_with('_'))
    }
}

#[cfg(test)]
mod tests {
    use super::{lacks_blank_rows, lacks_glyphs, lacks_margins};
    use shadow_core::Snapshot;
    use shadow_core::screen::Screen;

    fn bare(text: &str) -> Screen {
        let snapshot = Snapshot::from_text(text);
        Screen::from_capture(&snapshot.text, &snapshot.channels)
    }

    const DROPPED: &str = "› one\n• Two.\n  Three.\n› four\n  gpt\n  five";

    #[test]
    fn text_alone_shows_what_a_tool_has_dropped() {
        assert!(lacks_blank_rows(&bare(DROPPED)));
        assert!(!lacks_blank_rows(&bare(&DROPPED.replacen('\n', "\n\n", 1))));
        assert!(!lacks_blank_rows(&bare(&DROPPED.replace("Two", "Two │ 2"))));
        assert!(!lacks_blank_rows(&bare("› one\n• Two.")));
        assert!(lacks_margins(&bare(&DROPPED.replace("  ", ""))) && !lacks_margins(&bare(DROPPED)));
        let plain = DROPPED.replace(['›', '•'], "_");
        assert!(lacks_glyphs(&bare(&plain)) && !lacks_glyphs(&bare(DROPPED)));
    }
}
