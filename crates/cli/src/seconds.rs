//! Seconds as arguments, within sane bounds.

/// Seconds between two looks at a pane.
pub fn interval(text: &str) -> Result<f64, String> {
    within(text, 0.001, 3600.0)
}

/// Seconds after which a command gives up.
pub fn patience(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1e9)
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok();
    let sane = seconds.filter(|seconds| (least..=most).contains(seconds));
    sane.ok_or_else(|| format!("write seconds between {least} and {most}"))
}
