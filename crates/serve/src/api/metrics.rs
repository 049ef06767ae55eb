//! Counters, gauges and histograms in Prometheus' text format. Labels are names of the interface and of panes: nothing that
//! a pane shows is among them.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use shadow_tui::Need;

use crate::board::{BUCKETS, Inner, Link, PaneNow, Seconds};
use crate::site::Site;

/// `GET /metrics`.
pub async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let text = text(&site.board().lock());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

fn text(inner: &Inner) -> String {
    let mut page = Page::default();
    let counts = &inner.counts;
    page.family("shadow_build_info", "gauge", "The version that serves.");
    page.sample(
        "shadow_build_info",
        &[("version", env!("CARGO_PKG_VERSION"))],
        1.0,
    );
    panes(&mut page, inner);
    machines(&mut page, inner);
    each_pane(&mut page, inner);
    page.family("shadow_looks_total", "counter", "Looks at panes.");
    page.sample("shadow_looks_total", &[], counts.looks as f64);
    page.family("shadow_events_total", "counter", "Events by name.");
    for (event, count) in &counts.events {
        page.sample("shadow_events_total", &[("event", event)], *count as f64);
    }
    page.family(
        "shadow_turn_seconds",
        "histogram",
        "Seconds of turns that ended, by outcome.",
    );
    for (outcome, seconds) in &counts.turns {
        page.histogram("shadow_turn_seconds", &[("outcome", outcome)], seconds);
    }
    page.family(
        "shadow_turn_wait_seconds",
        "histogram",
        "Seconds of each wait for a person, in turns that ended.",
    );
    page.histogram("shadow_turn_wait_seconds", &[], &counts.waits);
    page.family(
        "shadow_turn_blocked_seconds_total",
        "counter",
        "Seconds in which ended turns waited for a person.",
    );
    page.sample("shadow_turn_blocked_seconds_total", &[], counts.waits.sum);
    served(&mut page, inner);
    page.0
}

/// What was done and answered.
fn served(page: &mut Page, inner: &Inner) {
    let counts = &inner.counts;
    page.family("shadow_acts_total", "counter", "Acts by name and outcome.");
    for ((act, outcome), count) in &counts.acts {
        page.sample(
            "shadow_acts_total",
            &[("act", act), ("outcome", outcome)],
            *count as f64,
        );
    }
    page.family("shadow_http_answers_total", "counter", "Answers by status.");
    for (status, count) in &counts.answers {
        page.sample(
            "shadow_http_answers_total",
            &[("status", &status.to_string())],
            *count as f64,
        );
    }
    page.family("shadow_streams", "gauge", "Event streams that are open.");
    page.sample("shadow_streams", &[], counts.streams as f64);
    page.family(
        "shadow_stream_gaps_total",
        "counter",
        "Times that a reader of a stream missed events.",
    );
    page.sample("shadow_stream_gaps_total", &[], counts.gaps as f64);
}

/// How many panes ask for what, and since when the longest does.
fn panes(page: &mut Page, inner: &Inner) {
    let of = |need: Need| {
        inner
            .panes
            .values()
            .map(|(now, _)| now)
            .filter(move |now| now.need == need)
    };
    page.family(
        "shadow_panes",
        "gauge",
        "Panes by what they ask of a person.",
    );
    for need in Need::ALL {
        page.sample(
            "shadow_panes",
            &[("need", need.word())],
            of(need).count() as f64,
        );
    }
    page.family(
        "shadow_oldest_need_timestamp_seconds",
        "gauge",
        "Since when the pane that has asked for the longest asks for it.",
    );
    for need in Need::ALL {
        let oldest = of(need).map(|now| now.since).reduce(f64::min);
        if let Some(oldest) = oldest {
            page.sample(
                "shadow_oldest_need_timestamp_seconds",
                &[("need", need.word())],
                oldest,
            );
        }
    }
}

/// Whether the other machines answer.
fn machines(page: &mut Page, inner: &Inner) {
    let about = "1 for a machine that answers, 0 for one that does not.";
    page.family("shadow_machine_up", "gauge", about);
    for machine in inner.machines.all() {
        let up = f64::from(u8::from(machine.link == Link::Up));
        page.sample("shadow_machine_up", &[("host", &machine.host)], up);
    }
}

/// What each pane asks for, and since when. A pane that goes takes its lines with it.
fn each_pane(page: &mut Page, inner: &Inner) {
    let panes = || inner.panes.values().map(|(now, _)| now);
    page.family(
        "shadow_pane_need",
        "gauge",
        "1 for what a pane asks of a person now.",
    );
    for now in panes() {
        let name = place(now);
        let labels = [
            ("key", now.name.as_str()),
            ("pane", &name),
            ("need", now.need.word()),
        ];
        page.sample("shadow_pane_need", &labels, 1.0);
    }
    page.family(
        "shadow_pane_need_timestamp_seconds",
        "gauge",
        "Since when a pane asks for what it asks for now.",
    );
    for now in panes() {
        let labels = [("key", now.name.as_str()), ("pane", &place(now))];
        page.sample("shadow_pane_need_timestamp_seconds", &labels, now.since);
    }
}

/// A pane's name as commands take it: `default/%3`, `devbox/default/%3`.
fn place(now: &PaneNow) -> String {
    if let Some(there) = &now.look.there {
        return there.clone();
    }
    let server = now.key.socket.file_name().unwrap_or_default();
    format!("{}/{}", server.to_string_lossy(), now.key.pane)
}

/// The text so far. Writing to a string cannot fail.
#[derive(Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        let labels: Vec<String> = labels
            .iter()
            .map(|(label, value)| format!("{label}=\"{}\"", escaped(value)))
            .collect();
        let labels = match labels.is_empty() {
            true => String::new(),
            false => format!("{{{}}}", labels.join(",")),
        };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }
    fn histogram(&mut self, name: &str, labels: &[(&str, &str)], seconds: &Seconds) {
        let bucket = format!("{name}_bucket");
        let bounds = BUCKETS.map(|bound| bound.to_string());
        let bounds = bounds.iter().map(String::as_str).zip(seconds.within);
        for (bound, within) in bounds.chain([("+Inf", seconds.count)]) {
            let labels = [labels, &[("le", bound)]].concat();
            self.sample(&bucket, &labels, within as f64);
        }
        self.sample(&format!("{name}_sum"), labels, seconds.sum);
        self.sample(&format!("{name}_count"), labels, seconds.count as f64);
    }
}

/// A label's value: a socket's name may hold anything.
fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
