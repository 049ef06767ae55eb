//! The note of a question whose options have previews (2.1.332): beside the options, below the preview. `n` opens it; while it is
//! open every key is typed into it but Escape, which leaves it. In such a question a digit only moves the pointer.

use shadow_core::contract::{BlockOption, OptionRole};
use shadow_core::screen::str_width;

use super::super::marks::Mark;
use super::body::Body;
use super::lines::{self, Line};

/// Column in which preview and note begin: the options take thirty, and four stay free.
const BESIDE: usize = 34;
/// What is before the note.
const LABEL: &str = "Notes:";
/// What is in its place while it is empty and closed.
const CLOSED: &str = "press n to add notes";
/// What it shows while it is empty and open.
const OPEN: &str = "Add notes on this design…";

/// Whether a note has the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Note {
    Closed,
    Open,
    /// Without styles nothing may tell.
    Unknown,
}

/// Makes the options of a question with previews what they are: their keys, no preview as a description, and the note as a
/// control of its own.
pub(super) fn fill(body: &Body<'_>, options: &mut Vec<BlockOption>) {
    let Some(note) = Mark::PreviewNote.found(body.screen, find(body)) else {
        return;
    };
    let is_open = note == Note::Open;
    // What has no number is below the rule, and the note above it.
    let last = options.iter().rposition(|option| option.number.is_some());
    let below = last.map_or(options.len(), |last| last + 1);
    for option in &mut *options {
        option.description = None;
        let mut keys = match option.number {
            Some(number) => vec![number.to_string(), "Enter".to_owned()],
            None => std::mem::take(&mut option.keys),
        };
        if is_open {
            keys.insert(0, "Escape".to_owned());
            option.selected = Some(false);
        }
        option.keys = match note {
            Note::Unknown => Vec::new(),
            _ => keys,
        };
    }
    options.insert(
        below,
        BlockOption {
            label: LABEL.trim_end_matches(':').to_owned(),
            free_text: true,
            role: OptionRole::Text,
            keys: match note {
                Note::Closed => vec!["n".to_owned()],
                _ => Vec::new(),
            },
            selected: (note != Note::Unknown).then_some(is_open),
            ..BlockOption::default()
        },
    );
}

/// Whether a block is such a question, in which no option takes text.
pub(super) fn is_in(body: &Body<'_>) -> bool {
    body.lines().iter().any(|line| said(line).is_some())
}

/// The note of a block that is such a question.
fn find(body: &Body<'_>) -> Option<Note> {
    let mut lines = body.lines().iter().rev();
    let (line, said) = lines.find_map(|line| Some((line, said(line)?)))?;
    if said.is_empty() || said == OPEN {
        return Some(Note::Open);
    }
    let row = body.screen.row(line.row);
    if body.screen.is_styled() {
        // A closed note is italic; what is typed is not.
        let at = row.text().trim_end().len() - said.len();
        return Some(match row.style_at(at).italic() {
            true => Note::Closed,
            false => Note::Open,
        });
    }
    let edits =
        |line: &Line<'_>| lines::is_hint(line.words) && line.words.contains("ctrl+g to edit in ");
    Some(match said == CLOSED {
        true => Note::Closed,
        false if body.lines().iter().any(edits) => Note::Open,
        false => Note::Unknown,
    })
}

/// What a line says behind the note's label.
fn said<'a>(line: &Line<'a>) -> Option<&'a str> {
    let at = line.text.rfind(LABEL)?;
    let placed = line.shift + str_width(&line.text[..at]) == BESIDE;
    placed.then(|| line.text[at + LABEL.len()..].trim())
}

#[cfg(test)]
mod tests {
    use shadow_core::Cli;
    use shadow_core::contract::{BlockOption, OptionRole};
    use shadow_core::screen::Marked;

    use super::super::super::ClaudeProjector;
    use crate::testing::{read, screen};

    /// The options of a question with previews, with a note and hints.
    fn options(note: &str, hints: &str) -> Vec<BlockOption> {
        let rule = "─".repeat(80);
        let blank = " ".repeat(34);
        let text = format!(
            "{rule}\n ☐ Indent style\n\nHow shall the code be indented?\n\n❯ 1. Tabs                         \
             ┌──────────────┐\n  2. Spaces                       │ Tabs here    │\n{blank}└──────────────┘\n\n{blank}Notes: \
             {note}\n\n{rule}\n  Chat about this\n\nEnter to select · ↑/↓ to navigate · n to add notes · {hints}Esc to cancel"
        );
        let screen = screen(80, &text);
        let projector = ClaudeProjector::default();
        let (found, facts) = read(&projector, &screen);
        let block = projector
            .details(&Marked::new(&screen), &found, &facts)
            .block;
        block.expect("a question").options
    }

    fn keys(options: &[BlockOption]) -> Vec<String> {
        options.iter().map(|it| it.keys.join(" ")).collect()
    }

    #[test]
    fn an_open_note_takes_every_key_but_escape() {
        const EDITS: &str = "ctrl+g to edit in Vim · ";
        for (note, hints) in [
            ("12 ", EDITS),
            ("\u{1b}[7m \u{1b}[0m", ""),
            (super::OPEN, ""),
        ] {
            let all = options(note, hints);
            assert_eq!(
                keys(&all),
                [
                    "Escape 1 Enter",
                    "Escape 2 Enter",
                    "",
                    "Escape Down Down Enter",
                ],
                "{note}"
            );
            assert_eq!(all[2].role, OptionRole::Text);
            assert_eq!(all[2].selected, Some(true));
        }
    }

    #[test]
    fn a_closed_note_has_its_key_and_digits_only_move() {
        for note in [super::CLOSED, "\u{1b}[2;3mwhat I said\u{1b}[0m"] {
            let all = options(note, "");
            assert_eq!(
                keys(&all),
                ["1 Enter", "2 Enter", "n", "Down Down Enter"],
                "{note}"
            );
            assert!(all.iter().all(|it| it.description.is_none()));
        }
    }

    #[test]
    fn where_nothing_tells_no_key_is_given() {
        assert_eq!(keys(&options("what I said", "")), ["", "", "", ""]);
    }
}
