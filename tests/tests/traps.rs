//! The traps that readers of agent screens fall into, each with named cases under `fixtures/cases/`.
//!
//! A case is a real capture, or a real one edited (its provenance says how). With all channels
//! what a caller acts on must be right; with less, the axes must be right or unknown.

use std::collections::BTreeSet;
use std::path::PathBuf;

use shadow_fixtures::Capture;
use shadow_testing::Coverage;
use shadow_tests::{Corpus, Measure, Mode, Outcome, RARE, TIMED, development, holds_in, judge};
use shadow_tui::contract::{Editor, Payload};
use shadow_tui::{ProviderChoice, Session};

/// Folder of each trap, and what must come out.
const TRAPS: &[(&str, &str)] = &[
    (
        "P01-status-above-composer",
        "a turn's row above the composer: working, freeform",
    ),
    (
        "P02-streaming-without-status",
        "text streams without a status row: never ready",
    ),
    ("P03-blank-start", "blank or half-painted start-up: unknown"),
    (
        "P04-draft-of-disconnection",
        "a draft that speaks of disconnection: idle",
    ),
    (
        "P05-draft-like-a-menu",
        "a draft that looks like a menu: idle, draft",
    ),
    (
        "P06-answer-quotes-interface",
        "an answer that quotes the interface changes nothing",
    ),
    (
        "P07-draft-with-first-glyph",
        "a path, a shell command, a file or a note in the draft",
    ),
    (
        "P08-draft-of-status-words",
        "a draft that holds a status row: idle, draft",
    ),
    (
        "P09-retry-row",
        "a retry with a countdown: working, retrying",
    ),
    (
        "P10-exited",
        "farewell or a shell prompt below old chrome: disconnected",
    ),
    (
        "P11-first-run",
        "theme, sign-in, key, trust, warnings: awaiting operator",
    ),
    ("P12-pickers", "an open picker, menu or panel: modal"),
    (
        "P13-spinner-shapes",
        "any glyph and any word before the status row: working",
    ),
    (
        "P14-finished-row",
        "the row that a finished turn leaves: idle",
    ),
    (
        "P15-composer-content",
        "placeholder, suggestion, pasted block, wide characters",
    ),
    ("P16-no-colour", "no colour, other themes: the same verdict"),
    (
        "P17-small-panes",
        "narrow and low panes: the same verdict, or clipped",
    ),
    (
        "P18-own-status-line",
        "a status line of the user's own: as it really is",
    ),
    (
        "P19-editors-and-renderers",
        "vim, screen reader, inline, fullscreen, both composers",
    ),
    (
        "P20-escapes",
        "titles, links and device strings are no text",
    ),
    (
        "P21-tasks-and-background",
        "task lists, agents and shells: by the turn",
    ),
    (
        "P22-other-status-header",
        "a status header of any words, a blinking bullet: working",
    ),
    (
        "P23-dialogs-by-structure",
        "dialogs whose options wrap or whose hints moved",
    ),
    (
        "P24-queued-messages",
        "messages queued behind the turn: pending",
    ),
    (
        "P25-scrollback",
        "old dialogs and status rows above the screen: history",
    ),
    (
        "P26-echoed-prompt",
        "a prompt that holds the sentinel is no answer",
    ),
    (
        "P27-own-commands",
        "a shell command of the person's own, whatever it prints: working until it ends",
    ),
    (
        "P28-still-title",
        "a title that was never seen to move: text that streams is unknown, never ready",
    ),
    (
        "P29-usage-limits",
        "a limit of any plan and scope: idle, a failure of kind quota",
    ),
    (
        "P31-unnamed-dialogs",
        "dialogs of workflows, servers and settings: named, with whoever raised them",
    ),
    (
        "P32-forms",
        "what a server asks in mid turn: every control, and who asks",
    ),
    (
        "P33-text-rows",
        "the pointer in a text row: digits are text",
    ),
    (
        "P34-still-status",
        "a status mark that stands still in an answer's place, counts in a status row: working",
    ),
    (
        "P35-composer-by-effort",
        "another glyph or colour of the composer's prompt: the composer",
    ),
    (
        "P36-notice-above-composer",
        "a notice at the right edge between status row and composer: working",
    ),
    (
        "P37-offers",
        "offers above a live composer, with their keys",
    ),
    (
        "P38-closed-composer",
        "a placeholder that says that nothing is taken: closed",
    ),
    (
        "P40-first-run-alone",
        "a picker of the first run whose banner is off the pane",
    ),
    (
        "P41-multiplexer-within",
        "a multiplexer within the pane: as without its bar; unknown where it is split",
    ),
    (
        "P41-shells-and-splits",
        "themed shells below a farewell, a split pane within, a CLI that has logged out",
    ),
    (
        "P42-queued-together",
        "several queued messages under one mark, in a bright theme: pending",
    ),
    (
        "P44-raw-output",
        "raw output and folded details: the same verdict, no cell said to be whole",
    ),
    (
        "P46-rejected-calls",
        "a rejected call or question: the turn has ended",
    ),
    (
        "P47-approval-on-plain-text",
        "an approval without colours, keys and provider: Codex' approval",
    ),
    (
        "P48-other-pagers",
        "a pager without a rule: closed, or the rewind menu",
    ),
    (
        "R02-other-agents",
        "another agent's dialog or composer: nothing of the two",
    ),
    (
        "R03-worlds-around",
        "an editor, a plugin, a team, a worktree, another language, a sign-in that ends, a pane resized in mid turn: as without",
    ),
    (
        "R04-kept-by-others",
        "what other projects keep: wrapped finished rows, messages over a running turn, boxes over text, notes, questions at start",
    ),
    (
        RARE,
        "what the corpus never shows: a version, title, report, row or dialog that none has",
    ),
];

fn folder(trap: &str) -> PathBuf {
    Corpus::Cases.dir().join(trap)
}

fn cases(trap: &str) -> Vec<Capture> {
    let all = shadow_tests::cases().iter();
    let own = all.filter(|capture| capture.dir.starts_with(folder(trap)));
    own.cloned().collect()
}

#[test]
fn every_trap_has_a_case() {
    let without: Vec<&str> = TRAPS
        .iter()
        .map(|(trap, _)| *trap)
        .filter(|trap| cases(trap).is_empty())
        .collect();
    assert!(without.is_empty(), "no case: {without:?}");
}

#[test]
fn every_folder_of_cases_is_a_trap() {
    let known: BTreeSet<&str> = TRAPS.iter().map(|(trap, _)| *trap).collect();
    let folders = std::fs::read_dir(Corpus::Cases.dir()).expect("there are cases");
    for folder in folders.flatten().filter(|entry| entry.path().is_dir()) {
        let name = folder.file_name().to_string_lossy().into_owned();
        let known = known.contains(name.as_str()) || name == TIMED;
        assert!(known, "{name} is no trap");
    }
}

#[test]
fn what_the_corpus_never_shows_has_cases() {
    let coverage = Coverage::of(&shadow_tui::stack(), &cases(RARE));
    let exercised: BTreeSet<(&str, &str)> = coverage
        .rows()
        .filter(|row| row.2 > 0)
        .map(|row| (row.0, row.1))
        .collect();
    for rule in [
        ("activity", "starting"),
        ("anomaly", "contradictory_evidence"),
        ("anomaly", "drift_suspected"),
        ("anomaly", "unknown_dialog"),
        ("anomaly", "unknown_version_floor_used"),
        ("block", "unknown"),
        ("signal", "report_blocked"),
        ("signal", "title_blocked"),
    ] {
        assert!(exercised.contains(&rule), "{rule:?}");
    }
}

/// What is wrong in the cases of a trap, a line each.
fn wrong(trap: &str, says: &str, mode: Mode) -> Vec<String> {
    let stack = shadow_tui::stack();
    let mut lines = Vec::new();
    for capture in cases(trap).iter().filter(|case| holds_in(mode, case)) {
        let scored = judge(&stack, mode, capture);
        let counted = |measure: Measure| bears(measure, mode);
        for mark in scored
            .with(Outcome::Wrong)
            .filter(|mark| counted(mark.measure))
        {
            let (head, id) = (mark.measure.title(), &scored.id);
            let (want, got) = (&mark.want, &mark.got);
            let mode = mode.title();
            lines.push(format!(
                "{trap} ({says}) {id}, {mode}: {head} {want:?}, got {got:?}"
            ));
        }
    }
    lines
}

/// Whether a measure must be right in a trap's cases: the axes and readiness in every mode; with
/// all channels also what else a caller acts on. Lines of the dialog are held by the accuracy tests.
fn bears(measure: Measure, mode: Mode) -> bool {
    let axis = matches!(
        measure,
        Measure::Availability
            | Measure::Business
            | Measure::Input
            | Measure::Context
            | Measure::FalseReady
            | Measure::FalseSafe
    );
    let told = !matches!(
        measure,
        Measure::Answer | Measure::User | Measure::Leak | Measure::Activity
    );
    axis || mode == Mode::All && told
}

#[test]
fn every_case_is_read_as_it_is() {
    let lines: Vec<String> = TRAPS
        .iter()
        .flat_map(|(trap, says)| Mode::EACH.map(|mode| wrong(trap, says, mode)))
        .flatten()
        .collect();
    assert!(
        lines.is_empty(),
        "{} wrong:\n{}",
        lines.len(),
        lines.join("\n")
    );
}

/// The payloads of one session that is shown captures of a recording in turn.
fn shown(session: &mut Session, names: [&str; 2]) -> [Payload; 2] {
    let stack = shadow_tui::stack();
    names.map(|name| {
        let id = format!("claude/2.1.126/vim-120x40/{name}");
        let capture = development().iter().find(|capture| capture.id() == id);
        let capture = capture.unwrap_or_else(|| panic!("{id} is in the corpus"));
        let wanted = ProviderChoice::Named("claude");
        let snapshot = Mode::All.snapshot(capture);
        session.look(&stack, wanted, &snapshot, 0.0).payload
    })
}

/// Vim's normal mode shows nothing over an empty composer: only who has seen insert mode can tell.
#[test]
fn a_session_that_has_seen_insert_mode_knows_normal_mode() {
    let mut fresh = Session::default();
    let [untold, insert] = shown(&mut fresh, ["vim-normal-empty", "vim-empty"]);
    let editor = |payload: &Payload| {
        let composer = payload.surface_assessment.composer.as_ref();
        composer.map(|composer| composer.editor)
    };
    assert_eq!(editor(&untold), Some(Editor::Unknown));
    assert_eq!(editor(&insert), Some(Editor::VimInsert));
    assert!(insert.safe_to_type);

    let [normal, _] = shown(&mut fresh, ["vim-normal-empty", "vim-empty"]);
    assert_eq!(editor(&normal), Some(Editor::VimNormal));
    assert!(normal.submit_ready && !normal.safe_to_type);
}
