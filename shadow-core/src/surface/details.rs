//! The owned details that a projector writes out once the facts are settled.

use crate::contract::{
    Activity, Background, ComposerView, Continues, Failure, Offer, OperatorBlock, PendingMessage,
    PermissionMode, SessionFacts,
};

/// Everything with text in it that an assessment carries beside its axes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Details {
    /// The block as text, with the proposal directly above it.
    pub excerpt: Option<String>,
    /// The block parsed. [`OperatorBlock::sign`] is called by the assembler.
    pub block: Option<OperatorBlock>,
    /// The composer.
    pub composer: Option<ComposerView>,
    /// The running turn's activity, where a row shows it.
    pub activity: Option<Activity>,
    /// The messages that wait behind the turn.
    pub pending: Vec<PendingMessage>,
    /// Background work.
    pub background: Option<Background>,
    /// The last turn's failure.
    pub failure: Option<Failure>,
    /// That the CLI will go on by itself.
    pub continues: Option<Continues>,
    /// What is offered beside the composer.
    pub offers: Vec<Offer>,
    /// The permission mode.
    pub permission_mode: Option<PermissionMode>,
    /// Session facts.
    pub session_facts: SessionFacts,
}
