//! Following panes: changes, views, self-reports, several sessions, clients that are thrown out.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use shadow_core::ReportedState;
use shadow_tmux::{Bell, ControlClient, Feed, Pane, PaneId, Purpose, Transport};

use crate::{PrivateTmux, until};

fn id(text: &str) -> PaneId {
    text.parse().expect("an id")
}

/// A feed that follows every pane of a server.
fn following(tmux: &PrivateTmux) -> (Feed, Vec<Pane>) {
    let mut feed = Feed::new(tmux.socket(), &Bell::default());
    let panes = feed.panes().expect("panes");
    feed.follow(&panes);
    assert_eq!(feed.refusal(), None);
    (feed, panes)
}

fn has_changed(feed: &Feed, pane: &str) -> bool {
    feed.changed()
        .iter()
        .any(|(changed, _)| *changed == id(pane))
}

/// The text of a pane's view.
fn text(feed: &Feed, pane: &str) -> String {
    let view = feed.views(&[id(pane)]).pop().expect("a view");
    String::from_utf8(view.expect("the pane").text).expect("UTF-8")
}

/// Looks until no pane has changed for a while.
fn settle(feed: &Feed, panes: &[Pane]) {
    let ids: Vec<PaneId> = panes.iter().map(|pane| pane.id).collect();
    let mut quiet = Instant::now();
    until("the panes are quiet", || {
        if !feed.changed().is_empty() {
            feed.views(&ids);
            quiet = Instant::now();
        }
        (quiet.elapsed() > Duration::from_millis(1500)).then_some(())
    });
}

#[test]
fn only_the_pane_that_writes_has_changed_in_whatever_session() {
    let Some(tmux) = PrivateTmux::start("changes", "cat") else {
        return;
    };
    tmux.run(&["new-session", "-d", "-x", "80", "-y", "24", "cat"]);
    tmux.run(&["split-window", "-d", "-t", "%1", "cat"]);
    let (feed, panes) = following(&tmux);
    settle(&feed, &panes);
    tmux.run(&["send-keys", "-t", "%2", "-l", "%end 1 2 3"]);
    until("%2 has changed", || has_changed(&feed, "%2").then_some(()));
    assert!(!has_changed(&feed, "%0") && !has_changed(&feed, "%1"));
    assert!(text(&feed, "%2").contains("%end 1 2 3"));
    assert!(!has_changed(&feed, "%2"), "a view is a look");
    assert_eq!(
        tmux.run(&["display-message", "-p", "-t", "%0", "#{window_width}"]),
        "80"
    );
}

#[test]
fn views_are_those_of_the_spawning_transport() {
    let Some(tmux) =
        PrivateTmux::start("views", r"printf '\033[1;31m\303\251\033[0m\nx'; exec cat")
    else {
        return;
    };
    let (feed, _) = following(&tmux);
    until("the row is there", || {
        text(&feed, "%0").contains('x').then_some(())
    });
    let spawned = feed.server().view(id("%0")).expect("a view");
    assert_eq!(
        feed.views(&[id("%0")])
            .pop()
            .expect("a view")
            .expect("the pane"),
        spawned
    );
    assert!(
        feed.views(&[id("%9")])[0]
            .as_ref()
            .is_err_and(|error| error.is_no_pane())
    );
    let client = ControlClient::attach(tmux.socket(), "$0", Purpose::Listening, &Bell::default())
        .expect("attaches");
    let hostile = "a\"b'c\\d$HOME ; ~ #{pane_id}\nend é";
    let shown = client
        .run(&["display-message", "-p", hostile])
        .expect("an answer");
    let wanted = hostile.replace("#{pane_id}", "%0") + "\n";
    assert_eq!(String::from_utf8_lossy(&shown), wanted);
    let refused = client.run(&["no-such-command"]).expect_err("refused");
    assert!(refused.to_string().contains("unknown command"), "{refused}");
}

#[test]
fn self_reports_that_tmux_hides_are_heard() {
    let Some(tmux) = PrivateTmux::start("reports", "cat >/dev/null") else {
        return;
    };
    let (feed, _) = following(&tmux);
    let says = r"printf '\033]7501;state=working:app=x\033\\\033]9;4;3\007\033]9;look\007\033[?2026h'; exec cat";
    tmux.run(&["respawn-pane", "-k", "-t", "%0", says]);
    let heard = until("it is heard", || {
        let heard = feed.take_heard(id("%0"))?.channels;
        (!heard.notifications.is_empty()).then_some(heard)
    });
    assert_eq!(heard.program_status[0].state, ReportedState::Working);
    assert!(heard.program_status_age.is_some_and(|age| age < 20.0));
    assert_eq!(
        (heard.progress.as_deref(), &heard.notifications[0][..]),
        (Some("3"), "look")
    );
    assert_eq!(
        feed.changed().first().map(|(_, change)| change.drawing),
        Some(true)
    );
    assert!(
        feed.take_heard(id("%0"))
            .expect("followed")
            .channels
            .notifications
            .is_empty()
    );
    feed.process_ended(id("%0"));
    assert!(
        feed.take_heard(id("%0"))
            .expect("followed")
            .channels
            .program_status
            .is_empty()
    );
}

#[test]
fn modes_and_sessions_that_change_without_output_are_told() {
    let Some(tmux) = PrivateTmux::start("flags", "cat") else {
        return;
    };
    let (feed, panes) = following(&tmux);
    settle(&feed, &panes);
    tmux.run(&["copy-mode", "-t", "%0"]);
    until("copy mode is told", || {
        has_changed(&feed, "%0").then_some(())
    });
    tmux.run(&["select-pane", "-t", "%0", "-T", "another title"]);
    let listed = feed.panes().expect("panes");
    let title = listed[0].title.as_deref();
    assert_eq!(title, Some("another title"), "a listing shows it");
    let _ = feed.take_topology();
    tmux.run(&["new-session", "-d", "cat"]);
    until("the new session is told", || {
        feed.take_topology().then_some(())
    });
    assert_eq!(feed.panes().expect("panes").len(), 2);
}

#[test]
fn a_client_that_is_thrown_out_is_replaced() {
    let Some(tmux) = PrivateTmux::start("detach", "cat") else {
        return;
    };
    let (mut feed, panes) = following(&tmux);
    tmux.run(&["detach-client", "-s", "$0"]);
    let reasons = until("the end is noticed", || {
        Some(feed.mend()).filter(|all| !all.is_empty())
    });
    assert_eq!(reasons.len(), 1);
    assert!(!feed.follows(id("%0")));
    assert!(
        feed.views(&[id("%0")])[0].is_ok(),
        "it is asked by starting tmux"
    );
    until("it is followed again", || {
        feed.follow(&panes);
        feed.follows(id("%0")).then_some(())
    });
}

#[test]
fn a_server_that_ends_is_no_server() {
    let Some(tmux) = PrivateTmux::start("end", "cat") else {
        return;
    };
    let (mut feed, _) = following(&tmux);
    tmux.run(&["kill-server"]);
    until("the end is noticed", || {
        (!feed.mend().is_empty()).then_some(())
    });
    assert!(feed.panes().is_err_and(|error| error.is_no_server()));
    assert!(
        feed.views(&[id("%0")])[0]
            .as_ref()
            .is_err_and(|error| error.is_no_server())
    );
}

#[test]
fn one_client_follows_what_its_owner_names() {
    let Some(tmux) = PrivateTmux::start("owner", "cat") else {
        return;
    };
    let client = ControlClient::attach(tmux.socket(), "$0", Purpose::Listening, &Bell::default())
        .expect("attaches");
    client.follow(&HashSet::from([id("%0")]));
    tmux.run(&["send-keys", "-t", "%0", "-l", "x"]);
    until("it has changed", || {
        (!client.changed().is_empty()).then_some(())
    });
    client.follow(&HashSet::new());
    assert!(client.changed().is_empty() && client.take_heard(id("%0")).is_none());
    assert!(ControlClient::attach(tmux.socket(), "$9", Purpose::Asking, &Bell::default()).is_err());
}

/// A pane that writes without end, and a client that is told of it, keep no question waiting.
#[test]
fn a_question_does_not_wait_behind_output() {
    let flood = "exec yes 'a line of a flood that goes on and on'";
    let Some(tmux) = PrivateTmux::start("flood", flood) else {
        return;
    };
    let mut feed = Feed::new(tmux.socket(), &Bell::default());
    let panes = feed.panes().expect("lists");
    feed.follow(&panes);
    let id = panes[0].id;
    until("output comes", || feed.changed().first().copied());
    for _ in 0..20 {
        let views = feed.views(&[id]);
        assert!(views[0].is_ok(), "{views:?}");
    }
}

/// tmux 3.3a ends, with every session, when a client goes while a control client connects; several watches of one server
/// come and go as they like.
#[test]
fn clients_that_come_and_go_at_once_leave_the_server_alone() {
    let Some(tmux) = PrivateTmux::start("doors", "cat") else {
        return;
    };
    let socket = tmux.socket();
    let come_and_go = |purpose| {
        for _ in 0..30 {
            ControlClient::attach(socket, "$0", purpose, &Bell::default()).expect("attaches");
        }
    };
    std::thread::scope(|scope| {
        for purpose in [Purpose::Listening, Purpose::Asking, Purpose::Asking] {
            scope.spawn(move || come_and_go(purpose));
        }
    });
    assert_eq!(tmux.run(&["display-message", "-p", "alive"]), "alive");
}
