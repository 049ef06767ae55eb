//! One cell as every emulator can say it, so that they can be compared.

use shadow_tui::screen::Color;

/// What a cell shows. Attributes that one of the oracles does not keep are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The character with its marks; empty where nothing shows.
    pub text: String,
    pub fg: Color,
    pub bg: Color,
    /// Bold, dim, italic, underline, inverse.
    pub attrs: [bool; 5],
}

impl Seen {
    /// The same with what does not show on a blank cell taken away: its foreground and, as the
    /// oracles differ there, the attributes that erasing leaves.
    pub fn shown(mut self) -> Self {
        if self.text.trim().is_empty() {
            self.text.clear();
            self.fg = Color::Default;
            self.attrs = [false; 5];
        }
        self
    }
}

/// A screen: rows of cells, and the cursor `(x, y)` with `x` within the width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub rows: Vec<Vec<Seen>>,
    pub cursor: (usize, usize),
}
