//! Any bytes, size and cursor through the whole stack: no panic, and JSON comes out.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shadow_tui::{Channels, ProviderChoice, Snapshot, stack};

fuzz_target!(|data: &[u8]| {
    let (head, text) = data.split_at(data.len().min(4));
    let byte = |index: usize| u16::from(head.get(index).copied().unwrap_or_default());
    let channels = Channels {
        cols: (byte(0) > 0).then(|| byte(0)),
        rows: (byte(1) > 0).then(|| byte(1)),
        cursor: Some((byte(2), byte(3))),
        ..Channels::default()
    };
    let snapshot = Snapshot {
        text: text.to_vec(),
        channels,
    };
    let stack = stack();
    for wanted in [ProviderChoice::Named("claude"), ProviderChoice::Named("codex")] {
        let payload = stack.parse(wanted, &snapshot);
        serde_json::to_string(&payload).expect("a payload is JSON");
    }
});
