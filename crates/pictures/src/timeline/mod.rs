//! Events over time as SVG and HTML: a lane each for readiness, turn, surface, title, self-reports,
//! blocked intervals, and for where what was said and what was seen disagree.
//!
//! - `claim`: what a channel says of the turn, and whether that is what was seen
//! - `track`: the lanes of one pane or recording, filled event by event
//! - `scale`: seconds to pixels, and the ticks of the axis
//! - `draw`: the drawing and the page
//! - `text`: rows of text for a terminal

mod claim;
mod draw;
mod scale;
mod text;
mod track;

pub use draw::{timeline_html, timeline_svg};
pub use text::timeline_text;
pub use track::Timeline;

#[cfg(test)]
mod tests;
