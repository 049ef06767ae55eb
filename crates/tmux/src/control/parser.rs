//! The control-mode protocol: bytes in, messages out. No I/O.
//!
//! A reply stands between `%begin TIME NUMBER FLAGS` and `%end` or `%error` with the same three
//! words, and its lines are raw: a screen may show `%end 1 2 3`. A hostile screen that guessed all
//! three would cut its reply short; what follows is then told as [`Message::Astray`].

use super::line;
use super::notice::Notice;

/// The longest line that is taken, in bytes: tmux sends output in pieces of some kilobytes.
const LINE_LIMIT: usize = 16 << 20;

/// The longest reply that is taken, in bytes.
const REPLY_LIMIT: usize = 64 << 20;

/// What a command printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Whether this client asked for it (others: the commands of hooks and of the attach itself).
    pub asked: bool,
    /// Whether the command was carried out; otherwise `body` says why not.
    pub done: bool,
    /// What was printed, line ends included. Any bytes.
    pub body: Vec<u8>,
}

/// One thing that the stream says.
#[derive(Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// A command is done or refused.
    Reply(Reply),
    /// Something happened.
    Notice(Notice<'a>),
    /// The stream holds what the protocol has no place for; replies can no longer be told apart.
    Astray,
}

/// Reads a control-mode stream.
///
/// ```
/// use shadow_tmux::control::{Message, Parser};
///
/// let mut parser = Parser::default();
/// let mut bodies = Vec::new();
/// for piece in [&b"%begin 7 1 1\n%en"[..], b"d 1 2 3\n%end 7 1 1\n"] {
///     parser.feed(piece, |message| {
///         if let Message::Reply(reply) = message {
///             bodies.push(reply.body);
///         }
///     });
/// }
/// assert_eq!(bodies, [b"%end 1 2 3\n"]);
/// ```
#[derive(Debug, Default)]
pub struct Parser {
    /// Bytes of a line that has not ended.
    held: Vec<u8>,
    block: Option<Block>,
    scratch: Vec<u8>,
}

#[derive(Debug)]
struct Block {
    /// ` TIME NUMBER FLAGS`, as the end must repeat it.
    guard: Vec<u8>,
    body: Vec<u8>,
}

impl Parser {
    /// Reads bytes, split anywhere, and tells what they say in order.
    pub fn feed(&mut self, bytes: &[u8], mut tell: impl FnMut(Message<'_>)) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (head, tail) = (&rest[..end], &rest[end + 1..]);
            rest = tail;
            if self.held.is_empty() {
                self.line(head, &mut tell);
            } else {
                let mut line = std::mem::take(&mut self.held);
                line.extend_from_slice(head);
                self.line(&line, &mut tell);
                line.clear();
                self.held = line;
            }
        }
        self.held.extend_from_slice(rest);
        if self.held.len() > LINE_LIMIT {
            self.held.clear();
            tell(Message::Astray);
        }
    }

    fn line(&mut self, line: &[u8], tell: &mut impl FnMut(Message<'_>)) {
        if let Some(block) = &mut self.block {
            let ended = block.end(line);
            if let Some(done) = ended {
                let reply = self.block.take().map(|block| block.reply(done));
                reply
                    .into_iter()
                    .for_each(|reply| tell(Message::Reply(reply)));
            } else if !block.push(line) {
                self.block = None;
                tell(Message::Astray);
            }
            return;
        }
        // Some versions end lines outside replies as a terminal does.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(guard) = line.strip_prefix(b"%begin") {
            self.block = Some(Block::new(guard));
        } else if line.starts_with(b"%")
            && !line.starts_with(b"%end ")
            && !line.starts_with(b"%error ")
        {
            tell(Message::Notice(line::read(line, &mut self.scratch)));
        } else if !line.is_empty() {
            tell(Message::Astray);
        }
    }
}

impl Block {
    fn new(guard: &[u8]) -> Self {
        Self {
            guard: guard.to_vec(),
            body: Vec::new(),
        }
    }

    /// Whether a line ends the block, and if so whether its command was carried out.
    fn end(&self, line: &[u8]) -> Option<bool> {
        let ends = |word: &[u8]| line.strip_prefix(word) == Some(&self.guard);
        if ends(b"%end") {
            Some(true)
        } else {
            ends(b"%error").then_some(false)
        }
    }

    /// Adds a line; false if the reply has become too long.
    fn push(&mut self, line: &[u8]) -> bool {
        self.body.extend_from_slice(line);
        self.body.push(b'\n');
        self.body.len() <= REPLY_LIMIT
    }

    fn reply(self, done: bool) -> Reply {
        let flags = self.guard.rsplit(|&byte| byte == b' ').next();
        Reply {
            asked: flags.is_some_and(|flags| flags.last().is_some_and(|digit| digit & 1 == 1)),
            done,
            body: self.body,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, Notice, Parser};

    fn told(bytes: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        Parser::default().feed(bytes, |message| {
            all.push(match message {
                Message::Reply(reply) => format!(
                    "{}{}{}",
                    if reply.asked { "" } else { "unasked " },
                    if reply.done { "" } else { "refused " },
                    reply.body.escape_ascii()
                ),
                Message::Notice(Notice::Topology(name)) => name.escape_ascii().to_string(),
                Message::Notice(notice) => format!("{notice:?}"),
                Message::Astray => "astray".to_owned(),
            });
        });
        all
    }

    #[test]
    fn a_reply_ends_only_with_its_own_guard() {
        let stream = b"%begin 9 5 1\n%end 9 4 1\n%error 9 5 0\n%output %1 x\n%end 9 5 1\n";
        assert_eq!(
            told(stream),
            ["%end 9 4 1\\n%error 9 5 0\\n%output %1 x\\n"]
        );
    }

    #[test]
    fn replies_say_whose_they_are_and_how_they_went() {
        let stream =
            b"%begin 9 1 0\n%end 9 1 0\n%begin 9 2 1\nno pane\n%error 9 2 1\n%window-add @1\n";
        assert_eq!(
            told(stream),
            ["unasked ", "refused no pane\\n", "%window-add"]
        );
    }

    #[test]
    fn a_guessed_end_is_noticed() {
        let stream = b"%begin 9 1 1\nrow\n%end 9 1 1\nmore\n%end 9 1 1\n";
        assert_eq!(told(stream), ["row\\n", "astray", "astray"]);
    }

    #[test]
    fn lines_may_end_as_on_a_terminal() {
        assert_eq!(told(b"%sessions-changed\r\n\r\n"), ["%sessions-changed"]);
    }
}
