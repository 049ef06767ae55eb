//! The turns that `shadow send` has begun, counted for each pane, so that a later command can name one of them.
//!
//! A file for each tmux server, among what the user's own state keeps, has a line for each pane: its id and the number of
//! the last turn. It holds no words of a prompt or a screen.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use shadow_files::{own, private};
use shadow_tmux::PaneId;

/// Panes that are kept of a server: those counted last.
const PANES: usize = 1000;

/// Bytes of a file that are read.
const CAP: u64 = 1 << 20;

/// Counts a turn of a pane. Gives its number; none where it cannot be kept.
pub fn count_turn(socket: &Path, pane: PaneId) -> Option<u64> {
    count_in(&folder()?, socket, pane)
}

/// The number of the last turn that was counted of a pane.
pub fn last_turn(socket: &Path, pane: PaneId) -> Option<u64> {
    last_in(&folder()?, socket, pane)
}

fn folder() -> Option<PathBuf> {
    Some(own::state()?.join("turns"))
}

fn count_in(folder: &Path, socket: &Path, pane: PaneId) -> Option<u64> {
    private::folder(folder).ok()?;
    let mut options = private::options();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(folder.join(name(socket))).ok()?;
    file.lock().ok()?;
    let mut counts = read(&mut file);
    let number = 1 + number_of(&counts, pane).unwrap_or(0);
    counts.retain(|(known, _)| *known != pane);
    counts.push((pane, number));
    let first = counts.len().saturating_sub(PANES);
    let lines = counts[first..]
        .iter()
        .map(|(pane, number)| format!("{pane} {number}\n"));
    let lines: String = lines.collect();
    file.set_len(0).ok()?;
    file.rewind().ok()?;
    file.write_all(lines.as_bytes()).ok()?;
    Some(number)
}

fn last_in(folder: &Path, socket: &Path, pane: PaneId) -> Option<u64> {
    let mut file = File::open(folder.join(name(socket))).ok()?;
    file.lock_shared().ok()?;
    number_of(&read(&mut file), pane)
}

fn number_of(counts: &[(PaneId, u64)], pane: PaneId) -> Option<u64> {
    let found = counts.iter().find(|(known, _)| *known == pane);
    found.map(|(_, number)| *number)
}

/// The panes with their numbers. A line that is none is ignored.
fn read(file: &mut File) -> Vec<(PaneId, u64)> {
    let mut text = String::new();
    if file.take(CAP).read_to_string(&mut text).is_err() {
        return Vec::new();
    }
    let lines = text.lines().filter_map(|line| {
        let (pane, number) = line.split_once(' ')?;
        Some((pane.parse().ok()?, number.parse().ok()?))
    });
    lines.collect()
}

/// The name of a server's file: FNV-1a of its socket. Two servers of one hash would only count together.
fn name(socket: &Path) -> String {
    let bytes = socket.as_os_str().as_bytes().iter();
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::{count_in, last_in};
    use std::path::Path;

    #[test]
    fn each_pane_of_each_server_has_its_own_count() {
        let base = std::env::temp_dir().join(format!("shadow-counted-{}", std::process::id()));
        let folder = base.join("turns");
        let pane = |text: &str| text.parse().expect("a pane's id");
        let (one, other) = (Path::new("/tmp/one"), Path::new("/tmp/other"));
        assert_eq!(last_in(&folder, one, pane("%3")), None);
        let count = |socket, text| count_in(&folder, socket, pane(text));
        assert_eq!([count(one, "%3"), count(one, "%3")], [Some(1), Some(2)]);
        assert_eq!([count(one, "%4"), count(other, "%3")], [Some(1), Some(1)]);
        assert_eq!(last_in(&folder, one, pane("%3")), Some(2));
        std::fs::remove_dir_all(base).expect("cleaned");
    }
}
