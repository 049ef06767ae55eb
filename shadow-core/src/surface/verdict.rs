//! The verdict: facts and channels to axes, by the contract's precedence.
//!
//! exit > live dialog or pager > status, spinner or retry row > moving title or self-report >
//! composer. One structural witness is enough for *not ready*; *ready* needs two that are
//! independent: the live composer, and a proof that no turn runs.

use super::axes::Verdict;
use super::channel::{ChannelFacts, ReportFact, TITLE_IDLE, TITLE_WORKING, TitleFact};
use super::confidence::confidence;
use super::facts::{
    ComposerFact, Doubt, Facts, IdleProof, MainSession, SettledBy, SideChat, Surface,
};
use super::witness::WitnessPlace;
use crate::contract::{
    AnomalyCode, Availability, Axis, BusinessState, ComposerMode, InputMode, PendingInput,
    UiContext, Zone,
};
use crate::foreground::ForegroundKind;

/// What is said of a block that does not fit.
pub(crate) const CLIPPED: &str = "the dialog or its subject does not fit in the pane";

/// Decides the axes and records the facts that they rest on. It cannot fail, and allocates nothing
/// once `verdict`'s buffers are warm.
pub fn decide(facts: &Facts, channels: &ChannelFacts, verdict: &mut Verdict) {
    verdict.clear();
    verdict.witnesses.extend_from_slice(&facts.witnesses);
    for &rows in &facts.unexplained {
        verdict.doubt_rows(
            AnomalyCode::DriftSuspected,
            "no rule explains these rows",
            rows,
        );
    }
    if channels.exited {
        let place = WitnessPlace::Channel("process");
        verdict.rest_on(place, "process_exited", Axis::Availability);
        close(verdict, Availability::Disconnected);
    } else if let Some((channel, signal)) = another_program(facts, channels) {
        let place = WitnessPlace::Channel(channel);
        verdict.rest_on(place, signal, Axis::Availability);
        verdict.drawn_by_another = true;
        let seen = channels.cli_seen || facts.surface == Surface::Exited;
        close(
            verdict,
            match seen {
                true => Availability::Disconnected,
                false => Availability::Unsupported,
            },
        );
    } else {
        by_surface(facts, channels, verdict);
    }
    if let Some(why) = facts.preset_contradicted {
        verdict.doubt(AnomalyCode::ContradictoryEvidence, why, "");
    }
    verdict.confidence = confidence(facts, verdict);
}

/// The proof from the foreground program that no CLI has the keys, whatever the screen shows.
fn another_program(facts: &Facts, channels: &ChannelFacts) -> Option<(&'static str, &'static str)> {
    let drawn = matches!(
        facts.surface,
        Surface::Live | Surface::Pager | Surface::Fatal
    );
    match channels.front {
        // A title outlives whoever was killed; the CLI in front does not show a dashboard.
        front if front != ForegroundKind::Cli && channels.is_dashboard => {
            Some(("title", "own_dashboard"))
        }
        ForegroundKind::NoCli => Some(("foreground", "no_cli_in_front")),
        // A live surface takes single keys, so what stands there was printed: by the CLI itself, too, where it was asked for
        // one answer and draws nothing.
        ForegroundKind::Cli | ForegroundKind::Leads | ForegroundKind::Stranger
            if drawn && channels.line_mode =>
        {
            Some(("foreground", "terminal_in_line_mode"))
        }
        _ => None,
    }
}

fn by_surface(facts: &Facts, channels: &ChannelFacts, verdict: &mut Verdict) {
    match facts.surface {
        Surface::Exited => close(verdict, Availability::Disconnected),
        Surface::Foreign => close(verdict, Availability::Unsupported),
        Surface::Blank | Surface::Unrecognized => {}
        Surface::Live => live(facts, channels, verdict),
        Surface::Pager => pager(facts, channels, verdict),
        Surface::Fatal => {
            verdict.availability = Availability::Supported;
            verdict.input_mode = InputMode::Closed;
            verdict.ui_context = UiContext::ErrorBanner;
        }
    }
}

fn close(verdict: &mut Verdict, availability: Availability) {
    verdict.availability = availability;
    verdict.input_mode = InputMode::Closed;
}

fn pager(facts: &Facts, channels: &ChannelFacts, verdict: &mut Verdict) {
    verdict.availability = Availability::Supported;
    if facts.pager_context == UiContext::RewindMenu {
        verdict.business_state = BusinessState::AwaitingOperator;
        verdict.input_mode = InputMode::Modal;
        verdict.ui_context = UiContext::RewindMenu;
        return;
    }
    verdict.input_mode = InputMode::Closed;
    verdict.ui_context = match facts.pager_context {
        UiContext::Unknown => UiContext::TranscriptView,
        named => named,
    };
    // Over an agent's dialog what is said to work may be the agent.
    let agents = facts.pager_context == UiContext::AgentsView;
    let told =
        reported(channels).filter(|(state, ..)| !(agents && *state == BusinessState::Working));
    if let Some((state, place, signal)) = told {
        verdict.business_state = state;
        verdict.rest_on(place, signal, Axis::BusinessState);
    } else if channels.title == TitleFact::Unmoved {
        verdict.doubt(AnomalyCode::NoTurnWitness, UNMOVED, "title");
    }
}

fn live(facts: &Facts, channels: &ChannelFacts, verdict: &mut Verdict) {
    if let Some(block) = facts.block {
        verdict.availability = Availability::Supported;
        verdict.business_state = BusinessState::AwaitingOperator;
        verdict.input_mode = InputMode::Modal;
        verdict.ui_context = block.context;
        for axis in [
            Axis::Availability,
            Axis::BusinessState,
            Axis::InputMode,
            Axis::UiContext,
        ] {
            verdict.rest_on_rows(Zone::Dialog, block.rows, "live_dialog", axis);
        }
        if block.clipped {
            verdict.doubt_rows(AnomalyCode::ScreenClipped, CLIPPED, block.rows);
        }
        if block.kind == crate::contract::BlockKind::Unknown {
            let message = "a dialog by its structure, of a kind that no rule names";
            verdict.doubt_rows(AnomalyCode::UnknownDialog, message, block.rows);
        }
    } else if let Some(side) = facts.side_chat {
        side_chat(facts, side, verdict);
    } else if let Some(composer) = facts.composer {
        verdict.availability = Availability::Supported;
        for axis in [Axis::Availability, Axis::InputMode] {
            verdict.rest_on_rows(Zone::Composer, composer.rows, "live_composer", axis);
        }
        input(facts, composer, verdict);
        business(facts, channels, verdict);
    } else if let Some(running) = facts.turn.running {
        // A status row in the composer's own place: what is typed still reaches it.
        verdict.availability = Availability::Supported;
        verdict.business_state = BusinessState::Working;
        verdict.input_mode = InputMode::Freeform;
        verdict.ui_context = UiContext::NormalPrompt;
        let signal = "running_row";
        verdict.rest_on_rows(Zone::Status, running.rows, signal, Axis::BusinessState);
    }
}

/// A side chat has the keys. What the agent does is the main session's, as far as it is seen: what title and reports say is
/// the side chat's.
fn side_chat(facts: &Facts, side: SideChat, verdict: &mut Verdict) {
    verdict.availability = Availability::Supported;
    verdict.input_mode = InputMode::Modal;
    verdict.ui_context = UiContext::SideChat;
    for axis in [Axis::Availability, Axis::InputMode, Axis::UiContext] {
        verdict.rest_on_rows(Zone::Composer, side.rows, "side_chat", axis);
    }
    match side.main {
        MainSession::Beside => business(facts, &ChannelFacts::default(), verdict),
        MainSession::Told {
            state,
            signal,
            rows,
        } => {
            verdict.business_state = state;
            verdict.rest_on_rows(Zone::Footer, rows, signal, Axis::BusinessState);
        }
        MainSession::Covered => {
            let message = "a side chat covers the main session";
            verdict.doubt(AnomalyCode::NoTurnWitness, message, "time");
        }
    }
}

/// Where keystrokes go, with a live composer.
fn input(facts: &Facts, composer: ComposerFact, verdict: &mut Verdict) {
    if facts.doubt.is_some_and(|doubt| doubt.in_front) {
        return;
    }
    (verdict.input_mode, verdict.ui_context) = if let Some(popup) = facts.popup {
        verdict.rest_on_rows(Zone::Popup, popup.rows, "open_popup", Axis::InputMode);
        (InputMode::Modal, popup.context)
    } else if composer.draft_is_command {
        verdict.rest_on_rows(
            Zone::Composer,
            composer.rows,
            "command_draft",
            Axis::InputMode,
        );
        (InputMode::Modal, UiContext::SlashCommand)
    } else if composer.mode == ComposerMode::Search {
        (InputMode::Modal, UiContext::HistorySearch)
    } else {
        (InputMode::Freeform, freeform_context(facts, composer))
    };
}

fn freeform_context(facts: &Facts, composer: ComposerFact) -> UiContext {
    match composer.mode {
        ComposerMode::Bash => UiContext::BashMode,
        ComposerMode::Memory => UiContext::MemoryMode,
        _ if facts.help_overlay.is_some() => UiContext::HelpPanel,
        _ => UiContext::NormalPrompt,
    }
}

const UNMOVED: &str = "the title was not seen to move, so that its standing still tells nothing";
const UNEXPLAINED_FRONT: &str = "something that no rule explains may take the keys";
const UNEXPLAINED_TURN_ROW: &str = "no rule explains a row in the place of a running turn's";

/// What the agent is doing, with a live composer and no block.
fn business(facts: &Facts, channels: &ChannelFacts, verdict: &mut Verdict) {
    if let Some(running) = facts.turn.running {
        verdict.business_state = BusinessState::Working;
        let signal = "running_row";
        verdict.rest_on_rows(Zone::Status, running.rows, signal, Axis::BusinessState);
        return;
    }
    let pending = facts.turn.pending == PendingInput::Yes;
    match reported(channels) {
        Some((BusinessState::Working, place, signal)) => {
            reported_working(facts, place, signal, channels, verdict)
        }
        Some((BusinessState::AwaitingOperator, place, signal)) => {
            verdict.business_state = BusinessState::AwaitingOperator;
            verdict.input_mode = InputMode::Unknown;
            verdict.ui_context = UiContext::Unknown;
            verdict.rest_on(place, signal, Axis::BusinessState);
            let message = "a channel says that a person is needed; the screen shows no dialog";
            verdict.doubt(AnomalyCode::ContradictoryEvidence, message, signal);
        }
        _ if pending => queued(facts, verdict),
        heard => idle(facts, heard, channels, verdict),
    }
}

/// Messages wait behind a turn, so one runs: an end mark that says otherwise is not believed.
fn queued(facts: &Facts, verdict: &mut Verdict) {
    if let Some(rows) = facts.turn.pending_rows {
        verdict.rest_on_rows(Zone::Queued, rows, "queued_messages", Axis::BusinessState);
    }
    let Some(mark) = facts.turn.end_mark else {
        verdict.business_state = BusinessState::Working;
        return;
    };
    verdict.rest_on_rows(Zone::Finished, mark.rows, mark.signal, Axis::BusinessState);
    let message = "messages wait behind a turn; the screen shows a turn's end";
    verdict.doubt_rows(AnomalyCode::ContradictoryEvidence, message, mark.rows);
}

/// A channel says working and no row does.
fn reported_working(
    facts: &Facts,
    place: WitnessPlace,
    signal: &'static str,
    channels: &ChannelFacts,
    verdict: &mut Verdict,
) {
    let title = place == WitnessPlace::Channel("title") && channels.title_moves_for_background;
    // A turn that the screen shows ended, and work outside it that the screen lists: a program may
    // report working for either, so the report is of that work.
    let report = place == STATUS && facts.turn.end_mark.is_some();
    if facts.background.is_some() && (title || report) {
        return idle(facts, None, channels, verdict);
    }
    if facts.background.is_some() && place == STATUS && facts.turn.end_unproven {
        let message = "a report says working, perhaps of background work; styles would tell";
        verdict.doubt(AnomalyCode::NoTurnWitness, message, "text");
        return;
    }
    verdict.rest_on(place, signal, Axis::BusinessState);
    if let Some(mark) = facts.turn.end_mark {
        verdict.rest_on_rows(Zone::Finished, mark.rows, mark.signal, Axis::BusinessState);
        let message = "a channel says working; the screen shows the turn's end";
        verdict.doubt(AnomalyCode::ContradictoryEvidence, message, signal);
        return;
    }
    verdict.business_state = BusinessState::Working;
    if let Some(Doubt { rows, .. }) = facts.doubt {
        // A title may move for work outside the turn: the row bears on the verdict, too.
        verdict.doubt_rows(AnomalyCode::DriftSuspected, UNEXPLAINED_TURN_ROW, rows);
    }
}

/// The place of the program's status report.
const STATUS: WitnessPlace = WitnessPlace::Channel("program_status");

type Reported = (BusinessState, WitnessPlace, &'static str);

/// Idle, if a second witness says so; otherwise unknown.
fn idle(facts: &Facts, heard: Option<Reported>, channels: &ChannelFacts, verdict: &mut Verdict) {
    if let Some(Doubt { rows, in_front }) = facts.doubt {
        let message = match in_front {
            true => UNEXPLAINED_FRONT,
            false => UNEXPLAINED_TURN_ROW,
        };
        verdict.doubt_rows(AnomalyCode::DriftSuspected, message, rows);
        return;
    }
    let proof = facts.turn.idle_proof.map(proof_witness);
    let said = heard.map(|(_, place, signal)| (place, signal));
    if proof.is_none() && said.is_none() {
        let message = match channels.title {
            TitleFact::Unmoved => UNMOVED,
            _ => "nothing on the given channels tells a running turn from a finished one",
        };
        let channel = settling_channel(facts, channels);
        verdict.doubt(AnomalyCode::NoTurnWitness, message, channel);
        return;
    }
    verdict.business_state = BusinessState::Idle;
    for (place, signal) in proof.into_iter().chain(said) {
        verdict.rest_on(place, signal, Axis::BusinessState);
    }
}

fn settling_channel(facts: &Facts, channels: &ChannelFacts) -> &'static str {
    match (facts.turn.settled_by, channels.title) {
        (SettledBy::Title, TitleFact::Still(_)) | (SettledBy::Time, _) => "time",
        (SettledBy::Untold, TitleFact::Absent | TitleFact::Unmoved) | (SettledBy::Title, _) => {
            "title"
        }
        (SettledBy::Untold, _) => "program_status",
        (SettledBy::Text, _) => "text",
    }
}

fn proof_witness(proof: IdleProof) -> (WitnessPlace, &'static str) {
    match proof {
        IdleProof::NoTurnYet(place) => (place, "no_turn_yet"),
        IdleProof::EndMark(mark) => (WitnessPlace::Screen(Zone::Finished, mark.rows), mark.signal),
        IdleProof::SilentPlace { signal, place } => (place, signal),
    }
}

/// The state of the turn by the channels beside the text: blocked before working before idle, so that
/// the most careful state wins.
fn reported(channels: &ChannelFacts) -> Option<Reported> {
    use BusinessState::{AwaitingOperator, Idle, Working};
    let title = WitnessPlace::Channel("title");
    let progress = WitnessPlace::Channel("progress");
    let tab = WitnessPlace::Channel("tab_status");
    let reports = [
        (channels.status, STATUS),
        (channels.progress, progress),
        (channels.tab_status, tab),
    ];
    let said = |wanted: fn(ReportFact) -> bool| {
        reports
            .iter()
            .find(|(fact, _)| wanted(*fact))
            .map(|(_, place)| *place)
    };
    if channels.title == TitleFact::Blocked {
        return Some((AwaitingOperator, title, "title_blocked"));
    }
    if let Some(place) = said(|fact| matches!(fact, ReportFact::Blocked(_))) {
        return Some((AwaitingOperator, place, "report_blocked"));
    }
    if let Some(place) = said(|fact| fact == ReportFact::Working) {
        return Some((Working, place, "report_working"));
    }
    if channels.title == TitleFact::Working {
        return Some((Working, title, TITLE_WORKING));
    }
    let ended = |fact| {
        matches!(
            fact,
            ReportFact::Idle | ReportFact::Done | ReportFact::Failed
        )
    };
    if let Some(place) = said(ended) {
        return Some((Idle, place, "report_idle"));
    }
    (channels.title == TitleFact::Idle).then_some((Idle, title, TITLE_IDLE))
}
