//! Texts of `shadow send` on the command line.

use crate::run::{command, feed};

#[test]
fn a_text_may_begin_with_a_hyphen_and_a_misspelt_option_is_no_text() {
    let none = ["--socket", "/nowhere/at-all"];
    let run = |args: &[&str]| {
        feed(
            command(&[&["send", "%0"], args, &none].concat()),
            Vec::new(),
        )
    };
    for text in ["- list item", "-5 degrees", "--wait is broken", "-help me"] {
        let run = run(&[text, "--timeout", "1"]);
        assert_eq!(run.code, 4, "{text:?}: {}", run.stderr);
    }
    for word in ["--wat", "-x"] {
        let refused = run(&[word]);
        assert_eq!(refused.code, 2, "{word}");
        refused.complains_in_one_line();
        assert!(refused.stderr.contains("`--`"), "{}", refused.stderr);
        let none = ["send", "%0", none[0], none[1], "--", word];
        assert_eq!(feed(command(&none), Vec::new()).code, 4, "{word}");
    }
    assert_eq!(run(&["text", "--wat"]).code, 2);
}
