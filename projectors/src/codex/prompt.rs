//! What a row that opens with the prompt's glyph is, as far as its styles tell.

use shadow_core::screen::{Color, Row, Screen};

use super::shape::{CHEVRON, after_glyph, carries_styles, is_prompt_glyph, is_tinted_prompt};

/// What a `›` row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Composer,
    Selected,
    UserCell,
}

pub(super) fn role_by_style(row: Row<'_>) -> Option<Role> {
    if row.flush_char() != Some(CHEVRON) {
        return Some(Role::Composer);
    }
    let glyph = row.style_at(0);
    let accented = glyph.inverse() || glyph.fg != Color::Default && glyph.bg == Color::Default;
    if accented && !is_tinted_prompt(row) {
        return Some(Role::Selected);
    }
    let label = row.text().len() - after_glyph(row.text()).len();
    let label_style = row.style_at(label);
    if glyph.dim() && label < row.text().len() {
        return match (label_style.dim(), glyph.bold()) {
            (true, true) => Some(Role::Composer),
            (true, false) => Some(Role::Selected),
            (false, _) => Some(Role::UserCell),
        };
    }
    if glyph.bold() && label < row.text().len() {
        if label_style.bold() && !label_style.dim() {
            return Some(Role::Selected);
        }
        return Some(Role::Composer);
    }
    None
}

/// Whether a row opens with the prompt's glyph, and its styles alone say that it is the prompt.
pub(super) fn is_drawn_prompt(row: Row<'_>) -> bool {
    row.flush_char().is_some_and(is_prompt_glyph) && role_by_style(row) == Some(Role::Composer)
}

/// Whether the prompt row's text is drawn dim: the CLI's own placeholder.
pub(super) fn is_placeholder(screen: &Screen, first: usize) -> bool {
    if !carries_styles(screen) {
        return false;
    }
    let row = screen.row(first);
    let label = row.text().len() - after_glyph(row.text()).len();
    label < row.text().len() && row.style_at(label).dim()
}
