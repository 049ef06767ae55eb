//! Which trials a run is made of.

use serde::{Deserialize, Serialize};

use super::prompts::{Kind, UNSEEN};

/// What is put in a prompt's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// Nothing.
    None,
    /// An approval dialog is open; it is answered by `shadow choose` afterwards.
    Dialog,
    /// A turn runs; it is interrupted by `shadow interrupt` afterwards.
    Turn,
    /// A person's draft is in the composer.
    Draft,
    /// A draft, which is sent together with the text.
    DraftAlong,
    /// The pane is in copy mode.
    CopyMode,
    /// A picker is open.
    Picker,
    /// The CLI was started a moment ago.
    Fresh,
    /// The CLI is killed and started again while the prompt is sent.
    Restart,
    /// A person types while the prompt is sent.
    Typing,
    /// A picker opens while the prompt is sent.
    RaceDialog,
}

/// One prompt to send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// Counts from 1.
    pub number: usize,
    /// The kind of text.
    pub kind: Kind,
    /// What is in the way.
    pub obstacle: Obstacle,
}

impl Trial {
    /// The word by which its text is known at the model.
    pub fn tag(&self) -> String {
        match self.kind {
            Kind::Unseen => self.unseen().to_owned(),
            _ => format!("trial{:04}x", self.number),
        }
    }

    /// One text after the other, as often as the kind has come.
    fn unseen(&self) -> &'static str {
        UNSEEN[self.number / Kind::ALL.len() % UNSEEN.len()]
    }

    /// Whether what cannot be seen is to be taken out: once all such texts have been sent as they are.
    pub fn strips(&self) -> bool {
        let round = self.number / (Kind::ALL.len() * UNSEEN.len());
        self.kind == Kind::Unseen && round % 2 == 1
    }

    /// Its text.
    pub fn text(&self) -> String {
        self.kind.text(&self.tag())
    }

    /// What is seen of its text: what reaches the model where the rest is taken out.
    pub fn seen(&self) -> String {
        self.text().chars().filter(char::is_ascii).collect()
    }

    /// Whether four blanks are asked for in place of each tab: in every other text that has some.
    pub fn expands_tabs(&self) -> bool {
        self.kind == Kind::Tabs && self.number.is_multiple_of(4)
    }
}

/// The obstacles in turn: of every ten prompts four have one.
const OBSTACLES: [Obstacle; 10] = [
    Obstacle::Dialog,
    Obstacle::Draft,
    Obstacle::Restart,
    Obstacle::Typing,
    Obstacle::CopyMode,
    Obstacle::Turn,
    Obstacle::RaceDialog,
    Obstacle::Picker,
    Obstacle::DraftAlong,
    Obstacle::Fresh,
];

/// So many trials: every kind in turn, with obstacles in between.
pub fn trials(count: usize) -> Vec<Trial> {
    let mut met = 0;
    let trial = |number: usize| {
        let hindered = matches!(number % 10, 3 | 5 | 7 | 9);
        // One further at each round, so that every kind meets obstacles and none.
        let kind = Kind::ALL[(number + number / Kind::ALL.len()) % Kind::ALL.len()];
        let obstacle = match hindered && kind != Kind::Unseen {
            true => OBSTACLES[met % OBSTACLES.len()],
            false => Obstacle::None,
        };
        met += usize::from(hindered);
        Trial {
            number,
            kind,
            obstacle,
        }
    };
    (1..=count).map(trial).collect()
}

#[cfg(test)]
mod tests {
    use super::{Kind, Obstacle, UNSEEN, trials};
    use std::collections::HashSet;

    #[test]
    fn a_run_of_200_has_every_kind_and_obstacle() {
        let all = trials(200);
        let kinds: HashSet<_> = all.iter().map(|trial| trial.kind).collect();
        let obstacles: HashSet<_> = all.iter().map(|trial| trial.obstacle).collect();
        assert_eq!((kinds.len(), obstacles.len()), (17, 11));
        let plain = all.iter().filter(|t| t.obstacle == Obstacle::None).count();
        assert!((120..=130).contains(&plain), "{plain}");
    }

    #[test]
    fn every_unseen_text_is_sent_as_it_is_and_stripped() {
        let all = trials(300);
        let unseen = all.iter().filter(|trial| trial.kind == Kind::Unseen);
        let ways: HashSet<_> = unseen.map(|trial| (trial.text(), trial.strips())).collect();
        assert_eq!(ways.len(), 2 * UNSEEN.len(), "{ways:?}");
    }
}
