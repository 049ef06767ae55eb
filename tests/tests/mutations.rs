//! Seeded faults in the engine, each caught by some case: the suite of cases is worth what it finds.
//!
//! A fault is put in at the engine's own seams, by wrapping providers and projectors: what was found
//! is changed before anything is decided or written out. Nothing in the engine knows of it.

use std::sync::Arc;

use shadow_fixtures::Capture;
use shadow_tests::{Mode, Outcome, Scored, cases, judge, known, page, score};
use shadow_tui::contract::{
    ActivityKind, BlockKind, BlockOrigin, CellRole, ComposerContent, ComposerMode, DialogCell,
    Editor, PendingInput, UiContext,
};
use shadow_tui::screen::Marked;
use shadow_tui::surface::{
    ChannelFacts, Details, Facts, Findings, IdleProof, ReportFact, RowSpan, Surface, TitleFact,
};
use shadow_tui::{
    Channels, Parser, Preset, Presets, Projector, Provider, Recognition, Stack, Version,
};

/// What is done wrong.
#[derive(Clone, Copy)]
enum Fault {
    /// A rule is off, or finds something else.
    Facts(fn(&mut Facts)),
    /// A channel is misheard.
    Hear(fn(&mut ChannelFacts)),
    /// Text is written out wrongly.
    Details(fn(&mut Details)),
    /// Dialog cells are cut wrongly.
    Cells(fn(&mut Vec<DialogCell>)),
    /// One preset's projector reads for another: of a provider, which reads for which.
    Preset(&'static str, usize, usize),
}

const FAULTS: [(&str, Fault); 33] = [
    (
        "running rows are not seen",
        Fault::Facts(|f| f.turn.running = None),
    ),
    ("dialogs are not seen", Fault::Facts(|f| f.block = None)),
    (
        "the composer is not seen",
        Fault::Facts(|f| f.composer = None),
    ),
    ("popups are not seen", Fault::Facts(|f| f.popup = None)),
    (
        "no idleness is proven",
        Fault::Facts(|f| f.turn.idle_proof = None),
    ),
    ("end marks prove nothing", Fault::Facts(no_end_mark)),
    ("silent places prove nothing", Fault::Facts(no_silent_place)),
    (
        "queued messages are not seen",
        Fault::Facts(|f| f.turn.pending = PendingInput::No),
    ),
    (
        "background work is not seen",
        Fault::Facts(|f| f.background = None),
    ),
    (
        "failures are not seen",
        Fault::Facts(|f| f.turn.failure = None),
    ),
    (
        "the permission mode is not seen",
        Fault::Facts(|f| f.permission = None),
    ),
    (
        "the help overlay is not seen",
        Fault::Facts(|f| f.help_overlay = None),
    ),
    (
        "a pager is a live surface",
        Fault::Facts(|f| {
            if f.surface == Surface::Pager {
                f.surface = Surface::Live
            }
        }),
    ),
    (
        "an exit is a blank screen",
        Fault::Facts(|f| {
            if f.surface == Surface::Exited {
                f.surface = Surface::Blank
            }
        }),
    ),
    (
        "every composer is empty",
        Fault::Facts(|f| composer(f, |c| c.content = ComposerContent::Empty)),
    ),
    (
        "every composer takes prompts",
        Fault::Facts(|f| composer(f, |c| c.mode = ComposerMode::Prompt)),
    ),
    (
        "every editor is plain",
        Fault::Facts(|f| composer(f, |c| c.editor = Editor::Plain)),
    ),
    (
        "command drafts are prompts",
        Fault::Facts(|f| composer(f, |c| c.draft_is_command = false)),
    ),
    (
        "the composer stands a row lower",
        Fault::Facts(|f| composer(f, |c| c.rows = lower(c.rows))),
    ),
    (
        "dialogs stand a row lower",
        Fault::Facts(|f| block(f, |b| b.rows = lower(b.rows))),
    ),
    (
        "every zone stands a row lower",
        Fault::Facts(|f| f.zones.iter_mut().for_each(|z| z.rows = lower(z.rows))),
    ),
    (
        "every dialog is an edit",
        Fault::Facts(|f| block(f, |b| b.kind = BlockKind::ApprovalEdit)),
    ),
    (
        "every dialog is the operator's",
        Fault::Facts(|f| block(f, |b| b.origin = BlockOrigin::Operator)),
    ),
    (
        "every dialog is a menu",
        Fault::Facts(|f| block(f, |b| b.context = UiContext::SelectionMenu)),
    ),
    (
        "every activity is a tool",
        Fault::Details(|d| {
            d.activity
                .iter_mut()
                .for_each(|a| a.kind = ActivityKind::Tool)
        }),
    ),
    (
        "the title is not heard",
        Fault::Hear(|c| c.title = TitleFact::Absent),
    ),
    (
        "every title works",
        Fault::Hear(|c| {
            if c.title == TitleFact::Idle {
                c.title = TitleFact::Working
            }
        }),
    ),
    (
        "reports are misheard",
        Fault::Hear(|c| {
            if c.status == ReportFact::Idle {
                c.status = ReportFact::Working
            }
        }),
    ),
    (
        "the first option is lost",
        Fault::Details(|d| {
            d.block
                .iter_mut()
                .for_each(|b| b.options = b.options.split_off(1.min(b.options.len())))
        }),
    ),
    (
        "keys are lost",
        Fault::Details(|d| {
            d.block
                .iter_mut()
                .flat_map(|b| &mut b.options)
                .for_each(|o| o.keys.clear())
        }),
    ),
    (
        "answers are notices",
        Fault::Cells(|cells| cells.retain(|cell| cell.role != CellRole::Assistant)),
    ),
    (
        "the newest Claude Code is read as the oldest",
        Fault::Preset("claude", 3, 0),
    ),
    (
        "the oldest Codex is read as a later one",
        Fault::Preset("codex", 0, 2),
    ),
];

/// How many of the faults the truth of one single case catches at the least; the others need a reviewed page, or the
/// corpus as a whole.
const CAUGHT_BY_ONE_CASE: usize = 30;

fn lower(rows: RowSpan) -> RowSpan {
    RowSpan {
        first: rows.first + 1,
        last: rows.last + 1,
    }
}

fn composer(facts: &mut Facts, fault: fn(&mut shadow_tui::surface::ComposerFact)) {
    facts.composer.iter_mut().for_each(fault);
}

fn block(facts: &mut Facts, fault: fn(&mut shadow_tui::surface::BlockFact)) {
    facts.block.iter_mut().for_each(fault);
}

fn no_end_mark(facts: &mut Facts) {
    facts.turn.end_mark = None;
    if matches!(facts.turn.idle_proof, Some(IdleProof::EndMark(_))) {
        facts.turn.idle_proof = None;
    }
}

fn no_silent_place(facts: &mut Facts) {
    if matches!(facts.turn.idle_proof, Some(IdleProof::SilentPlace { .. })) {
        facts.turn.idle_proof = None;
    }
}

/// A projector with a fault.
struct FaultyProjector {
    inner: Arc<dyn Projector>,
    fault: Fault,
}

impl Projector for FaultyProjector {
    fn id(&self) -> &'static str {
        self.inner.id()
    }

    fn read(&self, screen: &Marked<'_>, findings: &mut Findings, facts: &mut Facts) {
        self.inner.read(screen, findings, facts);
        if let Fault::Facts(fault) = self.fault {
            fault(facts);
        }
    }

    fn details(&self, screen: &Marked<'_>, findings: &Findings, facts: &Facts) -> Details {
        let mut details = self.inner.details(screen, findings, facts);
        if let Fault::Details(fault) = self.fault {
            fault(&mut details);
        }
        details
    }

    fn cells(
        &self,
        screen: &Marked<'_>,
        findings: &Findings,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    ) {
        self.inner.cells(screen, findings, facts, cells);
        if let Fault::Cells(fault) = self.fault {
            fault(cells);
        }
    }

    fn variant(&self, findings: &Findings) -> &'static str {
        self.inner.variant(findings)
    }
}

/// A provider whose projectors have a fault.
struct FaultyProvider {
    inner: Parser,
    presets: Presets,
    fault: Fault,
}

impl FaultyProvider {
    fn new(inner: &Parser, fault: Fault) -> Self {
        let own = inner.provider().presets();
        let projector = |index: usize| match fault {
            Fault::Preset(id, wrong, read_by) if id == inner.provider().id() && index == wrong => {
                read_by
            }
            _ => index,
        };
        let faulty = own.iter().enumerate().map(|(index, preset)| Preset {
            id: preset.id,
            since: preset.since,
            projector: Arc::new(FaultyProjector {
                inner: Arc::clone(&own[projector(index)].projector),
                fault,
            }),
        });
        Self {
            presets: Presets::new(inner.provider().id(), own.own_dialogs(), |_| {
                faulty.collect()
            }),
            inner: inner.clone(),
            fault,
        }
    }
}

impl Provider for FaultyProvider {
    fn id(&self) -> &'static str {
        self.inner.provider().id()
    }

    fn presets(&self) -> &Presets {
        &self.presets
    }

    fn recognize(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        findings: &mut Findings,
        needed: Recognition,
    ) -> Recognition {
        let provider = self.inner.provider();
        provider.recognize(screen, channels, findings, needed)
    }

    fn detect_version(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<Version> {
        self.inner.provider().detect_version(screen, findings)
    }

    fn detect_preset(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<usize> {
        self.inner.provider().detect_preset(screen, findings)
    }

    fn read_channels(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        facts: &Facts,
        preset: &Preset,
        version: Option<Version>,
    ) -> ChannelFacts {
        let mut heard = self
            .inner
            .provider()
            .read_channels(screen, channels, facts, preset, version);
        if let Fault::Hear(fault) = self.fault {
            fault(&mut heard);
        }
        heard
    }
}

fn faulty(stack: &Stack, fault: Fault) -> Stack {
    let wrap = |parser: &Parser| Parser::new(FaultyProvider::new(parser, fault));
    Stack::new(stack.parsers().iter().map(wrap).collect())
}

/// Whether a judgment is worse than it is without the fault.
fn worse(with: &Scored, without: &Scored) -> bool {
    let wrong = |scored: &Scored| scored.with(Outcome::Wrong).count();
    wrong(with) > wrong(without)
}

/// The first case, of all in an order that mixes versions, that catches a fault.
fn caught_by<'c>(stack: &Stack, fault: Fault, cases: &'c [Capture]) -> Option<&'c Capture> {
    let broken = faulty(stack, fault);
    let mixed = (0..cases.len()).map(|index| &cases[index * 1009 % cases.len()]);
    mixed.into_iter().find(|capture| {
        let with = judge(&broken, Mode::All, capture);
        with.with(Outcome::Wrong).next().is_some()
            && worse(&with, &judge(stack, Mode::All, capture))
    })
}

/// Whether the whole corpus, in which an honest unknown is excused only where a version has silent
/// screens, comes out worse.
fn caught_by_corpus(stack: &Stack, fault: Fault, cases: &[Capture]) -> bool {
    let wrong = |stack: &Stack| {
        let scored = score(stack, Mode::All, cases);
        let marks = scored.iter().map(|case| case.with(Outcome::Wrong).count());
        marks.sum::<usize>()
    };
    wrong(&faulty(stack, fault)) > wrong(stack)
}

/// Whether a reviewed page changes.
fn caught_by_golden(stack: &Stack, fault: Fault, cases: &[Capture]) -> bool {
    let broken = faulty(stack, fault);
    let reviewed: Vec<&str> = include_str!("goldens.txt").lines().collect();
    let mut pages = cases
        .iter()
        .filter(|case| reviewed.contains(&case.id().as_str()));
    pages.any(|case| page(&broken, Mode::All, case) != page(stack, Mode::All, case))
}

#[test]
fn every_seeded_fault_is_caught_by_some_case() {
    let cases = known();
    assert!(
        !cases.len().is_multiple_of(1009),
        "the order visits every case"
    );
    let stack = shadow_tui::stack();
    let by_case = |fault| caught_by(&stack, fault, cases).is_some();
    let (alone, others): (Vec<_>, Vec<_>) = FAULTS.iter().partition(|(_, fault)| by_case(*fault));
    let is_missed = |fault: Fault| {
        !caught_by_golden(&stack, fault, cases) && !caught_by_corpus(&stack, fault, cases)
    };
    let missed = others.iter().filter(|(_, fault)| is_missed(*fault));
    let missed: Vec<&str> = missed.map(|(name, _)| *name).collect();
    assert!(missed.is_empty(), "nothing catches:\n{}", missed.join("\n"));
    let others: Vec<&str> = others.iter().map(|(name, _)| *name).collect();
    let count = alone.len();
    assert!(
        count >= CAUGHT_BY_ONE_CASE,
        "only {count} are caught by the truth of one case; these are not:\n{}",
        others.join("\n")
    );
}

#[test]
fn the_wrapping_itself_changes_nothing() {
    let stack = shadow_tui::stack();
    let none = Fault::Facts(|_| ());
    assert!(!cases().is_empty() && caught_by(&stack, none, cases()).is_none());
}
