//! Who needs a person next. Pure: panes in, a pane out.

use shadow_tmux::PaneId;
use shadow_tui::Need;

/// A pane that may need a person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waiting {
    /// Which.
    pub pane: PaneId,
    /// What it asks for.
    pub need: Need,
    /// Since when, in seconds of any clock.
    pub since: f64,
}

/// The pane to go to from another: the most urgent one, and longest first; from one of those that
/// wait, the one after it. None where no other waits.
pub fn next(panes: &[Waiting], from: Option<PaneId>) -> Option<PaneId> {
    let mut queue: Vec<&Waiting> = panes.iter().filter(|it| it.need <= Need::Idle).collect();
    queue.sort_by(|a, b| {
        let urgency = a.need.cmp(&b.need).then(a.since.total_cmp(&b.since));
        urgency.then(a.pane.cmp(&b.pane))
    });
    let here = queue.iter().position(|it| Some(it.pane) == from);
    let place = here.map_or(0, |here| (here + 1) % queue.len());
    let next = queue.get(place)?.pane;
    (Some(next) != from).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::{Need, PaneId, Waiting, next};

    fn id(text: &str) -> PaneId {
        text.parse().expect("a pane's id")
    }

    #[test]
    fn the_most_urgent_comes_first_and_each_in_its_turn() {
        let panes = [
            ("%1", Need::Idle, 5.0),
            ("%2", Need::Working, 1.0),
            ("%3", Need::Blocked, 9.0),
            ("%4", Need::Blocked, 7.0),
            ("%5", Need::Failed, 1.0),
        ];
        let panes = panes.map(|(pane, need, since)| Waiting {
            pane: id(pane),
            need,
            since,
        });
        let mut order = vec![next(&panes, Some(id("%2"))).expect("someone waits")];
        for _ in 0..4 {
            order.extend(next(&panes, order.last().copied()));
        }
        assert_eq!(order, ["%4", "%3", "%5", "%1", "%4"].map(id));
        assert_eq!(next(&panes[..2], Some(id("%1"))), None);
        assert_eq!(next(&panes[1..2], None), None);
    }
}
