//! The metrics are Prometheus' text format, count what there is, and hold no word of a pane.

use std::collections::BTreeSet;

use crate::called::{answer, call, request};
use crate::panes::{key, setting};
use crate::stream::Teller;

#[tokio::test]
async fn they_are_well_formed_and_count_what_there_is() {
    let setting = setting();
    setting.board.tell(&Teller::new().next("ding"));
    let interrupt = format!("/api/v1/panes/{}/interrupt", key(1).name());
    call(&setting.site, request("POST", &interrupt, "{}")).await;
    let open = call(&setting.site, request("GET", "/api/v1/events", "")).await;
    let page = answer(&setting.site, request("GET", "/metrics", "")).await;
    assert!(
        page.kind.starts_with("text/plain; version=0.0.4"),
        "{}",
        page.kind
    );
    let mut families = BTreeSet::new();
    for line in page.text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a name and a kind");
            assert!(["gauge", "counter", "histogram"].contains(&kind), "{line}");
            assert!(families.insert(name.to_owned()), "{name} stands twice");
        } else if !line.starts_with("# HELP ") {
            let (series, value) = line.rsplit_once(' ').expect("a value");
            assert!(value.parse::<f64>().is_ok(), "{line}");
            let name = series.split('{').next().unwrap_or_default();
            let of = |end: &&str| {
                name.strip_suffix(end)
                    .is_some_and(|it| families.contains(it))
            };
            let is_part = ["_bucket", "_sum", "_count"].iter().any(of);
            assert!(families.contains(name) || is_part, "{name} has no type");
        }
    }
    let blocked = format!(
        "shadow_pane_need{{key=\"{}\",pane=\"default/%1\",need=\"blocked\"}} 1",
        key(1).name()
    );
    for line in [
        &blocked,
        "shadow_panes{need=\"blocked\"} 1",
        "shadow_panes{need=\"gone\"} 0",
        "shadow_turn_wait_seconds_bucket{le=\"+Inf\"} 0",
        "shadow_looks_total 6",
        "shadow_events_total{event=\"self_report\"} 1",
        "shadow_acts_total{act=\"interrupt\",outcome=\"done\"} 1",
        "shadow_http_answers_total{status=\"200\"} 2",
        "shadow_streams 1",
    ] {
        assert!(
            page.text.lines().any(|it| it == line),
            "{line} is missing:\n{}",
            page.text
        );
    }
    assert!(
        !page.text.contains("notes.txt") && !page.text.contains("a title"),
        "{}",
        page.text
    );
    drop(open);
    let page = answer(&setting.site, request("GET", "/metrics", "")).await;
    assert!(page.text.contains("shadow_streams 0"), "{}", page.text);
}
