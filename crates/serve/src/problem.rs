//! What is answered where something cannot be answered: one shape for everything.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use shadow_act::Told;
use shadow_legible::json_line;
use shadow_tui::contract::SCHEMA_VERSION;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request makes no sense.
    BadRequest,
    /// The token is missing or wrong.
    TokenNeeded,
    /// The request names a host that is not this server's.
    ForeignHost,
    /// The request comes from another site.
    ForeignOrigin,
    /// There is nothing here, or no such pane.
    NotFound,
    /// There is something here, and it takes another method.
    WrongMethod,
    /// More than one server has a pane with this id: use its key.
    AmbiguousPane,
    /// No turn runs in the pane that could be waited for.
    NoTurn,
    /// Something is being done in the pane, or too much at once.
    Busy,
    /// The act was refused: nothing was typed. `report` has the reasons.
    Refused,
    /// The act was begun and stopped. `report` says where and what became of the text.
    Failed,
    /// The pane, its server or its process is gone.
    Gone,
    /// This can be had of panes of this machine alone.
    Elsewhere,
    /// The pane's machine does not answer. Nothing was done.
    Unreachable,
    /// The body is too long.
    TooLong,
    /// The body is not `application/json`.
    NotJson,
    /// Too many streams are open.
    TooManyStreams,
}

impl Code {
    /// The status that goes with it.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::TokenNeeded => StatusCode::UNAUTHORIZED,
            Self::ForeignHost | Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::AmbiguousPane | Self::NoTurn | Self::Refused | Self::Failed | Self::Elsewhere => {
                StatusCode::CONFLICT
            }
            Self::Busy => StatusCode::LOCKED,
            Self::Gone => StatusCode::GONE,
            Self::Unreachable => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooManyStreams => StatusCode::TOO_MANY_REQUESTS,
        }
    }
}

/// Why there is no other answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct ProblemBody {
    /// One line that says what is wrong and what to do.
    pub error: String,
    /// What is wrong.
    pub code: Code,
    /// How an act ended that was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<Told>>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

/// A problem as an answer.
#[derive(Debug)]
pub struct Problem(Box<ProblemBody>);

impl Problem {
    /// A problem in words.
    pub fn new(code: Code, error: impl Into<String>) -> Self {
        Self(Box::new(ProblemBody {
            error: error.into(),
            code,
            report: None,
            schema_version: SCHEMA_VERSION,
        }))
    }

    /// Adds the report of an act.
    pub fn with(mut self, report: Told) -> Self {
        self.0.report = Some(Box::new(report));
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = json(self.0.code.status(), &*self.0);
        if self.0.code == Code::TokenNeeded {
            let value = HeaderValue::from_static("Bearer realm=\"shadow\"");
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, value);
        }
        response
    }
}

/// A value as an answer.
pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let body = json_line(value) + "\n";
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
