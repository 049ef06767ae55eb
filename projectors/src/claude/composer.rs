//! What is in the live composer: mode, kind of content, and the draft's text unwrapped.

use std::borrow::Cow;

use shadow_core::contract::{ComposerContent, ComposerMode, ComposerView, Editor};
use shadow_core::screen::{Color, Marked, Row, Screen, Span, Style, str_width};
use shadow_core::surface::ComposerFact;

use super::footer::Footer;
use super::footer::Held;
use super::frame::first_text;
use super::frame::{Frame, FrameKind};
use super::ink::is_faint;
use super::marks::Mark;
use super::quirks::Quirks;
use crate::letters::offset;
use crate::shapes::wraps::{Wrap, joined};

/// Beginnings of the CLI's own examples and hints in an empty composer.
const PLACEHOLDERS: [&str; 5] = [
    "Try \"",
    "Press up to edit queued messages",
    "Message ",
    "Type your message",
    "Press ↑ to edit queued messages",
];

/// What the composer's text will be taken for.
pub(super) fn mode(screen: &Marked<'_>, frame: &Frame, held: Option<Held>) -> ComposerMode {
    if matches!(held, Some(Held::Field(_))) {
        return ComposerMode::Search;
    }
    let is = |glyph| frame.glyph == glyph;
    if Mark::BashMode.holds(screen, is('!')) {
        ComposerMode::Bash
    } else if Mark::MemoryMode.holds(screen, is('#')) {
        ComposerMode::Memory
    } else {
        ComposerMode::Prompt
    }
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
    let untold = || match caret(screen, frame) {
        Some(Caret::Behind) => {
            Mark::CaretBehind.on(screen);
            Editor::Plain
        }
        Some(Caret::OnLastLetter) => {
            Mark::CaretOnLetter.on(screen);
            Editor::VimNormal
        }
        _ => Editor::Unknown,
    };
    match Mark::VimFooter.found(screen, footer.editor) {
        Some(editor) => editor,
        None if drafted && quirks.caret_tells => untold(),
        None => Editor::Unknown,
    }
}

/// Where the cursor is in a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caret {
    OnLastLetter,
    Behind,
    Elsewhere,
}

/// Where the cell that the cursor inverts stands; where no cell is inverted, the cursor's own.
fn caret(screen: &Screen, frame: &Frame) -> Option<Caret> {
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
    Some(if y != last {
        Caret::Elsewhere
    } else if x >= width {
        Caret::Behind
    } else if x + letter >= width {
        Caret::OnLastLetter
    } else {
        Caret::Elsewhere
    })
}

/// Whether no text is in the composer.
fn is_empty(screen: &Screen, frame: &Frame) -> bool {
    let (first, last) = frame.inside();
    (first..=last).all(|index| frame.text(screen.row(index)).trim().is_empty())
}

/// How the text is drawn, after the cell that the cursor inverts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ink {
    /// Like text that was typed.
    Plain,
    /// Dim or gray: the CLI's own words.
    Faint,
    /// Nothing to tell by.
    Untold,
}

/// How the first row of text is drawn, leaving out the first character (the cursor inverts it).
fn ink(screen: &Screen, frame: &Frame) -> Ink {
    if !screen.is_styled() {
        return Ink::Untold;
    }
    let row = screen.row(frame.inside().0);
    let text = frame.text(row);
    let mut letters = text
        .char_indices()
        .skip(1)
        .filter(|(_, character)| !character.is_whitespace());
    match letters.next() {
        None => Ink::Plain,
        Some((at, _)) => {
            let start = offset(row.text(), text);
            match start.is_some_and(|start| is_faint(row.style_at(start + at))) {
                true => Ink::Faint,
                false => Ink::Plain,
            }
        }
    }
}

/// What kind of content is in the composer.
pub(super) fn content(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
) -> ComposerContent {
    if Mark::EmptyComposer.holds(screen, is_empty(screen, frame)) {
        return ComposerContent::Empty;
    }
    if !shows_glyph(screen, frame) {
        return drafted(screen, frame);
    }
    let text = first_text(screen, frame);
    let hint = PLACEHOLDERS.iter().any(|start| text.starts_with(start));
    let own_words = |told: bool| match (hint, told) {
        (true, _) => ComposerContent::Placeholder,
        (false, _) => ComposerContent::Suggestion,
    };
    let by = |mark: Mark| mark.on(screen);
    match ink(screen, frame) {
        Ink::Faint => {
            by(Mark::FaintWords);
            own_words(true)
        }
        Ink::Plain => {
            by(Mark::PlainDraft);
            drafted(screen, frame)
        }
        Ink::Untold if footer.shortcuts.is_some() => {
            by(Mark::HintBesideShortcuts);
            own_words(false)
        }
        Ink::Untold => match cursor_tells(screen, frame) {
            Some(true) => {
                by(Mark::CursorBehindDraft);
                drafted(screen, frame)
            }
            Some(false) if hint => {
                by(Mark::CursorBeforeHint);
                ComposerContent::Placeholder
            }
            _ if hint || quirks.suggests => ComposerContent::Unknown,
            _ => drafted(screen, frame),
        },
    }
}

/// Whether the cursor is behind text of a draft (`true`) or on the first cell (`false`).
fn cursor_tells(screen: &Screen, frame: &Frame) -> Option<bool> {
    let (x, y) = screen.cursor()?;
    let (first, last) = frame.inside();
    if !(first..=last).contains(&y) {
        return None;
    }
    Some(y > first || x > frame.margin())
}

/// A draft, or a paste that the CLI has folded.
fn drafted(screen: &Marked<'_>, frame: &Frame) -> ComposerContent {
    let (first, last) = frame.inside();
    let folded = (first..=last).any(|index| is_folded_paste(frame.text(screen.row(index))));
    if Mark::FoldedPaste.holds(screen, folded) {
        ComposerContent::CollapsedPaste
    } else {
        ComposerContent::Draft
    }
}

/// `[Pasted text #2 +41 lines]`, `[...Truncated text #1 +3 lines...]`.
fn is_folded_paste(text: &str) -> bool {
    if memchr::memchr(b'[', text.as_bytes()).is_none() {
        return false;
    }
    let Some(at) = text
        .find("[Pasted text #")
        .or_else(|| text.find("[...Truncated text #"))
    else {
        return false;
    };
    text[at..].contains(']')
}

/// Whether the content is unknown, but the cursor is on the first cell and no draft style
/// shows.
pub(super) fn free_by_cursor(screen: &Marked<'_>, frame: &Frame, content: ComposerContent) -> bool {
    let free = content == ComposerContent::Unknown && cursor_tells(screen, frame) == Some(false);
    Mark::FreeByCursor.holds(screen, free)
}

/// The composer written out.
pub(super) fn view(screen: &Screen, frame: &Frame, fact: &ComposerFact) -> ComposerView {
    let (first, last) = frame.inside();
    let cursor = screen
        .cursor()
        .filter(|(x, y)| (first..=last).contains(y) && *x >= frame.margin())
        .map(|(x, y)| [x as u32, y as u32]);
    let typed = typed_of_command(screen, frame).map(str::to_owned);
    ComposerView {
        content: fact.content,
        text: typed.unwrap_or_else(|| unwrapped(screen, frame).into_owned()),
        mode: fact.mode,
        editor: fact.editor,
        cursor,
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
    ink(screen, frame) == Ink::Plain
}
