//! Where snapshots come from: files, standard input, live panes; shared by `parse`, `explain` and
//! `extract`.

use clap::Args;
use shadow_tmux::PaneId;
use shadow_tui::{ProviderChoice, Snapshot};

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::input::read_snapshot;
use crate::live::ServerArgs;
use crate::snapshot_args::SnapshotArgs;

/// Where snapshots come from, and what is known beside their text.
#[derive(Debug, Args)]
pub struct SourceArgs {
    /// Files with a pane's text, with or without SGR; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// A live tmux pane by its id (%3), instead of a file; may be repeated
    #[arg(long, value_name = "%N")]
    pane: Vec<PaneId>,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    pub snapshot: SnapshotArgs,
}

/// One snapshot with its name.
pub struct Source {
    /// The path or pane as given.
    pub id: String,
    /// The snapshot.
    pub snapshot: Snapshot,
    /// Which provider should read it.
    pub provider: ProviderChoice<'static>,
}

impl SourceArgs {
    /// Hands every snapshot to `answer`, in the order given. One that cannot be had is reported,
    /// the rest is answered. `answer` says whether its check held.
    pub fn each(&self, mut answer: impl FnMut(Source) -> Outcome) -> Outcome {
        self.check()?;
        let mut exit = Exit::Done;
        let files = self.files.iter().map(|path| self.file(path));
        let panes = self.pane.iter().map(|&id| self.live(id));
        for source in files.chain(panes) {
            match source {
                Ok(source) => exit = exit.max(answer(source)?),
                Err(failure) => {
                    complain(failure.message());
                    exit = exit.max(failure.exit());
                }
            }
        }
        Ok(exit)
    }

    fn check(&self) -> Result<(), Failure> {
        if self.files.is_empty() && self.pane.is_empty() {
            return Err(Failure::usage(
                "no input; give a file with a pane's text, - for standard input, or --pane %N",
            ));
        }
        if !self.pane.is_empty() && self.snapshot.describes_screen() {
            return Err(Failure::usage(
                "tmux tells size, cursor, alternate screen and title of a live pane; drop those options",
            ));
        }
        Ok(())
    }

    fn file(&self, path: &str) -> Result<Source, Failure> {
        Ok(Source {
            id: path.to_owned(),
            snapshot: Snapshot {
                text: read_snapshot(path)?,
                channels: self.snapshot.channels(),
            },
            provider: self.snapshot.provider.choice(),
        })
    }

    fn live(&self, id: PaneId) -> Result<Source, Failure> {
        let view = self.server.view(id)?;
        let by_command = view.pane.agent_by_command();
        let provider = match (self.snapshot.provider.choice(), by_command) {
            (ProviderChoice::Auto, Some(name)) => ProviderChoice::Named(name),
            (wanted, _) => wanted,
        };
        let mut snapshot = view.into_snapshot();
        snapshot.channels.cli_version = self.snapshot.cli_version.clone();
        Ok(Source {
            id: id.to_string(),
            snapshot,
            provider,
        })
    }
}
