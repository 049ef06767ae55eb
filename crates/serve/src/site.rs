//! The site: the board, who acts, who may ask.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::acts::Acts;
use crate::board::{Board, PaneKey};
use crate::guard::{Hosts, Keys};
use crate::mcp::{Desk, Leave};

/// Acts at one time, over all panes.
const ACTS: usize = 32;

/// What the service is on.
pub struct Site {
    board: Arc<Board>,
    acts: Arc<dyn Acts>,
    keys: Keys,
    hosts: Hosts,
    /// What agents may do through `/mcp`.
    leave: Leave,
    /// Panes in which something is being done.
    busy: Mutex<BTreeSet<PaneKey>>,
}

impl Site {
    /// A site.
    #[must_use]
    pub fn new(
        board: Arc<Board>,
        acts: Arc<dyn Acts>,
        keys: Keys,
        hosts: Hosts,
        leave: Leave,
    ) -> Arc<Self> {
        Arc::new(Self {
            board,
            acts,
            keys,
            hosts,
            leave,
            busy: Mutex::default(),
        })
    }

    pub(crate) fn board(&self) -> &Arc<Board> {
        &self.board
    }

    pub(crate) fn acts(&self) -> &Arc<dyn Acts> {
        &self.acts
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    pub(crate) fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// The place where the calls of agents are carried out.
    pub(crate) fn desk(&self) -> Desk {
        let (board, acts) = (Arc::clone(&self.board), Arc::clone(&self.acts));
        Desk::shared(board, acts, self.leave.clone())
    }

    /// Takes a pane for an act, until what is given back is dropped. None where another act has it, or too many run.
    pub(crate) fn take(self: &Arc<Self>, key: &PaneKey) -> Option<Taken> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let free = busy.len() < ACTS && busy.insert(key.clone());
        free.then(|| Taken {
            site: Arc::clone(self),
            key: key.clone(),
        })
    }
}

/// A pane that is taken for an act.
pub struct Taken {
    site: Arc<Site>,
    key: PaneKey,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut busy = self
            .site
            .busy
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        busy.remove(&self.key);
    }
}
