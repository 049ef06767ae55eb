//! The CLI's own word that a command of the person's has started the agent: a review, or a goal.

use shadow_core::screen::{Row, Screen};

use super::shape::carries_styles;

/// How the row begins that says that a review has started, and how it ends.
const REVIEW: [&str; 2] = [">> Code review started", "<<"];

/// How the row begins that says that a goal is pursued, behind its bullet; the goal follows in a colour.
const GOAL: &str = "Goal active ";

/// The label in front of the goal.
const OBJECTIVE: &str = "Objective: ";

/// Whether a flush row opens or closes a piece of the CLI's own work: `>> Code review started <<`, `<< Code review finished >>`.
/// Nothing else begins in column 0 with two such signs.
pub(super) fn is_banner(row: Row<'_>) -> bool {
    row.text().starts_with(">> ") || row.text().starts_with("<< ")
}

/// Whether such a row says that a review has started.
pub(super) fn is_review(row: Row<'_>) -> bool {
    row.text().starts_with(REVIEW[0])
}

/// Whether the words behind a bullet say that a goal is pursued from here on.
pub(super) fn is_goal(screen: &Screen, row: Row<'_>, body: &str) -> bool {
    let Some(objective) = body.strip_prefix(GOAL) else {
        return false;
    };
    let color = |behind: &str| row.style_at(row.text().len() - behind.len()).fg;
    objective.starts_with(OBJECTIVE) && (!carries_styles(screen) || color(objective) != color(body))
}

/// The command that such a cell's words tell of.
pub(super) fn command(text: &str) -> Option<String> {
    let of = |command: &str, what: &str| {
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        match what.is_empty() {
            true => command.to_owned(),
            false => format!("{command} {what}"),
        }
    };
    if let Some(rest) = text.strip_prefix(REVIEW[0]) {
        let what = rest.trim_end().trim_end_matches(REVIEW[1]);
        return Some(of("/review", what.trim_start_matches([':', '.'])));
    }
    let objective = text.strip_prefix(GOAL)?.strip_prefix(OBJECTIVE)?;
    Some(of("/goal", objective))
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn a_review_and_a_goal_tell_their_commands() {
        let told = |text| command(text).unwrap_or_default();
        let review = ">> Code review started: look at\nthe loop <<";
        assert_eq!(told(review), "/review look at the loop");
        assert_eq!(told(">> Code review started <<"), "/review");
        let goal = "Goal active Objective: make the parser\nfast";
        assert_eq!(told(goal), "/goal make the parser fast");
        assert_eq!(command("Goal active"), None);
    }
}
