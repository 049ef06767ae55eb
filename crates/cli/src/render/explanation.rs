//! A reading explained: every row with its zone, the verdict, and what was made of each channel.

use std::fmt::Write;

use shadow_tui::Recognition;
use shadow_tui::contract::{ChannelDiagnostic, ChannelWeight, Payload, wire_name};
use shadow_tui::screen::Screen;
use shadow_tui::surface::{Facts, Zone};

use super::verdict;
use shadow_legible::{excerpt, fit, one_line, row};

/// Characters of what a channel said that are shown.
const QUOTE: usize = 80;

/// Everything that an explanation draws on.
pub struct Explained<'a> {
    /// The path or pane.
    pub id: &'a str,
    /// The screen.
    pub screen: &'a Screen,
    /// What the projector found on it.
    pub facts: &'a Facts,
    /// The payload.
    pub payload: &'a Payload,
    /// Columns that rows of the screen are cut at; none where they are not.
    pub width: Option<usize>,
    /// How surely each provider recognized it.
    pub recognized: Vec<(&'static str, Recognition)>,
}

/// The explanation as text.
pub fn text(explained: &Explained<'_>) -> String {
    let mut text = verdict::text(explained.id, explained.payload);
    text.push('\n');
    let width = explained.width.unwrap_or(usize::MAX);
    for row in zones(explained.screen, explained.facts).lines() {
        text += &format!("{}\n", fit(row, width));
    }
    text += "\nweighed\n";
    for line in weighed(explained) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Every row of the visible screen with its zone in the margin. Blank rows at the end are left
/// out.
pub fn zones(screen: &Screen, facts: &Facts) -> String {
    let mut text = String::new();
    if screen.history_len() > 0 {
        let rows = screen.history_len();
        let _ = writeln!(
            text,
            "{:>11} {rows} rows above the screen decide nothing",
            "history"
        );
    }
    let mut above = None;
    for index in 0..screen.last_row().map_or(0, |last| last + 1) {
        let line = screen.row(index);
        let zone = facts.zone_of(index);
        let name = match zone {
            Zone::Unexplained if line.is_blank() => String::new(),
            _ if above == Some(zone) => "·".to_owned(),
            _ => wire_name(&zone),
        };
        above = Some(zone);
        let rendered = format!("{name:>11} {index:>3} │{}", row(line.text()));
        let _ = writeln!(text, "{}", rendered.trim_end());
    }
    text
}

/// What was made of each provider, preset and channel, the rejected with their reason.
fn weighed(explained: &Explained<'_>) -> Vec<String> {
    let scores = explained.recognized.iter();
    let scores: Vec<String> = scores.map(|(id, score)| format!("{id} {score}")).collect();
    let mut lines = vec![format!("recognized: {} (of 100)", scores.join(", "))];
    let metadata = &explained.payload.parser_metadata;
    lines.push(format!(
        "preset {} of version {} chosen by {}",
        metadata.parser_preset_id,
        metadata.parser_preset_version,
        wire_name(&metadata.selection_source)
    ));
    let named_by = &explained.payload.mode_diagnostics.named_by;
    let named_by = named_by.iter().map(|id| one_line(id));
    lines.extend(named_by.map(|id| format!("the dialog is named by the row {id}")));
    let channels = &explained.payload.mode_diagnostics.channels;
    lines.extend(channels.iter().filter_map(channel));
    lines.extend(explained.facts.unexplained.iter().map(|rows| {
        format!(
            "rows {}-{}: no rule explains them, and they bear on the verdict",
            rows.first, rows.last
        )
    }));
    lines
}

/// One channel that was given.
fn channel(diagnostic: &ChannelDiagnostic) -> Option<String> {
    let verdict = match diagnostic.weight {
        ChannelWeight::Absent => return None,
        ChannelWeight::Used => "used",
        ChannelWeight::Neutral => "says nothing",
        ChannelWeight::WeighedOut => "rejected",
    };
    let mut line = format!("{}: {verdict}", one_line(&diagnostic.channel));
    if let Some(said) = &diagnostic.said {
        let _ = write!(line, " “{}”", excerpt(said, QUOTE));
    }
    if let Some(age) = diagnostic.age_seconds {
        let _ = write!(line, ", {age:.1} s old");
    }
    if let Some(reason) = &diagnostic.reason {
        let _ = write!(line, " ({})", one_line(reason));
    }
    Some(line)
}
