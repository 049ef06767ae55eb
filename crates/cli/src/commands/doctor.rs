//! `shadow doctor`: what is missing on this machine, what it is for, and how to get it.

use std::borrow::Cow;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::Args;
use serde::Serialize;
use shadow_tmux::{ask, sockets, tmux_version};

use crate::config;
use crate::exit::{Exit, Failure, Outcome};
use crate::formats::{ListFormat, ListFormatArg};
use crate::host_name::HostName;
#[cfg(feature = "fleet")]
use crate::hosts::about_fleet;
use crate::hosts::{Machine, listed, meant};
use crate::output::Output;
use crate::own_dialogs;
use crate::page::Page;
use crate::render::table::{TableStyle, drawn};
use shadow_legible::one_line;

/// The oldest tmux whose formats are relied on.
const TMUX_FLOOR: (u32, u32) = (3, 2);

/// Arguments of `shadow doctor`.
#[derive(Debug, Args)]
#[command(
    after_help = "The exit code is 1 if anything is missing or wrong, or if a machine of `hosts`\n\
                  cannot be asked. It is no error if no tmux server runs. `shadow demo` and\n\
                  `shadow parse FILE` need nothing that this command lists."
)]
pub struct DoctorArgs {
    /// Also check shadow on the machine of this name, through ssh; may be repeated [default: `hosts` of the settings]
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<HostName>,
    #[command(flatten)]
    format: ListFormatArg,
}

/// One thing that was looked for.
#[derive(Debug, Serialize)]
struct Finding {
    /// What.
    name: Cow<'static, str>,
    /// Whether nothing is wrong: it is there and good enough, or nobody has to have it.
    ok: bool,
    /// What was found.
    found: String,
    /// What it is for.
    needed_for: &'static str,
    /// How to get it, or what to do; empty if nothing is to do.
    advice: &'static str,
}

/// Runs it.
pub fn run(args: &DoctorArgs) -> Outcome {
    let mut output = Output::new();
    let mut findings = findings();
    findings.extend(machines(&args.hosts));
    if args.format.wanted() == ListFormat::Table {
        let page = Page::stdout();
        let row = match page.width {
            Some(_) => short_row,
            None => row,
        };
        let rows: Vec<Vec<String>> = findings.iter().map(row).collect();
        let tints: Vec<&str> = findings.iter().map(tint).collect();
        let look = TableStyle {
            page,
            tints: &tints,
            tinted: 0,
            wraps: true,
        };
        output.text(&drawn(&rows, &look))?;
    } else {
        for finding in &findings {
            output.json(finding)?;
        }
    }
    let all = findings.iter().all(|finding| finding.ok);
    Ok(if all { Exit::Done } else { Exit::NotHeld })
}

fn mark(finding: &Finding) -> &'static str {
    match (finding.ok, &*finding.name) {
        (true, _) if !finding.advice.is_empty() => "none",
        (true, _) => "ok",
        (false, own_dialogs::NAME | config::NAME) => "wrong",
        (false, name) if name.starts_with(HOST) => "wrong",
        (false, _) => "missing",
    }
}

/// The color of a mark, as the parameters of SGR.
fn tint(finding: &Finding) -> &'static str {
    match mark(finding) {
        "ok" => "32",
        "none" => "2",
        _ => "1;31",
    }
}

fn row(finding: &Finding) -> Vec<String> {
    let mut last = format!("for {}", finding.needed_for);
    if !finding.advice.is_empty() {
        last = format!("{last}: {}", finding.advice);
    }
    vec![
        mark(finding).to_owned(),
        one_line(&finding.name),
        one_line(&finding.found),
        last,
    ]
}

/// A row for a terminal: what is there, or what is not, why it is needed and what to do.
fn short_row(finding: &Finding) -> Vec<String> {
    let found = one_line(&finding.found);
    let text = match finding.advice {
        "" => found,
        advice => format!("{found}; for {}: {advice}", finding.needed_for),
    };
    vec![mark(finding).to_owned(), one_line(&finding.name), text]
}

const LIVE: &str = "live panes (panes, --pane)";
const LAB: &str = "the lab";

/// Programs that are looked for on the path: name, the flag that makes it say its version, what it
/// is for, how to get it.
const PROGRAMS: [[&str; 4]; 5] = [
    [
        "node",
        "--version",
        "the lab (older Claude Code)",
        "install Node.js 18 or newer",
    ],
    [
        "npm",
        "--version",
        "the lab (installing CLIs)",
        "install npm, it comes with Node.js",
    ],
    [
        "ip",
        "-V",
        "the lab (a loopback of its own)",
        "install iproute2",
    ],
    [
        "mount",
        "--version",
        "the lab (a private /tmp and /home)",
        "install util-linux",
    ],
    [
        "hostname",
        "--version",
        "the lab (a neutral host name)",
        "install hostname",
    ],
];

fn findings() -> Vec<Finding> {
    let mut findings = vec![tmux(), server()];
    findings.extend(PROGRAMS.map(program));
    findings.extend([isolation(), utf8(), settings(), dialogs()]);
    findings
}

/// How the findings of other machines begin: `host devbox`.
const HOST: &str = "host ";

/// A finding for each other machine: those that are named, else those of the settings.
fn machines(named: &[HostName]) -> Vec<Finding> {
    // What is wrong with the settings has a row of its own.
    let hosts = meant(named).unwrap_or_default();
    let told = |(host, machine): (HostName, Result<Machine, Failure>)| {
        let found = machine.map_err(|failure| (failure.message().to_owned(), FLEET));
        let found = found.and_then(|it| {
            let agents = match it.panes.len() {
                1 => "1 agent".to_owned(),
                agents => format!("{agents} agents"),
            };
            let words = format!("shadow {}, {agents}", it.version);
            match it.apart {
                Some(apart) => Err((format!("{words}; {apart}"), CLOCKS)),
                None => Ok(words),
            }
        });
        let advice = found.as_ref().err().map_or("", |(_, advice)| advice);
        let found = found.map_err(|(words, _)| words);
        Finding {
            name: format!("{HOST}{host}").into(),
            ..finding("", found, "the agents of that machine", advice)
        }
    };
    let machines = listed(&hosts, false).into_iter().map(told);
    fleet().into_iter().chain(machines).collect()
}

/// The finding of a NATS server that answers. One that does not is among the machines.
fn fleet() -> Option<Finding> {
    #[cfg(feature = "fleet")]
    {
        let about = about_fleet()?;
        Some(finding(
            "fleet",
            Ok(about),
            "the agents of its machines",
            "",
        ))
    }
    #[cfg(not(feature = "fleet"))]
    None
}

const FLEET: &str = "docs/fleet.md says what ssh and NATS need";
const CLOCKS: &str = "set both clocks (NTP): the times of its events are those of its clock";

fn finding(
    name: &'static str,
    found: Result<String, String>,
    needed_for: &'static str,
    advice: &'static str,
) -> Finding {
    let ok = found.is_ok();
    Finding {
        name: name.into(),
        ok,
        found: found.unwrap_or_else(|words| words),
        needed_for,
        advice: if ok { "" } else { advice },
    }
}

fn tmux() -> Finding {
    let version = tmux_version().map_err(|_| "not on the path".to_owned());
    let found = version.and_then(|text| {
        if is_recent(&text) {
            Ok(text)
        } else {
            Err(format!("{text} is too old"))
        }
    });
    finding(
        "tmux",
        found,
        LIVE,
        "install tmux 3.2 or newer (`apt install tmux`, `brew install tmux`)",
    )
}

/// Whether `tmux 3.3a`, `tmux next-3.5` is at or above the floor; what tells no number is taken.
fn is_recent(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let mut parts = digits.split(|c: char| !c.is_ascii_digit());
    let mut number = || parts.next().and_then(|part| part.parse::<u32>().ok());
    match (number(), number()) {
        (Some(major), minor) => (major, minor.unwrap_or(0)) >= TMUX_FLOOR,
        (None, _) => true,
    }
}

fn server() -> Finding {
    let asked = ask(&sockets()).into_iter();
    let (found, advice) = match asked.filter(|it| it.panes.is_ok()).count() {
        0 => (
            "none runs".to_owned(),
            "start one (`tmux new`), and run the agent in it",
        ),
        several => (format!("{several} found"), ""),
    };
    Finding {
        advice,
        ..finding("tmux server", Ok(found), LIVE, "")
    }
}

/// A program on the path, with the version that it tells.
fn program([name, flag, needed_for, advice]: [&'static str; 4]) -> Finding {
    let output = quiet(name).arg(flag).output();
    let found = output
        .map_err(|_| "not on the path".to_owned())
        .map(|output| {
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().next().unwrap_or_default().trim();
            if line.is_empty() {
                "found".to_owned()
            } else {
                line.to_owned()
            }
        });
    finding(name, found, needed_for, advice)
}

/// Whether a network namespace can be made: as root, or through a user namespace.
fn isolation() -> Finding {
    let works = |flags: &str| {
        let status = quiet("unshare").args([flags, "true"]).status();
        status.is_ok_and(|status| status.success())
    };
    let found = if works("-n") {
        Ok("network namespaces".to_owned())
    } else if works("-rn") {
        Ok("network namespaces, in a user namespace".to_owned())
    } else {
        Err("no right to make network namespaces".to_owned())
    };
    let advice = "on Linux, install util-linux and run as root or allow user namespaces \
                  (`sysctl kernel.unprivileged_userns_clone=1`)";
    finding("unshare", found, LAB, advice)
}

fn utf8() -> Finding {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set = names
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let set = set.unwrap_or_default();
    let plain = set.to_lowercase().replace('-', "");
    let found = if plain.contains("utf8") {
        Ok(set)
    } else {
        Err(format!("locale {set:?}"))
    };
    finding(
        "UTF-8",
        found,
        "reading what shadow prints",
        "set LANG to a UTF-8 locale, such as C.UTF-8",
    )
}

/// The settings in force.
fn settings() -> Finding {
    let read = config::current();
    let found = read.map(|config| format!("{} ({})", config.words(), config::place()));
    finding(
        config::NAME,
        found.map_err(|failure| failure.message().to_owned()),
        "the settings of the commands",
        "correct or remove the file (docs/configuration.md); until then the live commands stop",
    )
}

/// The user's own dialogs, where there are any.
fn dialogs() -> Finding {
    let found = own_dialogs::found().map(|own| match own.rows().len() {
        0 => format!("no rows ({})", own_dialogs::place()),
        1 => format!("1 row ({})", own_dialogs::place()),
        several => format!("{several} rows ({})", own_dialogs::place()),
    });
    finding(
        own_dialogs::NAME,
        found,
        "naming dialogs that shadow does not know yet",
        "correct or remove the file (docs/feeding.md); until then shadow ignores it",
    )
}

/// A command that reads and shows nothing of ours.
fn quiet(program: &str) -> Command {
    let mut command = Command::new(PathBuf::from(program));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use super::is_recent;

    #[test]
    fn versions_of_tmux_are_compared() {
        for recent in [
            "tmux 3.3a",
            "tmux next-3.5",
            "tmux master",
            "tmux 10",
            "tmux 3.2",
        ] {
            assert!(is_recent(recent), "{recent}");
        }
        assert!(!is_recent("tmux 2.9a") && !is_recent("tmux 3.1c"));
    }
}
