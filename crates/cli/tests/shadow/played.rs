//! Recordings of real CLIs, played by a shell script in their own time: a program that behaves in a
//! terminal as the CLI did.

use std::fs;
use std::path::{Path, PathBuf};

use shadow_fixtures::{Cast, SessionDir};

use crate::private_tmux::program_named;

/// Pieces that came within so many seconds are written at once: each is a process.
const TOGETHER: f64 = 0.05;

/// A session of the corpus.
pub fn recording(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/corpus")
        .join(name)
}

/// The script and its pieces, in a folder of their own.
pub struct Played {
    folder: PathBuf,
    /// A shell that goes by the CLI's name, as what is in front of a terminal is judged by that.
    program: PathBuf,
    /// What the program writes.
    pub bytes: Vec<u8>,
}

impl Played {
    /// Prepares a session of the corpus up to a second of it; `label` names the folder.
    pub fn new(name: &str, label: &str, until: f64) -> Self {
        Self::write(name, label, &pieces(&cast(name), until))
    }

    /// Prepares a session of the corpus in another time. Each scene is what was written up to a second of it: that is
    /// written at once, and stands for so many seconds.
    pub fn scenes(name: &str, label: &str, scenes: &[(f64, f64)]) -> Self {
        let cast = cast(name);
        let mut output = cast.events.iter().filter(|it| it.kind == 'o').peekable();
        let (mut pieces, mut at) = (Vec::new(), 0.0);
        for (until, stands) in scenes {
            let mut piece = Vec::new();
            while let Some(event) = output.next_if(|event| event.at <= *until) {
                piece.extend_from_slice(event.data.as_bytes());
            }
            pieces.push((at, piece));
            at += stands;
        }
        Self::write(name, label, &pieces)
    }

    /// Writes pieces, each with the second at which it is due, and the script that plays them.
    fn write(name: &str, label: &str, pieces: &[(f64, Vec<u8>)]) -> Self {
        let label = format!("shadow-played-{label}-{}", std::process::id());
        let folder = std::env::temp_dir().join(label);
        fs::create_dir_all(&folder).expect("a folder");
        let mut script = String::from("stty raw -echo\n");
        let mut bytes = Vec::new();
        let mut last = 0.0;
        for (index, (at, piece)) in pieces.iter().enumerate() {
            let file = folder.join(index.to_string());
            fs::write(&file, piece).expect("a piece");
            let pause = at - last;
            script += &format!("sleep {pause:.3}; cat {}\n", file.display());
            bytes.extend_from_slice(piece);
            last = *at;
        }
        script += "sleep 2.5; stty sane\n";
        fs::write(folder.join("script"), script).expect("a script");
        let cli = name.split('/').next().unwrap_or(name);
        let program = program_named(cli, "sh");
        Self {
            folder,
            program,
            bytes,
        }
    }

    /// The program, which is given the script.
    pub fn program(&self) -> String {
        self.program.display().to_string()
    }

    /// The script.
    pub fn script(&self) -> String {
        self.folder.join("script").display().to_string()
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn cast(name: &str) -> Cast {
    let session = SessionDir::read(&recording(name)).expect(name);
    session.cast().expect(name).expect(name)
}

fn pieces(cast: &Cast, until: f64) -> Vec<(f64, Vec<u8>)> {
    let mut pieces: Vec<(f64, Vec<u8>)> = Vec::new();
    let output = cast.events.iter().filter(|event| event.kind == 'o');
    for event in output.take_while(|event| event.at <= until) {
        match pieces.last_mut() {
            Some((at, piece)) if event.at - *at < TOGETHER => piece.extend(event.data.bytes()),
            _ => pieces.push((event.at, event.data.clone().into_bytes())),
        }
    }
    pieces
}
