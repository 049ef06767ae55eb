//! Timelines of events: which lanes come of them, and that nothing in them acts or survives redaction.

use serde_json::{Value, json};

use super::{Timeline, timeline_html, timeline_svg};

fn timeline(redact: bool, events: &[Value]) -> Timeline {
    let mut timeline = Timeline::new(redact);
    events.iter().for_each(|event| timeline.add(event));
    timeline
}

/// A live stream in which everything that is free text is hostile.
fn stream() -> Vec<Value> {
    let canary = "<script>canary</script>\u{1b}[31m\u{202e}";
    let mut events = vec![
        json!({"event": "surface_changed", "at": 100.0, "business_state": "idle"}),
        json!({"event": "self_report", "at": 101.0, "channel": "program_status", "said": "working"}),
        json!({"event": "self_report", "at": 101.5, "channel": "notification", "said": canary}),
        json!({"event": "operator_blocked", "at": 102.0, "operator_block": {"kind": "plan", "question": canary}}),
        json!({"event": "operator_unblocked", "at": 103.0}),
        json!({"event": "readiness_changed", "at": 103.0, "to": canary}),
        json!({"event": "surface_changed", "at": 104.0, "business_state": "working"}),
        json!({"event": canary, "at": 104.5}),
        json!({"event": "turn_ended", "at": 108.0, "record":
            {"started": 104.0, "ended": 107.0, "outcome": "success", "prompt": canary}}),
        json!({"event": "pane_gone", "at": 110.0}),
        json!({"event": "surface_changed", "at": "soon"}),
        json!(["no event"]),
    ];
    for event in &mut events {
        if let Some(event) = event.as_object_mut() {
            event.insert("pane".to_owned(), json!("%1 canary"));
        }
    }
    events
}

#[test]
fn a_report_that_the_surface_contradicts_is_drawn_as_a_disagreement() {
    let svg = timeline_svg(&timeline(false, &stream()), "stream");
    let said = "program status says working, surface idle";
    assert_eq!(
        svg.matches(&format!("<title>{}", &said[..40])).count(),
        1,
        "{svg}"
    );
    for part in [">plan<", ">disagree<", ">self-reports<", ">10s<"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
}

#[test]
fn a_title_has_its_lane_and_is_held_against_the_surface() {
    let canary = "<script>canary</script>";
    let title = |at: f64, said: &str| json!({"event": "self_report", "at": at, "channel": "title", "said": said});
    let events = [
        json!({"event": "surface_changed", "at": 1.0, "business_state": "idle"}),
        title(2.0, &format!("idle ✳ working {canary}")),
        title(4.0, &format!("working ⠂ {canary}")),
        json!({"event": "surface_changed", "at": 5.0, "business_state": "working"}),
        title(6.0, ""),
    ];
    let page = timeline_html(&timeline(false, &events), "titles");
    for row in [
        "<td>title</td><td>1.00</td><td>3.00</td><td>idle: ✳ working &lt;script",
        "<td>title</td><td>3.00</td><td>5.00</td><td>working: &lt;script",
        "<td>disagree</td><td>3.00</td><td>4.00</td><td>title says working, surface idle",
    ] {
        assert_eq!(page.matches(row).count(), 1, "{row}: {page}");
    }
    let redacted = timeline_html(&timeline(true, &events), "titles");
    assert!(redacted.contains("<td>title</td><td>1.00</td><td>3.00</td><td>idle</td>"));
    assert!(!redacted.contains("canary"), "{redacted}");
}

#[test]
fn nothing_in_an_event_acts() {
    let timeline = timeline(false, &stream());
    for text in [
        timeline_svg(&timeline, "<i>"),
        timeline_html(&timeline, "<i>"),
    ] {
        for markup in ["<script", "<i>", "\u{1b}", "\u{202e}"] {
            assert!(!text.contains(markup), "{markup:?}: {text}");
        }
        assert!(text.contains("success: &lt;script&gt;canary"), "{text}");
    }
}

#[test]
fn redaction_leaves_the_lanes_and_no_free_text() {
    let timeline = timeline(true, &stream());
    for text in [timeline_svg(&timeline, "t"), timeline_html(&timeline, "t")] {
        assert!(!text.contains("canary") && !text.contains("%1"), "{text}");
        for part in [">plan<", ">success<", ">working<"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn a_log_of_turns_alone_tells_turns_and_when_they_were_blocked() {
    let record = json!({
        "started": 1_700_000_000.0, "ended": 1_700_000_008.0, "outcome": "known_failure",
        "blocked": [{"from": 1_700_000_003.0, "to": null, "kind": "question"}]
    });
    let ended = |pane: &str| json!({"event": "turn_ended", "at": 1_700_000_009.0, "pane": pane, "record": record});
    let svg = timeline_svg(&timeline(false, &[ended("%1"), ended("%2")]), "log");
    for part in [">known_failure<", ">question<", ">%1<", ">%2<", ">9s<"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert!(!svg.contains(">readiness<"), "{svg}");
}

#[test]
fn a_drawing_is_bounded_whatever_is_told() {
    let mut timeline = Timeline::new(false);
    for number in 0..20_000 {
        let state = ["idle", "working"][number % 2];
        let pane = format!("%{}", number % 50);
        timeline.add(&json!({
            "event": "surface_changed", "at": number, "business_state": state, "pane": pane
        }));
    }
    let svg = timeline_svg(&timeline, "many");
    assert!(svg.contains("more sources are not drawn"));
    assert!(svg.len() < 6_000_000, "{} bytes", svg.len());
    assert!(Timeline::new(false).is_empty());
}
