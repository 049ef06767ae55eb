//! What is asked for in bodies, checked before anything is done.

use std::fmt::Display;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, header};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use shadow_act::{Answer, Choice, OptionName, Prompt, Terms};

use crate::acts::Act;
use crate::problem::{Code, Problem};

/// The longest body, in bytes: the longest prompt, escaped.
const LIMIT: usize = 8 << 20;

/// Seconds after which an act is given up, where none are named.
const PATIENCE: f64 = 30.0;

/// The most seconds that may be named.
const MOST_PATIENCE: f64 = 300.0;

/// Seconds after which what is waited for is given up, where none are named.
const WAIT: f64 = 300.0;

/// The most seconds that may be waited.
const MOST_WAIT: f64 = 3600.0;

/// A prompt to send.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SendRequest {
    /// The prompt. Control characters are refused, except line ends and tabs.
    pub text: String,
    /// Allow a draft in the composer and send it together with the text.
    #[serde(default)]
    pub allow_draft: bool,
    /// Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence.
    #[serde(default)]
    pub no_quiet: bool,
    /// Replace each tab by four spaces. Without this, a text with tabs is refused for Claude Code, which would replace them.
    #[serde(default)]
    pub expand_tabs: bool,
    /// Give up after this many seconds, at most 300; the default is 30.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 300.0))]
    pub timeout: Option<f64>,
}

/// A prompt to send, and to wait for what comes of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskRequest {
    /// The prompt. Control characters are refused, except line ends and tabs.
    pub text: String,
    /// Allow a draft in the composer and send it together with the text.
    #[serde(default)]
    pub allow_draft: bool,
    /// Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence.
    #[serde(default)]
    pub no_quiet: bool,
    /// Replace each tab by four spaces. Without this, a text with tabs is refused for Claude Code, which would replace them.
    #[serde(default)]
    pub expand_tabs: bool,
    /// Answer after this many seconds, at most 3600, even if the turn still runs; the default is 300.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 3600.0))]
    pub timeout: Option<f64>,
}

/// A turn to wait for.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitRequest {
    /// The turn, as `ask` or an event gave it; the turn that runs if it is left out.
    #[serde(default)]
    pub turn: Option<u64>,
    /// Answer after this many seconds, at most 3600, even if the turn still runs; the default is 300.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 3600.0))]
    pub timeout: Option<f64>,
}

/// An answer to a dialog: `option` or `match`. What is not shown whole is approved at the terminal, and never here.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseRequest {
    /// The option by its number (counted from the top if none is printed) or by its hotkey.
    #[serde(default)]
    pub option: Option<OptionName>,
    /// The option whose label is this text, else the only one whose label contains it.
    #[serde(default, rename = "match")]
    pub label: Option<String>,
    /// The signature of the dialog that you read. Another dialog gets no keys.
    pub signature: String,
    /// The number that this server gave to that dialog (`operator_block.appearance`). Another dialog with equal text gets
    /// no keys.
    #[serde(default)]
    pub appearance: Option<u64>,
    /// Give up after this many seconds, at most 300; the default is 30.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 300.0))]
    pub timeout: Option<f64>,
}

/// A running turn to stop.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterruptRequest {
    /// Press the key even if no turn is seen to run.
    #[serde(default)]
    pub force: bool,
    /// Press the key even if a dialog is open; this answers the dialog.
    #[serde(default)]
    pub dialog: bool,
    /// The signature of that dialog; the default is the one that the list shows. Another dialog gets no key.
    #[serde(default)]
    pub signature: Option<String>,
    /// Give up after this many seconds, at most 300; the default is 30.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 300.0))]
    pub timeout: Option<f64>,
}

/// What a body holds that names seconds.
pub trait Timed: DeserializeOwned {
    /// Seconds, where none are named.
    const PATIENCE: f64 = PATIENCE;

    /// The most seconds that may be named.
    const MOST: f64 = MOST_PATIENCE;

    /// Seconds, as named.
    fn timeout(&self) -> Option<f64>;
}

/// What a body asks for.
pub trait Asks: Timed {
    /// The act.
    fn act(self) -> Result<Act, Problem>;
}

/// The act of sending, as asked for.
fn sends(text: &str, expand_tabs: bool, terms: Terms) -> Result<Act, Problem> {
    let prompt =
        Prompt::new(text).map_err(|error| Problem::new(Code::BadRequest, error.to_string()))?;
    let prompt = match expand_tabs {
        true => prompt.with_tabs_expanded(),
        false => prompt,
    };
    Ok(Act::Send { prompt, terms })
}

impl Timed for AskRequest {
    const PATIENCE: f64 = WAIT;
    const MOST: f64 = MOST_WAIT;

    fn timeout(&self) -> Option<f64> {
        self.timeout
    }
}

impl Asks for AskRequest {
    fn act(self) -> Result<Act, Problem> {
        let terms = Terms {
            allow_draft: self.allow_draft,
            no_quiet: self.no_quiet,
        };
        sends(&self.text, self.expand_tabs, terms)
    }
}

impl Timed for WaitRequest {
    const PATIENCE: f64 = WAIT;
    const MOST: f64 = MOST_WAIT;

    fn timeout(&self) -> Option<f64> {
        self.timeout
    }
}

impl Asks for SendRequest {
    fn act(self) -> Result<Act, Problem> {
        let terms = Terms {
            allow_draft: self.allow_draft,
            no_quiet: self.no_quiet,
        };
        sends(&self.text, self.expand_tabs, terms)
    }
}

impl Timed for SendRequest {
    fn timeout(&self) -> Option<f64> {
        self.timeout
    }
}

impl Asks for ChooseRequest {
    fn act(self) -> Result<Act, Problem> {
        let choice = Choice::named(self.option, self.label);
        let choice = choice.map_err(|words| Problem::new(Code::BadRequest, words))?;
        let answer = Answer::new(choice, self.signature).of_appearance(self.appearance);
        Ok(Act::Choose(answer))
    }
}

impl Timed for ChooseRequest {
    fn timeout(&self) -> Option<f64> {
        self.timeout
    }
}

impl Asks for InterruptRequest {
    fn act(self) -> Result<Act, Problem> {
        Ok(Act::Interrupt {
            force: self.force,
            dialog: self.dialog,
            signature: self.signature,
        })
    }
}

impl Timed for InterruptRequest {
    fn timeout(&self) -> Option<f64> {
        self.timeout
    }
}

/// Reads a body: the act, and seconds after which it is given up.
pub async fn asked<A: Asks>(headers: &HeaderMap, body: Body) -> Result<(Act, f64), Problem> {
    let (request, timeout) = body_of::<A>(headers, body).await?;
    Ok((request.act()?, timeout))
}

/// Reads a body, and its seconds.
pub async fn body_of<T: Timed>(headers: &HeaderMap, body: Body) -> Result<(T, f64), Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(
            Code::NotJson,
            "send the body as JSON: Content-Type: application/json",
        ));
    }
    let too_long = |_| {
        Problem::new(
            Code::TooLong,
            format!("the body has more than {LIMIT} bytes, or broke off"),
        )
    };
    let bytes = to_bytes(body, LIMIT).await.map_err(too_long)?;
    let wrong = |error: &dyn Display| {
        let words = format!("the body is not what is asked for here: {error}");
        Problem::new(Code::BadRequest, words)
    };
    // An object, whose names say what is meant: serde would take a list of the same values, too.
    let object: Map<String, Value> = serde_json::from_slice(&bytes).map_err(|e| wrong(&e))?;
    let request = T::deserialize(Value::Object(object)).map_err(|e| wrong(&e))?;
    let timeout = request.timeout().unwrap_or(T::PATIENCE);
    if !(0.0..=T::MOST).contains(&timeout) {
        let wrong = format!("timeout is a number of seconds from 0 to {}", T::MOST);
        return Err(Problem::new(Code::BadRequest, wrong));
    }
    Ok((request, timeout))
}
