//! The words that [`assert_surface!`](crate::assert_surface) takes. Each is a value of the
//! contract under its wire name, so that a word that is none does not compile.
#![expect(
    non_upper_case_globals,
    reason = "the words are written as on the wire"
)]

use shadow_tui::contract::{
    ActivityKind, Availability, BlockKind, BusinessState, InputMode, Payload, UiContext, wire_name,
};

/// Something that an answer can be held to.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// `availability`.
    Availability(Availability),
    /// `business_state`.
    Business(BusinessState),
    /// `input_mode`.
    Input(InputMode),
    /// `ui_context`.
    Context(UiContext),
    /// `submit_ready`.
    Ready(bool),
    /// `safe_to_type`.
    Safe(bool),
    /// `composer.text`.
    Draft(String),
    /// `operator_block.kind`.
    Asks(BlockKind),
    /// The label of one of `operator_block.options`.
    Offers(String),
    /// `activity.kind`.
    Activity(ActivityKind),
    /// A piece of `dialog_text`.
    Says(String),
}

macro_rules! words {
    ($($name:ident = $word:expr;)+) => {
        $(#[doc = concat!("`", stringify!($name), "`.")] pub const $name: Word = $word;)+
    };
}

words! {
    supported = Word::Availability(Availability::Supported);
    unsupported = Word::Availability(Availability::Unsupported);
    disconnected = Word::Availability(Availability::Disconnected);
    idle = Word::Business(BusinessState::Idle);
    working = Word::Business(BusinessState::Working);
    awaiting_operator = Word::Business(BusinessState::AwaitingOperator);
    freeform = Word::Input(InputMode::Freeform);
    modal = Word::Input(InputMode::Modal);
    closed = Word::Input(InputMode::Closed);
    normal_prompt = Word::Context(UiContext::NormalPrompt);
    slash_command = Word::Context(UiContext::SlashCommand);
    selection_menu = Word::Context(UiContext::SelectionMenu);
    approval_prompt = Word::Context(UiContext::ApprovalPrompt);
    question_prompt = Word::Context(UiContext::QuestionPrompt);
    plan_approval = Word::Context(UiContext::PlanApproval);
    trust_prompt = Word::Context(UiContext::TrustPrompt);
    setup_block = Word::Context(UiContext::SetupBlock);
    model_picker = Word::Context(UiContext::ModelPicker);
    settings_panel = Word::Context(UiContext::SettingsPanel);
    rewind_menu = Word::Context(UiContext::RewindMenu);
    resume_picker = Word::Context(UiContext::ResumePicker);
    agents_view = Word::Context(UiContext::AgentsView);
    tasks_panel = Word::Context(UiContext::TasksPanel);
    file_picker = Word::Context(UiContext::FilePicker);
    history_search = Word::Context(UiContext::HistorySearch);
    bash_mode = Word::Context(UiContext::BashMode);
    memory_mode = Word::Context(UiContext::MemoryMode);
    help_panel = Word::Context(UiContext::HelpPanel);
    side_chat = Word::Context(UiContext::SideChat);
    transcript_view = Word::Context(UiContext::TranscriptView);
    error_banner = Word::Context(UiContext::ErrorBanner);
    ready = Word::Ready(true);
    not_ready = Word::Ready(false);
    safe_to_type = Word::Safe(true);
    not_safe_to_type = Word::Safe(false);
    unknown_availability = Word::Availability(Availability::Unknown);
    unknown_business_state = Word::Business(BusinessState::Unknown);
    unknown_input_mode = Word::Input(InputMode::Unknown);
    unknown_ui_context = Word::Context(UiContext::Unknown);
}

/// `draft = "text"`: what is in the composer, unwrapped.
#[must_use]
pub fn draft(text: &str) -> Word {
    Word::Draft(text.to_owned())
}

/// `offers = "Yes"`: an option of the dialog that waits.
#[must_use]
pub fn offers(label: &str) -> Word {
    Word::Offers(label.to_owned())
}

/// `says = "text"`: a piece of the dialog.
#[must_use]
pub fn says(text: &str) -> Word {
    Word::Says(text.to_owned())
}

/// `asks = BlockKind::ApprovalCommand`: what the dialog that waits is about.
#[must_use]
pub fn asks(kind: BlockKind) -> Word {
    Word::Asks(kind)
}

/// `activity = ActivityKind::Tool`: what the running turn does.
#[must_use]
pub fn activity(kind: ActivityKind) -> Word {
    Word::Activity(kind)
}

impl Word {
    /// What was expected and what is there instead; none where the answer is as it says.
    pub(crate) fn broken_by(&self, payload: &Payload) -> Option<[String; 2]> {
        let got = &payload.surface_assessment;
        let block = got.operator_block.as_ref();
        let (want, said) = match self {
            Self::Availability(want) => (wire_name(want), wire_name(&got.availability)),
            Self::Business(want) => (wire_name(want), wire_name(&got.business_state)),
            Self::Input(want) => (wire_name(want), wire_name(&got.input_mode)),
            Self::Context(want) => (wire_name(want), wire_name(&got.ui_context)),
            Self::Ready(want) => (truth("ready", *want), truth("ready", payload.submit_ready)),
            Self::Safe(want) => {
                let name = "safe to type";
                (truth(name, *want), truth(name, payload.safe_to_type))
            }
            Self::Draft(want) => {
                let said = got.composer.as_ref().map(|view| view.text.clone());
                (quoted(want), said.map_or_else(none, |text| quoted(&text)))
            }
            Self::Asks(want) => (
                wire_name(want),
                block.map_or_else(none, |b| wire_name(&b.kind)),
            ),
            Self::Activity(want) => {
                let said = got
                    .activity
                    .as_ref()
                    .map(|activity| wire_name(&activity.kind));
                (wire_name(want), said.unwrap_or_else(none))
            }
            Self::Offers(want) => return missing_option(want, payload),
            Self::Says(want) => {
                let there = payload
                    .dialog_projection
                    .dialog_text
                    .contains(want.as_str());
                return (!there).then(|| [format!("dialog with {want:?}"), none()]);
            }
        };
        (want != said).then_some([want, said])
    }
}

fn missing_option(want: &str, payload: &Payload) -> Option<[String; 2]> {
    let block = payload.surface_assessment.operator_block.as_ref();
    let options = block.map_or(&[][..], |block| &block.options);
    let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
    let there = labels.contains(&want);
    (!there).then(|| [format!("option {want:?}"), format!("options {labels:?}")])
}

fn truth(name: &str, holds: bool) -> String {
    let not = if holds { "" } else { "not " };
    format!("{not}{name}")
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn none() -> String {
    "none".to_owned()
}
