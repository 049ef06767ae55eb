//! Files from strangers: cases, runs, recordings and bundles that name other files, or ask for memory.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::case_folder::CaseFolder;

const SESSION: &str = "corpus/claude/2.1.330/basic-120x40";

/// What must never be shown of the file that a case names.
const SECRET: &str = "the words of a private file";

/// The text with the value of its first `key = "…"` replaced.
fn with_value(text: &str, key: &str, value: &str) -> String {
    let start = text.find(&format!("{key} = \"")).expect("a key") + key.len() + 4;
    let end = start + text[start..].find('"').expect("an end");
    format!("{}{value}{}", &text[..start], &text[end..])
}

/// A session whose first screen has this name.
fn naming(name: &str) -> CaseFolder {
    let folder = CaseFolder::with("strangers", SESSION);
    fs::write(folder.path("secret"), SECRET).expect("a file");
    let named = format!("[[case]]\nscreen = {name:?}\n");
    folder.edit(SESSION, "session.toml", |text| {
        text.replacen("[[case]]\n", &named, 1)
    });
    folder
}

fn refuses(folder: &CaseFolder, args: &[&str], word: &str) {
    let run = folder.shadow(args);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(word), "{word}: {}", run.stderr);
    let said = run.stdout + &run.stderr;
    assert!(!said.contains(SECRET), "{said}");
}

#[test]
fn no_case_shows_a_file_outside_its_folder() {
    let secret = std::env::temp_dir().join(format!("shadow-secret-{}", std::process::id()));
    fs::write(&secret, SECRET).expect("a file");
    for name in [
        secret.to_str().expect("a path"),
        "../../../../../secret",
        "/dev/zero",
        "/etc/passwd",
        "..",
        "",
    ] {
        refuses(&naming(name), &["test", "cases"], "no plain name");
    }
    fs::remove_file(secret).expect("cleaned");
}

#[test]
fn links_pipes_and_devices_are_no_screens_and_keep_nobody_waiting() {
    let place = |folder: &CaseFolder| folder.path("cases").join(SESSION).join("odd");
    let folder = naming("odd");
    symlink(folder.path("secret"), place(&folder)).expect("a link");
    refuses(&folder, &["test", "cases"], "only a regular file");
    let folder = naming("odd");
    symlink("/dev/zero", place(&folder)).expect("a link");
    refuses(&folder, &["test", "cases"], "only a regular file");
    let folder = naming("odd");
    let made = Command::new("mkfifo").arg(place(&folder)).status();
    assert!(made.expect("mkfifo").success());
    refuses(&folder, &["test", "cases"], "only a regular file");
}

#[test]
fn what_stands_beside_a_session_is_no_link_either() {
    for file in ["accepted.toml", "session.gz", "session.toml", "stream.cast"] {
        let folder = CaseFolder::with("strangers-beside", SESSION);
        fs::write(folder.path("secret"), SECRET).expect("a file");
        let path = folder.path("cases").join(SESSION).join(file);
        let _ = fs::remove_file(&path);
        symlink(folder.path("secret"), path).expect("a link");
        refuses(&folder, &["test", "cases"], "only a regular file");
    }
}

#[test]
fn a_folder_of_captures_is_read_through_no_link() {
    let folder = CaseFolder::new("strangers-captures");
    let captures = folder.path("captures");
    fs::create_dir(&captures).expect("a folder");
    fs::write(folder.path("secret"), SECRET).expect("a file");
    symlink(folder.path("secret"), captures.join("1.txt")).expect("a link");
    refuses(&folder, &["replay", "captures"], "holds no captures");
}

#[cfg(feature = "lab")]
#[test]
fn no_run_of_the_lab_clears_a_folder_elsewhere() {
    for (key, value) in [
        ("provider", "../.."),
        ("version", "../victim"),
        ("setting", "/../../../../victim"),
        ("scenario", "../../../victim/x"),
    ] {
        let folder = CaseFolder::with("strangers-add", SESSION);
        let victim = folder.path("victim");
        fs::create_dir_all(victim.join("x-120x40")).expect("a folder");
        fs::write(victim.join("kept"), "kept").expect("a file");
        folder.edit(SESSION, "session.toml", |text| {
            with_value(&text, key, value)
        });
        let run = folder.shadow(&["lab", "add", "cases", "--to", "fixtures"]);
        assert_eq!(run.code, 1, "{key}: {}", run.stdout);
        assert!(run.stderr.contains("no plain name"), "{}", run.stderr);
        assert!(victim.join("kept").exists() && !folder.path("fixtures").exists());
    }
}

#[cfg(feature = "lab")]
#[test]
fn nothing_but_a_session_is_replaced_by_a_run() {
    let folder = CaseFolder::with("strangers-over", SESSION);
    let there = folder.path("fixtures/claude/2.1.330/basic-120x40");
    fs::create_dir_all(&there).expect("a folder");
    fs::write(there.join("notes"), "mine").expect("a file");
    let add = ["lab", "add", "cases", "--to", "fixtures"];
    let run = folder.shadow(&add);
    assert!(
        run.code == 1 && run.stderr.contains("no session's folder"),
        "{}",
        run.stderr
    );
    assert!(there.join("notes").exists());
    fs::remove_file(there.join("notes")).expect("gone");
    // An empty folder, and then the session that stands in it.
    for _ in 0..2 {
        assert_eq!(folder.shadow(&add).code, 0);
        assert!(there.join("session.toml").exists());
    }
}

/// Zeros, gzipped.
fn bomb(mib: u64) -> GzEncoder<Vec<u8>> {
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    std::io::copy(&mut std::io::repeat(b'a').take(mib << 20), &mut gz).expect("packed");
    gz
}

#[test]
fn a_bundle_cannot_ask_for_memory_by_the_length_of_a_name() {
    let folder = CaseFolder::new("strangers-bundle");
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_path("././@LongLink").expect("a name");
    header.set_size(96 << 20);
    header.set_cksum();
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(header.as_bytes()).expect("packed");
    std::io::copy(&mut std::io::repeat(b'a').take(96 << 20), &mut gz).expect("packed");
    let packed = gz.finish().expect("packed");
    assert!(packed.len() < 1 << 20);
    fs::write(folder.path("misread.tar.gz"), packed).expect("a file");
    fs::create_dir(folder.path("cases")).expect("a folder");
    let truth = "business_state=working";
    let run = folder.shadow(&["test", "--add", "misread.tar.gz", "--truth", truth, "cases"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(
        run.stderr.contains("unpacks to more than 64 MiB"),
        "{}",
        run.stderr
    );
    run.complains_in_one_line();
}

#[test]
fn a_small_pack_cannot_unpack_to_any_size() {
    let folder = CaseFolder::with("strangers-pack", SESSION);
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(b"%%%% idle-fresh\n").expect("packed");
    std::io::copy(&mut std::io::repeat(b'a').take(9 << 20), &mut gz).expect("packed");
    let pack = folder.path("cases").join(SESSION).join("session.gz");
    fs::write(pack, gz.finish().expect("packed")).expect("a file");
    let screen = format!("cases/{SESSION}/idle-fresh.ansi");
    for args in [&["test", "cases"][..], &["explain", &screen]] {
        refuses(&folder, args, "more than 8 MiB");
    }
}

#[test]
fn what_a_pack_keeps_is_read_through_no_link_and_the_reason_is_said() {
    let folder = CaseFolder::with("strangers-kept", SESSION);
    let pack = folder.path("cases").join(SESSION).join("session.gz");
    let recording = format!("cases/{SESSION}/stream.cast");
    let screen = format!("cases/{SESSION}/idle-fresh.ansi");
    fs::rename(&pack, folder.path("secret")).expect("moved");
    symlink(folder.path("secret"), &pack).expect("a link");
    refuses(&folder, &["replay", &recording], "only a regular file");
    refuses(&folder, &["explain", &screen], "only a regular file");
    fs::remove_file(&pack).expect("removed");
    fs::write(&pack, "garbage").expect("a file");
    refuses(
        &folder,
        &["replay", &recording],
        "session.gz: its first line is no mark",
    );
}

#[test]
fn a_small_recording_cannot_unpack_to_any_size() {
    let folder = CaseFolder::new("strangers-cast");
    let packed = bomb(260).finish().expect("packed");
    assert!(packed.len() < 4 << 20);
    fs::write(folder.path("a.cast.gz"), packed).expect("a file");
    refuses(
        &folder,
        &["replay", "a.cast.gz"],
        "unpacks to more than 256 MiB",
    );
}
