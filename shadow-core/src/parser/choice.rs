//! Choosing the preset: override, requested version, version on the screen, structure, newest.

use crate::contract::{AnomalyCode, Editor, SelectionSource, ShadowAnomaly};
use crate::projector::{Preset, Provider};
use crate::screen::Marked;
use crate::surface::{Facts, Findings, IdleProof, Surface, TitleFact};
use crate::version::Version;

/// The preset that reads a screen, and the reason. It belongs to the provider that made the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choice {
    /// Index into the provider's presets.
    pub(crate) preset: usize,
    /// The source of the choice.
    pub(crate) source: SelectionSource,
    /// The effective version, if known.
    pub(crate) version: Option<Version>,
    /// The version on the screen, now or earlier in the session.
    pub(crate) detected: Option<Version>,
    /// The version is older than every preset.
    pub(crate) below_floor: bool,
    /// An override chose, whatever the source says of a version below the floor.
    pub(crate) overridden: bool,
    /// The version read off the screen has another preset than the one that was asked for.
    pub(crate) contradicted: bool,
    /// No provider of the stack recognized the screen; the first one read it.
    pub(crate) unrecognized: bool,
}

impl Choice {
    /// The source of the choice.
    #[must_use]
    pub fn source(&self) -> SelectionSource {
        self.source
    }

    /// The effective version, if known.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.version
    }

    /// The version on the screen, now or earlier in the session.
    #[must_use]
    pub fn detected(&self) -> Option<Version> {
        self.detected
    }
}

/// What a caller keeps of one pane between snapshots, such as the chosen preset.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    detected: Option<Version>,
    structure: Option<usize>,
    generation: Option<u64>,
    /// The provider recognized so far, by its id.
    pub(super) provider: Option<&'static str>,
    /// Whether the composer has said that its editor has modes.
    modal_editor: bool,
    /// Whether the stack picked a provider for want of one that recognizes the screen.
    pub(super) unrecognized: bool,
    /// Whether the CLI's surface was seen.
    pub(super) cli_seen: bool,
    title: TitleHabit,
}

/// How this life of the program was seen to use its title.
#[derive(Debug, Clone, Copy, Default)]
struct TitleHabit {
    /// It has moved.
    moves: bool,
    /// It stood still while a turn ran, this many seconds into it, and has not moved since.
    stood: Option<u32>,
    /// It stands still whether a turn runs or not.
    stands: bool,
}

impl Memory {
    /// Takes the word from an idle title that no look has seen move in this life of the program, and from one that was
    /// seen to stand still while a turn ran. One that has moved may stop a frame before the turn's row goes:
    /// it stands still when that row has counted on meanwhile.
    pub(super) fn weigh_title(&mut self, title: &mut TitleFact) {
        let habit = &mut self.title;
        match *title {
            TitleFact::Still(seconds) => {
                let first = habit.stood.map_or(seconds, |first| first.min(seconds));
                habit.stood = Some(first);
                habit.stands |= !habit.moves || seconds > first;
            }
            TitleFact::Working => self.note_moving_title(),
            TitleFact::Idle if habit.stands => {
                *title = TitleFact::Still(habit.stood.unwrap_or_default());
            }
            TitleFact::Idle if !habit.moves => *title = TitleFact::Unmoved,
            _ => {}
        }
    }

    /// A title of this life of the program has said that a turn runs.
    pub(super) fn note_moving_title(&mut self) {
        self.title = TitleHabit {
            moves: true,
            ..TitleHabit::default()
        };
    }

    /// Forgets the title's habit where this life of the program has ended or another has begun: the CLI has left, or its
    /// banner stands and nothing of a turn below it.
    pub(super) fn enter_life(&mut self, facts: &Facts, exited: bool) {
        let left = exited || facts.surface == Surface::Exited;
        let begins = matches!(facts.turn.idle_proof, Some(IdleProof::NoTurnYet(_)));
        if left || begins {
            self.title = TitleHabit::default();
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
    screen: &Marked<'_>,
    memory: &mut Memory,
    findings: &mut Findings,
) -> Choice {
    if let Some(version) = provider.detect_version(screen, findings) {
        memory.detected = Some(version);
    }
    let detected = memory.detected;
    let presets = provider.presets();
    let by = |version, source| by_version(presets, version, source, detected);
    if let Some(version) = overridden {
        return Choice {
            overridden: true,
            ..by(version, SelectionSource::EnvOverride)
        };
    }
    // A version that is older than all that this provider knows may be another's, where nothing tells whose screen it is: a
    // CLI that is suspended leaves a shell's screen.
    let requested = requested.map(|version| by(version, SelectionSource::RequestedVersion));
    let may = |choice: &Choice| !(choice.below_floor && memory.unrecognized);
    if let Some(choice) = requested.filter(may) {
        return choice;
    }
    if let Some(version) = detected {
        return by(version, SelectionSource::DetectedVersion);
    }
    if let Some(preset) = provider.detect_preset(screen, findings) {
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
    let found = newest_until(presets, version);
    let contradicted = detected
        .filter(|seen| *seen != version)
        .is_some_and(|seen| newest_until(presets, seen) != found);
    let choice = Choice {
        version: Some(version),
        detected,
        contradicted,
        ..Choice::default()
    };
    match found {
        Some(preset) => Choice {
            preset,
            source,
            ..choice
        },
        None => Choice {
            source: SelectionSource::FallbackFloor,
            below_floor: true,
            ..choice
        },
    }
}

/// The newest preset not newer than a version.
fn newest_until(presets: &[Preset], version: Version) -> Option<usize> {
    presets.iter().rposition(|preset| preset.since <= version)
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
        if self.overridden {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::WitnessPlace;
    use TitleFact::{Idle, Still, Unmoved, Working};

    /// What the last of these titles is believed to say, after the others.
    fn weighed(said: &[TitleFact]) -> TitleFact {
        let mut memory = Memory::default();
        let mut last = TitleFact::Absent;
        for said in said {
            last = *said;
            memory.weigh_title(&mut last);
        }
        last
    }

    #[test]
    fn an_idle_title_counts_unless_it_stands_still_while_turns_run() {
        assert_eq!(weighed(&[Working, Idle]), Idle);
        assert_eq!(weighed(&[Still(2), Idle]), Still(2));
        assert_eq!(weighed(&[Still(2), Working, Idle]), Idle);
    }

    #[test]
    fn an_idle_title_counts_only_in_the_life_that_has_moved_it() {
        assert_eq!(weighed(&[Idle]), Unmoved);
        assert_eq!(weighed(&[Idle, Working, Idle]), Idle);
        let mut memory = Memory::default();
        let mut after = |facts: &Facts, exited: bool| {
            memory.weigh_title(&mut Working.clone());
            memory.enter_life(facts, exited);
            let mut said = Idle;
            memory.weigh_title(&mut said);
            said
        };
        let seen = Facts::default();
        let left = Facts {
            surface: Surface::Exited,
            ..Facts::default()
        };
        let place = WitnessPlace::Channel("banner");
        let mut begun = Facts::default();
        begun.turn.idle_proof = Some(IdleProof::NoTurnYet(place));
        assert_eq!(after(&seen, false), Idle);
        assert_eq!(after(&seen, true), Unmoved);
        assert_eq!(after(&left, false), Unmoved);
        assert_eq!(after(&begun, false), Unmoved);
    }

    #[test]
    fn a_title_that_has_moved_may_stop_a_frame_before_the_turns_row_goes() {
        assert_eq!(weighed(&[Working, Still(5), Idle]), Idle);
        assert_eq!(weighed(&[Working, Still(5), Still(5), Idle]), Idle);
        assert_eq!(weighed(&[Working, Still(5), Still(6), Idle]), Still(5));
        let another_turn = [Working, Still(5), Idle, Still(1), Still(2), Idle];
        assert_eq!(weighed(&another_turn), Still(1));
    }
}
