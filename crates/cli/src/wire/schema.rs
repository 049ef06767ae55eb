//! The JSON Schema of the machine interface, as one document.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use shadow_act::{Asked, Told};
use shadow_tui::contract::{Payload, PayloadParts, SCHEMA_VERSION};
use shadow_tui::event::Event;
use shadow_tui::reducer::TurnRecord;
use shadow_tui::schema::{Direction, for_clients};

use super::deed::ActRequest;
use super::relay::{Beat, Hello, RelayDeed, Ticket};
use super::request::Request;
use super::response::{Extracted, Fault, Identified, LookLine, PaneList, PaneReport};

/// What the document says of itself.
const DESCRIPTION: &str = "The machine interface of shadow. The root accepts every line that a \
    command prints as JSON: payloads, events, reports, errors; $defs names each shape. Fields may be added: ignore \
    those that you do not know.";

/// The lines that commands print, by their definitions.
const LINES: [&str; 12] = [
    "ParseLine",
    "PartsLine",
    "ErrorLine",
    "PaneLine",
    "ExtractLine",
    "EventLine",
    "ActLine",
    "AskedLine",
    "PanesLine",
    "LookLine",
    "RelayHello",
    "RelayBeat",
];

/// The schema, indented. Its root accepts one line of any command; every shape is under `$defs`.
pub fn document() -> String {
    let settings = SchemaSettings::draft2020_12;
    let mut input = Definitions::new(settings().for_deserialize().into_generator());
    input.add::<Request>("ParseRequest");
    input.add::<ActRequest>("ActRequest");
    input.add::<Ticket>("RelayTicket");
    input.add::<RelayDeed>("RelayRequest");
    let mut output = Definitions::new(settings().for_serialize().into_generator());
    output.add::<Identified<Value, Payload>>("ParseLine");
    output.add::<Identified<Value, PayloadParts>>("PartsLine");
    output.add::<Identified<Value, Fault>>("ErrorLine");
    output.add::<Identified<String, PaneReport>>("PaneLine");
    output.add::<Identified<String, Extracted>>("ExtractLine");
    output.add::<Event>("EventLine");
    output.add::<Told>("ActLine");
    output.add::<Asked>("AskedLine");
    output.add::<Identified<Value, PaneList>>("PanesLine");
    output.add::<Identified<Value, LookLine>>("LookLine");
    output.add::<Hello>("RelayHello");
    output.add::<Beat>("RelayBeat");
    output.add::<TurnRecord>("TurnRecord");
    let mut definitions = input.finish(Direction::Input);
    definitions.extend(output.finish(Direction::Output));
    let root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "shadow",
        "description": DESCRIPTION,
        "version": SCHEMA_VERSION,
        "anyOf": LINES.map(|line| json!({ "$ref": format!("#/$defs/{line}") })),
        "$defs": definitions,
    });
    // A tree of values with string keys always serializes.
    serde_json::to_string_pretty(&root).unwrap_or_default() + "\n"
}

/// Definitions by name: those added, and those that they refer to.
struct Definitions {
    generator: SchemaGenerator,
    named: Map<String, Value>,
}

impl Definitions {
    fn new(generator: SchemaGenerator) -> Self {
        let named = Map::new();
        Self { generator, named }
    }

    fn add<T: JsonSchema>(&mut self, name: &str) {
        let schema = T::json_schema(&mut self.generator);
        self.named.insert(name.to_owned(), schema.to_value());
    }

    fn finish(mut self, direction: Direction) -> Map<String, Value> {
        self.named.extend(self.generator.take_definitions(true));
        for_clients(&mut self.named, "#/$defs", direction);
        self.named
    }
}
