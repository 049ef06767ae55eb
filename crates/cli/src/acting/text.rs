//! The prompt's text: an argument, a file, or standard input.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use shadow_act::Prompt;

use crate::exit::Failure;

/// Bytes that are read; more is no prompt.
const LIMIT: u64 = 16 << 20;

/// Where the prompt's text comes from.
#[derive(Debug, Args)]
pub struct TextArgs {
    /// The prompt; - reads it from standard input. If the prompt begins with -, put -- before it
    #[arg(
        value_name = "TEXT",
        allow_hyphen_values = true,
        required_unless_present = "file",
        conflicts_with = "file"
    )]
    pub text: Option<String>,
    /// Read the prompt from a file
    #[arg(long, value_name = "F")]
    pub file: Option<PathBuf>,
    /// Remove escape sequences, control characters and invisible characters instead of refusing them
    #[arg(long)]
    pub strip: bool,
    /// Replace each tab by four spaces. Without this, a text with tabs is refused for Claude Code, which would replace them
    #[arg(long)]
    pub expand_tabs: bool,
}

impl TextArgs {
    /// The prompt.
    pub fn prompt(&self) -> Result<Prompt, Failure> {
        let text = self.read()?;
        let prompt = match self.strip {
            true => Prompt::stripped(&text),
            false => Prompt::new(&text),
        };
        let prompt = prompt.map_err(|error| Failure::usage(error.to_string()))?;
        Ok(match self.expand_tabs {
            true => prompt.with_tabs_expanded(),
            false => prompt,
        })
    }

    fn read(&self) -> Result<String, Failure> {
        match (&self.file, &self.text) {
            (Some(path), _) => decoded(
                "the prompt",
                &path.display().to_string(),
                fs::File::open(path),
            ),
            (None, Some(text)) if text != "-" => meant(text),
            _ => decoded("the prompt", STDIN, Ok(std::io::stdin())),
        }
    }
}

/// How messages name standard input.
const STDIN: &str = "standard input";

/// The text of a file, `-` being standard input; `what` names it in messages.
pub fn text_of(path: &Path, what: &str) -> Result<String, Failure> {
    match path.as_os_str() == "-" {
        true => decoded(what, STDIN, Ok(std::io::stdin())),
        false => decoded(what, &path.display().to_string(), fs::File::open(path)),
    }
}

/// A text of UTF-8. A byte order mark tells how a file is written; it is no part of its text.
fn decoded(what: &str, name: &str, source: std::io::Result<impl Read>) -> Result<String, Failure> {
    let bytes = limited(source)
        .map_err(|error| Failure::input(format!("cannot read {what} from {name}: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{what} in {name} is not UTF-8; convert it")))?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map_or(text.clone(), str::to_owned))
}

/// A text from the command line. A word that looks like an option is more likely a misspelled one than a prompt, unless it
/// stands behind `--`.
fn meant(text: &str) -> Result<String, Failure> {
    let parted = std::env::args_os().any(|word| word == "--");
    match looks_like_an_option(text) && !parted {
        true => Err(Failure::usage(format!(
            "{text} is no option of this command; if it is the prompt, put it after `--`"
        ))),
        false => Ok(text.to_owned()),
    }
}

/// Whether a text is one word of a hyphen or two and a letter.
fn looks_like_an_option(text: &str) -> bool {
    let word = text.strip_prefix('-');
    let word = word.map(|word| word.strip_prefix('-').unwrap_or(word));
    let named = word.is_some_and(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    named && !text.contains(char::is_whitespace)
}

fn limited(source: std::io::Result<impl Read>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source?.take(LIMIT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::looks_like_an_option;

    #[test]
    fn a_list_item_is_told_from_a_misspelt_option() {
        for text in ["--wat", "-x", "--time=3"] {
            assert!(looks_like_an_option(text), "{text}");
        }
        for text in [
            "- item",
            "-5",
            "--wait is broken",
            "--",
            "-",
            "a-b",
            "-- x",
            "---",
        ] {
            assert!(!looks_like_an_option(text), "{text}");
        }
    }
}
