//! Which letter does what while the list has the keys: as the settings say, else the usual ones.

use std::collections::BTreeMap;

use crate::config::KEYS;

/// What a letter asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Quit,
    Help,
    Answer,
    Interrupt,
    Send,
    Filter,
    Group,
    Preview,
    Zones,
    Up,
    Down,
    ScrollUp,
    ScrollDown,
}

/// The commands by their names in the settings.
const COMMANDS: [(&str, Command); KEYS.len()] = [
    ("quit", Command::Quit),
    ("help", Command::Help),
    ("answer", Command::Answer),
    ("interrupt", Command::Interrupt),
    ("send", Command::Send),
    ("filter", Command::Filter),
    ("group", Command::Group),
    ("preview", Command::Preview),
    ("zones", Command::Zones),
    ("up", Command::Up),
    ("down", Command::Down),
    ("scroll_up", Command::ScrollUp),
    ("scroll_down", Command::ScrollDown),
];

/// The letters and their commands.
#[derive(Debug, Clone)]
pub struct Bindings(Vec<(char, Command)>);

impl Default for Bindings {
    fn default() -> Self {
        Self::new(&BTreeMap::new())
    }
}

impl Bindings {
    /// The usual letters, with those of the settings in their place.
    pub fn new(set: &BTreeMap<&'static str, char>) -> Self {
        let usual = BTreeMap::from(KEYS);
        let key = |name: &str| set.get(name).or(usual.get(name)).copied();
        let bound = COMMANDS
            .iter()
            .filter_map(|(name, command)| Some((key(name)?, *command)));
        Self(bound.collect())
    }

    /// What a letter asks for.
    pub fn command(&self, letter: char) -> Option<Command> {
        let found = self.0.iter().find(|(key, _)| *key == letter);
        found.map(|(_, command)| *command)
    }

    /// The letter of a command.
    pub fn key(&self, command: Command) -> char {
        let found = self.0.iter().find(|(_, it)| *it == command);
        found.map_or(' ', |(key, _)| *key)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bindings, COMMANDS, Command};
    use crate::config::KEYS;

    #[test]
    fn each_name_of_the_settings_has_its_command() {
        assert!(
            KEYS.iter()
                .all(|(name, _)| COMMANDS.iter().any(|(known, _)| known == name))
        );
        let changed = Bindings::new(&[("answer", 'y')].into());
        assert_eq!(
            (changed.command('y'), changed.command('a')),
            (Some(Command::Answer), None)
        );
        assert_eq!(
            (changed.key(Command::Answer), changed.key(Command::Quit)),
            ('y', 'q')
        );
    }
}
