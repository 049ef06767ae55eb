//! What a dialog says, compared over panes of any width.

use shadow_tui::contract::{BlockOption, OperatorBlock};

/// What a dialog is signed with if its rows broke nowhere: they are signed as they are drawn, so that a width changes what is
/// signed, but not what is said.
#[must_use]
pub fn by_content(mut block: OperatorBlock) -> String {
    let rows = block.subject.take();
    block.subject = rows.map(|rows| bare(&rows));
    block.passed_over.clear();
    block.sign();
    block.signature
}

/// The parts of what a dialog says, each with its name: the dialog under no name, and what is beside each option under
/// the option's place and label. A narrow pane leaves that out (Codex at 60 columns), and a break in it may have taken a blank.
#[must_use]
pub fn parts(mut block: OperatorBlock) -> Vec<(String, String)> {
    let beside = |(at, option): (usize, &mut BlockOption)| {
        let described = option.description.take()?;
        Some((format!("{at} {}", option.label), bare(&described)))
    };
    let options = block.options.iter_mut().enumerate();
    let mut parts: Vec<_> = options.filter_map(beside).collect();
    parts.push((String::new(), by_content(block)));
    parts
}

/// A text without its blanks.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
