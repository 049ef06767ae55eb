//! Many panes on many simulated hosts, which publish to one NATS server on this machine: what a viewer and the server cost, how
//! late an event is on the screen, and beside it these hosts polled once a second.
//!
//! `fleet SHADOW NATS-SERVER [HOSTSxPANES…]`; without sizes it begins with 20x50 and goes on to larger fleets until more than
//! a twentieth of the events are missing, the typical event is a second late, or ten minutes are over. It starts a server of
//! NATS and one of tmux, and ends them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shadow_benches::hosts::{Fleet, now};
use shadow_benches::nats::connect;
use shadow_benches::usage::{Usage, resident};

/// The fleets that are measured if none is named: hosts and panes of each.
const SIZES: [[usize; 2]; 5] = [[20, 50], [20, 250], [100, 50], [200, 50], [400, 50]];

/// How long the whole run may take.
const MOST: Duration = Duration::from_secs(600);

/// Time between two changes of a pane.
const PACE: Duration = Duration::from_secs(10);

/// How long each thing is measured.
const MEASURED: Duration = Duration::from_secs(20);

/// How long the first look at all panes may take.
const FIRST: Duration = Duration::from_secs(60);

/// Seconds that a typical event may be late.
const LATE: f64 = 1.0;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (shadow, server, sizes) = match &arguments[..] {
        [flag, screen] if flag == "--show" => return show(Path::new(screen)),
        [shadow, server, sizes @ ..] => (shadow, server, sizes),
        _ => {
            eprintln!("usage: fleet SHADOW NATS-SERVER [HOSTSxPANES...]");
            std::process::exit(2);
        }
    };
    let size = |text: &String| {
        let (hosts, panes) = text.split_once('x')?;
        Some([hosts.parse().ok()?, panes.parse().ok()?])
    };
    let named: Vec<[usize; 2]> = sizes.iter().filter_map(size).collect();
    let sizes = if named.is_empty() {
        &SIZES[..]
    } else {
        &named[..]
    };
    let begun = Instant::now();
    let folder = std::env::temp_dir().join(format!("shadow-fleet-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let reports = reports(shadow, &folder);
    for &[hosts, panes] in sizes {
        if begun.elapsed() > MOST {
            println!("the time is over");
            break;
        }
        let bench = Bench::start([shadow, server], &folder, [hosts, panes], &reports);
        if !bench.run() {
            println!("here it ends");
            break;
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

/// In a pane: shows a screen and stands still.
fn show(screen: &Path) {
    print!(
        "{}",
        fs::read_to_string(screen)
            .unwrap_or_default()
            .trim_end()
            .replace('\n', "\r\n")
    );
    let _ = std::io::Write::flush(&mut std::io::stdout());
    loop {
        thread::park();
    }
}

/// How `shadow panes --json` lists a pane, idle and working.
fn reports(shadow: &str, folder: &Path) -> [Value; 2] {
    let cli = folder.join("claude");
    fs::copy(std::env::current_exe().expect("a path"), &cli).expect("a copy");
    ["idle-fresh", "streaming"].map(|name| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/corpus/claude");
        let capture = format!("{root}/2.1.330/basic-120x40/{name}.ansi");
        let capture = shadow_fixtures::copy_capture(capture.as_ref(), folder).expect("a capture");
        let command = format!(
            "stty -icanon -echo; exec '{}' --show '{}'",
            cli.display(),
            capture.display()
        );
        let socket = folder.join(name);
        let tmux = |words: &[&str]| {
            let mut tmux = Command::new("tmux");
            tmux.args(["-u", "-f", "/dev/null", "-S"])
                .arg(&socket)
                .args(words);
            tmux.env_remove("TMUX").status().expect("tmux runs")
        };
        tmux(&["new-session", "-d", "-x", "120", "-y", "40", &command]);
        let deadline = Instant::now() + FIRST;
        let report = loop {
            let mut panes = Command::new(shadow);
            panes.args(["panes", "--json", "--socket"]).arg(&socket);
            let said = panes.output().expect("shadow runs").stdout;
            let report: Value = serde_json::from_slice(&said).unwrap_or_default();
            if report["surface_assessment"]["business_state"] != "unknown"
                && report["agent"] == true
            {
                break report;
            }
            assert!(Instant::now() < deadline, "no agent is listed: {report}");
            thread::sleep(Duration::from_millis(200));
        };
        tmux(&["kill-server"]);
        report
    })
}

/// A fleet of one size, and the programs that are measured.
struct Bench<'a> {
    shadow: &'a str,
    home: PathBuf,
    url: String,
    fleet: Arc<Fleet>,
    server: Child,
    size: [usize; 2],
}

impl<'a> Bench<'a> {
    fn start(
        [shadow, server]: [&'a str; 2],
        folder: &Path,
        size: [usize; 2],
        reports: &[Value; 2],
    ) -> Self {
        let [hosts, panes] = size;
        let home = folder.join(format!("{hosts}x{panes}"));
        fs::create_dir_all(&home).expect("a folder");
        let port = free_port();
        let settings = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: {:?} }}\n",
            home.display().to_string()
        );
        let path = home.join("nats.conf");
        fs::write(&path, settings).expect("settings");
        let mut command = Command::new(server);
        command
            .arg("-c")
            .arg(&path)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let server = command.spawn().expect("the NATS server starts");
        prepare(port);
        let fleet = Fleet::new(port, panes, reports.clone());
        for number in 0..hosts {
            fleet.host(number).expect("a host");
        }
        Self {
            shadow,
            home,
            url: format!("nats://127.0.0.1:{port}"),
            fleet,
            server,
            size,
        }
    }

    fn shadow(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.shadow);
        command
            .args(words)
            .args(["--fleet", &self.url])
            .env_remove("TMUX");
        for name in ["TMUX_TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            command.env(name, &self.home);
        }
        command
    }

    /// Measures; false where a larger fleet would measure nothing.
    fn run(&self) -> bool {
        let [hosts, panes] = self.size;
        let all = hosts * panes;
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "\n{all} panes on {hosts} hosts; load before {}",
            load.trim()
        );
        let mut viewer = Viewer::start(self.shadow(&["watch"]));
        let first = viewer.first(all);
        let Some(first) = first else {
            println!(
                "the first look did not come to its end: {} panes",
                viewer.taken().0
            );
            viewer.end();
            return false;
        };
        println!("first look at all panes: {first:.1} s");
        thread::sleep(Duration::from_secs(3));
        self.measure("nothing changes", &viewer, MEASURED / 2);
        self.fleet.set_pace(Some(PACE));
        thread::sleep(Duration::from_secs(3));
        let goes_on = self.measure("each pane changes once in 10 s", &viewer, MEASURED);
        viewer.end();
        if viewer.away() > 0 {
            println!("  hosts that were away meanwhile: {}", viewer.away());
        }
        self.poll();
        self.fleet.set_pace(None);
        goes_on
    }

    /// What viewer and server cost over a time, and how late events are; false where they are too late, or too few.
    fn measure(&self, what: &str, viewer: &Viewer, time: Duration) -> bool {
        let [id, server] = [viewer.child.id(), self.server.id()];
        let (own, there, here) = (
            Usage::of(id),
            Usage::of(server),
            Usage::of(std::process::id()),
        );
        viewer.forget();
        let begun = Instant::now();
        let before = self.fleet.events();
        thread::sleep(time);
        let took = begun.elapsed().as_secs_f64();
        let costs = [
            Usage::of(id).since(&own, took),
            Usage::of(server).since(&there, took),
        ];
        let simulated = Usage::of(std::process::id()).since(&here, took);
        let after = self.fleet.events();
        let late = viewer.taken().1;
        let (published, kept) = (after[0] - before[0], after[1] - before[1]);
        let (viewers, servers) = (resident(id), resident(server));
        let panes = (self.size[0] * self.size[1]) as f64;
        println!(
            "{what}: viewer {:.1} % of a core, {viewers} kB; NATS server {:.1} %, {servers} kB; the simulated hosts {simulated:.1} %",
            costs[0], costs[1]
        );
        println!(
            "  a pane: viewer {:.1} µs of processor a second, {:.1} kB; server {:.1} µs, {:.1} kB",
            costs[0] * 1e4 / panes,
            viewers as f64 / panes,
            costs[1] * 1e4 / panes,
            servers as f64 / panes
        );
        if published == 0 {
            return true;
        }
        println!(
            "  events: {:.0} a second published, {kept} kept of {published}, {} on the screen; late by {}",
            published as f64 / took,
            late.len(),
            lateness(&late)
        );
        20 * late.len() as u64 >= 19 * published && at(&late, 0.5) < LATE
    }

    /// These hosts, asked for all panes once a second.
    fn poll(&self) {
        let children = Usage::children();
        let server = Usage::of(self.server.id());
        let begun = Instant::now();
        let (mut count, mut listed, mut longest) = (0_u32, 0, 0.0_f64);
        while begun.elapsed() < MEASURED {
            let asked = Instant::now();
            let out = self
                .shadow(&["panes", "--json"])
                .output()
                .expect("shadow runs");
            listed = out.stdout.iter().filter(|byte| **byte == b'\n').count();
            longest = longest.max(asked.elapsed().as_secs_f64());
            count += 1;
            thread::sleep(Duration::from_secs(1).saturating_sub(asked.elapsed()));
        }
        let took = begun.elapsed().as_secs_f64();
        println!(
            "polled: {:.2} lists a second of {listed} panes, the longest in {longest:.2} s; {:.1} % of a core; NATS server {:.1} %",
            f64::from(count) / took,
            Usage::children().since(&children, took),
            Usage::of(self.server.id()).since(&server, took)
        );
    }
}

impl Drop for Bench<'_> {
    fn drop(&mut self) {
        self.fleet.end();
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// What a viewer has printed: its panes, and how late each event was.
#[derive(Default)]
struct Taken {
    panes: std::collections::HashSet<String>,
    late: Vec<f64>,
    /// How often it was said that a host cannot be reached.
    away: usize,
}

/// `shadow watch`, and what it prints.
struct Viewer {
    child: Child,
    taken: Arc<Mutex<Taken>>,
}

impl Viewer {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        let mut child = command.spawn().expect("shadow starts");
        let said = BufReader::new(child.stdout.take().expect("stdout"));
        let taken = Arc::new(Mutex::new(Taken::default()));
        let shared = Arc::clone(&taken);
        thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                let come = now();
                let event: Value = serde_json::from_str(&line).unwrap_or_default();
                let mut taken = shared.lock().unwrap_or_else(PoisonError::into_inner);
                taken.late.extend(event["at"].as_f64().map(|at| come - at));
                if let Some(pane) = event["pane"]
                    .as_str()
                    .filter(|it| !taken.panes.contains(*it))
                {
                    taken.panes.insert(pane.to_owned());
                }
            }
        });
        let notes = BufReader::new(child.stderr.take().expect("stderr"));
        let shared = Arc::clone(&taken);
        thread::spawn(move || {
            let notes = notes.lines().map_while(Result::ok);
            for _ in notes.filter(|note| note.contains("unknown until")) {
                let mut taken = shared.lock().unwrap_or_else(PoisonError::into_inner);
                taken.away += 1;
            }
        });
        Self { child, taken }
    }

    /// Seconds until it has printed so many panes; none if that takes too long.
    fn first(&mut self, panes: usize) -> Option<f64> {
        let begun = Instant::now();
        while self.taken().0 < panes {
            if begun.elapsed() > FIRST {
                return None;
            }
            thread::sleep(Duration::from_millis(20));
        }
        Some(begun.elapsed().as_secs_f64())
    }

    fn away(&self) -> usize {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.away
    }

    fn forget(&self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.late.clear();
    }

    /// How many panes were printed, and how late each event was, in order.
    fn taken(&self) -> (usize, Vec<f64>) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut late = taken.late.clone();
        late.sort_by(f64::total_cmp);
        (taken.panes.len(), late)
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value below which this share of ordered values is.
fn at(late: &[f64], share: f64) -> f64 {
    let index = (late.len() as f64 * share) as usize;
    let index = index.min(late.len().saturating_sub(1));
    late.get(index).copied().unwrap_or(f64::NAN)
}

fn lateness(late: &[f64]) -> String {
    let [half, most, all] = [0.5, 0.99, 1.0].map(|share| at(late, share) * 1000.0);
    format!("{half:.1} ms (median), {most:.1} ms (99 of 100), {all:.1} ms (all)")
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Makes the stream and the bucket, as a relay does.
fn prepare(port: u16) {
    let deadline = Instant::now() + FIRST;
    let (sender, mut taker) = loop {
        match connect(port) {
            Ok(connection) => break connection,
            Err(error) => assert!(Instant::now() < deadline, "{error}"),
        }
        thread::sleep(Duration::from_millis(50));
    };
    let both = json!({
        "storage": "file", "retention": "limits", "max_consumers": -1, "max_msgs": -1, "num_replicas": 1, "max_bytes": 1 << 30,
        "allow_direct": true, "duplicate_window": 120_000_000_000_u64,
    });
    let mut events = both.clone();
    events["name"] = json!("SHADOW");
    events["subjects"] = json!(["shadow.v1.*.*.*.*"]);
    events["discard"] = json!("old");
    let mut states = both;
    states["name"] = json!("KV_shadow");
    states["subjects"] = json!(["$KV.shadow.>"]);
    states["discard"] = json!("new");
    states["max_msgs_per_subject"] = json!(1);
    states["allow_rollup_hdrs"] = json!(true);
    states["deny_delete"] = json!(true);
    sender.subscribe("_INBOX.prepare", 1).expect("subscribed");
    for config in [events, states] {
        let subject = format!(
            "$JS.API.STREAM.CREATE.{}",
            config["name"].as_str().unwrap_or_default()
        );
        let config = config.to_string();
        sender
            .publish(&subject, "_INBOX.prepare", None, config.as_bytes())
            .expect("sent");
        let said = taker.message().expect("an answer").payload;
        let said: Value = serde_json::from_slice(&said).unwrap_or_default();
        assert!(said["error"].is_null(), "{said}");
    }
}
