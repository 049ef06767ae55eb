//! The layout from 0.44 on: `›` in column 0 is the composer's prompt, a selected list row or a user
//! cell. Place, style and cursor tell which.
//!
//! Seen: the composer is on a blank row of its own, its draft's further rows are indented by
//! two, one blank row parts it from footer or popup; from 0.15x on popups are above it and `!`
//! takes the prompt's place in shell mode.

use shadow_core::contract::UiContext;
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::RowSpan;

use super::above;
use super::block::{dialog_top, heading_above, is_in_footer, is_scroll_mark, stands_alone};
use super::composer::{is_nothing_found, popup_called, popup_for};
use super::footer::is_footer;
use super::front::{Composer, Front, Skin};
use super::marks::Mark;
use super::prompt::{Role, is_placeholder, role_by_style};
use super::rows::seen_cursor;
use super::shape::{
    CHEVRON, ULTRA, after_glyph, carries_styles, ends_in_hint, is_accented, is_count, is_prompt,
    is_prompt_glyph, numbered,
};
use crate::multiplexer;
use crate::rules::{decide, said};
use crate::shapes::columns::gap;
use crate::shapes::lists::check_box;

/// What is in front, if it is a composer or a list in the chevron skin.
pub(super) fn front(screen: &Marked<'_>, last: usize) -> Option<Front> {
    let prompt = lowest_prompt(screen, last);
    let choice = indented_choice(screen, prompt.map_or(0, |row| row + 1), last);
    let prompt = decide! { screen;
        IndentedChoice let row = choice => return Some(block(screen, row, last));
        _ => prompt?
    };
    match role(screen, prompt, last) {
        Role::Composer if ends_screen(screen, prompt, last) => Some(Front::Unrecognized),
        Role::Composer => composer(screen, prompt, last)
            .map(|it| it.panel.map_or(Front::Composer(it), Front::block)),
        Role::Selected if is_furnished(screen, prompt, last) => Some(block(screen, prompt, last)),
        Role::Selected => Some(Front::Unrecognized),
        Role::UserCell => None,
    }
}

/// Whether a selected row has a dialog's own furniture, where no style tells what it is: a line of keys below, or numbers or
/// boxes before it and another choice. A prompt below which tools have dropped the blank rows has neither.
fn is_furnished(screen: &Screen, selected: usize, last: usize) -> bool {
    let is_choice = |text: &str| numbered(text).is_some() || check_box(text).is_some();
    let beside = |row: usize| row != selected && is_choice(screen.row(row).trimmed());
    let listed = || {
        is_choice(after_glyph(screen.row(selected).text()))
            && ((selected..=last).any(beside)
                || (dialog_top(screen, selected)..selected).any(beside))
    };
    carries_styles(screen) || listed() || ends_in_hint(screen, last)
}

/// Whether a prompt with words behind it is the screen's end, and no cursor tells whose it is: a composer without a
/// footer (0.105, with a draft in it) and the prompt that a CLI leaves when it ends (0.77) read the same.
fn ends_screen(screen: &Screen, prompt: usize, last: usize) -> bool {
    let words = !after_glyph(screen.row(prompt).text()).is_empty();
    let bare = words && screen.cursor().is_none() && run_end(screen, prompt, last) == last;
    let glyph = screen.row(prompt).flush_char();
    bare && glyph.is_some_and(is_prompt_glyph) && !is_placeholder(screen, prompt)
}

fn block(screen: &Marked<'_>, selected: usize, last: usize) -> Front {
    let top = dialog_top(screen, selected);
    let headed = Mark::HeadedAbove.found(screen, heading_above(screen, top));
    Front::block(RowSpan::new(headed.unwrap_or(top), last))
}

/// The lowest row that opens with the prompt, with nothing flush below it but a popup's rows. `»`, bold where styled, is in the
/// prompt's place with the effort `ultra`, `!` in shell mode.
fn lowest_prompt(screen: &Marked<'_>, last: usize) -> Option<usize> {
    for (index, row) in screen.flush(0, last + 1).rev() {
        let apart = || index == 0 || screen.row(index - 1).is_blank();
        let drawn = || !carries_styles(screen) || row.style_at(0).bold();
        let is_prompt = |glyph| is_prompt(row, glyph);
        let opens = decide! { screen;
            _ if is_prompt(CHEVRON) => true;
            UltraPrompt if is_prompt(ULTRA) && apart() && drawn() => true;
            ShellPrompt if is_prompt('!') && apart() => true;
            OtherPrompt if index < last && is_other_prompt(screen, index) && apart() => true;
            _ => false
        };
        if opens {
            return Some(index);
        }
        if row.flush_char() != Some('>') && !is_scroll_mark(row) {
            return None;
        }
    }
    None
}

/// A glyph of an unknown version in the prompt's place: the shown cursor is in its row, past it. Asked only where
/// a footer may be below: the last row is a shell's prompt.
fn is_other_prompt(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let Some(glyph) = row.flush_char().filter(|glyph| is_prompt(row, *glyph)) else {
        return false;
    };
    let boxed = ('\u{2500}'..='\u{257f}').contains(&glyph);
    let shell = matches!(glyph, '$' | '#' | '%' | '~');
    let typed_in = |(x, y): (usize, usize)| y == index && x >= 2 && row.text().len() > 1;
    !glyph.is_alphanumeric() && !boxed && !shell && seen_cursor(screen).is_some_and(typed_in)
}

/// A selected choice that is indented (questions to the user), with a key hint as the last row; or as the last list under
/// a count, where the hint is off the pane.
fn indented_choice(screen: &Screen, from: usize, last: usize) -> Option<usize> {
    let points = |indent: usize, first: char| first == CHEVRON && (1..=4).contains(&indent);
    let mut rows = screen.opening(from, last + 1, points).rev();
    let (index, _) = rows.find(|(_, row)| numbered(after_glyph(row.trimmed())).is_some())?;
    let counted = || {
        let top = screen.row(dialog_top(screen, index));
        is_count(top.trimmed()) && run_end(screen, index, last) == last
    };
    (ends_in_hint(screen, last) && !is_parted(screen, index, last) || counted()).then_some(index)
}

/// Whether two blank rows are between a choice and the part above the keys, as below the transcript: the part is another
/// dialog's. The keys themselves may be as far from their list (0.98, 40 columns).
fn is_parted(screen: &Screen, index: usize, last: usize) -> bool {
    let above_keys = screen.last_filled(index, screen.run_start(last));
    let blank = |row: usize| screen.row(row).is_blank();
    above_keys.is_some_and(|end| (index + 1..end).any(|row| blank(row) && blank(row + 1)))
}

/// Tells composer, selected row and user cell apart: by style, and where that does not tell, by the cursor and by place. The
/// cursor of a panel's text field is like the composer's: its title is right above, its key hint is the last row (`/rename`,
/// 0.169).
fn role(screen: &Marked<'_>, index: usize, last: usize) -> Role {
    let drawn = role_by_style(screen.row(index));
    let inside = |(x, y): (usize, usize)| x >= 2 && (index..=last).contains(&y);
    let typed_in = || seen_cursor(screen).is_some_and(inside);
    let titled = || is_titled_field(screen, index, last) && is_hinted(screen, index, last);
    decide! { screen;
        SelectedScrolls if scrolls_on(screen, index, last) => Role::Selected;
        PromptDrawn if drawn == Some(Role::Composer) => Role::Composer;
        SelectedDrawn if drawn == Some(Role::Selected) => Role::Selected;
        UserCellLowest if drawn == Some(Role::UserCell) => Role::UserCell;
        _ if typed_in() => decide! { screen;
            PanelField if titled() => said(screen, (Mark::SelectedByPlace, Role::Selected));
            PromptByCursor => Role::Composer
        };
        SelectedByPlace if is_selected_by_place(screen, index, last) => Role::Selected;
        PromptByPlace => Role::Composer
    }
}

/// Whether a row of keys is below a row.
fn is_hinted(screen: &Screen, index: usize, last: usize) -> bool {
    last > index && ends_in_hint(screen, last)
}

/// A row with a title right above and nothing below but the last row, that no popup and no search
/// explains.
fn is_titled_field(screen: &Marked<'_>, index: usize, last: usize) -> bool {
    let end = run_end(screen, index, last);
    title_above(screen, index)
        && screen.run_start(last) == last
        && popup_for(after_glyph(screen.row(index).text())).is_none()
        && !is_searching(screen, end, last)
}

/// Without style: a list has its siblings or its title right above, or numbers them below and ends
/// in a key hint; a composer is on its own blank rows.
fn is_selected_by_place(screen: &Marked<'_>, index: usize, last: usize) -> bool {
    if index > 0 && !screen.row(index - 1).is_blank() {
        return true;
    }
    let hidden = screen.cursor_visible() == Some(false);
    let label = after_glyph(screen.row(index).text());
    let choice = numbered(label).is_some() || check_box(label).is_some();
    let end = run_end(screen, index, last);
    let bare = choice && end == last;
    let signs = [hidden, hidden, choice, title_above(screen, index), bare];
    let points = signs.iter().filter(|sign| **sign).count();
    let listed = || points == 2 || choice || is_titled_field(screen, index, last);
    decide! { screen;
        SelectedAsked if bare && end > index && is_asked(screen, index) => true;
        _ => points >= 3 || listed() && is_hinted(screen, index, last)
    }
}

/// Whether a list is below the heading of a known dialog, no cell between the two: its row of keys may be missing.
fn is_asked(screen: &Screen, index: usize) -> bool {
    let above = dialog_top(screen, index)..index;
    above.rev().any(|row| stands_alone(screen.row(row).text()))
}

/// The list goes on below its window: a lone arrow in column 0, above the key hint that ends the
/// list (0.160 and later). A draft's rows are indented.
fn scrolls_on(screen: &Screen, index: usize, last: usize) -> bool {
    let arrow = |row: usize| screen.row(row).text() == "↓";
    last > index + 1 && (index + 1..last).any(arrow) && ends_in_hint(screen, last)
}

/// The rows below are a search field's.
fn is_searching(screen: &Marked<'_>, end: usize, last: usize) -> bool {
    end < last && search_footer(screen, RowSpan::new(end + 1, last)).is_some()
}

/// One blank row above, and above that an indented row that no cell opens.
fn title_above(screen: &Screen, index: usize) -> bool {
    index >= 2 && !screen.row(index - 2).is_blank() && screen.row(index - 2).indent() >= 2
}

fn composer(screen: &Marked<'_>, first: usize, last: usize) -> Option<Composer> {
    let draft_end = draft_end(screen, first, last);
    let tail = screen.first_filled(draft_end + 1, last + 1);
    let tail = tail.map(|start| RowSpan::new(start, last));
    let mut composer = Composer {
        skin: Skin::Chevron,
        first,
        last: draft_end,
        margin: true,
        footer: tail,
        ..Composer::default()
    };
    let is_flush = |tail: RowSpan| tail.indices().any(|row| screen.row(row).is_flush());
    let flush_tail = tail.is_some_and(is_flush);
    read_tail(screen, &mut composer);
    if Mark::FlushBelow.holds(screen, flush_tail && composer.popup.is_none()) {
        return None;
    }
    above::read(screen, &mut composer);
    Some(composer)
}

/// The last row of the draft. The first run of rows always belongs to it; later runs do if the
/// cursor is in or below them, or if they are drawn like a draft, and something else follows.
fn draft_end(screen: &Marked<'_>, first: usize, last: usize) -> usize {
    let mut end = run_end(screen, first, last);
    let command = after_glyph(screen.row(first).text()).starts_with('/') && end == first;
    if is_placeholder(screen, first) || command {
        return end;
    }
    loop {
        let Some(start) = screen.first_filled(end + 1, last + 1) else {
            return end;
        };
        let next_end = run_end(screen, start, last);
        let below_cursor = screen.cursor_visible() != Some(false)
            && screen.cursor().is_some_and(|(_, y)| y >= start);
        let drawn = || next_end < last && is_draft_run(screen, first, start);
        end = decide! { screen;
            _ if search_footer(screen, RowSpan::new(start, next_end)).is_some() => return end;
            DraftGoesOn if below_cursor || drawn() => next_end;
            _ => return end
        };
    }
}

/// A middle run in plain style with the draft's indent, below a draft that opens no popup.
fn is_draft_run(screen: &Screen, first: usize, start: usize) -> bool {
    let row = screen.row(start);
    let plain = !carries_styles(screen) || row.first_style().is_plain();
    let overlay = is_overlay_row(row);
    let draft = after_glyph(screen.row(first).text());
    plain && !overlay && row.indent() >= 2 && popup_for(draft).is_none()
}

/// The last row of the run of non-blank rows that starts at `start`.
fn run_end(screen: &Screen, start: usize, last: usize) -> usize {
    screen.run_end(start, last + 1)
}

/// A row of the shortcuts overlay, by its entries (0.44 and later, below; 0.15x and later, above).
pub(super) fn is_overlay_row(row: Row<'_>) -> bool {
    let body = row.trimmed();
    let listed = body == "/ for commands" || gap(body).is_some();
    listed && names_entry(body)
}

/// Whether a text holds what an entry of the shortcuts overlay says.
fn names_entry(text: &str) -> bool {
    const FOR: Needle = Needle::new("for ");
    const VIEW: Needle = Needle::new("to view transcript");
    let deeds = ["commands", "shell commands", "newline"];
    let named = |at: usize| deeds.iter().any(|deed| text[at..].starts_with(deed));
    FOR.places(text).any(|at| named(at + 4)) || VIEW.is_in(text)
}

/// Sorts the rows below the draft into popup, overlay and footer.
fn read_tail(screen: &Marked<'_>, composer: &mut Composer) {
    let Some(tail) = composer.footer else {
        return;
    };
    decide! { screen;
        OverlayBelow if tail.indices().any(|row| is_overlay_row(screen.row(row))) => {
            (composer.overlay, composer.footer) = (Some(tail), None);
        };
        Browsing if is_browsing(screen, composer.first, tail) => {
            composer.panel = Some(RowSpan::new(composer.first, tail.last as usize));
        };
        SearchFooter let context = search_footer(screen, tail) => {
            composer.popup = Some((tail, context));
        };
        PopupBelow let context = popup_below(screen, composer, tail) => {
            (composer.popup, composer.footer) = (Some((tail, context)), None);
        };
        _ => {}
    }
}

/// The keys go to the transcript (0.15x and later): the composer is drawn without focus, or the
/// footer says so.
fn is_browsing(screen: &Marked<'_>, first: usize, tail: RowSpan) -> bool {
    let glyph = screen.row(first).style_at(0);
    let unfocused = glyph.dim() && is_placeholder(screen, first);
    let says = |row: usize| is_in_footer(screen.row(row).trimmed());
    let said = || tail.indices().any(says);
    (unfocused || said()) && search_footer(screen, tail).is_none()
}

/// The footer turned into a search field: history (`reverse-i-search`), or the transcript's `Find:`. It is among
/// the screen's last rows, and where styled, history's is drawn dim (0.130 to 0.169): a draft's paragraph that reads
/// the same has the footer below it.
fn search_footer(screen: &Marked<'_>, tail: RowSpan) -> Option<UiContext> {
    let searching = |row: usize| {
        let row = screen.row(row);
        match row.first_char() {
            Some('r') => {
                let drawn = !carries_styles(screen) || row.first_style().dim();
                drawn && row.trimmed().starts_with("reverse-i-search:")
            }
            Some('F') => row.trimmed().starts_with("Find:"),
            _ => false,
        }
    };
    let lowest = |row: usize| {
        let last = multiplexer::last_own(screen, Mark::InnerBar);
        last.is_some_and(|last| row <= last && run_end(screen, row, last) == last)
    };
    let field = tail.indices().any(|row| searching(row) && lowest(row));
    field.then_some(UiContext::HistorySearch)
}

/// The popup that the draft calls for, if the rows below it are that popup's and not a footer's.
fn popup_below(screen: &Screen, composer: &Composer, tail: RowSpan) -> Option<UiContext> {
    let context = popup_called(screen, composer)?;
    let row = screen.row(tail.first as usize);
    let body = row.trimmed();
    let selected = |index: usize| {
        let row = screen.row(index);
        let byte = row.text().len() - row.text().trim_start().len();
        is_accented(row, byte) && row.style_at(byte).bold()
    };
    let listed = || match carries_styles(screen) {
        true if tail.indices().any(selected) => true,
        true if row.first_style().dim() => false,
        _ => !is_footer(body),
    };
    let own = is_nothing_found(body)
        || match context {
            UiContext::SlashCommand => body.starts_with('/'),
            _ => listed(),
        };
    own.then_some(context)
}

#[cfg(test)]
mod tests {
    use shadow_core::Channels;
    use shadow_core::contract::UiContext;
    use shadow_core::screen::{Marked, Screen};
    use shadow_core::surface::RowSpan;

    use super::search_footer;

    /// Made up: the field of 0.169 in the footer, below a draft's paragraph that reads like it.
    #[test]
    fn a_paragraph_that_reads_like_a_search_field_hides_none() {
        let draft = "› find it\n\n  Find: in the draft\n\n";
        let found = |footer: &str| {
            let text = format!("{draft}{footer}\n");
            let screen = Screen::from_capture(text.as_bytes(), &Channels::default());
            search_footer(&Marked::new(&screen), RowSpan::new(2, 4))
        };
        assert_eq!(found("  Find: needle"), Some(UiContext::HistorySearch));
        assert_eq!(found("  gpt-5 · ~/project"), None);
    }
}
