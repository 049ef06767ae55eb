//! Where screens come from: captured text, raw terminal output, live panes; shared by `parse`,
//! `explain` and `extract`.

use clap::Args;
use shadow_tmux::PaneName;
use shadow_tui::screen::Screen;
use shadow_tui::{Channels, ProviderChoice, Snapshot};

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::hosts::{There, there};
use crate::input::{read_raw, read_snapshot};
use crate::live::ServerArgs;
use crate::snapshot_args::SnapshotArgs;

/// Where screens come from, and what is known beside them.
#[derive(Debug, Args)]
pub struct SourceArgs {
    /// Text of a pane, with or without styles (SGR); - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Read this live tmux pane, by id (%3) or target (main:1.0), instead of a file; may be repeated
    #[arg(long, value_name = "PANE")]
    pane: Vec<PaneName>,
    /// Read FILE as raw terminal output, recorded from the start of the program; needs --size
    #[arg(long, requires = "size", conflicts_with_all = ["pane", "cursor", "cursor_hidden", "alternate"])]
    raw: bool,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    pub snapshot: SnapshotArgs,
}

/// One screen with its name.
pub struct Source {
    /// The path or pane as given.
    pub id: String,
    /// The input as it came; for raw output the text of the screen rebuilt from it.
    pub raw: Vec<u8>,
    /// The screen.
    pub screen: Screen,
    /// What is known beside it.
    pub channels: Channels,
    /// Which provider should read it.
    pub provider: ProviderChoice<'static>,
}

impl SourceArgs {
    /// Hands every screen to `answer`, in the order given. One that cannot be had is reported,
    /// the rest is answered. `answer` says whether its check held.
    pub fn each(&self, answer: impl FnMut(Source) -> Outcome) -> Outcome {
        self.each_given(answer, |there| {
            Err(Failure::usage(format!(
                "{there} is on another machine, and only its text is known here; use `shadow parse --pane {there}`, or log in \
                 there"
            )))
        })
    }

    /// As [`SourceArgs::each`], with `elsewhere` for panes of other machines, whose screens are read there.
    pub fn each_given(
        &self,
        mut answer: impl FnMut(Source) -> Outcome,
        mut elsewhere: impl FnMut(&There) -> Outcome,
    ) -> Outcome {
        self.check()?;
        let mut exit = Exit::Done;
        let files = self.files.iter().map(|path| self.file(path).map(Ok));
        let panes = self.pane.iter().map(|name| self.live(name));
        for source in files.chain(panes) {
            let answered = match source {
                Ok(Ok(source)) => Ok(answer(source)?),
                Ok(Err(there)) => elsewhere(&there),
                Err(failure) => Err(failure),
            };
            match answered {
                Ok(held) => exit = exit.max(held),
                Err(failure) => {
                    complain(failure.message());
                    exit = exit.max(failure.exit());
                }
            }
        }
        Ok(exit)
    }

    /// How many screens are asked for.
    pub fn count(&self) -> usize {
        self.files.len() + self.pane.len()
    }

    fn check(&self) -> Result<(), Failure> {
        if self.files.is_empty() && self.pane.is_empty() {
            return Err(Failure::usage(
                "no input; give a file with a pane's text, - for standard input, or --pane %N",
            ));
        }
        if !self.pane.is_empty() && self.snapshot.describes_screen() {
            return Err(Failure::usage(
                "for a live pane, size, cursor, alternate screen and title come from tmux; drop these options",
            ));
        }
        Ok(())
    }

    fn file(&self, path: &str) -> Result<Source, Failure> {
        let given = self.snapshot.channels();
        let provider = self.snapshot.reader.provider.choice();
        if self.raw {
            return self.rebuilt(path, given, provider);
        }
        let snapshot = Snapshot {
            text: read_snapshot(path)?,
            channels: given,
        };
        Ok(Source::new(path.to_owned(), snapshot, provider))
    }

    /// The screen that raw output leaves.
    fn rebuilt(
        &self,
        path: &str,
        given: Channels,
        provider: ProviderChoice<'static>,
    ) -> Result<Source, Failure> {
        let [cols, rows] = self.snapshot.size.unwrap_or([80, 24]);
        let grid = read_raw(path, cols, rows)?;
        let mut screen = Screen::default();
        grid.write_screen(&mut screen);
        let channels = grid.channels();
        Ok(Source {
            id: path.to_owned(),
            raw: screen.normalized_text().into(),
            screen,
            channels: Channels {
                title: given.title.or(channels.title),
                cli_version: given.cli_version,
                ..channels
            },
            provider,
        })
    }

    /// A live pane: its screen, or where it is.
    fn live(&self, name: &PaneName) -> Result<Result<Source, There>, Failure> {
        if let Some(there) = there(name, &self.server)? {
            return match self.snapshot.reader.is_given() {
                true => Err(Failure::usage(format!(
                    "{there} is read by the shadow there; drop --provider and --cli-version"
                ))),
                false => Ok(Err(there)),
            };
        }
        let view = self.server.view(name)?;
        let provider = self.snapshot.reader.provider.choice();
        let mut snapshot = view.into_snapshot();
        snapshot.channels.cli_version = self.snapshot.reader.cli_version.clone();
        Ok(Ok(Source::new(name.to_string(), snapshot, provider)))
    }
}

impl Source {
    fn new(id: String, snapshot: Snapshot, provider: ProviderChoice<'static>) -> Self {
        Self {
            id,
            screen: Screen::from_capture(&snapshot.text, &snapshot.channels),
            raw: snapshot.text,
            channels: snapshot.channels,
            provider,
        }
    }
}
