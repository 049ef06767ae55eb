//! What kind of block stands in front, told by its heading, its question and its shape.
//!
//! That it is a block, and that it blocks, is settled by then; the words here only name it.

use crate::letters::{self, Words};
use shadow_core::contract::{BlockKind, BlockOrigin, UiContext};
use shadow_core::screen::{Needle, Screen};
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::glyph::is_panel_edge;
use super::super::marks::Mark;
use super::asked;
use super::body::Body;
use super::edge::{self, Edge, Place};
use super::lines::{self, Line};
use super::{subject, write};

/// The fact of a block: rows, proposal, context, kind, origin, clipping.
pub(in super::super) fn fact(body: &Body<'_>) -> BlockFact {
    let place = body.place;
    let (context, kind, origin) = name(body);
    let agent = origin == BlockOrigin::Agent;
    let proposal = if agent {
        Mark::Proposal.found(body.screen, write::proposal(body.screen, place))
    } else {
        None
    };
    BlockFact {
        rows: RowSpan::new(place.first, place.last),
        proposal,
        context,
        kind,
        origin,
        clipped: is_clipped(body, kind),
    }
}

type Named = (UiContext, BlockKind, BlockOrigin);

const fn named(context: UiContext, kind: BlockKind, origin: BlockOrigin) -> Named {
    (context, kind, origin)
}

const OPERATOR: BlockOrigin = BlockOrigin::Operator;
const CLI: BlockOrigin = BlockOrigin::Cli;
const SETTINGS: Named = named(UiContext::SettingsPanel, BlockKind::Panel, OPERATOR);
const SETUP: Named = named(UiContext::SetupBlock, BlockKind::Setup, CLI);
const UNNAMED: Named = named(
    UiContext::SelectionMenu,
    BlockKind::Unknown,
    BlockOrigin::Unknown,
);
const WORKFLOW: Named = named(
    UiContext::ApprovalPrompt,
    BlockKind::ApprovalOther,
    BlockOrigin::Agent,
);
const MODEL: Named = named(UiContext::ModelPicker, BlockKind::Picker, OPERATOR);
const REWIND: Named = named(UiContext::RewindMenu, BlockKind::Rewind, OPERATOR);
const RESUME: Named = named(UiContext::ResumePicker, BlockKind::Picker, OPERATOR);
const AGENTS: Named = named(UiContext::AgentsView, BlockKind::Panel, OPERATOR);
const TASKS: Named = named(UiContext::TasksPanel, BlockKind::Panel, OPERATOR);
const QUESTION: Named = named(
    UiContext::QuestionPrompt,
    BlockKind::Question,
    BlockOrigin::Agent,
);
const PLAN: Named = named(UiContext::PlanApproval, BlockKind::Plan, BlockOrigin::Agent);
const TRUST: Named = named(UiContext::TrustPrompt, BlockKind::Trust, CLI);
/// What to do about a limit that is reached (2.0.70 on).
const STOPPED: Named = named(UiContext::SelectionMenu, BlockKind::Picker, CLI);
const LEAVING: Named = named(UiContext::SelectionMenu, BlockKind::Picker, CLI);

/// Headings and what they name. The first that a heading starts with counts.
const HEADINGS: &[(&str, Named)] = &[
    ("select model", MODEL),
    ("switch model", MODEL),
    ("rewind", REWIND),
    ("jump to a previous message", REWIND),
    ("restore the code", REWIND),
    ("confirm you want to restore", REWIND),
    ("resume session", RESUME),
    ("resume", RESUME),
    ("modified ", RESUME),
    ("agents", AGENTS),
    ("create new agent", AGENTS),
    ("background work is running", LEAVING),
    ("background", TASKS),
    ("shell details", TASKS),
    ("bash details", TASKS),
    ("tasks", TASKS),
    ("ready to code", PLAN),
    ("exit plan mode", PLAN),
    ("here is claude's plan", PLAN),
    ("enter plan mode", PLAN),
    ("accessing workspace", TRUST),
    ("do you trust", TRUST),
    ("detected a custom api key", SETUP),
    ("warning", SETUP),
    ("bypass permissions", SETUP),
    ("select login", SETUP),
    ("claude code can be used with", SETUP),
    ("let's get started", SETUP),
    ("welcome to claude", SETUP),
    ("security notes", SETUP),
    ("allow external claude.md", SETUP),
    ("new mcp server", SETUP),
    ("settings error", SETUP),
    ("this session is ", SETUP),
    ("login successful", SETUP),
    ("run a dynamic workflow", WORKFLOW),
    ("mcp server “", QUESTION),
    ("mcp server \"", QUESTION),
    ("auto-updat", SETUP),
    ("update", SETUP),
    ("what do you want to do?", STOPPED),
    ("effort", SETTINGS),
    ("↯", SETTINGS),
    ("add directory", SETTINGS),
    ("settings", SETTINGS),
    ("claude code status", SETTINGS),
    ("claude code v", SETTINGS),
    ("configuration panel", SETTINGS),
    ("configure claude", SETTINGS),
    ("help", SETTINGS),
    ("permissions", SETTINGS),
    ("permission rules", SETTINGS),
    ("allow  ", SETTINGS),
    ("manage mcp", SETTINGS),
    ("mcp", SETTINGS),
    ("hook", SETTINGS),
    ("memory", SETTINGS),
    ("select memory", SETTINGS),
    ("learn more", SETTINGS),
    ("plugin", SETTINGS),
    ("skills", SETTINGS),
    ("sandbox", SETTINGS),
    ("output style", SETTINGS),
    ("preferred output style", SETTINGS),
    ("choose your preferred output style", SETTINGS),
    ("theme", SETTINGS),
    ("export conversation", SETTINGS),
    ("session", SETTINGS),
    ("status", SETTINGS),
    ("usage", SETTINGS),
    ("ide", SETTINGS),
];

fn name(body: &Body<'_>) -> Named {
    let heading = heading(body).map_or("", |line| line.words);
    let screen = body.screen;
    if Mark::QuestionTabs.holds(screen, is_question(heading)) {
        return QUESTION;
    }
    if let Some(kind) = approval(body, heading) {
        return (context_of(kind), kind, BlockOrigin::Agent);
    }
    if let Some(named) = Mark::KnownHeading.found(screen, by_heading(heading)) {
        return named;
    }
    let told = Mark::KnownLine.found(screen, by_body(body));
    told.unwrap_or_else(|| unnamed(body))
}

/// Whether a list in the open is one of the first run whose banner is off the pane: numbered, one option chosen at its left
/// edge, nothing on the screen above its words, and these are of those that the first run asks.
pub(in super::super) fn is_first_run(screen: &Screen, place: Place) -> bool {
    let lines = lines::inside(screen, place);
    let body = Body::new(screen, place, &lines);
    let alone = screen.first_filled(0, place.first).is_none();
    let words = || {
        lines
            .iter()
            .any(|line| setup_by_words(line.words) == Some(SETUP))
    };
    let named = by_heading(heading(&body).map_or("", |line| line.words)) == Some(SETUP);
    alone && place.edge == Edge::Open && edge::waits_at_left(screen, place) && (named || words())
}

/// A block that no words name. A panel's edge (`/fast`, `/mobile`, `/passes`, `/sandbox` of 2.1.330), or a command right above
/// the block (the same in 2.1.126) or in its last row (2.0.64) tells that the operator has opened it.
fn unnamed(body: &Body<'_>) -> Named {
    let (screen, place) = (body.screen, body.place);
    let above = (0..place.first).rev().map(|index| screen.row(index));
    let command = above.into_iter().find(|row| !row.is_blank());
    let opened = is_panel_edge(screen.row(place.first))
        || command.is_some_and(edge::is_command_cell)
        || edge::is_command_cell(screen.row(place.last));
    Mark::Unnamed.holds(screen, !opened);
    match Mark::BelowCommand.holds(screen, opened) {
        true => SETTINGS,
        false => UNNAMED,
    }
}

fn context_of(kind: BlockKind) -> UiContext {
    match kind {
        BlockKind::Plan => UiContext::PlanApproval,
        BlockKind::Question => UiContext::QuestionPrompt,
        _ => UiContext::ApprovalPrompt,
    }
}

/// A heading may count what it is about: `2 new MCP servers found in this project`.
fn by_heading(heading: &str) -> Option<Named> {
    let counted = heading.trim_start_matches(|first: char| first.is_ascii_digit());
    let heading = counted.strip_prefix(' ').unwrap_or(heading);
    HEADINGS
        .iter()
        .find(|(start, _)| starts_with(heading, start))
        .map(|(_, named)| *named)
}

/// The first line of a block that says anything.
pub(super) fn heading<'a, 'b>(body: &'b Body<'a>) -> Option<&'b Line<'a>> {
    let says = |line: &&Line<'_>| !line.words.is_empty() && !lines::is_drawn(line.words);
    body.lines().iter().find(says)
}

/// Tabs of a question to the person: `☐ Colour`, `←  ☒ Colour  ☐ Size  ✔ Submit  →`.
pub(super) fn is_question(heading: &str) -> bool {
    heading.starts_with(['☐', '☒'])
        || heading.starts_with("←  ") && heading.contains(['☐', '☒'])
        || heading.starts_with("Review your answers")
}

/// An approval by its question, and its kind by heading and question.
fn approval(body: &Body<'_>, heading: &str) -> Option<BlockKind> {
    let asked = body.asked()?;
    let question = asked.words(body);
    let says = |words| asked::says(&question, words);
    let screen = body.screen;
    if Mark::PlanAsked.holds(screen, says("Would you like to proceed?")) {
        return Some(BlockKind::Plan);
    }
    let first = asked.lines(body).next()?.words;
    if !first.starts_with("Do you want") && !first.starts_with("Allow ") {
        return None;
    }
    if heading.starts_with("Detected a custom API key") || says("API key?") {
        return None;
    }
    let starts = |words: &[&str]| words.iter().any(|word| starts_with(heading, word));
    let edits = || starts(&EDIT_HEADINGS) || EDIT_QUESTIONS.iter().any(|words| says(words));
    let headless = || body.place.edge == Edge::Open && says("Do you want to proceed?");
    Some(
        if Mark::CommandHeading.holds(screen, starts(&COMMAND_HEADINGS)) {
            BlockKind::ApprovalCommand
        } else if Mark::EditHeading.holds(screen, edits()) {
            BlockKind::ApprovalEdit
        } else if Mark::CommandUnheaded.holds(screen, headless()) {
            // The heading is off the pane; commands ask so, and hardly anything else does.
            BlockKind::ApprovalCommand
        } else {
            Mark::OtherApproval.on(screen);
            BlockKind::ApprovalOther
        },
    )
}

/// Beginnings of the headings of approvals of a command.
const COMMAND_HEADINGS: [&str; 6] = [
    "bash",
    "shell",
    "powershell",
    "run command",
    "command",
    "monitor",
];

/// Beginnings of the headings of approvals of an edit.
const EDIT_HEADINGS: [&str; 9] = [
    "edit",
    "create",
    "write",
    "overwrite",
    "update",
    "delete",
    "notebook",
    "make edits",
    "opened changes",
];

/// Whether a text starts with ASCII words, in any case.
fn starts_with(text: &str, words: &str) -> bool {
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    first(text) == first(words) && letters::begins(text, words)
}

/// Words of the questions of approvals of an edit.
const EDIT_QUESTIONS: [&str; 5] = [
    "make this edit",
    "want to create",
    "want to overwrite",
    "want to write",
    "want to update",
];

/// What names a block whose heading does not: other lines in it.
fn by_body(body: &Body<'_>) -> Option<Named> {
    const CURRENT: Needle = Needle::new("(current)");
    const PRICE: Needle = Needle::new("per Mtok");
    const STOP: Needle = Needle::new("x to stop");
    static TRUST_WORDS: Words<2> = Words::exact(["trust the files", "trust this folder"]);
    let mut found = None;
    for line in body.lines() {
        let text = line.words;
        if CURRENT.is_in(text) && !text.contains("  ") {
            return Some(REWIND);
        }
        if PRICE.is_in(text) || text.ends_with(" to adjust") {
            return Some(MODEL);
        }
        if TRUST_WORDS.any_in(text) {
            return Some(TRUST);
        }
        if text.starts_with("Enter to select · ") && body.place.edge != Edge::Box {
            found = found.or(Some(QUESTION));
        }
        if STOP.is_in(text) {
            return Some(TASKS);
        }
        if text
            .trim_start_matches(['❯', ' '])
            .starts_with("Auto-compact")
        {
            return Some(SETTINGS);
        }
        if text == "Enter to continue" {
            found = found.or(Some(SETTINGS));
        }
        found = found.or_else(|| setup_by_words(text));
    }
    found
}

fn setup_by_words(text: &str) -> Option<Named> {
    static SETUP_WORDS: Words<6> = Words::exact([
        "Press Enter to continue",
        "Choose the text style",
        "Choose the option that looks best",
        "Select login method",
        "Paste code here",
        "OAuth error",
    ]);
    match SETUP_WORDS.first_in(text)? {
        0 => Some(SETTINGS),
        _ => Some(SETUP),
    }
}

/// Whether part of a block does not fit in the pane: its edge is gone, or a list says that there
/// is more or begins with a later number than 1, or no option shows where there must be one.
fn is_clipped(body: &Body<'_>, kind: BlockKind) -> bool {
    let place = body.place;
    let asks = !matches!(
        kind,
        BlockKind::Panel | BlockKind::Picker | BlockKind::Rewind | BlockKind::Setup
    );
    let cut_above = place.is_cut_above() && asks || is_headless(body, kind);
    let overdrawn = Mark::CommandOverdrawn.holds(body.screen, subject::is_overdrawn(body, kind));
    let optionless =
        || asks && kind != BlockKind::Unknown && super::options::first_row(body).is_none();
    overdrawn
        || Mark::BlockCutAbove.holds(body.screen, cut_above)
        || Mark::BlockCutBelow.holds(body.screen, optionless())
        || Mark::OptionsOff.holds(body.screen, scrolls(body, asks) || begins_late(body))
}

/// Whether an approval of a command in the open shows no heading of its own: what it is about is painted over, too, as by a
/// command that clears the screen (2.0.31).
pub(super) fn is_headless(body: &Body<'_>, kind: BlockKind) -> bool {
    let open = body.place.edge == Edge::Open && kind == BlockKind::ApprovalCommand;
    let heading = heading(body).map_or("", |line| line.words);
    let starts = |words: &&str| starts_with(heading, words);
    let named = || COMMAND_HEADINGS.iter().any(starts);
    open && !subject::is_spoken(body.screen, body.place) && !named()
}

/// Whether a list has more than it shows: an arrow before an option, or, where no agent's words stand in the block,
/// before a count of hidden rows.
fn scrolls(body: &Body<'_>, asks: bool) -> bool {
    let arrow = |line: &&Line<'_>| line.words.starts_with(['↑', '↓']);
    body.lines().iter().filter(arrow).any(|line| {
        let rest = line.words.trim_start_matches(['↑', '↓']);
        lines::option_number(rest).is_some() || !asks && lines::is_more(line.words)
    })
}

/// Whether a list that runs down from the pane's first row begins with a later number than 1.
fn begins_late(body: &Body<'_>) -> bool {
    let cut = body.place.is_cut_above();
    cut && super::options::first_number(body).is_some_and(|number| number > 1)
}
