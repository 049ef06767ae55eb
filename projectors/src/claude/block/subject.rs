//! What a block is about, and what is said of it, written out: the command, the file with its change, the call or the plan in
//! rows as they are drawn, and what explains it. Which lines are which, `about` says.

use shadow_core::contract::{BlockKind, OperatorBlock};
use shadow_core::surface::BlockFact;
use smallvec::SmallVec;

use super::about::{self, About};
use super::body::Body;
use super::lines::Line;
use super::whole;
use crate::dialogs::signed;
use crate::letters::{Openings, leading_spaces};

/// Fills in what a block is about, whether that is whole, and what is said of it. `clips_tabs` as in [`whole::is_whole`].
pub(super) fn fill(block: &mut OperatorBlock, body: &Body<'_>, fact: &BlockFact, clips_tabs: bool) {
    if !fact.kind.has_subject() && fact.kind != BlockKind::Trust {
        return;
    }
    let about = about::about(body, fact);
    let texts = rows(&about);
    let overdrawn = about::is_overdrawn(body, fact.kind);
    let own = !texts.is_empty() && !overdrawn;
    block.subject_whole = Some(own && whole::is_whole(&about, clips_tabs));
    block.description = description(&about);
    let passed_over = about.passed_over.iter().map(|line| line.words);
    let shown = signed(block, &texts, passed_over);
    block.subject = match overdrawn {
        true => None,
        false => subject(body, fact, shown),
    };
}

/// What an approval, a plan or a question of trust says of its subject.
fn description(about: &About<'_, '_>) -> Option<String> {
    let lines = about.description.iter();
    let text: Vec<&str> = lines
        .map(|line| line.words.trim_start_matches(['│', ' ']))
        .collect();
    (!text.is_empty()).then(|| text.join(" "))
}

/// The rows in one text, with the file that the heading names; the proposal above where the block itself shows nothing.
fn subject(body: &Body<'_>, fact: &BlockFact, rows: &[&str]) -> Option<String> {
    let named = body.heading().and_then(|line| named_in_heading(line.text));
    let whole: Vec<&str> = named.into_iter().chain(rows.iter().copied()).collect();
    if !whole.is_empty() {
        return Some(whole.join("\n"));
    }
    let proposal = fact.proposal?.indices();
    let text: Vec<&str> = proposal.map(|row| body.screen.row(row).text()).collect();
    Some(text.join("\n"))
}

/// How headings begin that name a file (2.0.0 to 2.1.0).
static BEFORE_FILE: Openings<5> = Openings::new([
    "Edit file ",
    "Create file ",
    "Write file ",
    "Overwrite file ",
    "Read file ",
]);

/// The file that a heading names: `Edit file notes.txt`.
fn named_in_heading(heading: &str) -> Option<&str> {
    BEFORE_FILE.behind(heading.trim())
}

/// The subject's rows as they are drawn, from the column on in which its text begins: the layout's, else the leftmost.
fn rows<'a>(about: &About<'_, 'a>) -> SmallVec<[&'a str; 64]> {
    let gutter = about.is_barred();
    let bare = about.subject.iter().map(|line| inner(line, gutter));
    let bare: SmallVec<[(usize, &str); 64]> = bare.collect();
    let indent = |(shift, text): &(usize, &str)| shift + leading_spaces(text);
    // An ellipsis at the edge stands for what is not drawn yet (2.1.200), and is not part of it.
    let drawn = bare
        .iter()
        .filter(|(_, text)| !text.trim().is_empty() && text.trim() != "…");
    let column = about.column.filter(|_| !gutter);
    let column = column.or_else(|| drawn.map(indent).min()).unwrap_or(0);
    let cut = bare.iter().map(|(shift, text)| {
        let margin = column.saturating_sub(*shift).min(leading_spaces(text));
        text[margin..].trim_end()
    });
    cut.collect()
}

/// The text of a line without an inner box's sides, or without the bar before a quoted line and the space behind it; and the
/// columns that stand before it.
fn inner<'s>(line: &Line<'s>, gutter: bool) -> (usize, &'s str) {
    if let Some(quoted) = line.words.strip_prefix('│').filter(|_| gutter) {
        return (0, quoted.strip_prefix(' ').unwrap_or(quoted));
    }
    // A row of an edit or a plan is closed on both sides; one of a command stands deeper (2.0.31).
    let within = ['│', '╎'].into_iter().find_map(|side| {
        let behind = line.text.trim_start_matches(' ').strip_prefix(side)?;
        let deep = line.indent() > 2;
        behind.strip_suffix(side).filter(|_| !deep)
    });
    match within {
        Some(text) => (line.indent() + 1, text),
        None => (line.shift, line.text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::Line;
    use super::inner;

    fn line(text: &'static str) -> Line<'static> {
        Line {
            row: 0,
            text,
            words: text.trim(),
            shift: 0,
        }
    }

    #[test]
    fn a_bar_and_one_space_are_the_clis() {
        assert_eq!(inner(&line(" │   echo"), true), (0, "  echo"));
        assert_eq!(inner(&line(" │"), true), (0, ""));
        assert_eq!(inner(&line(" │ a"), false), (0, " │ a"));
        assert_eq!(inner(&line(" │ a │"), false), (2, " a "));
        assert_eq!(inner(&line("   │ a │"), false), (0, "   │ a │"));
    }
}
