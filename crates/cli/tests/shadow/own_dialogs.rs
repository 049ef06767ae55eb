//! `dialogs.toml`: a dialog of a release that nobody knows yet, made up in the geometry of known ones, is one row and one case.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::run::{Run, command, feed};

/// A made-up dialog of Claude Code: rule, heading, question, list and keys as approvals have them.
const CLAUDE: &str = "\
 ▐▛███▛█   Claude Code v2.1.331
▝▜██████▀  Opus 5.5 · API Usage Billing
 ▝▝   ▝▝   ~/project

❯ send the parcel

● I will send the parcel.

● Ferry(parcel)
  ⎿  Waiting…

────────────────────────────────────────────────────────────────────────────────
 Ferry request

   A parcel of three pounds, to the other bank

 Shall the ferry depart?
 ❯ 1. Depart
   2. Stay

 Esc to cancel
";

/// One of Codex: heading, list and keys as approvals have them.
const CODEX: &str = "\
› send the parcel

• I will send the parcel.


  Ferry request: shall it depart?

  Parcel: three pounds

› 1. Depart
  2. Stay

  Press enter to confirm or esc to cancel
";

/// Both as rows.
const ROWS: &str = r#"
[[dialog]]
id = "ferry"
provider = "claude"
kind = "approval_other"
origin = "agent"
headings = ["ferry request"]
asks = ["Shall the ferry depart?"]

[[dialog]]
id = "codex-ferry"
provider = "codex"
kind = "question"
origin = "agent"
headings = ["Ferry request"]
"#;

/// A case of one, as anybody keeps it beside their row.
fn case(provider: &str, version: &str, kind: &str, context: &str) -> String {
    format!(
        r#"
schema = 1
provider = "{provider}"
version = "{version}"
scenario = "ferry"
setting = "80x24"
made = "2026-11-26"
how = "made up"

[[case]]
name = "ferry"
screen = "ferry.ansi"
size = [80, 24]
process = "running"
witness = "made up: the list waits"

[case.truth]
availability = "supported"
business_state = "awaiting_operator"
input_mode = "modal"
ui_context = "{context}"

[case.truth.block]
kind = "{kind}"
origin = "agent"
selected = 0
"#
    )
}

/// A configuration folder that goes when the test ends.
struct Home(PathBuf);

impl Home {
    fn new(name: &str, rows: Option<&str>) -> Self {
        let root = std::env::temp_dir().join(format!("shadow-own-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("shadow")).expect("a folder");
        if let Some(rows) = rows {
            fs::write(root.join("shadow/dialogs.toml"), rows).expect("written");
        }
        Self(root)
    }

    fn run(&self, args: &[&str], input: &str) -> Run {
        let mut command = command(args);
        command.env("XDG_CONFIG_HOME", &self.0);
        command.env("XDG_CACHE_HOME", self.0.join("cache"));
        command.current_dir(&self.0);
        feed(command, input.into())
    }

    fn parse(&self, screen: &str) -> Value {
        let run = self.run(&["parse", "--size", "80x24", "-"], screen);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run.json().remove(0)
    }

    /// What doctor says of the file: whether it is as it should be, and what was found.
    fn doctor(&self) -> (bool, String) {
        let run = self.run(&["doctor", "--format", "ndjson"], "");
        assert_eq!(run.stderr, "");
        let mut findings = run.json().into_iter();
        let row = findings.find(|row| row["name"] == "dialogs.toml");
        let row = row.expect("a finding of its own");
        let found = row["found"].as_str().expect("words");
        (row["ok"] == true, found.to_owned())
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Kind, origin, context, and who named it.
fn name(payload: &Value) -> [Value; 4] {
    let assessment = &payload["surface_assessment"];
    assert_eq!(assessment["business_state"], "awaiting_operator");
    assert_eq!(payload["submit_ready"], false);
    let block = &assessment["operator_block"];
    [
        block["kind"].clone(),
        block["origin"].clone(),
        assessment["ui_context"].clone(),
        payload["mode_diagnostics"]["named_by"].clone(),
    ]
}

#[test]
fn a_dialog_that_nobody_knows_is_named_by_one_row() {
    let (bare, home) = (Home::new("bare", None), Home::new("rows", Some(ROWS)));
    for (screen, unnamed, named) in [
        (
            CLAUDE,
            ["unknown", "unknown", "selection_menu"],
            [
                "approval_other",
                "agent",
                "approval_prompt",
                "dialogs.toml/ferry",
            ],
        ),
        (
            CODEX,
            ["picker", "unknown", "selection_menu"],
            [
                "question",
                "agent",
                "question_prompt",
                "dialogs.toml/codex-ferry",
            ],
        ),
    ] {
        let payload = bare.parse(screen);
        assert_eq!(name(&payload)[..3], unnamed);
        assert!(payload["mode_diagnostics"].get("named_by").is_none());
        assert!(payload["parser_metadata"].get("dialogs").is_none());
        let payload = home.parse(screen);
        assert_eq!(name(&payload), named);
        let own = &payload["parser_metadata"]["dialogs"];
        assert_eq!(own["source"], "dialogs.toml");
        assert_eq!(own["rows"], 1);
    }
    let told = home.run(&["explain", "--size", "80x24", "-"], CLAUDE);
    let said = "the dialog is named by the row dialogs.toml/ferry\n";
    assert!(told.stdout.contains(said), "{}", told.stdout);
    for (home, rows) in [(&bare, "no rows"), (&home, "2 rows")] {
        let place = home.0.join("shadow/dialogs.toml");
        let said = format!("{rows} ({})", place.display());
        assert_eq!(home.doctor(), (true, said));
    }
}

#[test]
fn a_row_and_its_case_hold_together() {
    for (name, version, screen, kind, context) in [
        (
            "claude",
            "2.1.331",
            CLAUDE,
            "approval_other",
            "approval_prompt",
        ),
        ("codex", "0.169.0", CODEX, "question", "question_prompt"),
    ] {
        let case = case(name, version, kind, context);
        let bare = format!("{name}-bare");
        for (home, code, said) in [
            (Home::new(name, Some(ROWS)), 0, "1 held, 0 changed"),
            (Home::new(&bare, None), 1, "0 held, 1 changed"),
        ] {
            let folder = home.0.join("cases/ferry");
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("session.toml"), &case).expect("written");
            fs::write(folder.join("ferry.ansi"), screen).expect("written");
            let run = home.run(&["test", "cases"], "");
            let (found, told) = ((run.code, run.stderr.as_str()), &run.stdout);
            assert_eq!(found, (code, ""), "{told}");
            assert!(told.contains(said), "{told}");
        }
    }
}

#[test]
fn the_words_of_a_row_beside_a_live_composer_make_it_doubtful() {
    let screen = "\
────────────────────────────────────────
❯\u{a0}
────────────────────────────────────────
  Ferry request
  Shall the ferry depart?
";
    let (bare, home) = (Home::new("live", None), Home::new("doubt", Some(ROWS)));
    let [before, after] = [&bare, &home].map(|home| {
        let payload = home.parse(screen);
        payload["surface_assessment"].clone()
    });
    assert_eq!(before["input_mode"], "freeform");
    assert_eq!(after["input_mode"], "unknown");
    assert_ne!(after["business_state"], "idle");
    // What the agent says, with frames and without, is nothing beside the composer.
    let said = "Ferry request\nShall the ferry depart?\n";
    let reader = format!("[Screen Reader Mode]\n\nclaude: hm\n{said}? for shortcuts\n$ \n");
    let framed = format!(
        "● {said}\n{}",
        screen.split("  Ferry").next().unwrap_or_default()
    );
    for screen in [reader, framed] {
        let payload = home.parse(&screen);
        assert_eq!(
            payload["surface_assessment"]["input_mode"], "freeform",
            "{screen}"
        );
    }
}

#[test]
fn a_wrong_file_is_one_line_and_the_rest_goes_on_without_it() {
    let wrong = format!("{ROWS}\n[[dialog]]\nid = \"my-dialog\"\nkind = \"menu\"\n");
    let home = Home::new("wrong", Some(&wrong));
    let run = home.run(&["parse", "--size", "80x24", "-"], CLAUDE);
    assert_eq!(run.code, 0);
    run.complains_in_one_line();
    let said = "dialogs.toml: row 3 (`my-dialog`): ";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let payload = run.json().remove(0);
    assert_eq!(name(&payload)[1], "unknown");
    assert!(payload["parser_metadata"].get("dialogs").is_none());
    let (ok, found) = home.doctor();
    assert!(!ok && found.contains(said), "{found}");
    // Of a dialog of the operator's nobody would be told.
    let silent = ROWS.replacen("origin = \"agent\"", "origin = \"operator\"", 1);
    let (ok, found) = Home::new("silent", Some(&silent)).doctor();
    assert!(!ok && found.contains("nobody is called"), "{found}");
    let astray = Home::new("astray", None);
    let link = astray.0.join("shadow/dialogs.toml");
    std::os::unix::fs::symlink("/nowhere/dialogs.toml", link).expect("a link");
    let (ok, found) = astray.doctor();
    assert!(!ok && found.contains("leads nowhere"), "{found}");
    let table = home.run(&["doctor"], "");
    let mut rows = table.stdout.lines();
    assert!(rows.any(|row| row.starts_with("wrong") && row.contains(said)));
}
