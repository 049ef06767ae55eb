//! A setting of the CLI's own.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::Result;
use crate::scenario::Setup;

/// Where a setting is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingPlace {
    /// The main configuration (`~/.claude.json`, `~/.codex/config.toml`), by its dotted path.
    Config,
    /// Claude Code's `~/.claude/settings.json`.
    Settings,
    /// The environment.
    Env,
    /// The command line.
    Flag,
}

/// A setting, and the values that are worth a try.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knob {
    /// Its name: a path with dots, a variable, a flag.
    pub name: String,
    /// Where it is written.
    pub place: SettingPlace,
    /// Values to try. None where nothing says which there are: a path, an address, a text of the user's.
    pub values: Vec<Value>,
}

/// Knobs turned to values, tried in one session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// What the session is called.
    pub label: String,
    /// Place, name and value of each.
    pub turned: Vec<Turned>,
}

/// One knob turned to a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turned {
    /// Where it is written.
    pub place: SettingPlace,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
}

impl fmt::Display for SettingPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Config => "config",
            Self::Settings => "settings",
            Self::Env => "env",
            Self::Flag => "flag",
        })
    }
}

impl Knob {
    /// A switch.
    pub fn switch(place: SettingPlace, name: &str) -> Self {
        Self::of(place, name, vec![json!(true), json!(false)])
    }

    /// One of these values.
    pub fn of(place: SettingPlace, name: &str, values: Vec<Value>) -> Self {
        let name = name.to_owned();
        Self {
            name,
            place,
            values,
        }
    }

    /// The knob at each of its values.
    pub fn turned(&self) -> impl Iterator<Item = Turned> {
        self.values.iter().map(|value| Turned {
            place: self.place,
            name: self.name.clone(),
            value: value.clone(),
        })
    }
}

impl Turned {
    /// Lays the value over a setup.
    fn lay(&self, setup: &mut Setup) -> Result<()> {
        match self.place {
            SettingPlace::Config => setup.lay_config(&self.nested()),
            SettingPlace::Settings => setup.lay_settings(&self.nested()),
            SettingPlace::Env => {
                let text = match &self.value {
                    Value::String(text) => text.clone(),
                    Value::Bool(on) => u8::from(*on).to_string(),
                    other => other.to_string(),
                };
                setup.env.insert(self.name.clone(), text);
                Ok(())
            }
            SettingPlace::Flag => {
                setup.args.push(self.name.clone());
                if let Value::String(text) = &self.value {
                    setup.args.push(text.clone());
                }
                Ok(())
            }
        }
    }

    /// The value below the tables of its path.
    fn nested(&self) -> Value {
        let parts = self.name.rsplit('.');
        parts.fold(self.value.clone(), |below, part| json!({ part: below }))
    }
}

impl Trial {
    /// One knob at one value, or several together.
    pub fn of(label: String, turned: Vec<Turned>) -> Self {
        Self { label, turned }
    }

    /// Nothing is turned.
    pub fn plain(number: usize) -> Self {
        Self::of(format!("plain-{number}"), Vec::new())
    }

    /// One knob, called by its place, name and value: two places may know one name.
    pub fn alone(turned: Turned) -> Self {
        Self::of(format!("{}.{turned}", turned.place), vec![turned])
    }

    /// Its halves, those of one knob called by it; none of a trial of one.
    pub fn halves(&self) -> Vec<Self> {
        let (first, second) = self.turned.split_at(self.turned.len() / 2);
        let half = |(turned, end): (&[Turned], char)| match turned {
            [one] => Self::alone(one.clone()),
            turned => Self::of(format!("{}{end}", self.label), turned.to_vec()),
        };
        let halves = [(first, 'a'), (second, 'b')].into_iter();
        halves.filter(|_| !first.is_empty()).map(half).collect()
    }

    /// What the sessions of this trial are called.
    pub fn folder(&self) -> String {
        let plain = |c: char| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '=' | '-' => c,
            _ => '-',
        };
        self.label.chars().map(plain).take(120).collect()
    }

    /// Lays everything over a setup.
    pub fn lay(&self, setup: &mut Setup) -> Result<()> {
        self.turned.iter().try_for_each(|it| it.lay(setup))
    }
}

impl fmt::Display for Turned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.value, self.place) {
            (Value::Bool(true), SettingPlace::Flag) => f.write_str(&self.name),
            (Value::String(text), _) => write!(f, "{}={text}", self.name),
            (value, _) => write!(f, "{}={value}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knob_is_laid_where_it_stands() {
        let turned = |place, name: &str, value| Turned {
            place,
            name: name.into(),
            value,
        };
        let trial = Trial::of(
            "x".into(),
            vec![
                turned(SettingPlace::Config, "tui.animations", json!(false)),
                turned(SettingPlace::Settings, "verbose", json!(true)),
                turned(SettingPlace::Env, "QUIET", json!(true)),
                turned(SettingPlace::Flag, "--view", json!("focus")),
                turned(SettingPlace::Flag, "--brief", json!(true)),
            ],
        );
        let mut setup = Setup::default();
        trial.lay(&mut setup).unwrap();
        assert_eq!(setup.config["tui"]["animations"].as_bool(), Some(false));
        assert_eq!(setup.settings["verbose"].as_bool(), Some(true));
        assert_eq!(setup.env["QUIET"], "1");
        assert_eq!(setup.args, ["--view", "focus", "--brief"]);
        let alone = Trial::alone(trial.turned[3].clone());
        assert_eq!(alone.folder(), "flag.--view=focus");
    }
}
