//! What is said beside the axes, held to what must be so on any screen: of all captures of Claude Code, in every mode. What
//! is true of one screen alone is in its session; the judge compares that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use shadow_fixtures::Capture;
use shadow_tests::content::{by_content, parts};
use shadow_tests::{Mode, cases, development, known, sweep};
use shadow_tui::contract::{
    AnomalyCode, BlockKind, CellRole, Evidence, OperatorBlock, Payload, ShadowAnomaly, SurfaceView,
};
use shadow_tui::{ClaudeSurfaceAssessment, CodexSurfaceAssessment, Memory, Parser, Reading, Stack};

/// What is wrong in a payload, a line each.
type Rule = fn(&Capture, &Payload) -> Vec<String>;

/// What holds of every capture, and the modes in which it does.
const RULES: [(&[Mode], Rule); 6] = [
    (&[Mode::All], evidence_stands_on_the_screen),
    (&[Mode::All], what_the_cli_tells_is_no_part_of_an_answer),
    (&Mode::EACH, the_label_of_an_activity_is_its_words_alone),
    (&Mode::EACH, no_tick_and_no_box_is_part_of_the_words),
    (&Mode::EACH, no_option_is_a_hint_or_a_field),
    (&Mode::EACH, no_hint_on_a_key_is_part_of_a_call_or_an_answer),
];

fn claude() -> Vec<&'static Capture> {
    let all = known().iter();
    let own = |capture: &&Capture| capture.session.provider == "claude";
    all.filter(own).collect()
}

fn payload(stack: &Stack, mode: Mode, capture: &Capture, reading: &mut Reading) -> Payload {
    let snapshot = mode.snapshot(capture);
    let wanted = mode.provider(capture);
    stack.parse_with(wanted, &snapshot, &mut Memory::default(), reading)
}

#[test]
fn every_rule_holds_of_every_capture() {
    let wrong = sweep(&claude(), |stack, capture, reading| {
        let told = Mode::EACH.map(|mode| {
            let payload = payload(stack, mode, capture, reading);
            let asked = RULES.iter().filter(|(modes, _)| modes.contains(&mode));
            let found = asked.flat_map(|(_, rule)| rule(capture, &payload));
            let line = |said| format!("{} {}: {said}", capture.id(), mode.title());
            found.map(line).collect::<Vec<_>>()
        });
        told.concat()
    });
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), shown.join("\n"));
}

fn evidence_stands_on_the_screen(capture: &Capture, told: &Payload) -> Vec<String> {
    let height = u32::from(capture.case.size[1]);
    let off = told.surface_assessment.evidence.iter().filter(|fact| {
        fact.rows
            .is_some_and(|[first, end]| end >= height || end < first)
    });
    off.map(|fact| format!("{} stands off the screen", fact.signal))
        .collect()
}

#[test]
fn head_and_tail_have_the_lines_that_are_asked_for() {
    let parsers = |lines| {
        let stack = shadow_tui::stack();
        let set = |parser: &Parser| parser.clone().with_slice_lines(lines);
        Stack::new(stack.parsers().iter().map(set).collect())
    };
    let stacks = [0, 1, 3, 1000].map(|lines| (lines, parsers(lines)));
    // Every screen has the same path to it.
    let some: Vec<&Capture> = claude().into_iter().step_by(16).collect();
    let wrong = sweep(&some, |_, capture, reading| {
        let wrong = |(lines, stack): &(usize, Stack)| {
            let told = payload(stack, Mode::All, capture, reading).dialog_projection;
            let all: Vec<&str> = told.dialog_text.lines().collect();
            let count = all.len().min(*lines);
            let (head, tail) = (&all[..count], &all[all.len() - count..]);
            let metadata = &told.projection_metadata;
            let counts = [metadata.head_line_count, metadata.tail_line_count];
            let is_right = (told.head, told.tail) == (head.join("\n"), tail.join("\n"))
                && counts.iter().all(|it| *it as usize == count);
            (!is_right).then(|| format!("{}: {lines}", capture.id()))
        };
        stacks.iter().filter_map(wrong).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The evidence that the views of both providers give by a name.
fn shared<'p>(view: &SurfaceView<'p>) -> [Option<&'p Evidence>; 17] {
    [
        view.composer_frame(),
        view.dialog_frame(),
        view.popup(),
        view.command_draft(),
        view.offer(),
        view.pager(),
        view.running_row(),
        view.absent_running_row(),
        view.end_mark(),
        view.queue(),
        view.header(),
        view.footer(),
        view.title(),
        view.self_report(),
        view.process_exited(),
        view.suspended(),
        view.another_program(),
    ]
}

/// The same with what the payload's own provider alone shows.
fn named(told: &Payload) -> Vec<&Evidence> {
    let mut found = Vec::new();
    if let Some(view) = ClaudeSurfaceAssessment::of(told) {
        found.extend(shared(&view));
        found.extend([view.shortcuts_hint(), view.prompt_glyph()]);
        found.extend([view.scrolled_view(), view.agent_shown()]);
        found.push(view.command_output());
    }
    if let Some(view) = CodexSurfaceAssessment::of(told) {
        found.extend(shared(&view));
        found.extend([view.rewind_offer(), view.footer_without_queue_offer()]);
        found.extend([view.newest_cell(), view.side_chat()]);
    }
    found.into_iter().flatten().collect()
}

/// Every piece of evidence is found by a name.
#[test]
fn every_signal_has_a_name_in_the_views() {
    let told = sweep(development(), |stack, capture, reading| {
        let told = payload(stack, Mode::All, capture, reading);
        if told.parser_metadata.provider_id == "unknown" {
            return Vec::new();
        }
        let evidence = told.surface_assessment.evidence.iter();
        let said = evidence.map(|it| format!("said {}", it.signal));
        let views = named(&told).into_iter();
        let named = views.map(|it| format!("named {}", it.signal));
        said.chain(named)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    });
    let of = |word| -> BTreeSet<&str> {
        let told = told.iter().filter_map(|line| line.strip_prefix(word));
        told.collect()
    };
    let (said, named) = (of("said "), of("named "));
    assert!(said.len() > 15, "{said:?}");
    assert_eq!(said.difference(&named).collect::<Vec<_>>(), [&""; 0]);
}

fn the_label_of_an_activity_is_its_words_alone(_: &Capture, told: &Payload) -> Vec<String> {
    let activity = told.surface_assessment.activity.iter();
    let labels = activity.filter_map(|activity| activity.label.clone());
    labels.filter(|label| label.contains(['(', ')'])).collect()
}

/// A tick says that an option is chosen, a box that a question is answered: neither is of the words beside it.
fn no_tick_and_no_box_is_part_of_the_words(_: &Capture, told: &Payload) -> Vec<String> {
    let Some(block) = &told.surface_assessment.operator_block else {
        return Vec::new();
    };
    let title = block
        .title
        .iter()
        .filter(|title| title.starts_with(['☐', '☒']));
    let said = block.options.iter().flat_map(|option| {
        let label = Some(&option.label);
        label.into_iter().chain(&option.description)
    });
    let ticked = said.filter(|text| text.ends_with(['✔', '✓']));
    title.chain(ticked).cloned().collect()
}

/// A line of keys is no option, and neither is the field that searches the options.
fn no_option_is_a_hint_or_a_field(_: &Capture, told: &Payload) -> Vec<String> {
    let block = told.surface_assessment.operator_block.iter();
    let labels = block.flat_map(|block| block.options.iter().map(|option| &option.label));
    let keyed = |label: &str| label.split(' ').nth(1) == Some("to") && label.find(' ') == Some(1);
    labels
        .filter(|label| keyed(label) || label.starts_with('⌕'))
        .cloned()
        .collect()
}

fn no_hint_on_a_key_is_part_of_a_call_or_an_answer(_: &Capture, told: &Payload) -> Vec<String> {
    const HINTS: [&str; 3] = ["to expand)", "to run in background)", "to hide tasks"];
    let roles = [
        CellRole::Assistant,
        CellRole::ToolCall,
        CellRole::ToolResult,
    ];
    let cells = told.dialog_projection.cells.iter();
    let said = cells.filter(|cell| roles.contains(&cell.role));
    let hinted = said.filter(|cell| HINTS.iter().any(|hint| cell.text.ends_with(hint)));
    hinted.map(|cell| cell.text.clone()).collect()
}

/// Whether a capture has its styles. Rows that other projects keep have lost them.
fn is_styled(capture: &Capture) -> bool {
    shadow_fixtures::strip_sgr(&capture.bytes) != capture.bytes
}

/// What the CLI tells of background work and of tmux is nobody's answer and no call, where the screen has its styles.
fn what_the_cli_tells_is_no_part_of_an_answer(capture: &Capture, told: &Payload) -> Vec<String> {
    if !is_styled(capture) {
        return Vec::new();
    }
    const TOLD: [&str; 4] = [
        "Background command \"",
        "Agent \"",
        "tmux focus-events",
        "tmux detected",
    ];
    let own = |role| !matches!(role, CellRole::Notice | CellRole::ToolResult);
    let cells = told.dialog_projection.cells.iter();
    let said = cells.filter(|cell| own(cell.role));
    let lines = said.filter(|cell| TOLD.iter().any(|it| cell.text.trim_start().starts_with(it)));
    lines.map(|cell| cell.text.clone()).collect()
}

/// What a dialog is signed with that is whole on the screen.
type Sign = fn(OperatorBlock) -> String;

/// As it is.
fn as_drawn(block: OperatorBlock) -> String {
    block.signature
}

/// The signatures of the dialogs that are whole on the screen, by the screen's name.
fn signatures(mode: Mode, captures: &[&Capture], sign: Sign) -> BTreeMap<String, String> {
    let stack = shadow_tui::stack();
    let mut reading = Reading::default();
    let told = captures.iter().filter_map(|capture| {
        let told = payload(&stack, mode, capture, &mut reading).surface_assessment;
        let mut codes = told.anomalies.iter().map(|anomaly| anomaly.code);
        let whole = codes.all(|code| code != AnomalyCode::ScreenClipped);
        let block = told.operator_block.filter(|_| whole)?;
        Some((capture.id(), sign(block)))
    });
    told.collect()
}

/// Captures of one dialog before and after the selection moved have one signature.
#[test]
fn a_moved_selection_changes_no_signature() {
    let moved = ["theme", "trust", "api-key", "bypass-warning"];
    let own = |capture: &&Capture| moved.iter().any(|name| capture.case.name.starts_with(name));
    let all: Vec<&Capture> = development().iter().filter(own).collect();
    for mode in Mode::EACH {
        let told = signatures(mode, &all, as_drawn);
        let mut pairs = 0;
        for (id, signature) in &told {
            let before = ["-moved", "-second"]
                .iter()
                .find_map(|end| id.strip_suffix(end));
            let Some(before) = before.and_then(|before| told.get(before)) else {
                continue;
            };
            assert_eq!(before, signature, "{id} {}", mode.title());
            pairs += 1;
        }
        assert!(pairs > 40, "{pairs} {}", mode.title());
    }
}

/// One dialog says the same in panes of any width in which its texts are whole.
#[test]
fn a_width_changes_no_content() {
    let own = |capture: &&Capture| {
        let approval = capture.case.name.starts_with("approval-");
        capture.session.provider == "claude" && capture.session.scenario == "tour" && approval
    };
    let all: Vec<&Capture> = development().iter().filter(own).collect();
    let mut seen: BTreeMap<(&str, &str), (String, String)> = BTreeMap::new();
    let told = signatures(Mode::All, &all, by_content);
    for capture in &all {
        let Some(signature) = told.get(&capture.id()) else {
            continue;
        };
        let dialog = (capture.session.version.as_str(), capture.case.name.as_str());
        let first = seen
            .entry(dialog)
            .or_insert_with(|| (capture.id(), signature.clone()));
        assert_eq!(&first.1, signature, "{} and {}", first.0, capture.id());
    }
    assert!(!seen.is_empty());
}

/// Killed without a word with a draft in it, 2.1.331: the shell waits behind the draft, in the same folder by the name of a
/// link.
#[test]
fn a_shell_behind_a_draft_in_a_linked_folder_takes_no_prompt() {
    let stack = shadow_tui::stack();
    let own =
        |capture: &&Capture| capture.id() == "claude/2.1.331/killed-quietly-120x40/killed-draft";
    let mut killed = claude()
        .into_iter()
        .find(own)
        .expect("the capture is there")
        .clone();
    let text = String::from_utf8(shadow_fixtures::strip_sgr(&killed.bytes)).expect("text");
    assert!(text.contains("@devbox:~/project$"));
    killed.bytes = text
        .replace("@devbox:~/project$", "@devbox:~/linkage$")
        .into_bytes();
    for mode in Mode::EACH {
        let told = payload(&stack, mode, &killed, &mut Reading::default());
        assert!(!told.submit_ready, "{mode:?}");
    }
}

/// A dialog's name over all sizes of its pane with a part's, and what the part says in each.
type Said = BTreeMap<(String, String), BTreeMap<[u16; 2], String>>;

/// Whether a dialog asks, in words that its pane does not cut (as one of 40 columns does a heading of Codex 0.98).
fn is_asked(block: &OperatorBlock) -> bool {
    use BlockKind::{ApprovalCommand, ApprovalEdit, ApprovalOther, Plan, Question};
    let asks = matches!(
        block.kind,
        ApprovalCommand | ApprovalEdit | ApprovalOther | Plan | Question
    );
    asks && block.question.as_deref().is_none_or(|it| it.ends_with('?'))
}

/// What of a dialog the pane shows is what it says, wherever it wraps.
#[test]
fn a_dialogs_content_is_the_same_whatever_the_panes_width() {
    let mut all: Vec<&Capture> = development().iter().collect();
    // What a low pane leaves out is no content of the dialog that it shows.
    all.retain(|it| {
        it.session
            .setting
            .chars()
            .all(|c| c.is_ascii_digit() || c == 'x')
    });
    all.retain(|it| it.case.size[1] >= 24);
    let resized = |it: &Capture| it.session.scenario == "resized";
    all.extend(cases().iter().filter(|it| resized(it)));
    let said = Mutex::new(Said::new());
    sweep(&all, |stack, capture, reading| {
        let told = payload(stack, Mode::All, capture, reading).surface_assessment;
        let cut = |it: &ShadowAnomaly| it.code == AnomalyCode::ScreenClipped;
        let clipped = told.anomalies.iter().any(cut);
        if let Some(block) = told.operator_block.filter(|it| !clipped && is_asked(it)) {
            let session = &capture.session;
            let case = match (resized(capture), capture.case.name.rsplit_once('-')) {
                (true, Some((case, _))) => case,
                _ => &capture.case.name,
            };
            let [provider, version, scenario] =
                [&session.provider, &session.version, &session.scenario];
            let name = format!("{provider}/{version}/{scenario}/{case}");
            let mut said = said.lock().expect("no worker panics");
            for (part, content) in parts(block) {
                let sizes = said.entry((name.clone(), part)).or_default();
                sizes.insert(capture.case.size, content);
            }
        }
        Vec::<()>::new()
    });
    let mut said = said.into_inner().expect("no worker panics");
    said.retain(|_, sizes| sizes.len() > 1);
    let whole = said.keys().filter(|(_, part)| part.is_empty()).count();
    assert!(whole > 30, "{whole} dialogs");
    let same = |sizes: &BTreeMap<[u16; 2], String>| {
        let first = sizes.values().next();
        sizes.values().all(|it| Some(it) == first)
    };
    let wrong: Vec<_> = said.iter().filter(|(_, sizes)| !same(sizes)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
