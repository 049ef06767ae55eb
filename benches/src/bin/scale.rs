//! Many panes in one tmux server, some of them changing: what watching them costs, and how late its
//! events are; beside them the same panes asked one by one by starting tmux, and how long an agent waits for the list
//! of them (`shadow mcp`).
//!
//! `scale SHADOW [PANES] [CHANGING] [SECONDS]`; it starts a private server and ends it. It fails where less than half of
//! the panes or of their changes were reported: such figures measure nothing.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use shadow_benches::usage::Usage;

/// Seconds between two changes of a changing pane: two frames a second.
const FRAME: Duration = Duration::from_millis(500);

/// Calls of a tool.
const CALLS: usize = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--play", idle, working, log] => {
            return play(Path::new(idle), Path::new(working), Path::new(log));
        }
        ["--show", idle] => return show(Path::new(idle)),
        _ => {}
    }
    let Some(shadow) = arguments.first() else {
        eprintln!("usage: scale SHADOW [PANES] [CHANGING] [SECONDS]");
        std::process::exit(2);
    };
    let number = |index: usize, default: u64| {
        let given = arguments.get(index).and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let bench = Bench::start(number(1, 1000), number(2, 100));
    if !bench.run(shadow, number(3, 30)) {
        eprintln!(
            "scale: less than half of what the panes showed was reported: this measures nothing"
        );
        std::process::exit(1);
    }
}

/// Seconds of the epoch.
fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64()
}

/// In a pane: shows a screen and stands still.
fn show(screen: &Path) {
    let text = fs::read_to_string(screen).unwrap_or_default();
    let mut out = std::io::stdout();
    let _ = out
        .write_all(frame("", &text).as_bytes())
        .and_then(|()| out.flush());
    loop {
        thread::park();
    }
}

/// In a pane: shows two screens in turn, and notes when it showed the second. Like a CLI, it writes only the rows that
/// differ.
fn play(idle: &Path, working: &Path, log: &Path) {
    let screens = [idle, working].map(|path| fs::read_to_string(path).unwrap_or_default());
    let mut log = fs::File::create(log).expect("a log");
    let mut out = std::io::stdout();
    let mut shown = "";
    for turn in 0.. {
        let screen = &screens[turn % 2];
        let frame = frame(shown, screen);
        shown = screen;
        if out
            .write_all(frame.as_bytes())
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
        if turn % 2 == 1 {
            let _ = writeln!(log, "{:.6}", now());
        }
        thread::sleep(FRAME);
    }
}

/// What a terminal that shows one capture must be sent to show another.
fn frame(shown: &str, screen: &str) -> String {
    let old: Vec<&str> = shown.lines().collect();
    let new = screen.lines().enumerate();
    let changed = new.filter(|(row, line)| old.get(*row) != Some(line));
    changed
        .map(|(row, line)| format!("\x1b[{};1H\x1b[0m\x1b[2K{line}", row + 1))
        .collect()
}

/// Windows that one start of tmux makes.
const BATCH: usize = 25;

/// The shell command of a pane: this program by a CLI's name, in a terminal that hands on single keys, so that an agent is
/// in front. Which program runs is told by its file.
fn agent(folder: &Path, arguments: &str) -> String {
    let cli = folder.join("claude");
    format!("stty -icanon -echo; exec '{}' {arguments}", cli.display())
}

/// A pane that stands still.
fn still(folder: &Path) -> String {
    agent(folder, &format!("--show {}", capture("idle-fresh", folder)))
}

/// A private server with its panes.
struct Bench {
    folder: PathBuf,
    panes: u64,
    changing: u64,
}

impl Bench {
    fn start(panes: u64, changing: u64) -> Self {
        let folder = std::env::temp_dir().join(format!("shadow-scale-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let own = std::env::current_exe().expect("a path");
        fs::copy(own, folder.join("claude")).expect("a copy");
        let changing = changing.min(panes);
        let bench = Self {
            folder,
            panes,
            changing,
        };
        let first = "-f /dev/null new-session -d -x 120 -y 40";
        let still = still(&bench.folder);
        let mut words: Vec<&str> = first.split(' ').collect();
        words.push(&still);
        bench.tmux(&words);
        bench
    }

    /// Adds windows up to the pane with this number; those that change come last.
    fn grow(&self, from: u64, until: u64) {
        let commands: Vec<String> = (from..until).map(|pane| self.command(pane)).collect();
        for some in commands.chunks(BATCH) {
            let each = some
                .iter()
                .map(|command| ["new-window", "-d", command, ";"]);
            self.tmux(&each.flatten().collect::<Vec<_>>());
        }
    }

    fn first_changing(&self) -> u64 {
        self.panes - self.changing
    }

    /// What runs in a pane.
    fn command(&self, pane: u64) -> String {
        if pane < self.first_changing() {
            return still(&self.folder);
        }
        let [idle, working] = ["idle-fresh", "streaming"].map(|name| capture(name, &self.folder));
        let log = self.folder.join(pane.to_string());
        let play = format!("--play {idle} {working} '{}'", log.display());
        agent(&self.folder, &play)
    }

    fn tmux(&self, words: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.arg("-u")
            .arg("-S")
            .arg(self.socket())
            .args(words)
            .env_remove("TMUX");
        let output = tmux.output().expect("tmux runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }

    /// Measures; false where too little was reported.
    fn run(&self, shadow: &str, seconds: u64) -> bool {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "{} panes, {} changing at 2 frames a second; load before {}",
            self.panes,
            self.changing,
            load.trim()
        );
        let server: u32 = self
            .tmux(&["display-message", "-p", "#{pid}"])
            .parse()
            .unwrap_or(0);
        let few = (self.panes / 10).max(1);
        self.grow(1, few);
        let small = self.memory_of_watch(shadow);
        let begun = Instant::now();
        self.grow(few, self.panes);
        println!("panes made in {:.1} s", begun.elapsed().as_secs_f64());
        let rest = Usage::of(server);
        thread::sleep(Duration::from_secs(5));
        println!(
            "tmux alone: {:.1} % of a core",
            Usage::of(server).since(&rest, 5.0)
        );
        let (large, reported) = self.watch(shadow, server, seconds);
        let grown = large.saturating_sub(small) as f64 / (self.panes - few) as f64;
        println!(
            "memory: {small} kB with {few} panes, {large} kB with {}; {grown:.1} kB a pane",
            self.panes
        );
        self.list(shadow);
        self.poll();
        reported
    }

    /// What a watch of the panes that are there holds once it has looked at each, in kB of its own.
    fn memory_of_watch(&self, shadow: &str) -> u64 {
        let mut child = self.start_watch(shadow, Stdio::null());
        thread::sleep(Duration::from_secs(5));
        let held = own_memory(child.id());
        let _ = child.kill();
        let _ = child.wait();
        held
    }

    fn start_watch(&self, shadow: &str, out: Stdio) -> Child {
        let mut child = Command::new(shadow);
        child
            .args(["watch", "--all", "--socket"])
            .arg(self.socket());
        child.stdout(out).stdin(Stdio::null());
        child.spawn().expect("shadow starts")
    }

    /// `shadow watch`: CPU and memory after it has settled, and how late `working` is told. Gives the memory in kB, and
    /// whether half of the panes and of the changes were reported.
    fn watch(&self, shadow: &str, server: u32, seconds: u64) -> (u64, bool) {
        let events = self.folder.join("events");
        let begun = now();
        let mut child = self.start_watch(shadow, fs::File::create(&events).expect("a file").into());
        thread::sleep(Duration::from_secs(10));
        let (from, own, tmux) = (now(), Usage::of(child.id()), Usage::of(server));
        thread::sleep(Duration::from_secs(seconds));
        let took = now() - from;
        println!(
            "watch: {:.1} % of a core; tmux {:.1} %",
            Usage::of(child.id()).since(&own, took),
            Usage::of(server).since(&tmux, took)
        );
        let held = own_memory(child.id());
        let until = now();
        thread::sleep(Duration::from_secs(2));
        let _ = child.kill();
        let _ = child.wait();
        let told = fs::read_to_string(events).unwrap_or_default();
        let shown = self.shown(from, until);
        let late = lateness(&shown, &working(&told));
        let changes = shown.values().map(Vec::len).sum();
        print_late("output to event", &late, changes);
        let panes = print_first(&told, begun);
        let is_half = |some: usize, all: usize| 2 * some >= all && some > 0;
        (
            held,
            is_half(late.len(), changes) && is_half(panes, self.panes as usize),
        )
    }

    /// The tool `panes` of `shadow mcp`: how long a call takes, and how much an agent reads.
    fn list(&self, shadow: &str) {
        let mut child = Command::new(shadow);
        child.args(["mcp", "--socket"]).arg(self.socket());
        child.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = child.spawn().expect("shadow starts");
        let mut input = child.stdin.take().expect("stdin");
        let mut output = BufReader::new(child.stdout.take().expect("stdout"));
        let mut ask = |request: Value| {
            writeln!(input, "{request}").expect("it reads");
            let mut line = String::new();
            output.read_line(&mut line).expect("an answer");
            line
        };
        let about = json!({ "name": "scale", "version": "1" });
        let hello =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about });
        ask(json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello }));
        let panes = json!({ "name": "panes", "arguments": {} });
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": panes });
        let known = |answer: &str| {
            let answer: Value = serde_json::from_str(answer).unwrap_or_default();
            let told = &answer["result"]["structuredContent"];
            let shown = told["panes"].as_array().map_or(0, Vec::len) as u64;
            shown + told["omitted"].as_u64().unwrap_or_default()
        };
        let deadline = Instant::now() + Duration::from_secs(60);
        while known(&ask(call.clone())) < self.panes && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(100));
        }
        let (mut took, mut last) = (Vec::new(), String::new());
        for _ in 0..CALLS {
            let begun = Instant::now();
            last = ask(call.clone());
            took.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
        took.sort_by(f64::total_cmp);
        println!(
            "mcp: the list of {} panes in {:.1} ms (median), {:.1} ms (longest of {CALLS}), {} bytes",
            known(&last),
            took[CALLS / 2],
            took[CALLS - 1],
            last.len()
        );
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Every pane asked by starting tmux, one after the other.
    fn poll(&self) {
        let server = shadow_tmux::Server::new(self.socket());
        let panes = server.panes().unwrap_or_default();
        let begun = Instant::now();
        let own = Usage::children();
        let mut seen: HashMap<String, Vec<f64>> = HashMap::new();
        let mut was: HashMap<String, bool> = HashMap::new();
        let from = now();
        for pane in panes.iter().cycle().take(panes.len() * 2) {
            let Ok(view) = server.view(pane.id) else {
                continue;
            };
            let works = String::from_utf8_lossy(&view.text).contains("one line at a time");
            let id = pane.id.to_string();
            if works && was.insert(id.clone(), works) != Some(true) {
                seen.entry(id.clone()).or_default().push(now());
            }
            was.insert(id, works);
        }
        let took = begun.elapsed().as_secs_f64();
        let cost = Usage::children().since(&own, took);
        println!(
            "polling by starting tmux: {:.2} s a pass over all panes, {cost:.1} % of a core",
            took / 2.0
        );
        let shown = self.shown(from, now());
        print_late(
            "output to look",
            &lateness(&shown, &seen),
            shown.values().map(Vec::len).sum(),
        );
    }

    /// When each changing pane showed the working screen, by the pane's id.
    fn shown(&self, from: f64, until: f64) -> HashMap<String, Vec<f64>> {
        let times = |pane: u64| {
            let text = fs::read_to_string(self.folder.join(pane.to_string())).unwrap_or_default();
            let all = text.lines().filter_map(|line| line.parse().ok());
            all.filter(|at| (from..until).contains(at)).collect()
        };
        (self.first_changing()..self.panes)
            .map(|pane| (format!("%{pane}"), times(pane)))
            .collect()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A capture of the corpus, Claude Code 2.1.330 at 120x40, as a file in a folder.
fn capture(name: &str, folder: &Path) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/corpus/claude");
    let path = format!("{root}/2.1.330/basic-120x40/{name}.ansi");
    let copy = shadow_fixtures::copy_capture(path.as_ref(), folder);
    copy.expect("a capture").display().to_string()
}

/// When each pane was told to be working.
fn working(events: &str) -> HashMap<String, Vec<f64>> {
    let mut told: HashMap<String, Vec<f64>> = HashMap::new();
    for event in events
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        if event["event"] == "surface_changed" && event["business_state"] == "working" {
            let pane = event["pane"].as_str().unwrap_or_default().to_owned();
            told.entry(pane).or_default().extend(event["at"].as_f64());
        }
    }
    told
}

/// How late each shown screen was told of, in seconds; one that was not is left out.
fn lateness(shown: &HashMap<String, Vec<f64>>, told: &HashMap<String, Vec<f64>>) -> Vec<f64> {
    let mut late = Vec::new();
    for (pane, times) in shown {
        let told = told.get(pane).map(Vec::as_slice).unwrap_or_default();
        for at in times {
            let first = told.iter().find(|told| *told >= at).map(|told| told - at);
            late.extend(first.filter(|late| *late < 2.0 * FRAME.as_secs_f64()));
        }
    }
    late.sort_by(f64::total_cmp);
    late
}

fn print_late(what: &str, late: &[f64], shown: usize) {
    let at = |share: f64| {
        let index = (late.len() as f64 * share) as usize;
        late.get(index.min(late.len().saturating_sub(1)))
            .copied()
            .unwrap_or(f64::NAN)
            * 1000.0
    };
    println!(
        "{what}: median {:.0} ms, 99th percentile {:.0} ms; {} of {shown} told",
        at(0.5),
        at(0.99),
        late.len()
    );
}

/// Memory that is a process's own share (PSS), in kB.
fn own_memory(pid: u32) -> u64 {
    let sums = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = sums.lines().find_map(|line| line.strip_prefix("Pss:"));
    let digits = line.unwrap_or_default().trim().trim_end_matches(" kB");
    digits.parse().unwrap_or(0)
}

/// How long it took until every pane had been told of once; gives how many have been.
fn print_first(events: &str, begun: f64) -> usize {
    let mut firsts: HashMap<String, f64> = HashMap::new();
    for line in events.lines() {
        let event: Value = serde_json::from_str(line).unwrap_or_default();
        let at = event["at"].as_f64().unwrap_or_default();
        firsts.entry(event["pane"].to_string()).or_insert(at);
    }
    let last = firsts.values().copied().fold(begun, f64::max);
    println!(
        "first look: {} panes told of within {:.1} s",
        firsts.len(),
        last - begun
    );
    firsts.len()
}
