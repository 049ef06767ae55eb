//! The corpus' recordings: which are replayed, and what is known of each. Nothing is judged here.

use crate::{Corpus, fixtures_dir};
use shadow_fixtures::{SessionDir, sessions};
use shadow_tui::recording::{Cast, CastEvent, CastKind, ReplayOptions};

/// One in so many recordings is replayed in the tests, spread over the corpus: all of them take minutes.
const ONE_IN: usize = 47;

/// A session of the corpus with its recording.
pub struct Recorded {
    /// Its path below the fixtures.
    pub name: String,
    /// What is known of it.
    pub session: SessionDir,
    /// The recording.
    pub cast: Cast,
}

impl Recorded {
    /// A session with its recording, if it keeps one.
    ///
    /// # Panics
    /// When the recording cannot be read.
    #[must_use]
    pub fn of(session: SessionDir) -> Option<Self> {
        let cast = session.cast().expect("a recording")?;
        let events = cast.events.iter().map(|event| CastEvent {
            at: event.at,
            kind: kind(event.kind),
            data: event.data.clone(),
        });
        let cast = Cast::new((cast.size[0], cast.size[1]), events);
        let name = name(&session);
        Some(Self {
            name,
            session,
            cast,
        })
    }

    /// Whether the recording holds what the pane did between two steps: output can reach the
    /// recorder later than the capture. That a process has ended is in no recording of version 2.
    pub fn holds(&self, after: f64, until: f64) -> bool {
        let output = self
            .cast
            .events()
            .iter()
            .filter(|it| it.kind == CastKind::Output);
        let mut times = output.map(|it| it.at);
        times.any(|at| after < at && at <= until)
    }

    /// How it is replayed, polled so often from a time on.
    pub fn options(&self, interval: f64, phase: f64) -> ReplayOptions {
        ReplayOptions {
            provider: Some(self.session.session.provider.clone()),
            cli_version: Some(self.session.session.version.clone()),
            interval,
            phase,
            ..ReplayOptions::default()
        }
    }
}

/// A sample of the recordings; all of them with `SHADOW_ALL_SCHEDULES` set. With
/// `SHADOW_SCHEDULES_OF` only those whose paths end in one of its words, parted by `|`.
pub fn recorded() -> impl Iterator<Item = Recorded> {
    sampled(Corpus::Development, if whole() { 1 } else { ONE_IN })
}

/// One in so many recordings of a corpus.
pub fn sampled(corpus: Corpus, one_in: usize) -> impl Iterator<Item = Recorded> {
    let found = sessions(&corpus.dir()).expect("the corpus can be read");
    let only = std::env::var("SHADOW_SCHEDULES_OF").unwrap_or_default();
    let all = !only.is_empty();
    let wanted = move |session: &SessionDir| {
        let path = session.dir.to_string_lossy();
        only.split('|')
            .any(|words| path.ends_with(words) || words.is_empty())
    };
    let found = found.into_iter().map(|session| session.expect("a session"));
    let chosen = move |session: &SessionDir| all || mark(&name(session)).is_multiple_of(one_in);
    found.filter(chosen).filter(wanted).filter_map(Recorded::of)
}

/// The recordings of a scenario, whatever the sample.
pub fn of_scenario(scenario: &str) -> impl Iterator<Item = Recorded> {
    let found = sessions(&Corpus::Development.dir()).expect("the corpus can be read");
    let found = found.into_iter().map(|session| session.expect("a session"));
    let wanted = move |session: &SessionDir| session.session.scenario == scenario;
    found.filter(wanted).filter_map(Recorded::of)
}

/// The session's path below the fixtures.
fn name(session: &SessionDir) -> String {
    let root = fixtures_dir();
    let name = session.dir.strip_prefix(&root).unwrap_or(&session.dir);
    name.display().to_string()
}

/// A number that a name stands for: the same choice, whatever recordings come.
pub fn mark(name: &str) -> usize {
    let step = |mark: usize, byte: u8| (mark ^ usize::from(byte)).wrapping_mul(0x0100_0193);
    name.bytes().fold(0x811c_9dc5, step) >> 7
}

/// Whether every recording meets every schedule: `SHADOW_ALL_SCHEDULES` is set.
pub fn whole() -> bool {
    std::env::var_os("SHADOW_ALL_SCHEDULES").is_some()
}

fn kind(code: char) -> CastKind {
    match code {
        'o' => CastKind::Output,
        'r' => CastKind::Resize,
        'm' => CastKind::Marker,
        _ => CastKind::Other,
    }
}
