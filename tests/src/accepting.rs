//! What stands accepted of the project's own cases, brought up to date as the tables are: what has been mended is taken
//! out, what is newly wrong is put in as not looked at yet, and reported. The difference is read before it is committed.

use shadow_testing::{Acceptance, Accepted, Change, ChangeKind, Mode, Ran, Suite};

use crate::Corpus;

/// Why something newly wrong stands accepted, until a person says it better.
pub const UNSEEN: &str = "not looked at yet";

/// Brings it up to date, and gives what is newly wrong, a line each.
///
/// # Errors
/// When a case cannot be read or what is accepted cannot be written, on one line.
pub fn refresh() -> Result<Vec<String>, String> {
    let suite = Suite::load(&[Corpus::Development.dir(), Corpus::Cases.dir()]);
    if let Some(fault) = suite.faults.first() {
        return Err(fault.clone());
    }
    let run = suite.run(&shadow_tui::stack(), &[Mode::All], &|| ());
    if let Some(fault) = run.faults.first() {
        return Err(fault.clone());
    }
    let mut wrong = Vec::new();
    for ran in run.changed() {
        let mut accepted = Accepted::read(&ran.dir)?;
        for change in &ran.changes {
            settle(&mut accepted, change);
            wrong.extend((change.kind == ChangeKind::Wrong).then(|| told(ran, change)));
        }
        accepted.write(&ran.dir)?;
    }
    Ok(wrong)
}

fn settle(accepted: &mut Accepted, change: &Change) {
    match change.kind {
        ChangeKind::Fixed => accepted.remove(&change.judgment),
        ChangeKind::Wrong => accepted.add(Acceptance {
            why: Some(UNSEEN.to_owned()),
            ..change.judgment.clone()
        }),
    }
}

fn told(ran: &Ran, change: &Change) -> String {
    let judged = &change.judgment;
    let (id, measure) = (&ran.scored.id, &judged.measure);
    format!("{id}: {measure}: {:?}, not {:?}", judged.got, judged.want)
}
