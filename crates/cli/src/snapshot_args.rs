//! The arguments that say what is known beside a snapshot's text; shared by `parse`, `explain` and
//! `extract`.

use clap::{Args, ValueEnum};
use shadow_live::Hint;
use shadow_tui::{Channels, ProviderChoice, Version};

/// Which CLI the pane runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ProviderArg {
    /// Recognized from the screen.
    #[default]
    Auto,
    /// Claude Code.
    Claude,
    /// The Codex CLI.
    Codex,
}

impl ProviderArg {
    /// The provider's name; none where the screen tells.
    pub fn name(self) -> Option<&'static str> {
        match self.choice() {
            ProviderChoice::Named(name) => Some(name),
            ProviderChoice::Auto => None,
        }
    }

    /// The core's word for it.
    pub fn choice(self) -> ProviderChoice<'static> {
        match self {
            Self::Auto => ProviderChoice::Auto,
            Self::Claude => ProviderChoice::Named("claude"),
            Self::Codex => ProviderChoice::Named("codex"),
        }
    }
}

/// Who is to read the screen: which CLI it is, and of which version.
#[derive(Debug, Clone, Default, Args)]
pub struct ReaderArgs {
    /// The CLI in the pane; auto recognizes it
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "claude|codex|auto",
        hide_possible_values = true
    )]
    pub provider: ProviderArg,
    /// The version of the CLI, if you know it (2.1.330)
    #[arg(long, value_name = "V", value_parser = version)]
    pub cli_version: Option<String>,
}

impl ReaderArgs {
    /// Whether any of them is given.
    pub fn is_given(&self) -> bool {
        self.cli_version.is_some() || self.provider != ProviderArg::default()
    }

    /// The arguments as a hint for a live pane.
    pub fn hint(&self) -> Hint {
        Hint {
            provider: self.provider.choice(),
            cli_version: self.cli_version.clone(),
        }
    }
}

/// What is known beside the text.
#[derive(Debug, Clone, Default, Args)]
pub struct SnapshotArgs {
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// The pane's columns and rows (120x40)
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub size: Option<[u16; 2]>,
    /// The cursor's column and row, counted from 0 (2,37)
    #[arg(long, value_name = "X,Y", value_parser = cursor)]
    pub cursor: Option<[u16; 2]>,
    /// The cursor is hidden
    #[arg(long)]
    pub cursor_hidden: bool,
    /// The alternate screen is on
    #[arg(long)]
    pub alternate: bool,
    /// The pane's title
    #[arg(long, value_name = "T")]
    pub title: Option<String>,
}

impl SnapshotArgs {
    /// The channels that the arguments give.
    pub fn channels(&self) -> Channels {
        let shown = self.cursor.is_some().then_some(true);
        Channels {
            cols: self.size.map(|[cols, _]| cols),
            rows: self.size.map(|[_, rows]| rows),
            cursor: self.cursor.map(|[x, y]| (x, y)),
            cursor_visible: if self.cursor_hidden {
                Some(false)
            } else {
                shown
            },
            alternate: self.alternate.then_some(true),
            title: self.title.clone(),
            cli_version: self.reader.cli_version.clone(),
            ..Channels::default()
        }
    }

    /// Whether any of them says something about the screen itself.
    pub fn describes_screen(&self) -> bool {
        self.size.is_some()
            || self.cursor.is_some()
            || self.cursor_hidden
            || self.alternate
            || self.title.is_some()
    }
}

pub fn version(text: &str) -> Result<String, String> {
    let version: Result<Version, _> = text.parse();
    version.map(|_| text.to_owned()).map_err(|e| e.to_string())
}

pub fn size(text: &str) -> Result<[u16; 2], String> {
    let pair = pair(text, &['x', 'X'])?;
    if pair.contains(&0) {
        return Err("a pane has at least one column and one row".to_owned());
    }
    Ok(pair)
}

fn cursor(text: &str) -> Result<[u16; 2], String> {
    pair(text, &[','])
}

fn pair(text: &str, separators: &[char]) -> Result<[u16; 2], String> {
    let example = if separators.contains(&',') {
        "2,37"
    } else {
        "120x40"
    };
    let error = || format!("write two numbers such as {example}");
    let (first, second) = text.split_once(separators).ok_or_else(error)?;
    let number = |part: &str| part.trim().parse::<u16>().map_err(|_| error());
    Ok([number(first)?, number(second)?])
}
