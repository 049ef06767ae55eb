//! A folder of cases of a test's own: real captures copied out of the fixtures, to be edited.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::run::{Run, command, feed};

/// How many have been made in this process: tests that give one name run at once.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// A folder that goes when the test ends.
pub struct CaseFolder {
    root: PathBuf,
}

impl CaseFolder {
    /// An empty one, named after its test.
    pub fn new(name: &str) -> Self {
        let (pid, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let root = std::env::temp_dir().join(format!("shadow-{name}-{pid}-case-{number}"));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("cache")).expect("a folder");
        Self { root }
    }

    /// A folder with a session of the fixtures copied in.
    pub fn with(name: &str, session: &str) -> Self {
        let folder = Self::new(name);
        folder.add(session);
        folder
    }

    /// Copies a session of the fixtures (`corpus/claude/…`) in, without the turns that it names: a test names its own.
    pub fn add(&self, session: &str) {
        let from = fixtures().join(session);
        let to = self.root.join("cases").join(session);
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(&from).expect("a session of the fixtures") {
            let entry = entry.expect("a file");
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
        let path = to.join("session.toml");
        let text = fs::read_to_string(&path).expect("a session");
        let (head, cases) = text.split_once("[[case]]").expect("a case");
        let head = head.split("[[turn]]").next().unwrap_or_default();
        fs::write(path, format!("{head}[[case]]{cases}")).expect("written");
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Edits a file of a session in it.
    pub fn edit(&self, session: &str, file: &str, edit: impl Fn(String) -> String) {
        let path = self.root.join("cases").join(session).join(file);
        let text = fs::read_to_string(&path).expect("a file to edit");
        let new = edit(text.clone());
        assert_ne!(text, new, "{file} has what is edited");
        fs::write(path, new).expect("written");
    }

    /// Names turns in a session in it, in front of its cases.
    pub fn name_turns(&self, session: &str, turns: &str) {
        let named = format!("{turns}\n[[case]]");
        self.edit(session, "session.toml", |text| {
            text.replacen("[[case]]", &named, 1)
        });
    }

    /// The binary, run in it.
    pub fn shadow(&self, args: &[&str]) -> Run {
        self.feed(args, "")
    }

    /// The binary, run in it with this on standard input.
    pub fn feed(&self, args: &[&str], input: &str) -> Run {
        feed(self.command(args), input.into())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(args);
        command.current_dir(&self.root);
        command.env("XDG_CACHE_HOME", self.root.join("cache"));
        command
    }
}

impl Drop for CaseFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The fixtures of the repository.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// A capture of the corpus (`claude/2.1.330/basic-120x40/idle-fresh`) as a file of its own.
pub fn capture_file(name: &str) -> PathBuf {
    let path = fixtures().join("corpus").join(format!("{name}.ansi"));
    let copy = shadow_fixtures::copy_capture(&path, env!("CARGO_TARGET_TMPDIR").as_ref());
    copy.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An approval of Claude Code that says itself that rows are left out; its last option is the no.
pub fn cut(name: &str) -> PathBuf {
    let whole = capture_file("claude/2.1.330/basic-120x40/approval-command");
    let text = std::fs::read_to_string(&whole).expect("a capture");
    let mut rows: Vec<&str> = text.split('\n').collect();
    let hints = rows.iter().position(|row| row.contains("Esc to cancel"));
    let above = hints.expect("a row of keys") - 1;
    assert_eq!(rows[above].trim(), "", "{text}");
    rows[above] = " ↑ 12 more lines";
    let text = rows.join("\n");
    let file = format!("{name}-{}.ansi", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    std::fs::write(&path, text).expect("a file");
    path
}
