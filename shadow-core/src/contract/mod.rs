//! The contract's types: the results, with the names of the machine interface.
//!
//! This module holds only values. [`crate::surface`] and the projectors derive them.
//!
//! Most enumerations, and the structs that only the core builds, are `#[non_exhaustive]`. Closed are the axes, pending input,
//! readiness, a turn's state and outcome, and a channel's weight. Types that a projector builds are open.
//!
//! - `anomaly`: anomalies: doubts, and things that are not as expected, in a form for programs
//! - `assessment`: the assessment of one snapshot's surface
//! - `axes`: the three axes of a surface and the name under which evidence speaks for one of them
//! - `block`: the operator block: a dialog, picker or panel, parsed
//! - `composer`: what is in it, in which mode, and whether messages wait behind the turn
//! - `context`: the surface's context and its base
//! - `diagnostics`: what each channel reported, and how the verdict used it
//! - `dialog`: the conversation on the screen
//! - `facts`: activity, background work, failure, announcements, offers, permission mode, session facts
//! - `lifecycle`: readiness and turn, as they are published
//! - `metadata`: how a screen was read: preset, versions, projector
//! - `parts`: a payload in parts: only the parts that the caller wants are computed and written
//! - `payload`: the runtime payload: all results of one snapshot
//! - `turn`: the record of a turn
//! - `view`: views of the results with their parts by name, and the macro for a provider's own views (`provider_views!`)
//! - `wire`: the name of a value in JSON
//! - `zone`: which part of the interface a row belongs to

mod anomaly;
mod assessment;
mod axes;
mod block;
mod composer;
mod context;
mod diagnostics;
mod dialog;
mod facts;
mod lifecycle;
mod metadata;
mod parts;
mod payload;
#[cfg(test)]
pub(crate) mod testing;
mod turn;
mod view;
mod wire;
mod zone;

pub use anomaly::{AnomalyCode, ShadowAnomaly};
pub use assessment::{Evidence, SurfaceAssessment};
pub use axes::{Availability, Axis, BusinessState, InputMode};
pub use block::{BlockKind, BlockOption, BlockOrigin, BlockPage, OperatorBlock, OptionRole};
pub use composer::{
    ComposerContent, ComposerMode, ComposerView, Editor, PendingInput, PendingMessage,
};
pub use context::UiContext;
pub use diagnostics::{ChannelDiagnostic, ChannelWeight, ModeDiagnostics};
pub use dialog::{CellRole, DialogCell, DialogProjection};
pub use facts::{
    Activity, ActivityKind, Background, BackgroundItem, BackgroundKind, Continues, Failure,
    FailureKind, Goal, GoalState, Offer, OfferKind, PermissionKind, PermissionMode, QuotaScope,
    Retry, SessionFacts,
};
pub use lifecycle::{Lifecycle, Readiness, TurnState};
pub use metadata::{
    OwnDialogsMetadata, ProjectionMetadata, SelectionSource, ShadowParserMetadata, SourceKind,
};
pub use parts::{AssessmentPart, Part, Parts, PayloadParts, SurfaceState};
pub use payload::{Payload, ProjectionSlices, SCHEMA_VERSION};
pub use turn::{Answer, BlockedInterval, Outcome, TurnEvidence, TurnHow, TurnRecord};
pub use view::{DialogView, SurfaceView};
pub use wire::wire_name;
pub use zone::Zone;
