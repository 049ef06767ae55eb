//! Associators: they find the answer in what a dialog says.

use shadow_tui::association::{
    Anchor, DialogAssociator, JsonBlockAssociator, SentinelAssociator, TailRegexExtractAssociator,
};
use shadow_tui::contract::DialogProjection;

use crate::fault::{Fault, guarded};

/// Where the search begins.
#[derive(Debug, Clone, Default)]
pub enum Where {
    /// At the default of the associator.
    #[default]
    Default,
    /// Anywhere.
    Anywhere,
    /// After the last user cell.
    LastPrompt,
    /// After the last user cell with this prompt.
    Prompt(String),
}

impl Where {
    fn anchor(self) -> Option<Anchor> {
        match self {
            Self::Default => None,
            Self::Anywhere => Some(Anchor::None),
            Self::LastPrompt => Some(Anchor::LastUserCell),
            Self::Prompt(prompt) => Some(Anchor::Prompt(prompt)),
        }
    }
}

/// What is searched.
#[derive(Debug, Clone)]
pub enum How {
    /// A regular expression.
    Pattern {
        /// Characters at the end of the dialog that are searched.
        tail_chars: usize,
        /// The expression.
        pattern: String,
        /// The last match instead of the first.
        last: bool,
        /// Whether a match may cross soft wraps.
        across_wraps: bool,
    },
    /// The text between the last pair of two lines.
    Sentinel {
        /// The first line.
        begin: String,
        /// The last line.
        end: String,
    },
    /// The last JSON object or array on lines of its own.
    Json {
        /// Characters at the end of the dialog that are searched.
        tail_chars: usize,
        /// Keys that the object must have.
        keys: Vec<String>,
    },
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The text.
    pub text: String,
    /// Whether the match crosses a soft wrap.
    pub across_wraps: bool,
}

/// Finds the answer in a dialog.
pub struct Associator(Box<dyn DialogAssociator + Send + Sync>);

impl Associator {
    /// An associator that searches so, there.
    ///
    /// # Errors
    /// When nothing could be found so: no characters, an empty or invalid pattern, a blank sentinel.
    pub fn new(how: How, place: Where) -> Result<Self, Fault> {
        let anchor = place.anchor();
        guarded(|| {
            Ok(Self(match how {
                How::Pattern {
                    tail_chars,
                    pattern,
                    last,
                    across_wraps,
                } => {
                    let mut made = TailRegexExtractAssociator::new(tail_chars, &pattern)
                        .map_err(Fault::usage)?;
                    if last {
                        made = made.last_match();
                    }
                    if across_wraps {
                        made = made.across_wraps();
                    }
                    Box::new(made.after(anchor.unwrap_or_default()))
                }
                How::Sentinel { begin, end } => {
                    let made = SentinelAssociator::new(&begin, &end).map_err(Fault::usage)?;
                    match anchor {
                        Some(anchor) => Box::new(made.after(anchor)),
                        None => Box::new(made),
                    }
                }
                How::Json { tail_chars, keys } => {
                    let made = JsonBlockAssociator::new(tail_chars).map_err(Fault::usage)?;
                    let made = keys.into_iter().fold(made, JsonBlockAssociator::with_key);
                    match anchor {
                        Some(anchor) => Box::new(made.after(anchor)),
                        None => Box::new(made),
                    }
                }
            }))
        })
    }

    /// Searches a `dialog_projection`, given as JSON.
    ///
    /// # Errors
    /// When it is none.
    pub fn associate(&self, projection: &str) -> Result<Option<Found>, Fault> {
        guarded(|| {
            let projection: DialogProjection = serde_json::from_str(projection)
                .map_err(|error| Fault::input(format!("no dialog_projection: {error}")))?;
            let found = self.0.associate(&projection);
            Ok(found.map(|it| Found {
                text: it.text,
                across_wraps: it.across_wraps,
            }))
        })
    }

    /// Searches a text, such as the answer of a turn.
    ///
    /// # Errors
    /// None but an error of shadow's own.
    pub fn associate_text(&self, text: &str) -> Result<Option<Found>, Fault> {
        guarded(|| {
            let found = self.0.associate_text(text);
            Ok(found.map(|it| Found {
                text: it.text,
                across_wraps: it.across_wraps,
            }))
        })
    }
}
