//! What each key does in each mode.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::bindings::Command;
use super::board::Board;
use super::card::{Card, Key};
use super::mode::{Intent, Mode};
use super::overlay;
use shadow_legible::one_line;
use shadow_tui::Need;
use shadow_tui::contract::OperatorBlock;

/// What makes another key of a letter.
const CHORDS: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);

/// Rows that a page key moves.
const PAGE: isize = 10;

/// Rows that the preview scrolls at a time.
const SCROLL: isize = 5;

impl Board {
    /// A key was pressed; what is to be done outside the dashboard comes back.
    pub fn press(&mut self, key: KeyEvent) -> Option<Intent> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.intersects(CHORDS) {
            return self.chord(key);
        }
        self.said = None;
        self.look();
        let intent = self.obey(key.code);
        self.look();
        intent
    }

    fn obey(&mut self, code: KeyCode) -> Option<Intent> {
        match std::mem::take(&mut self.mode) {
            Mode::Browse => self.browse(code),
            Mode::Help => None,
            Mode::Filter => self.filter(code),
            Mode::Interrupt { key, turn } => {
                confirmed(code).then_some(Intent::Interrupt { key, turn })
            }
            Mode::Send { key: pane, text } => self.write(code, pane, text),
            choosing @ Mode::Choose { .. } => self.choose(code, choosing),
        }
    }

    /// A key with Ctrl or Alt: it is no letter of a text and no command of the list.
    fn chord(&mut self, key: KeyEvent) -> Option<Intent> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, &mut self.mode) {
            (KeyCode::Char('c'), _) if control => return Some(Intent::Quit),
            (KeyCode::Char('u'), Mode::Send { text, .. }) if control => text.clear(),
            (KeyCode::Char('u'), Mode::Filter) if control => self.filter.clear(),
            _ => {}
        }
        None
    }

    /// A text was pasted. It is never taken for keys: what is on a clipboard may hold a letter that answers a dialog.
    pub fn paste(&mut self, pasted: &str) {
        match &mut self.mode {
            Mode::Send { text, .. } => {
                text.push_str(&pasted.replace("\r\n", "\n").replace('\r', "\n"))
            }
            Mode::Filter => self.filter.push_str(&one_line(pasted)),
            _ => self.say("a pasted text is no keys; press s to send it as a prompt".to_owned()),
        }
    }

    fn browse(&mut self, code: KeyCode) -> Option<Intent> {
        match code {
            KeyCode::Esc if self.filter.trim().is_empty() => return Some(Intent::Quit),
            KeyCode::Esc => self.filter.clear(),
            KeyCode::Down => self.step(1),
            KeyCode::Up => self.step(-1),
            KeyCode::PageDown => self.step(PAGE),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::Home => self.step(isize::MIN),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Enter => return self.selected().map(|card| Intent::Jump(card.key.clone())),
            KeyCode::Char(letter) => return self.command(self.bindings.command(letter)?),
            _ => {}
        }
        None
    }

    fn command(&mut self, command: Command) -> Option<Intent> {
        match command {
            Command::Quit => return Some(Intent::Quit),
            Command::Down => self.step(1),
            Command::Up => self.step(-1),
            Command::ScrollUp => self.scroll_by(SCROLL),
            Command::ScrollDown => self.scroll_by(-SCROLL),
            Command::Filter => self.mode = Mode::Filter,
            Command::Group => self.grouped = !self.grouped,
            Command::Preview => self.preview = !self.preview,
            Command::Zones => self.zones = !self.zones,
            Command::Help => self.mode = Mode::Help,
            Command::Answer => self.open_dialog(),
            Command::Interrupt => self.open_interrupt(),
            Command::Send => self.open_send(),
        }
        None
    }

    fn filter(&mut self, code: KeyCode) -> Option<Intent> {
        match code {
            KeyCode::Enter => return None,
            KeyCode::Esc => {
                self.filter.clear();
                return None;
            }
            KeyCode::Backspace => drop(self.filter.pop()),
            KeyCode::Char(letter) => self.filter.push(letter),
            _ => {}
        }
        self.mode = Mode::Filter;
        None
    }

    fn write(&mut self, code: KeyCode, key: Key, mut text: String) -> Option<Intent> {
        match code {
            KeyCode::Esc => return None,
            KeyCode::Enter if !text.trim().is_empty() => return Some(Intent::Send { key, text }),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) => text.push(letter),
            _ => {}
        }
        self.mode = Mode::Send { key, text };
        None
    }

    fn choose(&mut self, code: KeyCode, choosing: Mode) -> Option<Intent> {
        let Mode::Choose {
            key,
            block,
            mut marked,
        } = choosing
        else {
            return None;
        };
        let count = block.options.len();
        match code {
            KeyCode::Esc => return None,
            KeyCode::Enter if !self.stands(&key, &block) => {
                self.say(
                    "this dialog is gone, or was asked again or drawn anew; a opens what is there"
                        .to_owned(),
                );
                return None;
            }
            KeyCode::Enter if overlay::why_not(&block, marked, self.size).is_some() => {}
            KeyCode::Enter => {
                let numbered = block.options.get(marked).and_then(|option| option.number);
                let option = numbered.map_or(marked + 1, |number| number as usize);
                return Some(Intent::Choose {
                    key,
                    option,
                    signature: block.signature.clone(),
                    appearance: block.appearance,
                });
            }
            KeyCode::Down | KeyCode::Char('j') => marked = (marked + 1).min(count - 1),
            KeyCode::Up | KeyCode::Char('k') => marked = marked.saturating_sub(1),
            KeyCode::Char(digit) => {
                let wanted = digit.to_digit(10).and_then(|n| usize::try_from(n).ok());
                let place = wanted.and_then(|n| n.checked_sub(1));
                marked = place.filter(|n| *n < count).unwrap_or(marked);
            }
            _ => {}
        }
        self.mode = Mode::Choose { key, block, marked };
        None
    }

    /// Whether a dialog is still open in its pane, with the words and the number that it had.
    fn stands(&self, key: &Key, opened: &OperatorBlock) -> bool {
        let now = self.card(key).and_then(Card::block);
        now.is_some_and(|now| {
            (&now.signature, now.appearance) == (&opened.signature, opened.appearance)
        })
    }

    fn open_dialog(&mut self) {
        let block = self.selected().and_then(Card::block);
        let choosable = block.filter(|block| !block.options.is_empty());
        let (Some(block), Some(card)) = (choosable, self.selected()) else {
            return self.say("no dialog with options waits in this pane".to_owned());
        };
        if !block.kind.has_subject() && block.subject.is_none() && card.is_clipped() {
            return self.say(
                "this pane does not show all that its dialog is about; enlarge it, or answer there"
                    .to_owned(),
            );
        }
        let selected = block.options.iter().position(|o| o.selected == Some(true));
        self.mode = Mode::Choose {
            key: card.key.clone(),
            block: Box::new(block.clone()),
            marked: selected.unwrap_or(0),
        };
        self.pin();
    }

    fn open_interrupt(&mut self) {
        match self.selected() {
            Some(card) if card.need() == Need::Working => {
                let (key, turn) = (card.key.clone(), card.turn());
                self.mode = Mode::Interrupt { key, turn };
                self.pin();
            }
            _ => self.say("no turn runs in this pane".to_owned()),
        }
    }

    /// Opens a prompt for the selected pane: the one that was not sent to it, or to one that is gone, or an empty one.
    fn open_send(&mut self) {
        let Some(card) = self.selected() else {
            return;
        };
        if !card.payload.takes_a_prompt() {
            return self.say("text typed into this pane now would not be a prompt".to_owned());
        }
        let key = card.key.clone();
        let text = self.unsent.remove(&key).or_else(|| {
            let left = self.left.take()?;
            self.say("this text was for a pane that is gone; esc drops it".to_owned());
            Some(left)
        });
        let text = text.unwrap_or_default();
        self.mode = Mode::Send { key, text };
        self.pin();
    }
}

/// Whether a key says yes.
fn confirmed(code: KeyCode) -> bool {
    matches!(code, KeyCode::Enter | KeyCode::Char('y'))
}
