//! `shadow panes`: every pane of every reachable tmux server that holds an agent, once.

use clap::Args;
use shadow_tmux::{PaneId, Server};
use shadow_tui::contract::{Availability, OperatorBlock, wire_name};
use shadow_tui::{Need, Stack};

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{ListFormat, ListFormatArg};
use crate::host_name::HostName;
use crate::hosts::{HostArgs, has_fleet, listed};
use crate::listing::{Found, Listing, list, look, views, views_of};
use crate::live::{Names, ServerArgs};
use crate::output::Output;
use crate::page::Page;
use crate::render::need::tint;
use crate::render::table::{TableStyle, before_last, drawn};
use crate::setup;
use crate::wire::{Fault, Identified, PaneReport};
use shadow_legible::{excerpt, one_line, subject_line};

const EXAMPLES: &str = "\
Examples:
  shadow panes
  shadow panes --host devbox
  shadow panes --json | jq -r 'select(.safe_to_type) | .id'

shadow finds your tmux servers by $TMUX, by $TMUX_TMPDIR and by your tmux-*
folders in /tmp. Give --socket for a socket in another place, and for a server
of another user. If several servers run, the name of a pane begins with the
name of its server: default/%3 is pane %3 of the server \"default\".

With --host, shadow also asks the shadow of another machine, through ssh. The
name of a pane there begins with the machine: devbox/default/%3. `parse`,
`watch`, `wait` and the commands that act take such a name. A machine that does
not answer has a row that says so; then the exit code is 4.";

/// Arguments of `shadow panes`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PanesArgs {
    /// List all panes, also those without an agent
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    format: ListFormatArg,
    #[command(flatten)]
    hosts: HostArgs,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &PanesArgs) -> Outcome {
    let hosts = args.hosts.all(&args.server)?;
    let mut listing = match list(&args.server, args.all) {
        // Without a server here, the other machines have all there is.
        Err(failure) if failure.exit() == Exit::Gone && (!hosts.is_empty() || has_fleet()?) => {
            Listing::default()
        }
        listing => listing?,
    };
    let mut away = Vec::new();
    for (host, panes) in listed(&hosts, args.all) {
        match panes {
            Ok(machine) => {
                listing.reports.extend(machine.panes);
                let apart = machine.apart.iter();
                apart.for_each(|words| complain(&format!("{host}: {words}")));
                if machine.left_off > 0 {
                    let words = format!("{} more panes are left out of the list", machine.left_off);
                    complain(&format!(
                        "{host}: {words}; `shadow top` shows up to 2,000 of a machine"
                    ));
                }
            }
            Err(failure) => away.push((host, failure)),
        }
    }
    let exit = match away.is_empty() {
        true => Exit::Done,
        false => Exit::Gone,
    };
    if listing.reports.is_empty() && away.is_empty() {
        complain(&listing.nothing());
    } else if args.format.wanted() == ListFormat::Ndjson {
        let mut output = Output::new();
        for report in &listing.reports {
            output.json(report)?;
        }
        for (host, failure) in &away {
            output.json(&unreachable(host, failure))?;
        }
    } else {
        Output::new().text(&drawing(&listing, &away))?;
    }
    Ok(exit)
}

/// The line of a machine that cannot be asked.
fn unreachable<'h>(host: &'h HostName, failure: &Failure) -> Identified<&'h str, Fault> {
    let body = Fault {
        error: failure.message().to_owned(),
        exit: Some(failure.exit().code()),
    };
    let id = host.as_str();
    Identified { id, body }
}

/// The table of the panes, with a row for each machine that cannot be asked.
fn drawing(listing: &Listing, away: &[(HostName, Failure)]) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    let mut tints = vec![""];
    for report in &listing.reports {
        rows.push(table_row(&report.body));
        tints.push(tint(Need::of(&report.body.payload)));
    }
    for (host, failure) in away {
        let [name, why] = [host.as_str(), failure.message()].map(one_line);
        let dash = || "-".to_owned();
        let state = "unreachable".to_owned();
        rows.push(vec![name, dash(), dash(), state, dash(), dash(), why]);
        tints.push("");
    }
    table(rows, &tints)
}

const HEADINGS: [&str; 7] = [
    "PANE", "WHERE", "CLI", "STATE", "INPUT", "CONTEXT", "DETAIL",
];

/// Columns of the detail below which the columns of [`SPARE`] are left out, one after the other.
const DETAIL: usize = 36;

/// What a narrow terminal does without.
const SPARE: [&str; 3] = ["INPUT", "CONTEXT", "WHERE"];

/// The rows, with the columns that fit the terminal. A file or a pipe gets all of them.
fn table(mut rows: Vec<Vec<String>>, tints: &[&'static str]) -> String {
    let page = Page::stdout();
    for spare in SPARE {
        let fits = page
            .width
            .is_none_or(|all| before_last(&rows) + DETAIL <= all);
        let column = rows[0].iter().position(|heading| heading == spare);
        if let Some(column) = column.filter(|_| !fits) {
            rows.iter_mut().for_each(|row| drop(row.remove(column)));
        }
    }
    let state = rows[0].iter().position(|heading| heading == "STATE");
    drawn(
        &rows,
        &TableStyle {
            page,
            tints,
            tinted: state.unwrap_or_default(),
            wraps: false,
        },
    )
}

/// The names of the panes that hold an agent, each with its CLI and its state.
pub fn names() -> Result<Vec<(String, String)>, Failure> {
    let stack = setup::stack()?;
    let servers = ServerArgs::default().servers()?;
    let names = Names::of(&servers);
    let mut named = Vec::new();
    for (server, views) in servers.iter().zip(views_of(&servers)) {
        let found = views?.into_iter().map(|view| look(&stack, view));
        named.extend(found.filter(|found| found.holds_agent).map(|found| {
            let state = wire_name(&found.payload.surface_assessment.business_state);
            let about = format!("{} {state}", found.payload.parser_metadata.provider_id);
            (names.pane(server, found.pane.id), about)
        }));
    }
    Ok(named)
}

/// What each agent pane of a server asks of a person, looked at now.
pub fn needs(stack: &Stack, server: &Server) -> Result<Vec<(PaneId, Need)>, Failure> {
    let found = views(server)?.into_iter().map(|view| look(stack, view));
    let shown = |found: &Found| found.pane.shows_pane_of([server.socket()].into_iter());
    let agents = found.filter(|found| found.holds_agent && !shown(found));
    Ok(agents
        .map(|found| (found.pane.id, Need::of(&found.payload)))
        .collect())
}

fn table_row(report: &PaneReport) -> Vec<String> {
    let (pane, payload) = (&report.pane, &report.payload);
    let surface = &payload.surface_assessment;
    let place = format!("{}:{}.{}", pane.session, pane.window, pane.index);
    let of_server = report.name.strip_suffix(&pane.id.to_string());
    let cli = if report.agent {
        payload.parser_metadata.provider_id.as_str()
    } else {
        "-"
    };
    let state = match surface.availability {
        Availability::Supported => wire_name(&surface.business_state),
        other => wire_name(&other),
    };
    vec![
        one_line(&report.name),
        one_line(&format!("{}{place}", of_server.unwrap_or_default())),
        one_line(cli),
        state,
        wire_name(&surface.input_mode),
        wire_name(&surface.ui_context),
        detail(report),
    ]
}

/// Characters of a quoted text.
const LIMIT: usize = 48;

/// What a dialog asks to approve, else its question.
fn asks(block: &OperatorBlock) -> String {
    let question = block.question.as_ref().or(block.title.as_ref());
    let question = question.map_or_else(|| wire_name(&block.kind), |it| excerpt(it, LIMIT));
    let asked = match &block.subject {
        Some(subject) => format!("{}: {question}", subject_line(subject, LIMIT)),
        None => question,
    };
    match block.missing() {
        Some(_) => format!("{asked} (not shown whole)"),
        None => asked,
    }
}

/// What a person wants to know next: what is asked, what runs, why it failed, what takes the keys.
fn detail(found: &PaneReport) -> String {
    let surface = &found.payload.surface_assessment;
    let mut parts = Vec::new();
    if let Some(block) = &surface.operator_block {
        parts.push(asks(block));
    }
    if let Some(activity) = &surface.activity {
        parts.push(wire_name(&activity.kind));
    }
    parts.extend(
        surface
            .failure
            .as_ref()
            .map(|failure| excerpt(&failure.text, LIMIT)),
    );
    parts.extend(
        surface
            .background
            .as_ref()
            .map(|work| format!("{} in background", work.count)),
    );
    let flags = [
        (found.payload.safe_to_type, "safe to type"),
        (found.pane.dead, "dead"),
        (found.pane.in_mode, "copy mode"),
        (found.pane.synchronized, "synchronized"),
        (found.pane.input_off, "input off"),
    ];
    parts.extend(
        flags
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, words)| (*words).to_owned()),
    );
    parts.join(", ")
}
