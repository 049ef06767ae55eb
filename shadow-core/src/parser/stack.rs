//! The whole stack: several providers, chosen by name or recognized from the screen.

use std::fmt;
use std::sync::Arc;

use super::choice::Memory;
use super::observed::{Assessed, Observed};
use super::parse::{Parser, Reading};
use crate::contract::{Parts, Payload};
use crate::foreground::{ForegroundKind, Program};
use crate::manners::Manners;
use crate::projector::{Projector, Recognition};
use crate::screen::{Marked, Screen};
use crate::snapshot::{Channels, Snapshot};
use crate::surface::Findings;
use crate::text::printable;
use crate::version::Version;

/// The most that a provider can say of a screen.
const SUREST: Recognition = 100;

/// How much surer than another a provider counts that a session knows.
const KNOWN: Recognition = 30;

/// The provider that a caller wants. Pass a name from outside through [`Stack::choice`], which refuses unknown names.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::ProviderChoice;
///
/// assert_eq!(ProviderChoice::default(), ProviderChoice::Auto);
/// let known = ProviderChoice::Named("claude");
/// assert_ne!(known, ProviderChoice::Auto);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProviderChoice<'a> {
    /// The provider that recognizes the screen.
    #[default]
    Auto,
    /// The provider of this name. An unknown name chooses none ([`Stack::choice`] refuses it).
    Named(&'a str),
}

/// A name that no provider of the stack has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownProvider {
    name: String,
    known: Vec<&'static str>,
}

impl fmt::Display for UnknownProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = printable(&self.name);
        write!(
            f,
            "no provider {name:?}; give one of {}",
            self.known.join(", ")
        )
    }
}

impl std::error::Error for UnknownProvider {}

/// The parsers of several providers.
#[derive(Clone)]
pub struct Stack {
    parsers: Vec<Parser>,
}

impl Stack {
    /// A stack of parsers. The first one reads screens that none recognizes.
    ///
    /// # Panics
    /// When `parsers` is empty.
    #[must_use]
    pub fn new(parsers: Vec<Parser>) -> Self {
        assert!(!parsers.is_empty(), "a stack needs at least one parser");
        Self { parsers }
    }

    /// Reads the screens of every parser with this projector.
    #[must_use]
    pub fn with_projector(mut self, projector: &Arc<dyn Projector>) -> Self {
        let swap = |parser: Parser| parser.with_projector(Arc::clone(projector));
        self.parsers = self.parsers.into_iter().map(swap).collect();
        self
    }

    /// The parsers in order.
    #[must_use]
    pub fn parsers(&self) -> &[Parser] {
        &self.parsers
    }

    /// The parser of a provider's name.
    #[must_use]
    pub fn named(&self, id: &str) -> Option<&Parser> {
        self.parsers
            .iter()
            .find(|parser| parser.provider().id() == id)
    }

    /// How the CLI of a payload handles typed text.
    #[must_use]
    pub fn manners(&self, payload: &Payload) -> Manners {
        let metadata = &payload.parser_metadata;
        let version = metadata.requested_version.as_ref();
        let version = version.or(metadata.detected_version.as_ref());
        let version = version.and_then(|version| Version::parse_prefix(version));
        let parser = self.named(&metadata.provider_id);
        parser.map_or_else(Manners::default, |it| it.provider().manners(version))
    }

    /// The certainty of each provider that the screen is its own, by the provider's name. A certainty below `needed` may be given
    /// as 0.
    pub fn scores(
        &self,
        screen: &Screen,
        channels: &Channels,
        needed: Recognition,
    ) -> impl Iterator<Item = (&'static str, Recognition)> {
        let marked = Marked::new(screen);
        let mut findings = Findings::default();
        let providers = self.parsers.iter().map(Parser::provider);
        providers.map(move |it| {
            let score = it.recognize(&marked, channels, &mut findings, needed);
            (it.id(), if score < needed { 0 } else { score })
        })
    }

    /// The choice of a provider by name (`claude`, `codex`), or `auto` for recognition.
    ///
    /// # Errors
    /// When no parser has that name.
    pub fn choice(&self, name: &str) -> Result<ProviderChoice<'static>, UnknownProvider> {
        match self.named(name) {
            _ if name == "auto" => Ok(ProviderChoice::Auto),
            Some(parser) => Ok(ProviderChoice::Named(parser.provider().id())),
            None => Err(UnknownProvider {
                name: name.to_owned(),
                known: self.parsers.iter().map(|it| it.provider().id()).collect(),
            }),
        }
    }

    /// The parser for a screen. A session keeps its provider until a screen is surely another's.
    /// The first parser takes a screen that none recognizes, and its payload names no provider. What is found on the way
    /// stays in `findings`.
    fn pick(
        &self,
        wanted: ProviderChoice<'_>,
        screen: &Screen,
        channels: &Channels,
        memory: &mut Memory,
        findings: &mut Findings,
    ) -> &Parser {
        if let ProviderChoice::Named(id) = wanted
            && let Some(parser) = self.named(id)
        {
            memory.unrecognized = false;
            return parser;
        }
        memory.enter_generation(channels.generation);
        if let Some(parser) = self.in_front(channels) {
            memory.unrecognized = false;
            memory.provider = Some(parser.provider().id());
            return parser;
        }
        let (best, most) = self.recognize(screen, channels, memory.provider, findings);
        memory.unrecognized = most == 0;
        if most > 0 {
            memory.provider = Some(best.provider().id());
        }
        best
    }

    /// The parser that recognizes a screen most surely, the first of the stack on a tie, and how surely. The provider that is
    /// `known` has [`KNOWN`] more than it says, and is asked first, or else one that is likely: the others need more than
    /// that.
    fn recognize(
        &self,
        screen: &Screen,
        channels: &Channels,
        known: Option<&str>,
        findings: &mut Findings,
    ) -> (&Parser, Recognition) {
        let screen = &Marked::new(screen);
        let is_known = |parser: &Parser| known == Some(parser.provider().id());
        let is_likely = |parser: &Parser| parser.provider().is_likely(screen);
        let known = self.parsers.iter().position(is_known);
        let likely = || self.parsers.iter().position(is_likely);
        let first = known.or_else(likely).unwrap_or(0);
        let others = (0..self.parsers.len()).filter(|index| *index != first);
        let points = |index: usize, needed: Recognition, findings: &mut Findings| {
            let parser = &self.parsers[index];
            let more = if is_known(parser) { KNOWN } else { 0 };
            let provider = parser.provider();
            let found = provider.recognize(screen, channels, findings, needed);
            found.saturating_add(more)
        };
        let (mut best, mut most) = (first, points(first, 0, findings));
        for index in others {
            let needed = most.saturating_add(u8::from(index > best));
            if needed > SUREST {
                continue;
            }
            let found = points(index, needed, findings);
            if found >= needed {
                (best, most) = (index, found);
            }
        }
        (&self.parsers[best], most)
    }

    /// The parser of the CLI in the foreground of the terminal, if the programs show it.
    fn in_front(&self, channels: &Channels) -> Option<&Parser> {
        let is_there = |parser: &&Parser| {
            let provider = parser.provider();
            channels.foreground.judge(|it| provider.is_program(it)) == ForegroundKind::Cli
        };
        self.parsers.iter().find(is_there)
    }

    /// What is in the foreground of the terminal, as far as the providers know.
    #[must_use]
    pub fn front(&self, channels: &Channels) -> ForegroundKind {
        let any = |program: &Program| {
            let mut parsers = self.parsers.iter();
            parsers.any(|parser| parser.provider().is_program(program))
        };
        channels.foreground.judge(any)
    }

    /// Reads a snapshot and returns its payload, without memory. Cannot fail.
    #[must_use]
    pub fn parse(&self, wanted: ProviderChoice<'_>, snapshot: &Snapshot) -> Payload {
        self.parse_with(
            wanted,
            snapshot,
            &mut Memory::default(),
            &mut Reading::default(),
        )
    }

    /// Reads a snapshot with the memory of a session and with buffers to reuse.
    pub fn parse_with(
        &self,
        wanted: ProviderChoice<'_>,
        snapshot: &Snapshot,
        memory: &mut Memory,
        reading: &mut Reading,
    ) -> Payload {
        let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
        let observed = Observed::loaded(&screen, snapshot);
        let assessed = self.assess(wanted, observed, memory, reading);
        assessed.payload(Parts::ALL)
    }

    /// Picks the parser of a screen and reads the screen. All other ways to read a screen use this one.
    pub fn assess<'a>(
        &'a self,
        wanted: ProviderChoice<'_>,
        observed: Observed<'a>,
        memory: &mut Memory,
        reading: &'a mut Reading,
    ) -> Assessed<'a> {
        let Observed {
            screen, channels, ..
        } = observed;
        let findings = &mut reading.findings;
        findings.forget();
        let parser = self.pick(wanted, screen, channels, memory, findings);
        parser.read(screen, channels, memory, reading);
        parser.assessed(observed, reading)
    }
}
