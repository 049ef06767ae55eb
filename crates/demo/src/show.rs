//! Showing the recordings: drawn in place as fast as they were recorded, or each change of the verdict once.

use std::io::{self, IsTerminal, StdoutLock, Write};
use std::thread;
use std::time::Duration;

use shadow_tui::Stack;
use shadow_tui::contract::Payload;

use crate::layout::Layout;
use crate::panel::axes;
use crate::play::{Moment, Playback};
use crate::recordings::{RECORDINGS, Recording};
use crate::title::Titled;

/// Seconds that a moment is shown at most, before the speed counts.
const LONGEST: f64 = 1.5;

/// How the recordings are shown on standard output.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// Each moment is drawn in place and stays for as long as it lasted, this many times faster. Where standard output
    /// is no terminal, it is [`Pace::Fast`].
    Timed(f64),
    /// Each change of the verdict is printed once, without waiting.
    Fast,
}

/// Plays every recording through `stack` onto standard output, and writes `closing` below.
///
/// # Errors
/// When standard output cannot be written to; of the kind `InvalidData` when a bundled recording is broken.
pub fn show(stack: &Stack, pace: Pace, closing: &str) -> io::Result<()> {
    let live = io::stdout().is_terminal();
    let speed = match pace {
        Pace::Timed(speed) if live => Some(speed),
        _ => None,
    };
    // Dropped behind the output, which holds the terminal.
    let _titled = speed.map(|_| Titled::begin());
    let mut output = io::stdout().lock();
    for recording in &RECORDINGS {
        match speed {
            Some(speed) => animate(&mut output, stack, recording, speed)?,
            None => print(&mut output, stack, recording)?,
        }
    }
    write(&mut output, closing)
}

/// Writes a text and a line end, at once.
fn write(output: &mut StdoutLock<'_>, text: &str) -> io::Result<()> {
    writeln!(output, "{text}")?;
    output.flush()
}

/// Draws each moment in place, and waits as long as it lasted.
fn animate(
    output: &mut StdoutLock<'_>,
    stack: &Stack,
    recording: &Recording,
    speed: f64,
) -> io::Result<()> {
    // Our own sequences: clear the screen, then draw each frame from the top left corner.
    write(output, "\u{1b}[2J")?;
    for moment in Playback::new(stack, recording.cast()?) {
        let lines = layout(true).lines(&heading(recording), &moment);
        let drawn: Vec<String> = lines.iter().map(|line| format!("{line}\u{1b}[K")).collect();
        write(output, &format!("\u{1b}[H{}\u{1b}[J", drawn.join("\n")))?;
        let seconds = moment.lasts.min(LONGEST) / speed;
        thread::sleep(Duration::from_secs_f64(seconds));
    }
    thread::sleep(Duration::from_secs_f64(LONGEST / speed));
    Ok(())
}

/// Prints each change of the verdict once.
fn print(output: &mut StdoutLock<'_>, stack: &Stack, recording: &Recording) -> io::Result<()> {
    let mut before = None;
    for moment in Playback::new(stack, recording.cast()?) {
        let now = gist(&moment);
        if before.as_ref() != Some(&now) {
            let lines = layout(false).lines(&heading(recording), &moment);
            write(output, &lines.join("\n"))?;
            before = Some(now);
        }
    }
    Ok(())
}

/// What makes a verdict another one.
fn gist(moment: &Moment) -> String {
    let Payload {
        surface_assessment: surface,
        submit_ready,
        safe_to_type,
        ..
    } = &moment.payload;
    let block = surface
        .operator_block
        .as_ref()
        .map(|block| &block.signature);
    let activity = surface.activity.as_ref().map(|activity| activity.kind);
    let axes = axes(surface);
    format!("{axes:?} {submit_ready} {safe_to_type} {block:?} {activity:?}")
}

fn heading(recording: &Recording) -> String {
    format!("{} {}", recording.name, recording.version)
}

/// The layout for the terminal; 80x24 where there is none.
fn layout(live: bool) -> Layout {
    let size = terminal_size::terminal_size().filter(|_| live);
    let (cols, rows) = size.map_or((80, 24), |(cols, rows)| (cols.0.into(), rows.0.into()));
    let styled = live && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Layout { cols, rows, styled }
}
