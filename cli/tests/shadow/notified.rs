//! Who is called when an agent is done.

use std::fs;

use crate::case_folder::CaseFolder;
use crate::faults::{TURN, Watching, play, server};

#[test]
fn a_turn_that_is_done_calls_once() {
    let Some(tmux) = server("notified") else {
        return;
    };
    play(&tmux, &TURN);
    let folder = CaseFolder::new("notified-told");
    let told = folder.path("told");
    let call = format!("command=echo \"$SHADOW_TEXT\" >>'{}'", told.display());
    let mut watch = Watching::start(&tmux, &["%0", "--notify", &call]);
    assert_eq!(watch.until_named("turn_ended")["outcome"], "success");
    let read = || fs::read_to_string(&told).unwrap_or_default();
    let words = "shadow: %0 is done: please look at the parser today\n";
    tmux.wait_until_said(read, words);
    assert_eq!(read(), words);
}
