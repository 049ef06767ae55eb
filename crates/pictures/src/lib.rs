//! Draws screens and timelines, and redacts screens that leave the machine. This crate reads no
//! screens. It escapes every character, so nothing from a screen acts in a picture.

mod drawing;
mod escape;
mod html;
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
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use redact::{redact, redact_channels};
pub use svg::{screen_svg, svg};
pub use timeline::{Timeline, timeline_html, timeline_svg, timeline_text};
