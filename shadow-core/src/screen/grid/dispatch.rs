//! From the parser's actions to what the terminal does.

use vte::{Params, Perform};

use super::mode::Modes;
use super::terminal::Terminal;
use crate::screen::{charset, sgr};

/// Parameters of a control sequence by place, with the default for absent and zero.
struct Args<'p>(&'p Params);

impl Args<'_> {
    fn raw(&self, index: usize) -> u16 {
        self.0.iter().nth(index).map_or(0, |group| group[0])
    }

    /// A count: at least 1.
    fn count(&self, index: usize) -> usize {
        usize::from(self.raw(index).max(1))
    }

    /// A place that the program counts from 1.
    fn place(&self, index: usize) -> usize {
        self.count(index) - 1
    }
}

impl Perform for Terminal {
    #[inline]
    fn print(&mut self, character: char) {
        self.print_char(character);
    }

    #[inline]
    fn execute(&mut self, byte: u8) {
        match byte {
            0x07 => self.signals.ring(),
            0x08 => self.left(1),
            b'\t' => self.tab(1),
            b'\n' | 0x0b | 0x0c => {
                self.line_feed();
                if self.modes.contains(Modes::NEWLINE) {
                    self.move_to_column(0);
                }
            }
            b'\r' => self.move_to_column(0),
            0x0e => self.cursor.charsets.shift(true),
            0x0f => self.cursor.charsets.shift(false),
            _ => {}
        }
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], ignore: bool, action: char) {
        if ignore {
            return;
        }
        let args = Args(params);
        match intermediates {
            [] => self.csi(params, &args, action),
            [b'?'] => self.private_csi(params, &args, action),
            [b'!'] if action == 'p' => self.soft_reset(),
            [b'>'] if action == 'c' => self.outbox.secondary_attributes(),
            [b'>'] if action == 'q' => self.outbox.version(),
            [b'?', b'$'] if action == 'p' => self.report_mode(args.raw(0)),
            _ => {}
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _ignore: bool, byte: u8) {
        match (intermediates, byte) {
            ([], b'7') => self.save_cursor(),
            ([], b'8') => self.restore_cursor(),
            ([], b'D') => self.line_feed(),
            ([], b'E') => {
                self.line_feed();
                self.move_to_column(0);
            }
            ([], b'H') => self.tabs.set(self.cursor.x, true),
            ([], b'M') => self.reverse_line_feed(),
            ([], b'Z') => self.outbox.attributes(),
            ([], b'c') => self.reset(),
            ([b'#'], b'8') => self.fill_with_e(),
            ([intermediate], set) => {
                if let Some(slot) = charset::slot(*intermediate) {
                    self.cursor.charsets.designate(slot, set);
                }
            }
            _ => {}
        }
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _bell_terminated: bool) {
        self.osc(params);
    }
}

impl Terminal {
    fn csi(&mut self, params: &Params, args: &Args<'_>, action: char) {
        let count = args.count(0);
        match action {
            'm' => {
                sgr::apply(params.iter(), &mut self.cursor.pen);
                self.pen_changed();
            }
            'A' => self.up(count),
            'B' | 'e' => self.down(count),
            'C' | 'a' => self.right(count),
            'D' => self.left(count),
            'E' => {
                self.down(count);
                self.move_to_column(0);
            }
            'F' => {
                self.up(count);
                self.move_to_column(0);
            }
            'G' | '`' => self.move_to_column(args.place(0)),
            'H' | 'f' => {
                self.move_to_row(args.place(0));
                self.move_to_column(args.place(1));
            }
            'd' => self.move_to_row(args.place(0)),
            'I' => self.tab(count),
            'Z' => self.back_tab(count),
            _ => self.csi_edit(params, args, action),
        }
    }

    fn csi_edit(&mut self, params: &Params, args: &Args<'_>, action: char) {
        let count = args.count(0);
        match action {
            'J' => self.erase_display(args.raw(0)),
            'K' => self.erase_line(args.raw(0)),
            'L' => self.insert_lines(count),
            'M' => self.delete_lines(count),
            'P' => self.delete_chars(count),
            'S' => self.scroll_up(count),
            'T' if params.len() == 1 => self.scroll_down(count),
            'X' => self.erase_chars(count),
            '@' => self.insert_blanks(count),
            'b' => self.repeat(count),
            'g' => self.clear_tabs(args.raw(0)),
            'h' | 'l' => self.set_modes(params, action == 'h'),
            'r' => self.set_region(usize::from(args.raw(0)), usize::from(args.raw(1))),
            's' => self.save_cursor(),
            'u' => self.restore_cursor(),
            _ => self.csi_ask(args, action),
        }
    }

    fn csi_ask(&mut self, args: &Args<'_>, action: char) {
        match (action, args.raw(0)) {
            ('c', 0) => self.outbox.attributes(),
            ('n', 5) => self.outbox.status(),
            ('n', 6) => self.report_cursor(""),
            ('t', 18) => self.outbox.size(self.cols, self.rows),
            ('t', 22) if args.raw(1) != 1 => self.signals.push_title(),
            ('t', 23) if args.raw(1) != 1 => self.signals.pop_title(),
            _ => {}
        }
    }

    fn private_csi(&mut self, params: &Params, args: &Args<'_>, action: char) {
        match action {
            'h' | 'l' => {
                for group in params.iter() {
                    self.set_private_mode(group[0], action == 'h');
                }
            }
            'n' if args.raw(0) == 6 => self.report_cursor("?"),
            _ => {}
        }
    }

    fn set_modes(&mut self, params: &Params, on: bool) {
        for mode in params.iter().filter_map(|group| Modes::ansi(group[0])) {
            self.modes.set(mode, on);
        }
    }

    fn set_private_mode(&mut self, number: u16, on: bool) {
        match number {
            6 => {
                self.modes.set(Modes::ORIGIN, on);
                self.move_to_row(0);
                self.move_to_column(0);
            }
            7 => {
                self.modes.set(Modes::WRAP, on);
                self.cursor.pending &= on;
            }
            47 | 1047 => self.switch_alternate(on, false),
            1048 if on => self.save_cursor(),
            1048 => self.restore_cursor(),
            1049 => self.switch_alternate(on, true),
            _ => {
                if let Some(mode) = Modes::private(number) {
                    self.frames += u64::from(mode == Modes::SYNCHRONIZED && !on);
                    self.modes.set(mode, on);
                }
            }
        }
    }

    /// Enters or leaves the alternate screen; it is blank on entering. With `keep_cursor` the
    /// main screen's cursor is saved on entering and restored on leaving (`?1049`).
    fn switch_alternate(&mut self, on: bool, keep_cursor: bool) {
        if self.modes.contains(Modes::ALTERNATE) == on {
            return;
        }
        if on && keep_cursor {
            self.save_cursor();
        }
        self.show_alternate(on);
        if on {
            self.erase_display(2);
        } else if keep_cursor {
            self.restore_cursor();
        }
    }

    fn clear_tabs(&mut self, what: u16) {
        match what {
            0 => self.tabs.set(self.cursor.x, false),
            3 => self.tabs.clear(),
            _ => {}
        }
    }

    fn report_cursor(&mut self, mark: &str) {
        let from = match self.modes.contains(Modes::ORIGIN) {
            true => self.region.start,
            false => 0,
        };
        let row = self.cursor.y.saturating_sub(from);
        self.outbox.cursor(mark, self.cursor.x, row);
    }

    fn report_mode(&mut self, number: u16) {
        let state = Modes::private(number).map(|mode| self.modes.contains(mode));
        self.outbox.mode(number, state);
    }
}
