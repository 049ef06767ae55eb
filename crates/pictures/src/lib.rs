//! What shadow saw, made to be shown: redaction of screens that leave the machine, pictures of read
//! screens, turns over time. Nothing is read here, and nothing from a screen acts in what is drawn:
//! every character is escaped.

mod drawing;
mod escape;
mod html;
mod json;
mod palette;
mod picture;
#[cfg(feature = "png")]
mod png;
mod redact;
mod svg;
mod timeline;
mod vocabulary;

pub use drawing::{Drawing, DrawnSpan, DrawnZone};
pub use escape::escaped;
pub use html::html;
pub use json::{append_harmless_json, append_json, json_line};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use redact::{redact, redact_channels};
pub use svg::{screen_svg, svg};
pub use timeline::{Timeline, timeline_html, timeline_svg};
