//! Runs the real CLIs offline and captures their screens with known truth.

pub mod model;
