//! Why nothing may be typed into a surface, reason by reason.

use shadow_core::contract::{
    Availability, BusinessState, ComposerContent, ComposerMode, ComposerView, Editor, InputMode,
    PendingInput, UiContext,
};

use crate::report::{Reason, ReasonCode};
use crate::sight::Sight;
use crate::terms::Terms;

/// How much of a draft or question a message quotes, in characters.
const QUOTE: usize = 80;

/// Every reason against typing a prompt, in the order in which they should be dealt with; none for a surface that is
/// safe to type into.
#[must_use]
pub fn reasons(sight: &Sight, terms: Terms) -> Vec<Reason> {
    let mut found = flags(sight);
    let surface = surface(sight);
    let first = surface.is_none();
    found.extend(surface);
    if first {
        found.extend(turn(sight, terms));
        found.extend(composer(sight, terms));
    }
    if found.is_empty() && !is_safe(sight, terms) {
        let words = "the composer cannot be read for certain; look with `shadow explain`";
        found.push(Reason::new(ReasonCode::ComposerUnknown, words));
    }
    found
}

/// Reasons in the pane itself.
pub(crate) fn flags(sight: &Sight) -> Vec<Reason> {
    let flags = sight.flags;
    let all = [
        (
            flags.dead,
            ReasonCode::PaneDead,
            "the pane's program has ended; start it again",
        ),
        (
            flags.in_mode,
            ReasonCode::CopyMode,
            "the pane is in tmux's copy mode or a chooser, or a tmux in it shows something over its own pane, which would \
             take the keys, or does not answer; leave it (q)",
        ),
        (
            flags.input_off,
            ReasonCode::InputOff,
            "input to the pane is switched off; switch it on (`tmux select-pane -e`)",
        ),
        (
            flags.synchronized,
            ReasonCode::Synchronized,
            "the panes of the window are synchronized, every one would get the keys; \
             switch it off (`tmux set -w synchronize-panes off`)",
        ),
        (
            flags.stranger,
            ReasonCode::UnknownProgram,
            "nothing tells that an agent's CLI is in front of the pane; look there, and if it is, say so with --force",
        ),
    ];
    let set = all.into_iter().filter(|(set, ..)| *set);
    set.map(|(_, code, words)| Reason::new(code, words))
        .collect()
}

/// The reason in an end of the pane's program, or of the agent's CLI in it.
pub(crate) fn ended(sight: &Sight) -> Option<Reason> {
    let mut all = flags(sight).into_iter().chain(surface(sight));
    all.find(|reason| reason.is_end() || reason.code == ReasonCode::Suspended)
}

/// The reason in a CLI that is not there to take keys.
pub(crate) fn exited(sight: &Sight) -> Reason {
    match sight.suspended {
        true => Reason::new(
            ReasonCode::Suspended,
            "the agent's CLI is suspended; `fg` in the pane's shell brings it back",
        ),
        false => Reason::new(
            ReasonCode::Exited,
            "the agent's CLI has ended; start it again",
        ),
    }
}

/// The reason in another one that acts on the pane.
pub(crate) fn busy() -> Reason {
    let words = "another send, choose or interrupt acts on the pane and has not ended in time; nothing was typed; \
        try again, or give a longer timeout";
    Reason::new(ReasonCode::Busy, words)
}

/// The reason in the surface, if it is no composer at a prompt.
fn surface(sight: &Sight) -> Option<Reason> {
    match sight.availability {
        Availability::Supported => {}
        Availability::Unsupported => {
            let words = "the pane does not show Claude Code or Codex; name another pane";
            return Some(Reason::new(ReasonCode::NotAnAgent, words));
        }
        Availability::Disconnected => return Some(exited(sight)),
        Availability::Unknown => return Some(unknown_screen()),
    }
    if sight.is_blocked() {
        return Some(dialog(sight));
    }
    match sight.input_mode {
        InputMode::Freeform => None,
        InputMode::Modal => Some(popup(sight)),
        InputMode::Closed if sight.ui_context == UiContext::AgentsView => {
            let words =
                "an agent's dialog is in front; choose the session itself in the list below it";
            Some(Reason::new(ReasonCode::ViewOpen, words))
        }
        InputMode::Closed => {
            let words = "a transcript or pager is in front; close it (q or Esc)";
            Some(Reason::new(ReasonCode::ViewOpen, words))
        }
        InputMode::Unknown => Some(unknown_screen()),
    }
}

fn unknown_screen() -> Reason {
    let words = "the screen does not tell what it is (starting, or half painted); try again";
    Reason::new(ReasonCode::UnknownScreen, words)
}

/// The open dialog, with its question and signature.
pub(crate) fn dialog(sight: &Sight) -> Reason {
    let Some(block) = &sight.block else {
        let words = "a dialog is open; answer it first";
        return Reason::new(ReasonCode::DialogOpen, words);
    };
    let asks = block.question.as_ref().or(block.title.as_ref());
    let asks = asks.map_or(String::new(), |text| format!(" (“{}”)", quote(text)));
    let words = format!(
        "a dialog is open{asks}, signature {}; answer it first (`shadow choose`)",
        block.signature
    );
    Reason::new(ReasonCode::DialogOpen, words)
}

fn popup(sight: &Sight) -> Reason {
    match sight.ui_context {
        UiContext::SlashCommand => Reason::new(
            ReasonCode::IsCommand,
            "the composer holds a command, or lists commands; clear it",
        ),
        UiContext::HistorySearch => Reason::new(
            ReasonCode::SearchMode,
            "a search through the history is open; close it (Esc)",
        ),
        UiContext::NormalPrompt => Reason::new(
            ReasonCode::PopupOpen,
            "an item below the composer is chosen and takes the keys; go back to the composer (Up)",
        ),
        _ => Reason::new(
            ReasonCode::PopupOpen,
            "a completion list is open and takes the keys; close it (Esc)",
        ),
    }
}

/// The reason in a turn.
fn turn(sight: &Sight, terms: Terms) -> Option<Reason> {
    match sight.business_state {
        BusinessState::Working => Some(Reason::new(
            ReasonCode::TurnRunning,
            "a turn runs; wait for its end (`shadow wait --until safe`)",
        )),
        BusinessState::Unknown if sight.silent && !terms.no_quiet => None,
        BusinessState::Unknown if sight.unwitnessed => Some(Reason::new(
            ReasonCode::NoTurnWitness,
            "nothing on the screen tells whether a turn runs; wait until it has been quiet",
        )),
        BusinessState::Unknown => Some(unknown_screen()),
        _ => None,
    }
}

/// Reasons in the composer.
fn composer(sight: &Sight, terms: Terms) -> Vec<Reason> {
    let Some(composer) = &sight.composer else {
        return vec![unknown_screen()];
    };
    let mut found: Vec<Reason> = mode(composer).into_iter().collect();
    if composer.editor == Editor::VimNormal {
        let words = "the composer is in vim's normal mode, letters would be commands; press i";
        found.push(Reason::new(ReasonCode::VimNormal, words));
    }
    let holds = matches!(
        composer.content,
        ComposerContent::Draft | ComposerContent::CollapsedPaste
    );
    if holds && !terms.allow_draft {
        let words = format!(
            "the composer holds a draft (“{}”); send or clear it, or send it along (`--allow-draft`)",
            quote(&composer.text)
        );
        found.push(Reason::new(ReasonCode::DraftPresent, words));
    }
    if sight.pending == PendingInput::Yes {
        let words = "messages are queued behind the turn; wait for them";
        found.push(Reason::new(ReasonCode::QueuedMessages, words));
    }
    found
}

/// The reason in the composer's mode.
pub(crate) fn mode(composer: &ComposerView) -> Option<Reason> {
    match composer.mode {
        ComposerMode::Bash => Some(Reason::new(
            ReasonCode::BashMode,
            "the composer is in shell mode, the text would run as a command; leave it (Backspace)",
        )),
        ComposerMode::Memory => Some(Reason::new(
            ReasonCode::MemoryMode,
            "the composer takes a memory note; leave that mode (Backspace)",
        )),
        ComposerMode::Search => Some(Reason::new(
            ReasonCode::SearchMode,
            "a search through the history is open; close it (Esc)",
        )),
        // Of a mode that is new here nothing is known to say: that it takes no prompt says `composer_takes_a_prompt`.
        _ => None,
    }
}

/// Whether the surface is safe to type into: by the engine's own word, or but for a draft that is allowed.
fn is_safe(sight: &Sight, terms: Terms) -> bool {
    let is_known = sight.composer.as_ref().is_some_and(|composer| {
        composer.content != ComposerContent::Unknown && composer.mode == ComposerMode::Prompt
    });
    sight.takes_a_prompt || terms.allow_draft && is_known && sight.is_free()
}

/// Whether waiting may make a reason go away by itself.
pub(crate) fn is_transient(reason: &Reason) -> bool {
    matches!(
        reason.code,
        ReasonCode::UnknownScreen | ReasonCode::NoTurnWitness | ReasonCode::ComposerUnknown
    )
}

/// The beginning of a text on one line.
pub(crate) fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= QUOTE {
        return line;
    }
    line.chars().take(QUOTE - 1).chain(['…']).collect()
}
