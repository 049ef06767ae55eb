//! What ends control clients whose owner has died without letting go of them.
//!
//! A client that is told to leave while something is still to be written to it stays for ever in tmux 3.3a once nobody
//! reads it: its session counts as attached, and `kill-server` does not end the server. So whoever attaches clients has
//! a shell beside it that knows them. That reads a pipe whose other end dies with its owner, however that dies, and
//! then ends those that are left.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Mutex;

use super::traffic::lock;

/// Keeps the clients' ids, told `+ id` and `- id`; ends them all when nothing more is to be read.
const SCRIPT: &str = r#"
while read -r how id; do
  case $how in
    +) set -- "$@" "$id" ;;
    -) for one do shift; [ "$one" = "$id" ] || set -- "$@" "$one"; done ;;
  esac
done
[ $# -eq 0 ] || kill -9 "$@"
"#;

/// The guard of this process, begun with its first client.
static GUARD: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// A client whose process is ended when this one dies. One that has ended is to be dropped at once: its id may become
/// another's.
#[derive(Debug)]
pub struct Guarded(u32);

impl Guarded {
    /// Watches over the client of this process id. Without a shell there is no guard.
    pub fn new(id: u32) -> Self {
        tell('+', id);
        Self(id)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        tell('-', self.0);
    }
}

fn tell(how: char, id: u32) {
    let mut guard = lock(&GUARD);
    if guard.is_none() && how == '+' {
        *guard = start();
    }
    let told = guard.as_mut().map(|guard| writeln!(guard, "{how} {id}"));
    if told.is_some_and(|told| told.is_err()) {
        // It was ended; the next client gets another.
        *guard = None;
    }
}

fn start() -> Option<ChildStdin> {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT]).current_dir("/");
    shell
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // What a terminal sends to the processes in front must not end it before its owner.
    shell.process_group(0);
    shell.spawn().ok()?.stdin
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    use super::start;

    #[test]
    fn when_the_owner_is_gone_those_that_it_has_not_let_go_are_ended() {
        let mut sleepers = [(); 3].map(|()| {
            let sleep = Command::new("sleep").arg("600").spawn();
            sleep.expect("sleep runs")
        });
        let ids = sleepers.each_ref().map(std::process::Child::id);
        let mut guard = start().expect("a shell");
        for id in ids {
            writeln!(guard, "+ {id}").expect("it reads");
        }
        writeln!(guard, "- {}", ids[1]).expect("it reads");
        drop(guard);
        for at in [0, 2] {
            let ended = sleepers[at].wait().expect("it ends");
            assert_eq!(ended.signal(), Some(9));
        }
        // One kill ends all: what lives now was spared.
        assert!(sleepers[1].try_wait().expect("a child").is_none());
        sleepers[1].kill().expect("it lives");
        sleepers[1].wait().expect("it ends");
    }
}
