//! `shadow review`.

use crate::case_folder::CaseFolder;

const SESSION: &str = "corpus/claude/2.1.330/basic-120x40";

/// A folder with one screen whose truth is wrong, tested.
fn changed(name: &str) -> CaseFolder {
    let folder = CaseFolder::with(name, SESSION);
    folder.edit(SESSION, "session.toml", |text| {
        text.replacen(
            "business_state = \"idle\"",
            "business_state = \"working\"",
            1,
        )
    });
    assert_eq!(folder.shadow(&["test", "cases"]).code, 1);
    folder
}

/// The session as it stands.
fn session(folder: &CaseFolder) -> String {
    let path = folder.path("cases").join(SESSION).join("session.toml");
    std::fs::read_to_string(path).expect("the session")
}

#[test]
fn an_accepted_answer_is_no_change_until_it_is_mended() {
    let folder = changed("review-accept");
    let run = folder.feed(&["review", "--why", "as reported"], "a\na\na\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(
        run.stdout.contains("3 accepted, 0 relabeled"),
        "{}",
        run.stdout
    );
    let path = folder.path("cases").join(SESSION).join("accepted.toml");
    let kept = std::fs::read_to_string(path).expect("what was accepted");
    assert_eq!(kept.matches("why = \"as reported\"").count(), 3, "{kept}");
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    folder.edit(SESSION, "session.toml", |text| {
        text.replacen(
            "business_state = \"working\"",
            "business_state = \"idle\"",
            1,
        )
    });
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(
        run.code, 1,
        "an answer that stands accepted is gone: {}",
        run.stdout
    );
    assert!(
        run.stdout.contains("where another answer stands accepted"),
        "{}",
        run.stdout
    );
    assert_eq!(folder.shadow(&["review", "--accept-all"]).code, 0);
    assert_eq!(folder.shadow(&["test", "cases"]).code, 0);
}

#[test]
fn relabeling_mends_the_truth() {
    let folder = changed("review-relabel");
    let run = folder.feed(&["review"], "what\nl\nr\nr\n");
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("1 relabeled, 2 rejected"),
        "{}",
        run.stdout
    );
    let text = session(&folder);
    let relabeled =
        "witness = \"business_state was relabeled by hand from the engine's reading; the rest: ";
    assert_eq!(text.matches(relabeled).count(), 1, "{text}");
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let run = folder.shadow(&["review"]);
    assert!(
        run.stdout.contains("0 accepted"),
        "nothing is left: {}",
        run.stdout
    );
}

#[test]
fn what_is_not_decided_stays() {
    let folder = changed("review-quit");
    let run = folder.feed(&["review"], "s\nq\n");
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("1 skipped"), "{}", run.stdout);
    assert_eq!(folder.shadow(&["test", "cases"]).code, 1);
    let run = folder.shadow(&["review", "--reject-all"]);
    assert!(
        run.code == 1 && run.stdout.contains("3 rejected"),
        "{}",
        run.stdout
    );
}

#[test]
fn without_a_run_there_is_nothing_to_review() {
    let run = CaseFolder::new("review-none").shadow(&["review"]);
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
}

/// A folder whose session names one of the two turns of its recording, tested.
fn other_turns(name: &str) -> CaseFolder {
    let folder = CaseFolder::with(name, SESSION);
    let turn = "[[turn]]\noutcome = \"interrupted\"\nwitness = \"the log of the model\"\n";
    folder.name_turns(SESSION, turn);
    assert_eq!(folder.shadow(&["test", "cases"]).code, 1);
    folder
}

#[test]
fn a_changed_list_of_turns_is_accepted() {
    let folder = other_turns("review-turns");
    let run = folder.feed(&["review"], "a\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("- expected turn: outcome interrupted"));
    assert!(run.stdout.contains("1 accepted"), "{}", run.stdout);
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    folder.edit(SESSION, "accepted.toml", |text| {
        text.replacen("make the file", "make another file", 1)
    });
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 1, "another answer stands accepted");
}

#[test]
fn relabeling_writes_the_turns_that_are_told() {
    let folder = other_turns("review-turns-relabel");
    let run = folder.feed(&["review"], "l\n");
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(run.stdout.contains("1 relabeled"), "{}", run.stdout);
    let text = session(&folder);
    assert_eq!(text.matches("[[turn]]").count(), 2, "{text}");
    let relabeled = "witness = \"the turn was relabeled by hand from the engine's reading\"";
    assert_eq!(text.matches(relabeled).count(), 2, "{text}");
    assert!(!text.contains("the log of the model"), "{text}");
    assert_eq!(text.matches("prompt = \"make the file\"").count(), 1);
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
}
