//! A setting: size, theme, renderer, color and host of a session, written as a label.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::LabError;

/// How a CLI paints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Renderer {
    /// What the version does by itself.
    #[default]
    Default,
    /// On the normal screen, with scrollback.
    Inline,
    /// On the alternate screen.
    Fullscreen,
}

/// Size, theme, renderer, color and host of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Setting {
    /// Columns and rows.
    pub size: [u16; 2],
    /// Theme, in the CLI's own word; the CLI's dark one if absent.
    pub theme: Option<String>,
    /// Renderer.
    pub renderer: Renderer,
    /// `NO_COLOR` is set.
    pub no_color: bool,
    /// The CLI is told that it runs in tmux, as it is in a user's pane: `TMUX` and its like are set.
    pub tmux: bool,
    /// A bridge hosts the CLI in a raw pty of its own and answers its program status query.
    pub pty: bool,
    /// `shadow run` hosts the CLI; its events and turn log are kept beside the session.
    pub run: bool,
    /// `shadow watch` runs beside it; its events and turn log are kept beside the session.
    pub watch: bool,
}

/// Themes of Claude Code, as `~/.claude.json` names them.
const THEMES: [&str; 6] = [
    "dark",
    "light",
    "dark-daltonized",
    "light-daltonized",
    "dark-ansi",
    "light-ansi",
];

impl FromStr for Setting {
    type Err = LabError;

    /// Reads a label such as `80x24`, `120x40+light`, `120x40+fullscreen+pty`.
    fn from_str(text: &str) -> Result<Self, LabError> {
        let bad = |what: &str| {
            LabError::new(format!(
                "setting {text:?}: {what}; write COLSxROWS[+THEME][+inline|+fullscreen][+nocolor][+tmux][+pty|+run|+watch]"
            ))
        };
        let mut parts = text.split('+');
        let (cols, rows) = parts
            .next()
            .and_then(|size| size.split_once('x'))
            .ok_or_else(|| bad("no size"))?;
        let side = |text: &str| text.parse::<u16>().map_err(|_| bad("size is no number"));
        let mut setting = Self {
            size: [side(cols)?, side(rows)?],
            ..Self::default()
        };
        for part in parts {
            setting
                .add(part)
                .map_err(|()| bad(&format!("{part:?} is unknown")))?;
        }
        if [setting.pty, setting.run, setting.watch]
            .iter()
            .filter(|it| **it)
            .count()
            > 1
        {
            return Err(bad("only one of +pty, +run and +watch at a time"));
        }
        Ok(setting)
    }
}

impl Setting {
    /// Whether the terminal is to have a light background.
    pub fn is_light(&self) -> bool {
        self.theme
            .as_deref()
            .is_some_and(|t| t.starts_with("light"))
    }

    /// Whether shadow itself follows the session.
    pub fn is_followed(&self) -> bool {
        self.run || self.watch
    }

    fn add(&mut self, part: &str) -> Result<(), ()> {
        match part {
            "inline" => self.renderer = Renderer::Inline,
            "fullscreen" => self.renderer = Renderer::Fullscreen,
            // The folders of older sessions have the British word in their names.
            "nocolor" | "nocolour" => self.no_color = true,
            "tmux" => self.tmux = true,
            "pty" => self.pty = true,
            "run" => self.run = true,
            "watch" => self.watch = true,
            theme if THEMES.contains(&theme) => self.theme = Some(theme.to_owned()),
            _ => return Err(()),
        }
        Ok(())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.size[0], self.size[1])?;
        if let Some(theme) = &self.theme {
            write!(f, "+{theme}")?;
        }
        match self.renderer {
            Renderer::Default => {}
            Renderer::Inline => f.write_str("+inline")?,
            Renderer::Fullscreen => f.write_str("+fullscreen")?,
        }
        if self.no_color {
            f.write_str("+nocolor")?;
        }
        if self.tmux {
            f.write_str("+tmux")?;
        }
        if self.pty {
            f.write_str("+pty")?;
        }
        if self.run {
            f.write_str("+run")?;
        }
        if self.watch {
            f.write_str("+watch")?;
        }
        Ok(())
    }
}

impl TryFrom<String> for Setting {
    type Error = LabError;

    fn try_from(text: String) -> Result<Self, LabError> {
        text.parse()
    }
}

impl From<Setting> for String {
    fn from(setting: Setting) -> Self {
        setting.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_read_as_it_is_written() {
        for label in [
            "120x40",
            "120x40+run",
            "120x40+light+watch",
            "120x40+tmux",
            "80x24+light+fullscreen+nocolor+pty",
        ] {
            assert_eq!(label.parse::<Setting>().unwrap().to_string(), label);
        }
        let older: Setting = "120x40+nocolour".parse().unwrap();
        assert_eq!(older.to_string(), "120x40+nocolor");
        assert!("120".parse::<Setting>().is_err());
        assert!("120x40+pink".parse::<Setting>().is_err());
        assert!("120x40+run+watch".parse::<Setting>().is_err());
    }
}
