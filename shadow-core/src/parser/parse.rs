//! The parser of one provider: choose, read, read the channels, decide.

use std::sync::Arc;

use super::choice::{Choice, Memory, choose};
use crate::contract::Availability;
use crate::foreground::{DASHBOARD_TITLE, ForegroundKind};
use crate::projector::{Preset, Projector, Provider};
use crate::rule::RuleSet;
use crate::screen::{Marked, Screen};
use crate::snapshot::Channels;
use crate::surface::{ChannelFacts, Facts, Findings, TitleFact, Verdict, decide};
use crate::version::Version;

/// Lines in `head` and `tail` unless [`Parser::with_slice_lines`] sets others.
pub const DEFAULT_SLICE_LINES: usize = 12;

/// The facts and verdict of one screen, before any text is written. Reuse it: once its buffers are
/// warm, refilling it allocates nothing. All its parts belong to one screen and one parser.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    pub(crate) findings: Findings,
    pub(crate) facts: Facts,
    pub(crate) channels: ChannelFacts,
    pub(crate) verdict: Verdict,
    pub(crate) choice: Choice,
    pub(crate) rules: RuleSet,
}

impl Reading {
    /// What was found on the screen, for [`Projector::details`] and [`Projector::cells`].
    #[must_use]
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The facts that the projector found.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The facts of the channels.
    #[must_use]
    pub fn channels(&self) -> &ChannelFacts {
        &self.channels
    }

    /// The verdict: the axes and their reasons.
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The preset that read the screen, and the reason.
    #[must_use]
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The rules that decided, by their places in the table of the projector that read it.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        self.rules
    }
}

/// The parser of one provider.
#[derive(Clone)]
pub struct Parser {
    provider: Arc<dyn Provider>,
    projector: Option<Arc<dyn Projector>>,
    overridden: Option<Version>,
    slice_lines: usize,
}

impl Parser {
    /// A parser for this provider.
    #[must_use]
    pub fn new(provider: impl Provider + 'static) -> Self {
        Self {
            provider: Arc::new(provider),
            projector: None,
            overridden: None,
            slice_lines: DEFAULT_SLICE_LINES,
        }
    }

    /// Reads every screen with this projector, whatever the preset.
    #[must_use]
    pub fn with_projector(mut self, projector: Arc<dyn Projector>) -> Self {
        self.projector = Some(projector);
        self
    }

    /// Uses the preset of this version, whatever the caller requests or the screen shows
    /// (what `SHADOW_CLAUDE_VERSION` and `SHADOW_CODEX_VERSION` do).
    #[must_use]
    pub fn with_version_override(mut self, version: Option<Version>) -> Self {
        self.overridden = version;
        self
    }

    /// Sets the number of lines in `head` and `tail`.
    #[must_use]
    pub fn with_slice_lines(mut self, lines: usize) -> Self {
        self.slice_lines = lines;
        self
    }

    /// The provider.
    #[must_use]
    pub fn provider(&self) -> &dyn Provider {
        &*self.provider
    }

    /// The number of lines in `head` and `tail`.
    #[must_use]
    pub fn slice_lines(&self) -> usize {
        self.slice_lines
    }

    /// The preset of a choice.
    #[must_use]
    pub fn preset(&self, choice: &Choice) -> &Preset {
        &self.provider.presets()[choice.preset]
    }

    /// The projector that reads for a choice.
    #[must_use]
    pub fn projector(&self, choice: &Choice) -> &dyn Projector {
        match &self.projector {
            Some(projector) => &**projector,
            None => &*self.preset(choice).projector,
        }
    }

    /// Reads a screen: facts, channels, verdict. Cannot fail. The findings in `reading` are of this screen, or forgotten.
    pub(super) fn read(
        &self,
        screen: &Screen,
        channels: &Channels,
        memory: &mut Memory,
        reading: &mut Reading,
    ) {
        memory.enter_generation(channels.generation);
        let (provider, overridden) = (&*self.provider, self.overridden);
        let requested = match &channels.cli_version {
            Some(version) => Version::parse_prefix(version),
            None => channels.foreground.version(|it| provider.is_program(it)),
        };
        let looked_over = Marked::new(screen);
        reading.choice = choose(
            provider,
            overridden,
            requested,
            &looked_over,
            memory,
            &mut reading.findings,
        );
        reading.choice.unrecognized = memory.unrecognized;
        reading.facts.clear();
        let screen = &Marked::new(screen);
        let projector = self.projector(&reading.choice);
        projector.read(screen, &mut reading.findings, &mut reading.facts);
        if reading.choice.contradicted {
            reading.facts.preset_contradicted = Some("the screen names another preset's version");
        }
        memory.recall_editor(&mut reading.facts);
        let preset = self.preset(&reading.choice);
        let version = reading.choice.version;
        reading.channels =
            self.provider
                .read_channels(screen, channels, &reading.facts, preset, version);
        let foreground = &channels.foreground;
        reading.channels.front = foreground.judge(|it| provider.is_program(it));
        reading.channels.line_mode = foreground.line_mode == Some(true);
        reading.channels.is_dashboard = channels.title.as_deref() == Some(DASHBOARD_TITLE);
        let gone = reading.channels.exited || reading.channels.front == ForegroundKind::NoCli;
        memory.enter_life(&reading.facts, gone);
        let moved = |past: &String| self.title_works(past, screen, reading);
        if !gone && channels.past_titles.iter().any(moved) {
            memory.note_moving_title();
        }
        memory.weigh_title(&mut reading.channels.title);
        reading.channels.cli_seen = memory.cli_seen;
        decide(&reading.facts, &reading.channels, &mut reading.verdict);
        reading.rules = screen.rules();
        memory.cli_seen |= reading.verdict.availability == Availability::Supported;
    }

    /// Whether a title that stood there between two looks says that a turn ran.
    fn title_works(&self, title: &str, screen: &Marked<'_>, reading: &Reading) -> bool {
        let past = Channels {
            title: Some(title.to_owned()),
            ..Channels::default()
        };
        let (preset, version) = (self.preset(&reading.choice), reading.choice.version);
        let said = self
            .provider
            .read_channels(screen, &past, &reading.facts, preset, version);
        said.title == TitleFact::Working
    }
}
