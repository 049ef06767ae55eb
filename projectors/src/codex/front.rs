//! What is in front, and the rows of each part of it.

use shadow_core::contract::{BlockOrigin, UiContext};
use shadow_core::surface::{Doubt, Facts, RowSpan, Surface, Zone};

/// Which of the two skins the interface has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Skin {
    /// `▌` marks composer, user cells and dialogs (up to 0.42).
    Bar,
    /// `›` does (from 0.44 on).
    #[default]
    Chevron,
}

/// A live composer and what is around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Composer {
    /// The skin.
    pub skin: Skin,
    /// First row of the prompt.
    pub first: usize,
    /// Last row of the draft.
    pub last: usize,
    /// A space parts the bar from the draft (0.36 and later; placeholders always).
    pub margin: bool,
    /// The popup, above or below.
    pub popup: Option<(RowSpan, UiContext)>,
    /// The shortcuts overlay.
    pub overlay: Option<RowSpan>,
    /// Footer rows.
    pub footer: Option<RowSpan>,
    /// The first row of the pane's lower part: of its uppermost part.
    pub top: usize,
    /// The status row.
    pub status: Option<RowSpan>,
    /// A notice at the pane's right edge right above.
    pub beside: Option<RowSpan>,
    /// Queued messages.
    pub queued: Option<RowSpan>,
    /// A panel in front of the composer, which is still drawn below it.
    pub panel: Option<RowSpan>,
    /// Rows in the place of a status row that are none by their shape, or of a panel.
    pub odd: Option<Doubt>,
    /// Images that go with the draft, a row each: one blank row parts them from the prompt.
    pub images: u16,
}

impl Composer {
    /// The draft's rows.
    pub(super) fn rows(&self) -> RowSpan {
        RowSpan::new(self.first, self.last)
    }

    /// Whether a row is the draft's.
    pub(super) fn holds(&self, row: usize) -> bool {
        (self.first..=self.last).contains(&row)
    }

    /// Its parts and those around it, but for a notice at the pane's right edge.
    pub(super) fn parts(&self) -> [(Zone, Option<RowSpan>); 7] {
        [
            (Zone::Composer, Some(self.rows())),
            (Zone::Composer, self.image_rows()),
            (Zone::Status, self.status),
            (Zone::Queued, self.queued),
            (Zone::Popup, self.popup.map(|(rows, _)| rows)),
            (Zone::Overlay, self.overlay),
            (Zone::Footer, self.footer),
        ]
    }

    /// The first row of the uppermost of these parts.
    pub(super) fn uppermost(&self) -> usize {
        let first = |rows: Option<RowSpan>| rows.map_or(self.first, |rows| rows.first as usize);
        let parts = self.parts();
        let parts = parts.iter().map(|(_, rows)| first(*rows));
        parts.fold(first(self.beside), usize::min)
    }

    /// The rows of the images that go with the draft.
    pub(super) fn image_rows(&self) -> Option<RowSpan> {
        let first = || self.first - 1 - usize::from(self.images);
        (self.images > 0).then(|| RowSpan::new(first(), self.first - 2))
    }
}

/// The columns of the screen that a surface has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All.
    Whole,
    /// Those left of a side chat.
    Left,
    /// Those of a side chat, right of the main session.
    Right,
    /// Those of a drawer. The transcript above it is whole.
    Drawer,
    /// Those of a box over the transcript.
    Box,
}

/// What is in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// Nothing at all.
    Blank,
    /// A live composer.
    Composer(Composer),
    /// A dialog, picker or panel.
    Block {
        /// The skin.
        skin: Skin,
        /// Its rows.
        rows: RowSpan,
    },
    /// A pager: the row of its rule.
    Pager {
        /// The rule above the hints.
        rule: usize,
        /// The last row.
        last: usize,
    },
    /// A status row is in the composer's place (up to 0.20).
    BareStatus {
        /// The row.
        row: usize,
    },
    /// The CLI has ended; what shows it begins at this row.
    Ended {
        /// The first row after the CLI's last.
        row: usize,
    },
    /// Another program.
    Foreign {
        /// The row that shows it.
        row: usize,
    },
    /// A shell's prompt in the composer's rows, and nothing that tells whether a shell printed or a person typed it.
    Undecided {
        /// The composer's rows.
        rows: RowSpan,
    },
    /// Nothing that a rule recognizes.
    Unrecognized,
}

impl Front {
    /// A dialog in the skin from 0.44 on.
    pub(super) const fn block(rows: RowSpan) -> Self {
        let skin = Skin::Chevron;
        Self::Block { skin, rows }
    }

    /// The kind of surface that it is, where its rows do not say otherwise.
    pub(super) const fn surface(&self) -> Surface {
        match self {
            Self::Blank => Surface::Blank,
            Self::Composer(_) | Self::Block { .. } | Self::BareStatus { .. } => Surface::Live,
            Self::Pager { .. } => Surface::Pager,
            Self::Ended { .. } => Surface::Exited,
            Self::Foreign { .. } => Surface::Foreign,
            Self::Undecided { .. } | Self::Unrecognized => Surface::Unrecognized,
        }
    }

    /// How `output_variant` calls a surface of which this is in front and these facts were read; empty where it has no name.
    pub(super) fn variant(&self, facts: &Facts) -> &'static str {
        match self {
            Self::Composer(_) if facts.side_chat.is_some() => "side_chat",
            Self::Composer(composer) => match composer.skin {
                Skin::Bar => "bar_composer",
                Skin::Chevron => "chevron_composer",
            },
            Self::Block { .. }
                if facts
                    .block
                    .is_some_and(|it| it.origin == BlockOrigin::Agent) =>
            {
                "agent_block"
            }
            _ => "",
        }
    }

    /// The skin, where it shows one.
    pub(super) const fn skin(&self) -> Skin {
        match self {
            Self::Composer(Composer { skin, .. }) | Self::Block { skin, .. } => *skin,
            _ => Skin::Chevron,
        }
    }

    /// The same with the dialog ending above a composer that may be a shell's, whoever has the pane.
    pub(super) const fn without_shell(self) -> Self {
        match self {
            Self::Undecided { rows } => Self::Ended {
                row: rows.first as usize,
            },
            other => other,
        }
    }
}
