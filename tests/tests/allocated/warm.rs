//! Once warm, loading and reading a screen allocates nothing: counted over the whole corpus.

use std::path::Path;

use shadow_tui::screen::Screen;
use shadow_tui::{Channels, Memory, Observed, ProviderChoice, Reading, Watch, stack};
use stats_alloc::Region;

use super::counter::COUNTED;

struct Sample {
    id: String,
    provider: String,
    bytes: Vec<u8>,
    channels: Channels,
}

fn corpus() -> Vec<Sample> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/corpus");
    let captures = shadow_fixtures::load(&root).map(|capture| capture.expect("a readable capture"));
    captures
        .map(|capture| Sample {
            id: capture.id(),
            provider: capture.session.provider.clone(),
            channels: Channels {
                cols: Some(capture.case.size[0]),
                rows: Some(capture.case.size[1]),
                title: capture.case.title.clone(),
                ..Channels::default()
            },
            bytes: capture.bytes,
        })
        .collect()
}

fn allocations(mut work: impl FnMut()) -> usize {
    let region = Region::new(COUNTED);
    work();
    let change = region.change();
    change.allocations + change.reallocations
}

pub(super) fn warm_looks_allocate_nothing() {
    let samples = corpus();
    assert!(samples.len() > 50, "the corpus is there");
    let stack = stack();
    let (mut screen, mut reading) = (Screen::default(), Reading::default());
    let mut memory = Memory::default();
    let mut look = |sample: &Sample| {
        screen.load(&sample.bytes, &sample.channels);
        let parser = stack.named(&sample.provider).expect("a known provider");
        let observed = Observed::drawn(&screen, &sample.channels);
        parser.assess(observed, &mut memory, &mut reading);
    };
    samples.iter().for_each(&mut look);
    let mut found = Vec::new();
    for sample in &samples {
        let count = allocations(|| look(sample));
        if count > 0 {
            found.push(format!("{}: {count} allocations", sample.id));
        }
    }
    assert!(
        found.is_empty(),
        "{} of {}:\n{}",
        found.len(),
        samples.len(),
        found.join("\n")
    );

    let mut watch = Watch::default();
    let sample = &samples[0];
    assert!(watch.look(
        &stack,
        ProviderChoice::Auto,
        &sample.bytes,
        &sample.channels
    ));
    let count = allocations(|| {
        assert!(!watch.look(
            &stack,
            ProviderChoice::Auto,
            &sample.bytes,
            &sample.channels
        ));
    });
    assert_eq!(count, 0, "an unchanged look");
}
