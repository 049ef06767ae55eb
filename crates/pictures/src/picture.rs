//! A read screen, ready to be drawn: rows with zones, boxes of witnesses, the verdict in words.

use shadow_tui::contract::{Payload, ShadowAnomaly, SurfaceAssessment, wire_name};
use shadow_tui::screen::Screen;
use shadow_tui::surface::{Facts, Zone};

/// Characters of a quoted text that are shown.
const QUOTE: usize = 40;

/// A read screen.
pub struct Picture<'a> {
    /// What it is called.
    pub title: String,
    /// The screen.
    pub screen: &'a Screen,
    /// What was found on it.
    pub facts: &'a Facts,
    /// What came of it.
    pub payload: &'a Payload,
}

/// Rows that a witness is in, and its number in the list.
pub(crate) struct Boxed {
    pub rows: [u32; 2],
    pub numbers: Vec<usize>,
}

impl Picture<'_> {
    /// Rows that are drawn.
    pub(crate) fn height(&self) -> usize {
        self.screen.last_row().map_or(1, |last| last + 1)
    }

    /// Columns that are drawn.
    pub(crate) fn width(&self) -> usize {
        self.screen.width().clamp(20, 400)
    }

    /// Runs of rows in one zone.
    pub(crate) fn zones(&self) -> Vec<(Zone, usize, usize)> {
        let mut runs: Vec<(Zone, usize, usize)> = Vec::new();
        for row in 0..self.height() {
            let zone = self.facts.zone_of(row);
            match runs.last_mut() {
                Some((same, _, last)) if *same == zone => *last = row,
                _ => runs.push((zone, row, row)),
            }
        }
        runs
    }

    /// The rows of the witnesses, each with the numbers of those that are there.
    pub(crate) fn boxes(&self) -> Vec<Boxed> {
        let mut boxes: Vec<Boxed> = Vec::new();
        for (index, fact) in self.surface().evidence.iter().enumerate() {
            let Some(rows) = fact.rows else { continue };
            match boxes.iter_mut().find(|boxed| boxed.rows == rows) {
                Some(boxed) => boxed.numbers.push(index + 1),
                None => boxes.push(Boxed {
                    rows,
                    numbers: vec![index + 1],
                }),
            }
        }
        boxes
    }

    /// The verdict, a line each: label and value.
    #[must_use]
    pub fn verdict(&self) -> Vec<(&'static str, String)> {
        let got = self.surface();
        let metadata = &got.parser_metadata;
        let ready = match (self.payload.submit_ready, self.payload.safe_to_type) {
            (_, true) => "ready, safe to type",
            (true, false) => "ready, not safe to type",
            (false, false) => "not ready",
        };
        let mut lines = vec![
            ("availability", wire_name(&got.availability)),
            ("business", wire_name(&got.business_state)),
            ("input", wire_name(&got.input_mode)),
            ("context", wire_name(&got.ui_context)),
            ("", format!("{ready}, {:.2}", got.confidence)),
            ("preset", metadata.parser_preset_id.clone()),
        ];
        if let Some(block) = &got.operator_block {
            lines.push(("asks", wire_name(&block.kind)));
            lines.extend(
                block
                    .options
                    .iter()
                    .map(|option| ("", format!("• {}", cut(&option.label)))),
            );
        }
        if let Some(activity) = &got.activity {
            lines.push(("activity", wire_name(&activity.kind)));
        }
        let queued = got.pending_messages.iter();
        lines.extend(queued.map(|message| ("queued", cut(&message.text))));
        if let Some(failure) = &got.failure {
            lines.push(("failure", wire_name(&failure.kind)));
        }
        lines
    }

    /// The witnesses, numbered from 1 as their boxes are, then what went other than expected.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let facts = self
            .surface()
            .evidence
            .iter()
            .enumerate()
            .map(|(index, fact)| {
                let place = fact.rows.map_or_else(|| "beside".to_owned(), rows);
                format!(
                    "{} {} → {} ({place})",
                    index + 1,
                    cut(&fact.signal),
                    wire_name(&fact.axis)
                )
            });
        let doubts = self.surface().anomalies.iter().map(doubt);
        facts.chain(doubts).collect()
    }

    fn surface(&self) -> &SurfaceAssessment {
        &self.payload.surface_assessment
    }
}

fn rows([first, last]: [u32; 2]) -> String {
    match first == last {
        true => format!("row {first}"),
        false => format!("rows {first}-{last}"),
    }
}

fn doubt(anomaly: &ShadowAnomaly) -> String {
    format!("! {}", wire_name(&anomaly.code))
}

/// A text on one line, cut.
pub(crate) fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
