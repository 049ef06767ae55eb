//! Recorded streams of the corpus through ours and both oracles, at every captured step.
//!
//! The oracles are slow, so a spread of the recordings is replayed. With `SHADOW_ALL_RECORDINGS`
//! set in the environment it is all of them.

use std::path::{Path, PathBuf};

use shadow_fixtures::{Cast, SessionDir, sessions};
use shadow_tui::screen::Grid;

use super::alacritty::Alacritty;
use super::compared::{agreement, differences};
use super::{ours, vt};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/corpus")
}

/// At most `most` sessions with their recordings, spread over the corpus; or all.
pub fn recorded(most: usize) -> impl Iterator<Item = (SessionDir, Cast)> {
    let sessions = sessions(&corpus()).expect("the corpus is readable");
    let all = std::env::var_os("SHADOW_ALL_RECORDINGS").is_some();
    let step = if all {
        1
    } else {
        sessions.len().div_ceil(most).max(1)
    };
    sessions.into_iter().step_by(step).filter_map(|session| {
        let session = session.expect("a readable session");
        let cast = session.cast().expect("a readable recording")?;
        Some((session, cast))
    })
}

struct Emulators {
    ours: Grid,
    first: Alacritty,
    second: vt100::Parser,
    size: [u16; 2],
}

impl Emulators {
    fn new([cols, rows]: [u16; 2]) -> Self {
        Self {
            ours: Grid::new(cols, rows),
            first: Alacritty::new(cols, rows),
            second: vt::new(cols, rows),
            size: [cols, rows],
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.ours.feed(bytes);
        self.first.feed(bytes);
        self.second.process(bytes);
    }
}

/// Differences at each marked step up to the first resize, which the three treat differently, and
/// the oracles' agreement there.
fn replay(session: &SessionDir, cast: &Cast, report: &mut Report) {
    let mut emulators = Emulators::new(cast.size);
    for event in &cast.events {
        match event.kind {
            'o' => emulators.feed(event.data.as_bytes()),
            'm' => report.step(session, &event.data, &mut emulators),
            'r' => return,
            _ => {}
        }
    }
    report.step(session, "end", &mut emulators);
}

#[derive(Default)]
struct Report {
    steps: usize,
    cells: usize,
    agreed: usize,
    found: Vec<String>,
}

impl Report {
    fn step(&mut self, session: &SessionDir, label: &str, emulators: &mut Emulators) {
        let [cols, rows] = emulators.size;
        let first = emulators.first.frame();
        let second = vt::frame(&emulators.second, cols, rows);
        let (same, all) = agreement(&first, &second);
        self.steps += 1;
        self.agreed += same;
        self.cells += all;
        for line in differences(&ours::frame(&emulators.ours), &first, &second) {
            self.found
                .push(format!("{} {label} {line}", session.dir.display()));
        }
    }
}

#[test]
fn recordings_agree_with_both_oracles_cell_by_cell() {
    let mut report = Report::default();
    for (session, cast) in recorded(24) {
        replay(&session, &cast, &mut report);
    }
    let Report {
        steps,
        cells,
        agreed,
        found,
    } = report;
    println!("{steps} steps, {cells} cells, the oracles agree on {agreed}");
    let shown = found
        .iter()
        .take(30)
        .map(String::as_str)
        .collect::<Vec<_>>();
    assert!(
        found.is_empty(),
        "{} cells differ:\n{}",
        found.len(),
        shown.join("\n")
    );
}

#[test]
fn recordings_in_pieces_of_1_7_and_4096_bytes_give_the_same_screen() {
    for (session, cast) in recorded(6) {
        let output = cast.events.iter().filter(|event| event.kind == 'o');
        let stream: Vec<u8> = output.flat_map(|event| event.data.bytes()).collect();
        let [cols, rows] = cast.size;
        let whole = ours::grid(&[&stream], cols, rows);
        for size in [1, 7, 4096] {
            let pieces: Vec<&[u8]> = stream.chunks(size).collect();
            let split = ours::grid(&pieces, cols, rows);
            assert_eq!(
                ours::frame(&split),
                ours::frame(&whole),
                "{}",
                session.dir.display()
            );
            assert_eq!(
                split.channels(),
                whole.channels(),
                "{}",
                session.dir.display()
            );
        }
    }
}
