//! Which reply answers which question: replies come in the order of the commands.

use std::collections::{HashMap, VecDeque};

use super::parser::Reply;

/// What a question's commands printed, or why one of them was refused.
pub(super) type Answer = Result<Vec<Vec<u8>>, String>;

/// A question at work.
#[derive(Debug)]
struct Open {
    ticket: u64,
    /// Its commands that have not been answered.
    left: usize,
    printed: Vec<Vec<u8>>,
    /// Whether somebody waits for the answer.
    wanted: bool,
}

/// Questions and answers.
#[derive(Debug, Default)]
pub(super) struct Desk {
    next: u64,
    open: VecDeque<Open>,
    answers: HashMap<u64, Answer>,
}

impl Desk {
    /// Notes a question of so many commands; gives its ticket.
    pub(super) fn ask(&mut self, commands: usize, wanted: bool) -> u64 {
        self.next += 1;
        self.open.push_back(Open {
            ticket: self.next,
            left: commands.max(1),
            printed: Vec::new(),
            wanted,
        });
        self.next
    }

    /// Takes a reply; says whether a question is answered by it. A refusal ends the question: tmux
    /// carries out none of its further commands.
    pub(super) fn take(&mut self, reply: Reply) -> bool {
        if !reply.asked {
            return false;
        }
        let Some(open) = self.open.front_mut() else {
            return false;
        };
        open.left -= 1;
        let refusal = (!reply.done).then(|| String::from_utf8_lossy(&reply.body).trim().to_owned());
        if reply.done {
            open.printed.push(reply.body);
        }
        if open.left > 0 && refusal.is_none() {
            return false;
        }
        if let Some(open) = self.open.pop_front().filter(|open| open.wanted) {
            let answer = refusal.map_or(Ok(open.printed), Err);
            self.answers.insert(open.ticket, answer);
        }
        true
    }

    /// The answer to a question, once.
    pub(super) fn answer(&mut self, ticket: u64) -> Option<Answer> {
        self.answers.remove(&ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::{Desk, Reply};

    fn reply(done: bool, body: &str) -> Reply {
        Reply {
            asked: true,
            done,
            body: body.into(),
        }
    }

    #[test]
    fn replies_answer_in_order_and_a_refusal_ends_its_question() {
        let mut desk = Desk::default();
        let (two, three, unwanted) = (desk.ask(2, true), desk.ask(3, true), desk.ask(1, false));
        assert!(!desk.take(Reply {
            asked: false,
            ..reply(true, "a hook's")
        }));
        assert!(!desk.take(reply(true, "a")));
        assert_eq!(desk.answer(two), None);
        assert!(desk.take(reply(true, "b")));
        assert!(!desk.take(reply(true, "c")));
        assert!(desk.take(reply(false, "no pane\n")));
        assert!(desk.take(reply(true, "d")));
        assert_eq!(desk.answer(two), Some(Ok(vec!["a".into(), "b".into()])));
        assert_eq!(desk.answer(three), Some(Err("no pane".to_owned())));
        assert_eq!(desk.answer(unwanted), None);
        assert!(!desk.take(reply(true, "surplus")));
    }
}
