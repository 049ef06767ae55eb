//! The rows below the composer: hints, permission mode, background work, vim's mode, the search
//! field, and what a user's own status line looks like. What they prove is `turn`'s business.

use shadow_core::contract::{BackgroundKind, Editor, PermissionKind};
use shadow_core::screen::{Marked, Needle, Row};
use shadow_core::surface::RowSpan;

use super::frame::Frame;
use super::glyph::{is_right_aligned, is_symbol};
use super::marks::Mark;
use super::squeezed::Column;
use super::{command, own_command};
use crate::letters::{self, Meanings, Openings, is_letter, offset};
use crate::rules::{decide, mark_all};

/// What the rows below the composer say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Footer {
    /// All rows below the composer that are not blank.
    pub rows: Option<RowSpan>,
    /// Row of the hint that a key interrupts the turn.
    pub interrupt: Option<usize>,
    /// Row of the hint that stands only while the composer is empty (and, from 2.1.126 on, only
    /// while no turn runs): `? for shortcuts`.
    pub shortcuts: Option<usize>,
    /// The permission mode and its row.
    pub permission: Option<(PermissionKind, usize)>,
    /// Vim's mode, where it is shown.
    pub editor: Option<Editor>,
    /// Row of the field that searches earlier prompts.
    pub search: Option<usize>,
    /// Row of the hint that Enter opens the item chosen in the footer.
    pub chosen: Option<usize>,
    /// Row in which something unknown is right behind a count of background work.
    pub odd: Option<usize>,
    /// Row of the hint that a key stops the agent whose dialog is shown.
    pub stops: Option<usize>,
    /// Background work: how much, and the row.
    pub background: Option<(u32, usize)>,
    /// Rows that the CLI does not write: a user's status line.
    pub custom: u32,
    /// Row that says that the conversation is being compacted (1.0).
    pub compacting: Option<usize>,
    /// Row below it of a shell command of the person's own that runs (2.0.60).
    pub own_command: Option<usize>,
}

impl Footer {
    /// Reads the rows below a frame, from `first`.
    pub fn read(screen: &Marked<'_>, frame: &Frame) -> Self {
        let mut footer = Self {
            own_command: own_command::below(screen, frame),
            ..Self::default()
        };
        let end = match footer.own_command {
            Some(head) => screen.last_filled(frame.bottom, head),
            None => screen.last_row(),
        };
        let Some(last) = end.filter(|&last| last > frame.bottom) else {
            return footer;
        };
        footer.rows = Some(RowSpan::new(frame.bottom + 1, last));
        let (width, plain) = (screen.width(), !screen.is_styled());
        let mut next = frame.bottom + 1;
        let mut listed = false;
        while next <= last {
            let index = next;
            next += 1;
            let row = screen.row(index);
            listed = command::is_listed(screen, frame, row, listed);
            decide! { screen;
                ListedCommand if listed => {};
                SqueezedFooter let column = Column::read(screen, index, last) => {
                    footer.take_column(&column, index, column.last == last);
                    next = column.last + 1;
                };
                _ if row.is_blank() || footer.take(row, index, plain) => {};
                _ if is_right_aligned(row, width) => {};
                _ => footer.custom += 1
            }
        }
        if let Some((_, own)) = footer.permission.filter(|(_, own)| *own > frame.bottom + 1) {
            footer.disown_above(own);
        }
        mark_all! { screen;
            StatusLine if footer.custom > 0;
            PermissionFooter if footer.permission.is_some();
            BackgroundFooter if footer.background.is_some();
        }
        footer
    }

    /// What is above the CLI's own row is a user's status line, whatever it says: no version writes anything between
    /// the composer and the row with the permission mode (1.0.0 to 2.1.331).
    fn disown_above(&mut self, own: usize) {
        let below = |row: &usize| *row >= own;
        for row in [
            &mut self.interrupt,
            &mut self.shortcuts,
            &mut self.search,
            &mut self.chosen,
            &mut self.odd,
            &mut self.stops,
        ] {
            *row = row.filter(below);
        }
        self.background = self.background.filter(|(_, row)| below(row));
        self.custom += 1;
    }

    /// Row that is surely the CLI's own: with the permission mode, or where that is not shown, with a count or hint.
    pub fn own_row(&self) -> Option<usize> {
        let permission = self.permission.map(|(_, row)| row);
        let counted = self.background.map(|(_, row)| row);
        let hints = [counted, self.shortcuts, self.interrupt, self.chosen];
        permission.or_else(|| hints.into_iter().flatten().max())
    }

    /// Background work: how much, and its row.
    pub fn background(&self) -> Option<(u32, RowSpan)> {
        let (count, row) = self.background?;
        Some((count, RowSpan::one(row)))
    }

    /// Takes what a squeezed footer says. The pane's end may cut it.
    fn take_column(&mut self, column: &Column, index: usize, cut: bool) {
        const SEARCH: &str = "searchprompts:";
        let text = column.text();
        for segment in segments(text) {
            self.take_segment(&Segment::read(segment), index);
        }
        // A tool may have dropped the blank row between the words.
        let letters = text.chars().filter(|letter| *letter != ' ');
        let count = letters.clone().count();
        let long = count == SEARCH.len() || cut && count < SEARCH.len();
        if long && letters.zip(SEARCH.chars()).all(|(one, other)| one == other) {
            self.search = Some(index);
        }
    }

    /// Takes what a row says; whether anything of it was recognized.
    fn take(&mut self, row: Row<'_>, index: usize, plain: bool) -> bool {
        let mut known = false;
        let mut counted = false;
        // What an item of the list of agents says is the model's.
        if bullet(row).is_some() {
            return false;
        }
        let offers = OPENING.is_in(row.text());
        for segment in segments(row.text()).map(Segment::read) {
            if (offers || segment.whole.starts_with(MOVES)) && offers_item(segment.whole) {
                self.chosen = Some(index);
            } else if plain && segment.is_odd(row, counted) {
                self.odd = Some(index);
            }
            counted = segment.counts();
            known |= self.take_segment(&segment, index);
        }
        known
    }

    fn take_segment(&mut self, segment: &Segment<'_>, index: usize) -> bool {
        self.editor = segment.editor.or(self.editor);
        let known = segment.editor.is_some();
        let text = segment.text;
        if text.is_empty() {
            return known;
        }
        if let Some(label) = segment.mode {
            self.permission = Some((permission_kind(label), index));
        } else if let Some(count) = segment.count {
            let before = self.background.map_or(0, |(before, _)| before);
            self.background = Some((before + count, index));
        } else if is_cut(text, "? for shortcuts", 8) {
            self.shortcuts = Some(index);
        } else if is_cut(text, "esc to interrupt", 7) {
            self.interrupt = Some(index);
        } else if text.starts_with("Compacting conversation") {
            self.compacting = Some(index);
        } else if text == "esc to stop" {
            self.stops = Some(index);
        } else if SEARCHES.begin(text) {
            self.search = Some(index);
        } else {
            return known || NATIVE.begin(text);
        }
        true
    }
}

/// How the field that searches earlier prompts begins; the second where nothing matches (2.0.14).
static SEARCHES: Openings<3> =
    Openings::new(["search prompts:", "no matching prompt:", "bck-i-search:"]);

/// Whether a segment is a hint, whole or cut at the pane's width with an ellipsis.
fn is_cut(segment: &str, hint: &str, least: usize) -> bool {
    let begins = |head: &str| head.len() >= least && hint.starts_with(head.trim_end());
    segment == hint || segment.strip_suffix('…').is_some_and(begins)
}

/// Whether a hint says what keys do to an item of the footer: `Enter to view tasks` (1.0.109 to 2.1.330),
/// `↑/↓ to select` (seen from 2.1.200 on; 2.1.160 shows it on the right as long as there is a list). It may be behind a
/// separator that no version has shown.
pub(super) fn offers_item(segment: &str) -> bool {
    let goes_on = |at: &usize| segment[at + OPENS.len()..].starts_with(['v', '…']);
    let found = OPENING.places(segment).find(goes_on);
    let head = found.and_then(|at| segment[..at].strip_suffix(['E', 'e']));
    let begins = head.is_some_and(|head| {
        let rest = head.trim_end();
        rest.is_empty() || rest.len() < head.len() && !rest.ends_with(is_letter)
    });
    begins || segment.starts_with(MOVES)
}

/// What is in every hint that opens an item.
const OPENS: &str = "nter to ";
const OPENING: Needle = Needle::new(OPENS);
/// How the hint begins that moves through the items.
const MOVES: &str = "↑/↓ ";

/// Whether the bullet of an item in the list of agents is full: `● main`, `❯ ◯ general-purpose`.
pub(super) fn bullet(row: Row<'_>) -> Option<bool> {
    let first = match row.first_char()? {
        first if first.is_ascii() => return None,
        first => chosen(row).map_or(Some(first), |item| item.chars().next())?,
    };
    match first {
        '●' => Some(true),
        '◯' | '○' => Some(false),
        _ => None,
    }
}

/// A row of a list below the footer, without the mark of the chosen one.
pub(super) fn item<'t>(row: Row<'t>) -> &'t str {
    chosen(row).unwrap_or_else(|| row.trimmed())
}

/// What is behind the mark of the chosen item: the prompt glyph, or in column 0, where no status line of a user's own
/// begins, a glyph that no version has shown.
pub(super) fn chosen<'t>(row: Row<'t>) -> Option<&'t str> {
    let first = row.first_char().filter(|first| !first.is_ascii())?;
    let rest = row.trimmed().strip_prefix(first)?.strip_prefix(' ')?;
    let marks = first == '❯' || row.is_flush() && is_symbol(first);
    marks.then_some(rest)
}

/// Whether a segment is of those that are behind a count while the composer has the keys.
fn goes_with_a_count(segment: &str) -> bool {
    static STARTS: Openings<9> =
        Openings::new(["? for ", "esc to ", "/", "←", "↑", "→", "↓", "⏵", "⏸"]);
    STARTS.begin(segment) || NATIVE.begin(segment)
}

/// A segment of a row, and what it says of the session.
struct Segment<'t> {
    whole: &'t str,
    /// Vim's mode in front of it.
    editor: Option<Editor>,
    /// What follows that.
    text: &'t str,
    /// The words of the permission mode.
    mode: Option<&'t str>,
    /// How much background work it counts.
    count: Option<u32>,
}

impl<'t> Segment<'t> {
    fn read(whole: &'t str) -> Self {
        let (editor, text) = split_vim(whole);
        Self {
            whole,
            editor,
            text,
            mode: permission_label(text),
            count: amount(text),
        }
    }

    /// Whether it is a count of background work.
    const fn counts(&self) -> bool {
        self.count.is_some() && self.editor.is_none()
    }

    /// Whether a count of background work has something unknown right behind it, or it or a permission mode has a sign
    /// between blanks where known versions set a dot. `counted` says that the segment before it is a count.
    fn is_odd(&self, row: Row<'_>, counted: bool) -> bool {
        if counted && !self.counts() && !goes_with_a_count(self.whole) {
            // A dot parts it from the segment before it.
            let start = offset(row.text(), self.whole);
            return start.is_some_and(|start| row.text()[..start].trim_end().ends_with('·'));
        }
        (self.counts() || self.mode.is_some()) && is_parted(self.text)
    }
}

/// Whether a sign is between blanks in a segment.
fn is_parted(words: &str) -> bool {
    let sign = |part: &str| !part.starts_with(['…', '&', '+', '-']) && !part.contains(is_letter);
    let mut parts = words.split(' ').skip(1);
    parts.any(|part| part.len() <= 4 && part.chars().count() == 1 && sign(part))
}

/// How hints of the CLI's own begin that say nothing about the turn.
static NATIVE: Openings<16> = Openings::new([
    // A second key press leaves.
    "Press Ctrl-",
    "Press Esc again",
    // The `!` and `#` modes' own.
    "! for ",
    "# to ",
    "↓ to ",
    "↑ to ",
    "← for ",
    "/tasks",
    "ctrl+",
    "Ctrl+",
    "ctrl-",
    "shift+tab",
    "tab to ",
    "(shift+tab",
    "Thinking o",
    "Context left",
]);

/// The segments of a row: what ` · ` or two spaces set apart.
pub(super) fn segments(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        // Nothing is between the pairs of spaces that a text begins with.
        let text = rest?;
        let gap = letters::leading_spaces(text) / 2 * 2;
        let (segment, after) = split_segment(&text[gap..]);
        rest = after;
        Some(segment)
    })
    .map(|segment| undotted(letters::trim(segment)))
    .filter(|segment| !segment.is_empty())
}

/// A segment without the dots that are alone at its ends.
fn undotted(segment: &str) -> &str {
    let mut rest = segment;
    while let Some(inner) = rest.strip_prefix("· ") {
        rest = inner;
    }
    while let Some(inner) = rest.strip_suffix(" ·") {
        rest = inner;
    }
    rest
}

/// The text up to two spaces or ` · `, and what follows them.
fn split_segment(text: &str) -> (&str, Option<&str>) {
    let bytes = text.as_bytes();
    let mut next = 0;
    while let Some(at) = letters::parting_space(bytes, next) {
        next = at + 1;
        let width = match &bytes[at + 1..] {
            [b' ', ..] => 2,
            [0xc2, 0xb7, b' ', after @ ..] if !after.starts_with(b" ") => 4,
            // 1.0.109: `1 background task ·Enter to view shells`.
            [0xc2, 0xb7, after, ..] if *after != b' ' => 3,
            _ => continue,
        };
        return (&text[..at], Some(&text[at + width..]));
    }
    (text, None)
}

/// Vim's mode in front of a segment, and what follows it.
fn split_vim(segment: &str) -> (Option<Editor>, &str) {
    if !segment.starts_with("-- ") {
        return (None, segment);
    }
    let marks = [
        ("-- INSERT --", Editor::VimInsert),
        ("-- INSERT MODE --", Editor::VimInsert),
        ("-- INSERT", Editor::VimInsert),
        ("-- NORMAL --", Editor::VimNormal),
        ("-- NORMAL MODE --", Editor::VimNormal),
        ("-- VISUAL --", Editor::VimNormal),
        ("-- VISUAL LINE --", Editor::VimNormal),
    ];
    marks
        .iter()
        .find_map(|(mark, editor)| Some((Some(*editor), segment.strip_prefix(mark)?.trim())))
        .unwrap_or((None, segment))
}

/// The permission mode that a label names.
pub(super) fn permission_kind(label: &str) -> PermissionKind {
    MODES.of(label).unwrap_or(PermissionKind::Unknown)
}

/// Words in the labels of permission modes, and what they name. The first found counts.
static MODES: Meanings<PermissionKind, 8> = Meanings::any_case([
    ("plan", PermissionKind::Plan),
    ("accept", PermissionKind::AcceptEdits),
    ("bypass", PermissionKind::Bypass),
    ("auto", PermissionKind::Auto),
    ("manual", PermissionKind::Default),
    ("default", PermissionKind::Default),
    ("don", PermissionKind::Default),
    ("read", PermissionKind::ReadOnly),
]);

/// The words of a permission mode's label, without mark and key hint.
pub(super) fn permission_label(segment: &str) -> Option<&str> {
    const HINT: Needle = Needle::new(" (");
    let (_, segment) = split_vim(segment);
    let mut marks = ["⏵⏵ ", "⏸ "].iter();
    let marked = marks.find_map(|mark| segment.strip_prefix(mark));
    // 1.0.72 sets no mark before `bypass permissions on`.
    let bare = || segment.ends_with(" on (shift+tab to cycle)");
    let words = marked.or_else(|| bare().then_some(segment))?;
    let label = HINT.split_once(words).map_or(words, |(label, _)| label);
    Some(label.trim_end())
}

/// What a row counts of background work: how much, what, and its words. A finished row says for how much the turn waits
/// (`Waiting for 1 background agent to finish`, 2.1.126 on).
pub(super) fn counts(text: &str) -> impl Iterator<Item = (u32, BackgroundKind, &str)> {
    const WAITING: Needle = Needle::new("Waiting for ");
    let parts = segments(text).flat_map(|segment| segment.split(PARTED));
    parts.filter_map(|part| {
        let part = WAITING.split_once(part).map_or(part, |(_, rest)| rest);
        let part = part.strip_suffix(" to finish").unwrap_or(part);
        let (count, kind) = background(part)?;
        Some((count, kind, part))
    })
}

/// What parts the kinds of work that a segment counts: `3 shells, 1 monitor`.
const PARTED: &str = ", ";

/// How much background work a segment counts, where it counts nothing else.
fn amount(segment: &str) -> Option<u32> {
    if !opens_count(segment) {
        return None;
    }
    let parts = segment.split(PARTED);
    parts.map(|part| Some(background(part)?.0)).sum()
}

/// Whether a text begins like a count.
fn opens_count(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '+')
}

/// Background work that a part of a segment counts: `1 shell`, `2 background tasks`, `1 local agent`.
pub(super) fn background(segment: &str) -> Option<(u32, BackgroundKind)> {
    if !opens_count(segment) {
        return None;
    }
    let space = memchr::memchr(b' ', segment.as_bytes())?;
    let (number, noun) = (&segment[..space], &segment[space + 1..]);
    let count = number.parse().ok()?;
    let nouns = [
        ("shell", BackgroundKind::Shell),
        ("bash", BackgroundKind::Shell),
        ("background bash", BackgroundKind::Shell),
        ("local agent", BackgroundKind::Agent),
        ("background agent", BackgroundKind::Agent),
        ("agent", BackgroundKind::Agent),
        ("remote agent", BackgroundKind::Agent),
        ("cloud session", BackgroundKind::Agent),
        ("teammate", BackgroundKind::Agent),
        ("monitor", BackgroundKind::Monitor),
        ("background task", BackgroundKind::Unknown),
        ("task", BackgroundKind::Unknown),
        ("workflow", BackgroundKind::Workflow),
        ("dynamic workflow", BackgroundKind::Workflow),
    ];
    let cut = noun.strip_suffix('…').filter(|head| head.len() >= 2);
    // A column too narrow for it cuts it without a mark (2.1.19, beside a notice).
    let cut = cut.or_else(|| Some(noun.trim_end()).filter(|head| head.len() >= 8));
    nouns
        .iter()
        .find(|(word, _)| noun.starts_with(word) || cut.is_some_and(|head| word.starts_with(head)))
        .map(|(_, kind)| (count, *kind))
}
