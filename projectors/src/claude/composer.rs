//! What is in the live composer: mode, kind of content, and the draft's text unwrapped.

use std::borrow::Cow;

use shadow_core::contract::{ComposerContent, ComposerMode, ComposerView, Editor, UiContext};
use shadow_core::screen::{Color, Marked, Row, Screen, Span, Style, str_width};
use shadow_core::surface::{ComposerFact, Popup};

use super::footer::Footer;
use super::frame::{Frame, FrameKind, first_text};
use super::ink::is_faint;
use super::marks::Mark;
use super::quirks::Quirks;
use crate::letters::{Openings, offset};
use crate::rules::{self, decide};
use crate::shapes::wraps::{Wrap, joined};

/// Beginnings of the CLI's own examples and hints in an empty composer.
static PLACEHOLDERS: Openings<5> = Openings::new([
    "Try \"",
    "Press up to edit queued messages",
    "Message ",
    "Type your message",
    "Press ↑ to edit queued messages",
]);

/// What the composer's text will be taken for.
pub(super) fn mode(screen: &Marked<'_>, frame: &Frame, held: Option<Popup>) -> ComposerMode {
    if held.is_some_and(|held| held.context == UiContext::HistorySearch) {
        return ComposerMode::Search;
    }
    let told = match frame.glyph {
        '!' => (Mark::BashMode, ComposerMode::Bash),
        '#' => (Mark::MemoryMode, ComposerMode::Memory),
        _ => return ComposerMode::Prompt,
    };
    rules::said(screen, told)
}

/// The composer's editor, by the mark in the footer or by where the cursor is in a draft.
///
/// Vim's normal mode shows nothing in most versions (1.0.72 to 2.1.330). Its cursor cannot stand
/// behind the draft in later ones (seen from 2.1.12 on, not in 2.0.45); an empty composer tells
/// nothing.
pub(super) fn editor(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    content: ComposerContent,
    quirks: Quirks,
) -> Editor {
    let drafted = matches!(
        content,
        ComposerContent::Draft | ComposerContent::CollapsedPaste
    );
    let told = match footer.editor {
        Some(editor) => Some((Mark::VimFooter, editor)),
        None if drafted && quirks.caret_tells => caret(screen, frame),
        None => None,
    };
    told.map_or(Editor::Unknown, |told| rules::said(screen, told))
}

/// What the caret in a draft says of the editor: where the cell that the cursor inverts stands; where no cell is inverted, the
/// cursor's own.
fn caret(screen: &Screen, frame: &Frame) -> Option<(Mark, Editor)> {
    let (first, last) = frame.inside();
    let mut inverted = (first..=last).filter_map(|index| {
        let row = screen.row(index);
        let span = row.spans().find(|span| span.style.inverse())?;
        Some((index, row.column_at_byte(span.start)))
    });
    let row = screen.row(last);
    let behind = row.margin_style().inverse();
    let (y, x) = match (inverted.next(), inverted.next()) {
        (Some(cell), None) => cell,
        (None, _) if behind => (last, row.width()),
        (None, _) => screen.cursor().map(|(x, y)| (y, x))?,
        _ => return None,
    };
    let width = row.width();
    let letter = frame.text(row).trim_end().chars().next_back()?;
    let letter = str_width(letter.encode_utf8(&mut [0; 4]));
    match y == last {
        true if x >= width => Some((Mark::CaretBehind, Editor::Plain)),
        true if x + letter >= width => Some((Mark::CaretOnLetter, Editor::VimNormal)),
        _ => None,
    }
}

/// Whether no text is in the composer.
fn is_empty(screen: &Screen, frame: &Frame) -> bool {
    let (first, last) = frame.inside();
    (first..=last).all(|index| frame.text(screen.row(index)).trim().is_empty())
}

/// Whether the first row of text is drawn dim or gray, as the CLI's own words are, and not like text that was typed: its first
/// character aside, which the cursor inverts. Nothing without styles.
fn is_gray(screen: &Screen, frame: &Frame) -> Option<bool> {
    if !screen.is_styled() {
        return None;
    }
    let row = screen.row(frame.inside().0);
    let text = frame.text(row);
    let mut letters = text.char_indices().skip(1);
    let letter = letters.find(|(_, character)| !character.is_whitespace());
    let start = offset(row.text(), text);
    let styled = letter.zip(start);
    Some(styled.is_some_and(|((at, _), start)| is_faint(row.style_at(start + at))))
}

/// What kind of content is in the composer.
pub(super) fn content(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
) -> ComposerContent {
    if is_empty(screen, frame) {
        return ComposerContent::Empty;
    }
    if !shows_glyph(screen, frame) {
        return drafted(screen, frame);
    }
    let text = first_text(screen, frame);
    let hint = PLACEHOLDERS.begin(text);
    let own = match hint {
        true => ComposerContent::Placeholder,
        false => ComposerContent::Suggestion,
    };
    let gray = is_gray(screen, frame);
    let behind = || cursor_tells(screen, frame);
    decide! { screen;
        FaintWords if gray == Some(true) => own;
        PlainDraft if gray == Some(false) => drafted(screen, frame);
        HintBesideShortcuts if footer.shortcuts.is_some() => own;
        CursorBehindDraft if behind() == Some(true) => drafted(screen, frame);
        CursorBeforeHint if hint && behind() == Some(false) => own;
        _ if hint || quirks.suggests => ComposerContent::Unknown;
        _ => drafted(screen, frame)
    }
}

/// Whether the cursor is behind text of a draft (`true`) or on the first cell (`false`).
fn cursor_tells(screen: &Screen, frame: &Frame) -> Option<bool> {
    let (first, last) = frame.inside();
    let (x, y) = screen
        .cursor()
        .filter(|(_, y)| (first..=last).contains(y))?;
    Some(y > first || x > frame.margin())
}

/// A draft, or a paste that the CLI has folded.
fn drafted(screen: &Screen, frame: &Frame) -> ComposerContent {
    let (first, last) = frame.inside();
    let folded = (first..=last).any(|index| is_folded_paste(frame.text(screen.row(index))));
    match folded {
        true => ComposerContent::CollapsedPaste,
        false => ComposerContent::Draft,
    }
}

/// `[Pasted text #2 +41 lines]`, `[...Truncated text #1 +3 lines...]`.
fn is_folded_paste(text: &str) -> bool {
    if memchr::memchr(b'[', text.as_bytes()).is_none() {
        return false;
    }
    let pasted = text.find("[Pasted text #");
    let at = pasted.or_else(|| text.find("[...Truncated text #"));
    at.is_some_and(|at| text[at..].contains(']'))
}

/// Whether the content is unknown, but the cursor is on the first cell and no draft style
/// shows.
pub(super) fn free_by_cursor(screen: &Screen, frame: &Frame, content: ComposerContent) -> bool {
    content == ComposerContent::Unknown && cursor_tells(screen, frame) == Some(false)
}

/// The composer written out.
pub(super) fn view(screen: &Screen, frame: &Frame, fact: &ComposerFact) -> ComposerView {
    let (first, last) = frame.inside();
    let inside = |(x, y): &(usize, usize)| (first..=last).contains(y) && *x >= frame.margin();
    let cursor = screen.cursor().filter(inside);
    let typed = typed_of_command(screen, frame).map(str::to_owned);
    ComposerView {
        content: fact.content,
        text: typed.unwrap_or_else(|| unwrapped(screen, frame).into_owned()),
        mode: fact.mode,
        editor: fact.editor,
        cursor: cursor.map(|(x, y)| [x as u32, y as u32]),
    }
}

/// What was typed of a command behind which the CLI proposes what may follow, in gray: `/model [model]`, `/add-dir <path>`
/// (1.0.72 to 2.1.330). The cell that the cursor inverts may be the proposal's first.
fn typed_of_command<'s>(screen: &'s Screen, frame: &Frame) -> Option<&'s str> {
    let row = screen.row(frame.inside().0);
    let text = frame.text(row);
    if !text.starts_with('/') || !screen.is_styled() {
        return None;
    }
    let start = offset(row.text(), text)?;
    let own = |span: &Span<'_>| {
        span.start > start && is_faint(span.style) && !span.text.trim().is_empty()
    };
    let shown = |span: &Span<'_>| !span.text.trim().is_empty() || span.style.inverse();
    let proposal = row.spans().find(own)?;
    let before = row.spans().take_while(|span| span.start < proposal.start);
    let caret = before.filter(shown).last();
    let caret = caret.filter(|span| span.style.inverse());
    let end = caret.map_or(proposal.start, |span| span.start);
    Some(row.text()[start..end].trim_end())
}

/// The text with soft wraps undone.
pub(super) fn unwrapped<'s>(screen: &'s Screen, frame: &Frame) -> Cow<'s, str> {
    let (first, last) = frame.inside();
    if first == last {
        return Cow::Borrowed(frame.text(screen.row(first)).trim_end());
    }
    let wrap = Wrap::at_spaces(room(screen, frame));
    let rows = (first..=last).map(|index| frame.text(screen.row(index)));
    let mut text = joined(rows, |row| row, |above, row| wrap.between(above, row));
    let kept = text.trim_end().len();
    text.truncate(kept);
    Cow::Owned(text)
}

/// Columns for text in one row of the composer. One behind them is the cursor's: a word that would end there wraps
/// (2.1.330).
fn room(screen: &Screen, frame: &Frame) -> usize {
    let line = screen.row(frame.top).width();
    match frame.kind {
        FrameKind::Ruled => line.saturating_sub(5),
        FrameKind::Boxed => line.saturating_sub(7),
    }
}

/// Whether the row with the prompt glyph is among those that the composer shows; else it holds a draft that is taller.
pub(super) fn shows_glyph(screen: &Screen, frame: &Frame) -> bool {
    let first = screen.row(frame.inside().0);
    frame.glyph_at(first).is_some()
}

/// How the prompt glyph is drawn: faint while a turn runs, in every version seen from 1.0.0 to
/// 2.1.330, whatever the footer shows. `None` where the screen carries no style, its frame no color
/// (`NO_COLOR`, 2.1.330), or nothing on it is faint (a dump that lost it): a bright glyph then proves
/// nothing. Nor where a theme of the user's own gives it a color that is not faint: at rest it has none (2,871 of 2,871 ready
/// screens of 1.0.0 to 2.1.331), and what a theme calls inactive may be bright. Nor where the glyph has gone above the rows that the composer shows of a draft (2.1.331): what is in its
/// column is the draft's.
pub(super) fn glyph_is_faint(screen: &Screen, frame: &Frame) -> Option<bool> {
    if !screen.is_styled() || screen.row(frame.top).first_style() == Style::default() {
        return None;
    }
    let row: Row<'_> = screen.row(frame.inside().0);
    let at = frame.glyph_at(row)?;
    let style = row.style_at(at);
    if is_faint(style) {
        return Some(true);
    }
    let prompts = matches!(frame.glyph, '>' | '❯');
    let bare = style.fg == Color::Default || !prompts;
    (bare && screen.draws(is_faint)).then_some(false)
}

/// Whether the first row's text is surely typed: drawn like a draft.
pub(super) fn is_typed(screen: &Screen, frame: &Frame) -> bool {
    is_gray(screen, frame) == Some(false)
}
