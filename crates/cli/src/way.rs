//! The ways in which a notification reaches a person.

/// A way of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// A sequence around the words, which may be none.
    Terminal(&'static str, &'static str, &'static str),
    /// A shell command.
    Command(String),
}

const BELL: Way = Way::Terminal("bell", "\u{7}", "");

/// The way that a word of the command line or the settings names.
pub fn way(text: &str) -> Result<Way, String> {
    let st = "\u{1b}\\";
    match text.split_once('=') {
        Some(("command", command)) if !command.is_empty() => Ok(Way::Command(command.to_owned())),
        None if text == "bell" => Ok(BELL),
        None if text == "osc9" => Ok(Way::Terminal("osc9", "\u{1b}]9;", st)),
        None if text == "osc99" => Ok(Way::Terminal("osc99", "\u{1b}]99;;", st)),
        None if text == "osc777" => Ok(Way::Terminal("osc777", "\u{1b}]777;notify;shadow;", st)),
        _ => Err("bell, osc9, osc99, osc777 or command=CMD".to_owned()),
    }
}
