//! Makes text from a screen safe to show: hidden characters become visible.
//!
//! A screen may contain characters that act on a terminal, reverse the order of a line, or take no
//! space. A person who approves a command must read the command that runs, so each such character is
//! shown by its name:
//!
//! ```
//! use shadow_legible::legible;
//!
//! assert_eq!(legible("echo \u{202e}lla"), "echo <U+202E>lla");
//! assert_eq!(legible("ex\u{200b}it"), "ex<U+200B>it");
//! // What makes one picture or letter of two is part of the text.
//! assert_eq!(legible("❤\u{fe0f} 👨\u{200d}👩"), "❤\u{fe0f} 👨\u{200d}👩");
//! ```
//!
//! [`row`], [`one_line`], [`excerpt`] and [`fit`] make lines for a terminal. [`sgr`] and [`capture`] write styles as escape
//! sequences of our own.
//!
//! All text for people goes through [`legible`]: text output, errors, notices, pictures, pages,
//! reports. JSON keeps every character, escaped ([`is_unseen`] says which): the feature `json` writes it.

#[cfg(feature = "json")]
mod json;
mod line;
mod sgr;
mod unseen;

#[cfg(feature = "json")]
pub use json::{append_harmless_json, append_json, json_line};
pub use line::{ROW_END, excerpt, fit, in_line, one_line, row, subject_line};
pub use sgr::{capture, sgr};
pub use unseen::{hidden, is_unseen, legible, unseen, unseen_in, without_hidden};
