//! Usage errors and help: each error names the help of its command, the word as it was typed and the nearest one.

use crate::run::{command, feed, shadow};

/// What is typed, and the parts of the one line that it is answered with.
const SLIPS: &[(&[&str], &[&str])] = &[
    (
        &["send", "%3", "x", "--wiat", "completed"],
        &[
            "'--wiat'",
            "did you mean `--wait`?",
            "see `shadow send --help`",
        ],
    ),
    (
        &["sned"],
        &["'sned'", "did you mean `send`?", "see `shadow --help`"],
    ),
    (
        &["wait", "%3", "--until", "blokced"],
        &[
            "'blokced'",
            "did you mean `blocked`?",
            "see `shadow wait --help`",
        ],
    ),
    (&["wait", "%3"], &["--until", "see `shadow wait --help`"]),
    (
        &["tmux", "install", "--conifg", "x"],
        &[
            "'--conifg'",
            "did you mean `--config`?",
            "see `shadow tmux install --help`",
        ],
    ),
    (
        &["tmux", "nxet"],
        &["did you mean `next`?", "see `shadow tmux --help`"],
    ),
    (
        &["tmux"],
        &[
            "which command of `shadow tmux`? status, next, install",
            "see `shadow tmux --help`",
        ],
    ),
    (&["send"], &["<PANE>", "see `shadow send --help`"]),
    (
        &["choose", "%3", "--signature", "x"],
        &["--option N", "`shadow choose --help`"],
    ),
    (&[], &["`shadow --help`"]),
    (&["help", "sned"], &["'sned'"]),
];

#[test]
fn a_slip_is_named_with_the_nearest_word_and_its_commands_help() {
    for (args, parts) in SLIPS {
        let run = shadow(args, "");
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (2, ""),
            "{args:?}: {}",
            run.stderr
        );
        run.complains_in_one_line();
        for part in *parts {
            assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
        }
    }
}

#[cfg(feature = "lab")]
#[test]
fn the_lab_alone_lists_its_commands() {
    let run = shadow(&["lab"], "");
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
    assert!(run.stderr.contains("run, matrix, check"), "{}", run.stderr);
    assert!(
        run.stderr.contains("see `shadow lab --help`"),
        "{}",
        run.stderr
    );
    assert!(
        !run.stderr.contains("session"),
        "hidden ones are not listed: {}",
        run.stderr
    );
}

#[test]
fn the_help_groups_the_commands_and_fits_a_terminal() {
    let help = shadow(&["help"], "");
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    let at = |part: &str| {
        help.stdout
            .find(part)
            .unwrap_or_else(|| panic!("{part}: {}", help.stdout))
    };
    let order = [
        "Usage: shadow",
        "Look:",
        "  panes ",
        "Follow:",
        "Act:",
        "  send ",
        "Test:",
        "Set up:",
        "Options:",
    ];
    let places = order.map(at);
    assert!(places.is_sorted(), "{}", help.stdout);
    for typed in [&["--help"][..], &["help", "--help"], &["help", "-h"]] {
        assert_eq!(shadow(typed, "").stdout, help.stdout, "{typed:?}");
    }
    let lab = shadow(&["lab", "help", "--help"], "");
    assert_eq!(lab.stdout, shadow(&["lab", "help"], "").stdout);
    let send = shadow(&["send", "%3", "help", "--help"], "");
    assert_eq!(send.stdout, shadow(&["send", "--help"], "").stdout);
    assert!(
        help.stdout.lines().all(|line| line.chars().count() <= 100),
        "{}",
        help.stdout
    );
}

#[test]
fn help_of_a_command_is_what_the_command_says_of_itself() {
    for words in [&["send"][..], &["tmux"], &["tmux", "install"]] {
        let asked = shadow(&[&["help"], words].concat(), "");
        assert_eq!(asked.code, 0, "{}", asked.stderr);
        assert_eq!(
            asked.stdout,
            shadow(&[words, &["--help"]].concat(), "").stdout
        );
    }
}

#[test]
fn json_is_asked_for_by_one_word_wherever_there_are_lines_of_it() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cases");
    for (short, long) in [
        (
            &["doctor", "--json"][..],
            &["doctor", "--format", "ndjson"][..],
        ),
        (
            &["turns", "--json", "-"],
            &["turns", "--format", "ndjson", "-"],
        ),
        (
            &["coverage", "--json", cases],
            &["coverage", "--format", "ndjson", cases],
        ),
    ] {
        let (one, other) = (shadow(short, "x"), shadow(long, "x"));
        assert_eq!(
            (one.code, one.stdout),
            (other.code, other.stdout),
            "{short:?}: {}",
            one.stderr
        );
    }
    for args in [&["parse", "--json", "-"][..], &["test", "--json", cases]] {
        let run = shadow(args, "x");
        assert!(
            run.code <= 1 && !run.json().is_empty(),
            "{args:?}: {}",
            run.stderr
        );
    }
    let both = shadow(&["doctor", "--json", "--format", "table"], "");
    assert_eq!(both.code, 2, "{}", both.stderr);
}

#[test]
fn help_fits_a_terminal_of_80_columns() {
    let all = help_at("", "80");
    let (_, groups) = all.split_once("\nLook:\n").expect("a list");
    let (groups, _) = groups.split_once("\nOptions:").expect("its end");
    let mut names = vec![String::new()];
    names.extend(listed(groups));
    assert!(names.len() > 20, "{names:?}");
    for group in ["tmux", "lab"]
        .iter()
        .filter(|name| all.contains(&format!("\n  {name} ")))
    {
        let help = help_at(group, "80");
        let (_, commands) = help.split_once("\nCommands:\n").expect("a list");
        let (commands, _) = commands.split_once("\n\n").expect("its end");
        names.extend(listed(commands).map(|name| format!("{group} {name}")));
    }
    for name in &names {
        let help = help_at(name, "80");
        // A usage line is not wrapped.
        let mut rows = help.lines().filter(|row| !row.starts_with("Usage:"));
        let wide = rows.find(|row| row.chars().count() > 80);
        assert!(wide.is_none(), "{name}: {wide:?}");
        // What follows the options has its line ends from its source: a terminal of 80 columns breaks no line again.
        assert_eq!(
            behind_options(&help),
            behind_options(&help_at(name, "200")),
            "{name}"
        );
    }
}

/// The help of a command in a terminal of so many columns.
fn help_at(name: &str, columns: &str) -> String {
    let args: Vec<&str> = name.split_whitespace().chain(["--help"]).collect();
    let mut command = command(&args);
    command.env("COLUMNS", columns);
    feed(command, Vec::new()).stdout
}

/// The names at the beginning of the rows of a list, but `help`, which lists nothing of its own.
fn listed(rows: &str) -> impl Iterator<Item = String> {
    let rows = rows.lines().filter_map(|row| row.strip_prefix("  "));
    let names = rows.filter_map(|row| row.split(' ').next());
    names
        .filter(|name| !matches!(*name, "" | "help"))
        .map(str::to_owned)
}

/// The part of a help behind the last option, which prints the help or the version.
fn behind_options(help: &str) -> &str {
    let last = ["Print help", "Print version"].map(|words| help.rfind(words));
    let last = last.into_iter().flatten().max().expect("an option");
    help[last..]
        .split_once('\n')
        .map_or("", |(_, behind)| behind)
}
