//! Links the library as a part of Node.

fn main() {
    napi_build::setup();
}
