//! A block's heading.

use shadow_core::contract::BlockKind;

use super::body::Body;
use super::dialogs;
use super::place::{Edge, is_spoken};

/// Whether an approval of a command in the open shows no heading of its own: what it is about is painted over, too, as by a
/// command that clears the screen (2.0.31).
pub(super) fn is_headless(body: &Body<'_>, kind: BlockKind) -> bool {
    let open = body.place.edge == Edge::Open && kind == BlockKind::ApprovalCommand;
    let heading = || body.heading().map_or("", |line| line.words);
    open && !is_spoken(body.screen, body.place) && !dialogs::heads_command(heading())
}
