//! Credentials files and TLS, as a real NATS server checks them.

use std::fs;
use std::process::{Command, Stdio};

use nkeys::KeyPair;
use serde_json::{Value, json};

use crate::acted::typed;
use crate::fleet::listed;
use crate::hosts::run;
use crate::machines::Machines;
use crate::nats_server::{Nats, Published};
use crate::patience::until;
use crate::relaying::state;
use crate::waited::{PROMPT, Then, answering};

/// The text of bytes in base 64, for addresses and without padding.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for some in bytes.chunks(3) {
        let of = |at: usize| u32::from(some.get(at).copied().unwrap_or(0));
        let bits = of(0) << 16 | of(1) << 8 | of(2);
        for sign in 0..=some.len() {
            let at = bits >> (18 - 6 * sign) & 63;
            text.push(SIGNS[at as usize].into());
        }
    }
    text
}

/// A JWT of NATS about the holder of a key, signed by another one.
fn jwt(about: &KeyPair, by: &KeyPair, until: Option<u64>, mut nats: Value) -> String {
    nats["version"] = json!(2);
    let mut claims = json!({
        "jti": "shadow", "iat": 1_700_000_000, "iss": by.public_key(), "sub": about.public_key(), "name": "shadow", "nats": nats,
    });
    if let Some(until) = until {
        claims["exp"] = json!(until);
    }
    let header = json!({"typ": "JWT", "alg": "ed25519-nkey"}).to_string();
    let signed = format!(
        "{}.{}",
        base64(header.as_bytes()),
        base64(claims.to_string().as_bytes())
    );
    let signature = by.sign(signed.as_bytes()).expect("a signature");
    format!("{signed}.{}", base64(&signature))
}

/// An account without limits. The one of the system keeps nothing.
fn account(about: &KeyPair, by: &KeyPair, keeps: bool) -> String {
    let mut limits = json!({"wildcards": true});
    for name in [
        "subs", "data", "payload", "imports", "exports", "conn", "leaf",
    ] {
        limits[name] = json!(-1);
    }
    for name in ["mem_storage", "disk_storage", "streams", "consumer"] {
        limits[name] = json!(if keeps { -1 } else { 0 });
    }
    jwt(
        about,
        by,
        None,
        json!({"type": "account", "limits": limits}),
    )
}

/// The settings of a server with two accounts, of which one is the system's.
fn accounts(operator: &KeyPair, main: &KeyPair, system: &KeyPair) -> String {
    format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {}, {}: {} }}\n",
        jwt(operator, operator, None, json!({"type": "operator"})),
        system.public_key(),
        main.public_key(),
        account(main, operator, true),
        system.public_key(),
        account(system, operator, false),
    )
}

/// Writes the credentials file of a new user of an account; gives its public key.
fn user(
    machines: &Machines,
    name: &str,
    account: &KeyPair,
    (until, denied): (Option<u64>, &[&str]),
) -> String {
    let pair = KeyPair::new_user();
    let rights = json!({"type": "user", "subs": -1, "data": -1, "payload": -1, "pub": {"deny": denied}, "sub": {}});
    let jwt = jwt(&pair, account, until, rights);
    let seed = pair.seed().expect("a seed");
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    fs::write(machines.path(name), text).expect("a file");
    pair.public_key()
}

#[test]
fn credentials_files_say_who_looks_and_who_acts() {
    let Some(tmux) = answering("fleet-creds", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let (operator, main, system) = (
        KeyPair::new_operator(),
        KeyPair::new_account(),
        KeyPair::new_account(),
    );
    let settings = accounts(&operator, &main, &system);
    let Some(nats) = Nats::start(&machines, &settings) else {
        return;
    };
    user(&machines, "host.creds", &main, (None, &[]));
    user(&machines, "viewer.creds", &main, (None, &["shadow.act.>"]));
    user(&machines, "late.creds", &main, (Some(1_700_000_001), &[]));
    let key = user(&machines, "operator.creds", &main, (None, &[]));
    let by = |name: &str| format!("?creds={}", machines.path(name).display());
    let _relay = Published::start(&tmux, &nats.url(&by("host.creds")), "dev.box");
    nats.used_by(&machines, &by("viewer.creds"));
    let name = listed(&machines, &tmux);
    let refused = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(refused.code, 1, "{}", refused.stdout);
    assert!(refused.stderr.contains("may not act"), "{}", refused.stderr);
    let keys = fs::read(typed(&tmux, "work", "idle-fresh")).unwrap_or_default();
    assert_eq!(keys, b"", "nothing was typed");
    for file in ["late.creds", "none.creds"] {
        nats.used_by(&machines, &by(file));
        let away = run(&machines, &["panes"]);
        let why = match file {
            "late.creds" => "refuses these credentials",
            _ => "cannot use",
        };
        assert!(away.stdout.contains(why), "{} {}", away.stdout, away.stderr);
    }
    nats.used_by(&machines, &by("operator.creds"));
    let sent = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    let audit = fs::read_to_string(state(&tmux).join("shadow/acts.ndjson")).expect("a list");
    assert!(audit.contains(&key), "{audit}");
    let said = fs::read_to_string(state(&tmux).join("said")).expect("words");
    for name in ["host.creds", "viewer.creds", "operator.creds"] {
        let text = fs::read_to_string(machines.path(name)).expect("a file");
        let seed = text.lines().find(|it| it.starts_with("SU"));
        let seed = seed.expect("a seed");
        assert!(!said.contains(seed) && !audit.contains(seed));
    }
}

/// A certificate for this machine, and its key; none, with a message, where openssl is not installed.
fn certificate(machines: &Machines) -> Option<[String; 2]> {
    let [cert, key] = ["cert.pem", "key.pem"].map(|name| machines.path(name).display().to_string());
    let mut openssl = Command::new("openssl");
    openssl.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]);
    openssl.args([
        "-days",
        "2",
        "-subj",
        "/CN=nats",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
    ]);
    openssl.args([
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-keyout",
        &key,
        "-out",
        &cert,
    ]);
    if !openssl
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|it| it.success())
    {
        eprintln!("skipped: openssl is not installed");
        return None;
    }
    Some([cert, key])
}

#[test]
fn an_encrypted_server_is_used_where_its_certificate_is_trusted() {
    let Some(tmux) = answering("fleet-tls", Then::Works) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let Some([cert, key]) = certificate(&machines) else {
        return;
    };
    let tls = format!("tls {{ cert_file: {cert:?}, key_file: {key:?} }}");
    let Some(nats) = Nats::start(&machines, &tls) else {
        return;
    };
    let plain = nats.url("");
    let [trusted, strange] = [format!("?ca={cert}"), String::new()]
        .map(|files| format!("{}{files}", plain.replace("nats://", "tls://")));
    let _relay = Published::start(&tmux, &trusted, "dev.box");
    let listed = |url: &str| run(&machines, &["panes", "--fleet", url]);
    until("a pane", || listed(&trusted).stdout.contains("dev.box/"));
    let doctor = run(&machines, &["doctor", "--json", "--fleet", &trusted]).json();
    let fleet = doctor
        .iter()
        .find(|it| it["name"] == "fleet")
        .expect("a finding");
    assert!(
        !fleet["found"].to_string().contains("not encrypted"),
        "{fleet}"
    );
    let away = listed(&strange);
    assert_eq!(away.code, 4, "{}", away.stderr);
    assert!(away.stdout.contains("cannot be asked"), "{}", away.stdout);
}
