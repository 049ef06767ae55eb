//! Words: no machine's path and no host of a registry in any file, American names, and no Unicode word boundary in a
//! pattern, which alone makes a pattern set hundreds of times slower.

use std::io::Read;
use std::path::Path;

use memchr::memmem;
use regex::Regex;
use shadow_fixtures::{PACK, Unpacked};

use super::tree;

/// Pieces that stand nowhere, put together so that this file is no exception.
fn forbidden() -> [String; 9] {
    [
        ["/wo", "rk/"],
        ["/ro", "ot/"],
        ["registry.np", "mjs"],
        ["static.crates", ".io"],
        ["index.crates", ".io"],
        ["deb.debian", ".org"],
        ["lab-", "notes"],
        ["TO", "DO:"],
        ["FIX", "ME"],
    ]
    .map(|[a, b]| format!("{a}{b}"))
}

/// Whether a file is text of the project's own; lock files are cargo's, what is built is the builder's.
fn is_read(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let read = [
        "rs", "toml", "md", "sh", "yml", "ansi", "snap", "json", "txt", "ts", "js", "mjs", "css",
        "svg", "html",
    ];
    // Scripts have no ending.
    let kind = path.extension().unwrap_or_default().to_string_lossy();
    let packed = name == PACK || name.ends_with(".cast.gz");
    let is_text = kind.is_empty() || packed || read.contains(&kind.as_ref());
    is_text && !tree::is_made(path)
}

/// The forbidden pieces that bytes hold. A person's folder is none, nor is a folder of a world that exists for one run.
fn spoken<'p>(forbidden: &'p [String], text: &[u8]) -> Vec<&'p str> {
    let own = |before: &[u8]| [&b"~"[..], b"/mnt"].iter().any(|it| before.ends_with(it));
    let is_in = |piece: &&str| {
        let mut found = memmem::find_iter(text, piece);
        found.any(|start| !own(&text[..start]))
    };
    let pieces = forbidden.iter().map(String::as_str);
    pieces.filter(is_in).collect()
}

#[test]
fn no_file_speaks_of_where_it_was_made() {
    let pieces = forbidden();
    let mut broken = Vec::new();
    for path in tree::files("").iter().filter(|path| is_read(path)) {
        let mut bytes = Vec::new();
        let unpacked = Unpacked::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
        unpacked.expect("a readable file");
        let found = spoken(&pieces, &bytes).into_iter();
        broken.extend(found.map(|piece| format!("{}: {piece}", tree::shown(path))));
    }
    tree::none(&broken);
    for piece in &pieces {
        assert_eq!(spoken(&pieces, format!("a {piece}b").as_bytes()), [piece]);
    }
    let [work, root, ..] = &pieces;
    assert!(spoken(&pieces, format!("~{work} /mnt{work}").as_bytes()).is_empty());
    // Two pieces may share a slash.
    let shared = format!("~{work}{}", &root[1..]);
    assert_eq!(spoken(&pieces, shared.as_bytes()), [root]);
}

/// A stem or ending that Americans spell otherwise.
const STEM: &str = "(?i-u:colour|grey|neighbour|honour|behaviour|centred|abelled|ancelled|(?:ecogn|ormal|uant|erial|nitial|inim)is[ei])";

/// A name that is declared, and holds such a stem.
fn british() -> Regex {
    let keywords = r"(?-u:\b)(?:fn|let|let\ mut|struct|enum|trait|type|mod|const|static)\ ";
    let names = format!(
        r"(?xm) (?: {keywords} | ^\s*(?:pub(?:\([^)]*\))?\ )? ) (\w*{STEM}\w*) (?: [:,(<;] | \ = | \ \{{ )"
    );
    Regex::new(&names).expect("a pattern")
}

#[test]
fn identifiers_are_spelled_the_american_way() {
    let british = british();
    let mut broken = Vec::new();
    for path in tree::sources("") {
        let code = tree::code(&path);
        let found = british.captures_iter(&code);
        broken.extend(found.map(|it| format!("{}: {}", tree::shown(&path), &it[1])));
    }
    tree::none(&broken);
    let declared = format!("    pub(super) fn recogn{}(&self)", "ise");
    assert!(british.is_match(&declared));
    assert!(british.is_match("    no_colour: bool,"));
}

#[test]
fn names_on_the_wire_are_spelled_the_american_way() {
    let british = Regex::new(&format!("\"[a-z0-9_-]*{STEM}[a-z0-9_-]*\"")).expect("a pattern");
    let mut broken = Vec::new();
    for folder in ["shadow-core/src", "projectors/src", "providers"] {
        for path in tree::sources(folder) {
            let code = tree::code(&path);
            let found = british.find_iter(&code);
            broken.extend(found.map(|it| format!("{}: {}", tree::shown(&path), it.as_str())));
        }
    }
    tree::none(&broken);
    assert!(british.is_match("id: \"codex-labelled-end\","));
}

/// Word boundaries in `code` that are not written as bytes, `(?-u:\b)`. The backslash of a string
/// terminator (escape, backslash) begins none.
fn unicode_boundaries(code: &str) -> usize {
    let code = code.replace("\\x1b\\\\", "").replace("\\u{1b}\\\\", "");
    let boundary = concat!("\\", "b");
    let ascii = concat!("(?-u:\\", "b)");
    code.matches(boundary).count() - code.matches(ascii).count()
}

#[test]
fn no_pattern_holds_a_unicode_word_boundary() {
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| unicode_boundaries(&tree::code(path)) > 0)
        .map(|path| format!("{} holds a Unicode word boundary", tree::shown(path)))
        .collect();
    tree::none(&broken);
}

#[test]
fn a_unicode_boundary_is_seen() {
    let pattern = ["(?i)", "\\", "b", "working"].concat();
    assert_eq!(unicode_boundaries(&pattern), 1);
    let pattern = ["(?-u:", "\\", "b)", "working"].concat();
    assert_eq!(unicode_boundaries(&pattern), 0);
}
