//! In which versions Claude Code has which habit, as far as it changes what a screen proves, and the presets, between which one
//! of them changes.

use shadow_core::Version;

use crate::quirks::{NEVER, quirks};

const fn v(major: u32, minor: u32, patch: u32) -> Version {
    Version::new(major, minor, patch)
}

quirks! {
    /// The composer is in a box, afterwards between two rules. Dialogs go on in boxes up to 2.0.0.
    boxes_composer: v(1, 0, 0)..v(1, 0, 120);
    /// A prompt's words are gray, and on no ground of their own.
    grays_prompts: v(1, 0, 0)..v(1, 0, 120);
    /// The empty composer may hold a suggested prompt.
    suggests: v(1, 0, 120)..NEVER;
    /// An answer keeps four columns free on the right, afterwards none.
    spares_answers: v(1, 0, 0)..v(2, 1, 7);
    /// A prompt keeps four columns free on the right, afterwards one; so it may before, as a wider row shows (1.0.93 to
    /// 1.0.109).
    spares_prompts: v(1, 0, 0)..v(2, 1, 78);
    /// The title carries a braille glyph that moves while a turn runs, and `✳` while none does. (2.1.6 leaves any spinner
    /// glyph in it.)
    marks_title: v(2, 1, 7)..NEVER;
    /// A tab takes one column where a text is broken into rows, and is drawn up to the next stop: what it pushes over the edge is
    /// cut off. Seen from 2.1.15 to 2.1.222; 2.1.12 prints tabs, 2.1.224 draws blanks and breaks the row.
    clips_tabs: v(2, 1, 7)..v(2, 1, 224);
    /// Vim's normal mode keeps the cursor on the draft; before, it may be behind it.
    caret_tells: v(2, 1, 7)..NEVER;
    /// The status row is hidden while text streams onto the screen, so its absence proves nothing.
    hides_status: v(2, 1, 78)..NEVER;
    /// `? for shortcuts` leaves the footer while a turn runs.
    hint_tells: v(2, 1, 78)..NEVER;
}

/// The presets, oldest first.
pub static PRESETS: [Quirks; 5] = [
    Quirks::of("claude-boxed", v(1, 0, 0)),
    Quirks::of("claude-ruled", v(1, 0, 120)),
    Quirks::of("claude-titled", v(2, 1, 7)),
    Quirks::of("claude-streaming", v(2, 1, 78)),
    Quirks::of("claude-spaced", v(2, 1, 224)),
];

impl Quirks {
    /// Columns that an answer keeps free on the right.
    pub(super) const fn margin(self) -> usize {
        if self.spares_answers { 4 } else { 0 }
    }

    /// The same of a prompt, unless a wider row shows that it is one column.
    pub(super) const fn prompt_margin(self) -> usize {
        if self.spares_prompts { 4 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::{PRESETS, Quirks, v};

    #[test]
    fn a_preset_says_of_its_versions_what_their_rows_say() {
        let versions = (0..3).flat_map(|minor| (0..400).map(move |patch| (minor, patch)));
        let versions = versions.flat_map(|(minor, patch)| [v(1, minor, patch), v(2, minor, patch)]);
        for version in versions {
            let preset = PRESETS.iter().rfind(|preset| preset.since <= version);
            let preset = preset.expect("a preset");
            let since = preset.since;
            let own = Quirks {
                since,
                ..Quirks::of(preset.id, version)
            };
            assert_eq!(own, *preset, "{version}");
        }
    }
}
