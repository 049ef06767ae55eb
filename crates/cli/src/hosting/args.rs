//! What is hosted, and how it is read; shared by `run` and `record`.

use std::env;
use std::ffi::OsString;

use clap::Args;
use shadow_live::{Host, Listener, LiveError, Size};

use crate::exit::{Exit, Failure};
use crate::live::own_pane;
use crate::numbers::{Published, own_numbers};
use crate::setup;
use crate::snapshot_args::{ReaderArgs, size};

/// How a hosted program is read and reported.
#[derive(Debug, Clone, Args)]
pub struct HostArgs {
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// Columns and rows, such as 120x40, if shadow does not run in a terminal [default: 80x24]
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub size: Option<[u16; 2]>,
    /// Do not report the CLI's status to the terminal (OSC 7501)
    #[arg(long)]
    pub no_report: bool,
}

impl HostArgs {
    /// Hosts a command until it ends; `listen` makes who is told, given the size.
    pub fn host<L: Listener>(
        &self,
        argv: &[OsString],
        listen: impl FnOnce(Size) -> Result<L, Failure>,
    ) -> Result<(Exit, L), Failure> {
        let own = env::current_exe().map_err(LiveError::Host)?;
        let keeper = vec![own.into(), "keep".into(), "--".into()];
        let mut host = Host::new(setup::stack()?, keeper).hinted(self.reader.hint());
        if let Some([cols, rows]) = self.size {
            host = host.sized(Size::new(cols, rows));
        }
        if let Some((socket, pane)) = own_pane() {
            host = host.within(&socket, pane);
            host = host.numbering_after(own_numbers(), Published::told());
        }
        if self.no_report {
            host = host.unreported();
        }
        let (code, listener) = host.run(argv, listen)?;
        let code = u8::try_from(code).unwrap_or(u8::MAX);
        Ok((Exit::Hosted(code), listener))
    }
}
