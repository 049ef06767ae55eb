//! The pane that holds the CLI: a tmux server of its own, with its socket in the session's private `/tmp`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::shell::quote;
use super::stream::Stream;
use crate::error::{Context, LabError, Result};
use crate::isolate::CLI;
use crate::provider::{HOST, Launch, PROJECT};
use crate::setting::Setting;
use crate::world::Terminal;

/// The socket of the session's tmux server.
pub const SOCKET: &str = "/tmp/tmux";
const PIPE: &str = "/tmp/stream";
const GO: &str = "/tmp/go";

/// Facts of the pane beside its text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// Column and row of the cursor.
    pub cursor: [u16; 2],
    /// Whether it is shown.
    pub cursor_visible: bool,
    /// Whether the alternate screen is on.
    pub alternate: bool,
    /// Whether the process has ended.
    pub dead: bool,
    /// Columns and rows.
    pub size: [u16; 2],
    /// Title, absent if the program set none.
    pub title: Option<String>,
}

/// The pane and its raw stream.
pub struct Pane {
    stream: Stream,
}

impl Pane {
    /// Starts the CLI in a new pane, with its stream recorded from the first byte.
    pub fn start(
        setting: &Setting,
        terminal: &Terminal,
        argv: &[String],
        launch: &Launch,
    ) -> Result<Self> {
        let size = setting.size;
        let held = held(setting.tmux, terminal);
        let mut command = tmux();
        command.args(["set", "-g", "remain-on-exit", "on", ";"]);
        command.args(["set", "-g", "status", "off", ";"]);
        if setting.is_light() {
            // tmux answers a program's question for the background with it.
            command.args(["set", "-g", "window-style", "fg=#000000,bg=#ffffff", ";"]);
        }
        command.args(["set", "-g", "escape-time", "0", ";"]);
        command.args(["new-session", "-d", "-c", PROJECT]);
        command.args(["-x", &size[0].to_string(), "-y", &size[1].to_string()]);
        command.args(["--", "sh", "-c", &held, "sh"]);
        command.args(
            launch
                .env
                .iter()
                .map(|(name, value)| format!("{name}={value}")),
        );
        command.args(argv).args(&launch.args);
        done(&mut command)?;
        done(Command::new("mkfifo").arg(PIPE))?;
        let stream = Stream::follow(Path::new(PIPE));
        done(tmux().args(["pipe-pane", "-O", &format!("exec cat >{PIPE}")]))?;
        thread::sleep(Duration::from_millis(50));
        fs::write(GO, "").context(GO)?;
        Ok(Self { stream })
    }

    /// The raw stream.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Presses keys by tmux name, with a short pause after each.
    pub fn keys(&self, keys: &[String]) -> Result<()> {
        for key in keys {
            done(tmux().args(["send-keys", "--", key]))?;
            thread::sleep(Duration::from_millis(80));
        }
        Ok(())
    }

    /// Types text; each line end is sent as the key that breaks a line in the draft.
    pub fn text(&self, text: &str) -> Result<()> {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                done(tmux().args(["send-keys", "--", "C-j"]))?;
                thread::sleep(Duration::from_millis(60));
            }
            if !line.is_empty() {
                done(tmux().args(["send-keys", "-l", "--", line]))?;
            }
        }
        Ok(())
    }

    /// Pastes text in brackets.
    pub fn paste(&self, text: &str) -> Result<()> {
        done(tmux().args(["set-buffer", "--", text]))?;
        done(tmux().args(["paste-buffer", "-p", "-r", "-d"]))
    }

    /// Runs a command of its tmux server.
    pub fn tmux(&self, args: &[&str]) -> Result<()> {
        done(tmux().args(args))
    }

    /// Runs a program in a window beside the pane's, of its size, and gives its pane.
    pub fn opened(&self, program: &[&str]) -> Result<String> {
        let mut command = tmux();
        command.args(["new-window", "-d", "-P", "-F", "#{pane_id}", "--"]);
        let id = output(command.args(program))?;
        Ok(String::from_utf8_lossy(&id).trim().to_owned())
    }

    /// Gives the pane another size.
    pub fn resize(&self, size: [u16; 2]) -> Result<()> {
        self.stream.resized(size);
        let [cols, rows] = size.map(|side| side.to_string());
        done(tmux().args(["resize-window", "-x", &cols, "-y", &rows]))
    }

    /// Reports that the terminal has got the focus, or lost it: CSI I or CSI O.
    pub fn focus(&self, has: bool) -> Result<()> {
        let report = if has { "49" } else { "4f" };
        done(tmux().args(["send-keys", "-H", "1b", "5b", report]))
    }

    /// The screen, plain.
    pub fn plain(&self) -> Result<String> {
        let bytes = output(tmux().args(["capture-pane", "-p"]))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The screen with SGR as it stands, half painted or not.
    pub fn screen(&self) -> Result<Vec<u8>> {
        output(tmux().args(["capture-pane", "-e", "-p"]))
    }

    /// The screen with SGR, and the facts at that moment: read once the stream has paused, so that no frame is half
    /// painted, and read again while a byte came in between.
    pub fn capture(&self) -> Result<(Vec<u8>, Facts)> {
        let deadline = Instant::now() + Duration::from_secs(2);
        loop {
            self.pause(Duration::from_millis(35), deadline);
            let before = self.stream.bytes().len();
            let screen = self.screen()?;
            let facts = self.facts()?;
            if self.stream.bytes().len() == before || Instant::now() > deadline {
                return Ok((screen, facts));
            }
        }
    }

    fn pause(&self, quiet: Duration, deadline: Instant) {
        while self.stream.quiet() < quiet && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The facts now.
    pub fn facts(&self) -> Result<Facts> {
        let format = "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{pane_dead} \
                      #{pane_width} #{pane_height} #{pane_title}";
        let bytes = output(tmux().args(["display-message", "-p", format]))?;
        let text = String::from_utf8_lossy(&bytes);
        parse(text.trim_end_matches('\n'))
            .ok_or_else(|| LabError::new(format!("tmux said {text:?} of the pane")))
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        // Failure means the server is gone already.
        let _ = tmux().arg("kill-server").output();
    }
}

/// The shell's words that hold a program back until the stream is followed, and start it in an environment of its own:
/// without tmux's variables, from which a CLI sees where it runs, unless it is to see that.
fn held(in_tmux: bool, terminal: &Terminal) -> String {
    let seen = match in_tmux {
        true => ["TMUX", "TMUX_PANE", "TERM_PROGRAM", "TERM_PROGRAM_VERSION"]
            .map(|name| format!("{name}=\"${name}\" "))
            .concat(),
        false => String::new(),
    };
    let around = terminal.around();
    let around: String = around.iter().map(|word| quote(word) + " ").collect();
    format!("until [ -e {GO} ]; do sleep 0.02; done; exec {around}env -i {seen}\"$@\"")
}

/// The program of the installed CLI, with the paths of the session's world.
pub fn program(argv: &[String]) -> Vec<String> {
    let place = |arg: &String| match arg.as_str() {
        "node" => arg.clone(),
        path => format!("{CLI}/{path}"),
    };
    argv.iter().map(place).collect()
}

fn parse(text: &str) -> Option<Facts> {
    let mut parts = text.splitn(8, ' ');
    let mut number = || parts.next().map(|part| part.parse::<u16>().unwrap_or(0));
    let (x, y) = (number()?, number()?);
    let (visible, alternate, dead) = (number()? == 1, number()? == 1, number()? == 1);
    let size = [number()?, number()?];
    let title = parts.next().unwrap_or_default();
    Some(Facts {
        cursor: [x, y],
        cursor_visible: visible,
        alternate,
        dead,
        size,
        title: (!title.is_empty() && title != HOST).then(|| title.to_owned()),
    })
}

fn tmux() -> Command {
    let mut command = Command::new("tmux");
    command.args(["-u", "-S", SOCKET, "-f", "/dev/null"]);
    command.env_remove("TMUX").env("LANG", "C.UTF-8");
    command
}

fn done(command: &mut Command) -> Result<()> {
    output(command).map(drop)
}

fn output(command: &mut Command) -> Result<Vec<u8>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .context(format!("{program} (is it installed?)"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(LabError::new(format!(
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn facts_are_read_with_any_title() {
        let facts = parse("2 37 1 0 0 120 40 ✳ Claude Code").unwrap();
        assert_eq!(facts.cursor, [2, 37]);
        assert!(facts.cursor_visible && !facts.alternate && !facts.dead);
        assert_eq!(facts.size, [120, 40]);
        assert_eq!(facts.title.as_deref(), Some("✳ Claude Code"));
        assert_eq!(parse("0 0 0 1 1 80 24 devbox").unwrap().title, None);
        assert_eq!(parse("garbage"), None);
    }
}
