//! What may be missing: paint, color, the hints of a dialog.

use shadow_fixtures::{Capture, Truth, strip_sgr};

use super::Rows;

/// Leaves nothing on the screen, as before the first paint.
pub(super) fn blank(capture: &mut Capture) -> bool {
    let rows = usize::from(capture.case.size[1]);
    capture.bytes = "\n".repeat(rows).into_bytes();
    start_up(capture);
    true
}

/// Leaves the upper half of what is painted, which ends in the banner of a fresh screen.
pub(super) fn half_painted(capture: &mut Capture) -> bool {
    let fresh = capture.case.truth.submit_ready() && capture.case.name.contains("fresh");
    let Some((rows, last)) = Rows::of(capture)
        .filter(|_| fresh)
        .and_then(|rows| Some((rows.clone(), rows.last()?)))
    else {
        return false;
    };
    let Some(end) = (0..last).find(|&row| !rows.plain(row).trim().is_empty()) else {
        return false;
    };
    let mut rows = rows;
    for row in end + 2..rows.len() {
        rows.clear(row);
    }
    rows.put_into(capture);
    start_up(capture);
    true
}

/// The truth of a screen on which nothing tells yet what it will be.
fn start_up(capture: &mut Capture) {
    let unknown = || "unknown".to_owned();
    capture.case.truth = Truth {
        availability: unknown(),
        business_state: unknown(),
        input_mode: unknown(),
        ui_context: unknown(),
        ..Truth::default()
    };
    capture.case.title = None;
    capture.case.witness = format!(
        "what is painted was taken away from: {}",
        capture.case.witness
    );
}

/// Takes every style away, as a terminal without colors or `capture-pane -p` does.
pub(super) fn no_color(capture: &mut Capture) -> bool {
    capture.bytes = strip_sgr(&capture.bytes);
    true
}

/// Takes away the hints below a dialog's options, as when the keys are not bound.
pub(super) fn lost_hint(capture: &mut Capture) -> bool {
    let asks = capture.case.truth.ui_context == "approval_prompt";
    let Some(mut rows) = Rows::of(capture).filter(|_| asks) else {
        return false;
    };
    let Some(row) = rows.last() else {
        return false;
    };
    let text = rows.plain(row).to_lowercase();
    let is_hint =
        text.contains("esc") && !text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if is_hint && !text.contains("no,") {
        rows.clear(row);
        rows.put_into(capture);
    }
    is_hint
}
