//! What is said of Codex' dialogs, cells and session beside the verdict: what must hold of every capture, where the truth
//! names no words.

use std::collections::BTreeMap;

use shadow_fixtures::Capture;
use shadow_tests::content::parts;
use shadow_tests::{Mode, known, sweep};
use shadow_tui::contract::{
    AnomalyCode, BlockKind, CellRole, OperatorBlock, Payload, SurfaceAssessment,
};
use shadow_tui::{Memory, Reading, Snapshot, Stack};

/// What the CLI and the shell print, and no agent and no person has said.
const OTHERS: [&str; 9] = [
    "Token usage: total=",
    "To continue this session, run",
    "Or run codex resume and",
    "Pane is dead (",
    "user@devbox:",
    "└ Tip:",
    "Questions 1/1 answered",
    "You’re continuing from this point",
    "1 background terminal running",
];

fn codex() -> Vec<&'static Capture> {
    let all = known().iter();
    let captures: Vec<_> = all
        .filter(|capture| capture.session.provider == "codex")
        .collect();
    assert!(captures.len() > 6000, "{} captures", captures.len());
    captures
}

fn read(stack: &Stack, capture: &Capture, snapshot: &Snapshot, reading: &mut Reading) -> Payload {
    let provider = Mode::All.provider(capture);
    stack.parse_with(provider, snapshot, &mut Memory::default(), reading)
}

fn is_clipped(said: &SurfaceAssessment) -> bool {
    let clipped = |code| code == AnomalyCode::ScreenClipped;
    said.anomalies.iter().any(|anomaly| clipped(anomaly.code))
}

/// What is wrong in a capture's payload, a line each.
type Rule = fn(&Capture, &Payload) -> Vec<String>;

/// What holds of every capture.
const RULES: [(&str, Rule); 4] = [
    (
        "mute",
        a_dialog_says_what_it_is_about_or_that_it_does_not_show_it,
    ),
    ("mixed up", each_field_of_a_dialog_holds_what_is_its_own),
    ("spoken", what_the_cli_and_the_shell_print_is_nobodys_words),
    ("cut", the_facts_of_a_session_are_whole),
];

#[test]
fn every_rule_holds_of_every_capture() {
    let wrong = sweep(&codex(), |stack, capture, reading| {
        let payload = read(stack, capture, &Mode::All.snapshot(capture), reading);
        let asked = RULES.iter().flat_map(|(name, rule)| {
            let wrong = rule(capture, &payload).into_iter();
            wrong.map(move |what| format!("{name}: {}: {what}", capture.id()))
        });
        asked.collect()
    });
    assert_eq!(wrong, [""; 0]);
}

fn is_approval(kind: BlockKind) -> bool {
    matches!(
        kind,
        BlockKind::ApprovalCommand | BlockKind::ApprovalEdit | BlockKind::ApprovalOther
    )
}

fn a_dialog_says_what_it_is_about_or_that_it_does_not_show_it(
    _: &Capture,
    payload: &Payload,
) -> Vec<String> {
    let said = &payload.surface_assessment;
    let about = |block: &&OperatorBlock| {
        is_approval(block.kind) || matches!(block.kind, BlockKind::Plan | BlockKind::Trust)
    };
    // What is asked about at start is in the question (0.157 and later).
    let at_start = |block: &&OperatorBlock| {
        let title = block.title.as_deref();
        matches!(title, Some("Folder access" | "Hooks need review"))
    };
    let block = said
        .operator_block
        .as_ref()
        .filter(about)
        .filter(|block| !at_start(block));
    let mute = block.filter(|block| block.subject.is_none() && !is_clipped(said));
    mute.map(|block| format!("{:?} without subject", block.kind))
        .into_iter()
        .collect()
}

fn each_field_of_a_dialog_holds_what_is_its_own(_: &Capture, payload: &Payload) -> Vec<String> {
    let block = payload.surface_assessment.operator_block.as_ref();
    block.map(mixed_up).unwrap_or_default()
}

/// Whether a server asks, in its own words: below a count of fields, or in a heading that begins with the server's name, whose
/// tool is what the block is about (0.155, 0.169).
fn asks_for_a_server(block: &OperatorBlock, title: &str, question: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let count = title.split(' ').nth(1).unwrap_or_default();
    let counted = count
        .split_once('/')
        .is_some_and(|(at, of)| number(at) && number(of));
    let server = question.split(' ').next().unwrap_or_default();
    let tool = block.subject.as_deref().and_then(|it| it.split_once('.'));
    counted || title == question && tool.is_some_and(|(name, _)| name == server)
}

/// What stands in the wrong field of a block.
fn mixed_up(block: &OperatorBlock) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut say = |holds: bool, what: &str| {
        if holds {
            wrong.push(format!("{what}: {block:?}"));
        }
    };
    let question = block.question.as_deref().unwrap_or_default();
    let description = block.description.as_deref().unwrap_or_default();
    let title = block.title.as_deref().unwrap_or("T");
    say(
        !question.is_empty() && question == description,
        "the question twice",
    );
    let whole = [
        "Would you",
        "Do you want to approve network access to ",
        "Allow ",
        "Apply ",
    ];
    let heads = whole.iter().any(|head| question.starts_with(head));
    let servers = asks_for_a_server(block, title, question);
    let own = question.is_empty() || heads || servers;
    say(
        is_approval(block.kind) && !own,
        "a question that is not the interface's",
    );
    say(
        !title.starts_with(char::is_alphanumeric),
        "a title that is drawn",
    );
    say(
        description.starts_with(['↑', '↓', '─', '>']),
        "a description that is drawn",
    );
    for option in &block.options {
        let described = option.description.as_deref().unwrap_or_default();
        let keyed = |text: &str| {
            let key = text
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            key.is_some_and(|key| key == "esc" || key.chars().count() == 1)
        };
        let mut words = described.split(' ');
        let ends = words.clone().next_back().is_some_and(keyed);
        say(
            words.next().is_some_and(keyed) || ends,
            "a key in a description",
        );
    }
    wrong
}

fn what_the_cli_and_the_shell_print_is_nobodys_words(
    capture: &Capture,
    payload: &Payload,
) -> Vec<String> {
    // There the agent quotes the interface.
    if capture.session.scenario.contains("spoof") {
        return Vec::new();
    }
    let cells = payload.dialog_projection.cells.iter();
    let words = cells.filter(|cell| matches!(cell.role, CellRole::User | CellRole::Assistant));
    let lines = words.flat_map(|cell| cell.text.lines());
    let others = lines.filter(|line| {
        let line = line.trim_start();
        OTHERS.iter().any(|printed| line.starts_with(printed))
    });
    // The report of `/status`, cut at the pane's top, is known by nothing.
    let reported = |line: &&str| line.contains("Token usage:") && !line.contains("total=");
    others
        .filter(|line| !reported(line))
        .map(str::to_owned)
        .collect()
}

fn the_facts_of_a_session_are_whole(_: &Capture, payload: &Payload) -> Vec<String> {
    let facts = &payload.surface_assessment.session_facts;
    let mut wrong = Vec::new();
    let resumed = facts
        .resume_command
        .as_deref()
        .and_then(|command| command.split(' ').next_back());
    if resumed.is_some_and(|id| id.len() != 36) {
        wrong.push(format!("{:?}", facts.resume_command));
    }
    if facts
        .session_name
        .as_deref()
        .is_some_and(|name| name.contains('['))
    {
        wrong.push(format!("{:?}", facts.session_name));
    }
    let ended = payload.surface_assessment.failure.as_ref();
    let when = ended.and_then(|failure| failure.resets_at.as_deref());
    if when.is_some_and(|when| !when.contains(|c: char| c.is_ascii_digit())) {
        wrong.push(format!("resets {when:?}"));
    }
    wrong
}

/// The dialogs by version, scenario, setting and case, in every pane and wherever the selection stands. Left out are panes
/// that do not show a dialog whole: 0.98 cuts headings at 40 columns.
#[test]
fn a_dialog_says_the_same_wherever_it_is_wrapped_and_whatever_is_selected() {
    let mut dialogs: BTreeMap<(String, String), BTreeMap<String, String>> = BTreeMap::new();
    let (stack, mut reading) = (shadow_tui::stack(), Reading::default());
    for capture in codex() {
        let snapshot = Mode::All.snapshot(capture);
        let wide = snapshot.channels.cols >= Some(60) && snapshot.channels.rows >= Some(24);
        let payload = read(&stack, capture, &snapshot, &mut reading);
        let said = &payload.surface_assessment;
        let Some(block) = said
            .operator_block
            .as_ref()
            .filter(|_| wide && !is_clipped(said))
        else {
            continue;
        };
        let (id, version) = (capture.id(), &capture.session.version);
        if !id.starts_with("codex/") {
            continue;
        }
        let case = capture.case.name.replace("-moved", "");
        // Inline, an edit is shown with the rows around it.
        let setting = id.split_once('+').map_or("", |(_, setting)| setting);
        let setting = setting.split('/').next().unwrap_or_default();
        let scenario = &capture.session.scenario;
        let dialog = format!("{version} {scenario} {setting} {case}");
        for (part, content) in parts(block.clone()) {
            let seen = dialogs.entry((dialog.clone(), part)).or_default();
            seen.insert(content, id.clone());
        }
    }
    let whole = dialogs.keys().filter(|(_, part)| part.is_empty()).count();
    assert!(whole > 300, "{whole} dialogs");
    let several: Vec<_> = dialogs.iter().filter(|(_, seen)| seen.len() > 1).collect();
    assert!(several.is_empty(), "{several:#?}");
}

/// The block of a capture in which one text stands for another of the same length.
fn edited(id: &str, from: &str, to: &str) -> OperatorBlock {
    assert_eq!(from.len(), to.len());
    let capture = codex().into_iter().find(|capture| capture.id() == id);
    let capture = capture.unwrap_or_else(|| panic!("no capture {id}"));
    let mut snapshot = Mode::All.snapshot(capture);
    let text = String::from_utf8_lossy(&snapshot.text).replace(from, to);
    assert!(
        from == to || text.as_bytes() != &snapshot.text[..],
        "{id} shows no {from}"
    );
    snapshot.text = text.into_bytes();
    let payload = read(
        &shadow_tui::stack(),
        capture,
        &snapshot,
        &mut Reading::default(),
    );
    payload.surface_assessment.operator_block.expect("a block")
}

#[test]
fn another_plan_folder_or_command_is_another_dialog() {
    for (id, from, to) in [
        (
            "codex/0.98.0/question-120x40/plan-approval",
            "Change the parser",
            "Delete the parser",
        ),
        (
            "codex/0.169.0/question-120x40/plan-approval",
            "Keep the tests green",
            "Take the tests away!",
        ),
        (
            "codex/0.104.0/trust-120x40/trust",
            "/home/user/project",
            "/home/user/secrets",
        ),
        (
            "codex/0.20.0/trust-120x40/trust",
            "/home/user/project",
            "/home/user/secrets",
        ),
        (
            "codex/0.169.0/approval-command-120x40/approval-command",
            "made.txt",
            "gone.txt",
        ),
    ] {
        let (before, after) = (edited(id, from, from), edited(id, from, to));
        assert_ne!(before.signature, after.signature, "{id}");
        assert_ne!(before.subject, after.subject, "{id}");
    }
}

#[test]
fn what_the_model_gives_as_reason_names_no_dialog() {
    let id = "codex/0.42.0/approval-command-120x40/approval-command";
    let said = edited(id, "Make the file?", "Apply changes?");
    let kept = edited(id, "Make the file?", "Make the file?");
    assert_eq!(said.kind, BlockKind::ApprovalCommand);
    assert_eq!(said.question.as_deref(), Some("Allow command?"));
    assert_eq!(said.description.as_deref(), Some("Apply changes?"));
    // The reason is signed: another one is another dialog, and all else that it says is the same.
    assert_ne!(said.signature, kept.signature);
    let unexplained = |block: OperatorBlock| OperatorBlock {
        description: None,
        signature: String::new(),
        ..block
    };
    assert_eq!(unexplained(said), unexplained(kept));
}
