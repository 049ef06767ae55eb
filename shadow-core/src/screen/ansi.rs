//! Captured text to a screen: escape sequences out, styles kept as runs, line ends unified.
//!
//! This is the text path (`capture-pane`, dumps). Raw pty bytes need the grid.

use vte::{Params, Parser, Perform};

use super::{Attrs, Color, Line, Run, Screen, Style};

/// Reads `bytes` into the empty buffers of `screen`.
pub(super) fn scan(bytes: &[u8], screen: &mut Screen) {
    screen.lossy = std::str::from_utf8(bytes).is_err();
    let mut sink = Sink {
        screen,
        style: Style::default(),
        start: 0,
        runs_start: 0,
        open: false,
    };
    let mut parser = Parser::new();
    parser.advance(&mut sink, bytes);
    if sink.open {
        sink.end_line();
    }
}

/// Receives the parser's actions and fills the screen.
struct Sink<'a> {
    screen: &'a mut Screen,
    style: Style,
    /// Where the current line starts in the text.
    start: usize,
    /// Where its runs start.
    runs_start: usize,
    /// Whether anything of a line has come since the last line end.
    open: bool,
}

impl Sink<'_> {
    fn end_line(&mut self) {
        let kept = self.screen.text[self.start..].trim_end().len();
        self.screen.text.truncate(self.start + kept);
        let end = self.screen.text.len();
        let runs = &mut self.screen.runs;
        while runs.len() > self.runs_start
            && runs.last().is_some_and(|run| run.start as usize >= end)
        {
            runs.pop();
        }
        self.screen.lines.push(Line {
            start: self.start as u32,
            end: end as u32,
            runs_start: self.runs_start as u32,
            runs_end: self.screen.runs.len() as u32,
        });
        self.screen.text.push('\n');
        self.start = self.screen.text.len();
        self.runs_start = self.screen.runs.len();
        self.open = false;
    }

    fn mark_style(&mut self) {
        let start = self.screen.text.len() as u32;
        let runs = &mut self.screen.runs;
        let fresh = runs.len() > self.runs_start;
        let current = if fresh {
            runs[runs.len() - 1].style
        } else {
            Style::default()
        };
        if current != self.style {
            runs.push(Run {
                start,
                style: self.style,
            });
        }
    }
}

impl Perform for Sink<'_> {
    fn print(&mut self, character: char) {
        self.open = true;
        self.mark_style();
        self.screen.text.push(character);
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            b'\n' => self.end_line(),
            b'\t' => self.print('\t'),
            _ => {}
        }
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], ignore: bool, action: char) {
        if action == 'm' && intermediates.is_empty() && !ignore {
            self.screen.styled = true;
            apply_sgr(params, &mut self.style);
        }
    }
}

/// Applies one SGR sequence to a style.
pub(super) fn apply_sgr(params: &Params, style: &mut Style) {
    let mut iter = params.iter();
    while let Some(param) = iter.next() {
        match param[0] {
            0 => *style = Style::default(),
            1 => style.attrs.insert(Attrs::BOLD),
            2 => style.attrs.insert(Attrs::DIM),
            3 => style.attrs.insert(Attrs::ITALIC),
            4 if param.get(1) == Some(&0) => style.attrs.remove(Attrs::UNDERLINE),
            4 => style.attrs.insert(Attrs::UNDERLINE),
            5 | 6 => style.attrs.insert(Attrs::BLINK),
            7 => style.attrs.insert(Attrs::INVERSE),
            8 => style.attrs.insert(Attrs::HIDDEN),
            9 => style.attrs.insert(Attrs::STRIKE),
            22 => {
                style.attrs.remove(Attrs::BOLD);
                style.attrs.remove(Attrs::DIM);
            }
            23 => style.attrs.remove(Attrs::ITALIC),
            24 => style.attrs.remove(Attrs::UNDERLINE),
            25 => style.attrs.remove(Attrs::BLINK),
            27 => style.attrs.remove(Attrs::INVERSE),
            28 => style.attrs.remove(Attrs::HIDDEN),
            29 => style.attrs.remove(Attrs::STRIKE),
            code @ (30..=37) => style.fg = Color::Indexed((code - 30) as u8),
            38 => set_color(extended(param, &mut iter), &mut style.fg),
            39 => style.fg = Color::Default,
            code @ (40..=47) => style.bg = Color::Indexed((code - 40) as u8),
            48 => set_color(extended(param, &mut iter), &mut style.bg),
            49 => style.bg = Color::Default,
            code @ (90..=97) => style.fg = Color::Indexed((code - 82) as u8),
            code @ (100..=107) => style.bg = Color::Indexed((code - 92) as u8),
            _ => {}
        }
    }
}

fn set_color(found: Option<Color>, slot: &mut Color) {
    if let Some(color) = found {
        *slot = color;
    }
}

/// The colour of `38;…` or `48;…`, with colons (one parameter) or semicolons (several).
fn extended<'p>(param: &[u16], rest: &mut impl Iterator<Item = &'p [u16]>) -> Option<Color> {
    if param.len() > 1 {
        return color_of(
            param[1],
            |index| param.get(param.len() - 3 + index).copied(),
            param.get(2).copied(),
        );
    }
    let kind = rest.next()?[0];
    if kind == 5 {
        return Some(Color::Indexed(rest.next()?[0] as u8));
    }
    let mut next = || rest.next().map(|value| value[0] as u8);
    (kind == 2).then(|| Some(Color::Rgb(next()?, next()?, next()?)))?
}

fn color_of(
    kind: u16,
    channel: impl Fn(usize) -> Option<u16>,
    index: Option<u16>,
) -> Option<Color> {
    match kind {
        5 => Some(Color::Indexed(index? as u8)),
        2 => Some(Color::Rgb(
            channel(0)? as u8,
            channel(1)? as u8,
            channel(2)? as u8,
        )),
        _ => None,
    }
}
