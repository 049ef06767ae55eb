//! Where the live composer stands, by the lines of its frame alone.
//!
//! Two shapes were seen: a box (`│ > │`, 1.0.0 to 1.0.x) and a pair of rules with a glyph at
//! column 0 between them (`> ` from 2.0, `❯ ` in later 2.1). What stands in it is `composer`'s
//! business.

use shadow_core::screen::{Marked, Row, Screen};

use super::banner::is_banner_box;
use super::footer::Footer;
use super::frame::{Frame, FrameKind};
use super::glyph::{
    box_inside, branch, is_bare_rule, is_box_bottom, is_box_top, is_drawing, is_panel_edge,
    is_rule, is_scroll_edge,
};
use super::marks::Mark;
use super::{offer, screen_reader, status};
use crate::letters::{self, is_letter};
use crate::multiplexer;
use crate::rules::decide;

/// Rows below a composer beyond which a frame is not the live one.
const FOOTER_MOST: usize = 24;

/// Glyphs of a boxed composer. Boxes hold search fields too (`⌕`), so others do not count.
const BOXED_GLYPHS: [char; 5] = ['>', '!', '#', '&', '❯'];

/// The live composer's frame, or what is left of it where the CLI has no keys any more, searched from the bottom.
pub(super) fn find(screen: &Marked<'_>) -> Option<Frame> {
    let last = multiplexer::last_own(screen, Mark::InnerBar)?;
    let found = decide! { screen;
        _ let frame = whole(screen, last) => frame;
        ScrolledComposer let frame = scrolled(screen, last) => frame;
        CutComposer let frame = cut(screen, last) => frame;
        TallComposer let frame = tall(screen, last) => frame;
        _ => return None
    };
    let offer = Mark::OfferAbove.found(screen, offer::rows(screen, found.top));
    let above = offer.map_or(found.top, |rows| rows.first as usize);
    Some(Frame { above, ..found })
}

/// A frame whose edges both are on the screen.
fn whole(screen: &Marked<'_>, last: usize) -> Option<Frame> {
    let floor = last.saturating_sub(FOOTER_MOST);
    for (bottom, row) in screen.flush(floor, last + 1).rev() {
        let found = match row.flush_char() {
            Some('─') if is_bare_rule(row) || is_scroll_edge(row, '↓') => ruled(screen, bottom),
            Some('╰') if is_box_bottom(row) => boxed(screen, bottom),
            Some('▔') if is_panel_edge(row) => return None,
            _ => None,
        };
        if let Some(frame) = found {
            return decide! { screen;
                _ if block_below(screen, &frame, last) => None;
                OthersComposer if is_others(screen, &frame) => None;
                BoxedComposer if frame.kind == FrameKind::Boxed => Some(frame);
                RuledComposer => Some(frame)
            };
        }
    }
    None
}

/// Whether a composer is another agent's: rows hang on both of its edges in column 1, a folder's above and hints' below
/// (GitHub Copilot), or its text begins in column 4 behind `>` (Qwen Code). Claude Code sets its footer in by two, only what
/// is at the right margin touches the upper edge, and text begins in column 2.
fn is_others(screen: &Screen, frame: &Frame) -> bool {
    let hangs = |index: Option<usize>| index.is_some_and(|index| screen.row(index).indent() == 1);
    let below = screen.first_filled(frame.bottom + 1, screen.height());
    let hung = hangs(frame.top.checked_sub(1)) && hangs(below);
    let typed = screen.row(frame.top + 1).text().strip_prefix(">   ");
    let far = typed.is_some_and(|text| !text.trim().is_empty());
    hung || far
}

/// Row of the upper edge of the lowest composer, live or not.
pub(super) fn remnant(screen: &Marked<'_>, last: usize) -> Option<usize> {
    let found = (0..=last).rev().find_map(|bottom| {
        let row = screen.row(bottom);
        if is_bare_rule(row) {
            ruled(screen, bottom)
        } else if is_box_bottom(row) {
            boxed(screen, bottom)
        } else {
            None
        }
    });
    found.map(|frame| frame.top)
}

/// A draft taller than its frame: an edge that counts the rows above, then the draft's rows. The
/// lower edge may be off the pane (seen in 2.1.330 at 10 rows).
fn scrolled(screen: &Screen, last: usize) -> Option<Frame> {
    let mut rows = screen.flush(0, last).rev();
    let (top, _) = rows.find(|(_, row)| is_scroll_edge(*row, '↑'))?;
    let mut bottom = last + 1;
    for index in top + 1..=last {
        let row = screen.row(index);
        if is_rule(row) {
            bottom = index;
            break;
        }
        if !row.is_blank() && row.indent() < 2 {
            return None;
        }
    }
    Some(Frame::new(FrameKind::Ruled, [top, bottom], '❯'))
}

/// A draft down to the pane's last row, the lower edge off the pane (seen in 2.1.330 at 10 rows). A no-break space is
/// behind the glyph, as behind no list's mark.
fn cut(screen: &Screen, last: usize) -> Option<Frame> {
    if last + 1 < screen.height() {
        return None;
    }
    let own = |index: &usize| screen.row(*index).is_blank() || screen.row(*index).indent() >= 2;
    let first = (1..last)
        .rev()
        .find(|index| !own(&(index + 1)) || !own(index))?;
    let text = screen.row(first).text();
    let glyph = prompt_glyph(text).filter(|glyph| BOXED_GLYPHS.contains(glyph))?;
    let typed = text[glyph.len_utf8()..].starts_with('\u{a0}') && own(&(first + 1));
    let frame = Frame::new(FrameKind::Ruled, [first - 1, last + 1], glyph);
    (typed && is_rule(screen.row(first - 1))).then_some(frame)
}

/// Rows below a draft that fills the pane, at most.
const BELOW_TALL: usize = 3;

/// A draft from the pane's first row down to its frame's lower edge, the upper one off the pane (1.0.100 to 2.1.140): its
/// rows are indented as only a draft's are, and nothing but the CLI's own footer is below. A dialog's rows begin further
/// left.
fn tall(screen: &Marked<'_>, last: usize) -> Option<Frame> {
    let bottom = (last.saturating_sub(BELOW_TALL)..=last)
        .rev()
        .find(|&row| is_bare_rule(screen.row(row)) || is_box_bottom(screen.row(row)))?;
    if bottom < 3 || screen.row(bottom - 1).is_blank() {
        return None;
    }
    let width = || screen.row(bottom).width();
    let ruled = is_bare_rule(screen.row(bottom));
    let kind = if ruled {
        FrameKind::Ruled
    } else {
        FrameKind::Boxed
    };
    let typed = |row: Row<'_>| match ruled {
        true => row.is_blank() || row.indent() >= 2,
        false => is_inside_draft(row.text()) && row.width() == width(),
    };
    let frame = Frame::new(kind, [0, bottom], '❯');
    let own = |row: Row<'_>| typed(row) && branch(row).is_none();
    let whole = (0..bottom).all(|row| own(screen.row(row))) && width() >= screen.width();
    let held = || holds_caret(screen, bottom);
    (whole && held() && Footer::read(screen, &frame).custom == 0).then_some(frame)
}

/// Whether the caret is above a row, where styles show it: a turn's last words above the edge of a dialog that is
/// being drawn fill a low pane like a draft (2.1.332 in 8 rows), and have none.
fn holds_caret(screen: &Screen, bottom: usize) -> bool {
    let inverted = |row: usize| {
        let row = screen.row(row);
        row.margin_style().inverse() || row.spans().any(|span| span.style.inverse())
    };
    let cursor = screen.cursor().is_some_and(|(_, y)| y < bottom);
    !screen.is_styled() || cursor || (0..bottom).any(inverted)
}

/// Whether a box's row is one of a draft below its first: without a glyph, its text in the third column.
fn is_inside_draft(text: &str) -> bool {
    box_inside(text).is_some_and(|inside| {
        letters::trim(inside).is_empty()
            || inside.starts_with("   ")
            || inside.starts_with(" \u{a0} ")
    })
}

/// Whether something in the rows under a would-be composer is no footer: the lower part of a
/// dialog, or a cell of the dialog that has come since.
fn block_below(screen: &Marked<'_>, frame: &Frame, last: usize) -> bool {
    // Footers are indented.
    let mut rows = screen.flush(frame.bottom + 1, last + 1);
    let selected = |row: usize| screen.row(row).trimmed().starts_with("❯ ");
    rows.any(|(index, row)| {
        let block = is_panel_edge(row)
            || box_inside(row.text())
                .is_some_and(|text| letters::trim_start(text).starts_with('❯'))
            || is_rule(row) && (index + 1..=last).any(selected);
        let cell = || is_later_cell(screen, index) && !is_carried_out(screen, frame, index);
        decide! { screen;
            BlockBelowFrame if block => true;
            CellBelowFrame if cell() => true;
            _ => false
        }
    })
}

/// Whether a row begins a cell: footers are indented.
fn is_later_cell(screen: &Marked<'_>, index: usize) -> bool {
    let text = screen.row(index).text();
    let says = text.starts_with("● ") || text.starts_with("⏺ ");
    let command = ["> /", "❯ /"].iter().any(|start| text.starts_with(start));
    says || screen_reader::begins_dialog(screen.row(index))
        || command && screen.row(index - 1).is_blank()
}

/// Whether a command's echo, the last row of all, is the turn's that runs above the composer: so
/// `> /compact` is below the footer while it compacts (2.0.55).
pub(super) fn is_carried_out(screen: &Marked<'_>, frame: &Frame, index: usize) -> bool {
    let runs = screen.last_row() == Some(index)
        && matches!(status::lowest(screen, frame), status::Lowest::Running(..));
    Mark::CommandBelowFooter.holds(screen, runs)
}

/// The ruled composer whose lower rule is `bottom`.
pub(super) fn ruled(screen: &Marked<'_>, bottom: usize) -> Option<Frame> {
    for index in (0..bottom).rev() {
        let row = screen.row(index);
        if let Some(glyph) = prompt_glyph(row.text()) {
            let top = index.checked_sub(1)?;
            let own = is_rule(screen.row(top)) || is_named(screen, top, bottom);
            return own.then_some(Frame::new(FrameKind::Ruled, [top, bottom], glyph));
        }
        if !row.is_blank() && row.indent() < 2 {
            return None;
        }
    }
    None
}

/// Whether a row is the upper edge of a composer with a name in it that leaves less than half of the line (2.1.140 and
/// 2.1.331): as wide as the lower edge, or wrapped by the terminal below a full row, and what is left of the line behind
/// the name. A no-break space is behind the glyph, as behind no prompt's that was sent.
fn is_named(screen: &Marked<'_>, index: usize, bottom: usize) -> bool {
    let (row, prompt) = (screen.row(index), screen.row(index + 1).text());
    let lined = row.text().ends_with('─') && row.text().trim_end_matches('─').ends_with(' ');
    let full = |row: Row<'_>| row.width() == screen.row(bottom).width();
    let wide = || full(row) || index > 0 && full(screen.row(index - 1));
    let typed = || prompt.chars().nth(1).is_none_or(|gap| gap == '\u{a0}');
    Mark::NamedEdge.holds(screen, lined && typed() && wide())
}

/// The boxed composer whose lower edge is `bottom`.
fn boxed(screen: &Screen, bottom: usize) -> Option<Frame> {
    for index in (0..bottom).rev() {
        let row = screen.row(index);
        let inside = box_inside(row.text())?;
        let after_space = inside.strip_prefix([' ', '\u{a0}']).unwrap_or(" ");
        if let Some(glyph) = prompt_glyph(after_space).filter(|glyph| BOXED_GLYPHS.contains(glyph))
        {
            let top = index.checked_sub(1)?;
            let own = is_box_top(screen.row(top)) && !is_banner_box(screen, top);
            return own.then_some(Frame::new(FrameKind::Boxed, [top, bottom], glyph));
        }
        if !letters::trim(after_space).is_empty() && !after_space.starts_with(char::is_whitespace) {
            return None;
        }
    }
    None
}

/// The prompt glyph at the start of a text: a single symbol, then a space or nothing.
fn prompt_glyph(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let glyph = chars.next()?;
    let spaced = matches!(chars.next(), None | Some(' ' | '\u{a0}'));
    let options = ['☐', '☒', '✔', '←', '●', '⏺', '⎿', '⌕'];
    let symbol = !is_letter(glyph) && !glyph.is_whitespace() && !is_drawing(glyph);
    (spaced && symbol && !options.contains(&glyph)).then_some(glyph)
}
