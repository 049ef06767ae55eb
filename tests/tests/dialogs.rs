//! Rows of dialogs over the corpus. Each of shadow's own is exercised by some case, or stands in a list. A user's own rows: made of each screen's own words, as badly as can be, they make no screen
//! ready, take no block away, and name nothing that the engine names itself.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use shadow_fixtures::Capture;
use shadow_tests::{Corpus, Mode, captures, sweep};
use shadow_tui::contract::{
    BlockKind, BlockOrigin, BusinessState, InputMode, OperatorBlock, Payload,
};
use shadow_tui::{OwnDialog, OwnDialogs, StackOptions, stack_with};

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
    let all = captures(&Corpus::Development.dir()).expect("the corpus can be read");
    let sample: Vec<Capture> = all.into_iter().step_by(SAMPLE).collect();
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

/// Rows that no case exercises yet. The list only shrinks.
const UNEXERCISED: [&str; 31] = [
    "claude api-key",
    "claude current-message",
    "claude editor",
    "claude leave-work",
    "claude outside-memory",
    "claude plan",
    "claude session",
    "claude settings-list",
    "claude signed-in",
    "claude trust-choices",
    "claude update",
    "claude usage",
    "codex access-choices",
    "codex answer-keys",
    "codex background-terminals",
    "codex continue-keys",
    "codex create-plan",
    "codex edit-keys",
    "codex full-access",
    "codex grant-permissions",
    "codex multi-agent",
    "codex network-access",
    "codex permissions",
    "codex request-access",
    "codex review-hooks",
    "codex run-tool",
    "codex servers",
    "codex settings",
    "codex toggle-skills",
    "codex update",
    "codex working-directory",
];

#[test]
fn every_row_of_a_table_names_the_dialog_of_some_case_or_is_listed() {
    let mut all = captures(&Corpus::Development.dir()).expect("the corpus can be read");
    all.extend(captures(&Corpus::Cases.dir()).expect("the cases can be read"));
    let seen = Mutex::new(BTreeSet::new());
    sweep(&all, |stack, capture, _| {
        let payload = stack.parse(Mode::All.provider(capture), &Mode::All.snapshot(capture));
        let provider = payload.parser_metadata.provider_id;
        let by = payload.mode_diagnostics.named_by;
        let by = by.map(|id| format!("{provider} {id}"));
        seen.lock().expect("no worker panics").extend(by);
        Vec::new()
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
