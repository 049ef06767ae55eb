//! An outer terminal for `shadow run`: a pty whose other side the test reads, types into and
//! resizes.

use std::io::{Read, Write};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::patience::{until, wait};

/// A program in a terminal of the test's own.
pub struct Outer {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<Mutex<Vec<u8>>>,
    frozen: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
}

fn size((cols, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Outer {
    /// Starts `shadow run` with these arguments in a terminal of 80x24.
    pub fn run(args: &[&str]) -> Self {
        let mut argv = vec![env!("CARGO_BIN_EXE_shadow"), "run"];
        argv.extend_from_slice(args);
        Self::start(&argv, (80, 24))
    }

    /// As above, for a shell script.
    pub fn script(script: &str) -> Self {
        Self::run(&["--", "sh", "-c", script])
    }

    /// Starts any program, in a terminal of this size.
    pub fn start(argv: &[&str], sides: (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size(sides)).expect("a pty");
        let mut command = CommandBuilder::new(argv[0]);
        command.args(&argv[1..]);
        command.cwd(std::env::temp_dir());
        command.env("PS1", "$ ");
        command.env_remove("TMUX");
        let child = pair.slave.spawn_command(command).expect("it starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let outer = Self {
            writer: pair.master.take_writer().expect("a writer"),
            master: pair.master,
            child,
            seen: Arc::default(),
            frozen: Arc::default(),
            closed: Arc::default(),
        };
        let (seen, frozen) = (outer.seen.clone(), outer.frozen.clone());
        let closed = outer.closed.clone();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                seen.lock().expect("no panic").extend(&buffer[..count]);
                while frozen.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(5));
                }
            }
            closed.store(true, Ordering::Relaxed);
        });
        outer
    }

    /// The program's process id.
    pub fn id(&self) -> String {
        self.child.process_id().expect("it runs").to_string()
    }

    /// Types bytes.
    pub fn keys(&mut self, bytes: impl AsRef<[u8]>) {
        self.writer
            .write_all(bytes.as_ref())
            .expect("it takes keys");
    }

    /// Changes the terminal's size.
    pub fn resize(&self, sides: (u16, u16)) {
        self.master.resize(size(sides)).expect("a size");
    }

    /// Stops reading what is written to the terminal, or goes on.
    pub fn freeze(&self, frozen: bool) {
        self.frozen.store(frozen, Ordering::Relaxed);
    }

    /// Sends a signal to the program.
    pub fn kill(&self, signal: &str) {
        kill(signal, &self.id());
    }

    /// Everything written to the terminal so far.
    pub fn seen(&self) -> Vec<u8> {
        self.seen.lock().expect("no panic").clone()
    }

    /// The same as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen()).into_owned()
    }

    /// Waits until this has been written so many times.
    pub fn wait_for_times(&self, text: &str, times: usize) {
        wait(
            || format!("{text:?} in {:?}", self.text()),
            || self.text().matches(text).count() >= times,
        );
    }

    /// Waits until this has been written.
    pub fn wait_for(&self, text: &str) {
        self.wait_for_times(text, 1);
    }

    /// Waits for the end; the exit code and everything written.
    pub fn end(mut self) -> (u32, String) {
        let mut code = None;
        until("the program's end", || {
            code = self.child.try_wait().expect("a child");
            code.is_some()
        });
        // What was written last may still be on its way.
        let deadline = Instant::now() + Duration::from_secs(10);
        while !self.closed.load(Ordering::Relaxed) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        (code.expect("it ended").exit_code(), self.text())
    }
}

impl Drop for Outer {
    fn drop(&mut self) {
        self.freeze(false);
        // Ended already where all went well.
        let _ = self.child.kill();
    }
}

/// Sends a signal to a process.
pub fn kill(signal: &str, id: &str) {
    let sent = Command::new("kill").args(["-s", signal, id]).status();
    assert!(sent.expect("kill runs").success(), "{signal} to {id}");
}
