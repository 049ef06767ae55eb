//! Commands that run on events (`--on EVENT CMD`): bounded in number and time, and silent.

use std::collections::VecDeque;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use shadow_tui::contract::wire_name;
use shadow_tui::event::{Event, EventBody};

use crate::exit::complain;
use crate::hosting::Drain;
use crate::notice::notice;
use crate::output::json_line;

/// Commands that run at a time; others wait.
const AT_ONCE: usize = 4;
/// Commands that wait; further events are dropped.
const WAITING: usize = 256;
/// How long one may run.
const LIMIT: Duration = Duration::from_secs(30);
/// How long those that still run are waited for at the end: less than a signal that ends the watch is.
const LAST: Duration = Duration::from_secs(2);

/// Stands for every event.
pub const ANY: &str = "any";

/// A command and the event that it runs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    event: String,
    command: String,
}

impl Hook {
    /// Reads `--on` as it was given: pairs of event and command.
    pub fn pairs(words: &[String]) -> Result<Vec<Self>, String> {
        let hook = |pair: &[String]| {
            let [event, command] = pair else {
                return Err("--on takes an event and a command".to_owned());
            };
            if !EventBody::NAMES.contains(&event.as_str()) && event != ANY {
                let names = EventBody::NAMES.join(", ");
                return Err(format!(
                    "--on: no event is named {event}; {ANY} or one of {names}"
                ));
            }
            Ok(Self {
                event: event.clone(),
                command: command.clone(),
            })
        };
        words.chunks(2).map(hook).collect()
    }

    /// A command that runs on every event that it is given.
    pub fn on_any(command: &str) -> Self {
        Self {
            event: ANY.to_owned(),
            command: command.to_owned(),
        }
    }
}

/// The commands at work.
pub struct Hooks {
    hooks: Vec<Hook>,
    waiting: VecDeque<(String, Arc<Event>)>,
    running: Vec<(Child, Instant)>,
    dropped: u64,
    failed: u64,
    late: u64,
    limit: Duration,
    /// Whether trouble is said at once; otherwise at the end alone.
    spoken: bool,
}

impl Hooks {
    /// None run yet.
    pub fn new(hooks: Vec<Hook>) -> Self {
        Self {
            hooks,
            limit: LIMIT,
            spoken: false,
            waiting: VecDeque::new(),
            running: Vec::new(),
            dropped: 0,
            failed: 0,
            late: 0,
        }
    }

    /// Commands may run for so long.
    pub fn limited_to(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Says on standard error what fails, when it first does.
    pub fn spoken(mut self) -> Self {
        self.spoken = true;
        self
    }

    /// Says that the first one of a kind went wrong.
    fn say_first(&self, count: u64, what: &str) {
        if self.spoken && count == 1 {
            complain(&format!(
                "a command of --on {what}; the total is printed at the end"
            ));
        }
    }

    fn start_waiting(&mut self) {
        while self.running.len() < AT_ONCE {
            let Some((command, event)) = self.waiting.pop_front() else {
                return;
            };
            match start(&command, &event) {
                Ok(child) => self.running.push((child, Instant::now())),
                Err(_) => self.failed += 1,
            }
        }
    }

    /// Forgets those that have ended, and ends those that run for longer than `limit`.
    fn reap(&mut self, limit: Duration) {
        let mut still = Vec::new();
        for (mut child, since) in std::mem::take(&mut self.running) {
            match child.try_wait() {
                Ok(None) if since.elapsed() < limit => still.push((child, since)),
                Ok(Some(status)) if status.success() => {}
                Ok(Some(status)) => {
                    self.failed += 1;
                    self.say_first(self.failed, &format!("ended with {status}"));
                }
                _ => {
                    self.late += 1;
                    kill(&mut child);
                    self.say_first(self.late, "ran too long and was ended");
                }
            }
        }
        self.running = still;
    }
}

impl Drain for Hooks {
    fn take(&mut self, event: &Arc<Event>) {
        let name = event.body.name();
        let dropped = self.dropped;
        for hook in self
            .hooks
            .iter()
            .filter(|hook| hook.event == name || hook.event == ANY)
        {
            if self.waiting.len() == WAITING {
                self.dropped += 1;
            } else {
                self.waiting
                    .push_back((hook.command.clone(), event.clone()));
            }
        }
        if dropped == 0 {
            self.say_first(self.dropped, "was not started because too many ran");
        }
        self.beat();
    }

    fn beat(&mut self) {
        self.reap(self.limit);
        self.start_waiting();
    }

    fn finish(&mut self) -> Option<String> {
        let begun = Instant::now();
        while begun.elapsed() < LAST && !(self.running.is_empty() && self.waiting.is_empty()) {
            self.beat();
            std::thread::sleep(Duration::from_millis(10));
        }
        self.dropped += self.waiting.len() as u64;
        self.reap(Duration::ZERO);
        let counts = [
            (self.failed, "failed"),
            (self.late, "were ended because they ran too long"),
            (self.dropped, "were not started because too many ran"),
        ];
        let told = counts.iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        (!told.is_empty()).then(|| format!("of the commands of --on, {}", told.join(", ")))
    }
}

/// Starts a command with the event on its standard input and in its environment. It prints
/// nothing: the terminal belongs to the hosted program.
fn start(command: &str, event: &Event) -> std::io::Result<Child> {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell.env("SHADOW_EVENT", event.body.name());
    shell.env("SHADOW_SEQ", event.seq.to_string());
    if let Some(pane) = &event.pane {
        shell.env("SHADOW_PANE", pane);
    }
    if let Some(socket) = &event.socket {
        shell.env("SHADOW_SOCKET", socket);
    }
    if let Some(words) = notice(event) {
        shell.env("SHADOW_TEXT", words);
    }
    if let Some(outcome) = event.body.outcome() {
        shell.env("SHADOW_OUTCOME", wire_name(&outcome));
    }
    if let Some(turn) = event.turn {
        shell.env("SHADOW_TURN", turn.to_string());
    }
    shell.stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = shell.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let line = json_line(event) + "\n";
        // It may not read it, and must not be waited for.
        std::thread::spawn(move || drop(stdin.write_all(line.as_bytes())));
    }
    Ok(child)
}

/// Ends a command and everything it has started.
fn kill(child: &mut Child) {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = id {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::Hook;

    #[test]
    fn only_events_that_there_are_can_be_waited_for() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let pairs: Vec<String> = words(&["turn_ended", "true", "pane_gone", "false"]);
        assert_eq!(Hook::pairs(&pairs).map(|hooks| hooks.len()), Ok(2));
        let wrong: Vec<String> = words(&["turn_end", "true"]);
        assert!(Hook::pairs(&wrong).unwrap_err().contains("turn_ended"));
    }
}
