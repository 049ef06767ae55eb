//! The owned details that a projector writes out once the facts are settled.

use crate::contract::{
    Activity, Background, ComposerView, Continues, Failure, Goal, Offer, OperatorBlock,
    PendingMessage, PermissionMode, SessionFacts,
};

/// All parts of an assessment that contain text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Details {
    /// The block as text, with the proposal directly above it.
    pub excerpt: Option<String>,
    /// The block, parsed. The assembler calls [`OperatorBlock::sign`].
    pub block: Option<OperatorBlock>,
    /// The composer.
    pub composer: Option<ComposerView>,
    /// The running turn's activity, if a row shows it.
    pub activity: Option<Activity>,
    /// The messages that are queued behind the turn.
    pub pending: Vec<PendingMessage>,
    /// Background work.
    pub background: Option<Background>,
    /// The last turn's failure.
    pub failure: Option<Failure>,
    /// The announcement that the CLI will go on by itself.
    pub continues: Option<Continues>,
    /// The goal that the CLI pursues.
    pub goal: Option<Goal>,
    /// The offers beside the composer.
    pub offers: Vec<Offer>,
    /// The permission mode.
    pub permission_mode: Option<PermissionMode>,
    /// Session facts.
    pub session_facts: SessionFacts,
}
