//! What the engine reads on one screen of a call, held to what was asked for.

use serde::{Deserialize, Serialize};
use shadow_tui::contract::OperatorBlock;
use shadow_tui::{ProviderChoice, Stack};

use super::alike::is_alike;
use super::ask::{Ask, Kind};
use super::compare::{Fault, Form, compare};
use super::drawn::{Drawing, is_drawn};
use super::shot::Shot;
use crate::provider::Provider;
use crate::version::Version;

/// Words of the CLIs' own cut marks, which a text may hold as well.
const LOOKS_CUT: [&str; 6] = [
    " more line",
    " lines]",
    "Show details",
    "ctrl+o",
    "withheld",
    "…",
];

/// What was read of one screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Number of the call.
    pub call: usize,
    /// What it is.
    pub kind: Kind,
    /// What was truly asked for.
    pub asked: String,
    /// Columns and rows.
    pub size: [u16; 2],
    /// Read before the CLI can have painted anew.
    pub hasty: bool,
    /// Whether the screen shows all of it.
    pub drawn: bool,
    /// Whether the CLI draws another call in these very rows.
    #[serde(default)]
    pub alike: bool,
    /// In what the subject differs; none where it is right.
    pub fault: Option<Fault>,
    /// The dialog, as it was read; none where none was seen.
    pub block: Option<OperatorBlock>,
}

impl Reading {
    /// Reads a screen of a call.
    pub fn of(stack: &Stack, provider: Provider, version: Version, ask: &Ask, shot: &Shot) -> Self {
        let choice = ProviderChoice::Named(provider.name());
        let payload = stack.parse(choice, &shot.snapshot(version));
        let block = payload.surface_assessment.operator_block;
        let block = block.filter(|block| block.kind.has_subject());
        let subject = block.as_ref().and_then(|block| block.subject.as_deref());
        Self {
            call: ask.number,
            kind: ask.kind,
            asked: ask.text.clone(),
            size: shot.size,
            hasty: shot.hasty,
            drawn: ask.is_drawn(provider, &shot.screen, block.as_ref()),
            alike: is_alike(provider, version, ask, &shot.screen),
            fault: ask.fault(subject.unwrap_or_default()),
            block,
        }
    }

    /// Whether the engine says that nothing is missing.
    pub fn is_whole(&self) -> bool {
        let whole = |block: &OperatorBlock| block.subject_whole == Some(true);
        self.block.as_ref().is_some_and(whole)
    }

    /// Said to be whole, and not what was asked for.
    pub fn is_wrong(&self) -> bool {
        self.is_whole() && self.fault.is_some_and(|fault| fault != Fault::Unseen)
    }

    /// Why it is not whole, in words.
    pub fn not_whole(&self) -> &'static str {
        match &self.block {
            None => "no dialog",
            Some(block) if block.subject.is_none() => "no subject",
            Some(block) if block.subject_whole.is_none() => "not said",
            Some(_) if LOOKS_CUT.iter().any(|mark| self.asked.contains(mark)) => "looks cut",
            Some(_) => "not whole",
        }
    }
}

impl Ask {
    /// The ways in which a CLI may show it.
    fn forms(&self) -> Vec<(String, Form)> {
        match self.kind {
            Kind::Command => vec![(self.text.clone(), Form::All)],
            Kind::Write => vec![(self.text.clone(), Form::Rows)],
            Kind::Edit => vec![(format!("{}\n{}", self.old, self.text), Form::Rows)],
            Kind::Tool => {
                let quoted = serde_json::to_string(&self.text).unwrap_or_default();
                let inner = quoted.trim_matches('"').to_owned();
                vec![(inner, Form::Within), (self.text.clone(), Form::Within)]
            }
        }
    }

    /// Whether a screen shows all of it: a tool's argument in the dialog itself, not in the transcript above.
    fn is_drawn(&self, provider: Provider, screen: &str, block: Option<&OperatorBlock>) -> bool {
        let heading = block.and_then(|it| it.title.as_deref().or(it.question.as_deref()));
        let word = heading.and_then(|text| text.split_whitespace().next());
        let word = word.filter(|_| self.kind == Kind::Tool);
        let from = word.and_then(|word| screen.rfind(word));
        // The rows above stay as many, and the edge among them.
        let edged = provider == Provider::Claude && from.is_none();
        let above = from.map_or("", |_| "\n\n");
        let screen = format!("{above}{}", &screen[from.unwrap_or(0)..]);
        let forms = self.forms();
        let mut forms = forms.iter();
        forms.any(|(text, form)| {
            let numbered = *form == Form::Rows;
            is_drawn(&screen, text, Drawing { numbered, edged })
        })
    }

    /// In what a subject differs, in the way in which it differs least.
    fn fault(&self, subject: &str) -> Option<Fault> {
        let forms = self.forms();
        let compared = forms
            .iter()
            .map(|(text, form)| compare(text, subject, *form));
        let mut faults = Vec::new();
        for result in compared {
            faults.push(result.err()?);
        }
        faults.into_iter().next()
    }
}
