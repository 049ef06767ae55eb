//! A host that panics gives its terminal back before it says anything.

use std::io::Read;
use std::sync::mpsc;
use std::time::Duration;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use shadow_pty::Terminal;

/// What the child panics with, behind what brings the terminal back.
const LAST: &str = "the host has panicked";

/// The child: it is in a pty, in raw mode, and panics.
#[test]
#[ignore = "run by the other test, in a pty"]
fn a_host_panics() {
    let terminal = Terminal::open();
    assert!(terminal.has_keys() && terminal.has_screen());
    terminal.guard();
    terminal.enter_raw();
    print!("\x1b[?1049h\x1b[?25l\x1b[?1003h");
    // The terminal is not dropped: only the panic gives it back.
    std::mem::forget(terminal);
    panic!("{LAST}");
}

#[test]
fn a_terminal_is_given_back_when_its_host_panics() {
    let pair = native_pty_system()
        .openpty(PtySize::default())
        .expect("a pty");
    let lines = |when: &str| {
        let settings = pair.master.get_termios();
        let settings = settings.unwrap_or_else(|| panic!("no settings {when}"));
        settings.local_flags
    };
    let before = lines("before");
    let mut child = CommandBuilder::new(std::env::current_exe().expect("a path"));
    child.args(["--ignored", "--exact", "--nocapture", "a_host_panics"]);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut child = pair.slave.spawn_command(child).expect("a child");
    let (sender, said) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            let _ = sender.send(buffer[..count].to_vec());
        }
    });
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains(LAST) {
        let more = said.recv_timeout(Duration::from_secs(60));
        seen.extend(more.expect("the child panics"));
    }
    let seen = String::from_utf8_lossy(&seen);
    for back in ["\x1b[?1003l", "\x1b[?1049l", "\x1b[?25h"] {
        let (given, told) = (seen.find(back), seen.find(LAST));
        assert!(given.is_some() && given < told, "{back:?} in {seen:?}");
    }
    child.wait().expect("it ends");
    assert_eq!(lines("after"), before);
}
