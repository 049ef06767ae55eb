//! The bundle of a misread screen: one gzipped tar with the redacted capture, what is known beside
//! it, how it was read, and with which versions. Made by `shadow report`, taken in by `shadow test
//! --add`. Nothing goes in that has not been redacted.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use shadow_fixtures::{Case, ProgramStatus, SCHEMA, Session, Truth, Unpacked, write_session};
use shadow_tui::contract::wire_name;
use shadow_tui::{Channels, ProcessState, Version};

use crate::exit::{Exit, Failure};

/// The largest file of a bundle that is read, in bytes: 8 MiB.
const LIMIT: u64 = 8 << 20;

/// The most that is unpacked of a bundle, in bytes: 64 MiB. It bounds what the archive's own headers can ask for.
const UNPACKED_LIMIT: u64 = 64 << 20;

const MANIFEST: &str = "report.json";
const SCREEN: &str = "screen.ansi";

/// What a bundle says of its screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of this format, 1.
    pub bundle: u32,
    /// Version of shadow that read the screen.
    pub shadow: String,
    /// Operating system and architecture.
    pub system: String,
    /// The day, `YYYY-MM-DD`.
    pub made: String,
    /// `claude` or `codex`.
    pub provider: String,
    /// The CLI's version; [`UNKNOWN_VERSION`](shadow_fixtures::UNKNOWN_VERSION) where it is not known.
    pub version: String,
    /// What is wrong, in the words of the person who reports it.
    pub note: String,
    /// The preset that read it.
    pub preset: String,
    /// The axes as the engine read them on the screen itself.
    pub read_as: [String; 4],
    /// The axes as it reads them on the redacted screen.
    pub redacted_read_as: [String; 4],
    /// Columns and rows of the pane.
    pub size: [u16; 2],
    /// Column and row of the cursor.
    pub cursor: Option<[u16; 2]>,
    /// Whether the cursor is shown.
    pub cursor_visible: Option<bool>,
    /// Whether the alternate screen is on.
    pub alternate: bool,
    /// The title, redacted.
    pub title: Option<String>,
    /// `running` or `exited`, where known.
    pub process: Option<String>,
    /// OSC 9;4 payload.
    pub progress: Option<String>,
    /// OSC 7501 records, redacted.
    pub program_status: Vec<ProgramStatus>,
}

impl Manifest {
    /// Reads one; what it names must be a provider and a version, since both name folders.
    fn parse(text: &[u8]) -> Result<Self, String> {
        let manifest: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if !["claude", "codex"].contains(&manifest.provider.as_str()) {
            return Err("its provider is neither claude nor codex".to_owned());
        }
        let version = Version::parse_prefix(&manifest.version);
        match version.is_some_and(|version| version.to_string() == manifest.version) {
            true => Ok(manifest),
            false => Err("its version is none".to_owned()),
        }
    }

    /// Puts what is known beside a redacted screen in.
    pub fn with_channels(mut self, channels: &Channels) -> Self {
        self.cursor = channels.cursor.map(|(x, y)| [x, y]);
        self.cursor_visible = channels.cursor_visible;
        self.alternate = channels.alternate.unwrap_or_default();
        self.title.clone_from(&channels.title);
        self.progress.clone_from(&channels.progress);
        self.process = match channels.process {
            ProcessState::Unknown => None,
            known => Some(wire_name(&known)),
        };
        let records = channels.program_status.iter().map(|record| ProgramStatus {
            id: record.id.clone(),
            state: wire_name(&record.state),
            kind: record.kind.clone(),
            app: record.app.clone(),
            msg: record.msg.clone(),
        });
        self.program_status = records.collect();
        self
    }
}

/// A bundle in memory.
#[derive(Debug)]
pub struct Bundle {
    /// What it says.
    pub manifest: Manifest,
    /// The redacted capture.
    pub screen: Vec<u8>,
    /// How it was read, for people: name of the file and its bytes.
    pub pages: Vec<(&'static str, Vec<u8>)>,
}

impl Bundle {
    /// Writes it.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let refuse = |error: std::io::Error| {
            let path = path.display();
            let hint = "give a file that can be written";
            Failure::new(
                Exit::NotHeld,
                format!("cannot write {path}: {error}; {hint}"),
            )
        };
        let file = File::create(path).map_err(refuse)?;
        let gz = GzEncoder::new(file, Compression::best());
        self.pack(gz)
            .and_then(GzEncoder::finish)
            .map_err(refuse)
            .map(drop)
    }

    fn pack<W: Write>(&self, into: W) -> std::io::Result<W> {
        let manifest = serde_json::to_vec_pretty(&self.manifest)?;
        let pages = self.pages.iter().map(|(name, bytes)| (*name, &bytes[..]));
        let own = [(MANIFEST, &manifest[..]), (SCREEN, &self.screen[..])];
        pack(own.into_iter().chain(pages), into)
    }

    /// Reads one: its manifest and its screen, each under a cap; what else is in it is passed over.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let read = File::open(path).map_err(|error| error.to_string());
        read.and_then(Self::unpack).map_err(|what| {
            let (name, what) = (path.display(), what.replace('\n', "; "));
            Failure::input(format!(
                "cannot read the bundle {name}: {what}; give one that shadow report made"
            ))
        })
    }

    /// Reads a bundle from its bytes. The error says what is wrong with them.
    pub fn unpack(packed: impl Read + 'static) -> Result<Self, String> {
        let wrong = |error: std::io::Error| error.to_string();
        let unpacked = Unpacked::of(packed).map_err(wrong)?;
        let mut tar = tar::Archive::new(unpacked.at_most(UNPACKED_LIMIT));
        let (mut manifest, mut screen) = (None, None);
        for entry in tar.entries().map_err(wrong)?.take(64) {
            let entry = entry.map_err(wrong)?;
            let own = entry
                .path()
                .map(|path| path.into_owned())
                .unwrap_or_default();
            let place = match own.to_str() {
                Some(MANIFEST) => &mut manifest,
                Some(SCREEN) => &mut screen,
                _ => continue,
            };
            let mut bytes = Vec::new();
            entry.take(LIMIT).read_to_end(&mut bytes).map_err(wrong)?;
            *place = Some(bytes);
        }
        let (Some(manifest), Some(screen)) = (manifest, screen) else {
            return Err(format!("it holds no {MANIFEST} and {SCREEN}"));
        };
        Ok(Self {
            manifest: Manifest::parse(&manifest)?,
            screen,
            pages: Vec::new(),
        })
    }

    /// Writes it below `root` as a session of one case, with its truth, and gives the folder.
    pub fn add(
        &self,
        root: &Path,
        fields: &[(String, String)],
        witness: &str,
    ) -> Result<PathBuf, Failure> {
        let session = self.session(fields, witness)?;
        let shelf = session.shelf().map_err(|e| Failure::input(e.to_string()))?;
        let dir = free(&root.join(shelf));
        let written = write_session(&dir, &session, std::slice::from_ref(&self.screen), None);
        written.map_err(|error| Failure::new(Exit::NotHeld, error.to_string()))?;
        Ok(dir)
    }

    /// The session that it becomes.
    pub fn session(&self, fields: &[(String, String)], witness: &str) -> Result<Session, Failure> {
        let truth = self.truth(fields)?;
        let manifest = &self.manifest;
        Ok(Session {
            schema: SCHEMA,
            provider: manifest.provider.clone(),
            version: manifest.version.clone(),
            scenario: "report".to_owned(),
            setting: format!("{}x{}", manifest.size[0], manifest.size[1]),
            made: manifest.made.clone(),
            how: format!("reported with shadow {}, redacted", manifest.shadow),
            dropped: Vec::new(),
            turns: None,
            cases: vec![self.case(truth, witness)],
        })
    }

    fn case(&self, truth: Truth, witness: &str) -> Case {
        let manifest = &self.manifest;
        Case {
            name: "reported".to_owned(),
            screen: None,
            at: None,
            size: manifest.size,
            cursor: manifest.cursor,
            cursor_visible: manifest.cursor_visible,
            alternate: manifest.alternate,
            title: manifest.title.clone(),
            process: manifest.process.clone(),
            progress: manifest.progress.clone(),
            notifications: Vec::new(),
            witness: witness.to_owned(),
            program_status: manifest.program_status.clone(),
            truth,
        }
    }

    /// The truth: as the engine read it, but for the fields that are given.
    fn truth(&self, fields: &[(String, String)]) -> Result<Truth, Failure> {
        let [availability, business_state, input_mode, ui_context] = self.manifest.read_as.clone();
        let mut truth = Truth {
            availability,
            business_state,
            input_mode,
            ui_context,
            ..Truth::default()
        };
        for (field, value) in fields {
            // The bundle says nothing of these parts: the person who names one says that it is on the screen.
            if field.starts_with("composer.") {
                truth.composer.get_or_insert_default();
            } else if field.starts_with("block.") {
                truth.block.get_or_insert_default();
            }
            if !truth.set(field, value) {
                return Err(Failure::usage(format!(
                    "--truth {field}={value}: no such field or value; `shadow test --help` lists the fields"
                )));
            }
        }
        truth.check().map_err(Failure::input)?;
        Ok(truth)
    }
}

/// An archive of files, by name.
fn pack<'a, W: Write>(
    files: impl Iterator<Item = (&'a str, &'a [u8])>,
    into: W,
) -> std::io::Result<W> {
    let mut tar = tar::Builder::new(into);
    for (name, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        tar.append_data(&mut header, name, bytes)?;
    }
    tar.into_inner()
}

/// An archive with a manifest and a screen, whatever they say.
pub fn archive(manifest: &[u8], screen: &[u8]) -> std::io::Result<Vec<u8>> {
    let own = [(MANIFEST, manifest), (SCREEN, screen)];
    pack(own.into_iter(), Vec::new())
}

/// The first folder `report-N` that is not there yet.
fn free(parent: &Path) -> PathBuf {
    let folders = (1..).map(|n| parent.join(format!("report-{n}")));
    folders
        .into_iter()
        .find(|dir| !dir.exists())
        .unwrap_or_default()
}
