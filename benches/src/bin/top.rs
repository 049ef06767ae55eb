//! `shadow top` over many panes: until when it has shown every one of them, what it costs while some change, and how
//! long it takes to answer a key.
//!
//! `top SHADOW [PANES] [CHANGING] [SECONDS]`; it starts two private servers, one with the agents and one as the
//! terminal, and ends them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use shadow_benches::usage::{Usage, resident};

/// Size of the terminal that the dashboard is shown in.
const TERMINAL: [&str; 4] = ["-x", "120", "-y", "40"];

/// How often each key is pressed.
const PRESSES: usize = 25;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(shadow) = arguments.first() else {
        eprintln!("usage: top SHADOW [PANES] [CHANGING] [SECONDS]");
        std::process::exit(2);
    };
    let number = |index: usize, default: usize| {
        let given = arguments.get(index).and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let (panes, changing) = (number(1, 500), number(2, 20));
    let bench = Bench::start(panes, changing);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{panes} panes, {changing} changing twice a second; load before {}",
        load.trim()
    );
    bench.run(shadow, Duration::from_secs(number(3, 20) as u64));
}

/// A tmux server of the bench's own.
struct Private(PathBuf);

impl Private {
    fn run(&self, words: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.args(["-u", "-f", "/dev/null", "-S"])
            .arg(&self.0)
            .args(words);
        tmux.env_remove("TMUX");
        let output = tmux.output().expect("tmux runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn id(&self, format: &str) -> u32 {
        let said = self.run(&["display-message", "-p", format]);
        said.parse().unwrap_or(0)
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
        let _ = fs::remove_file(&self.0);
    }
}

struct Bench {
    agents: Private,
    person: Private,
    captures: PathBuf,
    panes: usize,
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.captures);
    }
}

impl Bench {
    /// Panes of 80x24 that show captures of that size in turn, fifty in a session; the first ones change between two.
    fn start(panes: usize, changing: usize) -> Self {
        let socket = |name: &str| {
            let name = format!("shadow-top-{name}-{}", std::process::id());
            Private(std::env::temp_dir().join(name))
        };
        let bench = Self {
            agents: socket("agents"),
            person: socket("person"),
            captures: std::env::temp_dir()
                .join(format!("shadow-top-captures-{}", std::process::id())),
            panes,
        };
        let captures = captures(&bench.captures);
        assert!(captures.len() > 100, "{} captures of 80x24", captures.len());
        // The screens are of both CLIs: what leads elsewhere is in front, so that each is told by its screen.
        let ssh = bench.captures.join("ssh");
        fs::copy("/bin/sleep", &ssh).expect("a copy");
        let leads = format!("stty -icanon -echo; '{}' 36000 &", ssh.display());
        for pane in 0..panes {
            let capture = |offset: usize| captures[(pane * 7 + offset) % captures.len()].display();
            let show =
                |offset| format!("printf '\\033[2J\\033[H'; head -c -1 '{}'", capture(offset));
            let shown = match pane < changing {
                true => format!(
                    "while :; do {}; sleep 0.5; {}; sleep 0.5; done",
                    show(0),
                    show(3)
                ),
                false => format!("{}; exec sleep 3600", show(0)),
            };
            let command = format!("{leads} {shown}");
            let session = format!("work{}", pane / 50);
            let size: &[&str] = &["-x", "80", "-y", "24"];
            let new: &[&str] = match pane % 50 {
                0 => &["new-session", "-d", "-s", &session],
                _ => &["new-window", "-d", "-t", &session],
            };
            let size = if pane % 50 == 0 { size } else { &[] };
            bench.agents.run(&[new, size, &[&command]].concat());
        }
        bench
    }

    fn run(&self, shadow: &str, watched: Duration) {
        let server = self.agents.id("#{pid}");
        thread::sleep(Duration::from_secs(3));
        let alone = self.cost(server, 5);
        let socket = self.agents.0.display().to_string();
        let command = format!("COLORTERM=truecolor exec '{shadow}' top --socket '{socket}'");
        let begun = Instant::now();
        let new = [&["new-session", "-d"], &TERMINAL[..], &[command.as_str()]].concat();
        self.person.run(&new);
        let passed = || begun.elapsed().as_secs_f64() * 1000.0;
        self.until(|shown| shown.contains("? help"));
        println!("first frame {:.0} ms", passed());
        self.until(|shown| counted(shown) > 0);
        println!("first panes {:.0} ms", passed());
        self.until(|shown| counted(shown) >= self.panes);
        println!("all {} panes {:.0} ms", self.panes, passed());
        thread::sleep(Duration::from_secs(5));
        let top = self.person.id("#{pane_pid}");
        let (own, tmux) = (Usage::of(top), Usage::of(server));
        thread::sleep(watched);
        let seconds = watched.as_secs_f64();
        println!(
            "top: {:.1} % of a core, {} kB; tmux {:.1} % (alone {alone:.1} %)",
            Usage::of(top).since(&own, seconds),
            resident(top),
            Usage::of(server).since(&tmux, seconds),
        );
        self.keys();
    }

    fn cost(&self, pid: u32, seconds: u64) -> f64 {
        let before = Usage::of(pid);
        thread::sleep(Duration::from_secs(seconds));
        Usage::of(pid).since(&before, seconds as f64)
    }

    /// From a key to what it shows. Looking costs a few milliseconds itself, which the first line tells.
    fn keys(&self) {
        let look = times(|| drop(self.shown()));
        tell("a look by tmux itself", &look);
        let help = times(|| {
            self.press("?", |shown| shown.contains("select a pane"));
            self.press("x", |shown| !shown.contains("select a pane"));
        });
        tell("help opened and closed", &help);
        let step = times(|| {
            let before = selected(&self.shown());
            self.press("j", |shown| selected(shown) != before);
        });
        tell("next pane", &step);
        let ends = times(|| {
            self.press("End", |shown| !shown.contains(" blocked   "));
            self.press("Home", |shown| shown.contains("! blocked"));
        });
        tell("last pane and first", &ends);
        let filter = times(|| {
            self.press("/", |shown| shown.ends_with("/▏"));
            self.press("c", |shown| shown.ends_with("/c▏"));
            self.press("Escape", |shown| shown.contains("? help"));
        });
        tell("a filter begun and left", &filter);
    }

    fn press(&self, key: &str, shown: impl Fn(&str) -> bool) {
        self.person.run(&["send-keys", key]);
        self.until(shown);
    }

    fn shown(&self) -> String {
        self.person.run(&["capture-pane", "-p"])
    }

    fn until(&self, holds: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        let mut shown = self.shown();
        while !holds(&shown) {
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "never:\n{shown}"
            );
            shown = self.shown();
        }
    }
}

/// Every capture of the corpus at 80x24, in order, as files in a folder.
fn captures(folder: &Path) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/corpus");
    let captures = shadow_fixtures::load(&root).map(|capture| capture.expect("a capture"));
    let small = captures.filter(|capture| capture.dir.to_string_lossy().ends_with("-80x24"));
    let paths = small.map(|capture| capture.dir.join(capture.case.name + ".ansi"));
    paths
        .map(|path| shadow_fixtures::copy_capture(&path, folder).expect("a copy"))
        .collect()
}

/// How many panes the head counts.
fn counted(shown: &str) -> usize {
    let head = shown.lines().next().unwrap_or_default();
    head.split_whitespace()
        .filter_map(|word| word.parse::<usize>().ok())
        .sum()
}

/// The pane that heads the preview.
fn selected(shown: &str) -> String {
    let mut words = shown
        .lines()
        .filter_map(|line| line.trim_start_matches(['─', ' ']).split(' ').next());
    words
        .find(|word| word.starts_with('%'))
        .unwrap_or_default()
        .to_owned()
}

fn times(act: impl Fn()) -> Vec<f64> {
    let mut times: Vec<f64> = (0..PRESSES)
        .map(|_| {
            let begun = Instant::now();
            act();
            begun.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn tell(what: &str, sorted: &[f64]) {
    let (median, worst) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    println!("{what}: median {median:.0} ms, slowest {worst:.0} ms");
}
