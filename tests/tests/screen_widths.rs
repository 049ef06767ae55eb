//! Column widths agree with tmux's, asked of a real tmux where there is one.

use std::collections::BTreeMap;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use shadow_tmux::PrivateServer;
use shadow_tui::screen::str_width;

/// Characters that agents draw with, and some of every kind that may take no or two columns.
fn characters() -> impl Iterator<Item = char> {
    let ranges = [
        0xa1..=0x2ff,
        0x300..=0x36f,
        0x2010..=0x27ff,
        0x2b00..=0x2bff,
        0x3000..=0x30ff,
        0x4e00..=0x4eff,
        0xac00..=0xacff,
        0xfe00..=0xfe0f,
        0xff01..=0xffee,
        0x1f300..=0x1faff,
    ];
    ranges.into_iter().flatten().filter_map(char::from_u32)
}

/// What U+200D joins to one sign.
const JOINED: [&str; 5] = [
    "👨\u{200d}👩\u{200d}👧",
    "👨\u{200d}👩\u{200d}👧\u{200d}👦",
    "❤\u{200d}🔥",
    "👩\u{200d}\u{200d}👩",
    "a\u{200d}👩",
];

fn signs() -> impl Iterator<Item = String> {
    let joined = JOINED.iter().map(ToString::to_string);
    characters().map(String::from).chain(joined)
}

/// A row for a sign: it, `X`, back to column 1, `Y`. One column leaves `cY`, as the `X` is
/// overwritten; two leave the `X` behind the `Y`; none leaves `XY`.
fn row(sign: String) -> String {
    format!("\r{sign}X\r\x1b[CY\r\n")
}

fn width_in(row: &str) -> Option<usize> {
    match row {
        _ if row.starts_with("XY") => Some(0),
        _ if row.ends_with("YX") => Some(2),
        _ => row.ends_with('Y').then_some(1),
    }
}

fn measured() -> Option<BTreeMap<String, usize>> {
    shadow_tmux::tmux_version().ok()?;
    let folder = std::env::temp_dir();
    let file = folder.join(format!("shadow-widths-{}", std::process::id()));
    let rows: String = signs().map(row).collect();
    fs::write(&file, rows + "end\r\n").expect("a file to print");
    let tmux = PrivateServer::start("widths", [80, 24], "sleep 600").expect("tmux starts");
    let print = format!("cat '{}'; sleep 600", file.display());
    let conf = ["set-option", "-g", "history-limit", "100000", ";"];
    let window = [&conf[..], &["new-window", &print]].concat();
    tmux.run(&window).expect("a window that prints");
    let mut text = String::new();
    for _ in 0..100 {
        let shown = tmux.run(&["capture-pane", "-p", "-S", "-"]);
        text = shown.expect("what is printed");
        if text.contains("\nend") {
            break;
        }
        sleep(Duration::from_millis(100));
    }
    fs::remove_file(&file).expect("the file is ours");
    assert!(text.contains("\nend"), "tmux printed the rows");
    let widths = signs().zip(text.lines());
    Some(
        widths
            .filter_map(|(c, row)| Some((c, width_in(row)?)))
            .collect(),
    )
}

/// Wide since Unicode 16: what tmux says depends on its C library.
fn is_disputed(sign: &str) -> bool {
    matches!(sign.chars().next().unwrap_or_default(), '\u{2630}'..='\u{2637}' | '\u{268a}'..='\u{268f}')
}

#[test]
fn widths_agree_with_tmux() {
    let Some(measured) = measured() else {
        println!("no tmux on this machine: nothing was compared");
        return;
    };
    assert!(measured.len() > 5000, "{} signs measured", measured.len());
    // tmux drops a character that its C library does not know, so none there is no answer.
    let differ = |(sign, width): (&String, &usize)| {
        let ours = str_width(sign);
        let differs = ours != *width && *width > 0 && !is_disputed(sign);
        differs.then(|| {
            format!(
                "{sign} ({}): ours {ours}, tmux {width}",
                sign.escape_unicode()
            )
        })
    };
    let found: Vec<String> = measured.iter().filter_map(differ).collect();
    assert!(
        found.is_empty(),
        "{} differ:\n{}",
        found.len(),
        found[..found.len().min(40)].join("\n")
    );
}
