//! `shadow lab` is the lab's own command line: mounted here, tested there.

use crate::run::shadow;

#[test]
fn the_labs_commands_are_mounted() {
    let help = shadow(&["lab", "--help"], "");
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    for command in ["run", "matrix", "add"] {
        assert!(help.stdout.contains(command), "{command}");
    }
    for args in [
        &["lab"][..],
        &["lab", "run"],
        &["lab", "run", "gemini", "1.0.0"],
    ] {
        let run = shadow(args, "");
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        run.complains_in_one_line();
    }
}

#[test]
fn a_scenario_that_is_not_there_is_one_line() {
    let run = shadow(&["lab", "run", "claude", "2.1.330", "no-such-scenario"], "");
    assert_eq!(run.code, 1);
    run.complains_in_one_line();
}
