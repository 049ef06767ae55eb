//! Forms: fields below each other, each with its value, and buttons side by side in the last row, as a server's questions to
//! the person are drawn (2.1.332). Up and Down walk through the fields to the buttons, Left and Right between these.

use shadow_core::contract::{BlockOption, OptionRole};
use shadow_core::screen::{Screen, Style, str_width};

use super::super::marks::Mark;
use super::body::Body;
use super::lines::{self, Line};
use super::options::check_box;
use super::{dialogs, text_row};
use crate::shapes::columns;
use crate::shapes::keys::{self, walk};

/// Column of the fields' names, at least: the pointer and a mark are before them.
const FIELDS: usize = 5;

/// Whether a block is such a form.
pub(super) fn is_form(body: &Body<'_>) -> bool {
    dialogs::heads_form(body.heading_words())
}

/// The controls of a form, in order, with their keys; none where the block is no form.
pub(super) fn options(body: &Body<'_>) -> Option<Vec<BlockOption>> {
    let form = is_form(body).then(|| Form::read(body))?;
    Mark::FormControls.found(body.screen, Some(form.written(body.screen)))
}

/// One control.
struct Control<'a> {
    /// Its row; buttons share one.
    line: &'a Line<'a>,
    label: &'a str,
    value: &'a str,
    /// What is said of it below it.
    note: Option<&'a str>,
    /// The pointer is on it.
    selected: bool,
    /// An entry of the field above it that is open.
    nested: bool,
}

/// The controls of a form.
struct Form<'a> {
    fields: Vec<Control<'a>>,
    buttons: Vec<Control<'a>>,
}

impl<'a> Form<'a> {
    fn read(body: &Body<'a>) -> Self {
        let says = |line: &&Line<'_>| !line.words.is_empty() && !lines::is_hint(line.words);
        let last = body.lines().iter().rposition(|line| says(&line));
        let buttons = last.map_or(Vec::new(), |at| buttons(&body.lines()[at]));
        let end = last.filter(|_| !buttons.is_empty()).unwrap_or(0);
        let mut form = Self {
            fields: Vec::new(),
            buttons,
        };
        let first = body.heading().map_or(0, |heading| heading.row);
        for line in body.lines()[..end].iter().filter(|line| line.row > first) {
            form.take(line);
        }
        form
    }

    /// Takes a row: a field, an entry of the open one, or what is said of the last.
    fn take(&mut self, line: &'a Line<'a>) {
        let (selected, text) = match lines::marked(line.text) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, line.words),
        };
        let text = text.trim_start_matches(['*', '✔', '✘', '⚠']).trim_start();
        let column = line.column_of(text);
        let first = self.fields.first();
        let deeper = first.is_some_and(|first| column > first.column());
        let bare = || Some((text.strip_suffix(':')?, ""));
        let parted = text.split_once(": ").or_else(bare);
        let placed = !deeper && column >= FIELDS;
        let entry = deeper && check_box(text).0.is_some();
        let field = placed && parted.is_some();
        let (label, value) = parted.filter(|_| field).unwrap_or((text, ""));
        if entry || field {
            self.fields.push(Control {
                line,
                label,
                value: value.trim(),
                note: None,
                selected,
                nested: entry,
            });
        } else if deeper && let Some(last) = self.fields.last_mut() {
            last.note = Some(text);
        }
    }

    /// The controls written out: keys lead from where the pointer is.
    fn written(&self, screen: &Screen) -> Vec<BlockOption> {
        let mut steps = Vec::with_capacity(self.fields.len());
        let mut step = 0;
        for (at, _) in self.fields.iter().enumerate() {
            steps.push(step);
            // An open field is left for its entries.
            let opens = self.fields.get(at + 1).is_some_and(|next| next.nested);
            step += usize::from(!opens || self.fields[at].nested);
        }
        let pointed = self.fields.iter().rposition(|field| field.selected);
        let pressed = self.buttons.iter().position(|button| button.selected);
        let from = pointed.map_or(step, |at| steps[at]);
        let mut options: Vec<BlockOption> = Vec::new();
        for (at, field) in self.fields.iter().enumerate() {
            options.push(field.option(screen, walk(from, steps[at])));
        }
        for (at, button) in self.buttons.iter().enumerate() {
            let mut keys = walk(from, step);
            keys.extend(keys::steps(pressed.unwrap_or(0), at, ["Left", "Right"]));
            keys.push("Enter".to_owned());
            options.push(BlockOption {
                label: button.label.to_owned(),
                selected: Some(button.selected),
                keys,
                role: match at {
                    0 => OptionRole::Submit,
                    _ => OptionRole::Cancel,
                },
                ..BlockOption::default()
            });
        }
        options
    }
}

impl Control<'_> {
    /// Column of its label.
    fn column(&self) -> usize {
        let at = self.line.text.find(self.label).unwrap_or(0);
        self.line.shift + str_width(&self.line.text[..at])
    }

    fn option(&self, screen: &Screen, mut keys: Vec<String>) -> BlockOption {
        let (own, entry) = check_box(self.label);
        let boxed = match self.nested {
            true => own,
            false => check_box(&format!("{} ", self.value)).0,
        };
        let role = match (boxed, self.nested) {
            (Some(_), false) => OptionRole::Toggle,
            (None, _) if self.takes_text(screen) => OptionRole::Text,
            _ => OptionRole::Choice,
        };
        match role {
            OptionRole::Toggle => keys.push("Space".to_owned()),
            OptionRole::Choice if self.nested => keys.push("Space".to_owned()),
            OptionRole::Choice if self.selected => keys.push("Right".to_owned()),
            _ => {}
        }
        BlockOption {
            label: entry.to_owned(),
            description: self.note.map(str::to_owned),
            selected: Some(self.selected),
            checked: boxed,
            free_text: role == OptionRole::Text,
            keys,
            role,
            ..BlockOption::default()
        }
    }

    /// Whether what is typed goes into its value: it asks for it, or a caret is drawn there.
    fn takes_text(&self, screen: &Screen) -> bool {
        let caret = |style: Style| style.inverse();
        text_row::is_empty(self.value)
            || self.selected
                && !self.value.starts_with(['▸', '▾'])
                && screen.row(self.line.row).draws(caret)
    }
}

/// The buttons of a row that holds nothing else: words two spaces or more apart, the pointer before one of them.
fn buttons<'a>(line: &'a Line<'a>) -> Vec<Control<'a>> {
    let parts: Vec<&str> = columns::parts(line.words).collect();
    let short = |part: &&str| part.trim_start_matches('❯').trim().split(' ').count() <= 3;
    if parts.len() < 2 || !parts.iter().all(short) {
        return Vec::new();
    }
    let button = |part: &'a str| Control {
        line,
        label: part.trim_start_matches('❯').trim(),
        value: "",
        note: None,
        selected: part.starts_with('❯'),
        nested: false,
    };
    parts.into_iter().map(button).collect()
}
