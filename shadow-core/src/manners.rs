//! How a CLI handles typed text, as far as a program that acts on its pane must know it.

/// How a version of a CLI handles typed text and keys. By default it takes them unchanged. More fields will be added, so a
/// provider ends its literal with `..Manners::default()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Manners {
    /// The CLI's name for people.
    pub name: &'static str,
    /// Whether the CLI replaces the tabs of a paste by spaces.
    pub replaces_tabs: bool,
    /// Words that end the CLI if one of them is the whole text, case-sensitive.
    pub ending_words: &'static [&'static str],
    /// Whether a slash and a name are a command also after white space.
    pub trims_commands: bool,
    /// Whether `!` begins a shell command also after white space; true if this is unknown.
    pub trims_bash: bool,
    /// Advice for the case that a turn goes on after Escape, which the CLI sometimes ignores.
    pub beside_escape: Option<&'static str>,
}
