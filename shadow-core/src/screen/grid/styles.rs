//! The style table: cells name a style by two bytes.

use std::collections::HashMap;

use crate::screen::{Color, Style};

/// Styles that one grid holds at a time.
const CAPACITY: usize = 1 << 16;

/// Entries of the cache before the map.
const RECENT: usize = 64;

/// Styles in use, each once.
#[derive(Debug, Clone)]
pub(super) struct Styles {
    list: Vec<Style>,
    ids: HashMap<Style, u16>,
    recent: [(Style, u16); RECENT],
}

impl Styles {
    pub(super) fn new() -> Self {
        let plain = Style::default();
        Self {
            list: vec![plain],
            ids: HashMap::from([(plain, 0)]),
            recent: [(plain, 0); RECENT],
        }
    }

    /// The style of an id that [`Styles::intern`] gave.
    pub(super) fn get(&self, id: u16) -> Style {
        self.list[usize::from(id)]
    }

    /// The id of a style; none when the table is full.
    pub(super) fn intern(&mut self, style: Style) -> Option<u16> {
        let slot = slot(style);
        if self.recent[slot].0 == style {
            return Some(self.recent[slot].1);
        }
        let id = match self.ids.get(&style) {
            Some(&id) => id,
            None => self.add(style)?,
        };
        self.recent[slot] = (style, id);
        Some(id)
    }

    fn add(&mut self, style: Style) -> Option<u16> {
        if self.list.len() == CAPACITY {
            return None;
        }
        let id = self.list.len() as u16;
        self.list.push(style);
        self.ids.insert(style, id);
        Some(id)
    }
}

fn slot(style: Style) -> usize {
    let mixed = mix(mix(u32::from(style.attrs.bits()), style.fg), style.bg);
    (mixed >> 26) as usize % RECENT
}

fn mix(seed: u32, color: Color) -> u32 {
    let value = match color {
        Color::Default => 0,
        Color::Indexed(index) => 0x0100_0000 | u32::from(index),
        Color::Rgb(r, g, b) => 0x0200_0000 | u32::from_be_bytes([0, r, g, b]),
    };
    (seed.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B1)
}
