//! An agent's part played from real captures: a pane shows one, waits for keys, and shows the next, as
//! the CLI did. What was typed is kept.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use shadow_fixtures::{Capture, SessionDir};

use crate::played::recording;
use crate::private_tmux::{PrivateTmux, behind_ssh};

/// A part: captures of one size, and how many bytes of keys lead to each of those after the first.
pub struct Part {
    session: &'static str,
    first: &'static str,
    then: Vec<(Until, &'static str)>,
    /// After how many seconds of the last one it ends; it stays if absent.
    ends: Option<f64>,
    /// What the last one shows instead of something else.
    edits: Vec<(&'static str, &'static str)>,
}

/// What leads to the next capture.
enum Until {
    /// So many bytes of keys.
    Typed(usize),
    /// So many seconds.
    Seconds(f64),
}

/// The pane of a session of the corpus (`claude/2.1.330/basic-120x40`) that shows a capture.
pub fn shows(session: &'static str, first: &'static str) -> Part {
    Part {
        session,
        first,
        then: Vec::new(),
        ends: None,
        edits: Vec::new(),
    }
}

impl Part {
    /// Once so many bytes have been typed, it shows this.
    pub fn then(mut self, bytes: usize, capture: &'static str) -> Self {
        self.then.push((Until::Typed(bytes), capture));
        self
    }

    /// After so many seconds it shows this.
    pub fn after(mut self, seconds: f64, capture: &'static str) -> Self {
        self.then.push((Until::Seconds(seconds), capture));
        self
    }

    /// So many seconds after the last capture it ends.
    pub fn ends(mut self, seconds: f64) -> Self {
        self.ends = Some(seconds);
        self
    }

    /// The last capture shows this instead of that.
    pub fn edited(mut self, that: &'static str, this: &'static str) -> Self {
        self.edits.push((that, this));
        self
    }

    /// Plays it in a new window of its own in a session of a server, 120x40.
    pub fn play(&self, tmux: &PrivateTmux, session: &str) {
        let folder = tmux.folder().join(format!("part-{session}-{}", self.first));
        fs::create_dir_all(&folder).expect("a folder");
        let frame = |name: &str| {
            let path = folder.join(name);
            let mut capture = self.capture(name);
            if self.then.last().is_some_and(|(_, last)| *last == name) {
                self.edit(&mut capture);
            }
            fs::write(&path, painted(&capture)).expect("a frame");
            path.display().to_string()
        };
        let typed = typed(tmux, session, self.first).display().to_string();
        let mut script = format!("stty raw -echo; cat '{}'\n", frame(self.first));
        for (until, capture) in &self.then {
            let next = frame(capture);
            let wait = match until {
                Until::Typed(bytes) => format!("head -c {bytes} >>'{typed}'"),
                Until::Seconds(seconds) => format!("sleep {seconds}"),
            };
            writeln!(script, "{wait}; cat '{next}'").expect("a line");
        }
        match self.ends {
            // What it started in the background ends with it.
            Some(seconds) => writeln!(script, "sleep {seconds}; kill 0").expect("a line"),
            None => writeln!(script, "exec cat >>'{typed}'").expect("a line"),
        }
        let path = folder.join("script");
        fs::write(&path, script).expect("a script");
        let command = behind_ssh(&format!("exec sh '{}'", path.display()));
        let there = tmux.run(&["has-session", "-t", session]);
        let new: &[&str] = match there {
            true => &["new-window", "-d", "-t", session],
            false => &["new-session", "-d", "-s", session, "-x", "120", "-y", "40"],
        };
        let named = ["-P", "-F", "#{pane_id}", &command];
        let pane = tmux.shown(&[new, &named].concat());
        // The cursor stands there once the frame is whole.
        let [x, y] = self.capture(self.first).case.cursor.unwrap_or_default();
        let cursor = "#{cursor_x},#{cursor_y}.";
        tmux.wait_until(
            &["display-message", "-p", "-t", &pane, cursor],
            &format!("{x},{y}."),
        );
    }

    fn edit(&self, capture: &mut Capture) {
        for (that, this) in &self.edits {
            let text = String::from_utf8(capture.bytes.clone()).expect("UTF-8");
            assert!(text.contains(that), "{that:?} is nowhere");
            capture.bytes = text.replace(that, this).into_bytes();
        }
    }

    fn capture(&self, name: &str) -> Capture {
        let session = SessionDir::read(&recording(self.session)).expect(self.session);
        let mut captures = session
            .captures()
            .map(|capture| capture.expect(self.session));
        let found = captures.find(|capture| capture.case.name == name);
        found.unwrap_or_else(|| panic!("no {name} in {}", self.session))
    }
}

/// The file that keeps what was typed into a part.
pub fn typed(tmux: &PrivateTmux, session: &str, first: &str) -> PathBuf {
    tmux.folder().join(format!("typed-{session}-{first}"))
}

/// Does what types nothing more into the part that begins with the idle screen.
pub fn types_nothing(tmux: &PrivateTmux, act: impl FnOnce()) {
    let keys = || fs::read(typed(tmux, "work", "idle-fresh")).expect("keys");
    let before = keys();
    act();
    assert_eq!(before, keys(), "nothing was typed twice");
}

/// The bytes that paint a capture, with its cursor and title.
fn painted(capture: &Capture) -> Vec<u8> {
    let case = &capture.case;
    let mut bytes = b"\x1b[?1049h\x1b[?2004h\x1b[m\x1b[2J\x1b[H".to_vec();
    let text = capture.bytes.strip_suffix(b"\n").unwrap_or(&capture.bytes);
    bytes.extend(text.iter().flat_map(|&byte| match byte {
        b'\n' => b"\r\n".to_vec(),
        other => vec![other],
    }));
    let [x, y] = case.cursor.unwrap_or_default();
    let shown = if case.cursor_visible == Some(false) {
        'l'
    } else {
        'h'
    };
    let title = case.title.as_deref().unwrap_or_default();
    bytes.extend(
        format!(
            "\x1b[m\x1b[{};{}H\x1b[?25{shown}\x1b]2;{title}\x07",
            y + 1,
            x + 1
        )
        .bytes(),
    );
    bytes
}
