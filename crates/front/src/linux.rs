//! Processes of Linux, from `/proc`.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use shadow_core::Program;

use crate::group::Process;
use crate::package;

/// Bytes of a command line that are read.
const COMMAND_LINE: u64 = 4096;

/// A process.
pub fn process(id: u32) -> Option<Process> {
    read(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// `ID (name) state parent group session terminal front …`; the name may hold anything.
fn read(stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(2);
    let group = fields.next()?.parse().ok()?;
    let terminal = fields.nth(1)?.parse::<i64>().ok()?;
    let front = fields.next()?.parse::<i64>().ok()?;
    let started = fields.nth(13).and_then(|ticks| ticks.parse().ok());
    Some(Process {
        group,
        terminal: u64::try_from(terminal).unwrap_or(0),
        front: u32::try_from(front).unwrap_or(0),
        started,
    })
}

/// Who started a process: the second field behind its name.
pub fn parent(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The children of a process, whichever of its threads has started them.
pub fn children(id: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{id}/task"))
        .into_iter()
        .flatten();
    let lists = threads.filter_map(|thread| {
        let path = thread.ok()?.path().join("children");
        fs::read_to_string(path).ok()
    });
    let ids = |list: String| -> Vec<u32> {
        let ids = list.split_ascii_whitespace();
        ids.filter_map(|id| id.parse().ok()).collect()
    };
    lists.flat_map(ids).collect()
}

/// The user of a process; none where it runs as several.
pub fn owner(id: u32) -> Option<u32> {
    // The owner of the files there would be root's for a process that hides its memory.
    user(&fs::read_to_string(format!("/proc/{id}/status")).ok()?)
}

/// `Uid: real effective saved filesystem`, in a line of its own; a name's line ends are escaped.
fn user(status: &str) -> Option<u32> {
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    let users: Option<Vec<u32>> = line
        .split_ascii_whitespace()
        .map(|user| user.parse().ok())
        .collect();
    let (first, rest) = users.as_deref()?.split_first()?;
    rest.iter().all(|user| user == first).then_some(*first)
}

/// The program of a process. Of another user's the file is not told, unless root asks.
pub fn program(id: u32) -> Option<Program> {
    let line = command_line(id)?;
    let mut words = line.split(|byte| *byte == 0);
    let first = text(words.next().unwrap_or_default());
    let file = fs::read_link(format!("/proc/{id}/exe")).ok();
    let version = file.as_deref().and_then(|file| version(id, file));
    let path = file.map(|file| file.to_string_lossy().into_owned());
    let path = path.map(|path| path.trim_end_matches(" (deleted)").to_owned());
    let rest: Vec<&[u8]> = words.collect();
    let arguments = rest.iter().filter(|word| !word.is_empty());
    Some(Program {
        // A title over longer arguments leaves the rest of their room empty.
        is_bare: rest.len() <= 1 && rest.iter().all(|word| word.is_empty()),
        is_foreign: owner(id) != Some(rustix::process::geteuid().as_raw()),
        // A process may give itself a title of several words (`npm exec …`).
        name: match first.split_ascii_whitespace().next() {
            Some(word) => word.rsplit('/').next().unwrap_or(word).to_owned(),
            None => own_name(id)?,
        },
        path,
        version,
        arguments: arguments.map(|word| text(word)).collect(),
    })
}

/// The version of the package that a process' file is of. The process may see other files than this one does, as in a container.
fn version(id: u32, file: &Path) -> Option<String> {
    let root = PathBuf::from(format!("/proc/{id}/root"));
    package::version(&root.join(file.strip_prefix("/").ok()?))
}

/// Whether a process writes to something else than a terminal: a file, a pipe, a socket, nowhere. Of another user's that is
/// not told. What stands there is asked, not its name: in a namespace of its own a terminal has another one.
pub fn writes_elsewhere(id: u32) -> bool {
    /// Memory and its like, of which `/dev/null` is one.
    const MEMORY: u32 = 1;
    fs::metadata(format!("/proc/{id}/fd/1")).is_ok_and(|output| {
        !output.file_type().is_char_device() || rustix::fs::major(output.rdev()) == MEMORY
    })
}

fn command_line(id: u32) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let file = File::open(format!("/proc/{id}/cmdline")).ok()?;
    file.take(COMMAND_LINE).read_to_end(&mut line).ok()?;
    Some(line)
}

/// The kernel's name for it, of one whose command line is empty.
fn own_name(id: u32) -> Option<String> {
    let name = fs::read_to_string(format!("/proc/{id}/comm")).ok()?;
    Some(name.trim_end().to_owned())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Process, owner, read, user};

    #[test]
    fn a_process_is_its_own_first_ancestor() {
        let process = std::process::id();
        let found = crate::ancestors(process);
        assert_eq!(found[0], process);
        assert_eq!(found.get(1).copied(), super::parent(process));
    }

    #[test]
    fn a_process_of_one_user_alone_is_told_to_be_theirs() {
        let status = |users: &str| format!("Name:\tx\\nUid:\t7\nUid:\t{users}\nGid:\t0\n");
        assert_eq!(user(&status("1000\t1000\t1000\t1000")), Some(1000));
        // Its owner has lent it, as with `su`: whoever started it chose its arguments.
        assert_eq!(user(&status("1000\t0\t0\t0")), None);
        assert_eq!(user("Name:\tx\n"), None);
        let own = rustix::process::geteuid().as_raw();
        assert_eq!(owner(std::process::id()), Some(own));
        assert_eq!(owner(u32::MAX), None);
    }

    #[test]
    fn a_name_cannot_forge_what_follows_it() {
        let known = Process {
            group: 7,
            terminal: 34819,
            front: 9,
            started: Some(34),
        };
        for name in ["bash", "a b", ") S 1 1 1 1 1", "(((", ""] {
            let stat =
                format!("12 ({name}) S 3 7 8 34819 9 4194560 1 2 3 4 5 6 7 8 20 0 1 0 34 99");
            assert_eq!(read(&stat), Some(known), "{name}");
        }
        let none = read("12 (x) S 3 7 8 0 -1 4194560 1").expect("it reads");
        assert_eq!((none.terminal, none.front, none.started), (0, 0, None));
        assert_eq!(read("12 (x) S 3"), None);
        assert_eq!(read("nothing"), None);
    }
}
