//! What lets somebody in: tokens, which programs show, and sessions, which the page derives from one without showing it.
//!
//! A page asks whoever answers at its address. So the server proves first that it knows the token: the page sends a number
//! of its own, and the answer holds a message authentication code that only the token gives. What the page sends then holds
//! for this life of the server and for the address that it was made for: no other server takes it.

use std::sync::OnceLock;

use serde::Serialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::token::Token;

/// Bytes that SHA-256 takes at once.
const BLOCK: usize = 64;

/// Characters of the number that a page makes.
const NONCE: usize = 64;

/// The secrets of one life of a server.
#[derive(Debug)]
pub struct Keys {
    life: Token,
    kept: Option<Token>,
    /// Opens the page once.
    once: Option<Token>,
    /// What the page that `once` has opened derived from it: no other page has it, and it was never sent.
    opened: OnceLock<Token>,
}

/// What answers a page that asks for a session: a number of this server's, and for each token that it knows the proof.
#[derive(Debug, Serialize)]
pub struct Challenge {
    challenge: String,
    proofs: Vec<String>,
}

impl Keys {
    /// With a token that is made anew for each life of the server: sessions end with it.
    #[must_use]
    pub const fn new(life: Token) -> Self {
        Self {
            life,
            kept: None,
            once: None,
            opened: OnceLock::new(),
        }
    }

    /// With a token that outlives the server, too, for programs.
    #[must_use]
    pub fn and_kept(self, token: Token) -> Self {
        let kept = Some(token);
        Self { kept, ..self }
    }

    /// With a code that opens the page once. The page derives a secret of its own from it, so that it stays open while
    /// the server lives; for any other page the code is worth nothing then.
    #[must_use]
    pub fn and_once(self, code: Token) -> Self {
        let once = Some(code);
        Self { once, ..self }
    }

    fn tokens(&self) -> impl Iterator<Item = &Token> {
        let lasting = [&self.life].into_iter().chain(&self.kept);
        lasting.chain(self.opened.get())
    }

    /// The code, while no page was opened with it.
    fn unused(&self) -> Option<&Token> {
        self.once.as_ref().filter(|_| self.opened.get().is_none())
    }

    /// Whether a request's `Authorization` carries a token, or a session of this life.
    pub(crate) fn are_in(&self, authorization: &[u8]) -> bool {
        self.tokens().any(|token| token.is_in(authorization)) || self.is_session(authorization)
    }

    /// The answer to a page of an origin that asks with a number of its own; none where that is no such number.
    pub(crate) fn challenge(&self, origin: &str, nonce: &str) -> Option<Challenge> {
        let hex = |byte: u8| byte.is_ascii_hexdigit();
        if nonce.len() != NONCE || !nonce.bytes().all(hex) {
            return None;
        }
        let challenge = self.issued(origin, nonce);
        let prove = |token| code(token, "server", &[origin, nonce, &challenge]);
        let proofs = self.tokens().chain(self.unused()).map(prove).collect();
        Some(Challenge { challenge, proofs })
    }

    /// The number that answers another one, in this life of the server alone.
    fn issued(&self, origin: &str, nonce: &str) -> String {
        code(&self.life, "challenge", &[origin, nonce])
    }

    /// `Session NONCE.CHALLENGE.CODE.ORIGIN`.
    fn is_session(&self, authorization: &[u8]) -> bool {
        let given = std::str::from_utf8(authorization).ok();
        let given = given.and_then(|given| given.strip_prefix("Session "));
        let mut parts = given.unwrap_or_default().splitn(4, '.');
        let parts = [(); 4].map(|()| parts.next().unwrap_or_default());
        let [nonce, challenge, given, origin] = parts;
        let is = |one: &str, other: &str| bool::from(one.as_bytes().ct_eq(other.as_bytes()));
        let derived = |token| code(token, "session", &[origin, nonce, challenge]);
        if !is(challenge, &self.issued(origin, nonce)) {
            return false;
        }
        if self.tokens().any(|token| is(given, &derived(token))) {
            return true;
        }
        let Some(once) = &self.once else {
            return false;
        };
        let page = Token::of_code(code(once, "page", &[origin, nonce, challenge]));
        // Requests of one page may come at once; of two pages, one is the first.
        is(given, &derived(&page))
            && is(
                self.opened.get_or_init(|| page.clone()).reveal(),
                page.reveal(),
            )
    }
}

/// The message authentication code (HMAC with SHA-256, in hexadecimal digits) of what something is for and its parts, none of
/// which holds a line break.
fn code(token: &Token, purpose: &str, parts: &[&str]) -> String {
    let text = format!("shadow {purpose}\n{}", parts.join("\n"));
    let bytes = hmac(token.reveal().as_bytes(), text.as_bytes());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// RFC 2104.
fn hmac(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut padded = [0; BLOCK];
    match key.len() > BLOCK {
        true => padded[..32].copy_from_slice(&Sha256::digest(key)),
        false => padded[..key.len()].copy_from_slice(key),
    }
    let hash = |mask: u8, text: &[u8]| {
        let key = padded.map(|byte| byte ^ mask);
        Sha256::new()
            .chain_update(key)
            .chain_update(text)
            .finalize()
    };
    hash(0x5c, &hash(0x36, text)).into()
}

#[cfg(test)]
mod tests {
    use super::{Keys, code, hmac};
    use crate::guard::Token;

    const NONCE: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    const ORIGIN: &str = "http://127.0.0.1:7420";

    fn token(byte: u8) -> Token {
        Token::from_random([byte; 32])
    }

    /// What a page sends that knows a token, of what a server has answered.
    fn session(keys: &Keys, token: &Token, origin: &str) -> String {
        let challenge = keys.challenge(origin, NONCE).expect("a number").challenge;
        let code = code(token, "session", &[origin, NONCE, &challenge]);
        format!("Session {NONCE}.{challenge}.{code}.{origin}")
    }

    #[test]
    fn a_session_is_of_one_life_one_origin_and_a_token() {
        let (kept, other) = (token(2), token(9));
        let keys = Keys::new(token(1)).and_kept(kept.clone());
        let again = Keys::new(token(3)).and_kept(kept.clone());
        for known in [&token(1), &kept] {
            let session = session(&keys, known, ORIGIN);
            assert!(keys.are_in(session.as_bytes()));
            assert!(!again.are_in(session.as_bytes()), "another life");
            let moved = session.replace(":7420", ":7421");
            assert!(!keys.are_in(moved.as_bytes()), "another address");
            let proofs = keys.challenge(ORIGIN, NONCE).expect("a number").proofs;
            assert!(!proofs.iter().any(|proof| session.contains(proof)));
        }
        assert!(!keys.are_in(session(&keys, &other, ORIGIN).as_bytes()));
        assert!(!keys.are_in(session(&again, &kept, ORIGIN).as_bytes()));
        for bad in ["", "Session ", "Session ...", "Session a.b.c.d"] {
            assert!(!keys.are_in(bad.as_bytes()), "{bad}");
        }
        assert!(keys.are_in(format!("Bearer {}", kept.reveal()).as_bytes()));
        assert!(keys.challenge(ORIGIN, "short").is_none());
    }

    #[test]
    fn a_code_opens_one_page_and_that_one_for_the_life_of_the_server() {
        let once = token(5);
        let keys = Keys::new(token(1)).and_once(once.clone());
        let page = |nonce: &str| {
            let challenge = keys.challenge(ORIGIN, nonce).expect("a number");
            let parts = [ORIGIN, nonce, challenge.challenge.as_str()];
            let proof = code(&once, "server", &parts);
            let own = super::Token::of_code(code(&once, "page", &parts));
            (challenge.proofs.contains(&proof), own)
        };
        let show = |own: &super::Token, nonce: &str| {
            let challenge = keys.challenge(ORIGIN, nonce).expect("a number").challenge;
            let given = code(own, "session", &[ORIGIN, nonce, &challenge]);
            keys.are_in(format!("Session {nonce}.{challenge}.{given}.{ORIGIN}").as_bytes())
        };
        let other = NONCE.replace("00", "ff");
        let (proven, first) = page(NONCE);
        let (_, second) = page(&other);
        assert!(proven && show(&first, NONCE) && show(&first, NONCE));
        assert!(!show(&second, &other), "the code is used");
        assert!(!page(&other).0, "the server does not offer it any more");
        assert!(show(&first, &other), "the page goes on with what it has");
        assert!(!keys.are_in(session(&keys, &once, ORIGIN).as_bytes()));
        let bearer = |token: &super::Token| format!("Bearer {}", token.reveal());
        assert!(!keys.are_in(bearer(&once).as_bytes()));
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 4231, cases 2 and 6.
        let shown = |bytes: [u8; 32]| bytes.map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(
            shown(hmac(b"Jefe", b"what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        let long = b"Test Using Larger Than Block-Size Key - Hash Key First";
        assert_eq!(
            shown(hmac(&[0xaa; 131], long)),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }
}
