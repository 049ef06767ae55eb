//! A dialog that came up while a turn is waited for, in a line for a person: what it asks, and how it is answered.

use std::fmt::Display;
use std::path::Path;

use shadow_tui::contract::{BlockOption, OperatorBlock};

use shadow_legible::{excerpt, subject_line};

/// The most characters of a question and of a label.
const QUESTION: usize = 100;
const LABEL: usize = 60;

/// The line for a pane of this name; `socket` is the server's, where one was named.
pub fn asked(pane: impl Display + Copy, block: &OperatorBlock, socket: Option<&Path>) -> String {
    let advice = advice(pane, block, socket, "");
    described(pane, block, &advice)
}

/// The line for a pane of another machine, by its name. What it does not show whole is allowed at its terminal alone.
pub fn asked_there(pane: &str, block: &OperatorBlock) -> String {
    let command = command(pane, block, None);
    let advice = match block.missing() {
        None => format!("answer it with `{command}`"),
        Some(missing) => format!(
            "{missing}: look at the terminal and answer there, or refuse it with `{command}`"
        ),
    };
    described(pane, block, &advice)
}

fn described(pane: impl Display, block: &OperatorBlock, advice: &str) -> String {
    let question = block.question.as_ref().or(block.title.as_ref());
    let question = question.map_or(String::new(), |it| format!(" “{}”", excerpt(it, QUESTION)));
    let subject = block.subject.as_ref();
    let subject = subject.map_or(String::new(), |it| {
        format!(" ({})", subject_line(it, QUESTION))
    });
    let options = options(block);
    let options = match options.is_empty() {
        true => String::new(),
        false => format!(" {}", options.join(", ")),
    };
    format!(
        "{pane}: a dialog waits for an answer:{question}{subject}{options}; signature {}; {advice}",
        block.signature,
    )
}

/// How it is answered: by a command, and what that does not show whole is allowed at the terminal. `more` are further words
/// of the command.
pub fn advice(
    pane: impl Display,
    block: &OperatorBlock,
    socket: Option<&Path>,
    more: &str,
) -> String {
    let command = command(pane, block, socket) + more;
    match block.missing() {
        None => format!("answer it with `{command}`"),
        Some(missing) => format!(
            "{missing}: look at the terminal and answer there, refuse it with `{command}`, or add --unseen to \
             approve it"
        ),
    }
}

/// The command that answers it.
fn command(pane: impl Display, block: &OperatorBlock, socket: Option<&Path>) -> String {
    let socket = socket_words(socket);
    format!(
        "shadow choose {pane} --option N --signature {}{socket}",
        block.signature
    )
}

/// The words of a command that name a server's socket.
pub fn socket_words(socket: Option<&Path>) -> String {
    socket.map_or(String::new(), |path| {
        let path = path.display().to_string().replace('\'', "'\\''");
        format!(" --socket '{path}'")
    })
}

/// The options, each with what `--option` takes and the keys that choose it where those are others.
fn options(block: &OperatorBlock) -> Vec<String> {
    let name = |(at, option): (usize, &BlockOption)| {
        let number = option.number.map_or(at + 1, |number| number as usize);
        let keys = option.keys.join(" ");
        let keys = match keys.as_str() {
            _ if block.approves_unseen(at) => " (at the terminal)".to_owned(),
            "" => " (no key known)".to_owned(),
            _ if keys == number.to_string() => String::new(),
            _ => format!(" ({keys})"),
        };
        format!("{number} “{}”{keys}", excerpt(&option.label, LABEL))
    };
    block.options.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use shadow_tui::contract::BlockKind;

    use super::{BlockOption, OperatorBlock, asked};

    #[test]
    fn a_dialog_is_told_with_its_options_and_the_command_that_answers_it() {
        let option = |label: &str, number, keys: &[&str]| BlockOption {
            label: label.to_owned(),
            number,
            keys: keys.iter().map(ToString::to_string).collect(),
            ..BlockOption::default()
        };
        let block = OperatorBlock {
            question: Some("Do you want to\nproceed?".to_owned()),
            subject: Some("rm -rf target".to_owned()),
            options: vec![
                option("Yes", Some(1), &["1"]),
                option("No", None, &["Down", "Enter"]),
                option("Later", None, &[]),
            ],
            signature: "0123456789abcdef".to_owned(),
            ..OperatorBlock::default()
        };
        let said = asked("%7", &block, Some("/tmp/a b".as_ref()));
        assert_eq!(
            said,
            "%7: a dialog waits for an answer: “Do you want to proceed?” (rm -rf target) 1 “Yes”, 2 “No” (Down Enter), \
             3 “Later” (no key known); signature 0123456789abcdef; answer it with \
             `shadow choose %7 --option N --signature 0123456789abcdef --socket '/tmp/a b'`"
        );
    }

    #[test]
    fn what_is_not_shown_whole_is_said_and_its_rows_end_where_they_end() {
        let no = BlockOption {
            label: "No".to_owned(),
            refuses: true,
            keys: vec!["Escape".to_owned()],
            ..BlockOption::default()
        };
        let block = OperatorBlock {
            kind: BlockKind::ApprovalCommand,
            subject: Some("make # all\nrm -rf out".to_owned()),
            subject_whole: Some(false),
            options: vec![BlockOption::default(), no],
            ..OperatorBlock::default()
        };
        let said = asked("%7", &block, None);
        for part in [
            "(make # all ⏎ rm -rf out)",
            "1 “” (at the terminal), 2 “No” (Escape)",
            "a part of what it asks to approve is off the pane",
            "look at the terminal",
            "--unseen",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}
