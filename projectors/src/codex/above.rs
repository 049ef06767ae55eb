//! The rows directly above a composer: queued messages, status row, and what looks like a status row but is none; in the
//! chevron skin popup and shortcuts overlay, too.

use shadow_core::contract::UiContext;
use shadow_core::screen::{Color, Marked, Row, Screen};
use shadow_core::surface::{Doubt, RowSpan};

use super::block::{CENTERED, dialog_top};
use super::composer::{is_nothing_found, is_typed_in, popup_called};
use super::footer::{DOT, SHORTCUTS};
use super::front::Composer;
use super::marks::Mark;
use super::prompt::{Role, role_by_style};
use super::queue_rows::{self, is_queued, queue_start};
use super::shape::{
    CHEVRON, StatusShape, after_glyph, carries_colors, carries_styles, is_accented,
    is_answer_bullet, is_key_hint, is_prompt, numbered, status_shape,
};
use crate::letters::is_letter;
use crate::rules::{decide, mark_all};
use crate::shapes::columns::{gap, wide_apart};

/// Rows that the mention popup may take.
const MENTION_ROWS: usize = 24;
/// A notice at the right begins behind the first of so many parts of the pane.
const BESIDE: usize = 3;
/// Rows that it may take.
const BESIDE_ROWS: usize = 3;
/// Columns between its end and the pane's.
const EDGE: usize = 2;
/// Rows that the shortcuts overlay may take.
const OVERLAY_ROWS: usize = 40;

/// What a run of rows above a composer is.
pub(super) enum Run {
    /// A notice at the pane's right edge, from this row on.
    Beside(usize),
    /// The status row, and the first row of the messages that wait below it.
    Status(usize, Option<usize>),
    /// Messages that wait, from this row on.
    Queue(usize),
    /// Rows in the place of a status row that are none by their shape.
    Odd(RowSpan),
    /// The transcript's.
    Said,
}

/// Takes the runs above a composer, nearest first, until one belongs to the transcript; what a run `is`, depends on the skin.
pub(super) fn take(
    screen: &Marked<'_>,
    composer: &mut Composer,
    is: fn(&Marked<'_>, &Composer, usize, usize) -> Run,
) {
    composer.queued = queue_rows::parted(screen, composer);
    mark_all! { screen;
        QueueParted if composer.queued.is_some();
    }
    let mut goes_on = true;
    loop {
        composer.top = composer.uppermost();
        let Some(end) = screen.last_filled(0, composer.top).filter(|_| goes_on) else {
            return;
        };
        let start = screen.run_start(end);
        let queue = match is(screen, composer, start, end) {
            Run::Beside(first) => {
                composer.beside = Some(RowSpan::new(first, end));
                continue;
            }
            Run::Status(row, queue) => {
                let last = queue.map_or(end, |first| first - 1);
                composer.status = Some(RowSpan::new(row, last));
                queue
            }
            Run::Queue(first) => Some(first),
            Run::Odd(rows) => {
                let in_front = composer.odd.is_some_and(|it| it.in_front);
                composer.odd = Some(Doubt { rows, in_front });
                return;
            }
            Run::Said => return,
        };
        if let Some(first) = queue {
            let last = composer.queued.map_or(end, |rows| rows.last as usize);
            composer.queued = Some(RowSpan::new(first, last));
        }
        goes_on = queue == Some(start);
    }
}

/// Reads what is above a composer.
pub(super) fn read(screen: &Marked<'_>, composer: &mut Composer) {
    composer.images = images(screen, composer.first).unwrap_or_default();
    let images = composer.image_rows();
    let top = images.map_or(composer.first, |rows| rows.first as usize);
    if let Some(end) = screen.last_filled(0, top) {
        popup(screen, composer, top, end);
        decide! { screen;
            _ if composer.popup.is_some() || composer.overlay.is_some() => {};
            OverlayAbove let top = overlay_top(screen, end) => {
                composer.overlay = Some(RowSpan::new(top, end));
            };
            _ => panel(screen, composer, end)
        }
    }
    mark_all! { screen;
        ImageRows if composer.images > 0;
    }
    take(screen, composer, run);
}

/// The number of images that go with a draft: a run of rows, one blank row above the prompt, each of which holds an image's label alone.
/// They are counted from one, and drawn in a color. Two blank rows part an answer from the composer.
fn images(screen: &Screen, prompt: usize) -> Option<u16> {
    let last = prompt.checked_sub(2)?;
    if screen.row(last).is_blank() || !screen.row(last + 1).is_blank() {
        return None;
    }
    let first = screen.run_start(last);
    let labels = |index: usize| {
        let row = screen.row(index);
        let label = row.text().strip_prefix("  [Image #");
        let number = label.and_then(|label| label.strip_suffix(']'));
        let counted = number.and_then(|number| number.parse::<usize>().ok());
        let drawn = !carries_colors(screen) || is_accented(row, row.indent());
        counted == Some(index - first + 1) && drawn
    };
    let count = u16::try_from(last - first + 1).ok();
    count.filter(|_| (first..=last).all(labels))
}

/// What a run of rows is.
fn run(screen: &Marked<'_>, composer: &Composer, start: usize, end: usize) -> Run {
    let beside = beside(screen, start, end).filter(|_| composer.beside.is_none());
    let mut shapes = false;
    let mut is_status = |row: &usize| {
        let shape = shape_at(screen, *row);
        shapes |= shape.is_some();
        is_status(screen, *row, shape)
    };
    decide! { screen;
        BesideComposer let first = beside => Run::Beside(first);
        _ let status = (start..=end).rev().find(&mut is_status) => {
            let queue = (status + 1..=end).find(|&row| is_queued(screen.row(row)));
            mark_all! { screen;
                QueueBelowStatus if queue.is_some();
            }
            Run::Status(status, queue)
        };
        QueueApart let first = queue_start(screen, start, end) => Run::Queue(first);
        OddRow if is_odd(screen.row(start)) => Run::Odd(RowSpan::new(start, end));
        OddStatus if shapes && (start..=end).any(|row| is_misdrawn(screen, row)) => {
            Run::Odd(RowSpan::new(start, end))
        };
        _ => Run::Said
    }
}

/// The first row of a notice of the limits at the end of a run, which is at the pane's right side, right above the
/// composer (0.157 on). No cell's rows begin so far to the right; where one is above without a blank row between (an
/// error of two rows, 0.169), each row of the notice ends at the pane's right edge, too.
fn beside(screen: &Screen, start: usize, end: usize) -> Option<usize> {
    let column = CENTERED.max(screen.width() / BESIDE);
    let is_right = |&index: &usize| screen.row(index).indent() >= column;
    let first = (start..=end).rev().take_while(is_right).last()?;
    let at_edge = |index| screen.row(index).width() + EDGE >= screen.width();
    let apart = first == start || (first..=end).all(at_edge);
    (apart && end - first < BESIDE_ROWS).then_some(first)
}

/// A status row's shape, where a row is flush and no prompt.
fn shape_at(screen: &Screen, index: usize) -> Option<StatusShape<'_>> {
    let row = screen.row(index);
    row.flush_char().filter(|first| *first != CHEVRON)?;
    status_shape(row.text())
}

/// A status row: flush, header, bracket with an elapsed time (its bullet is gone where animations
/// are off, seen in 0.169); where the text has styles, the bracket is dim and the bullet not an
/// answer's. Without styles, a header with a glyph of its own behind the bullet may be quoted.
fn is_status(screen: &Marked<'_>, index: usize, shape: Option<StatusShape<'_>>) -> bool {
    let row = screen.row(index);
    let moves = || is_odd(row) && row.text().ends_with('…');
    let dim = |byte| row.style_at(byte).dim() && !is_answer_bullet(row);
    let own = |shape: StatusShape<'_>| match carries_styles(screen) {
        true => dim(shape.bracket),
        false => shape.header.starts_with(is_letter),
    };
    decide! { screen;
        StatusEllipsis if shape.is_none() && moves() => true;
        StatusRow if shape.is_some_and(own) => true;
        _ => false
    }
}

/// A flush bullet drawn in a moving gray, which no cell of the transcript has: the place and look of
/// a status row without its shape.
fn is_odd(row: Row<'_>) -> bool {
    let Some(bullet) = row.flush_char() else {
        return false;
    };
    let ink = row.style_at(0).fg.rgb();
    let gray = ink.is_some_and(|(red, green, blue)| red == green && green == blue);
    let open = row.style_at(0).bg == Color::Default;
    let known = matches!(bullet, '■' | '⚠' | '✗' | '✔' | '›' | '─' | '╭' | '│' | '╰');
    gray && open && !known && !is_letter(bullet) && row.width() > 2
}

/// The shape of a status row in no status row's style, behind a bullet that is not an answer's (which
/// is dim, 0.47 to 0.169).
fn is_misdrawn(screen: &Screen, index: usize) -> bool {
    shape_at(screen, index).is_some() && !screen.row(index).style_at(0).dim()
}

/// A panel in front of a composer that is still drawn (0.15x and later, full screen): the last rows
/// above the composer are a panel's, its key hint last, and the composer's second footer row is gone.
/// It stays below a panel that is in the middle of the pane (0.166).
fn panel(screen: &Marked<'_>, composer: &mut Composer, end: usize) {
    let row = screen.row(end);
    let centered = row.indent() >= CENTERED;
    // A panel over a whole footer stands in the middle of the pane.
    if row.indent() < 2 || !centered && has_shortcuts_row(screen, composer) {
        return;
    }
    let top = dialog_top(screen, end);
    let keys = is_key_list(row.text());
    let listed = keys || is_key_hint(row.text()) || is_centered_list(screen, top, end);
    let selected = || is_selected_list(screen, top, end);
    let hidden = screen.cursor_visible() == Some(false);
    let styled = carries_styles(screen) || hidden;
    let drawn = || row.spans().any(|span| span.style.dim()) || is_accented(row, row.indent());
    let free = || {
        let free = centered && has_shortcuts_row(screen, composer) || !drawn();
        free && !(hidden || selected())
    };
    // The inverse or the colors of a panel may have been lost: it is doubted, not overlooked.
    let faded = || {
        let below_cell = || is_below_cell(screen, top);
        centered && drawn() || keys && !carries_colors(screen) && !below_cell()
    };
    let rows = RowSpan::one(end);
    let doubt = |in_front| Some(Doubt { rows, in_front });
    composer.odd = decide! { screen;
        // A list without keys: it may be a box, which is looked for later.
        PanelDoubted if !listed && selected() => doubt(true);
        _ if !listed => None;
        TipOfBanner if !styled && is_below_box(screen, end) => None;
        PanelDoubted if !styled => doubt(keys || !is_typed_in(screen, composer));
        PanelFaded if free() && faded() => doubt(true);
        _ if free() => None;
        PanelInFront => {
            composer.panel = Some(RowSpan::new(top, end));
            None
        }
    };
}

/// Whether the run that ends in a row is right below a box, as the banner's is: no panel has one run of rows alone.
fn is_below_box(screen: &Screen, end: usize) -> bool {
    let above = screen.last_filled(0, screen.run_start(end));
    above.is_some_and(|row| screen.row(row).flush_char() == Some('╰'))
}

/// Whether rows follow a cell that begins right above them, one blank row between: a block within an answer.
/// Two blank rows part a panel from the transcript.
fn is_below_cell(screen: &Screen, top: usize) -> bool {
    let above = top
        .checked_sub(2)
        .filter(|_| screen.row(top - 1).is_blank());
    above.is_some_and(|row| is_answer_bullet(screen.row(row)))
}

/// Whether rows hold a choice that is drawn as the selected one, whatever the row of keys below it says: inverse, or without
/// styles behind the glyph and with a number.
fn is_selected_list(screen: &Screen, first: usize, last: usize) -> bool {
    let mut marked = screen.opening(first, last + 1, |indent, first| {
        indent >= 2 && first == CHEVRON
    });
    marked.any(|(_, row)| match carries_styles(screen) {
        true => row.first_style().inverse(),
        false => numbered(after_glyph(row.trimmed())).is_some(),
    })
}

/// Whether rows in the middle of the pane hold a marked choice, whatever the row of keys below it says.
fn is_centered_list(screen: &Screen, first: usize, last: usize) -> bool {
    (first..=last).any(|index| {
        let row = screen.row(index);
        row.indent() >= CENTERED && row.first_char() == Some(CHEVRON)
    })
}

/// The row of hints below the status line, which an idle composer of 0.15x and later shows.
fn has_shortcuts_row(screen: &Screen, composer: &Composer) -> bool {
    composer.footer.is_some_and(|rows| {
        rows.first != rows.last || SHORTCUTS.is_in(screen.row(rows.first as usize).text())
    })
}

/// `n · new   e · edit   esc · close`: keys of one or a few letters, each with what it does.
fn is_key_list(text: &str) -> bool {
    keyed_items(text) >= 3
}

/// How many such keys a row lists, where it lists nothing else.
pub(super) fn keyed_items(text: &str) -> usize {
    if gap(text).is_none() {
        return 0;
    }
    let is_keyed = |item: &str| {
        let parts = DOT.split_once(item);
        parts.is_some_and(|(key, deed)| key.chars().count() <= 5 && !deed.is_empty())
    };
    match wide_apart(text).map(str::trim).all(is_keyed) {
        true => wide_apart(text).count(),
        false => 0,
    }
}

/// Rows from a popup's last to the composer, that one counted; a user's cell stands further above.
const POPUP_GAP: usize = 2;

/// A popup above the composer (from 0.15x on): its selected row is flush, or its last row is a key
/// hint.
fn popup(screen: &Marked<'_>, composer: &mut Composer, below: usize, end: usize) {
    let apart = below - end > POPUP_GAP && !is_parted_popup(screen, end);
    let tall = composer.last > composer.first;
    let own = |context: &UiContext| !(tall && *context == UiContext::SlashCommand);
    if apart || composer.popup.is_some() {
        return;
    }
    let Some(context) = popup_called(screen, composer).filter(own) else {
        return;
    };
    let hinted = context != UiContext::SlashCommand && is_key_hint(screen.row(end).text());
    let list = if hinted { above_hint(screen, end) } else { end };
    let start = below_cell(screen, screen.run_start(list), list, context);
    let selected = (start..=list).any(|row| is_selected(screen.row(row), context));
    let mentions = hinted.then(|| mention_top(screen, start)).flatten();
    let nothing = is_nothing_found(screen.row(end).trimmed());
    mark_all! { screen;
        PopupAbove if selected;
        PopupMentions if mentions.is_some();
        PopupEmpty if nothing;
    }
    if nothing || selected || mentions.is_some() {
        let top = mentions.unwrap_or(start);
        composer.popup = Some((RowSpan::new(top, end), context));
    }
}

/// Whether the run that ends in a row is a popup's that two blank rows part from the composer, without heading and keys (0.171
/// in 8 rows): its first row is drawn as the selected one, or all its rows are in columns up to the pane's edge.
fn is_parted_popup(screen: &Screen, end: usize) -> bool {
    let start = screen.run_start(end);
    let first = screen.row(start);
    let in_columns = |index: usize| {
        let row = screen.row(index);
        gap(row.trimmed()).is_some() && row.width() + 3 * EDGE >= screen.width()
    };
    is_selected(first, UiContext::FilePicker)
        && (role_by_style(first) == Some(Role::Selected) || (start..=end).all(in_columns))
}

/// The last row of the list above its key hint: a blank row may part them (the list of skills, 0.169).
fn above_hint(screen: &Screen, hint: usize) -> usize {
    let filled = screen.last_filled(hint.saturating_sub(2), hint);
    filled.unwrap_or(hint)
}

/// The run's first row that may be the popup's: a flush row that is not the selected one is the end of
/// a cell that is right above it (0.169 on 40 columns).
fn below_cell(screen: &Screen, start: usize, end: usize, context: UiContext) -> usize {
    let cell = |&row: &usize| {
        let row = screen.row(row);
        row.indent() == 0 && !is_selected(row, context)
    };
    (start..end).rfind(cell).map_or(start, |row| row + 1)
}

fn is_selected(row: Row<'_>, context: UiContext) -> bool {
    let command = after_glyph(row.text()).starts_with('/');
    is_prompt(row, CHEVRON) && (command || context != UiContext::SlashCommand)
}

/// The heading of the mention popup, a few parts above its hint.
fn mention_top(screen: &Screen, start: usize) -> Option<usize> {
    (start.saturating_sub(MENTION_ROWS)..=start)
        .rev()
        .find(|&row| screen.row(row).trimmed() == "Mentions")
}

/// The heading of the shortcuts overlay above the composer (from 0.160 on), whose last row names the way to change them:
/// bold where styled, above the keys with what they do, in columns, and no cell begins below it. Behind it is the key that
/// shows the same as a list or as a keyboard (0.171).
fn overlay_top(screen: &Screen, end: usize) -> Option<usize> {
    if !screen.row(end).trimmed().starts_with("/keymap") {
        return None;
    }
    let heading = |text: &str| {
        let behind = text.strip_prefix("Keyboard shortcuts");
        behind.is_some_and(|behind| behind.is_empty() || behind.starts_with("  "))
    };
    let top = (end.saturating_sub(OVERLAY_ROWS)..end)
        .rev()
        .find(|&row| heading(screen.row(row).trimmed()))?;
    let drawn = !carries_styles(screen) || screen.row(top).first_style().bold();
    let columns = (top + 1..end).any(|row| gap(screen.row(row).trimmed()).is_some());
    let open = (top..end).all(|row| screen.row(row).flush_char().is_none());
    (drawn && columns && open).then_some(top)
}
