//! Redaction over a sample of the corpus: nothing of a user's, a model's or a tool's survives, and the
//! verdict stays.

use std::sync::LazyLock;

use shadow_fixtures::{Capture, strip_sgr};
use shadow_pictures::redact;
use shadow_tests::sample::sample;
use shadow_tests::{Mode, known, sweep};
use shadow_tui::contract::Payload;
use shadow_tui::screen::Screen;
use shadow_tui::surface::Zone;
use shadow_tui::{Memory, Reading, Snapshot, Stack};

/// Reads a snapshot of a capture in a mode.
fn read(stack: &Stack, mode: Mode, capture: &Capture, snapshot: &Snapshot) -> (Payload, Reading) {
    let (mut memory, mut reading) = (Memory::default(), Reading::default());
    let payload = stack.parse_with(mode.provider(capture), snapshot, &mut memory, &mut reading);
    (payload, reading)
}

fn redacted(snapshot: &Snapshot, (payload, reading): &(Payload, Reading)) -> Snapshot {
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    redact(&screen, &snapshot.channels, reading, payload)
}

/// The axes and readiness, as one line.
fn axes(payload: &Payload) -> String {
    let got = &payload.surface_assessment;
    format!(
        "{:?} {:?} {:?} {:?} ready {}",
        got.availability, got.business_state, got.input_mode, got.ui_context, payload.submit_ready
    )
}

/// Words that are planted where a person, a model or a tool speaks, and the ways in which they could
/// come out again.
const CANARY: [&str; 3] = ["Zanzibarq", "sk-ant-Zq81jx", "qz/Kolibri.rs"];

/// The same of digits alone: an address, a phone number, an amount, a time, a code in groups, a version of something else.
const FIGURES: [&str; 6] = [
    "10.24.2.37",
    "+49-30-55-27-86",
    "$4.99",
    "23:58",
    "48-15-16-23",
    "3.14.159",
];

/// What is found of one capture that is redacted.
struct Found {
    /// Its verdict is another one.
    changed: Option<String>,
    /// Something that was said is left.
    told: Option<String>,
    /// How many rows of what the agent asks for are blanked.
    matter: usize,
    /// Whether a canary could be planted in it, and how many figures.
    planted: (bool, usize),
    /// A canary is left.
    canary: Option<String>,
}

/// One capture in so many is redacted.
const ONE_IN: usize = 4;

/// Captures, redacted as they are and with canaries in them.
static FOUND: LazyLock<Vec<Found>> = LazyLock::new(|| {
    sweep(&sample("redacted", known(), ONE_IN), |stack, capture, _| {
        let snapshot = Mode::All.snapshot(capture);
        let before = read(stack, Mode::All, capture, &snapshot);
        let safe = redacted(&snapshot, &before);
        let text = String::from_utf8_lossy(&strip_sgr(&safe.text)).into_owned();
        let hostile = planted(capture, &before);
        let figures = FIGURES.iter().filter(|figure| contains(&hostile, figure));
        vec![Found {
            changed: changed(stack, capture, &before, &safe),
            told: told(capture, &before, &text),
            matter: blanked(capture, &before, &text),
            planted: (contains(&hostile, CANARY[0]), figures.count()),
            canary: canary(stack, capture, &hostile),
        }]
    })
});

/// Fails where something is wrong in any capture.
fn none(wrong: impl Fn(&Found) -> Option<&String>) {
    let wrong: Vec<&str> = FOUND.iter().filter_map(wrong).map(String::as_str).collect();
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
}

#[test]
fn the_verdict_of_a_redacted_screen_is_that_of_the_screen() {
    none(|found| found.changed.as_ref());
}

/// The two verdicts, where they differ.
fn changed(
    stack: &Stack,
    capture: &Capture,
    before: &(Payload, Reading),
    safe: &Snapshot,
) -> Option<String> {
    let after = read(stack, Mode::All, capture, safe);
    let [was, is] = [before, &after].map(|read| axes(&read.0));
    (was != is).then(|| {
        let text = strip_sgr(&safe.text);
        let text = String::from_utf8_lossy(&text);
        format!("{}\n  {was}\n  {is}\n{text}", capture.id())
    })
}

#[test]
fn nothing_that_was_said_survives() {
    none(|found| found.told.as_ref());
    let matter: usize = FOUND.iter().map(|found| found.matter).sum();
    assert!(matter > 100, "{matter} rows of subjects");
}

/// A secret that is left in the redacted text.
fn told(capture: &Capture, before: &(Payload, Reading), text: &str) -> Option<String> {
    let mut secrets = secrets(capture).into_iter();
    let left = secrets.find(|secret| text.contains(secret.as_str()));
    let left = left.or_else(|| figure(text, &before.0))?;
    Some(format!("{}: {left:?}\n{text}", capture.id()))
}

/// A number of a redacted screen that is more than a shape: no version behind a product's name, no option's number.
fn figure(text: &str, payload: &Payload) -> Option<String> {
    let block = payload.surface_assessment.operator_block.iter();
    let options: Vec<u32> = block
        .flat_map(|block| &block.options)
        .filter_map(|option| option.number)
        .collect();
    let tells = |token: &str| token.contains(|c: char| ('2'..='9').contains(&c));
    text.lines().find_map(|row| {
        let mut before = "";
        let mut tokens = row.split_whitespace().filter(|token| {
            let product = ["Code", "Codex"].contains(&before);
            before = token;
            let number = token.trim_matches(|c: char| !c.is_ascii_digit());
            let listed = number
                .parse()
                .is_ok_and(|number: u32| options.contains(&number));
            tells(token) && !product && !listed
        });
        tokens.next().map(str::to_owned)
    })
}

/// Codex from 0.171 on: the rows of the main session say nothing of what is beside them.
#[test]
fn no_word_of_a_side_chat_beside_the_main_session_survives() {
    let all = known().iter();
    let own: Vec<_> = all
        .filter(|capture| capture.session.scenario.starts_with("side-chat"))
        .collect();
    let left = sweep(&own, |stack, capture, _| {
        let snapshot = Mode::All.snapshot(capture);
        let before = read(stack, Mode::All, capture, &snapshot);
        let facts = before.1.facts();
        let asks = facts.side_chat.and(facts.block).is_some();
        let Some(column) = facts.side_rule.filter(|_| !asks) else {
            return Vec::new();
        };
        let safe = redacted(&snapshot, &before);
        let screen = Screen::from_capture(&safe.text, &safe.channels);
        let beside = (0..screen.height()).map(|row| {
            let row = screen.row(row);
            &row.text()[row.byte_at_column(column)..]
        });
        let kept = |text: &&str| text.contains(|c: char| c.is_alphanumeric() && !"xX0".contains(c));
        vec![(capture.id(), beside.filter(kept).collect::<String>())]
    });
    assert!(left.len() > 5, "{left:?}");
    let wrong: Vec<_> = left.iter().filter(|(_, text)| !text.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// What the truth says was spoken on the screen, and every path and name of a file on it.
fn secrets(capture: &Capture) -> Vec<String> {
    let truth = &capture.case.truth;
    let composer = truth
        .composer
        .as_ref()
        .and_then(|composer| composer.text.clone());
    // The message of a failed turn is the CLI's own.
    let answers = truth
        .answer_lines
        .iter()
        .filter(|_| truth.failure.is_none());
    let lines = answers.chain(&truth.user_lines).cloned();
    let blocks = truth
        .block
        .iter()
        .flat_map(|block| block.subject_has.iter().cloned());
    let spoken = lines.chain(blocks).chain(composer);
    // A word or two of the interface's own may stand in what was said.
    let spoken = spoken.filter(|line| line.split_whitespace().count() > 3);
    let text = String::from_utf8_lossy(&strip_sgr(&capture.bytes)).into_owned();
    let paths = text
        .split_whitespace()
        .filter(|word| is_path(word))
        .map(str::to_owned);
    spoken.chain(paths).collect()
}

fn is_path(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '~');
    if word.chars().filter(|c| c.is_alphanumeric()).count() < 3 {
        return false;
    }
    let ends = [".rs", ".txt", ".md", ".toml", ".json", ".py"];
    let named = ends.iter().any(|end| word.ends_with(end));
    named || word.starts_with("/home/") || word.starts_with("~/") || word.starts_with("sk-")
}

/// A screen with canaries planted in the place of every word that is spoken, drafted, queued, printed by a tool, listed
/// as a task or shown by a status line of the user's own, and of the project's name, which is in every path.
fn planted(capture: &Capture, before: &(Payload, Reading)) -> Snapshot {
    let mut snapshot = Mode::All.snapshot(capture);
    let mut spoken = spoken_words(&before.0);
    spoken.extend(beside_words(&snapshot, &before.1));
    let text = String::from_utf8_lossy(&snapshot.text).into_owned();
    let mut canaries = CANARY.iter().chain(&FIGURES).cycle();
    let mut put = |word: &str| match spoken.contains(word) {
        true => canaries.next().map_or(word, |canary| canary).to_owned(),
        false => word.to_owned(),
    };
    snapshot.text = text
        .split(' ')
        .map(&mut put)
        .collect::<Vec<_>>()
        .join(" ")
        .replace("project", CANARY[0])
        .into();
    let title = snapshot.channels.title.unwrap_or_default();
    let all = format!("{} {}", CANARY.join(" "), FIGURES.join(" "));
    snapshot.channels.title = Some(format!("{title} {all}"));
    snapshot.channels.tab_status = Some(format!("status={all}"));
    snapshot.channels.progress = snapshot
        .channels
        .progress
        .map(|said| format!("{said};{all}"));
    snapshot.channels.notifications.push(all);
    snapshot
}

/// Words of the dialog, the draft and the subject of what waits.
fn spoken_words(payload: &Payload) -> std::collections::HashSet<String> {
    let surface = &payload.surface_assessment;
    let draft = surface
        .composer
        .as_ref()
        .map(|composer| composer.text.as_str());
    let block = surface.operator_block.as_ref();
    let subject = block.and_then(|block| block.subject.as_deref());
    let texts = [
        Some(payload.dialog_projection.dialog_text.as_str()),
        draft,
        subject,
    ];
    let words = texts.into_iter().flatten().flat_map(str::split_whitespace);
    let long = words.filter(|word| word.len() > 3 && word.chars().all(char::is_alphanumeric));
    long.map(str::to_owned).collect()
}

/// Words of the rows that are no part of the dialog and no one's but a person's or a model's, and those that the status
/// line's own script prints in the scenarios that have one.
fn beside_words(snapshot: &Snapshot, reading: &Reading) -> Vec<String> {
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let own = |row: usize| {
        let zone = reading.facts().zone_of(row);
        matches!(
            zone,
            Zone::Queued | Zone::Tasks | Zone::Proposal | Zone::Pager
        )
    };
    let rows = (0..screen.height()).filter(|row| own(*row));
    let words = rows.flat_map(|row| {
        let words = screen.row(row).text().split_whitespace();
        words.map(str::to_owned).collect::<Vec<_>>()
    });
    let script = ["main", "shells"].map(str::to_owned);
    let long = |word: &String| word.len() > 3 && word.chars().all(char::is_alphanumeric);
    words.chain(script).filter(long).collect()
}

#[test]
fn no_planted_canary_survives() {
    none(|found| found.canary.as_ref());
    let planted = FOUND.iter().filter(|found| found.planted.0).count();
    let figures: usize = FOUND.iter().map(|found| found.planted.1).sum();
    assert!(planted > 1000, "planted in {planted} screens");
    assert!(figures > 1000, "{figures} figures planted");
}

/// A piece of a canary that is left of a screen in which they were planted.
fn canary(stack: &Stack, capture: &Capture, hostile: &Snapshot) -> Option<String> {
    let before = read(stack, Mode::All, capture, hostile);
    let safe = redacted(hostile, &before);
    let text = String::from_utf8_lossy(&strip_sgr(&safe.text)).into_owned();
    let beside = format!("{text}\n{:?}", safe.channels);
    let pieces = CANARY
        .iter()
        .flat_map(|canary| canary.split(['-', '/', '.']));
    let pieces = pieces.filter(|piece| piece.len() > 4);
    let left = pieces.chain(FIGURES).find(|piece| beside.contains(piece))?;
    Some(format!("{}: {left}\n{beside}", capture.id()))
}

fn contains(snapshot: &Snapshot, text: &str) -> bool {
    String::from_utf8_lossy(&snapshot.text).contains(text)
}

/// How many rows of the dialog in front show what the agent asks for, each of which keeps no word, of the interface's either.
fn blanked(capture: &Capture, (payload, reading): &(Payload, Reading), redacted: &str) -> usize {
    let block = payload.surface_assessment.operator_block.as_ref();
    let agent = block.filter(|block| block.origin.may_be_agents());
    let Some(subject) = agent.and_then(|block| block.subject.as_deref()) else {
        return 0;
    };
    let heads = agent
        .into_iter()
        .flat_map(|block| [&block.title, &block.question]);
    let heads: Vec<&String> = heads.flatten().collect();
    let snapshot = Mode::All.snapshot(capture);
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let shown = (0..screen.height()).map(|row| screen.row(row).trimmed());
    let rows = shown.zip(redacted.lines()).enumerate();
    let shown = rows.filter(|(index, (row, _))| {
        let said = row.trim();
        let listed = reading.facts().zone_of(*index) == Zone::Dialog;
        // The question that Codex 0.110 to 0.114 ask of a tool is a row of their own.
        let asked = said.contains("MCP server wants to run the tool")
            || heads.iter().any(|head| head.contains(said));
        listed && said.len() > 3 && !asked && subject.lines().any(|line| line.trim() == said)
    });
    shown
        .map(|(_, (_, row))| {
            let left = row
                .chars()
                .find(|c| c.is_alphanumeric() && !"xX0口".contains(*c));
            assert_eq!(left, None, "{}: {row}", capture.id());
        })
        .count()
}
