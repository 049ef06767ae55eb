//! Processes of a system of which nothing is known here.

use shadow_core::Program;

use crate::group::Process;

/// A process: none is known.
pub fn process(_id: u32) -> Option<Process> {
    None
}

/// Who started a process: not known.
pub fn parent(_id: u32) -> Option<u32> {
    None
}

/// The children of a process: none are known.
pub fn children(_id: u32) -> Vec<u32> {
    Vec::new()
}

/// The user of a process: none is known.
pub fn owner(_id: u32) -> Option<u32> {
    None
}

/// The program of a process: none is known.
pub fn program(_id: u32) -> Option<Program> {
    None
}

/// Where a process writes to is not known.
pub fn writes_elsewhere(_id: u32) -> bool {
    false
}
