//! A pty of its own around the CLI, inside the pane: everything goes through unchanged, but the program status query
//! (OSC 7501) is answered, as a terminal that supports it would. So a CLI that asks first begins to report.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use crate::error::{Context, LabError, Result};

const QUERIES: [&[u8]; 2] = [b"\x1b]7501;?\x1b\\", b"\x1b]7501;?\x07"];

/// Runs `argv` in a pty until it ends; gives its exit code.
pub fn bridge(argv: &[String]) -> Result<i32> {
    let (program, args) = argv
        .split_first()
        .ok_or_else(|| LabError::new("bridge: no program"))?;
    let pty = native_pty_system().openpty(size()?).context("pty")?;
    let mut command = CommandBuilder::new(program);
    command.args(args);
    command.cwd(std::env::current_dir().context("working folder")?);
    let mut child = pty.slave.spawn_command(command).context(program)?;
    drop(pty.slave);
    raw(&["raw", "-echo"])?;
    let writer = Arc::new(Mutex::new(pty.master.take_writer().context("pty")?));
    let input = writer.clone();
    thread::spawn(move || forward_input(&input));
    let mut reader = pty.master.try_clone_reader().context("pty")?;
    forward_output(&mut *reader, &writer);
    let status = child.wait().context(program)?;
    raw(&["sane"])?;
    Ok(i32::try_from(status.exit_code()).unwrap_or(1))
}

type Writer = Arc<Mutex<Box<dyn Write + Send>>>;

fn write(writer: &Writer, bytes: &[u8]) {
    let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
    // The child may be gone; its exit is noticed by the reader.
    let _ = writer.write_all(bytes).and_then(|()| writer.flush());
}

fn forward_input(writer: &Writer) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = std::io::stdin().read(&mut buffer) {
        write(writer, &buffer[..count]);
    }
}

fn forward_output(reader: &mut dyn Read, writer: &Writer) {
    let mut buffer = [0; 65536];
    let mut tail: Vec<u8> = Vec::new();
    let mut out = std::io::stdout();
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        if out
            .write_all(&buffer[..count])
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
        tail.extend_from_slice(&buffer[..count]);
        answer(&mut tail, writer);
    }
}

/// Answers each query in `tail` with the same bytes, and keeps only what may be the start of the next.
fn answer(tail: &mut Vec<u8>, writer: &Writer) {
    for query in QUERIES {
        while let Some(at) = tail.windows(query.len()).position(|part| part == query) {
            write(writer, query);
            tail.drain(..at + query.len());
        }
    }
    let keep = tail.len().min(QUERIES[0].len());
    tail.drain(..tail.len() - keep);
}

fn size() -> Result<PtySize> {
    let output = Command::new("stty")
        .arg("size")
        .stdin(Stdio::inherit())
        .output()
        .context("stty")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut sides = text.split_whitespace().map(|side| side.parse::<u16>());
    match (sides.next(), sides.next()) {
        (Some(Ok(rows)), Some(Ok(cols))) => Ok(PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        }),
        _ => Err(LabError::new("bridge: run it in a terminal")),
    }
}

fn raw(args: &[&str]) -> Result<()> {
    let status = Command::new("stty")
        .args(args)
        .stdin(Stdio::inherit())
        .status();
    status.context("stty").map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_query_split_between_reads_is_answered_once() {
        let sink = Sink::default();
        let writer: Writer = Arc::new(Mutex::new(Box::new(sink.clone())));
        let mut tail = Vec::new();
        for piece in [&b"text\x1b]75"[..], b"01;?\x1b", b"\\more", b"more text"] {
            tail.extend_from_slice(piece);
            answer(&mut tail, &writer);
        }
        assert_eq!(*sink.0.lock().unwrap(), QUERIES[0]);
    }
}
