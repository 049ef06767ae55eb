//! Operating system commands: titles, progress, notifications, reports. Links (OSC 8) go.

use super::signals::clean;
use super::terminal::Terminal;

impl Terminal {
    pub(super) fn osc(&mut self, params: &[&[u8]]) {
        let Some((number, rest)) = params.split_first() else {
            return;
        };
        match *number {
            b"0" | b"2" => self.signals.set_title(&joined(rest)),
            b"9" => self.osc_9(rest),
            b"99" => self.osc_99(rest),
            b"777" if rest.first() == Some(&&b"notify"[..]) => {
                let parts: Vec<String> = rest[1..].iter().map(|part| clean(part)).collect();
                self.signals.notify(&parts.join(": "));
            }
            b"133" if rest.first().is_some_and(|mark| mark.starts_with(b"A")) => {
                self.signals.status.prompt_began();
            }
            b"7501" => self.osc_7501(rest),
            b"21337" => self.signals.set_tab_status(&joined(rest)),
            _ => {}
        }
    }

    /// `9;4;state;percent` is progress (ConEmu); `9;text` a notification (iTerm2).
    fn osc_9(&mut self, rest: &[&[u8]]) {
        match rest {
            [b"4", payload @ ..] if !payload.is_empty() => {
                self.signals.set_progress(&joined(payload));
            }
            [] | [b"4"] => {}
            _ => self.signals.notify(&joined(rest)),
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
            self.signals.notify(&clean(&decoded));
        } else if is_text {
            self.signals.notify(&clean(&payload));
        }
    }

    fn osc_7501(&mut self, rest: &[&[u8]]) {
        let payload = rest.join(&b';');
        if payload == b"?" {
            self.signals.status.asked();
            self.outbox.program_status();
        } else {
            self.signals.status.report(&payload);
        }
    }
}

fn joined(parts: &[&[u8]]) -> String {
    clean(&parts.join(&b';'))
}
