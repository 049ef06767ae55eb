//! How a projector names its rules: one list from which both the marks and the table are made, so that
//! no mark is without an entry. The compiler tells of an entry that nothing marks.

/// Makes an enumeration of rules, the table of them in the same order, and the ways to mark one.
macro_rules! named_rules {
    (
        $(#[$about:meta])*
        $name:ident {
            $($rule:ident: $id:literal, $since:literal, $reads:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum $name {
            $(#[doc = $reads] $rule,)+
        }

        impl $name {
            /// All of them, in the order of their numbers.
            pub(super) const TABLE: &[shadow_core::Rule] = &[
                $(shadow_core::Rule { id: $id, since: $since, reads: $reads },)+
            ];

            /// Marks that the rule has decided something about a screen.
            #[inline]
            pub(super) fn on(self, screen: &shadow_core::screen::Marked<'_>) {
                screen.mark(self as u8, true);
            }

            /// Passes on whether the rule holds, and marks it where it does.
            #[inline]
            pub(super) fn holds(self, screen: &shadow_core::screen::Marked<'_>, holds: bool) -> bool {
                screen.mark(self as u8, holds);
                holds
            }

            /// Passes on what the rule found, and marks it where it found anything.
            #[inline]
            pub(super) fn found<T>(
                self,
                screen: &shadow_core::screen::Marked<'_>,
                found: Option<T>,
            ) -> Option<T> {
                screen.mark(self as u8, found.is_some());
                found
            }
        }

        impl crate::rules::RuleName for $name {
            #[inline]
            fn leave(self, screen: &shadow_core::screen::Marked<'_>) {
                self.on(screen);
            }
        }

        const _: () = assert!($name::TABLE.len() <= shadow_core::RuleSet::MOST);
    };
}

pub(crate) use named_rules;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shadow_core::{Cli, Rule, Version};

    use crate::{claude, codex};

    fn tables() -> [&'static [Rule]; 2] {
        let claude = claude::ClaudeProjector::default();
        [
            claude.rules(),
            codex::CodexProjector::new(codex::PRESETS[0]).rules(),
        ]
    }

    #[test]
    fn every_rule_has_a_name_of_its_own_and_says_what_it_reads_and_since_when() {
        for table in tables() {
            let names: BTreeSet<&str> = table.iter().map(|rule| rule.id).collect();
            assert_eq!(names.len(), table.len());
            for rule in table {
                let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!(rule.id.chars().all(letter), "{}", rule.id);
                assert!(Version::parse_prefix(rule.since).is_some(), "{}", rule.id);
                assert!(
                    rule.reads.len() > 8 && !rule.reads.ends_with('.'),
                    "{}",
                    rule.id
                );
            }
        }
    }
}
