//! Processes of macOS, through libproc. Reviewed against its documentation, and never run: whoever builds there first
//! should run this crate's tests.

use std::path::Path;

use libproc::bsd_info::BSDInfo;
use libproc::proc_pid::{pidinfo, pidpath};
use libproc::processes::{ProcFilter, pids_by_type};
use shadow_core::Program;

use crate::group::Process;
use crate::package;

fn info(id: u32) -> Option<BSDInfo> {
    pidinfo::<BSDInfo>(i32::try_from(id).ok()?, 0).ok()
}

/// A process. A terminal's number of all ones means none.
pub fn process(id: u32) -> Option<Process> {
    let info = info(id)?;
    let terminal = match info.e_tdev {
        0 | u32::MAX => 0,
        device => u64::from(device),
    };
    Some(Process {
        group: info.pbi_pgid,
        terminal,
        front: info.e_tpgid,
        started: Some(info.pbi_start_tvsec),
    })
}

/// Who started a process.
pub fn parent(id: u32) -> Option<u32> {
    Some(info(id)?.pbi_ppid)
}

/// The children of a process.
pub fn children(id: u32) -> Vec<u32> {
    pids_by_type(ProcFilter::ByParentProcess { ppid: id }).unwrap_or_default()
}

/// The user of a process; none where it runs as several.
pub fn owner(id: u32) -> Option<u32> {
    let info = info(id)?;
    let one = [info.pbi_ruid, info.pbi_svuid]
        .iter()
        .all(|user| *user == info.pbi_uid);
    one.then_some(info.pbi_uid)
}

/// The program of a process. Arguments are not told there.
pub fn program(id: u32) -> Option<Program> {
    let info = info(id)?;
    let name = info.pbi_comm.iter().take_while(|it| **it != 0);
    // A C string: signed bytes or unsigned ones, as the machine has it.
    let name: Vec<u8> = name.map(|it| it.to_ne_bytes()[0]).collect();
    let file = pidpath(i32::try_from(id).ok()?).ok();
    Some(Program {
        name: String::from_utf8_lossy(&name).into_owned(),
        version: file.as_deref().map(Path::new).and_then(package::version),
        path: file,
        arguments: Vec::new(),
        is_bare: false,
        is_foreign: owner(id) != Some(rustix::process::geteuid().as_raw()),
    })
}

/// Where a process writes to is not told there.
pub fn writes_elsewhere(_id: u32) -> bool {
    false
}
