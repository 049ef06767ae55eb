//! Calls that a CLI draws as it draws other ones, so that no reader of a screen can know which of them it is asked about.

use std::ops::Range;

use super::ask::{Ask, Kind};
use super::drawn::{folded_rows, is_in_row};
use crate::provider::Provider;
use crate::version::Version;

/// The first version of Codex that prints no tab as it is (0.146 does).
const NO_TABS: Version = Version(0, 150, 0);
/// Versions of Claude Code that cut off what a tab pushes over the edge (2.1.12 prints it, 2.1.224 breaks the row).
const CLIPS_TABS: Range<Version> = Version(2, 1, 13)..Version(2, 1, 224);
/// Blanks that a tab takes with what it hides, at least.
const HIDING: &str = "   ";
/// Rows that a folded change shows; the last may go on, where blanks fill it.
const FOLDED_ROWS: usize = 3;

/// Whether the CLI draws another call in these very rows, as far as is known:
///
/// - Codex up to 0.149 prints tabs as they are: a word behind one is painted over, so that a gap may hold some;
/// - from 0.150 on it draws each run of white space in a tool's argument as one blank;
/// - from 0.157 on it folds a change at its third row, and says so of every change;
/// - Claude Code from 2.1.13 to 2.1.223 cuts off what tabs push over the edge, so that any row of a new file or a command may go
///   on there, unless the call above closes behind the command: `(touch a)`.
pub fn is_alike(provider: Provider, version: Version, ask: &Ask, screen: &str) -> bool {
    if provider == Provider::Claude {
        let closed = || is_in_row(screen, &format!("({})", ask.text));
        return CLIPS_TABS.contains(&version)
            && match ask.kind {
                Kind::Command => !closed(),
                Kind::Write => true,
                Kind::Edit | Kind::Tool => false,
            };
    }
    let tabs = version < NO_TABS;
    match ask.kind {
        Kind::Tool if !tabs => ask.text.contains(char::is_whitespace),
        Kind::Edit | Kind::Write if !tabs => {
            folded_rows(screen).is_some_and(|it| it >= FOLDED_ROWS)
        }
        _ => tabs && (ask.text.contains(HIDING) || ask.text.contains('\t')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_the_same_is_told() {
        let ask = |kind, text: &str| Ask {
            number: 1,
            kind,
            text: text.to_owned(),
            old: String::new(),
            about: String::new(),
            sizes: Vec::new(),
        };
        let alike = |minor, kind, text: &str, screen: &str| {
            is_alike(
                Provider::Codex,
                Version(0, minor, 0),
                &ask(kind, text),
                screen,
            )
        };
        assert!(alike(98, Kind::Command, "if x\n    y", ""));
        assert!(!alike(98, Kind::Command, "if x\n  y", ""));
        assert!(!alike(169, Kind::Command, "if x\n    y", ""));
        assert!(alike(169, Kind::Tool, "a b", "") && !alike(169, Kind::Tool, "ab", ""));
        let cell = |rows: &str| format!("• Added f.txt (+3 -0)\n{rows}    + Show details");
        assert!(alike(
            171,
            Kind::Write,
            "a",
            &cell("    1 +a\n    2 +b\n    3 +c\n")
        ));
        assert!(!alike(171, Kind::Write, "a", &cell("    1 +a\n")));
        let claude = |patch, kind, screen| {
            is_alike(
                Provider::Claude,
                Version(2, 1, patch),
                &ask(kind, "a b"),
                screen,
            )
        };
        assert!(!claude(62, Kind::Tool, ""));
        assert!(!claude(62, Kind::Command, "● Bash(a b)"));
        assert!(claude(62, Kind::Command, "● Bash(a b") && claude(223, Kind::Write, ""));
        assert!(!claude(224, Kind::Command, ""));
    }
}
