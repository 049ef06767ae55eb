//! What a control-mode client is told unasked.

use crate::pane::PaneId;

/// One notification. Names and values come from programs and people: any bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice<'a> {
    /// `%output`, `%extended-output`: what a pane's program wrote, unescaped. Pieces are split
    /// anywhere, inside characters and sequences too.
    Output {
        /// The pane.
        pane: PaneId,
        /// Milliseconds for which it waited in tmux, where tmux tells.
        late_ms: Option<u64>,
        /// The bytes.
        data: &'a [u8],
    },
    /// `%pause`: this client reads too slowly; the pane's output is dropped until it is asked for
    /// again.
    Paused(PaneId),
    /// `%continue`: the pane's output comes again.
    Continued(PaneId),
    /// `%pane-mode-changed`: copy mode or a chooser came or went.
    PaneModeChanged(PaneId),
    /// `%subscription-changed`: the value of a subscribed format.
    Subscription {
        /// The subscription's name.
        name: &'a [u8],
        /// The pane, where the subscription is one on panes.
        pane: Option<PaneId>,
        /// The value.
        value: &'a [u8],
    },
    /// A window or session came, went, was renamed, laid out anew or switched to: what panes there
    /// are, where and how large may have changed. Holds the notification's name.
    Topology(&'a [u8]),
    /// `%exit`: the client ends, for this reason, if one is given.
    Exit(&'a [u8]),
    /// One that is not known here: newer versions of tmux have more. Holds its whole line.
    Other(&'a [u8]),
}
