//! In which versions Codex has which habit, and the presets, between which one of them changes. Each boundary was bisected on
//! real screens of the versions on both sides.

use shadow_core::Version;
use shadow_core::surface::SettledBy;

use super::front::Skin;
use crate::quirks::{NEVER, quirks};

const fn v(minor: u32) -> Version {
    Version::new(0, minor, 0)
}

quirks! {
    /// Composer, dialogs and the person's cells begin with `▌`; later with `›`, and answers with bullets.
    barred: v(0)..v(44);
    /// The status row stays for the whole turn, while text streams too.
    status_stays: v(20)..v(42), v(97)..v(99);
    /// A draft behind a running turn is always offered to be queued in the footer: without the offer, no turn runs (0.104
    /// offers it, 0.105 does not).
    offers_queue: v(117)..NEVER;
    /// The title carries a moving glyph while a turn runs.
    marks_title: v(117)..NEVER;
    /// A turn may leave a row at its end: some of the versions do, or some that are read so for want of a known version.
    may_leave_end_row: v(44)..v(97), v(117)..NEVER;
    /// Every turn leaves a row at its end: how long it took, or when it ended (0.154 does not yet).
    leaves_end_row: v(156)..NEVER;
    /// A rule that is labeled with a time stands only where a turn has ended that took over a minute: up to 0.125 between
    /// its steps, too.
    labels_end: v(129)..NEVER;
    /// The banner may have no box: 0.157 draws one, 0.160 does not.
    bares_banner: v(158)..NEVER;
    /// Prints the tabs of what it asks about as they are, and draws no blanks in their place (0.146 does, 0.150 does not).
    prints_tabs: v(0)..v(150);
    /// A space in front keeps `!` from being a shell command. Before, the text was trimmed first: ` !ls` ran `ls` (seen in
    /// 0.98.0).
    space_saves_bash: v(169)..NEVER;
    /// Reports its state by OSC 7501, unasked (0.162.1 sends none).
    sends_reports: v(163)..NEVER;
}

/// The presets, oldest first.
pub static PRESETS: [Quirks; 8] = [
    Quirks::of("codex-bar", v(20)),
    Quirks::of("codex-bar-hiding", v(42)),
    Quirks::of("codex-chevron", v(44)),
    Quirks::of("codex-steady-status", v(97)),
    Quirks::of("codex-queue-offer", v(99)),
    Quirks::of("codex-title", v(117)),
    Quirks::of("codex-labeled-end", v(129)),
    Quirks::of("codex-finished-row", v(156)),
];

/// The presets of each skin in which least may be taken for granted.
const BAR_HIDING: usize = 1;
const CHEVRON: usize = 2;

impl Quirks {
    /// The preset itself, or where a screen's skin is another's: the one of that skin in which least may be taken for
    /// granted.
    pub(super) fn seen_in(&self, skin: Skin) -> &Self {
        match skin {
            Skin::Bar if !self.barred => &PRESETS[BAR_HIDING],
            Skin::Chevron if self.barred => &PRESETS[CHEVRON],
            _ => self,
        }
    }

    /// The channel that settles a turn where the screen does not tell.
    pub(super) const fn settled_by(&self) -> SettledBy {
        match (self.status_stays, self.marks_title) {
            (true, _) => SettledBy::Text,
            (false, true) => SettledBy::Title,
            (false, false) => SettledBy::Time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PRESETS, Quirks, v};

    #[test]
    fn a_preset_says_of_its_versions_what_their_rows_say() {
        for minor in 20..250 {
            let preset = PRESETS.iter().rfind(|preset| preset.since <= v(minor));
            let preset = preset.expect("a preset");
            // These are asked of the version itself, or taken for granted in the rest of a preset.
            let own = Quirks {
                bares_banner: preset.bares_banner,
                prints_tabs: preset.prints_tabs,
                sends_reports: preset.sends_reports,
                space_saves_bash: preset.space_saves_bash,
                since: preset.since,
                ..Quirks::of(preset.id, v(minor))
            };
            assert_eq!(own, *preset, "0.{minor}");
        }
    }
}
