//! Where a NATS server is, and the files with which it is asked: `tls://nats.example.org?creds=FILE&ca=FILE`.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use async_nats::ConnectOptions;
use nkeys::KeyPair;

use crate::exit::Failure;

/// The name of a requester that has no key: the server lets everyone in.
const ANYONE: &str = "anyone";

/// How an address is written.
const FORM: &str =
    "write nats://HOST:PORT or tls://HOST:PORT, and then ?nkey=FILE or ?creds=FILE, and &ca=FILE";

/// A file that proves who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Proof {
    /// The seed of an nkey.
    Nkey(PathBuf),
    /// A JWT and the seed of its nkey.
    Creds(PathBuf),
}

/// An address. It holds no secret: the files do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    server: String,
    proof: Option<Proof>,
    ca: Option<PathBuf>,
}

impl Address {
    /// The server, as it is shown.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The machine and the port.
    pub fn place(&self) -> &str {
        let place = self.server.split_once("://");
        place.map_or(&*self.server, |(_, place)| place)
    }

    /// Whether the connection must be encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.server.starts_with("tls://")
    }

    /// How to connect, and the public key of who connects. The files are read anew each time.
    pub fn options(&self) -> Result<(ConnectOptions, String), Failure> {
        let mut options = ConnectOptions::new().require_tls(self.is_encrypted());
        if let Some(ca) = &self.ca {
            options = options.add_root_certificates(ca.clone());
        }
        let Some(proof) = &self.proof else {
            return Ok((options, ANYONE.to_owned()));
        };
        let (Proof::Nkey(path) | Proof::Creds(path)) = proof;
        let text = read(path)?;
        let seed = seed(&text).ok_or_else(|| wrong(path, "it holds no seed of an nkey"))?;
        let pair = KeyPair::from_seed(seed).map_err(|_| wrong(path, "its seed is wrong"))?;
        let options = match proof {
            Proof::Nkey(_) => options.nkey(seed.to_owned()),
            Proof::Creds(_) => options
                .credentials(&text)
                .map_err(|_| wrong(path, "it holds no JWT with its seed"))?,
        };
        Ok((options, pair.public_key()))
    }
}

/// The line of a file that is the seed of a user's nkey.
fn seed(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|it| it.starts_with("SU"))
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| wrong(path, &error.to_string()))
}

fn wrong(path: &Path, why: &str) -> Failure {
    let path = path.display();
    Failure::input(format!(
        "cannot use {path} for the NATS server: {why}; name the file that `shadow fleet init` or nsc wrote"
    ))
}

impl FromStr for Address {
    type Err = String;

    /// An error does not repeat the text, which may hold a secret.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || FORM.to_owned();
        let (server, files) = text.split_once('?').unwrap_or((text, ""));
        let place = server.strip_prefix("nats://");
        let place = place.or_else(|| server.strip_prefix("tls://"));
        let place = place.ok_or_else(wrong)?;
        if text.contains('@') {
            return Err(format!(
                "a NATS address holds no user, password or token, since others can read it; put them into a file, and {FORM}"
            ));
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if place.is_empty() || !place.bytes().all(plain) {
            return Err(wrong());
        }
        let mut address = Self {
            server: server.to_owned(),
            proof: None,
            ca: None,
        };
        for file in files.split('&').filter(|it| !it.is_empty()) {
            let (name, path) = file.split_once('=').ok_or_else(wrong)?;
            let path = home(path);
            match (name, &address.proof) {
                ("nkey", None) => address.proof = Some(Proof::Nkey(path)),
                ("creds", None) => address.proof = Some(Proof::Creds(path)),
                ("ca", _) => address.ca = Some(path),
                _ => return Err(wrong()),
            }
        }
        Ok(address)
    }
}

/// The path of a file; `~/` is the home.
fn home(text: &str) -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    let below = text.strip_prefix("~/");
    let below = below.and_then(|below| Some(home()?.join(below)));
    below.unwrap_or_else(|| PathBuf::from(text))
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.server)
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, seed};

    #[test]
    fn an_address_names_files_and_holds_no_secret() {
        let address: Address = "tls://nats.example.org:4222?nkey=/x/a.nk&ca=/x/ca.pem"
            .parse()
            .expect("an address");
        assert_eq!(address.server(), "tls://nats.example.org:4222");
        assert_eq!(address.place(), "nats.example.org:4222");
        assert!(address.is_encrypted());
        assert!("nats://[::1]:4222".parse::<Address>().is_ok());
        for text in [
            "nats.example.org",
            "http://x",
            "nats://",
            "nats://a b",
            "nats://x?nkey=a&creds=b",
            "nats://x?password=hunter2",
            "nats://x/\u{1b}[1m",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
        for text in ["nats://me:hunter2@x", "nats://hunter2@x?nkey=/x"] {
            let wrong = text.parse::<Address>().expect_err(text);
            assert!(
                wrong.contains("put them into a file") && !wrong.contains("hunter2"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn the_seed_of_a_file_is_the_line_of_a_user() {
        let text = "-----BEGIN NATS USER JWT-----\neyJ0\n\n  SUABC\n-----END";
        assert_eq!(seed(text), Some("SUABC"));
        assert_eq!(seed("SAABC\n"), None, "an account's");
    }
}
