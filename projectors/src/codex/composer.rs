//! The composer: what is in it, in which mode, and its draft with soft wraps undone.

use shadow_core::contract::{ComposerContent, ComposerMode, ComposerView, Editor, UiContext};
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::{ComposerFact, RowSpan};

use crate::letters;
use crate::rules::{self, Ordered};

use super::front::{Composer, Look};
use super::marks::Mark;
use super::prompt::is_placeholder;
use super::rows::hold;
use super::shape::{after_glyph, carries_styles, is_prompt_glyph};
use crate::shapes::wraps::{Wrap, joined};

/// The popup that a draft's row calls for: commands for a lone `/word`, mentions for a last word that
/// opens with `@` or `$`.
pub(super) fn popup_for(draft: &str) -> Option<UiContext> {
    if let Some(rest) = draft.strip_prefix('/') {
        let command = rest.chars().all(is_command_char);
        return command.then_some(UiContext::SlashCommand);
    }
    memchr::memchr2(b'@', b'$', draft.as_bytes())?;
    let last = draft.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.starts_with(['@', '$'])
        .then_some(UiContext::FilePicker)
}

fn is_command_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')
}

/// Whether a draft is a command: `/word`, alone or with arguments; a path is not.
pub(super) fn is_command(draft: &str) -> bool {
    let Some(rest) = draft.strip_prefix('/') else {
        return false;
    };
    let word = rest.split(' ').next().unwrap_or_default();
    word.chars().all(is_command_char) && word.starts_with(|c: char| c.is_ascii_lowercase())
}

/// What the projector says of the composer.
pub(super) fn fact(screen: &Marked<'_>, composer: &Composer) -> ComposerFact {
    let text = first_text(screen, composer);
    let mut content = content(screen, composer);
    let mode = mode(screen, composer, content);
    // The mode's glyph alone is no draft (0.66 to 0.12x, where it stands behind the prompt).
    let bare = mode == ComposerMode::Bash && text.trim_end() == "!";
    if Mark::BareBash.holds(screen, bare && composer.first == composer.last) {
        content = ComposerContent::Empty;
    }
    let drafted = !is_untyped(content);
    let told = content != ComposerContent::Unknown || composer.images > 0;
    let free = !told && at_first_cell(screen, composer);
    ComposerFact {
        rows: RowSpan::new(composer.first, composer.last),
        content: match composer.images {
            1.. if !drafted => ComposerContent::Draft,
            _ => content,
        },
        mode,
        editor: editor(screen, composer),
        draft_is_command: mode == ComposerMode::Prompt
            && composer.first == composer.last
            && (drafted && is_command(text) || text == "/"),
        free_by_cursor: Mark::FreeByCursor.holds(screen, free),
    }
}

/// Whether the placeholder says that nothing is taken: a sub-agent's transcript, an editor of the person's (0.142 to 0.169),
/// a chat that another program runs (0.169).
/// Without styles the whole row must read so, as no draft would.
pub(super) fn is_closed(screen: &Marked<'_>, composer: &Composer) -> bool {
    const SAYS: [&str; 3] = [
        "input disabled",
        "direct input is disabled",
        "this chat is read-only",
    ];
    let text = first_text(screen, composer).trim_end();
    let says = |word: &&str| letters::holds(text, word);
    let text = text.trim_end_matches('.');
    const ENDS: [&str; 2] = [", so this chat is read-only", " — direct input is disabled"];
    let ends = |words: &&str| text.ends_with(words);
    let whole = || text.eq_ignore_ascii_case(SAYS[0]) || ENDS.iter().any(ends);
    let closed = match carries_styles(screen) {
        true => is_placeholder(screen, composer.first) && SAYS.iter().any(says),
        false => whole(),
    };
    Mark::ClosedComposer.holds(screen, closed)
}

/// The composer behind a status row that is in its place (0.20): open, and not to be seen.
pub(super) fn hidden(rows: RowSpan) -> ComposerFact {
    ComposerFact {
        rows,
        content: ComposerContent::Unknown,
        mode: ComposerMode::Prompt,
        editor: Editor::Plain,
        draft_is_command: false,
        free_by_cursor: false,
    }
}

/// Whether nothing is typed.
fn is_untyped(content: ComposerContent) -> bool {
    matches!(
        content,
        ComposerContent::Placeholder | ComposerContent::Empty
    )
}

/// The first row without its glyph.
fn first_text<'s>(screen: &'s Screen, composer: &Composer) -> &'s str {
    draft_text(screen.row(composer.first), composer, true)
}

/// A row of the draft without glyph and indent.
pub(super) fn draft_text<'s>(row: Row<'s>, composer: &Composer, first: bool) -> &'s str {
    let text = row.text();
    match (composer.look, first) {
        (Look::Bar, _) => {
            let rest = text.strip_prefix(super::shape::BAR).unwrap_or(text);
            match composer.margin {
                true => rest.strip_prefix(' ').unwrap_or(rest),
                false => rest,
            }
        }
        (Look::Chevron, true) => after_glyph(text),
        (Look::Chevron, false) => text.strip_prefix("  ").unwrap_or(text.trim_start()),
    }
}

/// What a rule tells of the content, where it holds.
type Content = Ordered<Mark, (fn(&Screen, &Composer) -> bool, ComposerContent)>;

/// The rules in their order. Without style the cursor tells a draft (it stands past the first cell), and the footer tells a
/// placeholder (the shortcuts hint shows only while the composer is empty).
static CONTENTS: [Content; 7] = [
    Content::named(Mark::EmptyComposer, (is_empty, ComposerContent::Empty)),
    Content::named(Mark::DimHint, (is_dim, ComposerContent::Placeholder)),
    Content::named(
        Mark::FoldedPaste,
        (is_pasted, ComposerContent::CollapsedPaste),
    ),
    Content::named(
        Mark::CursorAtMargin,
        (cursor_precedes_margin, ComposerContent::Placeholder),
    ),
    Content::named(Mark::PlainDraft, (is_drawn, ComposerContent::Draft)),
    Content::named(
        Mark::HintBesideShortcuts,
        (is_hinted, ComposerContent::Placeholder),
    ),
    Content::named(
        Mark::CursorBehindDraft,
        (cursor_moved, ComposerContent::Draft),
    ),
];

fn content(screen: &Marked<'_>, composer: &Composer) -> ComposerContent {
    let read = |(holds, content): &(fn(&Screen, &Composer) -> bool, _)| {
        holds(screen, composer).then_some(*content)
    };
    rules::first(&CONTENTS, screen, read).unwrap_or(ComposerContent::Unknown)
}

/// Whether no text is in the composer.
fn is_empty(screen: &Screen, composer: &Composer) -> bool {
    composer.first == composer.last && first_text(screen, composer).is_empty()
}

fn is_dim(screen: &Screen, composer: &Composer) -> bool {
    is_placeholder(screen, composer.first)
}

fn is_pasted(screen: &Screen, composer: &Composer) -> bool {
    const PASTED: Needle = Needle::new("[Pasted Content ");
    screen.rows_hold(composer.first, composer.last + 1, PASTED)
}

/// Whether styles would tell words of the CLI's own.
fn is_drawn(screen: &Screen, composer: &Composer) -> bool {
    carries_styles(screen) || composer.popup.is_some()
}

/// Up to 0.34 a draft begins right behind the bar and only a placeholder keeps a space there: with
/// the cursor before that space nothing is typed, whatever the style (a placeholder without color is
/// not dim in 0.34).
fn cursor_precedes_margin(screen: &Screen, composer: &Composer) -> bool {
    composer.look == Look::Bar
        && screen.cursor_visible() == Some(true)
        && screen.cursor() == Some((1, composer.first))
        && screen.row(composer.first).text().chars().nth(1) == Some(' ')
}

fn is_hinted(screen: &Screen, composer: &Composer) -> bool {
    offers_shortcuts(screen, composer) || composer.overlay.is_some()
}

/// Whether the cursor is in the composer, past its first cell.
fn cursor_moved(screen: &Screen, composer: &Composer) -> bool {
    let within = |(_, y): (usize, usize)| (composer.first..=composer.last).contains(&y);
    screen.cursor_visible() != Some(false)
        && screen.cursor().is_some_and(within)
        && !at_first_cell(screen, composer)
}

/// Whether the footer offers the shortcuts, as it does only while the composer is empty.
pub(super) fn offers_shortcuts(screen: &Screen, composer: &Composer) -> bool {
    const SHORTCUTS: Needle = Needle::new("? for shortcuts");
    let footer = composer.footer;
    footer.is_some_and(|rows| hold(screen, rows, SHORTCUTS))
}

/// Whether the cursor is where the first character of a draft would be.
fn at_first_cell(screen: &Screen, composer: &Composer) -> bool {
    let margin = screen.row(composer.first).text().chars().nth(1);
    let first = match (composer.look, margin) {
        (Look::Bar, Some(' ')) => 1..=2,
        (Look::Bar, _) => 1..=1,
        (Look::Chevron, _) => 2..=2,
    };
    let at_first = |(x, y): (usize, usize)| y == composer.first && first.contains(&x);
    screen.cursor().is_some_and(at_first)
}

fn mode(screen: &Marked<'_>, composer: &Composer, content: ComposerContent) -> ComposerMode {
    let row = screen.row(composer.first).text();
    if matches!(composer.popup, Some((_, UiContext::HistorySearch))) {
        return ComposerMode::Search;
    }
    let drafted = !is_untyped(content);
    let bash = composer.look == Look::Chevron
        && (row.starts_with('!') || drafted && after_glyph(row).starts_with('!'));
    if Mark::BashMode.holds(screen, bash) {
        return ComposerMode::Bash;
    }
    ComposerMode::Prompt
}

/// The footer names the editor's mode where vim keys are on.
#[inline(always)]
fn editor(screen: &Marked<'_>, composer: &Composer) -> Editor {
    let Some(footer) = composer.footer else {
        return Editor::Plain;
    };
    let named = footer.indices().find_map(|row| {
        let text = screen.row(row).text();
        memchr::memchr2(b'N', b'V', text.as_bytes())?;
        let names = |word: &str| text.split([' ', '·']).any(|part| part == word);
        if names("NORMAL") || text.contains("Vim: Normal") {
            Some(Editor::VimNormal)
        } else if names("INSERT") || text.contains("Vim: Insert") {
            Some(Editor::VimInsert)
        } else {
            None
        }
    });
    Mark::VimFooter
        .found(screen, named)
        .unwrap_or(Editor::Plain)
}

/// The composer written out.
pub(super) fn view(screen: &Marked<'_>, composer: &Composer, fact: &ComposerFact) -> ComposerView {
    // A draft of images alone has no text.
    let alone = || is_untyped(content(screen, composer));
    let mut text = match composer.images {
        1.. if alone() => String::new(),
        _ => unwrapped(screen, composer),
    };
    let glyph = screen.row(composer.first).flush_char();
    let prompt_glyph = glyph.is_some_and(is_prompt_glyph);
    if fact.mode == ComposerMode::Bash
        && prompt_glyph
        && let Some(command) = text.strip_prefix('!')
    {
        text = command.trim_start().to_owned();
    }
    let within = |(_, y): &(usize, usize)| (composer.first..=composer.last).contains(y);
    let cursor = screen.cursor().filter(within);
    ComposerView {
        content: fact.content,
        text,
        mode: fact.mode,
        editor: fact.editor,
        cursor: cursor.map(|(x, y)| [x as u32, y as u32]),
    }
}

/// The draft with soft wraps undone.
fn unwrapped(screen: &Screen, composer: &Composer) -> String {
    let wrap = Wrap::at_hyphens(room(screen, composer));
    let text = |row| {
        let text = draft_text(screen.row(row), composer, row == composer.first);
        without_arrow(screen, row, text)
    };
    let rows = (composer.first..=composer.last).map(text);
    joined(rows, |row| row, |above, row| wrap.between(above, row))
}

/// A draft's row without the arrow in the pane's last column, which says that the draft goes on there (0.171): a draft's own
/// text leaves that column free.
fn without_arrow<'s>(screen: &Screen, row: usize, text: &'s str) -> &'s str {
    let at_edge = screen.cols().map(usize::from) == Some(screen.row(row).width());
    match text.strip_suffix(['↑', '↓']) {
        Some(rest) if at_edge => rest.trim_end(),
        _ => text,
    }
}

/// Columns that a draft's row may take; unknown widths join nothing.
fn room(screen: &Screen, composer: &Composer) -> usize {
    let Some(cols) = screen.cols().map(usize::from) else {
        return usize::MAX;
    };
    match composer.look {
        Look::Bar => cols.saturating_sub(1),
        Look::Chevron => cols.saturating_sub(3),
    }
}
