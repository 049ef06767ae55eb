//! Finds the foreground programs of a terminal, and whether the terminal is in line mode.
//!
//! It asks the operating system, for terminals of this machine. [`Foreground::judge`] decides what the programs can be. If a
//! program hosts another terminal (`script`, `sudo`, a multiplexer of one window, `shadow run`), the foreground of that
//! terminal counts too, because a CLI there gets the keys.
//!
//! ```no_run
//! // The process that a multiplexer has started in a pane, and the pane's terminal.
//! let foreground = shadow_front::of(4711, Some("/dev/pts/3"));
//! for program in &foreground.programs {
//!     println!("{}", program.name);
//! }
//! ```
//!
//! On Linux it reads `/proc`. On macOS it uses libproc; that module was reviewed and never run. On other systems only the mode
//! is known.

mod group;
mod mode;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod package;

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod system;
#[cfg(target_os = "macos")]
#[path = "macos.rs"]
mod system;
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[path = "elsewhere.rs"]
mod system;

pub use mode::is_line_mode;
use shadow_core::{Foreground, Program};

/// Who is in front of the terminal of a process, and the mode of the terminal, where its device is known. Whatever cannot
/// be found out is left out.
#[must_use]
pub fn of(process: u32, device: Option<&str>) -> Foreground {
    let members = members(process).into_iter();
    Foreground {
        programs: members.map(|(_, program)| program).collect(),
        line_mode: device.and_then(is_line_mode),
    }
}

/// The leader of the foreground process group of a process' terminal: its id and its start time, by the system's own clock.
///
/// Another program has another id, and a program that was restarted has another start time.
#[must_use]
pub fn leader(process: u32) -> Option<(u32, u64)> {
    let front = system::process(process)?.front;
    Some((front, system::process(front)?.started?))
}

/// A process and those that started it, up to the first, the nearest first.
#[must_use]
pub fn ancestors(process: u32) -> Vec<u32> {
    const MOST: usize = 64;
    let next = |process: &u32| system::parent(*process).filter(|parent| *parent > 1);
    let all = std::iter::successors(Some(process), next);
    all.take(MOST).collect()
}

/// Whether anything is known of a process here. Where nothing is known of one that is there, another user's may be hidden.
#[must_use]
pub fn sees(process: u32) -> bool {
    system::process(process).is_some()
}

/// The user as whom a process runs; none where it runs as several (a program that its owner lends to others), or where that
/// is not told.
#[must_use]
pub fn owner(process: u32) -> Option<u32> {
    system::owner(process)
}

/// The same programs, each with its process. What writes to a pipe or a file draws nothing, and stands there for another
/// (`claude mcp serve | less`), so it is left out where anything is left.
#[must_use]
pub fn members(process: u32) -> Vec<(u32, Program)> {
    let ids = group::in_front(process);
    let (elsewhere, drawing): (Vec<u32>, Vec<u32>) = ids
        .into_iter()
        .partition(|id| system::writes_elsewhere(*id));
    let ids = if drawing.is_empty() {
        elsewhere
    } else {
        drawing
    };
    let program = |id| Some((id, system::program(id)?));
    ids.into_iter().filter_map(program).collect()
}
