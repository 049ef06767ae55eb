//! What a CLI does with what is typed into it, as far as whoever acts on its pane must know.

/// How a version of a CLI takes texts and keys. By default as they are. More will be added: a provider ends its literal with
/// `..Manners::default()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Manners {
    /// What people call the CLI.
    pub name: &'static str,
    /// The tabs of a paste become blanks.
    pub replaces_tabs: bool,
    /// The words that end the CLI where one of them is the whole text, in this case of letters.
    pub ending_words: &'static [&'static str],
    /// A slash and a name are a command behind white space, too.
    pub trims_commands: bool,
    /// `!` begins a shell command behind white space, too; or it is not known that it does not.
    pub trims_bash: bool,
    /// What helps where a turn goes on after Escape, which the CLI does not always take.
    pub beside_escape: Option<&'static str>,
}
