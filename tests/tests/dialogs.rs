//! Rows of dialogs over the corpus. Each of shadow's own is exercised by some case, or stands in a list. A user's own rows: made of each screen's own words, as badly as can be, they make no screen
//! ready, take no block away, and name nothing that the engine names itself.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use shadow_fixtures::Capture;
use shadow_tests::{Mode, development, known, sweep};
use shadow_tui::contract::{
    BlockKind, BlockOrigin, BusinessState, InputMode, OperatorBlock, Payload,
};
use shadow_tui::{OwnDialog, OwnDialogs, Snapshot, StackOptions, stack_with};

/// Words of a row, at most.
const WORDS: usize = 10;

/// One capture in so many is asked about.
const SAMPLE: usize = 3;

/// Words that stand on most screens.
const COMMON: [&str; 8] = [
    "? for shortcuts",
    "esc to",
    "Do you want",
    "Would you like",
    "❯ 1. Yes",
    "› 1. Yes",
    "Enter to",
    "Press enter to",
];

/// Rows of every provider that take each row of a screen for a heading, alone and above each other one.
fn hostile(screen: &str) -> OwnDialogs {
    let cut = |text: &str| text.trim().chars().take(50).collect::<String>();
    let lines = screen.lines().map(cut).chain(COMMON.map(str::to_owned));
    let worded = |text: &String| text.chars().filter(|c| c.is_alphanumeric()).count() >= 3;
    let mut words: Vec<String> = lines.filter(worded).map(|text| cut(&text)).collect();
    words.dedup();
    words.truncate(WORDS * 6);
    let mut rows = Vec::new();
    for provider in ["claude", "codex"] {
        for headings in words.chunks(WORDS) {
            let below = words.chunks(WORDS).map(<[String]>::to_vec);
            for asks in below.chain([Vec::new()]) {
                rows.push(OwnDialog {
                    id: format!("row-{}", rows.len()),
                    provider: provider.to_owned(),
                    kind: BlockKind::Picker,
                    origin: BlockOrigin::Unknown,
                    context: None,
                    headings: headings.to_vec(),
                    asks,
                });
            }
        }
    }
    OwnDialogs::new("hostile", rows).expect("rows that are taken")
}

/// What the rows did: blocks that they named, screens that they made doubtful.
#[derive(Default)]
struct Done {
    named: AtomicUsize,
    doubted: AtomicUsize,
}

/// What a payload may not come to beside the same without the rows.
fn wrong(before: &Payload, after: &Payload, done: &Done) -> Option<&'static str> {
    let (old, new) = (&before.surface_assessment, &after.surface_assessment);
    let (block, renamed) = (&old.operator_block, &new.operator_block);
    let by = after.mode_diagnostics.named_by.as_deref();
    let named = by.is_some_and(|row| row.starts_with("hostile/"));
    done.named.fetch_add(usize::from(named), Relaxed);
    let doubted = new.input_mode != old.input_mode;
    done.doubted.fetch_add(usize::from(doubted), Relaxed);
    let name = |it: &OperatorBlock| (it.kind, it.origin);
    let is_opened = |block: &Option<OperatorBlock>| {
        let origin = block.as_ref().map(|block| block.origin);
        origin == Some(BlockOrigin::Operator)
    };
    let is_known = block.as_ref().is_some_and(|block| {
        use BlockOrigin::{Agent, Cli};
        matches!(block.origin, Agent | Cli)
    });
    if after.submit_ready && !before.submit_ready || after.safe_to_type && !before.safe_to_type {
        Some("it became ready")
    } else if old.availability != new.availability {
        Some("its availability changed")
    } else if old.business_state != new.business_state
        && (old.business_state, new.business_state) != (BusinessState::Idle, BusinessState::Unknown)
    {
        Some("its business state became surer")
    } else if doubted
        && (old.input_mode, new.input_mode) != (InputMode::Freeform, InputMode::Unknown)
    {
        Some("its input mode became surer")
    } else if block.is_some() != renamed.is_some() {
        Some("a block came or went")
    } else if is_opened(renamed) && !is_opened(block) {
        Some("nobody is called for a block any more")
    } else if is_known && block.as_ref().map(name) != renamed.as_ref().map(name) {
        Some("a block that the engine names changed its name")
    } else {
        None
    }
}

#[test]
fn no_row_makes_a_screen_ready_or_renames_what_is_known() {
    let sample: Vec<&Capture> = development().iter().step_by(SAMPLE).collect();
    assert!(sample.len() > 1000, "{} captures", sample.len());
    let done = Done::default();
    let found = sweep(&sample, |stack, capture, _| {
        let mut found = Vec::new();
        for mode in [Mode::All, Mode::Plain] {
            let snapshot = mode.snapshot(capture);
            let wanted = mode.provider(capture);
            let before = stack.parse(wanted, &snapshot);
            let own = hostile(&before.dialog_projection.normalized_text);
            let theirs = stack_with(&StackOptions::default().dialogs(own));
            let after = theirs.parse(wanted, &snapshot);
            let wrong = wrong(&before, &after, &done);
            found.extend(wrong.map(|why| format!("{} ({mode}): {why}", capture.id())));
        }
        found
    });
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
    let did = [done.named.into_inner(), done.doubted.into_inner()];
    assert!(
        did.iter().all(|count| *count > 0),
        "named, doubted: {did:?}"
    );
}

/// Rows that no case exercises: a sign-in needs the vendor's servers. The list only shrinks.
const UNEXERCISED: [&str; 1] = ["claude signed-in"];

#[test]
fn every_row_of_a_table_names_the_dialog_of_some_case_or_is_listed() {
    let seen = Mutex::new(BTreeSet::new());
    sweep(known(), |stack, capture, _| {
        let payload = stack.parse(Mode::All.provider(capture), &Mode::All.snapshot(capture));
        let provider = payload.parser_metadata.provider_id;
        let by = payload.mode_diagnostics.named_by;
        let by = by.map(|id| format!("{provider} {id}"));
        seen.lock().expect("no worker panics").extend(by);
        Vec::<()>::new()
    });
    let seen = seen.into_inner().expect("no worker panics");
    let claude = shadow_projectors::claude::dialog_ids().map(|id| format!("claude {id}"));
    let codex = shadow_projectors::codex::dialog_ids().map(|id| format!("codex {id}"));
    let rows: BTreeSet<String> = claude.chain(codex).collect();
    let unseen: Vec<&String> = rows.difference(&seen).collect();
    assert_eq!(
        unseen, UNEXERCISED,
        "add a case, or take a row off the list"
    );
}

/// At most this many approvals of each provider get the words into what they are about.
const APPROVALS: usize = 24;

/// A real approval with words of a table in what it is about, in the place of a word of it or of a whole row, whole and with
/// its top off the pane.
fn edited(screen: &str, subject: &str, first_choice: &str, words: &str) -> Vec<String> {
    let own: Vec<&str> = screen.lines().collect();
    let list = own.iter().position(|row| row.contains(first_choice));
    // The line of keys is the CLI's own.
    let keys = own.iter().rposition(|row| !row.trim().is_empty());
    let keys = keys.unwrap_or_default();
    let part = subject
        .split(|c: char| !c.is_alphanumeric())
        .max_by_key(|part| part.len());
    let line = subject.lines().find(|line| screen.contains(line.trim()));
    let parts = [part, line.map(str::trim)].into_iter().flatten();
    let parts = parts.filter(|part| part.len() > 3);
    let mut edited = Vec::new();
    for (part, list) in parts.zip(list.into_iter().cycle()) {
        let mut rows: Vec<String> = own.iter().map(|row| row.replace(part, words)).collect();
        rows[keys] = own[keys].to_owned();
        edited.push(rows.join("\n"));
        let cuts = list.saturating_sub(6)..=list + 1;
        edited.extend(cuts.filter_map(|cut| Some(rows.get(cut..)?.join("\n"))));
    }
    edited
}

/// Real approvals of both CLIs, one of each kind, version and setting.
fn approvals() -> Vec<&'static Capture> {
    let mut kinds = BTreeSet::new();
    let approvals = development().iter().filter(|capture| {
        let session = &capture.session;
        let block = capture.case.truth.block.as_ref();
        let kind = block.and_then(|block| block.kind.clone());
        let kind = kind.unwrap_or_default();
        let scenario = (&session.provider, &session.version, &kind, &session.setting);
        kind.starts_with("approval_") && kinds.insert(format!("{scenario:?}"))
    });
    let (claude, codex): (Vec<_>, Vec<_>) =
        approvals.partition(|capture| capture.session.provider == "claude");
    let some = |each: Vec<&'static Capture>| {
        let step = each.len().div_ceil(APPROVALS);
        each.into_iter().step_by(step)
    };
    some(claude).chain(some(codex)).collect()
}

/// What is made up are the words in the approvals, and where the pane begins.
#[test]
fn no_word_of_a_table_makes_an_approval_anybody_elses() {
    let sample = approvals();
    let words: Vec<&str> = shadow_projectors::claude::dialog_words()
        .chain(shadow_projectors::codex::dialog_words())
        .collect();
    let read = [AtomicUsize::new(0), AtomicUsize::new(0)];
    let found = sweep(&sample, |stack, capture, _| {
        let provider = Mode::All.provider(capture);
        let before = stack.parse(provider, &Mode::All.snapshot(capture));
        let screen = &before.dialog_projection.normalized_text;
        let Some(block) = before.surface_assessment.operator_block else {
            return Vec::new();
        };
        let Some((subject, first)) = block.subject.zip(block.options.first()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for words in &words {
            for edited in edited(screen, &subject, &first.label, words) {
                let snapshot = Snapshot::from_text(edited.clone().into_bytes());
                let after = stack.parse(provider, &snapshot);
                let Some(block) = after.surface_assessment.operator_block else {
                    continue;
                };
                let unnamed = block.kind == BlockKind::Unknown;
                let told = !after.surface_assessment.anomalies.is_empty();
                let unsure = block.origin == BlockOrigin::Unknown && (told || !unnamed);
                read[usize::from(unsure)].fetch_add(1, Relaxed);
                if block.origin != BlockOrigin::Agent && !unsure {
                    let origin = block.origin;
                    found.push(format!(
                        "{} {words:?} {origin:?} {:?}\n{edited}",
                        capture.id(),
                        block.kind
                    ));
                }
            }
        }
        found
    });
    let read = read.map(AtomicUsize::into_inner);
    let some: Vec<&String> = found.iter().take(9).collect();
    assert!(found.is_empty(), "{} of {read:?}: {some:#?}", found.len());
    assert!(read[0] > 10_000, "{read:?}");
}
