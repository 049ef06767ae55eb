//! The block in tmux's configuration file that loads shadow when a server starts: put at its end
//! between two marks, and taken out with them.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::places::Own;
use crate::exit::{Exit, Failure};

const BEGIN: &str = "# >>> shadow >>>";
const END: &str = "# <<< shadow <<<";

/// A configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config(PathBuf);

impl Config {
    /// The file that was named, or the first of tmux's own that is there, or `~/.tmux.conf`.
    pub fn find(named: Option<&Path>) -> Result<Self, Failure> {
        if let Some(path) = named {
            return Ok(Self(path.to_owned()));
        }
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let home = home.ok_or_else(|| Failure::usage("HOME is not set; name --config FILE"))?;
        let theirs = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
        let folder = theirs.unwrap_or_else(|| home.join(".config"));
        let usual = [home.join(".tmux.conf"), folder.join("tmux/tmux.conf")];
        let there = usual.iter().find(|path| path.exists());
        Ok(Self(there.unwrap_or(&usual[0]).clone()))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Puts the block in; false where it stands there as it would be.
    pub fn add(&self, own: &Own, options: &str) -> Result<bool, Failure> {
        let text = self.read()?;
        let command = own.command(&format!("tmux load{options} --socket"));
        let block = format!("{BEGIN}\nrun-shell -b \"{command} #{{q:socket_path}}\"\n{END}\n");
        if text.contains(&block) {
            return Ok(false);
        }
        self.remove()?;
        let text = self.read()?;
        let gap = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let file = OpenOptions::new().append(true).create(true).open(&self.0);
        let written = file.and_then(|mut file| write!(file, "{gap}{block}"));
        written.map(|()| true).map_err(|error| self.refuse(&error))
    }

    /// Takes the block out; false where there is none. A file that holds nothing else goes with it.
    pub fn remove(&self) -> Result<bool, Failure> {
        let text = self.read()?;
        let Some(rest) = without_block(&text) else {
            return Ok(false);
        };
        let done = match rest.is_empty() && !self.0.is_symlink() {
            true => fs::remove_file(&self.0),
            false => fs::write(&self.0, rest),
        };
        done.map(|()| true).map_err(|error| self.refuse(&error))
    }

    fn read(&self) -> Result<String, Failure> {
        match fs::read_to_string(&self.0) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(self.refuse(&error)),
        }
    }

    fn refuse(&self, error: &std::io::Error) -> Failure {
        let path = self.0.display();
        let message = format!("cannot change {path}: {error}; name another with --config FILE");
        Failure::new(Exit::NotHeld, message)
    }
}

/// A text without the block; none where both marks do not stand in it.
fn without_block(text: &str) -> Option<String> {
    let (before, rest) = text.split_once(&format!("{BEGIN}\n"))?;
    let (_, after) = rest.split_once(&format!("{END}\n"))?;
    Some(format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::without_block;

    #[test]
    fn only_a_whole_block_is_taken_out() {
        let block = "# >>> shadow >>>\nrun-shell x\n# <<< shadow <<<\n";
        let text = format!("set -g mouse on\n{block}bind x kill-pane\n");
        let rest = without_block(&text);
        assert_eq!(rest.as_deref(), Some("set -g mouse on\nbind x kill-pane\n"));
        assert_eq!(without_block("# >>> shadow >>>\nset -g mouse on\n"), None);
        assert_eq!(without_block("set -g mouse on\n"), None);
    }
}
