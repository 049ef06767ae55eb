//! The composer: what is in it, in which mode, and its draft with soft wraps undone.

use shadow_core::contract::{ComposerContent, ComposerMode, ComposerView, Editor, UiContext};
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::{ComposerFact, RowSpan};

use super::front::{Composer, Skin};
use super::marks::Mark;
use super::prompt::is_placeholder;
use super::rows::{hold, seen_cursor, shown_cursor};
use super::shape::{after_glyph, carries_styles, is_prompt_glyph};
use crate::letters;
use crate::rules::{decide, mark_all};
use crate::shapes::wraps::{Wrap, joined};

/// The popup that a draft's row calls for: commands for a lone `/word`, mentions for a last word that
/// opens with `@` or `$`.
pub(super) fn popup_for(draft: &str) -> Option<UiContext> {
    if let Some(rest) = draft.strip_prefix('/') {
        return rest
            .chars()
            .all(is_command_char)
            .then_some(UiContext::SlashCommand);
    }
    memchr::memchr2(b'@', b'$', draft.as_bytes())?;
    let last = draft.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.starts_with(['@', '$'])
        .then_some(UiContext::FilePicker)
}

/// The popup that a draft calls for by its last row. A placeholder calls for none.
pub(super) fn popup_called(screen: &Screen, composer: &Composer) -> Option<UiContext> {
    let draft = match composer.last > composer.first {
        true => screen.row(composer.last).trimmed(),
        false => after_glyph(screen.row(composer.first).text()),
    };
    popup_for(draft).filter(|_| !is_placeholder(screen, composer.first))
}

/// Whether a popup's row says that nothing was found, or not yet.
pub(super) fn is_nothing_found(row: &str) -> bool {
    matches!(row, "no matches" | "loading...")
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
    let mut content = content(screen, composer, text);
    let mode = mode(screen, composer, content);
    let editor = editor(screen, composer);
    let in_one_row = composer.first == composer.last;
    // The mode's glyph alone is no draft (0.66 to 0.12x, where it stands behind the prompt).
    let bare = mode == ComposerMode::Bash && text.trim_end() == "!" && in_one_row;
    if bare {
        content = ComposerContent::Empty;
    }
    let drafted = !is_untyped(content);
    let unknown = content == ComposerContent::Unknown && composer.images == 0;
    let free_by_cursor = unknown && at_first_cell(screen, composer);
    mark_all! { screen;
        BareBash if bare;
        FreeByCursor if free_by_cursor;
        VimFooter if editor != Editor::Plain;
    }
    ComposerFact {
        rows: composer.rows(),
        content: match composer.images {
            1.. if !drafted => ComposerContent::Draft,
            _ => content,
        },
        mode,
        editor,
        draft_is_command: mode == ComposerMode::Prompt
            && in_one_row
            && (drafted && is_command(text) || text == "/"),
        free_by_cursor,
    }
}

/// Whether the placeholder says that nothing is taken: a sub-agent's transcript, an editor of the person's (0.142 to 0.169),
/// a chat that another program runs (0.169).
/// Without styles the whole row must read so, as no draft would.
pub(super) fn is_closed(screen: &Screen, composer: &Composer) -> bool {
    const SAYS: [&str; 3] = [
        "input disabled",
        "direct input is disabled",
        "this chat is read-only",
    ];
    const ENDS: [&str; 2] = [", so this chat is read-only", " — direct input is disabled"];
    let text = first_text(screen, composer).trim_end();
    match carries_styles(screen) {
        true => {
            let says = |word: &&str| letters::holds(text, word);
            is_placeholder(screen, composer.first) && SAYS.iter().any(says)
        }
        false => {
            let text = text.trim_end_matches('.');
            let ends = |words: &&str| text.ends_with(words);
            text.eq_ignore_ascii_case(SAYS[0]) || ENDS.iter().any(ends)
        }
    }
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
    match (composer.skin, first) {
        (Skin::Bar, _) => {
            let rest = text.strip_prefix(super::shape::BAR).unwrap_or(text);
            match composer.margin {
                true => rest.strip_prefix(' ').unwrap_or(rest),
                false => rest,
            }
        }
        (Skin::Chevron, true) => after_glyph(text),
        (Skin::Chevron, false) => text.strip_prefix("  ").unwrap_or(text.trim_start()),
    }
}

/// What is typed, by the first rule that tells; `text` is the first row's, without its glyph. Without style the cursor tells
/// a draft (it is past the first cell), and the footer tells a placeholder (the shortcuts hint shows only while the composer
/// is empty).
// A call costs more than it: most screens ask once.
#[inline(always)]
fn content(screen: &Marked<'_>, composer: &Composer, text: &str) -> ComposerContent {
    use ComposerContent::{CollapsedPaste, Draft, Empty, Placeholder, Unknown};
    const PASTED: Needle = Needle::new("[Pasted Content ");
    let folded = || screen.rows_hold(composer.first, composer.last + 1, PASTED);
    let hinted = || composer.overlay.is_some() || offers_shortcuts(screen, composer);
    decide! { screen;
        EmptyComposer if text.is_empty() && composer.first == composer.last => Empty;
        DimHint if is_placeholder(screen, composer.first) => Placeholder;
        FoldedPaste if folded() => CollapsedPaste;
        CursorAtMargin if cursor_precedes_margin(screen, composer) => Placeholder;
        PlainDraft if carries_styles(screen) || composer.popup.is_some() => Draft;
        HintBesideShortcuts if hinted() => Placeholder;
        CursorBehindDraft if is_cursor_behind(screen, composer) => Draft;
        _ => Unknown
    }
}

/// Whether the cursor is shown in the composer, so that keys go there (but for the panel of presets,
/// 0.169, which leaves it there).
pub(super) fn is_typed_in(screen: &Screen, composer: &Composer) -> bool {
    seen_cursor(screen).is_some_and(|(_, y)| composer.holds(y))
}

/// Whether the cursor is in the composer, past its first cell.
fn is_cursor_behind(screen: &Screen, composer: &Composer) -> bool {
    let inside = shown_cursor(screen).is_some_and(|(_, y)| composer.holds(y));
    inside && !at_first_cell(screen, composer)
}

/// Up to 0.34 a draft begins right behind the bar and only a placeholder keeps a space there: with
/// the cursor before that space nothing is typed, whatever the style (a placeholder without color is
/// not dim in 0.34).
fn cursor_precedes_margin(screen: &Screen, composer: &Composer) -> bool {
    composer.skin == Skin::Bar
        && screen.cursor_visible() == Some(true)
        && screen.cursor() == Some((1, composer.first))
        && screen.row(composer.first).text().chars().nth(1) == Some(' ')
}

/// Whether the footer offers the shortcuts, as it does only while the composer is empty.
pub(super) fn offers_shortcuts(screen: &Screen, composer: &Composer) -> bool {
    const SHORTCUTS: Needle = Needle::new("? for shortcuts");
    let footer = composer.footer;
    footer.is_some_and(|rows| hold(screen, rows, SHORTCUTS))
}

/// Whether the cursor is where the first character of a draft would be.
fn at_first_cell(screen: &Screen, composer: &Composer) -> bool {
    let first = match (
        composer.skin,
        screen.row(composer.first).text().chars().nth(1),
    ) {
        (Skin::Bar, Some(' ')) => 1..=2,
        (Skin::Bar, _) => 1..=1,
        (Skin::Chevron, _) => 2..=2,
    };
    screen
        .cursor()
        .is_some_and(|(x, y)| y == composer.first && first.contains(&x))
}

fn mode(screen: &Marked<'_>, composer: &Composer, content: ComposerContent) -> ComposerMode {
    let row = screen.row(composer.first).text();
    let bash = || row.starts_with('!') || !is_untyped(content) && after_glyph(row).starts_with('!');
    decide! { screen;
        _ if matches!(composer.popup, Some((_, UiContext::HistorySearch))) => ComposerMode::Search;
        BashMode if composer.skin == Skin::Chevron && bash() => ComposerMode::Bash;
        _ => ComposerMode::Prompt
    }
}

/// How the footer names the modes of the editor where vim keys are on: alone, or behind a label.
const VIM: [(Editor, [&str; 2]); 2] = [
    (Editor::VimNormal, ["NORMAL", "Vim: Normal"]),
    (Editor::VimInsert, ["INSERT", "Vim: Insert"]),
];

/// The editor's mode, as the footer names it.
#[inline(always)]
fn editor(screen: &Screen, composer: &Composer) -> Editor {
    let Some(footer) = composer.footer else {
        return Editor::Plain;
    };
    let named = footer.indices().find_map(|row| {
        let text = screen.row(row).text();
        memchr::memchr2(b'N', b'V', text.as_bytes())?;
        let says = |(_, [word, label]): &&(Editor, [&str; 2])| {
            text.split([' ', '·']).any(|part| part == *word) || text.contains(label)
        };
        VIM.iter().find(says).map(|(editor, _)| *editor)
    });
    named.unwrap_or(Editor::Plain)
}

/// The composer written out.
pub(super) fn view(screen: &Marked<'_>, composer: &Composer, fact: &ComposerFact) -> ComposerView {
    // A draft of images alone has no text.
    let alone = || is_untyped(content(screen, composer, first_text(screen, composer)));
    let mut text = match composer.images {
        1.. if alone() => String::new(),
        _ => unwrapped(screen, composer),
    };
    let glyph = screen.row(composer.first).flush_char();
    let prompt_glyph = glyph.is_some_and(is_prompt_glyph);
    if fact.mode == ComposerMode::Bash && prompt_glyph {
        text = text
            .strip_prefix('!')
            .map(|rest| rest.trim_start().to_owned())
            .unwrap_or(text);
    }
    let cursor = screen
        .cursor()
        .filter(|(_, y)| composer.holds(*y))
        .map(|(x, y)| [x as u32, y as u32]);
    ComposerView {
        content: fact.content,
        text,
        mode: fact.mode,
        editor: fact.editor,
        cursor,
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
    match composer.skin {
        Skin::Bar => cols.saturating_sub(1),
        Skin::Chevron => cols.saturating_sub(3),
    }
}
