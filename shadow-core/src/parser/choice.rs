//! Choosing the preset: override, requested version, version on the screen, structure, newest.

use crate::contract::{AnomalyCode, Editor, SelectionSource, ShadowAnomaly};
use crate::projector::{Preset, Provider};
use crate::screen::Screen;
use crate::surface::{Facts, TitleFact};
use crate::version::Version;

/// Which preset reads a screen, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choice {
    /// Index into the provider's presets.
    pub preset: usize,
    /// What chose it.
    pub source: SelectionSource,
    /// The version in force, where known.
    pub version: Option<Version>,
    /// The version read off the screen, now or earlier in the session.
    pub detected: Option<Version>,
    /// The version is older than every preset.
    pub below_floor: bool,
    /// No provider of the stack recognised the screen; the first one read it.
    pub unrecognised: bool,
}

/// What a session remembers of one pane between snapshots.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    detected: Option<Version>,
    structure: Option<usize>,
    generation: Option<u64>,
    /// The provider recognised so far, by its id.
    pub(super) provider: Option<&'static str>,
    /// Whether the composer has said that its editor has modes.
    modal_editor: bool,
    /// Whether the stack picked a provider for want of one that recognises the screen.
    pub(super) unrecognised: bool,
    /// The title stood still while a turn ran, and has not moved since.
    title_stands: bool,
}

impl Memory {
    /// Takes the word from an idle title that was seen to stand still while a turn ran.
    pub(super) fn weigh_title(&mut self, title: &mut TitleFact) {
        match title {
            TitleFact::Still => self.title_stands = true,
            TitleFact::Working => self.title_stands = false,
            TitleFact::Idle if self.title_stands => *title = TitleFact::Still,
            _ => {}
        }
    }

    /// Forgets everything when the process in the pane is another one.
    pub fn enter_generation(&mut self, generation: Option<u64>) {
        if generation.is_some() && self.generation.is_some() && generation != self.generation {
            *self = Self::default();
        }
        self.generation = generation.or(self.generation);
    }

    /// Settles an editor that the screen does not tell. Insert mode names itself: where a session
    /// has seen it, a composer that names none is in normal mode, until one is surely plain.
    pub(super) fn recall_editor(&mut self, facts: &mut Facts) {
        let Some(composer) = &mut facts.composer else {
            return;
        };
        match composer.editor {
            Editor::VimInsert => self.modal_editor = true,
            Editor::Plain => self.modal_editor = false,
            Editor::Unknown if self.modal_editor => composer.editor = Editor::VimNormal,
            Editor::Unknown | Editor::VimNormal => {}
        }
    }
}

/// Chooses the preset for a screen and remembers what the screen told.
pub(super) fn choose(
    provider: &dyn Provider,
    overridden: Option<Version>,
    requested: Option<Version>,
    screen: &Screen,
    memory: &mut Memory,
) -> Choice {
    if let Some(version) = provider.detect_version(screen) {
        memory.detected = Some(version);
    }
    let detected = memory.detected;
    let presets = provider.presets();
    let by = |version, source| by_version(presets, version, source, detected);
    if let Some(version) = overridden {
        return by(version, SelectionSource::EnvOverride);
    }
    if let Some(version) = requested {
        return by(version, SelectionSource::RequestedVersion);
    }
    if let Some(version) = detected {
        return by(version, SelectionSource::DetectedVersion);
    }
    if let Some(preset) = provider.detect_preset(screen) {
        memory.structure = Some(preset);
    }
    let newest = presets.len().saturating_sub(1);
    match memory.structure {
        Some(preset) => Choice {
            preset: preset.min(newest),
            source: SelectionSource::ScreenStructure,
            ..Choice::default()
        },
        None => Choice {
            preset: newest,
            source: SelectionSource::FallbackLatest,
            ..Choice::default()
        },
    }
}

/// The newest preset not newer than a version; the lowest for one older than all.
fn by_version(
    presets: &[Preset],
    version: Version,
    source: SelectionSource,
    detected: Option<Version>,
) -> Choice {
    let version = Some(version);
    match presets
        .iter()
        .rposition(|preset| Some(preset.since) <= version)
    {
        Some(preset) => Choice {
            preset,
            source,
            version,
            detected,
            ..Choice::default()
        },
        None => Choice {
            preset: 0,
            source: SelectionSource::FallbackFloor,
            version,
            detected,
            below_floor: true,
            ..Choice::default()
        },
    }
}

impl Choice {
    /// The anomalies of the choice itself.
    pub(super) fn anomalies(&self, presets: &[Preset]) -> Vec<ShadowAnomaly> {
        let mut anomalies = Vec::new();
        let version = self
            .version
            .map(|version| version.to_string())
            .unwrap_or_default();
        let preset = presets[self.preset].id;
        if self.below_floor {
            let message = "the version is older than every preset: the lowest reads the screen";
            anomalies.push(
                ShadowAnomaly::new(AnomalyCode::UnknownVersionFloorUsed, message)
                    .with("version", &version)
                    .with("preset", preset),
            );
        }
        if self.source == SelectionSource::EnvOverride {
            let message = "an override chose the preset";
            anomalies.push(
                ShadowAnomaly::new(AnomalyCode::PresetOverrideUsed, message)
                    .with("version", &version)
                    .with("preset", preset),
            );
        }
        anomalies
    }
}
