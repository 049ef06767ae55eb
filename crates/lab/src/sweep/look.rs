//! Whether the screens of a session look otherwise than those of the plain ones.
//!
//! Words, numbers and blanks are taken together, since tips and spinners change by themselves; what is left of a row is
//! its shape. A setting that brings a shape or a style that no plain session shows, or takes one away that all of them
//! show, is one of the screen.

use std::collections::{BTreeMap, BTreeSet};

use shadow_fixtures::SessionDir;

use crate::error::{LabError, Result};

/// Shapes of rows and styles, by state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shapes(BTreeMap<String, BTreeSet<String>>);

impl Shapes {
    /// That of a session.
    pub fn of(session: &SessionDir) -> Result<Self> {
        let mut look = Self::default();
        for capture in session.clone().captures() {
            let capture = capture.map_err(LabError::new)?;
            let text = String::from_utf8_lossy(&capture.bytes).into_owned();
            let title = capture.case.title.as_deref().unwrap_or_default();
            let mut shapes: BTreeSet<String> = styles(&text).collect();
            let plain = shadow_fixtures::strip_sgr(&capture.bytes);
            let plain = String::from_utf8_lossy(&plain).into_owned();
            shapes.extend(plain.lines().map(shape));
            shapes.insert(format!("title {}", shape(title)));
            let cursor = capture.case.cursor_visible;
            shapes.insert(format!(
                "cursor {cursor:?}, alternate {}",
                capture.case.alternate
            ));
            look.0.insert(capture.case.name.clone(), shapes);
        }
        Ok(look)
    }

    /// The states in which this look is not that of the plain sessions.
    pub fn differs(&self, plain: &[Self]) -> Vec<String> {
        let differs = |(state, shapes): &(&String, &BTreeSet<String>)| {
            let known: Vec<&BTreeSet<String>> =
                plain.iter().filter_map(|look| look.0.get(*state)).collect();
            let new = shapes
                .iter()
                .any(|it| known.iter().all(|set| !set.contains(it)));
            let mut always = known.iter().copied().cloned().reduce(|a, b| &a & &b);
            let gone = always
                .get_or_insert_default()
                .difference(shapes)
                .next()
                .is_some();
            !known.is_empty() && (new || gone)
        };
        let states = self.0.iter().filter(differs);
        states.map(|(state, _)| state.clone()).collect()
    }
}

/// The styles of a screen: its SGR sequences, and of a color out of sixteen million only whether it is gray, since a
/// shimmer takes many.
fn styles(text: &str) -> impl Iterator<Item = String> {
    let sequences = text.split("\u{1b}[").skip(1);
    sequences.filter_map(|rest| {
        let (style, _) = rest.split_once('m')?;
        let parts: Vec<&str> = style.split(';').collect();
        Some(match parts[..] {
            [layer, "2", red, green, blue] => {
                let gray = red == green && green == blue;
                format!("style {layer}, {}", if gray { "gray" } else { "color" })
            }
            _ => format!("style {style}"),
        })
    })
}

/// A row without its words, their punctuation and numbers.
fn shape(row: &str) -> String {
    let spins = row.contains('…');
    let mut shape = String::new();
    for (at, c) in row.trim().chars().enumerate() {
        let kind = match c {
            c if c.is_alphanumeric() || c.is_whitespace() || ".,;:'\"/()-".contains(c) => 'a',
            '◦' => '•',
            c if spins && at == 0 && !c.is_ascii_punctuation() => '*',
            c if ('\u{2800}'..='\u{28ff}').contains(&c) => '*',
            c => c,
        };
        if !(shape.ends_with(kind) && (kind == 'a' || kind == '─')) {
            shape.push(kind);
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_spinners_do_not_change_a_shape() {
        let pair = |a: &str, b: &str| assert_eq!(shape(a), shape(b));
        pair(
            "✻ Baking… (3s · ↑ 1 tokens)",
            "✶ Frolicking… (12s · ↑ 230 tokens)",
        );
        pair("────── ", "───");
        pair("└ Tip: use /mcp; it lists.", "└ Tip: ask away");
        let style = |text: &str| styles(text).collect::<Vec<_>>();
        let shimmer = ["\u{1b}[38;2;10;10;10mx", "\u{1b}[38;2;99;99;99mx"];
        assert_eq!(style(shimmer[0]), style(shimmer[1]));
        assert_ne!(style("\u{1b}[31mx"), style("\u{1b}[32mx"));
        assert_ne!(shape("❯ hello"), shape("» hello"));
    }

    #[test]
    fn what_is_new_and_what_is_gone_is_seen() {
        let look = |rows: &[&str]| {
            let shapes = rows.iter().map(|row| (*row).to_owned()).collect();
            Shapes(BTreeMap::from([("fresh".to_owned(), shapes)]))
        };
        let plain = [look(&["a", "b", "tip"]), look(&["a", "b"])];
        assert!(look(&["a", "b"]).differs(&plain).is_empty());
        assert_eq!(look(&["a", "b", "c"]).differs(&plain), ["fresh"]);
        assert_eq!(look(&["a"]).differs(&plain), ["fresh"]);
    }
}
