//! Operating system commands: titles, progress, notifications, reports. Links (OSC 8) go.

use super::said::clean;
use super::signals::Signals;
use super::terminal::Terminal;

impl Terminal {
    pub(super) fn osc(&mut self, params: &[&[u8]]) {
        if self.signals.osc(params) {
            self.outbox.program_status();
        }
    }
}

impl Signals {
    /// Takes a command; says whether it asks for an answer (OSC 7501).
    pub(super) fn osc(&mut self, params: &[&[u8]]) -> bool {
        let Some((number, rest)) = params.split_first() else {
            return false;
        };
        match *number {
            b"0" | b"2" => self.set_title(&joined(rest)),
            b"9" => self.osc_9(rest),
            b"99" => self.osc_99(rest),
            b"777" if rest.first() == Some(&&b"notify"[..]) => {
                let parts: Vec<String> = rest[1..].iter().map(|part| clean(part)).collect();
                self.notify(&parts.join(": "));
            }
            b"133" if rest.first().is_some_and(|mark| mark.starts_with(b"A")) => {
                self.status.prompt_began();
            }
            b"7501" => return self.osc_7501(rest),
            b"21337" => self.set_tab_status(&joined(rest)),
            _ => {}
        }
        false
    }

    /// `9;4;state;percent` is progress (ConEmu); `9;text` a notification (iTerm2).
    fn osc_9(&mut self, rest: &[&[u8]]) {
        match rest {
            [b"4", payload @ ..] if !payload.is_empty() => {
                self.set_progress(&joined(payload));
            }
            [] | [b"4"] => {}
            _ => self.notify(&joined(rest)),
        }
    }

    /// `99;metadata;payload` (kitty): the title and body of a notification are text.
    fn osc_99(&mut self, rest: &[&[u8]]) {
        let [metadata, payload @ ..] = rest else {
            return;
        };
        let mut keys = metadata.split(|&byte| byte == b':');
        let mut is_text = true;
        let mut encoded = false;
        for key in &mut keys {
            match key {
                b"e=1" => encoded = true,
                [b'p', b'=', what @ ..] => is_text = matches!(what, b"title" | b"body"),
                _ => {}
            }
        }
        let payload = payload.join(&b';');
        if is_text && encoded {
            let decoded = super::status::base64(&payload).unwrap_or_default();
            self.notify(&clean(&decoded));
        } else if is_text {
            self.notify(&clean(&payload));
        }
    }

    fn osc_7501(&mut self, rest: &[&[u8]]) -> bool {
        let payload = rest.join(&b';');
        let asks = payload == b"?";
        if asks {
            self.status.asked();
        } else {
            self.status.report(&payload);
        }
        asks
    }
}

fn joined(parts: &[&[u8]]) -> String {
    clean(&parts.join(&b';'))
}
