//! The document, from the table of routes and the types themselves.

use std::sync::LazyLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use shadow_act::{Asked, Told};
use shadow_tui::contract::SCHEMA_VERSION;
use shadow_tui::event::Event;
use shadow_tui::schema::{Direction, for_clients};

use super::routes::{Content, ROUTES, Route};
use crate::api::{
    AskRequest, ChooseRequest, Explanation, InterruptRequest, PaneDetail, PaneList, ScreenView,
    SendRequest, Timeline, TurnList, WaitRequest,
};
use crate::board::PaneSummary;
use crate::problem::ProblemBody;

const DESCRIPTION: &str = "Reads the panes that hold an agent, and acts on them. Fields and values may be added: ignore \
    those that you do not know. Everything except the page, this document and /healthz needs the token.";

/// Where schemas are in the document.
const SCHEMAS: &str = "/components/schemas";

/// The OpenAPI 3.1 document of the API, indented, as it is served.
#[must_use]
pub fn document() -> &'static str {
    static DOCUMENT: LazyLock<String> = LazyLock::new(written);
    &DOCUMENT
}

/// The document as it is answered.
pub async fn served() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::OK, kind, document()).into_response()
}

fn written() -> String {
    let mut paths: Map<String, Value> = Map::new();
    for route in &ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(route);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "shadow serve", "version": SCHEMA_VERSION, "description": DESCRIPTION },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": schemas(),
        },
    });
    // A tree of values with string keys always serializes.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

/// The schemas of bodies and answers, and of what they refer to.
fn schemas() -> Map<String, Value> {
    let settings =
        || SchemaSettings::draft2020_12().with(|it| it.definitions_path = SCHEMAS.into());
    let mut input = settings().for_deserialize().into_generator();
    add::<SendRequest>(&mut input);
    add::<AskRequest>(&mut input);
    add::<WaitRequest>(&mut input);
    add::<ChooseRequest>(&mut input);
    add::<InterruptRequest>(&mut input);
    let mut output = settings().for_serialize().into_generator();
    add::<PaneList>(&mut output);
    add::<PaneDetail>(&mut output);
    add::<PaneSummary>(&mut output);
    add::<ScreenView>(&mut output);
    add::<Explanation>(&mut output);
    add::<TurnList>(&mut output);
    add::<Timeline>(&mut output);
    add::<Told>(&mut output);
    add::<Asked>(&mut output);
    add::<Event>(&mut output);
    add::<ProblemBody>(&mut output);
    let mut schemas = input.take_definitions(true);
    let at = format!("#{SCHEMAS}");
    for_clients(&mut schemas, &at, Direction::Input);
    let mut answers = output.take_definitions(true);
    for_clients(&mut answers, &at, Direction::Output);
    schemas.extend(answers);
    schemas.insert("Document".to_owned(), json!({ "type": "object" }));
    schemas
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

fn operation(route: &Route) -> Value {
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        json!({ "description": "Done", "content": content(route.answer) }),
    );
    let guards: &[u16] = if route.public { &[403] } else { &[401, 403] };
    for status in guards.iter().chain(route.problems) {
        let answer = json!({ "description": problem(*status), "content": content(Content::Json("Problem")) });
        responses.insert(status.to_string(), answer);
    }
    let mut operation = json!({
        "operationId": route.id,
        "summary": route.summary,
        "parameters": parameters(route),
        "responses": responses,
    });
    if !route.description.is_empty() {
        operation["description"] = json!(route.description);
    }
    if let Some(body) = route.body {
        operation["requestBody"] =
            json!({ "required": true, "content": content(Content::Json(body)) });
    }
    if route.public {
        operation["security"] = json!([]);
    }
    operation
}

fn content(content: Content) -> Value {
    match content {
        Content::Json(name) => {
            json!({ "application/json": { "schema": { "$ref": format!("#{SCHEMAS}/{name}") } } })
        }
        Content::Text(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    }
}

fn parameters(route: &Route) -> Value {
    let mut parameters = Vec::new();
    if route.path.contains("{pane}") {
        parameters.push(json!({
            "name": "pane", "in": "path", "required": true, "schema": { "type": "string" },
            "description": "The pane's key, or any name that commands take: %3 (written %253), main:1.0, default/%3 (written default%2F%253), or, of another machine, devbox/default/%3 (written devbox%2Fdefault%2F%253).",
        }));
    }
    if route.id == "streamEvents" {
        let id = "Id of the last event that the reader got. The stream begins after it.";
        let states = "Whether to send the states of panes, too.";
        let (text, flag) = (
            json!({ "type": "string" }),
            json!({ "type": "boolean", "default": false }),
        );
        parameters.push(
            json!({ "name": "Last-Event-ID", "in": "header", "schema": text, "description": id }),
        );
        parameters.push(
            json!({ "name": "last_event_id", "in": "query", "schema": text, "description": id }),
        );
        let list = json!({ "type": "array", "items": { "type": "string" } });
        for (name, about) in [
            (
                "pane",
                "Only this pane, by any of its names; may be repeated.",
            ),
            ("event", "Only events of this name; may be repeated."),
        ] {
            parameters
                .push(json!({ "name": name, "in": "query", "schema": list, "description": about }));
        }
        parameters.push(
            json!({ "name": "states", "in": "query", "schema": flag, "description": states }),
        );
    }
    Value::Array(parameters)
}

/// What a status means here.
const fn problem(status: u16) -> &'static str {
    match status {
        400 => "The request makes no sense",
        401 => "The token is missing or wrong",
        403 => "The request names another host, or comes from another site",
        404 => "No such pane",
        409 => {
            "The act was refused or failed, the id is of several panes, or the pane is of another machine"
        }
        410 => "The pane, its server or its process is gone",
        413 => "The body is too long",
        415 => "The body is not JSON",
        423 => "Something is being done in the pane",
        429 => "Too many streams are open",
        503 => "The pane's machine does not answer",
        _ => "A problem",
    }
}
