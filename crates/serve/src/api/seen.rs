//! One pane's screen: drawn, explained, as a picture. It is read again for each request.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use shadow_pictures::{Drawing, Picture, svg};
use shadow_tui::contract::{ChannelDiagnostic, Evidence, SCHEMA_VERSION, ShadowAnomaly};
use shadow_tui::screen::Screen;
use shadow_tui::surface::Facts;
use shadow_tui::{Channels, ProviderChoice, Snapshot, Stack, Watch};

use super::listed::{Named, named_in};
use crate::board::PaneNow;
use crate::problem::{Code, Problem, json};
use crate::site::Site;

/// A pane's screen for drawing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScreenView {
    /// The pane.
    pub key: String,
    /// The number of the look.
    pub revision: u64,
    /// Rows, colors, zones.
    pub drawing: Drawing,
    /// Cursor `[x, y]`, from 0; null if hidden.
    pub cursor: Option<[u16; 2]>,
    /// The facts that the verdict rests on, with rows.
    pub evidence: Vec<Evidence>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

/// The reasons for the verdict.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explanation {
    /// The pane.
    pub key: String,
    /// The number of the look.
    pub revision: u64,
    /// The verdict, lines of label and value.
    pub verdict: Vec<[String; 2]>,
    /// The facts that it rests on, with rows.
    pub evidence: Vec<Evidence>,
    /// Anomalies: doubts, and things that are not as expected.
    pub anomalies: Vec<ShadowAnomaly>,
    /// What each channel reported, and how the verdict used it.
    pub channels: Vec<ChannelDiagnostic>,
    /// The certainty of each provider that the screen is its own.
    pub recognized: Vec<Recognized>,
    /// First and last of the rows that no rule explains and that matter for the verdict.
    pub unexplained: Vec<[u32; 2]>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

/// The certainty of a provider that a screen is its own.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recognized {
    /// The provider.
    pub provider: String,
    /// The certainty, from 0 to 100.
    pub score: u32,
}

/// `GET /api/v1/panes/{pane}/screen`.
pub async fn screen(State(site): State<Arc<Site>>, named: Named) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let read = Read::of(site.board().stack(), &now)?;
    let pane = &now.look.pane;
    let view = ScreenView {
        key: now.name.clone(),
        revision: now.revision,
        drawing: Drawing::of(&read.picture()),
        cursor: pane.cursor_visible.then_some(pane.cursor),
        evidence: now.look.payload.surface_assessment.evidence.clone(),
        schema_version: SCHEMA_VERSION,
    };
    Ok(json(StatusCode::OK, &view))
}

/// `GET /api/v1/panes/{pane}/picture.svg`.
pub async fn picture(State(site): State<Arc<Site>>, named: Named) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let read = Read::of(site.board().stack(), &now)?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((kind, svg(&read.picture())).into_response())
}

/// `GET /api/v1/panes/{pane}/explain`.
pub async fn explain(State(site): State<Arc<Site>>, named: Named) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let stack = site.board().stack();
    let read = Read::of(stack, &now)?;
    let payload = &now.look.payload;
    let verdict = read.picture().verdict().into_iter();
    let unexplained = read.facts().unexplained.iter();
    let explanation = Explanation {
        key: now.name.clone(),
        revision: now.revision,
        verdict: verdict
            .map(|(label, value)| [label.to_owned(), value])
            .collect(),
        evidence: payload.surface_assessment.evidence.clone(),
        anomalies: payload.surface_assessment.anomalies.clone(),
        channels: payload.mode_diagnostics.channels.clone(),
        recognized: read.recognized(stack),
        unexplained: unexplained.map(|rows| [rows.first, rows.last]).collect(),
        schema_version: SCHEMA_VERSION,
    };
    Ok(json(StatusCode::OK, &explanation))
}

/// A screen that was read again, for its zones: few ask for them, and every look of every pane would keep them.
struct Read<'a> {
    now: &'a PaneNow,
    channels: &'a Channels,
    watch: Watch,
}

impl<'a> Read<'a> {
    fn of(stack: &Stack, now: &'a PaneNow) -> Result<Self, Problem> {
        let Some(Snapshot { text, channels }) = &now.look.snapshot else {
            let host = now.key.host.as_deref().unwrap_or_default();
            let words = format!(
                "a screen of {host} is not drawn here; the pane's payload has its text (normalized_text)"
            );
            return Err(Problem::new(Code::Elsewhere, words));
        };
        let named = now.look.payload.parser_metadata.provider_id.as_str();
        let provider = match stack.named(named) {
            Some(_) => ProviderChoice::Named(named),
            None => ProviderChoice::Auto,
        };
        let mut watch = Watch::default();
        watch.look(stack, provider, text, channels);
        Ok(Self {
            now,
            channels,
            watch,
        })
    }

    fn screen(&self) -> &Screen {
        self.watch.screen()
    }

    fn facts(&self) -> &Facts {
        self.watch.reading().facts()
    }

    fn picture(&self) -> Picture<'_> {
        let look = &self.now.look;
        Picture {
            title: format!("{} {}", self.now.key.pane, look.pane.session),
            screen: self.screen(),
            facts: self.facts(),
            payload: &look.payload,
        }
    }

    fn recognized(&self, stack: &Stack) -> Vec<Recognized> {
        let scores = stack.scores(self.screen(), self.channels, 0);
        let recognized = scores.map(|(provider, score)| Recognized {
            provider: provider.to_owned(),
            score: u32::from(score),
        });
        recognized.collect()
    }
}
