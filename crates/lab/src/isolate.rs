//! The private world of a session: its own network with loopback only, host name, processes, `/tmp` and `/home`.
//!
//! The lab starts itself again under `unshare`; the child prepares the world and runs the session in it. As the child
//! is the first process of its own process namespace, everything that a CLI leaves behind ends with it.

use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::error::{Context, LabError, Result};
use crate::provider::{HOME, HOST, PROJECT};
use crate::version::Version;

/// The path of the installed CLI in the session's world.
pub const CLI: &str = "/home/user/.local/lib/cli";

/// The path of the lab's own binary in the session's world.
pub const SELF: &str = "/tmp/lab";

/// Where shadow keeps its locks and unsent texts in the session's world.
const OWN_FOLDERS: [(&str, &str); 2] = [
    ("XDG_RUNTIME_DIR", "/tmp/runtime"),
    ("XDG_STATE_HOME", "/tmp/state"),
];

/// The command that runs `program` in namespaces of its own; as root, or through a user namespace.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new("unshare");
    if !is_root() {
        command.arg("--map-root-user");
    }
    command.args(["--net", "--uts", "--mount", "--ipc", "--pid", "--fork"]);
    command.args(["--kill-child", "--mount-proc", "--propagation", "private"]);
    command.arg("--").arg(program);
    // In each world stands a socket of the same path: what shadow keeps for it is not to be another's.
    for (name, folder) in OWN_FOLDERS {
        command.env(name, folder);
    }
    command
}

/// Runs a subcommand of this program over a job in a world of its own, in the folder of the job. Of a life that ends early, it
/// says why, with the version that it was of.
///
/// # Errors
/// When the job cannot be written, or no world can be made.
pub fn live(
    job: &impl Serialize,
    file: &Path,
    prefix: &[&str],
    subcommand: &str,
    version: &Version,
) -> Result<()> {
    let text = serde_json::to_string(job).context("job")?;
    fs::write(file, text).context(file.display())?;
    let exe = std::env::current_exe().context("own path")?;
    let output = command(&exe)
        .args(prefix)
        .arg(subcommand)
        .current_dir(file.parent().unwrap_or(Path::new(".")))
        .stdin(Stdio::null())
        .output()
        .context("unshare (util-linux)")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        eprintln!("{version}: a life ended early: {}", said.trim());
    }
    Ok(())
}

/// The start of a command line whose program has no network at all, and otherwise our own world.
pub fn offline() -> Command {
    let mut command = Command::new("unshare");
    if !is_root() {
        command.arg("--map-root-user");
    }
    command.args(["--net", "--"]);
    command
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0)
}

/// Prepares the world from inside: loopback up, host name, empty `/tmp`, and a home that holds the CLI.
pub fn enter(cli: &Path, exe: &Path) -> Result<()> {
    run("ip", &["link", "set", "lo", "up"])?;
    run("hostname", &[HOST])?;
    // Held open, because what lies below the old /tmp has no path any more once the new one covers it.
    let (binary, installed) = (hold(exe)?, hold(cli)?);
    run("mount", &["-t", "tmpfs", "-o", "mode=1777", "lab", "/tmp"])?;
    fs::write(SELF, "").context(SELF)?;
    bind(&binary, SELF)?;
    // Built aside and then moved over /home, because the cache itself may lie below /home.
    let inside = |path: &str| format!("/tmp/world{}", path.trim_start_matches("/home"));
    for dir in [CLI, PROJECT] {
        fs::create_dir_all(inside(dir)).context(dir)?;
    }
    bind(&installed, &inside(CLI))?;
    run("mount", &["--rbind", "/tmp/world", "/home"])?;
    fs::create_dir_all(Path::new(HOME).join("project")).context(HOME)
}

fn hold(path: &Path) -> Result<File> {
    File::open(path).context(path.display())
}

/// Shows an open file or folder at another place.
fn bind(from: &File, to: &str) -> Result<()> {
    let from = format!("/proc/{}/fd/{}", std::process::id(), from.as_raw_fd());
    run("mount", &["--no-canonicalize", "--bind", &from, to])
}

fn run(program: &str, args: &[&str]) -> Result<()> {
    let output = Command::new(program)
        .args(args)
        .output()
        .context(format!("{program} (is it installed?)"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(LabError::new(format!(
            "{program} {}: {}",
            args.join(" "),
            String::from_utf8_lossy(&output.stderr)
        ))),
    }
}
