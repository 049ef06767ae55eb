//! The page on a phone: what is asked comes into view, fingers hit what they are meant for, and nothing keeps anybody out who
//! hears the page or goes through it by keys.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::serve::browser::Browser;
use crate::serve::page::{APPROVAL, IDLE, RETRYING, opened};
use crate::serve::stage::{Script, add};

/// A phone's screen.
const PHONE: (u32, u32) = (390, 844);

/// Whether the top of an element is in view.
fn in_view(css: &str) -> String {
    format!(
        "(() => {{ const it = document.querySelector({}).getBoundingClientRect(); \
         return it.height > 0 && it.top >= -1 && it.top < innerHeight - 44 }})()",
        json!(css)
    )
}

#[test]
fn a_pane_that_is_tapped_and_a_dialog_that_opens_come_into_view() {
    let gate = std::env::temp_dir().join(format!("shadow-narrow-{}", std::process::id()));
    let script = Script::new().show(IDLE).take(1, &gate).show(APPROVAL);
    let Some((tmux, _server, browser)) = opened("narrow-view", script) else {
        return;
    };
    browser.resize(PHONE.0, PHONE.1, true);
    for session in ["one", "two", "three", "four"] {
        add(&tmux, session, Script::new().run(RETRYING));
    }
    browser.until("five", "document.querySelectorAll('.pane').length === 5");
    let wide = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(
        browser.run(wide),
        json!(true),
        "nothing is wider than the phone"
    );
    browser.run("scrollTo(0, 0)");
    browser.click(".pane[data-need=working]");
    browser.until("the pane", &in_view("#pane"));
    browser.sees("#head", "codex");
    browser.click("#to-list");
    browser.until("the list", &in_view("header"));
    browser.click(".pane[data-need=idle]");
    browser.until("the pane", &in_view("#pane"));
    // A dialog opens while the person looks at the end of the page.
    browser.run("scrollTo(0, document.body.scrollHeight)");
    browser.until("the end", &format!("!{}", in_view("#pane")));
    assert!(tmux.run(&["send-keys", "-t", "narrow-view:", "x"]));
    browser.sees("#dialog h2", "Do you want to make this edit");
    browser.until("the dialog", &in_view("#dialog"));
    std::fs::remove_file(gate).expect("cleaned");
}

#[test]
fn the_focus_stays_where_a_person_goes_on_after_an_answer() {
    let typed = std::env::temp_dir().join(format!("shadow-narrow-focus-{}", std::process::id()));
    let script = Script::new().show(APPROVAL).take(1, &typed).show(IDLE);
    let Some((_tmux, _server, browser)) = opened("narrow-focus", script) else {
        return;
    };
    browser.resize(PHONE.0, PHONE.1, true);
    browser.click("#dialog .option:nth-of-type(3) input");
    browser.run("document.querySelector('#dialog button').focus()");
    browser.press("\u{e007}");
    browser.sees("#said", "answered");
    browser.until("it is gone", "document.getElementById('dialog').hidden");
    let focus = "return document.activeElement.id";
    assert_eq!(browser.run(focus), json!("said"));
    std::fs::remove_file(typed).expect("cleaned");
}

/// Targets that are smaller than a finger, with their sizes. A box is hit by its label, too.
const SMALL: &str = "
    const targets = document.querySelectorAll('button, input, textarea, summary, a, [tabindex=\"0\"]');
    const area = (it) => (it.closest('label') ?? it).getBoundingClientRect();
    return [...targets].filter((it) => it.checkVisibility()).map((it) => [it.outerHTML.slice(0, 90), area(it)])
        .filter(([, at]) => at.width < 44 || at.height < 44).map(([html, at]) => `${html} ${at.width}x${at.height}`)";

#[test]
fn no_target_is_smaller_than_a_finger() {
    let Some((tmux, _server, browser)) = opened("narrow-size", Script::new().show(APPROVAL)) else {
        return;
    };
    add(&tmux, "idle", Script::new().show(IDLE));
    browser.resize(PHONE.0, PHONE.1, true);
    browser.until("two", "document.querySelectorAll('.pane').length === 2");
    browser.finds("#reasons li");
    browser.finds("#timeline summary");
    assert_eq!(browser.run(SMALL), json!([]));
    browser.click("#show-help");
    browser.finds("dialog[open]");
    assert_eq!(browser.run(SMALL), json!([]));
    browser.run("sessionStorage.clear(); location.reload()");
    browser.until("the form", "!document.getElementById('token-form').hidden");
    assert_eq!(browser.run(SMALL), json!([]));
}

/// Where `scripts/test` has put axe-core; none, with a message, where it could not.
fn axe() -> Option<String> {
    let home = |below: &str| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(below));
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| home(".cache"))?;
    let file = cache.join("shadow/axe/node_modules/axe-core/axe.min.js");
    let text = std::fs::read_to_string(file).ok();
    if text.is_none() {
        eprintln!("skipped: axe-core is not installed; scripts/test installs it");
    }
    text
}

/// What axe finds wrong with the page as it is.
fn findings(browser: &Browser, axe: &str) -> Vec<String> {
    browser.run(&format!("if (!globalThis.axe) {{ {axe} }}"));
    let found = browser.run_until_told(
        "const told = arguments[0]; axe.run().then((found) => told(found.violations), (error) => told(`${error}`))",
    );
    let found = found
        .as_array()
        .unwrap_or_else(|| panic!("axe breaks: {found}"));
    let each = |it: &Value| {
        let nodes = it["nodes"].as_array().into_iter().flatten();
        let nodes: Vec<String> = nodes
            .map(|node| format!("{} {}", node["html"], node["failureSummary"]))
            .collect();
        format!("{}: {}", it["id"], nodes.join("\n  "))
    };
    found.iter().map(each).collect()
}

#[test]
fn nothing_keeps_out_a_person_who_hears_the_page() {
    let Some(axe) = axe() else { return };
    let Some((tmux, _server, browser)) = opened("narrow-axe", Script::new().show(APPROVAL)) else {
        return;
    };
    add(&tmux, "idle", Script::new().show(IDLE));
    browser.until("two", "document.querySelectorAll('.pane').length === 2");
    for (width, height, is_phone) in [(1300, 1000, false), (PHONE.0, PHONE.1, true)] {
        browser.resize(width, height, is_phone);
        for need in ["blocked", "idle"] {
            browser.click(&format!(".pane[data-need={need}]"));
            browser.finds("#reasons li");
            browser.finds("#timeline summary");
            let found = findings(&browser, &axe);
            assert!(found.is_empty(), "{width} {need}: {}", found.join("\n"));
        }
        browser.click("#show-help");
        browser.finds("dialog[open]");
        let found = findings(&browser, &axe);
        assert!(found.is_empty(), "{width} help: {}", found.join("\n"));
        browser.click("dialog button");
    }
    // One that finds nothing wrong here finds nothing anywhere.
    browser.run("document.getElementById('filter').closest('label').replaceWith(document.getElementById('filter'))");
    let found = findings(&browser, &axe);
    assert!(found.iter().any(|it| it.contains("label")), "{found:?}");
    browser.run("sessionStorage.clear(); location.reload()");
    browser.until("the form", "!document.getElementById('token-form').hidden");
    let found = findings(&browser, &axe);
    assert!(found.is_empty(), "the form: {}", found.join("\n"));
}
