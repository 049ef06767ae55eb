//! The accuracy tables of the README and of docs/accuracy.md are those that the command writes.

use shadow_tests::readme::{self, Measured};

#[test]
fn the_tables_are_those_that_the_command_writes() {
    let measured = Measured::take().expect("the fixtures can be read");
    let read = |path| std::fs::read_to_string(path).expect("there is such a page");
    let readme = read(readme::path());
    for (name, kept, fresh) in [
        ("README.md", &readme, measured.with_tables(&readme)),
        (
            "docs/accuracy.md",
            &read(readme::page_path()),
            measured.page(),
        ),
    ] {
        assert!(
            *kept == fresh,
            "{name} is not up to date: cargo run -q -p shadow-tests --bin accuracy -- --readme"
        );
    }
}
