//! The processes in front: the members of a terminal's foreground group, and of those of the terminals that they host.

use std::collections::HashSet;

use crate::system;

/// What is known of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Its group.
    pub group: u32,
    /// Its controlling terminal, by a number; 0 for none.
    pub terminal: u64,
    /// The group in front of that terminal; 0 for none.
    pub front: u32,
    /// When it was started, by the system's own clock.
    pub started: Option<u64>,
}

/// Processes that are looked at, at most: a pane's program may start as many as it likes.
const MOST: usize = 512;

/// Terminals within terminals that are followed.
const DEPTH: usize = 4;

/// Ids of the processes in front of a process' terminal: the leader first, then its group, then who is in front of the
/// terminals that these host.
pub fn in_front(process: u32) -> Vec<u32> {
    let mut found = Found::default();
    found.front_of(process, DEPTH);
    found.members
}

#[derive(Default)]
struct Found {
    members: Vec<u32>,
    seen: HashSet<u32>,
}

impl Found {
    /// Adds who is in front of the terminal of a process, whose descendants they are.
    fn front_of(&mut self, root: u32, depth: usize) {
        let Some(known) = system::process(root) else {
            return;
        };
        if depth == 0 {
            return;
        }
        if known.terminal == 0 || known.front == 0 {
            return self.given_up(root, depth);
        }
        let begin = self.members.len();
        let (mut hosts, mut open) = (Vec::new(), vec![known.front, root]);
        while let Some(id) = open.pop() {
            if self.seen.len() >= MOST || !self.seen.insert(id) {
                continue;
            }
            let Some(process) = system::process(id) else {
                continue;
            };
            let is_member = process.group == known.front && process.terminal == known.terminal;
            if is_member {
                self.members.push(id);
            }
            for child in system::children(id) {
                let other = system::process(child).map(|child| child.terminal);
                match other {
                    Some(terminal) if terminal == known.terminal => open.push(child),
                    // Hosted by one in front; what one in the background hosts has no keys.
                    Some(terminal) if terminal != 0 && is_member => hosts.push(child),
                    _ => {}
                }
            }
        }
        let own = &mut self.members[begin..];
        own.sort_by_key(|id| (*id != known.front, *id));
        for host in hosts {
            self.front_of(host, depth - 1);
        }
    }

    /// Adds who is in front of the terminal that a process has given up to one that it has started: `setsid --ctty --wait`.
    fn given_up(&mut self, root: u32, depth: usize) {
        if self.seen.len() >= MOST || !self.seen.insert(root) {
            return;
        }
        for child in system::children(root) {
            self.front_of(child, depth - 1);
        }
    }
}
