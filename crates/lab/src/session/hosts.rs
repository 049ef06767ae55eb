//! A stand-in for the providers' public hosts: names that lead to loopback, and a TLS server there that answers `{}`. It gives
//! Codex a device code that is never entered.
//!
//! Without it the first run of Claude Code ends at its check of the network (seen in 2.0.31 and 2.1.330).

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::error::{Context, LabError, Result};
use crate::provider::Launch;

const NAMES: [&str; 5] = [
    "auth.openai.com",
    "api.anthropic.com",
    "platform.claude.com",
    "console.anthropic.com",
    "claude.ai",
];
const HOSTS: &str = "/tmp/hosts";
const SERVER: &str = "/tmp/hosts.js";
const KEY: &str = "/tmp/hosts-key.pem";
const CERTIFICATE: &str = "/tmp/hosts-cert.pem";
const DEVICE_CODE: &str =
    r#"{"device_auth_id": "device-1", "user_code": "LABS-12345", "interval": "5"}"#;

/// Starts the server, binds the names and lets the CLI trust the server.
pub fn serve(launch: &mut Launch) -> Result<()> {
    let names = NAMES.map(|name| format!("127.0.0.1 {name}\n")).concat();
    fs::write(HOSTS, format!("127.0.0.1 localhost\n{names}")).context(HOSTS)?;
    run(Command::new("mount").args(["--bind", HOSTS, "/etc/hosts"]))?;
    certify()?;
    let script = format!(
        "require('https').createServer({{key: require('fs').readFileSync('{KEY}'), cert: \
         require('fs').readFileSync('{CERTIFICATE}')}}, (q, r) => {{ r.setHeader('content-type', \
         'application/json'); if (q.url.endsWith('/deviceauth/token')) r.statusCode = 403; \
         r.end(q.url.endsWith('/deviceauth/usercode') ? '{DEVICE_CODE}' : '{{}}') \
         }}).listen(443, '127.0.0.1')"
    );
    fs::write(SERVER, script).context(SERVER)?;
    Command::new("node")
        .arg(SERVER)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("node")?;
    for name in ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"] {
        launch.env.push((name.into(), CERTIFICATE.into()));
    }
    thread::sleep(Duration::from_millis(400));
    Ok(())
}

fn certify() -> Result<()> {
    let names = NAMES.map(|name| format!("DNS:{name}")).join(",");
    run(Command::new("openssl").args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "30",
        "-subj",
        "/CN=lab",
        "-addext",
        &format!("subjectAltName={names}"),
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-keyout",
        KEY,
        "-out",
        CERTIFICATE,
    ]))
}

fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().context(&program)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(LabError::new(format!(
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        ))),
    }
}
