//! Which tmux servers are asked, how long one that says nothing is waited for, and what panes of several are called.

use std::fs::{self, Permissions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed};

/// A user that nobody works as.
const NOBODY: u32 = 65534;

/// `shadow` with the folder of a server's in `TMUX_TMPDIR`.
fn shadow_in(folder: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.env("TMUX_TMPDIR", folder);
    feed(command, Vec::new())
}

/// A folder `tmux-NAME` of these rights beside the server's.
fn beside(tmux: &PrivateTmux, name: &str, mode: u32) -> PathBuf {
    let folder = tmux.folder().join(format!("tmux-{name}"));
    fs::create_dir_all(&folder).expect("a folder");
    fs::set_permissions(&folder, Permissions::from_mode(mode)).expect("rights");
    folder
}

/// A socket that takes whoever comes and says nothing.
fn silent(socket: &Path) -> UnixListener {
    let listener = UnixListener::bind(socket).expect("a socket");
    listener.set_nonblocking(true).expect("it can");
    listener
}

fn was_reached(listener: &UnixListener) -> bool {
    listener.accept().is_ok()
}

#[test]
fn a_socket_that_others_can_put_in_place_is_not_asked() {
    let Some(tmux) = PrivateTmux::start("foreign", "exec sleep 60") else {
        return;
    };
    let open = beside(&tmux, "open", 0o777);
    let listeners: Vec<UnixListener> = ["a", "b", "c"].map(|name| silent(&open.join(name))).into();
    let run = shadow_in(tmux.folder(), &["panes", "--all"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!listeners.iter().any(was_reached), "nobody was asked");
    // Named, it is asked, and said what that means.
    let named = open.join("a").display().to_string();
    let mut asked = command(&["panes", "--socket", &named]);
    asked.env("TMUX_TMPDIR", tmux.folder());
    let run = feed(asked, Vec::new());
    assert_eq!(run.code, 4);
    assert!(
        run.stderr.contains("a folder that others can change"),
        "{}",
        run.stderr
    );
    assert!(was_reached(&listeners[0]));
}

#[test]
fn a_server_of_another_user_makes_us_write_nothing() {
    let Some(tmux) = PrivateTmux::start("theirs", "exec sleep 60") else {
        return;
    };
    let theirs = beside(&tmux, "theirs", 0o700);
    if chown(&theirs, Some(NOBODY), None).is_err() {
        eprintln!("skipped: only root can make another user's server");
        return;
    }
    // They come through it, as through a temporary folder.
    fs::set_permissions(tmux.folder(), Permissions::from_mode(0o711)).expect("rights");
    let socket = theirs.join("default");
    let planted = tmux.folder().join("planted");
    let hook = format!("save-buffer '{}'", planted.display());
    let as_nobody = |args: &[&str]| {
        let mut tmux = Command::new("tmux");
        tmux.arg("-S").arg(&socket).args(args).uid(NOBODY);
        // That user's own shell lets nobody in, and with its only pane the server would end.
        tmux.env_remove("TMUX").env("SHELL", "/bin/sh");
        tmux.stderr(Stdio::null());
        assert!(tmux.status().expect("tmux runs").success(), "{args:?}");
    };
    as_nobody(&["-f", "/dev/null", "new-session", "-d", "exec sleep 60"]);
    as_nobody(&["set-buffer", "theirs"]);
    as_nobody(&["set-hook", "-g", "after-list-panes", &hook]);
    for args in [
        &["panes", "--all"][..],
        &["watch", "--for", "3"],
        &["doctor"],
    ] {
        let run = shadow_in(tmux.folder(), args);
        assert_ne!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(!planted.exists(), "{args:?} wrote what they liked");
        assert!(!run.stderr.contains("theirs"), "{}", run.stderr);
    }
    // Whoever comes from a shell of theirs is told why nothing is asked.
    let mut inside = command(&["panes"]);
    inside.env("TMUX", format!("{},1,0", socket.display()));
    inside.env("TMUX_TMPDIR", theirs.join("none"));
    let run = feed(inside, Vec::new());
    assert!(
        run.stderr.contains("belongs to another user (id 65534)"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("--socket"), "{}", run.stderr);
    assert!(!planted.exists());
    // Named, it is asked, and does what it can: that much is said before.
    let named = socket.display().to_string();
    let run = shadow_in(tmux.folder(), &["panes", "--all", "--socket", &named]);
    assert!(
        run.stderr.contains("read and write files as you"),
        "{}",
        run.stderr
    );
    assert!(planted.exists(), "the server attacks whoever asks it");
    as_nobody(&["kill-server"]);
}

/// The connections that have come, taken and kept open.
fn taken(listener: &UnixListener) -> Vec<UnixStream> {
    let come = std::iter::from_fn(|| listener.accept().ok());
    come.map(|(stream, _)| stream).collect()
}

/// Whether the other side of a connection has not closed it.
fn is_open(stream: &mut UnixStream) -> bool {
    stream.set_nonblocking(true).expect("it can");
    let mut piece = [0; 1024];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
        }
    }
}

#[test]
fn a_link_that_another_user_can_turn_leads_nowhere() {
    let Some(tmux) = PrivateTmux::start("turned", "exec sleep 60") else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    // It leads to a socket of ours now, and to theirs a moment after that was looked at.
    let theirs = beside(&tmux, "theirs", 0o755);
    if chown(&theirs, Some(NOBODY), None).is_err() {
        eprintln!("skipped: only root can make another user's link");
        return;
    }
    let own = beside(&tmux, "own", 0o700);
    let listener = silent(&own.join("s"));
    symlink(&own, theirs.join("link")).expect("a link");
    let (direct, link) = (own.join("s"), theirs.join("link/s"));
    let (direct, through) = (direct.display(), link.display());
    // Theirs by its name, whatever it names; ours, through their link.
    let python = "import os; os.setuid(65534); os.execvp('python3', ['tmux', '-c', 'import time; time.sleep(60)', '-S'";
    for command in [
        format!("exec python3 -c \"{python}, '{direct}', 'attach'])\""),
        format!("exec python3 -c \"{python}, '{through}', 'attach'])\""),
        format!("exec env -u TMUX tmux -S '{through}' attach"),
    ] {
        is_not_believed(&tmux, &command, &listener);
    }
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", "exec sleep 60"]));
    drop(taken(&listener));
    for args in [
        &["panes", "--all"][..],
        &["watch", "--for", "3"],
        &["tmux", "status"],
    ] {
        let mut inside = command(args);
        inside
            .env("TMUX", format!("{through},1,0"))
            .env("TMUX_TMPDIR", theirs.join("none"));
        let run = feed(inside, Vec::new());
        let said = "a link or a folder that others can change";
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
        assert!(!was_reached(&listener), "{args:?} asked it");
    }
}

/// A pane shows a client, by its own word, of a server that is not asked for it.
fn is_not_believed(tmux: &PrivateTmux, command: &str, listener: &UnixListener) {
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", command]));
    let front = "#{pane_current_command}";
    tmux.wait_until(&["display-message", "-p", "-t", "%0", front], "tmux");
    let mut client = Vec::new();
    // The real one connects.
    let is_real = command.contains("exec env");
    until("the pane's client", || {
        client.extend(taken(listener));
        !is_real || !client.is_empty()
    });
    let on = tmux.socket().display().to_string();
    let run = shadow_in(tmux.folder(), &["panes", "--all", "--socket", &on]);
    assert_eq!(run.code, 0, "{command}: {}", run.stderr);
    assert!(!was_reached(listener), "{command} was believed");
}

#[test]
fn servers_that_say_nothing_hold_up_no_other_and_are_named() {
    let Some(tmux) = PrivateTmux::start("silent", "exec sleep 60") else {
        return;
    };
    let own = beside(&tmux, "own", 0o700);
    let listeners = ["a", "b", "c"].map(|name| silent(&own.join(name)));
    let run = thread::scope(|scope| {
        let run = scope.spawn(|| shadow_in(tmux.folder(), &["panes", "--all"]));
        // All three are waited for at once: when the last has been asked, none has been given up.
        let mut asked = [const { Vec::new() }; 3];
        until("a question to each", || {
            let pairs = asked.iter_mut().zip(&listeners);
            pairs.for_each(|(asked, listener)| asked.extend(taken(listener)));
            asked.iter().all(|asked| !asked.is_empty())
        });
        assert!(asked.iter_mut().flatten().all(is_open), "one was given up");
        run.join().expect("the binary ends")
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("%0"), "{}", run.stdout);
    for name in ["a", "b", "c"] {
        let socket = own.join(name).display().to_string();
        assert!(run.stderr.contains(&socket), "{}", run.stderr);
    }
}

/// Two servers of one name, each with a pane `%0` in a session of its own.
fn two_of_one_name() -> Option<(PrivateTmux, Vec<PathBuf>)> {
    let tmux = PrivateTmux::start("twins", "exec sleep 60")?;
    assert!(tmux.run(&["rename-session", "first"]));
    let other = beside(&tmux, "other", 0o700).join("default");
    let mut second = Command::new("tmux");
    second.arg("-S").arg(&other).env_remove("TMUX");
    second.args([
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-s",
        "a/b",
        "exec sleep 60",
    ]);
    assert!(second.status().expect("tmux runs").success());
    let sockets = vec![other, tmux.socket().to_owned()];
    Some((tmux, sockets))
}

#[test]
fn every_name_that_is_printed_is_taken() {
    let Some((tmux, sockets)) = two_of_one_name() else {
        return;
    };
    let folder = tmux.folder();
    let run = shadow_in(folder, &["panes", "--all", "--format", "ndjson"]);
    let names: Vec<String> = run
        .json()
        .iter()
        .filter(|pane| {
            sockets
                .iter()
                .any(|it| Path::new(pane["socket"].as_str().unwrap()) == it)
        })
        .map(|pane| pane["name"].as_str().expect("a name").to_owned())
        .collect();
    assert_eq!(names, ["tmux-other/default/%0", "tmux-private/default/%0"]);
    let table = shadow_in(folder, &["panes", "--all"]).stdout;
    let places: Vec<&str> = table
        .split_whitespace()
        .filter(|word| word.contains("default/") && word.contains(':'))
        .collect();
    let printed = names.iter().map(String::as_str).chain(places);
    let mut taken = 0;
    for name in printed {
        // The pane is there, and holds no agent.
        let run = shadow_in(folder, &["interrupt", name]);
        assert_eq!(run.code, 1, "{name}: {}", run.stderr);
        taken += 1;
    }
    assert!(taken >= 4, "{table}");
    // What names two is told by names that are taken.
    let run = shadow_in(folder, &["interrupt", "%0"]);
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
    assert!(
        names.iter().all(|name| run.stderr.contains(name)),
        "{}",
        run.stderr
    );
    // With the whole path before it, and with another server's.
    let path = format!("{}/first:0.0", tmux.socket().display());
    let run = shadow_in(folder, &["interrupt", &path]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let run = shadow_in(folder, &["interrupt", "tmux-other/default/first:0.0"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    let kill = Command::new("tmux")
        .arg("-S")
        .arg(&sockets[0])
        .arg("kill-server")
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
}
