//! The fuzz targets' bodies with the stable compiler.

#[path = "../../../crates/fuzz/src/bodies.rs"]
mod bodies;
mod bytes;
mod runs;
mod seeds;
