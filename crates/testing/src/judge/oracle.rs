//! A second reader of numbered options, written apart from the engine: where the truth names no
//! options, both must find the same ones.

use shadow_tui::screen::Screen;

/// The options at the bottom of the screen that count up from 1, a row each, without the number;
/// none where no such run is there.
pub(super) fn numbered_options(screen: &Screen) -> Vec<String> {
    let mut found: Vec<(u32, String)> = Vec::new();
    for row in screen.rows().rev() {
        let Some((number, label)) = numbered(row.trimmed()) else {
            continue;
        };
        let expected = found.last().map(|(last, _)| last - 1);
        if expected.is_none_or(|expected| expected == number) {
            found.push((number, label.to_owned()));
        }
        if number == 1 {
            break;
        }
    }
    if are_steps(screen) {
        return Vec::new();
    }
    found.reverse();
    let whole = found.first().is_some_and(|(number, _)| *number == 1);
    let labels = found.into_iter().map(|(_, label)| label);
    if whole { labels.collect() } else { Vec::new() }
}

/// Whether the numbered rows are steps to follow: no row has a cursor's mark, and each is above a blank row and an unnumbered
/// one in its own column, where no description is.
pub(super) fn are_steps(screen: &Screen) -> bool {
    let rows: Vec<&str> = screen.rows().map(|row| row.text()).collect();
    let indent = |row: &str| row.len() - row.trim_start().len();
    let is_step = |at: usize| match rows.get(at + 1..at + 3) {
        Some([between, below]) => {
            let flush = indent(below) == indent(rows[at]) && numbered(below.trim()).is_none();
            between.trim().is_empty() && !below.trim().is_empty() && flush
        }
        _ => false,
    };
    let marked = |row: &&str| row.trim_start().starts_with(['❯', '›', '>', '▌']);
    let mut steps = (0..rows.len()).filter(|&at| numbered(rows[at].trim()).is_some());
    let any = steps.clone().next().is_some();
    any && !rows.iter().any(marked) && steps.all(is_step)
}

/// The number and the label of an option's first row: frame, mark, number, stop, label.
fn numbered(row: &str) -> Option<(u32, &str)> {
    let row = row.trim_matches(|c: char| c.is_whitespace() || "│┃|".contains(c));
    let row = row.trim_start_matches(['❯', '›', '>', '▌']).trim_start();
    let end = row.find(|c: char| !c.is_ascii_digit())?;
    let label = without_tick(row[end..].strip_prefix('.')?.trim_start());
    let number: u32 = row[..end].parse().ok()?;
    (!label.is_empty() && (1..=20).contains(&number)).then_some((number, label))
}

/// A label without the box or tick before it.
fn without_tick(label: &str) -> &str {
    let boxed = label.strip_prefix('[').and_then(|rest| {
        let (tick, rest) = rest.split_once(']')?;
        (tick.chars().count() == 1).then_some(rest)
    });
    boxed
        .unwrap_or(label)
        .trim_start_matches([' ', '✔', '✓', '◯', '◉'])
}

/// Whether the labels are on the screen one behind the other, from the top left, each in a place of its own.
pub(super) fn in_places_of_their_own(screen: &Screen, labels: &[&str]) -> bool {
    let rows: String = screen
        .rows()
        .map(|row| super::text::bare(row.text()))
        .collect();
    let mut rest = rows.as_str();
    labels.iter().all(|label| {
        let found = rest.split_once(&super::text::bare(label));
        rest = found.map_or("", |(_, behind)| behind);
        found.is_some()
    })
}

/// Whether a label is the beginning of an option's row (or goes on in rows below it).
pub(super) fn same_option(label: &str, row: &str) -> bool {
    let bare = super::text::bare;
    let (label, row) = (bare(label), bare(row));
    !label.is_empty() && (row.starts_with(&label) || label.starts_with(&row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shadow_tui::Channels;

    fn options(text: &str) -> Vec<String> {
        numbered_options(&Screen::from_capture(text.as_bytes(), &Channels::default()))
    }

    #[test]
    fn the_lowest_run_from_one_is_the_menu() {
        let text = "1. old\n2. list\n\n│ ❯ 1. Yes    │\n│   2. No (esc) │\n hint";
        assert_eq!(options(text), ["Yes", "No (esc)"]);
        assert_eq!(
            options("1. [ ] Summary\n2. [✔] Figures"),
            ["Summary", "Figures"]
        );
        assert!(options("2. Yes\n3. No").is_empty());
    }

    /// The device sign-in of Codex (0.120 to 0.171).
    #[test]
    fn steps_to_follow_are_no_options() {
        let steps = "  1. Open this link\n\n  https://a.example\n\n  2. Enter this code\n\n  LABS-12345\n\n  esc";
        assert!(options(steps).is_empty());
        let list =
            "  1. Open it\n     in a browser\n\n  2. Enter a code\n\n  Press enter to confirm";
        assert_eq!(options(list), ["Open it", "Enter a code"]);
    }

    #[test]
    fn no_place_is_two_options() {
        let text = " ❯ ✔ Auto\n   Dark\n   Dark (plain)\n   2. Light";
        let screen = Screen::from_capture(text.as_bytes(), &Channels::default());
        let apart = |labels: &[&str]| in_places_of_their_own(&screen, labels);
        assert!(apart(&["Auto", "Dark", "Dark (plain)", "Light"]));
        assert!(!apart(&["Auto", "Dark", "Dark", "Dark (plain)", "Light"]));
    }

    #[test]
    fn a_label_may_be_the_row_without_its_description() {
        assert!(same_option("Yes", "Yes  (recommended)"));
        assert!(!same_option("No", "Yes"));
        assert!(!same_option("", "Yes"));
    }
}
