//! Where versions of Claude Code differ in what their screens prove. Each rule names the version
//! in which the difference was first seen.

/// What holds in a family of versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Its name, as `projector_id` and `parser_preset_id` show it.
    pub id: &'static str,
    /// The first version.
    pub since: (u32, u32, u32),
    /// The status row is hidden while text streams, so its absence proves nothing.
    pub hides_status: bool,
    /// The empty composer may hold a suggested prompt.
    pub suggests: bool,
    /// The title carries a glyph that moves while a turn runs, and `✳` while none does.
    pub title_marks: bool,
    /// `? for shortcuts` leaves the footer while a turn runs.
    pub hint_tells: bool,
    /// Columns that an answer keeps free on the right.
    pub margin: usize,
    /// The same of a prompt, unless a wider row shows that it is one column (1.0.93 to 1.0.109).
    pub prompt_margin: usize,
    /// A prompt's words are grey, and on no ground of their own.
    pub grays_prompts: bool,
    /// Vim's normal mode keeps the cursor on the draft; before, it may stand behind it.
    pub caret_tells: bool,
}

/// All families, oldest first.
pub(super) const FAMILIES: [Rules; 4] = [
    Rules {
        id: "claude-boxed",
        since: (1, 0, 0),
        hides_status: false,
        suggests: false,
        title_marks: false,
        hint_tells: false,
        margin: 4,
        prompt_margin: 4,
        grays_prompts: true,
        caret_tells: false,
    },
    // Two rules instead of a box: 1.0.120. Dialogs go on in boxes up to 2.0.0.
    Rules {
        id: "claude-ruled",
        since: (1, 0, 120),
        hides_status: false,
        suggests: true,
        title_marks: false,
        hint_tells: false,
        margin: 4,
        prompt_margin: 4,
        grays_prompts: false,
        caret_tells: false,
    },
    // The title says `✳` or a braille glyph: 2.1.7. (2.1.6 leaves any spinner glyph in it.)
    Rules {
        id: "claude-titled",
        since: (2, 1, 7),
        hides_status: false,
        suggests: true,
        title_marks: true,
        hint_tells: false,
        margin: 0,
        prompt_margin: 4,
        grays_prompts: false,
        caret_tells: true,
    },
    // Text streams onto the screen, and the status row goes while it does: 2.1.78.
    Rules {
        id: "claude-streaming",
        since: (2, 1, 78),
        hides_status: true,
        suggests: true,
        title_marks: true,
        hint_tells: true,
        margin: 0,
        prompt_margin: 1,
        grays_prompts: false,
        caret_tells: true,
    },
];
