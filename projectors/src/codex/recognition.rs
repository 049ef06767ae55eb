//! How surely a screen is Codex', which version its banner names, and which preset its skin calls for.

use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::RowSpan;
use shadow_core::{Recognition, Version};

use super::front::{Composer, Front, Skin};
use super::quirks::{PRESETS, Quirks};
use super::shape::{BAR, CHEVRON, carries_styles, is_rule, is_wrapped};
use super::surfaces::{Found, located};
use crate::letters::trim_start;

/// Rows at the end of the screen among which a composer's glyph is looked for.
const GLANCE: usize = 8;

/// Whether a row near the screen's end begins with the glyph of one of the two skins' composers.
#[must_use]
pub fn is_likely(screen: &Screen) -> bool {
    let end = screen.last_row().map_or(0, |last| last + 1);
    let mut rows = screen.flush(end.saturating_sub(GLANCE), end);
    rows.any(|(_, row)| matches!(row.flush_char(), Some(CHEVRON | BAR)))
}

/// The most that the place alone says.
const PLACED: Recognition = 75;

/// How surely a screen belongs to Codex; 0 where `needed` is out of reach.
#[must_use]
pub fn likeness(screen: &Marked<'_>, found: &mut Found, needed: Recognition) -> Recognition {
    const NAME: Needle = Needle::new("OpenAI Codex");
    const FAREWELL: Needle = Needle::new("codex resume ");
    let named = screen.holds(NAME) || screen.holds(FAREWELL);
    if !named && needed > PLACED {
        return 0;
    }
    let place = match located(screen, found).front {
        Front::Composer(composer) if composer.footer.is_some() => 70,
        Front::Composer(_) => 60,
        Front::Block { rows, .. } if is_ruled(screen, rows) => 30,
        Front::Block { rows, .. } if is_named(screen, rows) => PLACED,
        Front::Block { .. } | Front::Pager { .. } => 55,
        Front::BareStatus { .. } => PLACED,
        Front::Ended { .. } | Front::Undecided { .. } => 30,
        Front::Blank | Front::Foreign { .. } | Front::Unrecognized => 0,
    };
    match (place, named) {
        (0, true) => 60,
        (place, true) => place.saturating_add(25).min(100),
        (place, false) => place,
    }
}

/// Whether a block carries a heading or question of Codex' own.
fn is_named(screen: &Screen, rows: RowSpan) -> bool {
    rows.indices()
        .any(|row| super::block::is_named(screen.row(row).text()))
}

/// Whether a rule from edge to edge is in a block: Codex draws none in a dialog, but another CLI's panel does, and
/// what is above it is an answer.
fn is_ruled(screen: &Screen, rows: RowSpan) -> bool {
    let rule = |row| screen.row(row).flush_char() == Some('─') && is_rule(screen.row(row).text());
    rows.indices().any(rule)
}

/// The version in the newest banner: `>_ OpenAI Codex (v0.169.0)`. An answer that quotes one is indented, or
/// is below its bullet.
#[must_use]
pub fn detect_version(screen: &Screen) -> Option<Version> {
    const BANNER: Needle = Needle::new(">_ OpenAI Codex (v");
    let banners = screen.rows_with(BANNER).filter_map(|index| {
        let row = screen.row(index);
        match row.flush_char() {
            Some('│') => boxed_version(screen, index),
            _ => bare_version(screen, index),
        }
    });
    banners.last()
}

/// How a banner's head goes on.
fn named_version(text: &str) -> Option<Version> {
    Version::parse_prefix(text.strip_prefix(">_ OpenAI Codex (v")?)
}

/// In a box (0.36 to 0.157, and a report of `/status`), whose upper edge is right above (a narrow pane wraps
/// it, 0.98), or above the screen. Between an answer's bullet and a CLI that has started below it stands the
/// composer that was left, the farewell or a shell: a box right below the bullet's rows is the answer's (up to
/// 0.150 an answer may go to column 0).
fn boxed_version(screen: &Screen, index: usize) -> Option<Version> {
    let edge = |row: &usize| matches!(screen.row(*row).flush_char(), Some('╭' | '─' | '╮'));
    let top = (0..index).rev().take_while(edge).last().unwrap_or(index);
    let boxed = index == 0 || top < index;
    let answered = || {
        let above = screen.flush(0, top).next_back();
        above.is_some_and(|(_, row)| row.text().starts_with("• "))
    };
    let inside = screen.row(index).text().trim_start_matches('│');
    let version = named_version(trim_start(inside))?;
    (boxed && !answered()).then_some(version)
}

/// Without a box (0.160 and later): indented by two, as an answer's rows are, but no cell is right above:
/// nothing does, or the echo of `/status`, or a shell. Where styled, the version is dim, as no answer's words are.
fn bare_version(screen: &Screen, index: usize) -> Option<Version> {
    let row = screen.row(index);
    let version = named_version(row.text().strip_prefix("  ")?)?;
    let above = screen.last_filled(0, index);
    let free = above.is_none_or(|row| {
        let head = screen.row(row).flush_char();
        head.is_some_and(|first| first == '/' || first.is_alphanumeric())
            && !is_wrapped(screen, row)
    });
    let at = memchr::memchr(b'(', row.text().as_bytes())?;
    let drawn = !carries_styles(screen) || row.style_at(at).dim();
    (Quirks::bares_banner(version) && free && drawn).then_some(version)
}

/// The preset that the skin allows in which least may be taken for granted: without a version, nothing
/// is believed that only some versions of a skin show.
#[must_use]
pub fn detect_preset(screen: &Marked<'_>, found: &mut Found) -> Option<usize> {
    let id = match located(screen, found).front {
        Front::Composer(composer) => match composer.skin {
            Skin::Bar if is_tight(screen, &composer) => "codex-bar",
            Skin::Bar => "codex-bar-hiding",
            Skin::Chevron => "codex-chevron",
        },
        Front::BareStatus { .. } => "codex-bar",
        Front::Block { skin, .. } => match skin {
            Skin::Bar => "codex-bar",
            Skin::Chevron => "codex-chevron",
        },
        _ => return None,
    };
    PRESETS.iter().position(|preset| preset.id == id)
}

/// Whether the footer is right below the composer, or, where a popup took its place, a draft
/// right behind the bar (0.20 to 0.34); 0.36 to 0.42 leave room in both.
fn is_tight(screen: &Screen, composer: &Composer) -> bool {
    match composer.footer {
        Some(rows) => rows.first as usize == composer.last + 1,
        None => (composer.first..=composer.last).any(|row| {
            let text = screen.row(row).text().strip_prefix(BAR);
            text.is_some_and(|text| !text.is_empty() && !text.starts_with(' '))
        }),
    }
}
