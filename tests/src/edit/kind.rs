//! The edits by name.

use std::sync::Arc;

use clap::ValueEnum;
use shadow_fixtures::Capture;

use super::{drift, missing, newer, noise, shell, spoof};

/// One edit of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub enum Edit {
    /// The version is higher than any known one, on the banner and beside the screen.
    RaisedVersion,
    /// The status row begins with a glyph that no version has shown.
    OtherGlyph,
    /// The status row names what the turn does by a word that no version has shown.
    OtherVerb,
    /// The pieces of the footer stand in another order.
    MovedHint,
    /// The footer has one more row, which says nothing of the turn.
    ExtraFooterRow,
    /// The footer has one more row, drawn in reverse, which says nothing of the turn.
    ReversedFooterRow,
    /// A row that no version shows stands above the composer or the options.
    UnknownRow,
    /// Version, glyph, word, order and rows of the footer, as far as each applies.
    NewerVersion,
    /// Escapes that carry no text stand in every row.
    Escapes,
    /// A status line of the user's own, full of the interface's words, stands above the last row.
    OwnStatusLine,
    /// Nothing is painted yet.
    Blank,
    /// Only the first rows of the banner are painted.
    HalfPainted,
    /// No style is given.
    NoColor,
    /// The hints below a dialog are gone.
    LostHint,
    /// Words of dialogs, hints and status rows are masked.
    MaskedWords,
    /// Seconds have another unit.
    OtherUnit,
    /// Hints are parted by bars.
    OtherSeparator,
    /// Round brackets are square.
    OtherBrackets,
    /// Prompts and choices have another glyph.
    OtherSelection,
    /// A row stands below all others.
    RowBelow,
    /// The cursor is hidden, and no channel speaks of the turn.
    HiddenCursor,
    /// This many kilobytes of old screens stand above the screen.
    #[value(skip)]
    Scrollback(usize),
    /// A shell has the pane and prints below the CLI's drawing, by number.
    #[value(skip)]
    ShellBelow(usize),
    /// A line of the answer is a row of the interface, by number.
    #[value(skip)]
    AnswerSpoof(usize),
    /// The draft is made of words of the interface, by number.
    #[value(skip)]
    DraftSpoof(usize),
}

impl Edit {
    /// The edits that one by one and together make a newer version.
    pub const NEWER: [Self; 6] = [
        Self::RaisedVersion,
        Self::OtherGlyph,
        Self::OtherVerb,
        Self::MovedHint,
        Self::ExtraFooterRow,
        Self::NewerVersion,
    ];

    /// The edits of screens that take no prompt, each of which may take a witness away.
    pub const DRIFT: [Self; 7] = [
        Self::MaskedWords,
        Self::OtherUnit,
        Self::OtherSeparator,
        Self::OtherBrackets,
        Self::OtherSelection,
        Self::RowBelow,
        Self::HiddenCursor,
    ];

    /// The edited capture; nothing where the edit finds no place in it.
    #[must_use]
    pub fn apply(self, capture: &Capture) -> Option<Capture> {
        let mut edited = capture.clone();
        let done = match self {
            Self::RaisedVersion => newer::raise_version(&mut edited),
            Self::OtherGlyph => newer::other_glyph(&mut edited),
            Self::OtherVerb => newer::other_verb(&mut edited),
            Self::MovedHint => newer::moved_hint(&mut edited),
            Self::ExtraFooterRow => newer::extra_footer_row(&mut edited),
            Self::ReversedFooterRow => newer::reversed_footer_row(&mut edited),
            Self::UnknownRow => newer::unknown_row(&mut edited),
            Self::NewerVersion => newer::all(&mut edited),
            Self::Escapes => noise::escapes(&mut edited),
            Self::OwnStatusLine => noise::own_status_line(&mut edited),
            Self::Blank => missing::blank(&mut edited),
            Self::HalfPainted => missing::half_painted(&mut edited),
            Self::NoColor => missing::no_color(&mut edited),
            Self::LostHint => missing::lost_hint(&mut edited),
            Self::MaskedWords => drift::masked_words(&mut edited),
            Self::OtherUnit => drift::other_unit(&mut edited),
            Self::OtherSeparator => drift::other_separator(&mut edited),
            Self::OtherBrackets => drift::other_brackets(&mut edited),
            Self::OtherSelection => drift::other_selection(&mut edited),
            Self::RowBelow => drift::row_below(&mut edited),
            Self::HiddenCursor => drift::hidden_cursor(&mut edited),
            Self::Scrollback(kilobytes) => noise::scrollback(&mut edited, kilobytes),
            Self::ShellBelow(number) => shell::below(&mut edited, number),
            Self::AnswerSpoof(number) => spoof::answer(&mut edited, number),
            Self::DraftSpoof(number) => spoof::draft(&mut edited, number),
        };
        done.then(|| {
            let session = Arc::make_mut(&mut edited.session);
            session.how = format!("{}; edited: {}", session.how, self.says());
            edited
        })
    }

    /// The number of a spoof or prompt; 0 for other edits.
    #[must_use]
    pub const fn number(self) -> usize {
        match self {
            Self::ShellBelow(number) | Self::AnswerSpoof(number) | Self::DraftSpoof(number) => {
                number
            }
            _ => 0,
        }
    }

    /// What was edited, for the provenance.
    #[must_use]
    pub fn says(self) -> String {
        match self {
            Self::RaisedVersion => "the version raised".into(),
            Self::OtherGlyph => "another glyph before the status row".into(),
            Self::OtherVerb => "another word in the status row".into(),
            Self::MovedHint => "the footer's pieces in another order".into(),
            Self::ExtraFooterRow => "one more row below the footer".into(),
            Self::ReversedFooterRow => "a row in reverse below the footer".into(),
            Self::UnknownRow => "a row that no version shows".into(),
            Self::NewerVersion => {
                "version raised, glyph and word of the status row, order and rows of the footer"
                    .into()
            }
            Self::OwnStatusLine => "a status line of the user's own below the composer".into(),
            Self::Blank => "everything painted taken away".into(),
            Self::HalfPainted => "all but the banner's first rows taken away".into(),
            Self::NoColor => "every style taken away".into(),
            Self::LostHint => "the hints below the dialog taken away".into(),
            Self::Escapes => "escapes without text in every row".into(),
            Self::MaskedWords => "words of the interface masked".into(),
            Self::OtherUnit => "another unit of seconds".into(),
            Self::OtherSeparator => "another separator".into(),
            Self::OtherBrackets => "other brackets".into(),
            Self::OtherSelection => "another glyph before prompts and choices".into(),
            Self::RowBelow => "a row below all others".into(),
            Self::HiddenCursor => "the cursor hidden, title and report left out".into(),
            Self::Scrollback(kilobytes) => format!("{kilobytes} KB of old screens above"),
            Self::ShellBelow(number) => format!("shell prompt {number} below the interface"),
            Self::AnswerSpoof(number) => format!("a line of the answer made spoof {number}"),
            Self::DraftSpoof(number) => format!("the draft made spoof {number}"),
        }
    }
}
