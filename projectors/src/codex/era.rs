//! What differs between versions, as data: one row per preset.

use shadow_core::Version;

/// A family of versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Era {
    /// The preset's and projector's name.
    pub id: &'static str,
    /// The version in which its difference was first seen.
    pub since: Version,
    /// The status row stays for the whole turn, while text streams too.
    pub status_row_always: bool,
    /// A draft behind a running turn is always offered to be queued in the footer: without the offer, no turn runs.
    pub offers_queue: bool,
    /// The title carries a moving glyph while a turn runs.
    pub marks_title: bool,
    /// A turn may leave a row at its end: some of the versions do, or some that this era reads for want of
    /// a known version.
    pub may_leave_end_row: bool,
    /// Every turn leaves a row at its end: how long it took, or when it ended.
    pub leaves_end_row: bool,
    /// A rule that is labelled with a time stands only where a turn has ended: up to 0.125 between its steps, too.
    pub labels_end: bool,
    /// The channel that settles a turn where the screen does not tell.
    pub settled_by: &'static str,
}

impl Era {
    /// The era itself, or where a screen's look is another's: the era of that look in which least may
    /// be taken for granted.
    pub(super) fn seen_in(&self, look: Look) -> &Self {
        let barred = self.since < CHEVRON_SINCE;
        match look {
            Look::Bar if !barred => &ERAS[BAR_HIDING],
            Look::Chevron if barred => &ERAS[CHEVRON],
            _ => self,
        }
    }
}

/// The version in which `›` was first seen.
const CHEVRON_SINCE: Version = Version::new(0, 44, 0);
/// The era of each look in which least may be taken for granted.
const BAR_HIDING: usize = 1;
const CHEVRON: usize = 2;

/// The eras, oldest first. Each boundary was bisected on real screens of the versions on both sides.
pub static ERAS: [Era; 8] = [
    // Rows begin with `▌`; the status row stays while text streams (0.20 to 0.40).
    Era {
        id: "codex-bar",
        since: Version::new(0, 20, 0),
        status_row_always: true,
        offers_queue: false,
        marks_title: false,
        may_leave_end_row: false,
        leaves_end_row: false,
        labels_end: false,
        settled_by: "text",
    },
    // The same look; the status row is hidden while text streams (0.42).
    Era {
        id: "codex-bar-hiding",
        since: Version::new(0, 42, 0),
        status_row_always: false,
        offers_queue: false,
        marks_title: false,
        may_leave_end_row: false,
        leaves_end_row: false,
        labels_end: false,
        settled_by: "time",
    },
    // `›` and bullets; nothing tells a streaming turn from a finished one (0.44 to 0.96).
    Era {
        id: "codex-chevron",
        since: Version::new(0, 44, 0),
        status_row_always: false,
        offers_queue: false,
        marks_title: false,
        may_leave_end_row: true,
        leaves_end_row: false,
        labels_end: false,
        settled_by: "time",
    },
    // The status row stays while text streams (0.97 and 0.98 only).
    Era {
        id: "codex-steady-status",
        since: Version::new(0, 97, 0),
        status_row_always: true,
        offers_queue: false,
        marks_title: false,
        may_leave_end_row: false,
        leaves_end_row: false,
        labels_end: false,
        settled_by: "text",
    },
    // Hidden again; a draft behind a turn may be offered to be queued (0.104 does, 0.105 does not).
    Era {
        id: "codex-queue-offer",
        since: Version::new(0, 99, 0),
        status_row_always: false,
        offers_queue: false,
        marks_title: false,
        may_leave_end_row: false,
        leaves_end_row: false,
        labels_end: false,
        settled_by: "time",
    },
    // The title moves while a turn runs.
    Era {
        id: "codex-title",
        since: Version::new(0, 117, 0),
        status_row_always: false,
        offers_queue: true,
        marks_title: true,
        may_leave_end_row: true,
        leaves_end_row: false,
        labels_end: false,
        settled_by: "title",
    },
    // A rule is labelled with a time only where a turn ends that took over a minute (0.129 to 0.154; 0.125 labels those between two steps).
    Era {
        id: "codex-labelled-end",
        since: Version::new(0, 129, 0),
        status_row_always: false,
        offers_queue: true,
        marks_title: true,
        may_leave_end_row: true,
        leaves_end_row: false,
        labels_end: true,
        settled_by: "title",
    },
    // Every turn leaves a row at its end (0.154 does not yet); by default the alternate screen.
    Era {
        id: "codex-finished-row",
        since: Version::new(0, 156, 0),
        status_row_always: false,
        offers_queue: true,
        marks_title: true,
        may_leave_end_row: true,
        leaves_end_row: true,
        labels_end: true,
        settled_by: "title",
    },
];
use super::front::Look;
