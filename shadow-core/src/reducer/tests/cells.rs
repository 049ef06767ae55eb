//! The cells that a story names: by role and number.

use std::collections::BTreeMap;

use super::scene::cell;
use super::words::text;
use crate::contract::{CellRole, DialogCell};

/// Cells by name, each as its line words it.
#[derive(Default)]
pub(super) struct Cells(BTreeMap<String, Vec<String>>);

impl Cells {
    /// Takes a line: a name, what is different about the cell, its text.
    pub(super) fn take(&mut self, words: &[String]) {
        let before = self.0.insert(words[0].clone(), words[1..].to_vec());
        assert!(before.is_none(), "{} is named twice", words[0]);
    }

    /// The cell of this name, `{n}` in its text being a number.
    pub(super) fn cell(&self, name: &str, n: u32) -> DialogCell {
        let words = self.0.get(name);
        let words = words.unwrap_or_else(|| panic!("no cell is named {name}"));
        let mut made = cell(role(name).expect("a role"), "");
        let mut starts = false;
        for word in words {
            match word.as_str() {
                "starts" => starts = true,
                "again" => made.after_end = true,
                "cut" => made.truncated_above = true,
                "growing" => made.complete = false,
                "broken" => made.breaks_off = true,
                said => made.text = text(&numbered(said, n)),
            }
        }
        made.command = starts.then(|| made.text.clone());
        made
    }
}

/// Whether a word names a cell.
pub(super) fn is_cell(word: &str) -> bool {
    role(word).is_some() && word.len() > 1 && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn role(name: &str) -> Option<CellRole> {
    Some(match name.chars().next()? {
        'u' => CellRole::User,
        'a' => CellRole::Assistant,
        'c' => CellRole::ToolCall,
        'r' => CellRole::ToolResult,
        'n' => CellRole::Notice,
        'b' => CellRole::Banner,
        'e' => CellRole::Error,
        _ => return None,
    })
}

/// A word with a number in it.
pub(super) fn numbered(word: &str, n: u32) -> String {
    word.replace("{n}", &n.to_string())
}
