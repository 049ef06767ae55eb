//! Looking for a rare word in all visible rows at once: one search instead of one for every row.

use memchr::memmem::Finder;

use super::Screen;

/// A word to look for, prepared once.
#[derive(Debug, Clone)]
pub struct Needle(Finder<'static>);

impl Needle {
    /// A word. It must not be empty, and must hold no line end.
    #[must_use]
    pub fn new(word: &'static str) -> Self {
        Self(Finder::new(word))
    }

    /// Whether a text holds the word.
    #[must_use]
    #[inline]
    pub fn is_in(&self, text: &str) -> bool {
        self.0.find(text.as_bytes()).is_some()
    }
}

impl Screen {
    /// Whether a visible row holds a word.
    #[must_use]
    pub fn holds(&self, needle: &Needle) -> bool {
        needle.is_in(self.visible_text())
    }

    /// The visible rows that hold a word, from the top; a row once for each time.
    pub fn rows_with<'a>(&'a self, needle: &'a Needle) -> impl Iterator<Item = usize> + 'a {
        let text = self.visible_text();
        let above = self.text.len() - text.len();
        let lines = &self.lines[self.top..];
        needle.0.find_iter(text.as_bytes()).map(move |at| {
            let behind = lines.partition_point(|line| line.start as usize <= above + at);
            behind.saturating_sub(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Needle;
    use crate::screen::Screen;
    use crate::snapshot::Channels;

    #[test]
    fn rows_below_the_history_are_found() {
        let channels = Channels {
            rows: Some(3),
            ..Channels::default()
        };
        let text = b"codex\n\n  codex, codex\n\x1b[1mco\x1b[0mdex\n";
        let screen = Screen::from_capture(text, &channels);
        let needle = Needle::new("codex");
        assert_eq!(screen.rows_with(&needle).collect::<Vec<_>>(), [1, 1, 2]);
        assert!(screen.holds(&needle) && !screen.holds(&Needle::new("claude")));
        assert!(!Screen::default().holds(&needle));
    }
}
