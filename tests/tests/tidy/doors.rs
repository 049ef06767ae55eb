//! Who opens files. What a file names is opened through `shadow-files` alone; whoever opens anything else stands in a
//! list, with whose word the path is.

use std::collections::BTreeSet;
use std::path::Path;

use super::tree;

/// Calls of std that open, list, make or take away by a path.
const OPENERS: [&str; 16] = [
    "fs::read(",
    "fs::read_to_string(",
    "fs::read_dir(",
    "fs::write(",
    "fs::copy(",
    "fs::rename(",
    "fs::remove_file(",
    "fs::remove_dir_all(",
    "fs::create_dir(",
    "fs::create_dir_all(",
    "fs::metadata(",
    "File::open(",
    "File::create(",
    "File::options(",
    "OpenOptions::new(",
    "DirBuilder::new(",
];

/// The crates that read or write files for their users.
const CRATES: [&str; 9] = [
    "cli/src/",
    "serve/src/",
    "tmux/src/",
    "pty/src/",
    "pictures/src/",
    "testing/src/",
    "fixtures/src/",
    "lab/src/",
    "act/src/",
];

/// Whose word a path is. None of them is a file's: that has no row.
#[derive(Debug)]
enum Word {
    /// A person gave it on the command line.
    Argument,
    /// It is made of our own words below a folder that a person or the system gave.
    Own,
    /// It is the system's: a device, `/proc`, a socket's folder.
    System,
}

use Word::{Argument, Own, System};

/// Who opens by themselves: a source, or a folder of them.
const OPENS: [(&str, Word); 42] = [
    ("cli/src/acting/counted.rs", Own),
    ("cli/src/acting/text.rs", Argument),
    ("cli/src/commands/timeline.rs", Argument),
    ("cli/src/commands/turns.rs", Argument),
    ("cli/src/config.rs", Argument),
    ("cli/src/input.rs", Argument),
    ("cli/src/nats/address.rs", Argument),
    ("cli/src/notify/ways.rs", System),
    ("cli/src/numbers.rs", Own),
    ("cli/src/output.rs", Argument),
    ("cli/src/plugin/config.rs", Argument),
    ("cli/src/recorder/captures.rs", Own),
    ("cli/src/regression/bundle.rs", Argument),
    ("cli/src/regression/last_run.rs", Own),
    ("cli/src/relay/audit.rs", Own),
    ("cli/src/relay/journal.rs", Own),
    ("cli/src/serving/socket.rs", Argument),
    ("cli/src/serving/token_file.rs", Argument),
    ("fixtures/src/pack.rs", Argument),
    ("fixtures/src/unpack.rs", Argument),
    ("fixtures/src/write.rs", Own),
    ("lab/src/act/", Own),
    ("lab/src/attack/", Own),
    ("lab/src/cache.rs", Own),
    ("lab/src/campaign/pool.rs", Own),
    ("lab/src/campaign/run.rs", Own),
    ("lab/src/isolate.rs", Own),
    ("lab/src/lead/", Own),
    ("lab/src/live/told.rs", Own),
    ("lab/src/oracle/", Own),
    ("lab/src/provider/launch.rs", Own),
    ("lab/src/scenario/load.rs", Argument),
    ("lab/src/session/", Own),
    ("lab/src/sweep/", Own),
    ("lab/src/world/", Own),
    ("pty/src/outlet.rs", System),
    ("serve/src/caller.rs", System),
    ("testing/src/accepted.rs", Own),
    ("testing/src/goldens.rs", Own),
    ("tmux/src/control/door.rs", System),
    ("tmux/src/private.rs", Own),
    ("tmux/src/sockets.rs", System),
];

/// A source as the list names it, wherever the crates lie.
fn shown(path: &Path) -> String {
    let shown = tree::shown(path);
    shown.strip_prefix("crates/").unwrap_or(&shown).to_owned()
}

/// Whether code calls something of this name, and not something whose name ends in it.
fn calls(code: &str, call: &str) -> bool {
    code.match_indices(call)
        .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

fn opens(path: &Path) -> bool {
    let code = tree::code(path);
    let own = code.split("#[cfg(test)]").next().unwrap_or_default();
    OPENERS.iter().any(|call| calls(own, call))
}

/// Every source that opens by itself.
fn openers() -> BTreeSet<String> {
    let mut sources = tree::sources("");
    let is_theirs = |path: &Path| {
        let shown = shown(path);
        CRATES.iter().any(|folder| shown.starts_with(folder)) && !shown.ends_with("/tests.rs")
    };
    sources.retain(|path| is_theirs(path) && opens(path));
    sources.iter().map(|path| shown(path)).collect()
}

#[test]
fn nobody_opens_by_themselves_but_who_says_by_whose_word() {
    let found = openers();
    let listed = |path: &String| OPENS.iter().any(|(row, _)| path.starts_with(row));
    let new = found.iter().filter(|path| !listed(path)).map(|path| {
        format!(
            "{path} opens files: what a file names goes through shadow_files::Root, else list it"
        )
    });
    let idle = |row: &str| !found.iter().any(|path| path.starts_with(row));
    let gone = OPENS.iter().filter(|(row, _)| idle(row));
    let gone = gone.map(|(row, _)| format!("{row} is listed, and opens nothing"));
    tree::none(&new.chain(gone).collect::<Vec<_>>());
}

#[test]
fn an_opening_call_is_told_from_others() {
    assert!(calls("std::fs::read(path)", "fs::read("));
    assert!(calls("= File::open(path)", "File::open("));
    assert!(!calls("TurnLogFile::open(path)", "File::open("));
}
