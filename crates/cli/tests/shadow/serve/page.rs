//! The page, click by click, over panes that show what real CLIs showed.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::case_folder::cut;
use crate::private_tmux::PrivateTmux;
use crate::serve::browser::Browser;
use crate::serve::server::Server;
use crate::serve::stage::{Script, add, capture, started};

pub const APPROVAL: &str = "claude/2.1.330/approvals-120x40/approval-edit";
const COMMAND: &str = "claude/2.1.330/approvals-120x40/approval-long-command";
pub const RETRYING: &str = "codex/0.142.5/retry-120x40/retrying-server";
pub const IDLE: &str = "claude/2.1.330/basic-120x40/idle-fresh";
const QUEUED: &str = "codex/0.169.0/queue-120x40/queued-two";
const BACKGROUND: &str = "claude/2.1.330/background-120x40/background-idle";
const FAILED: &str = "claude/2.1.330/failures-120x40/failed-rate-limit";
const DRAFT: &str = "claude/2.1.245/drafts-120x40/draft-numbered-menu";
const SILENT: &str = "codex/0.77.0/basic-120x40/streaming-late";

/// Keys of WebDriver that are no letters.
const ESCAPE: char = '\u{e00c}';
const DOWN: char = '\u{e015}';
const UP: char = '\u{e013}';

/// A server over one pane, and a browser that shows its page.
pub fn opened(name: &str, script: Script) -> Option<(PrivateTmux, Server, Browser)> {
    let browser = Browser::start(name)?;
    let tmux = started(name, script)?;
    let server = Server::start(&tmux, "127.0.0.1:0");
    browser.open(&server.page());
    // tmux 3.3a ends where a session is made just as a control client connects: both are there before a
    // test makes more.
    tmux.wait_until(&["list-clients", "-F", "one"], "one\none");
    Some((tmux, server, browser))
}

#[test]
fn panes_are_listed_drawn_and_explained() {
    let Some((tmux, _server, browser)) = opened("page-list", Script::new().show(APPROVAL)) else {
        return;
    };
    add(&tmux, "retry", Script::new().run(RETRYING));
    browser.finds("#list [data-need=blocked]");
    browser.finds("#list [data-need=working]");
    assert_eq!(
        browser.run("return [...document.querySelectorAll('.pane')].map((it) => it.dataset.need)"),
        json!(["blocked", "working"])
    );
    assert_eq!(
        browser.run("return [location.hash, document.title]"),
        json!(["", "(1) shadow"])
    );
    browser.sees(
        "#list [data-need=blocked]",
        "Do you want to make this edit to notes.txt?",
    );
    browser.sees(".pane[data-need=working]", "retrying");
    // The screen of the one that needs a person, in its colors, with zones and witnesses.
    browser.sees("#screen", "Do you want to make this edit to notes.txt?");
    browser.finds(".row[data-zone=dialog]");
    browser.finds(".row.witness .numbers");
    let colors =
        "return new Set([...document.querySelectorAll('.span')].map((it) => it.style.color)).size";
    assert!(
        browser.run(colors).as_u64() > Some(3),
        "the screen has colours"
    );
    browser.run("document.querySelector('#reasons li').focus()");
    browser.finds(".row.lit");
    browser.finds("#timeline rect.need-blocked");
    // The other one, by a click.
    browser.click(".pane[data-need=working]");
    browser.sees("#head", "codex");
    browser.until(
        "its screen",
        "!document.querySelector('#screen').innerText.includes('notes.txt')",
    );
    assert_eq!(browser.text("#why-not"), "not now: a turn runs");
    assert_eq!(browser.run("return [document.getElementById('send').disabled, document.getElementById('interrupt').disabled]"), json!([true, false]));
}

#[test]
fn keys_and_the_filter_do_what_they_say() {
    let Some((tmux, _server, browser)) = opened("page-keys", Script::new().show(APPROVAL)) else {
        return;
    };
    add(&tmux, "retry", Script::new().run(RETRYING));
    browser.finds(".pane[data-need=blocked][aria-current]");
    browser.finds(".pane[data-need=working]");
    browser.press("j");
    browser.finds(".pane[data-need=working][aria-current]:focus");
    browser.press("k");
    browser.finds(".pane[data-need=blocked][aria-current]");
    browser.press("z");
    browser.finds("#screen.no-zones");
    browser.press("w");
    browser.finds("#screen.no-witnesses");
    browser.press("g");
    browser.until(
        "sessions",
        "document.querySelectorAll('h2.session').length === 2",
    );
    browser.press("/codex attempt");
    browser.until(
        "one pane",
        "document.querySelectorAll('.pane').length === 1",
    );
    browser.finds(".pane[data-need=working]");
    browser.type_into("#filter", " nobody");
    browser.until("no pane", "document.querySelectorAll('.pane').length === 0");
    browser.press("\u{e00c}");
    browser.press("?");
    browser.finds("dialog[open]");
    browser.click("dialog button");
    assert_eq!(browser.count("dialog[open]"), 0);
}

#[test]
fn what_each_pane_is_about_stands_in_the_list_and_over_its_screen() {
    let Some((tmux, _server, browser)) = opened("page-facts", Script::new().run(QUEUED)) else {
        return;
    };
    for (session, capture) in [
        ("background", BACKGROUND),
        ("failed", FAILED),
        ("draft", DRAFT),
        ("silent", SILENT),
    ] {
        add(&tmux, session, Script::new().show(capture));
    }
    // One pane at a time, found by the filter: what its line in the list says, what stands over its screen, and what
    // is doubted of it.
    for (filter, listed, heads) in [
        (
            "page-facts",
            "queued “then do the second thing”, “and a third thing”",
            ["queued", "“then do the second thing”, “and a third thing”"],
        ),
        ("background:", "1 in the background", ["background", "1"]),
        ("failed:", "rate limit: ", ["failure", "rate limit: "]),
        ("draft:", "draft “", ["draft", "input"]),
        ("silent:", "codex", ["context", "normal prompt"]),
    ] {
        browser.run("document.getElementById('filter').value = ''");
        browser.type_into("#filter", filter);
        browser.until(
            "one pane",
            "document.querySelectorAll('.pane').length === 1",
        );
        browser.sees(".pane", listed);
        for part in heads {
            browser.sees("#head", part);
        }
    }
    browser.sees("#doubts .doubt", "no turn witness");
    browser.run("document.getElementById('filter').value = ''");
    browser.type_into("#filter", " ");
    let counts = "[...document.querySelectorAll('#counts li')].map((it) => it.textContent).join()";
    // Silence may have settled the silent one meanwhile.
    let both = "'1 xfailed,2 >idle,1 ?unknown,1 *working', '1 xfailed,3 >idle,1 *working'";
    browser.until("counts", &format!("[{both}].includes({counts})"));
}

#[test]
fn a_pane_that_comes_after_the_filter_that_it_passes_is_selected() {
    let Some((tmux, _server, browser)) = opened("page-late", Script::new().show(IDLE)) else {
        return;
    };
    browser.finds(".pane[data-need=idle][aria-current]");
    browser.type_into("#filter", "after:");
    browser.until("no pane", "document.querySelectorAll('.pane').length === 0");
    add(&tmux, "after", Script::new().show(DRAFT));
    browser.finds(".pane[aria-current]");
    browser.sees("#head", "draft");
}

#[test]
fn boxes_and_buttons_do_what_their_keys_do() {
    let Some((tmux, _server, browser)) = opened("page-boxes", Script::new().show(APPROVAL)) else {
        return;
    };
    add(&tmux, "retry", Script::new().run(RETRYING));
    browser.finds(".pane[data-need=blocked][aria-current]");
    browser.finds(".pane[data-need=working]");
    for (id, shows) in [("zones", "no-zones"), ("witnesses", "no-witnesses")] {
        browser.click(&format!("#{id}"));
        browser.finds(&format!("#screen.{shows}"));
        browser.click(&format!("#{id}"));
        browser.until(id, &format!("!document.querySelector('#screen.{shows}')"));
    }
    browser.click("#grouped");
    browser.until(
        "sessions",
        "document.querySelectorAll('h2.session').length === 2",
    );
    browser.click("#grouped");
    browser.until(
        "no sessions",
        "document.querySelectorAll('h2.session').length === 0",
    );
    browser.click("#show-help");
    browser.sees("dialog[open]", "answer its dialog");
    browser.press(&ESCAPE.to_string());
    browser.until("no help", "!document.querySelector('dialog[open]')");
    browser.press("a");
    browser.finds("#dialog input:focus");
    browser.press(&ESCAPE.to_string());
    browser.press("s");
    browser.finds("#prompt:focus");
    browser.press(&ESCAPE.to_string());
    browser.until("left", "document.activeElement === document.body");
    browser.press(&DOWN.to_string());
    browser.finds(".pane[data-need=working][aria-current]");
    browser.press("i");
    browser.finds("#interrupt:focus");
    browser.press(&UP.to_string());
    browser.finds(".pane[data-need=blocked][aria-current]");
    // Over time, in words; and the picture, as a file.
    browser.click("#timeline summary");
    browser.sees("#timeline details[open]", "blocked");
    browser.sees("#turns", "none has ended since the server began");
    let folder = tmux.folder().join("saved");
    std::fs::create_dir_all(&folder).expect("a folder");
    browser.save_into(&folder);
    browser.click("#picture");
    let saved = || {
        let mut files = std::fs::read_dir(&folder).expect("the folder").flatten();
        let svg = files.find(|file| file.path().extension().is_some_and(|it| it == "svg"));
        svg.and_then(|file| std::fs::read_to_string(file.path()).ok())
            .unwrap_or_default()
    };
    tmux.wait_until_said(saved, "</svg>");
    assert!(saved().contains(">notes.txt"), "{}", saved());
}

#[test]
fn a_shell_is_shown_where_all_are_asked_for_and_a_server_that_ends_is_told() {
    let Some(browser) = Browser::start("page-all") else {
        return;
    };
    let shell = "PS1='user@box:~\\$ ' exec bash --norc";
    let Some(tmux) = PrivateTmux::start("page-all", shell) else {
        return;
    };
    let all = Server::start_with(&tmux, "127.0.0.1:0", &["--all"]);
    let agents = Server::start(&tmux, "127.0.0.1:0");
    browser.open(&agents.page());
    browser.sees("#nothing", "no pane holds an agent yet");
    browser.open(&all.page());
    browser.sees(".pane", "no agent: bash");
    assert_eq!(browser.text(".pane .agent"), "-");
    assert!(tmux.run(&["kill-server"]));
    browser.sees("#note", "is gone");
    browser.until("no pane", "document.querySelectorAll('.pane').length === 0");
}

#[test]
fn a_dialog_is_answered_with_the_keys_that_were_shown() {
    let typed = std::env::temp_dir().join(format!("shadow-typed-answer-{}", std::process::id()));
    let script = Script::new().show(APPROVAL).take(1, &typed).show(IDLE);
    let Some((_tmux, _server, browser)) = opened("page-answer", script) else {
        return;
    };
    browser.sees("#dialog h2", "Do you want to make this edit to notes.txt?");
    browser.sees("#dialog pre", "+a better line");
    assert_eq!(browser.count("#dialog .option"), 3);
    browser.click("#dialog .option:nth-of-type(3) input");
    browser.sees("#dialog button", "answer: presses 3");
    browser.click("#dialog button");
    browser.sees("#said", "answered");
    browser.finds(".pane[data-need=idle]");
    browser.until(
        "the dialog is gone",
        "document.getElementById('dialog').hidden",
    );
    assert_eq!(
        std::fs::read_to_string(&typed).expect("what was typed"),
        "3"
    );
    std::fs::remove_file(typed).expect("cleaned");
    browser.finds("#timeline rect.need-idle");
}

#[test]
fn a_prompt_is_sent_and_its_turn_interrupted() {
    let typed = std::env::temp_dir().join(format!("shadow-typed-send-{}", std::process::id()));
    let prompt = "please look at the parser today";
    // The draft as the CLI showed it, with the word that the recording had not yet typed.
    let draft =
        std::fs::read_to_string(capture("claude/2.1.330/basic-120x40/draft")).expect("a capture");
    let whole = typed.with_extension("draft");
    std::fs::write(
        &whole,
        draft.replace("look at the parser", "look at the parser today"),
    )
    .expect("a capture");
    let pasted = format!("\u{1b}[200~{prompt}\u{1b}[201~");
    let script = Script::new()
        .show(IDLE)
        .take(pasted.len(), &typed)
        .show_file(&whole)
        .take(1, &typed);
    let script = script
        .show("claude/2.1.330/basic-120x40/waiting")
        .take(1, &typed);
    let Some((_tmux, _server, browser)) = opened(
        "page-send",
        script.show("claude/2.1.330/basic-120x40/answered"),
    ) else {
        return;
    };
    browser.finds(".pane[data-need=idle][aria-current]");
    browser.until(
        "it can be sent",
        "document.getElementById('send')?.disabled === false",
    );
    browser.type_into("#prompt", prompt);
    browser.click("#send");
    browser.sees("#said", "sent");
    browser.finds(".pane[data-need=working]");
    browser.until(
        "the text is gone",
        "document.getElementById('prompt').value === ''",
    );
    // The first press counts for four seconds: a busy machine may need longer to look, so both are one script's.
    browser.click("#interrupt");
    browser.until(
        "two presses",
        "(button => { const armed = button.innerText.includes('press again'); button.click(); return armed; })\
         (document.getElementById('interrupt'))",
    );
    browser.sees("#said", "interrupted");
    browser.finds(".pane[data-need=idle]");
    browser.sees("#turns", prompt);
    let typed_in = std::fs::read_to_string(&typed).expect("what was typed");
    assert_eq!(typed_in, format!("{pasted}\n\u{1b}"));
    std::fs::remove_file(typed)
        .and(std::fs::remove_file(whole))
        .expect("cleaned");
}

#[test]
fn a_refusal_is_told_with_its_reason_and_nothing_is_typed() {
    let typed = std::env::temp_dir().join(format!("shadow-typed-refuse-{}", std::process::id()));
    let script = Script::new().show(IDLE).take(1, &typed);
    let Some((tmux, _server, browser)) = opened("page-refuse", script) else {
        return;
    };
    browser.until(
        "it can be sent",
        "document.getElementById('send')?.disabled === false",
    );
    browser.type_into("#prompt", "hello");
    // The page has not heard of it when the button is pressed; the guards look for themselves.
    assert!(tmux.run(&["copy-mode", "-t", "%1"]));
    browser.run(
        "document.getElementById('send').disabled = false; \
         const enter = { key: 'Enter', ctrlKey: true, bubbles: true }; \
         document.getElementById('prompt').dispatchEvent(new KeyboardEvent('keydown', enter))",
    );
    browser.sees("#said.bad", "send refused");
    browser.sees("#said.bad", "copy mode");
    assert_eq!(
        browser.run("return document.getElementById('prompt').value"),
        json!("hello")
    );
    assert_eq!(std::fs::read_to_string(&typed).unwrap_or_default(), "");
    let _ = std::fs::remove_file(typed);
}

#[test]
fn a_hostile_screen_and_title_act_nowhere() {
    let hostile =
        "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>";
    let idle = std::fs::read_to_string(capture(IDLE)).expect("a capture");
    let path = std::env::temp_dir().join(format!("shadow-hostile-{}.ansi", std::process::id()));
    std::fs::write(&path, idle.replacen("~/project", hostile, 1)).expect("a capture");
    let Some((tmux, _server, browser)) = opened("page-hostile", Script::new().show_file(&path))
    else {
        return;
    };
    assert!(tmux.run(&[
        "rename-session",
        "-t",
        "page-hostile",
        "<b>x</b><script>1</script>"
    ]));
    assert!(tmux.run(&["select-pane", "-t", "%1", "-T", hostile]));
    browser.sees("#screen", hostile);
    browser.sees("#list", "<b>x</b><script>1</script>");
    assert_eq!(
        browser.count("main img, main script, main b b, #screen b"),
        0
    );
    // While the pane is half drawn, the title may count it.
    browser.until("the page's own title", "document.title === 'shadow'");
    let inline = "const it = document.createElement('script'); \
                  try { it.textContent = 'document.title = \"owned\"'; document.body.append(it) } catch {} return document.title";
    assert_eq!(
        browser.run(inline),
        json!("shadow"),
        "the policy lets no inline script run"
    );
    std::fs::remove_file(path).expect("cleaned");
}

/// What is approved is what is read: over the screen, in the dialog, in the list, nothing hides or turns a line around.
#[test]
fn what_hides_in_a_dialogs_subject_is_shown_as_what_it_is() {
    let plain = "xargs -0 wc -l | sort -n";
    let hiding = "xargs \u{202e}-0 wc\u{200b} -l | \u{e0041}sort -n";
    let marks = ["<U+202E>", "<U+200B>", "<U+E0041>"];
    let whole = std::fs::read_to_string(capture(COMMAND)).expect("a capture");
    assert!(whole.contains(plain));
    let path = std::env::temp_dir().join(format!("shadow-hiding-{}.ansi", std::process::id()));
    std::fs::write(&path, whole.replace(plain, hiding)).expect("a capture");
    let Some((tmux, _server, browser)) = opened("page-hiding", Script::new().show_file(&path))
    else {
        return;
    };
    assert!(tmux.run(&["select-pane", "-t", "%1", "-T", "fix\u{202e}txt.exe"]));
    browser.sees("#dialog h2", "Do you want to proceed?");
    for place in ["#dialog pre", "#screen"] {
        for mark in marks {
            browser.sees(place, mark);
        }
    }
    browser.until(
        "nothing hides",
        "!/[\\u202e\\u200b\\u{e0041}]/u.test(document.documentElement.outerHTML)",
    );
    // What stands behind a mark is not cut off, and stands to its right.
    let cut = "[...document.querySelectorAll('#screen .span')].filter((it) => it.textContent.includes('<U+') \
               && (it.scrollWidth > it.clientWidth + 1 || !it.textContent.includes('sort -n')))";
    assert_eq!(
        browser.run(&format!("return {cut}.map((it) => it.textContent)")),
        json!([])
    );
    let places = "const rows = [...document.querySelectorAll('#dialog pre bdi')]; \
                  const pre = rows.find((it) => it.textContent.includes('<U+202E>')).firstChild; \
                  const at = (word) => { const range = document.createRange(); const from = pre.data.indexOf(word); \
                  range.setStart(pre, from); range.setEnd(pre, from + word.length); return range.getBoundingClientRect() }; \
                  const [mark, after] = [at('<U+202E>'), at('-0 wc')]; \
                  return mark.top < after.top || mark.left < after.left";
    assert_eq!(browser.run(places), json!(true));
    std::fs::remove_file(path).expect("cleaned");
}

#[test]
fn what_is_not_shown_whole_can_be_refused_in_the_page_and_not_approved() {
    let path = cut("page-unseen");
    let Some((_tmux, _server, browser)) = opened("page-unseen", Script::new().show_file(&path))
    else {
        return;
    };
    browser.sees("#dialog .unseen", "look at the terminal");
    let enabled =
        "return [...document.querySelectorAll('#dialog input')].map((it) => !it.disabled)";
    assert_eq!(browser.run(enabled), json!([false, false, false, true]));
    std::fs::remove_file(path).expect("cleaned");
}

#[test]
fn without_the_token_nothing_is_shown_and_a_lost_server_is_found_again() {
    let Some((tmux, server, browser)) = opened("page-token", Script::new().show(APPROVAL)) else {
        return;
    };
    browser.finds(".pane");
    browser.run("sessionStorage.clear()");
    browser.open(&format!("http://{}/", server.address));
    browser.until("the form", "!document.getElementById('token-form').hidden");
    assert_eq!(browser.count(".pane"), 0);
    browser.type_into("#token", "wrong");
    browser.press("\u{e007}");
    browser.until(
        "the form again",
        "!document.getElementById('token-form').hidden && document.getElementById('main').hidden",
    );
    browser.type_into("#token", &server.token);
    browser.click("#token-form button");
    browser.finds(".pane[data-need=blocked]");
    browser.sees("#link", "live");
    let address = server.address.clone();
    drop(server);
    browser.sees("#link", "connection lost");
    let _again = Server::start(&tmux, &address);
    browser.sees("#link", "live");
    browser.finds(".pane[data-need=blocked]");
}

#[test]
fn the_printed_address_opens_one_page_and_that_one_for_as_long_as_the_server_lives() {
    let Some((_tmux, server, browser)) = opened("page-once", Script::new().show(APPROVAL)) else {
        return;
    };
    assert!(server.printed.contains("/#code="), "{}", server.printed);
    // Another page than the one that a token has opened.
    browser.run("sessionStorage.clear()");
    browser.open("about:blank");
    browser.open(&server.printed);
    browser.finds(".pane[data-need=blocked]");
    // It goes on where it is loaded anew.
    browser.open(&format!("http://{}/", server.address));
    browser.finds(".pane[data-need=blocked]");
    browser.run("sessionStorage.clear()");
    browser.open("about:blank");
    browser.open(&server.printed);
    browser.sees("#token-why", "it works once");
    assert_eq!(browser.count(".pane"), 0);
    browser.type_into("#token", &server.token);
    browser.click("#token-form button");
    browser.finds(".pane[data-need=blocked]");
}

/// Whoever listens at the address once the server has gone: notes what it is sent, and answers everything with a session of
/// its own making.
fn impostor(address: &str) -> Arc<Mutex<String>> {
    let heard = Arc::new(Mutex::new(String::new()));
    let listener = TcpListener::bind(address).expect("the address is free");
    let notes = Arc::clone(&heard);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut piece = [0; 8192];
            let length = stream.read(&mut piece).unwrap_or(0);
            let said = String::from_utf8_lossy(&piece[..length]).into_owned();
            notes.lock().expect("no panic").push_str(&said);
            let body = r#"{"challenge":"x","proofs":["x"]}"#;
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
            let length = body.len();
            let _ = write!(stream, "{head}\r\nContent-Length: {length}\r\n\r\n{body}");
        }
    });
    heard
}

#[test]
fn whoever_takes_the_servers_address_gets_no_token() {
    let Some((_tmux, server, browser)) = opened("page-impostor", Script::new().show(APPROVAL))
    else {
        return;
    };
    browser.finds(".pane");
    let kept = browser.run(
        "return location.href + JSON.stringify({...sessionStorage}) + JSON.stringify({...localStorage})",
    );
    let (address, token) = (server.address.clone(), server.token.clone());
    assert!(!kept.to_string().contains(&token), "{kept}");
    drop(server);
    let heard = impostor(&address);
    browser.until(
        "the form",
        "!document.getElementById('token-form').hidden && document.getElementById('main').hidden",
    );
    let heard = heard.lock().expect("no panic").clone();
    assert!(heard.contains("GET /page/session/"), "{heard}");
    assert!(!heard.contains(&token), "{heard}");
}
