//! A footer that a notification beside it has squeezed into one column: its text runs downwards, a
//! letter a row (2.1.41 at 120 columns, while it says that it has moved to the native installer).

use shadow_core::screen::{Row, Screen};
use smallvec::SmallVec;

/// Letters below which a column is taken for something else.
const LETTERS_LEAST: usize = 4;

/// Text that runs downwards.
#[derive(Debug)]
pub(super) struct Column {
    letters: SmallVec<[u8; 128]>,
    /// Its last row.
    pub last: usize,
}

impl Column {
    /// The column that begins in row `first` and ends no later than row `last`.
    pub fn read(screen: &Screen, first: usize, last: usize) -> Option<Self> {
        letter(screen.row(first))?;
        let mut column = Self {
            letters: SmallVec::new(),
            last: first,
        };
        let mut count = 0;
        for index in first..=last {
            let row = screen.row(index);
            match letter(row) {
                Some(letter) => {
                    let mut bytes = [0; 4];
                    let bytes = letter.encode_utf8(&mut bytes).as_bytes();
                    column.letters.extend_from_slice(bytes);
                    column.last = index;
                    count += 1;
                }
                None if row.is_blank() => column.letters.push(b' '),
                None => break,
            }
        }
        (count >= LETTERS_LEAST).then_some(column)
    }

    /// The text in one line.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.letters)
            .unwrap_or_default()
            .trim_end()
    }
}

/// The single letter of a row, in the footer's column.
fn letter(row: Row<'_>) -> Option<char> {
    let mut letters = row.trimmed().chars();
    let letter = letters.next().filter(|_| row.indent() == 2)?;
    letters.next().is_none().then_some(letter)
}
