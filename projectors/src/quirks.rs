//! Habits that only some versions of a CLI have. Each provider has one table of them, a row a habit with the versions that
//! have it; what a preset takes for granted follows from the rows.

use std::ops::Range;

use shadow_core::Version;

/// Where a span of versions ends that none has ended yet.
pub(crate) const NEVER: Version = Version::new(u32::MAX, 0, 0);

/// Whether a version is in one of some spans.
pub(crate) const fn within(spans: &[Range<Version>], version: Version) -> bool {
    let (mut at, version) = (0, order(version));
    while at < spans.len() {
        if order(spans[at].start) <= version && version < order(spans[at].end) {
            return true;
        }
        at += 1;
    }
    false
}

/// A number that is greater for a later version.
const fn order(version: Version) -> u128 {
    (version.major as u128) << 64 | (version.minor as u128) << 32 | version.patch as u128
}

/// Makes a type of a provider's habits, a field each, and of each a question of the same name whether a version has it.
macro_rules! quirks {
    ($($(#[$about:meta])+ $habit:ident: $($span:expr),+;)+) => {
        /// What holds in a preset: in the versions from one on, up to the next preset.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Quirks {
            /// Its name, as `projector_id` and `parser_preset_id` show it.
            pub id: &'static str,
            /// The version in which its difference was first seen.
            pub since: shadow_core::Version,
            $($(#[$about])+ pub $habit: bool,)+
        }

        impl Quirks {
            $($(#[$about])+
            #[must_use]
            pub const fn $habit(version: shadow_core::Version) -> bool {
                crate::quirks::within(&[$($span),+], version)
            })+

            /// What holds in the versions from one on.
            const fn of(id: &'static str, since: shadow_core::Version) -> Self {
                Self { id, since, $($habit: Self::$habit(since),)+ }
            }
        }
    };
}

pub(crate) use quirks;

#[cfg(test)]
mod tests {
    use super::{NEVER, within};
    use shadow_core::Version;

    #[test]
    fn a_span_ends_before_its_end() {
        let v = |minor| Version::new(0, minor, 0);
        let spans = [v(20)..v(42), v(97)..NEVER];
        for (version, has) in [(v(19), false), (v(20), true), (v(42), false), (v(97), true)] {
            assert_eq!(within(&spans, version), has, "{version}");
        }
        assert!(within(&spans, Version::new(0, 41, 9)) && within(&spans, Version::new(1, 0, 0)));
    }
}
