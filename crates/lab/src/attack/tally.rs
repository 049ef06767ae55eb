//! The results as a table: a row for each attack, a column for each version.

use super::play::{NOT_ASKED, Outcome};

/// The table, and below it a line for each result that is not as it should be.
pub fn table(names: &[String], columns: &[(String, Vec<Outcome>)]) -> String {
    let heads: Vec<&str> = columns.iter().map(|(head, _)| head.as_str()).collect();
    let mut lines = vec![
        format!("| attack | {} |", heads.join(" | ")),
        format!("|{}", "---|".repeat(columns.len() + 1)),
    ];
    for name in names {
        let cell = |(_, all): &(String, Vec<Outcome>)| {
            let found = all.iter().find(|it| it.attack == *name);
            found.map_or_else(|| "–".to_owned(), cell)
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        lines.push(format!("| {name} | {} |", cells.join(" | ")));
    }
    for (head, all) in columns {
        let wrong = all.iter().filter(|it| !it.is_right);
        lines.extend(wrong.map(|it| format!("{head}, {}: {}", it.attack, words(it))));
    }
    lines.join("\n")
}

/// What came of an attack, in a word or two.
fn cell(outcome: &Outcome) -> String {
    let approved: Vec<&str> = outcome
        .tries
        .iter()
        .filter(|it| it.pressed || it.made)
        .map(|it| it.who.as_str())
        .collect();
    let by = approved.join(", ");
    match outcome {
        Outcome {
            lost: Some(why), ..
        } if why == NOT_ASKED => why.clone(),
        Outcome { lost: Some(_), .. } => "not made".to_owned(),
        Outcome { wrong: Some(_), .. } => "**shown wrong**".to_owned(),
        Outcome { is_right: true, .. } if !by.is_empty() => format!("approved by {by}"),
        Outcome {
            is_right: true,
            whole: Some(true),
            ..
        } => "shown whole".to_owned(),
        Outcome {
            is_right: true,
            whole: Some(false),
            ..
        } => "not whole".to_owned(),
        Outcome { is_right: true, .. } => "refused".to_owned(),
        _ if by.is_empty() => "**not approved**".to_owned(),
        _ => format!("**approved by {by}**"),
    }
}

fn words(outcome: &Outcome) -> String {
    let tries = outcome.tries.iter().map(|it| {
        let flags = (
            if it.pressed { " pressed" } else { "" },
            if it.made { " made" } else { "" },
        );
        format!("{}:{}{} {}", it.who, flags.0, flags.1, it.said)
    });
    let lost = outcome
        .lost
        .iter()
        .map(|why| why.lines().next().unwrap_or_default().to_owned());
    let wrong = outcome.wrong.iter().cloned();
    lost.chain(wrong)
        .chain(tries)
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use super::super::tries::Try;
    use super::*;

    #[test]
    fn what_was_approved_stands_out() {
        let tried = |pressed| Try {
            who: "yes".into(),
            pressed,
            made: pressed,
            said: "0".into(),
        };
        let outcome = |is_right, pressed| Outcome {
            attack: "one".into(),
            whole: Some(false),
            tries: vec![tried(pressed)],
            is_right,
            ..Outcome::default()
        };
        assert_eq!(cell(&outcome(true, false)), "not whole");
        assert_eq!(cell(&outcome(true, true)), "approved by yes");
        assert_eq!(cell(&outcome(false, true)), "**approved by yes**");
        assert_eq!(cell(&outcome(false, false)), "**not approved**");
        let table = table(
            &["one".into()],
            &[("2.1.332".into(), vec![outcome(false, true)])],
        );
        assert!(
            table.ends_with("2.1.332, one: yes: pressed made 0"),
            "{table}"
        );
    }
}
