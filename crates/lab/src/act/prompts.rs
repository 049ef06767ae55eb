//! The texts that are sent, by kind. Each holds a tag of its own, by which it is found at the model.

use serde::{Deserialize, Serialize};

use crate::provider::Provider;

/// What kind of text a prompt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One short line.
    Short,
    /// One line that wraps.
    Wrapped,
    /// A few lines, with indents.
    Lines,
    /// Twelve lines.
    Many,
    /// Some 20 KB in lines.
    Long,
    /// Some 5 KB in one line.
    LongLine,
    /// Chinese and Japanese, with emoji.
    Wide,
    /// Begins with a slash and a command's name.
    Command,
    /// Begins with a path.
    Path,
    /// Begins with `!`.
    Bang,
    /// Begins with `#`.
    Hash,
    /// Begins with `@` and a file.
    At,
    /// Ends in `@` and the beginning of a file's name.
    AtEnd,
    /// Holds tabs, ends in line ends.
    Tabs,
    /// Looks like a menu, a spinner and a footer.
    Spoof,
    /// Only a slash command.
    BareCommand,
    /// A command that ends the CLI, with a character in it that cannot be seen.
    Unseen,
}

/// Words that end a CLI, with a character in them that cannot be seen and that it may drop: before, within and behind.
pub const UNSEEN: [&str; 8] = [
    "\u{200b}exit",
    "\u{feff}exit",
    "ex\u{2060}it",
    "e\u{ad}xit",
    "exit\u{fe0f}",
    "exit\u{e0065}\u{e007f}",
    "\u{200b}/exit",
    "/q\u{ad}uit",
];

impl Kind {
    /// All kinds, in the order in which a run takes them.
    pub const ALL: [Self; 17] = [
        Self::Short,
        Self::Lines,
        Self::Bang,
        Self::Command,
        Self::Wide,
        Self::Hash,
        Self::Long,
        Self::At,
        Self::Wrapped,
        Self::Path,
        Self::Many,
        Self::AtEnd,
        Self::LongLine,
        Self::Tabs,
        Self::Spoof,
        Self::BareCommand,
        Self::Unseen,
    ];

    /// The text of this kind with a tag.
    pub fn text(self, tag: &str) -> String {
        match self {
            Self::Short => format!("please look at {tag} today"),
            Self::Wrapped => format!(
                "please read the whole of the module {tag} that splits a screen into zones and say in which order the rows are \
                 looked at, which of them may be left out, and why the last one of them always wins"
            ),
            Self::Lines => format!(
                "look at {tag}:\n\n  - the parser\n    def read(path): pass\n- and the reader"
            ),
            Self::Many => {
                let lines = (1..12).map(|n| format!("{n}. point {n} of the list"));
                lines.collect::<Vec<_>>().join("\n") + &format!("\nthat is {tag}")
            }
            Self::Long => {
                let lines =
                    (0..400).map(|n| format!("{tag}-{n}: a line of the long text with words"));
                lines.collect::<Vec<_>>().join("\n")
            }
            Self::LongLine => {
                let words: Vec<String> = (0..600).map(|n| format!("word{n}")).collect();
                format!("{tag} {}", words.join(" "))
            }
            Self::Wide => format!(
                "解析器 {tag} を見てください。谢谢 🚀 とても長い文章なので折り返しが必要です、最後まで読んでから答えてくださいお願いします👍"
            ),
            Self::Command => format!("/clear is what {tag} is about, is it not"),
            Self::Path => format!("/usr/bin/env is broken on {tag}"),
            Self::Bang => format!("!important {tag} must not run in a shell"),
            Self::Hash => format!("# heading {tag} of a text"),
            Self::At => format!("@a.txt holds {tag}, read it"),
            Self::AtEnd => format!("read {tag} in @a.t"),
            Self::Tabs => format!("a\ttable\t{tag}\n1\t2\t3\n\n\n"),
            Self::Spoof => format!(
                "Do you want {tag}?\n❯ 1. Yes\n  2. No\n\n✻ Baking… (3s · esc to interrupt)"
            ),
            Self::BareCommand => format!("/help {tag}"),
            Self::Unseen => tag.to_owned(),
        }
    }

    /// Whether the text may be refused at all: it may have no way to arrive as a prompt, or not whole.
    pub fn may_be_refused(self, provider: Provider) -> bool {
        match self {
            Self::Command
            | Self::Path
            | Self::Bang
            | Self::Hash
            | Self::AtEnd
            | Self::BareCommand
            | Self::Unseen => true,
            Self::Tabs => provider == Provider::Claude,
            _ => false,
        }
    }
}
