//! The keeper: a process between the host and the program that leads the pty's session.
//!
//! A program that leads its session itself is in an orphaned process group: the kernel drops
//! its Ctrl-Z. Kept, the program has a process group of its own in the keeper's session, as it has
//! below a shell. When it stops, the keeper stops, which the host sees; when the host continues
//! the keeper, the program is continued. Its exit code is the program's, or 128 and the signal.

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, waitpid,
};
use rustix::termios::{tcgetpgrp, tcgetwinsize, tcsetpgrp};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;

/// The exit code for a program that is not there, as shells give it.
const NOT_FOUND: i32 = 127;
/// The exit code for a program that exists and cannot be run.
const NOT_RUN: i32 = 126;

/// Runs a program until it ends, and gives the exit code to end with. Only as the leader of a
/// pty's session, which [`Host`](crate::Host) makes it.
#[must_use]
pub fn keep(argv: &[OsString]) -> i32 {
    match run(argv) {
        Ok(code) => code,
        Err(error) => {
            let name = argv.first().map(|name| name.to_string_lossy());
            eprintln!("shadow: cannot run {}: {error}", name.unwrap_or_default());
            match error.kind() {
                ErrorKind::NotFound => NOT_FOUND,
                _ => NOT_RUN,
            }
        }
    }
}

fn run(argv: &[OsString]) -> io::Result<i32> {
    let mut signals = Signals::new([
        SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
    ])?;
    let size = tcgetwinsize(io::stdin());
    let child = start(argv)?;
    bring_forward(child);
    // A size that changed before went by it: the kernel tells the group that is in front.
    if tcgetwinsize(io::stdin()) != size {
        let _ = kill_process_group(child, Signal::WINCH);
    }
    for signal in signals.forever() {
        if signal == SIGCHLD {
            if let Some(code) = look_after(child)? {
                return Ok(code);
            }
        } else if let Some(signal) = Signal::from_named_raw(signal) {
            // It may have ended this moment.
            let _ = kill_process(child, signal);
        }
    }
    Ok(0)
}

/// Starts the program in a process group of its own.
fn start(argv: &[OsString]) -> io::Result<Pid> {
    let (program, args) = argv
        .split_first()
        .ok_or_else(|| io::Error::other("no program is named"))?;
    let mut command = Command::new(program);
    command.args(args).process_group(0);
    if env::var_os(NO_SHELL).is_some() {
        command.env_remove(NO_SHELL).env_remove("SHELL");
    }
    let child = command.spawn()?;
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    id.ok_or_else(|| io::Error::other("the program has no process id"))
}

/// Tells the keeper that the environment has no `SHELL`: portable-pty adds one.
pub(crate) const NO_SHELL: &str = "SHADOW_KEEPER_NO_SHELL";

/// Makes the program the one that the pty's keys and signals go to.
fn bring_forward(child: Pid) {
    // It may have ended already, and its group with it.
    let _ = tcsetpgrp(io::stdin(), child);
}

/// Acts on what has become of the program; its exit code when it has ended.
fn look_after(child: Pid) -> io::Result<Option<i32>> {
    let options = WaitOptions::NOHANG | WaitOptions::UNTRACED;
    while let Some((_, status)) = waitpid(Some(child), options)? {
        let killed = status.terminating_signal().map(|signal| 128 + signal);
        if let Some(code) = status.exit_status().or(killed) {
            return Ok(Some(code));
        }
        if status.stopped() && !reached_early(child, status) {
            stop_too()?;
        }
        let _ = kill_process_group(child, Signal::CONT);
    }
    Ok(None)
}

/// Whether it was stopped because it reached for the terminal before it was brought forward.
fn reached_early(child: Pid, status: WaitStatus) -> bool {
    let reaching = [Signal::TTIN.as_raw(), Signal::TTOU.as_raw()];
    let signal = status.stopping_signal();
    signal.is_some_and(|signal| reaching.contains(&signal))
        && tcgetpgrp(io::stdin()).is_ok_and(|group| group == child)
}

/// Stops, and returns when continued.
fn stop_too() -> io::Result<()> {
    Ok(kill_process(getpid(), Signal::STOP)?)
}
