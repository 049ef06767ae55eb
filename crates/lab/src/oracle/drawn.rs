//! What a screen shows, as it was captured: whether all that was asked for stands there, and whether two screens show the
//! same dialog.

use shadow_fixtures::strip_sgr;

use super::compare::seen;

/// Rows that a heading takes.
const HEADING: usize = 2;

/// How a provider draws a dialog and what it asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawing {
    /// Lines have numbers and signs before them.
    pub numbered: bool,
    /// The dialog has an upper edge. Where that is off the pane, the dialog does not fit.
    pub edged: bool,
}

/// The sign that a CLI draws in place of one that cannot be seen: then the call is not drawn.
const REPLACED: &str = "\u{fffd}";

/// Whether the screen shows the whole text, below a heading.
pub fn is_drawn(screen: &str, asked: &str, drawing: Drawing) -> bool {
    let rows = plain(screen);
    let wanted = dense(asked);
    let peel = |row: &String| dense(peel(row, drawing.numbered));
    let peeled: Vec<String> = rows.iter().map(peel).collect();
    let whole: Vec<String> = rows.iter().map(|row| dense(row)).collect();
    let edge = rows.iter().position(|row| is_edge(row));
    let top = match drawing.edged {
        true => edge.map_or(usize::MAX, |edge| edge + 1),
        false => HEADING,
    };
    [peeled, whole]
        .iter()
        .any(|rows| stands(rows, &wanted).is_some_and(|row| row >= top))
}

/// The row in which a text, of which some is left, begins.
fn stands(rows: &[String], wanted: &str) -> Option<usize> {
    let at = rows.concat().rfind(wanted).filter(|_| !wanted.is_empty())?;
    let mut passed = 0;
    rows.iter().position(|row| {
        passed += row.len();
        passed > at
    })
}

/// Whether a row is the upper edge of a dialog: a rule, or that of a box, from the first column on.
fn is_edge(row: &str) -> bool {
    row.starts_with(['─', '▔', '╭']) && row.chars().all(|c| "─▔╭╮".contains(c))
}

/// The rows of text that a folded cell shows below its head, where the last cell is folded (Codex 0.157 to 0.171).
pub fn folded_rows(screen: &str) -> Option<usize> {
    let rows = plain(screen);
    let fold = rows.iter().rposition(|row| row.trim() == FOLDED)?;
    let head = rows[..fold].iter().rposition(|row| row.starts_with("• "))?;
    Some(fold - head - 1)
}

/// Whether a row of a screen holds these words.
pub fn is_in_row(screen: &str, words: &str) -> bool {
    plain(screen).iter().any(|row| row.contains(words))
}

/// What unfolds a cell.
const FOLDED: &str = "+ Show details";

/// Whether two screens show the same from the row above the last rows on that hold these words, of a title or of a subject; all
/// of them, where no row does. In the row above a title is the dialog's edge, which may be off the pane.
pub fn is_same(one: &str, other: &str, words: &[&str]) -> bool {
    let dialog = |screen: &str| {
        let rows = plain(screen);
        let at = |words: &&str| rows.iter().rposition(|row| row.contains(*words));
        let first = words.iter().filter_map(at).min().unwrap_or(0);
        let above = first.checked_sub(1);
        (above.is_some(), rows[above.unwrap_or(0)..].to_vec())
    };
    dialog(one) == dialog(other)
}

/// Rows without styles and what blanks end them.
fn plain(screen: &str) -> Vec<String> {
    let plain = strip_sgr(screen.as_bytes());
    let plain = String::from_utf8_lossy(&plain).into_owned();
    let rows = plain.trim_end().lines();
    rows.map(|row| row.trim_end().to_owned()).collect()
}

/// A row without the bars around a text, and what stands before the lines of a file or of a command.
fn peel(row: &str, numbered: bool) -> &str {
    let row = row.trim();
    if numbered {
        let row = row.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        return row.strip_prefix(['+', '-']).unwrap_or(row);
    }
    let row = row.strip_prefix("$ ").unwrap_or(row);
    let row = row.strip_prefix('│').unwrap_or(row);
    row.strip_suffix('│').unwrap_or(row)
}

fn dense(text: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !c.is_control();
    let parts: Vec<String> = text.split(REPLACED).map(seen).collect();
    parts.join(REPLACED).chars().filter(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_stands_below_a_heading_or_not() {
        let screen =
            "● Bash\n\n Bash command\n │ make all\n │ │ the test\n Do you want to proceed?";
        let is_drawn = |screen: &str, asked: &str, numbered: bool| {
            let edged = false;
            is_drawn(screen, asked, Drawing { numbered, edged })
        };
        assert!(is_drawn(screen, "make all\n│ the\ttest", false));
        assert!(!is_drawn(screen, "make all\n│ the test\nand more", false));
        assert!(!is_drawn("make all\nx", "make all", false));
        assert!(is_drawn("\n\nmake all", "make\u{200b} all", false));
        assert!(!is_drawn("\n\nmake\u{fffd} all", "make\u{200b} all", false));
        assert!(is_drawn("\n\n 1 -a 1\n 12 +- b", "a 1\n- b", true));
        assert!(!is_drawn(
            "\n\n 1 -a\n 2 ++ Show details",
            "a\n+ Show details\n──",
            true
        ));
    }

    #[test]
    fn a_dialog_whose_edge_is_off_the_pane_does_not_fit() {
        let edged = Drawing {
            numbered: false,
            edged: true,
        };
        let dialog = " Bash command\n\n   make all\n Do you want to proceed?";
        assert!(is_drawn(
            &format!("● Bash\n──────\n{dialog}"),
            "make all",
            edged
        ));
        assert!(!is_drawn(
            &format!("● Bash(make all)\n{dialog}"),
            "make all",
            edged
        ));
        assert!(!is_drawn("● make all\n──────\n Bash", "make all", edged));
    }

    #[test]
    fn a_folded_cell_shows_some_rows() {
        let cell = "› go\n\n• Added f.txt (+1 -0)\n    1 +x\n    + Show details\n\n  Would you?";
        assert_eq!(folded_rows(cell), Some(1));
        assert_eq!(folded_rows("• Added f.txt (+1 -0)\n    1 +x"), None);
    }

    #[test]
    fn a_dialog_is_the_same_wherever_its_transcript_stands() {
        let dialog = "────\n Bash command\n ls\n 1. Yes\n";
        let same = |one: &str, other: &str| is_same(one, other, &["Bash command"]);
        assert!(same(
            &format!("● hello\n{dialog}"),
            &format!("{dialog}\n\n")
        ));
        assert!(!same(dialog, "────\n Bash command\n ls\n 2. Yes"));
        assert!(!same(dialog, " Bash command\n ls\n 1. Yes"));
        assert!(!is_same("a\nb", "b", &[]));
        assert!(!is_same(
            "Added\n+1\nApply?",
            "Added\n+2\nApply?",
            &["Apply?", "Added"]
        ));
    }
}
