//! The user's own dialogs: rows that name a dialog that a projector found by structure and could not name.
//!
//! Such a row can only make a screen less ready. It names a block without a name, which stays a block. If there is no block,
//! it makes the rows below the transcript doubtful. It removes nothing.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

use crate::contract::{BlockKind, BlockOrigin, UiContext};
use crate::surface::NamedBy;
use crate::text::printable;

/// A user's own dialog, as a row of a file. [`OwnDialogs::new`] checks it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnDialog {
    /// Its name: lower-case letters, digits and `-`.
    pub id: String,
    /// The provider whose dialog it is: `claude`, `codex`.
    pub provider: String,
    /// The kind of the dialog; not `unknown`.
    pub kind: BlockKind,
    /// The origin of the dialog: `agent`, `cli` or `unknown`. `operator` is not allowed, because it calls nobody, and a release
    /// may ask for an approval in any words.
    pub origin: BlockOrigin,
    /// The context. By default it follows from the kind.
    pub context: Option<UiContext>,
    /// Beginnings of its heading; one must match. The case of ASCII letters is ignored.
    pub headings: Vec<String>,
    /// Texts in a row below the heading; one must be present, exactly. An empty list matches.
    #[serde(default)]
    pub asks: Vec<String>,
}

impl OwnDialog {
    /// The context that is given, or that of its kind.
    #[must_use]
    pub fn context(&self) -> UiContext {
        use BlockKind::{
            ApprovalCommand, ApprovalEdit, ApprovalOther, Panel, Picker, Plan, Question, Rewind,
            Setup, Trust, Unknown,
        };
        self.context.unwrap_or(match self.kind {
            ApprovalCommand | ApprovalEdit | ApprovalOther => UiContext::ApprovalPrompt,
            Question => UiContext::QuestionPrompt,
            Plan => UiContext::PlanApproval,
            Trust => UiContext::TrustPrompt,
            Setup => UiContext::SetupBlock,
            Panel => UiContext::SettingsPanel,
            Rewind => UiContext::RewindMenu,
            Picker | Unknown => UiContext::SelectionMenu,
        })
    }

    /// Whether a row without blanks at its ends begins as its heading does.
    #[must_use]
    pub fn heads(&self, row: &str) -> bool {
        let begins = |heading: &String| {
            let start = row.as_bytes().get(..heading.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(heading.as_bytes()))
        };
        self.headings.iter().any(begins)
    }

    /// Whether a row below the heading says what it asks.
    #[must_use]
    pub fn asks_in(&self, row: &str) -> bool {
        self.asks.iter().any(|words| row.contains(words.as_str()))
    }

    /// What is wrong with it.
    fn fault(&self) -> Option<String> {
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let named = !self.id.is_empty() && self.id.chars().all(letter);
        let words = self.headings.iter().chain(&self.asks);
        let bad = words.clone().find_map(|words| fault_of(words));
        if !named || self.id.len() > OwnDialogs::LONGEST {
            let most = OwnDialogs::LONGEST;
            Some(format!(
                "an id is lower-case letters, digits and `-`, at most {most} of them"
            ))
        } else if self.kind == BlockKind::Unknown {
            Some("kind `unknown` names nothing".to_owned())
        } else if self.origin == BlockOrigin::Operator {
            Some("nobody is called for a dialog of the operator's, and words cannot tell that it is one: make the origin `cli` or `unknown`".to_owned())
        } else if self.context().base() != UiContext::SelectionMenu {
            Some("the context is no dialog's".to_owned())
        } else if self.headings.is_empty() {
            Some("it needs a heading".to_owned())
        } else if words.count() > OwnDialogs::MOST_WORDS {
            Some(format!(
                "it has more than {} headings and asks",
                OwnDialogs::MOST_WORDS
            ))
        } else {
            bad
        }
    }
}

/// What is wrong with words to look for.
fn fault_of(words: &str) -> Option<String> {
    let letters = words.chars().filter(|c| c.is_alphanumeric()).count();
    let shown = || printable(words).chars().take(SHOWN).collect::<String>();
    if words.len() > OwnDialogs::LONGEST {
        let most = OwnDialogs::LONGEST;
        Some(format!("`{}…` is longer than {most} bytes", shown()))
    } else if letters < OwnDialogs::FEWEST_LETTERS {
        let fewest = OwnDialogs::FEWEST_LETTERS;
        Some(format!("`{}` has fewer than {fewest} letters", shown()))
    } else if words.trim() != words || words.contains(char::is_control) {
        Some(format!(
            "`{}` has a blank at an end, or a control character",
            shown()
        ))
    } else {
        None
    }
}

/// Characters of words that are quoted.
const SHOWN: usize = 40;

/// The error for a wrong row, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongDialog {
    row: Option<(usize, String)>,
    why: String,
}

impl WrongDialog {
    /// A row by its place, from 0, and its id, as far as it has one.
    #[must_use]
    pub fn row(place: usize, id: &str, why: impl Into<String>) -> Self {
        Self {
            row: Some((place, id.chars().take(SHOWN).collect())),
            why: why.into(),
        }
    }

    /// The rows as a whole.
    #[must_use]
    pub fn whole(why: impl Into<String>) -> Self {
        Self {
            row: None,
            why: why.into(),
        }
    }
}

impl fmt::Display for WrongDialog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.row {
            Some((place, id)) if id.is_empty() => write!(f, "row {}: ", place + 1)?,
            Some((place, id)) => write!(f, "row {} (`{}`): ", place + 1, printable(id))?,
            None => {}
        }
        f.write_str(&printable(&self.why))
    }
}

impl std::error::Error for WrongDialog {}

/// The user's checked rows, with their source. The default has no rows and costs nothing.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::contract::{BlockKind, BlockOrigin};
/// use shadow_tui::{OwnDialog, OwnDialogs};
///
/// let mut row = OwnDialog {
///     id: "share-session".to_owned(),
///     provider: "claude".to_owned(),
///     kind: BlockKind::Picker,
///     origin: BlockOrigin::Cli,
///     headings: vec!["Share this session".to_owned()],
///     ..OwnDialog::default()
/// };
/// let rows = OwnDialogs::new("my rows", vec![row.clone()])?;
/// assert_eq!((rows.source(), rows.of("codex").is_empty()), ("my rows", true));
/// // A row that could misread a screen is refused, and the error gives the reason.
/// row.headings.clear();
/// let wrong = OwnDialogs::new("my rows", vec![row]).unwrap_err();
/// assert!(wrong.to_string().contains("it needs a heading"));
/// # Ok::<(), shadow_tui::WrongDialog>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnDialogs(Option<Arc<Rows>>);

#[derive(Debug, PartialEq, Eq)]
struct Rows {
    source: String,
    rows: Vec<OwnDialog>,
}

impl OwnDialogs {
    /// No rows.
    pub const NONE: Self = Self(None);
    /// The most rows of a file.
    pub const MOST: usize = 200;
    /// The most headings and asks of a row.
    pub const MOST_WORDS: usize = 20;
    /// The most bytes of an id, a heading or an ask.
    pub const LONGEST: usize = 200;
    /// The fewest letters and digits of a heading or an ask. Shorter texts would match everywhere.
    pub const FEWEST_LETTERS: usize = 3;

    /// Checks the rows of a source. `parser_metadata` shows the source. The first row that matches names a dialog.
    ///
    /// # Errors
    /// When a row is empty, too short or too long, repeats the id of an earlier row, or matches things that are never a dialog;
    /// or when there are more rows than [`OwnDialogs::MOST`].
    pub fn new(source: &str, rows: Vec<OwnDialog>) -> Result<Self, WrongDialog> {
        if rows.len() > Self::MOST {
            let (most, count) = (Self::MOST, rows.len());
            return Err(WrongDialog::whole(format!(
                "{count} rows; at most {most} are taken"
            )));
        }
        for (place, row) in rows.iter().enumerate() {
            let twice = || {
                let before = rows[..place].iter();
                let same = before.clone().any(|other| other.id == row.id);
                same.then(|| "an earlier row has this id".to_owned())
            };
            if let Some(why) = row.fault().or_else(twice) {
                return Err(WrongDialog::row(place, &row.id, why));
            }
        }
        Ok(Self::from_rows(source, rows))
    }

    fn from_rows(source: &str, rows: Vec<OwnDialog>) -> Self {
        let source = source.to_owned();
        Self((!rows.is_empty()).then(|| Arc::new(Rows { source, rows })))
    }

    /// The rows of one provider.
    #[must_use]
    pub fn of(&self, provider: &str) -> Self {
        let rows = self.rows().iter().filter(|row| row.provider == provider);
        Self::from_rows(self.source(), rows.cloned().collect())
    }

    /// The source of the rows; empty if there are none.
    #[must_use]
    pub fn source(&self) -> &str {
        self.0.as_ref().map_or("", |own| &own.source)
    }

    /// The rows, in their order.
    #[must_use]
    pub fn rows(&self) -> &[OwnDialog] {
        self.0.as_ref().map_or(&[], |own| &own.rows)
    }

    /// Whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The first row that matches a dialog, by its heading and the rows below it.
    #[must_use]
    pub fn find<'r>(
        &self,
        heading: &str,
        below: impl Iterator<Item = &'r str> + Clone,
    ) -> Option<(NamedBy, &OwnDialog)> {
        let fits = |row: &&OwnDialog| {
            let asked = || row.asks.is_empty() || below.clone().any(|text| row.asks_in(text));
            row.heads(heading) && asked()
        };
        let place = self.rows().iter().position(|row| fits(&row))?;
        let by = NamedBy::Own(u16::try_from(place).unwrap_or(u16::MAX));
        Some((by, &self.rows()[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::{OwnDialog, OwnDialogs};
    use crate::contract::{BlockKind, BlockOrigin, UiContext};
    use crate::surface::NamedBy;

    fn row(id: &str, asks: &[&str]) -> OwnDialog {
        OwnDialog {
            id: id.to_owned(),
            provider: "one".to_owned(),
            kind: BlockKind::Setup,
            origin: BlockOrigin::Cli,
            context: None,
            headings: vec!["Ferry request".to_owned()],
            asks: asks.iter().map(|&words| words.to_owned()).collect(),
        }
    }

    #[test]
    fn the_first_row_that_fits_heading_and_rows_below_counts() {
        let rows = vec![row("asking", &["Shall it"]), row("bare", &[])];
        let own = OwnDialogs::new("test", rows).unwrap().of("one");
        let find = |heading: &str, below: &[&'static str]| {
            let found = own.find(heading, below.iter().copied());
            found.map(|(by, row)| (by, row.context()))
        };
        let named = |place| Some((NamedBy::Own(place), UiContext::SetupBlock));
        assert_eq!(find("FERRY request (2)", &["x", "Shall it?"]), named(0));
        assert_eq!(find("Ferry request", &["shall it?"]), named(1));
        assert_eq!(find("A ferry request", &["Shall it?"]), None);
        assert_eq!(find("Ferry", &[]), None);
        assert!(own.of("another").is_empty());
    }

    #[test]
    fn what_an_id_or_a_word_holds_does_not_act_in_an_error() {
        let mut wrong = row("a\u{1b}[2J\nb", &[]);
        let said = OwnDialogs::new("test", vec![wrong.clone()]).unwrap_err();
        assert!(!said.to_string().contains(char::is_control), "{said:?}");
        wrong.id = "fine".to_owned();
        wrong.headings = vec!["x".repeat(OwnDialogs::LONGEST + 1)];
        let said = OwnDialogs::new("test", vec![wrong]).unwrap_err();
        let said = said.to_string();
        assert!(
            said.starts_with("row 1 (`fine`): ") && said.len() < 120,
            "{said}"
        );
    }
}
