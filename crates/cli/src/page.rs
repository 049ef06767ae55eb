//! What standard output is: how wide it is, and whether it shows colors.

use std::io::{self, IsTerminal};

use rustix::termios::tcgetwinsize;

/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;

/// Where text for people goes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Page {
    /// Columns of the terminal; none where the text goes to a file or a pipe, which takes lines of any length.
    pub width: Option<usize>,
    /// Whether colors are shown: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    pub colored: bool,
}

impl Page {
    /// Standard output.
    pub fn stdout() -> Self {
        let stdout = io::stdout();
        if !stdout.is_terminal() {
            return Self::default();
        }
        let size = tcgetwinsize(&stdout).ok();
        let columns = size.map(|size| usize::from(size.ws_col));
        Self {
            width: Some(columns.filter(|it| *it > 0).unwrap_or(COLUMNS)),
            colored: colors_are_wanted(),
        }
    }

    /// A text in a color, given as the parameters of SGR; plain where colors are not shown.
    pub fn tinted(&self, color: &str, text: &str) -> String {
        match self.colored && !color.is_empty() && !text.is_empty() {
            true => format!("\u{1b}[{color}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }
}

/// Whether a terminal is to show colors.
pub fn colors_are_wanted() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !refused && !dumb
}
