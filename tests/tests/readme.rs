//! The README's accuracy tables are those that the command writes.

use shadow_tests::readme;

#[test]
fn the_tables_are_those_that_the_command_writes() {
    let text = std::fs::read_to_string(readme::path()).expect("there is a README");
    let fresh = readme::with_tables(&text).expect("the fixtures can be read");
    assert!(
        text == fresh,
        "the README is not up to date: cargo run -q -p shadow-tests --bin accuracy -- --readme"
    );
}
