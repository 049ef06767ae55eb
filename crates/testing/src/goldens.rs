//! `assert_goldens!`: every capture that a pattern finds, held to the page kept beside it.

use std::fs;
use std::path::{Path, PathBuf};

use shadow_tui::stack;
use similar::TextDiff;

use crate::{Screenshot, stable_page};

/// Says whether pages are written: `always` writes every page as it is now.
const UPDATE: &str = "SHADOW_UPDATE";

/// Holds every capture that a pattern finds to the page beside it (`idle.ansi` to `idle.ansi.golden`).
///
/// The pattern (`tests/screens/**/*.ansi`) counts from the folder of the crate that calls it. A page
/// holds the screen with its zones, the verdict, the witnesses and the dialog; counters and spinners
/// in it are made neutral. A page that differs is written beside it as `.golden.new` and told as a
/// diff; with `SHADOW_UPDATE=always` in the environment pages are written anew instead.
///
/// ```no_run
/// shadow_testing::assert_goldens!("tests/screens/*.ansi");
/// ```
#[macro_export]
macro_rules! assert_goldens {
    ($pattern:expr) => {
        $crate::assert_goldens_in(env!("CARGO_MANIFEST_DIR"), $pattern)
    };
}

/// What [`assert_goldens!`](crate::assert_goldens) calls.
///
/// # Panics
/// When a page differs or is missing, or the pattern finds nothing.
#[track_caller]
pub fn assert_goldens_in(root: &str, pattern: &str) {
    let update = std::env::var(UPDATE).is_ok_and(|value| value == "always");
    let broken: Vec<String> = found(root, pattern)
        .iter()
        .filter_map(|path| check(path, update))
        .collect();
    assert!(
        broken.is_empty(),
        "{} of the pages differ; look, then run again with {UPDATE}=always\n\n{}",
        broken.len(),
        broken.join("\n")
    );
}

#[track_caller]
fn found(root: &str, pattern: &str) -> Vec<PathBuf> {
    let full = Path::new(root).join(pattern);
    let paths = glob::glob(&full.to_string_lossy());
    let paths = paths.unwrap_or_else(|error| panic!("{pattern}: {error}"));
    let is_page = |path: &PathBuf| {
        let end = path.extension().unwrap_or_default();
        end == "golden" || end == "new"
    };
    let found: Vec<PathBuf> = paths.flatten().filter(|path| !is_page(path)).collect();
    assert!(!found.is_empty(), "{pattern} finds no capture below {root}");
    found
}

/// What is wrong with a capture's page.
fn check(capture: &Path, update: bool) -> Option<String> {
    let shot = Screenshot::file(capture);
    let page = stable_page(&stack(), shot.choice(), shot.snapshot());
    let golden = with_end(capture, "golden");
    let fresh = with_end(capture, "golden.new");
    let kept = fs::read_to_string(&golden).unwrap_or_default();
    if kept == page || update {
        if kept != page {
            write(&golden, &page);
        }
        let _ = fs::remove_file(fresh);
        return None;
    }
    write(&fresh, &page);
    let diff = TextDiff::from_lines(&kept, &page);
    let diff = diff.unified_diff().context_radius(2).to_string();
    Some(format!("{}\n{diff}", capture.display()))
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(test)]
mod tests {
    use super::{check, found};

    #[test]
    fn a_page_is_made_kept_and_missed() {
        let dir = std::env::temp_dir().join(format!("shadow-goldens-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        let capture = dir.join("shell.ansi");
        std::fs::write(&capture, "dev@box:~/project$ ls").expect("a file");
        let said = check(&capture, false).expect("no page yet");
        assert!(said.contains("+verdict: unsupported"), "{said}");
        assert!(dir.join("shell.ansi.golden.new").exists());
        assert_eq!(check(&capture, true), None);
        assert_eq!(check(&capture, false), None);
        assert!(!dir.join("shell.ansi.golden.new").exists());
        std::fs::write(&capture, "dev@box:~/project$ make").expect("a file");
        let said = check(&capture, false).expect("another page");
        assert!(said.contains("-") && said.contains("make"), "{said}");
        let root = dir.to_string_lossy().into_owned();
        assert_eq!(found(&root, "*"), [capture], "pages are no captures");
        std::fs::remove_dir_all(dir).expect("cleaned");
    }
}
