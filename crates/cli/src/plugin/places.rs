//! What is added to which option of the user's. Text is added in front or behind and taken out again
//! as it is, so that what the user wrote, before or since, stays.

use std::path::Path;

use crate::exit::Failure;

/// An addition to an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The flags of `set-option` for its global value.
    pub scope: &'static str,
    /// The option.
    pub option: &'static str,
    /// What is added.
    pub text: String,
    /// In front of what is there, else behind.
    pub front: bool,
}

impl Addition {
    /// A value with the addition; none where it has it.
    pub fn added(&self, value: &str) -> Option<String> {
        if value.contains(&self.text) {
            return None;
        }
        let value = self.removed(value).unwrap_or(value.to_owned());
        Some(match self.front {
            true => format!("{}{value}", self.text),
            false => format!("{value}{}", self.text),
        })
    }

    /// A value without the addition, also one that a shadow elsewhere made; none where it has none.
    pub fn removed(&self, value: &str) -> Option<String> {
        let mut rest = value.replace(&self.text, "");
        while let Some(less) = without_call(&rest) {
            rest = less;
        }
        (rest != value).then_some(rest)
    }
}

/// A value without the first call of the status segment by a plain path.
fn without_call(value: &str) -> Option<String> {
    let (before, after) = value.split_once(" tmux status) ")?;
    let (theirs, path) = before.rsplit_once("#(")?;
    path.chars()
        .all(is_plain)
        .then(|| format!("{theirs}{after}"))
}

/// Whether tmux and shells read a character as it is.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/._+-".contains(c)
}

/// The command by which tmux calls shadow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Own(String);

impl Own {
    /// The program that runs now.
    pub fn here() -> Result<Self, Failure> {
        let path = std::env::current_exe().map_err(Failure::from)?;
        Self::at(&path)
    }

    fn at(path: &Path) -> Result<Self, Failure> {
        let text = path.to_str().filter(|text| text.chars().all(is_plain));
        let text = text.ok_or_else(|| {
            let path = path.display();
            Failure::usage(format!(
                "tmux cannot be told to run {path:?}; put shadow into a folder of plain letters"
            ))
        })?;
        Ok(Self(text.to_owned()))
    }

    /// The command of a subcommand of `shadow`.
    pub fn command(&self, words: &str) -> String {
        format!("{} {words}", self.0)
    }

    /// Everything that is added.
    pub fn places(&self) -> [Addition; 4] {
        let flag = fresh("#{?#{P:#{@shadow_mark}}, #{P:#{@shadow_mark}},}");
        let border = fresh("#{?@shadow_state, #{@shadow_mark} #{@shadow_state},}");
        let stale = "#{?#{&&:#{@shadow_state},".to_owned() + IS_STALE + "}, ? shadow is stale,}";
        [
            Addition {
                scope: "-g",
                option: "status-right",
                text: format!("#({}) ", self.command("tmux status")),
                front: true,
            },
            Addition {
                scope: "-gw",
                option: "window-status-format",
                text: flag.clone(),
                front: false,
            },
            Addition {
                scope: "-gw",
                option: "window-status-current-format",
                text: flag,
                front: false,
            },
            Addition {
                scope: "-gw",
                option: "pane-border-format",
                text: border + &stale,
                front: false,
            },
        ]
    }
}

/// Says 1 where the last beat is older than `left` lets it be.
const IS_STALE: &str = "#{e|>:%s,#{e|+:#{@shadow_beat},40}}";

/// A format while what was left is fresh, and nothing else.
fn fresh(format: &str) -> String {
    format!("#{{?{IS_STALE},,{format}}}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{IS_STALE, Own};
    use crate::plugin::left::STALE;

    #[test]
    fn what_is_added_is_taken_out_and_nothing_else() {
        let own = Own::at(Path::new("/opt/shadow-1.0/bin/shadow")).expect("a plain path");
        assert!(
            IS_STALE.ends_with(&format!(",{STALE}}}}}")),
            "as old as `left` lets it be"
        );
        for place in own.places() {
            let theirs = "#I:#W #[fg=red]%H:%M";
            let added = place.added(theirs).expect("it is new");
            assert_eq!(place.added(&added), None, "it is added once");
            let since = format!("new {added} new");
            assert_eq!(place.removed(&since), Some(format!("new {theirs} new")));
            assert_eq!(place.removed(theirs), None);
        }
    }

    #[test]
    fn the_segment_of_a_shadow_that_has_moved_is_replaced() {
        let [now, before] =
            ["/bin/shadow", "/old/shadow"].map(|path| Own::at(Path::new(path)).expect("plain"));
        let old = before.places()[0].added("%H:%M").expect("it is new");
        let new = now.places()[0].added(&old);
        assert_eq!(new.as_deref(), Some("#(/bin/shadow tmux status) %H:%M"));
        assert_eq!(now.places()[0].removed(&old).as_deref(), Some("%H:%M"));
        assert_eq!(now.places()[0].removed("#(my script) tmux status) "), None);
    }

    #[test]
    fn a_path_that_tmux_or_a_shell_would_read_otherwise_is_refused() {
        for path in [
            "/a b/shadow",
            "/a'b/shadow",
            "/%H/shadow",
            "/#(x)/shadow",
            "/é/shadow",
        ] {
            assert!(Own::at(Path::new(path)).is_err(), "{path}");
        }
    }
}
