//! Turns runs into fixtures: copies sessions that kept at least one capture, and nothing else of a run.

use std::path::Path;

use shadow_fixtures::{SessionDir, sessions, write_session};

use crate::error::{LabError, Result};

/// Copies every session below `from` to `to/<provider>/<version>/<session>/`, in place of an older one. The run may be
/// anybody's: its files name places below `to` alone, and nothing but a session is replaced.
pub fn add(from: &Path, to: &Path) -> Result<i32> {
    let (mut kept, mut cases) = (0, 0);
    for session in sessions(from).map_err(LabError::new)? {
        let session = session.map_err(LabError::new)?;
        if session.session.cases.is_empty() {
            eprintln!("{}: no capture, left out", session.dir.display());
            continue;
        }
        cases += session.session.cases.len();
        kept += 1;
        copy(session, to)?;
    }
    eprintln!(
        "added to {}: {kept} sessions, {cases} captures",
        to.display()
    );
    Ok(0)
}

fn copy(source: SessionDir, to: &Path) -> Result<()> {
    let place = to.join(source.session.place().map_err(LabError::new)?);
    let cast = source.cast().map_err(LabError::new)?;
    let session = source.session.clone();
    let captures = source.captures();
    let screens = captures.map(|capture| capture.map(|it| it.bytes));
    let screens: Vec<_> = screens
        .collect::<std::result::Result<_, _>>()
        .map_err(LabError::new)?;
    write_session(&place, &session, &screens, cast.as_ref()).map_err(LabError::new)
}
