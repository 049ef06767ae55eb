//! Every example runs, on a server and a terminal of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use shadow_tmux::PrivateServer;

/// The columns and rows of the captures that are drawn.
const SIZE: [u16; 2] = [120, 40];

/// An example, started.
fn start(example: &str, args: &[&str]) -> Child {
    // Cargo builds examples beside the folder of the tests.
    let tests = std::env::current_exe().expect("a test's path");
    let folder = tests.ancestors().nth(2).expect("the profile's folder");
    let mut command = Command::new(folder.join("examples").join(example));
    let command = command.args(args).stdin(Stdio::null());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("an example, built")
}

fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Programs that, by their files, are Claude Code, and else `sh` and `sleep`. They are written before any test starts a
/// process, which could hold a file open for writing that another one is to run.
static NAMED_CLAUDE: LazyLock<[PathBuf; 2]> = LazyLock::new(|| ["sh", "sleep"].map(named_claude));

fn named_claude(original: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("as-{original}"));
    fs::create_dir_all(&folder).expect("a folder");
    let named = folder.join("claude");
    let found = ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(original));
    let found = found.iter().find(|path| path.exists()).expect(original);
    // Another run of the tests may be running the last one.
    let copy = folder.join(format!("claude-{}", std::process::id()));
    fs::copy(found, &copy)
        .and_then(|_| fs::rename(copy, &named))
        .expect("a copy");
    named
}

/// A screen of a CLI, as its bytes draw it.
fn drawn(capture: &str) -> String {
    let session = "../../fixtures/corpus/claude/2.1.330/basic-120x40";
    let session = Path::new(env!("CARGO_MANIFEST_DIR")).join(session);
    let capture = session.join(format!("{capture}.ansi"));
    let screen = shadow_fixtures::read_capture(&capture).expect("a capture");
    String::from_utf8_lossy(&screen).replace('\n', "\r\n")
}

/// A shell command that prints a dialog of a CLI and goes on with another.
fn asks(name: &str, then: &str) -> String {
    let screen = drawn("approval-command");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.ansi"));
    fs::write(&file, screen.trim_end()).expect("written");
    // A CLI takes single keys.
    format!("stty -icanon; cat '{}'; {then}", file.display())
}

#[test]
fn watch_ends_at_a_dialog() {
    let [_, sleep] = &*NAMED_CLAUDE;
    let sleep = format!("exec '{}' 100", sleep.display());
    let asks = asks("watched", &sleep);
    let Some(server) = PrivateServer::start_or_skip("live-watch", SIZE, &asks) else {
        return;
    };
    let socket = server.socket().to_str().expect("a path");
    let output = start("watch", &[socket, "60"]).wait_with_output();
    let output = output.expect("it ends");
    let (said, complaint) = text(&output);
    assert!(output.status.success(), "{said}{complaint}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("\"operator_blocked\""), "{said}");
}

/// A shell's script that takes a prompt and answers it as a CLI did: it shows one screen of it after another.
fn answers(prompt: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    fs::create_dir_all(&folder).expect("a folder");
    // The prompt that was sent then is a word longer than the draft.
    let show = |capture: &str, column: usize| {
        let file = folder.join(capture);
        let screen = drawn(capture).replace(" today", "");
        let screen = format!("\x1b[2J\x1b[H{}\x1b[m\x1b[38;{column}H", screen.trim_end());
        fs::write(&file, screen).expect("a screen");
        format!("cat '{}'\n", file.display())
    };
    let takes = |bytes: usize| format!("head -c {bytes} >/dev/null\n");
    let pasted = "\x1b[200~\x1b[201~".len() + prompt.len();
    let script = [
        "stty raw -echo; printf '\\033[?1049h\\033[?2004h'\n".to_owned(),
        show("idle-fresh", 3),
        takes(pasted),
        show("draft", 3 + prompt.len()),
        takes("\r".len()),
        show("streaming", 3),
        "sleep 1\n".to_owned(),
        show("answered", 3),
        "sleep 100\n".to_owned(),
    ];
    let file = folder.join("script");
    fs::write(&file, script.concat()).expect("a script");
    file
}

#[test]
fn send_waits_for_the_answer() {
    let prompt = "please look at the parser";
    let script = answers(prompt);
    let [shell, _] = &*NAMED_CLAUDE;
    let command = format!("exec '{}' '{}'", shell.display(), script.display());
    let Some(server) = PrivateServer::start_or_skip("live-send", SIZE, &command) else {
        return;
    };
    let socket = server.socket().to_str().expect("a path");
    let output = start("send", &[socket, "%0", prompt]).wait_with_output();
    let (said, complaint) = text(&output.expect("it ends"));
    assert!(said.contains("It needs no change."), "{said}{complaint}");
    let nobody = start("send", &[socket, "%7", prompt]).wait_with_output();
    assert!(!nobody.expect("it ends").status.success());
}

#[test]
fn host_passes_everything_through_and_tells_what_happened() {
    let asks = asks("hosted", "sleep 2; exit 7");
    let [shell, _] = &*NAMED_CLAUDE;
    let shell = shell.to_str().expect("a path");
    let output = start("host", &[shell, "-c", &asks]).wait_with_output();
    let output = output.expect("it ends");
    let (said, told) = text(&output);
    assert_eq!(output.status.code(), Some(7), "{told}");
    assert!(said.contains("Do you want to"), "{said}");
    assert!(told.contains("\"operator_blocked\""), "{told}");
    assert!(told.contains("\"pane_gone\""), "{told}");
}
