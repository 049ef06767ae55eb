//! What is measured, and what came out.

/// One thing that is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// `availability`.
    Availability,
    /// `business_state`.
    Business,
    /// `input_mode`.
    Input,
    /// `ui_context`.
    Context,
    /// Wrong when the engine says ready and the truth does not.
    FalseReady,
    /// Wrong when the truth says ready and the engine does not.
    FalseNotReady,
    /// Wrong when the engine says `safe_to_type` and the truth forbids it.
    FalseSafe,
    /// The provider was recognized from the text.
    Provider,
    /// `composer.content`.
    Content,
    /// `composer.text`.
    Draft,
    /// `composer.mode`.
    Mode,
    /// `composer.editor`.
    Editor,
    /// `operator_block.kind`.
    Kind,
    /// `operator_block.origin`.
    Origin,
    /// `operator_block.question`.
    Question,
    /// `operator_block.subject`, and its description apart from it.
    Subject,
    /// Labels of `operator_block.options`.
    Options,
    /// The selected option.
    Selected,
    /// Every option has a key sequence of its own.
    Keys,
    /// Pieces of `operator_blocked_excerpt`.
    Excerpt,
    /// Lines of the answer in `dialog_text`, line by line.
    Answer,
    /// Lines of the prompts in `dialog_text`, line by line.
    User,
    /// Wrong when `dialog_text` holds a line of the interface.
    Leak,
    /// `pending_input`.
    Pending,
    /// `pending_messages`, text by text.
    Queued,
    /// `activity.kind`.
    Activity,
    /// `background.count`.
    Background,
    /// `failure.kind`.
    Failure,
    /// `permission_mode.kind`.
    Permission,
    /// The turns that end in a recording.
    Turns,
}

impl Measure {
    /// Every measure, in the order of the tables.
    pub const EACH: [Self; 30] = [
        Self::Availability,
        Self::Business,
        Self::Input,
        Self::Context,
        Self::FalseReady,
        Self::FalseNotReady,
        Self::FalseSafe,
        Self::Provider,
        Self::Content,
        Self::Draft,
        Self::Mode,
        Self::Editor,
        Self::Kind,
        Self::Origin,
        Self::Question,
        Self::Subject,
        Self::Options,
        Self::Selected,
        Self::Keys,
        Self::Excerpt,
        Self::Answer,
        Self::User,
        Self::Leak,
        Self::Pending,
        Self::Queued,
        Self::Activity,
        Self::Background,
        Self::Failure,
        Self::Permission,
        Self::Turns,
    ];

    /// Its column's head.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Availability => "avail",
            Self::Business => "busin",
            Self::Input => "input",
            Self::Context => "contx",
            Self::FalseReady => "f.rdy",
            Self::FalseNotReady => "f.not",
            Self::FalseSafe => "f.saf",
            Self::Provider => "provd",
            Self::Content => "conte",
            Self::Draft => "draft",
            Self::Mode => "mode",
            Self::Editor => "edito",
            Self::Kind => "kind",
            Self::Origin => "origi",
            Self::Question => "quest",
            Self::Subject => "subj",
            Self::Options => "optio",
            Self::Selected => "selec",
            Self::Keys => "keys",
            Self::Excerpt => "excer",
            Self::Answer => "answr",
            Self::User => "user",
            Self::Leak => "leak",
            Self::Pending => "pend",
            Self::Queued => "queue",
            Self::Activity => "activ",
            Self::Background => "backg",
            Self::Failure => "failu",
            Self::Permission => "permi",
            Self::Turns => "turns",
        }
    }

    /// Its name in reports and files, after the field of the truth that it judges.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Availability => "availability",
            Self::Business => "business_state",
            Self::Input => "input_mode",
            Self::Context => "ui_context",
            Self::FalseReady => "false_ready",
            Self::FalseNotReady => "missed_ready",
            Self::FalseSafe => "false_safe",
            Self::Provider => "provider",
            Self::Content => "composer.content",
            Self::Draft => "composer.text",
            Self::Mode => "composer.mode",
            Self::Editor => "composer.editor",
            Self::Kind => "block.kind",
            Self::Origin => "block.origin",
            Self::Question => "block.question",
            Self::Subject => "block.subject",
            Self::Options => "block.options",
            Self::Selected => "block.selected",
            Self::Keys => "block.keys",
            Self::Excerpt => "block.excerpt",
            Self::Answer => "answer_lines",
            Self::User => "user_lines",
            Self::Leak => "leak",
            Self::Pending => "pending_input",
            Self::Queued => "pending_messages",
            Self::Activity => "activity",
            Self::Background => "background",
            Self::Failure => "failure",
            Self::Permission => "permission_mode",
            Self::Turns => "turns",
        }
    }

    /// Whether its column counts errors instead of giving a share.
    #[must_use]
    pub const fn counts_errors(self) -> bool {
        matches!(
            self,
            Self::FalseReady | Self::FalseNotReady | Self::FalseSafe | Self::Leak
        )
    }
}

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// As the truth says.
    Right,
    /// Not as the truth says.
    Wrong,
    /// An honest `unknown` where the contract allows one.
    Unknown,
}

/// One judgment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What was judged.
    pub measure: Measure,
    /// What came out.
    pub outcome: Outcome,
    /// What the truth says.
    pub want: String,
    /// What the engine says.
    pub got: String,
}

impl Mark {
    /// Right or wrong.
    pub(super) fn of(measure: Measure, right: bool, want: &str, got: &str) -> Self {
        Self {
            measure,
            outcome: if right {
                Outcome::Right
            } else {
                Outcome::Wrong
            },
            want: want.to_owned(),
            got: got.to_owned(),
        }
    }

    /// Right where both are equal.
    pub(crate) fn equal(measure: Measure, want: &str, got: &str) -> Self {
        Self::of(measure, want == got, want, got)
    }

    /// Counts an error as an honest unknown if `allowed`.
    pub(super) fn or_unknown(mut self, allowed: bool) -> Self {
        if allowed && self.outcome == Outcome::Wrong {
            self.outcome = Outcome::Unknown;
        }
        self
    }
}
