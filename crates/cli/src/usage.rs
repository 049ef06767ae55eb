//! Help on standard output; a usage error as one line on standard error that names the command's own help.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;

/// The commands by what a person wants, in the order of the help. A test checks that each command is in one group.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Look",
        &["demo", "panes", "top", "parse", "explain", "extract"],
    ),
    (
        "Follow",
        &[
            "watch", "wait", "run", "record", "replay", "turns", "timeline", "serve", "mcp",
            "relay",
        ],
    ),
    ("Act", &["send", "ask", "choose", "interrupt"]),
    ("Test", &["test", "review", "coverage", "report"]),
    (
        "Set up",
        &[
            "doctor",
            "tmux",
            "fleet",
            "lab",
            "completions",
            "schema",
            "help",
        ],
    ),
];

/// What the help says of the command that clap adds by itself.
const HELP: &str = "Print the help of a command";

/// The command line with its commands grouped in the help.
pub fn grouped(command: Command) -> Command {
    let about = |name: &str| match (name, command.find_subcommand(name)) {
        ("help", _) => Some(HELP.to_owned()),
        (_, found) => found?.get_about().map(ToString::to_string),
    };
    let mut groups = String::new();
    for (title, names) in GROUPS {
        groups += &format!("\n{title}:\n");
        for name in names {
            if let Some(about) = about(name) {
                groups += &format!("  {name:<11} {about}\n");
            }
        }
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{groups}\nOptions:\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}

/// What clap's answer to the typed words comes to.
pub fn answer(error: &clap::Error, command: &Command, typed: &[OsString]) -> Outcome {
    let (words, at) = reached(command, typed);
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            Output::new().text(&error.render().to_string())?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Err(Failure::usage(which(&words, at)))
        }
        _ => Err(Failure::usage(one_line(error, &words))),
    }
}

/// The command that the typed words lead to, and its name in full.
fn reached<'c>(root: &'c Command, typed: &[OsString]) -> (String, &'c Command) {
    let (mut words, mut at) = (root.get_name().to_owned(), root);
    for word in typed.iter().skip(1) {
        let below = word.to_str().and_then(|word| at.find_subcommand(word));
        if let Some(below) = below.filter(|below| below.get_name() != "help") {
            words = format!("{words} {}", below.get_name());
            at = below;
        }
    }
    (words, at)
}

/// Whether the words end in `help --help`, with `help` as a command: clap, which adds that command, does not know its flag.
pub fn asks_for_help_of_help(command: &Command, typed: &[OsString]) -> bool {
    let [before @ .., help, flag] = typed else {
        return false;
    };
    let asked = help == "help" && (flag == "--help" || flag == "-h");
    asked && reached(command, before).1.has_subcommands()
}

/// The question for a command where there is none.
fn which(words: &str, at: &Command) -> String {
    if words == at.get_name() {
        return "which command? `shadow --help` lists them, `shadow demo` shows what it does"
            .to_owned();
    }
    let below = at.get_subcommands().filter(|below| !below.is_hide_set());
    let names = below.map(Command::get_name).filter(|name| *name != "help");
    let names: Vec<&str> = names.collect();
    format!(
        "which command of `{words}`? {}; see `{words} --help`",
        names.join(", ")
    )
}

/// The words of clap's first paragraph, the nearest word that it knows, and the help that has all of them.
fn one_line(error: &clap::Error, words: &str) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let paragraph = text.split("\n\n").next().unwrap_or(text).trim();
    let nearest = nearest(error).map(|word| format!("; did you mean `{word}`?"));
    let nearest = nearest.unwrap_or_default();
    format!("{paragraph}{nearest}; see `{words} --help`")
}

/// The word that was meant, where one is near.
fn nearest(error: &clap::Error) -> Option<&str> {
    let kinds = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(word) => Some(word.as_str()),
        ContextValue::Strings(words) => words.first().map(String::as_str),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::GROUPS;
    use crate::arguments;

    #[test]
    fn each_command_is_in_one_group_of_the_help() {
        let names: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = arguments::command();
        let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
        for name in visible.map(clap::Command::get_name) {
            let times = names.iter().filter(|known| **known == name).count();
            assert_eq!(times, 1, "{name}");
        }
    }
}
