//! Keys and text into a pane: pasted from a private buffer, pressed by name, and only if the pane still is what it
//! was when it was looked at.
//!
//! The server checks that itself, in the same step in which it sends: a pane that has come into copy mode, whose input
//! was switched off, that died or was started anew in between gets nothing; nor one whose screen no longer shows what the
//! key was meant for ([`Standing`]).

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::error::TmuxError;
use crate::pane::Pane;
use crate::quote::{command_line, literal};
use crate::server::Server;
use crate::spawn::Spawn;
use crate::standing::Standing;
use crate::transport::Transport;

/// Whether keys were sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    /// They were.
    Yes,
    /// The pane is no longer what it was, or takes no keys; nothing was sent.
    Held,
}

/// What the server prints instead of sending.
const HELD: &str = "held";
const SAY_HELD: &str = "display-message -p held";

/// True where the pane takes keys by itself: no mode, input on, not synchronized, alive.
const FREE: &str =
    "#{==:#{?pane_dead,1,}#{?pane_in_mode,1,}#{?pane_input_off,1,}#{?pane_synchronized,1,},}";

impl<T: Transport> Server<T> {
    /// Pastes a text as one paste: in brackets where the program has asked for them, line ends as they are. `pane` is
    /// the pane as it was looked at. The text travels through a buffer of its own, which is deleted.
    pub fn paste(&self, pane: &Pane, text: &str) -> Result<Sent, TmuxError> {
        self.paste_while(pane, text, &Standing::default())
    }

    /// Pastes a text, only while the expected text and cursor are still on the screen.
    pub fn paste_while(
        &self,
        pane: &Pane,
        text: &str,
        standing: &Standing,
    ) -> Result<Sent, TmuxError> {
        let Some(standing) = self.through(pane, standing)? else {
            return Ok(Sent::Held);
        };
        let buffer = private_name();
        let target = pane.id.to_string();
        let paste = format!("paste-buffer -p -r -d -b {buffer} -t {}", literal(&target));
        let hold = format!("delete-buffer -b {buffer} ; {SAY_HELD}");
        let guard = standing.with(guard(pane));
        let text = literal(text);
        let send = command_line(&["if-shell", "-F", "-t", &target, &guard, &paste, &hold]);
        let line = format!("set-buffer -b {buffer} -- {text} ; {send}");
        let answer = Spawn::new(self.socket()).run_line(&line);
        if answer.is_err() {
            // A pane that is gone leaves the buffer behind; so may the server be, and the buffer with it.
            let _ = self.run(&["delete-buffer", "-b", &buffer]);
        }
        answer.map(|answer| sent(&answer))
    }

    /// Presses keys by their tmux names (`Enter`, `C-u`, `2`), in order. `pane` is the pane as it was looked at.
    pub fn press(&self, pane: &Pane, keys: &[String]) -> Result<Sent, TmuxError> {
        self.press_while(pane, keys, &Standing::default())
    }

    /// Presses keys, only while the expected text and cursor are still on the screen.
    pub fn press_while(
        &self,
        pane: &Pane,
        keys: &[String],
        standing: &Standing,
    ) -> Result<Sent, TmuxError> {
        let Some(standing) = self.through(pane, standing)? else {
            return Ok(Sent::Held);
        };
        let target = pane.id.to_string();
        let names: Vec<String> = keys.iter().map(|key| literal(key)).collect();
        let send = command_line(&["send-keys", "-t", &target, "--"]);
        let send = format!("{send} {}", names.join(" "));
        let guard = standing.with(guard(pane));
        let answer = self.run(&["if-shell", "-F", "-t", &target, &guard, &send, SAY_HELD])?;
        Ok(sent(&answer))
    }

    /// What must stand for keys to reach what was looked at. Through a tmux in the pane they reach what that shows, which
    /// the pane's own server does not know: it is looked at once more, and from then on the cursor must rest, which a popup,
    /// a menu or a prompt takes away. Nothing where it shows something else by now.
    fn through(&self, pane: &Pane, standing: &Standing) -> Result<Option<Standing>, TmuxError> {
        if !pane.holds_client() {
            return Ok(Some(standing.clone()));
        }
        let now = self.view(pane.id)?;
        let front = |pane: &Pane| pane.foreground.programs.first().map(|it| it.name.clone());
        let same = !now.pane.in_mode && front(&now.pane) == front(pane);
        Ok(same.then(|| standing.clone().and_cursor(&now)))
    }
}

/// The format that holds as long as the pane takes keys by itself, and runs what it ran with the same program in front.
fn guard(pane: &Pane) -> String {
    let same = format!("#{{&&:#{{==:#{{pane_pid}},{}}},{FREE}}}", pane.pid);
    // What is not plain would mean something to tmux' formats.
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match !pane.command.is_empty() && pane.command.chars().all(plain) {
        true => format!(
            "#{{&&:#{{==:#{{pane_current_command}},{}}},{same}}}",
            pane.command
        ),
        false => same,
    }
}

fn sent(answer: &[u8]) -> Sent {
    match answer.starts_with(HELD.as_bytes()) {
        true => Sent::Held,
        false => Sent::Yes,
    }
}

/// A buffer's name that no one else uses.
fn private_name() -> String {
    // std seeds each of these at random.
    let nonce = RandomState::new().build_hasher().finish();
    format!("shadow-{nonce:016x}")
}

#[cfg(test)]
mod tests {
    use super::private_name;

    #[test]
    fn buffers_are_private() {
        assert_ne!(private_name(), private_name());
    }
}
