//! How surely a screen is Codex', which version its banner names, and which era its look calls for.

use shadow_core::screen::{Needle, Screen};
use shadow_core::surface::RowSpan;
use shadow_core::{Recognition, Version};

use super::era::ERAS;
use super::layout::{Composer, Front, Look, front};
use super::shape::BAR;

/// How surely a screen belongs to Codex.
#[must_use]
pub fn likeness(screen: &Screen) -> Recognition {
    let place: u8 = match front(screen) {
        Front::Composer(composer) if composer.footer.is_some() => 70,
        Front::Composer(_) => 60,
        Front::Block { rows, .. } if is_named(screen, rows) => 75,
        Front::Block { .. } | Front::Pager { .. } => 55,
        Front::BareStatus { .. } => 75,
        Front::Ended { .. } => 30,
        Front::Blank | Front::Foreign { .. } | Front::Unrecognised => 0,
    };
    const NAME: Needle = Needle::new("OpenAI Codex");
    const FAREWELL: Needle = Needle::new("codex resume ");
    let named = screen.holds(NAME) || screen.holds(FAREWELL);
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

/// The version in the newest banner: `>_ OpenAI Codex (v0.169.0)`.
#[must_use]
pub fn detect_version(screen: &Screen) -> Option<Version> {
    const BANNER: Needle = Needle::new(">_ OpenAI Codex (v");
    let banners = screen.rows_with(BANNER).filter_map(|index| {
        let row = screen.row(index);
        let inside = match row.first_char() {
            Some('│') => row.trimmed().trim_start_matches('│').trim_start(),
            _ => row.trimmed(),
        };
        Version::parse_prefix(inside.strip_prefix(">_ OpenAI Codex (v")?)
    });
    banners.last()
}

/// The era that the look allows in which least may be taken for granted: without a version, nothing
/// is believed that only some versions of a look show.
#[must_use]
pub fn detect_era(screen: &Screen) -> Option<usize> {
    let id = match front(screen) {
        Front::Composer(composer) => match composer.look {
            Look::Bar if is_tight(screen, &composer) => "codex-bar",
            Look::Bar => "codex-bar-hiding",
            Look::Chevron => "codex-chevron",
        },
        Front::BareStatus { .. } => "codex-bar",
        Front::Block { look, .. } => match look {
            Look::Bar => "codex-bar",
            Look::Chevron => "codex-chevron",
        },
        _ => return None,
    };
    ERAS.iter().position(|era| era.id == id)
}

/// Whether the footer stands right below the composer, or, where a popup took its place, a draft
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
