//! The texts of the messages that wait behind a running turn. Which rows they are on is read with
//! the composer and the turn.

use shadow_core::contract::PendingMessage;
use shadow_core::screen::{Row, Screen};
use shadow_core::surface::Facts;

use super::rows::is_bar;
use super::shape::BAR;
use crate::shapes::wraps::Wrap;

/// The messages that wait, from the top.
pub(super) fn messages(screen: &Screen, facts: &Facts) -> Vec<PendingMessage> {
    let Some(rows) = facts.turn.pending_rows else {
        return Vec::new();
    };
    let (first, last) = (rows.first as usize, rows.last as usize);
    if is_bar(screen, first) {
        return cells(screen, first, last);
    }
    let mut reader = Reader::new(screen);
    for index in first..=last {
        reader.take(screen.row(index), index == last);
    }
    reader.messages
}

/// Cells of the user that the turn has not come to (0.42): from the lowest up to the agent's words.
fn cells(screen: &Screen, mut first: usize, last: usize) -> Vec<PendingMessage> {
    while let Some(above) = screen.last_filled(0, first)
        && is_bar(screen, above)
    {
        first = above;
    }
    let mut reader = Reader::new(screen);
    for index in first..=last {
        let row = screen.row(index);
        match row.text().strip_prefix(BAR) {
            Some(body) if reader.column == 0 => {
                reader.begin(body.strip_prefix(' ').unwrap_or(body), 2);
            }
            Some(body) => reader.go_on(body.strip_prefix(' ').unwrap_or(body)),
            None => reader.column = 0,
        }
    }
    reader.messages
}

struct Reader<'s> {
    messages: Vec<PendingMessage>,
    /// Where the open message's text begins; 0 while none is open.
    column: usize,
    /// The open message's last row.
    above: &'s str,
    /// Blank rows since the open message's last row.
    blank: usize,
    /// Columns of the pane; without, no wrap is undone.
    cols: usize,
}

impl<'s> Reader<'s> {
    fn new(screen: &Screen) -> Self {
        Self {
            messages: Vec::new(),
            column: 0,
            above: "",
            blank: 0,
            cols: screen.cols().map_or(usize::MAX, usize::from),
        }
    }

    fn take(&mut self, row: Row<'s>, is_last: bool) {
        let body = row.trimmed();
        if row.is_blank() {
            self.blank += 1;
        } else if row.flush_char().is_some() {
            self.column = 0;
        } else if let Some(text) = body.strip_prefix("↳ ") {
            self.begin(text, row.indent() + 2);
        } else if let Some(text) = body.strip_prefix("! pending steer: ") {
            self.begin(text, row.indent() + 2);
        } else if self.column == 0 || is_last && is_edit_hint(body) {
        } else if body == "…" {
            if let Some(message) = self.messages.last_mut() {
                message.complete = false;
            }
        } else {
            let at = row.byte_at_column(self.column);
            self.go_on(if row.indent() < self.column {
                body
            } else {
                &row.text()[at..]
            });
        }
    }

    fn begin(&mut self, text: &'s str, column: usize) {
        self.column = column;
        self.blank = 0;
        self.above = text;
        self.messages.push(PendingMessage {
            text: text.to_owned(),
            complete: true,
        });
    }

    fn go_on(&mut self, text: &'s str) {
        let wrap = Wrap::at_hyphens(self.cols.saturating_sub(self.column));
        let blank = std::mem::take(&mut self.blank);
        if let Some(message) = self.messages.last_mut() {
            match blank {
                0 => message.text += wrap.between(self.above, text),
                lines => message.text.extend(std::iter::repeat_n('\n', lines + 1)),
            }
            message.text += text;
        }
        self.above = text;
    }
}

/// `alt + ↑ edit`, `Alt+↑ edit`, `shift+← edit last queued message`: an arrow key and what it does.
pub(super) fn is_edit_hint(text: &str) -> bool {
    let (keys, deed) = text.split_once(" edit").unwrap_or_default();
    keys.ends_with(['↑', '←']) && (deed.is_empty() || deed.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use shadow_core::contract::PendingMessage;
    use shadow_core::surface::{Facts, RowSpan};

    use super::{is_edit_hint, messages};
    use crate::testing::screen;

    /// The messages on a screen of 40 columns, all of whose rows are the queue's.
    fn read(text: &str) -> Vec<PendingMessage> {
        let mut facts = Facts::default();
        let rows = RowSpan::new(0, text.lines().count() - 1);
        facts.turn.take_queue(Some(rows));
        messages(&screen(40, text), &facts)
    }

    fn message(text: &str, complete: bool) -> PendingMessage {
        PendingMessage {
            text: text.to_owned(),
            complete,
        }
    }

    #[test]
    fn a_wrap_is_undone_and_a_cut_message_says_so() {
        let queue = "• Queued follow-up inputs\n  ↳ then look at the second thing, which\n    is long\n    \
                     and has a second line\n  ↳ one\n    two\n    three\n    …\n    shift+← edit last queued message";
        let long = "then look at the second thing, which is long\nand has a second line";
        let cut = message("one\ntwo\nthree", false);
        assert_eq!(read(queue), [message(long, true), cut]);
    }

    #[test]
    fn a_message_goes_on_below_a_blank_row() {
        let queue = "  ↳ look at the tests first\n\n    then look at the docs\n  ↳ three things:\n\n    - one\n    …\n    \
                     alt + ↑ edit";
        let first = message("look at the tests first\n\nthen look at the docs", true);
        assert_eq!(
            read(queue),
            [first, message("three things:\n\n- one", false)]
        );
    }

    #[test]
    fn headings_and_hints_are_no_messages() {
        let steer = "• Messages to be submitted after next\n  tool call (press esc to interrupt)\n  ↳ first\n\
                     • Queued follow-up inputs\n  ↳ then edit\n    alt + ↑ edit last queued message";
        assert_eq!(
            read(steer),
            [message("first", true), message("then edit", true)]
        );
        assert_eq!(
            read("  ! pending steer: leave it"),
            [message("leave it", true)]
        );
    }

    #[test]
    fn the_hint_is_known_by_its_arrow() {
        for hint in [
            "Alt+↑ edit",
            "alt + ↑ edit",
            "shift+← edit last queued message",
        ] {
            assert!(is_edit_hint(hint), "{hint}");
        }
        assert!(!is_edit_hint("then edit the file"));
        assert!(!is_edit_hint("press ↑ editor"));
    }
}
