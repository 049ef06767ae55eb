//! The fuzz targets' bodies as a library, for the wrappers in `fuzz_targets/`.

pub mod bodies;
