//! What goes over the machine interface beside the core's own types.
//!
//! - `deed`: a request of the co-process that acts on live panes: one line of `shadow parse --ndjson --act`
//! - `object`: a JSON object, and no list of its values, which serde would take too
//! - `relay`: the lines that only a relay reads and writes
//! - `request`: a request of the co-process: one line of `shadow parse --ndjson`
//! - `response`: answers: a payload, or an error, with the `id` of what it answers
//! - `schema`: the JSON Schema of the machine interface, as one document
//! - `screen_text`: the `text` of a request, taken out of its line before the rest is read as JSON
//! - `strange`: fields of a request that no request has: they are ignored, and reported, since most are slips
//! - `untrusted`: reading the channels of a request that other programs wrote
//! - `whole`: whole numbers as JSON means them: `120.0` is one, too
//! - `word`: one of some words: serde would take an object with one of them as its name, too

pub mod deed;
mod object;
pub mod relay;
mod request;
mod response;
pub mod schema;
mod screen_text;
mod strange;
mod untrusted;
mod whole;
mod word;

pub use object::Object;
pub use request::{Request, RequestProvider, recover_id};
pub use response::{
    Extracted, Fault, Identified, Look, LookLine, PaneAddress, PaneList, PaneReport,
};
pub use screen_text::{Apart, take_apart};
pub use strange::{unknown_fields, words as unknown_field};
