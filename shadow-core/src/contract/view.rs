//! Views of the results with their parts by name, and the macro for a provider's own views
//! ([`provider_views!`](crate::provider_views)).

use std::ops::Deref;

use super::zone::Zone;
use super::{
    CellRole, DialogCell, DialogProjection, Evidence, Payload, PermissionMode, SurfaceAssessment,
};

/// An assessment with its evidence by name.
///
/// Each is `None` if the verdict does not rest on it, even if it is on the screen.
#[derive(Debug, Clone, Copy)]
pub struct SurfaceView<'p>(&'p SurfaceAssessment);

impl<'p> SurfaceView<'p> {
    /// The view of a payload's assessment, if the provider of this name made it.
    #[must_use]
    pub fn of(payload: &'p Payload, provider_id: &str) -> Option<Self> {
        let assessment = &payload.surface_assessment;
        let made = assessment.parser_metadata.provider_id == provider_id;
        made.then_some(Self(assessment))
    }

    /// The first piece of evidence with one of these signals.
    #[must_use]
    pub fn signal(&self, signals: &[&str]) -> Option<&'p Evidence> {
        let mut evidence = self.0.evidence.iter();
        evidence.find(|one| signals.contains(&one.signal.as_str()))
    }

    /// The live composer with its frame.
    #[must_use]
    pub fn composer_frame(&self) -> Option<&'p Evidence> {
        self.signal(&["live_composer"])
    }

    /// The dialog, picker or panel in front.
    #[must_use]
    pub fn dialog_frame(&self) -> Option<&'p Evidence> {
        self.signal(&["live_dialog"])
    }

    /// The completion popup.
    #[must_use]
    pub fn popup(&self) -> Option<&'p Evidence> {
        self.signal(&["open_popup"])
    }

    /// The draft, if it is a command and not a prompt.
    #[must_use]
    pub fn command_draft(&self) -> Option<&'p Evidence> {
        self.signal(&["command_draft"])
    }

    /// An offer beside the composer, which takes a single key.
    #[must_use]
    pub fn offer(&self) -> Option<&'p Evidence> {
        self.signal(&["offer"])
    }

    /// The last rows of a pager over the transcript.
    #[must_use]
    pub fn pager(&self) -> Option<&'p Evidence> {
        self.signal(&["transcript_footer"])
    }

    /// The row of the running turn: spinner, status or retry.
    #[must_use]
    pub fn running_row(&self) -> Option<&'p Evidence> {
        self.signal(&["running_row"])
    }

    /// The empty place of the running row, if it proves that no turn runs.
    #[must_use]
    pub fn absent_running_row(&self) -> Option<&'p Evidence> {
        self.signal(&["status_row_absent"])
    }

    /// The end mark of a turn: its finished row or fold, an interruption, an error, a plan.
    #[must_use]
    pub fn end_mark(&self) -> Option<&'p Evidence> {
        self.signal(&[
            "finished_row",
            "folded_turn",
            "interrupted",
            "error_cell",
            "plan_handed_in",
        ])
    }

    /// Messages that are queued behind the turn.
    #[must_use]
    pub fn queue(&self) -> Option<&'p Evidence> {
        self.signal(&["queued_messages"])
    }

    /// The header of a surface on which no turn has begun.
    #[must_use]
    pub fn header(&self) -> Option<&'p Evidence> {
        self.signal(&["no_turn_yet"])
    }

    /// The part of the footer that proves something: a hint that disappears while a turn runs, or that appears only beside an
    /// empty composer. Other footers are no evidence, such as an idle footer below the end of a turn.
    #[must_use]
    pub fn footer(&self) -> Option<&'p Evidence> {
        let mut evidence = self.0.evidence.iter();
        evidence.find(|one| one.zone == Zone::Footer)
    }

    /// The permission mode that a row shows, with its label. It supports no verdict, so it is no evidence and has no rows.
    #[must_use]
    pub fn mode_row(&self) -> Option<&'p PermissionMode> {
        let mode = self.0.permission_mode.as_ref();
        mode.filter(|mode| mode.label.is_some())
    }

    /// The report of the title.
    #[must_use]
    pub fn title(&self) -> Option<&'p Evidence> {
        self.signal(&["title_working", "title_idle", "title_blocked"])
    }

    /// The program's report about itself: status, progress, tab.
    #[must_use]
    pub fn self_report(&self) -> Option<&'p Evidence> {
        self.signal(&["report_working", "report_blocked", "report_idle"])
    }

    /// The caller's information that the process has ended.
    #[must_use]
    pub fn process_exited(&self) -> Option<&'p Evidence> {
        self.signal(&["process_exited"])
    }

    /// A sign that the CLI is suspended and may come back.
    #[must_use]
    pub fn suspended(&self) -> Option<&'p Evidence> {
        self.signal(&["suspended"])
    }

    /// A sign that another program has the keys: a shell prompt, the foreground programs, or the terminal's mode.
    #[must_use]
    pub fn another_program(&self) -> Option<&'p Evidence> {
        self.signal(&[
            "shell_prompt",
            "no_cli_in_front",
            "terminal_in_line_mode",
            "own_dashboard",
        ])
    }
}

impl Deref for SurfaceView<'_> {
    type Target = SurfaceAssessment;

    fn deref(&self) -> &SurfaceAssessment {
        self.0
    }
}

/// A projection with its cells by name.
#[derive(Debug, Clone, Copy)]
pub struct DialogView<'p>(&'p DialogProjection);

impl<'p> DialogView<'p> {
    /// The view of a payload's projection, if the provider of this name made it.
    #[must_use]
    pub fn of(payload: &'p Payload, provider_id: &str) -> Option<Self> {
        let projection = &payload.dialog_projection;
        let made = projection.projection_metadata.provider_id == provider_id;
        made.then_some(Self(projection))
    }

    /// The cells of a role, from the top.
    pub fn cells_of(&self, role: CellRole) -> impl Iterator<Item = &'p DialogCell> + use<'p> {
        self.0.cells.iter().filter(move |cell| cell.role == role)
    }

    /// The banner that the session began with, while it is on the screen.
    #[must_use]
    pub fn banner(&self) -> Option<&'p DialogCell> {
        self.cells_of(CellRole::Banner).next()
    }

    /// The person's prompts, from the top.
    pub fn prompts(&self) -> impl Iterator<Item = &'p DialogCell> + use<'p> {
        self.cells_of(CellRole::User)
    }

    /// The agent's answers, from the top.
    pub fn answers(&self) -> impl Iterator<Item = &'p DialogCell> + use<'p> {
        self.cells_of(CellRole::Assistant)
    }

    /// The tool calls, from the top.
    pub fn tool_calls(&self) -> impl Iterator<Item = &'p DialogCell> + use<'p> {
        self.cells_of(CellRole::ToolCall)
    }
}

impl Deref for DialogView<'_> {
    type Target = DialogProjection;

    fn deref(&self) -> &DialogProjection {
        self.0
    }
}

/// Defines a provider's own views: its contexts, its surface with its own evidence by name, and its dialog. `Other` is every
/// context that is not listed.
///
/// ```
/// use shadow_tui_core::contract::UiContext;
///
/// shadow_tui_core::provider_views! {
///     /// Which surface is in front.
///     contexts MyContext { NormalPrompt, SlashCommand }
///     /// Its assessment.
///     surface MySurface of "mine" => {
///         /// What only this CLI shows.
///         bell => "bell_row",
///     }
///     /// Its dialog.
///     dialog MyDialog of "mine";
/// }
///
/// assert_eq!(MyContext::from(UiContext::RewindMenu), MyContext::Other);
/// ```
#[macro_export]
macro_rules! provider_views {
    (
        $(#[$context_doc:meta])*
        contexts $context:ident { $($variant:ident),* $(,)? }
        $(#[$surface_doc:meta])*
        surface $surface:ident of $surface_id:expr => {
            $($(#[$signal_doc:meta])* $name:ident => $signal:literal),* $(,)?
        }
        $(#[$dialog_doc:meta])*
        dialog $dialog:ident of $dialog_id:expr;
    ) => {
        $(#[$context_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $context {
            $(#[doc = concat!("As `UiContext::", stringify!($variant), "`.")] $variant,)*
            /// A menu without a name of its own, or an unknown context.
            Other,
        }

        impl From<$crate::contract::UiContext> for $context {
            fn from(context: $crate::contract::UiContext) -> Self {
                match context {
                    $($crate::contract::UiContext::$variant => Self::$variant,)*
                    _ => Self::Other,
                }
            }
        }

        $(#[$surface_doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $surface<'p>($crate::contract::SurfaceView<'p>);

        impl<'p> $surface<'p> {
            /// The view, if this provider made the payload.
            #[must_use]
            pub fn of(payload: &'p $crate::contract::Payload) -> Option<Self> {
                $crate::contract::SurfaceView::of(payload, $surface_id).map(Self)
            }

            /// Which surface is in front.
            #[must_use]
            pub fn context(&self) -> $context {
                self.0.ui_context.into()
            }

            $(
                $(#[$signal_doc])*
                #[must_use]
                pub fn $name(&self) -> Option<&'p $crate::contract::Evidence> {
                    self.0.signal(&[$signal])
                }
            )*
        }

        impl<'p> std::ops::Deref for $surface<'p> {
            type Target = $crate::contract::SurfaceView<'p>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        $(#[$dialog_doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $dialog<'p>($crate::contract::DialogView<'p>);

        impl<'p> $dialog<'p> {
            /// The view, if this provider made the payload.
            #[must_use]
            pub fn of(payload: &'p $crate::contract::Payload) -> Option<Self> {
                $crate::contract::DialogView::of(payload, $dialog_id).map(Self)
            }
        }

        impl<'p> std::ops::Deref for $dialog<'p> {
            type Target = $crate::contract::DialogView<'p>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    };
}
