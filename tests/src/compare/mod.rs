//! Two builds of `shadow` side by side over the fixtures: what stays the same while walls move.

mod comparison;
mod difference;
mod report;
mod side;

pub use comparison::Comparison;
pub use report::Report;
