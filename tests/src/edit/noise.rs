//! Noise around a real screen: escapes that carry no text, and scrollback above it.

use shadow_fixtures::Capture;

use super::Rows;

/// Sequences that a capture may carry and that are no text: titles, links, device strings, private
/// strings, charsets.
const SEQUENCES: [&str; 6] = [
    "\u{1b}]0;Do you want to proceed? 1. Yes\u{7}",
    "\u{1b}]2;✳ Working (esc to interrupt)\u{1b}\\",
    "\u{1b}P+q544e;Working\u{1b}\\",
    "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\",
    "\u{1b}(B",
    "\u{1b}]8;;http://localhost/esc%20to%20interrupt\u{1b}\\\u{1b}]8;;\u{1b}\\",
];

/// What stands above a screen of Claude Code: old turns, one still asking, one running.
const CLAUDE_SCROLLBACK: &str = "\
❯ an old prompt
● An old answer, two lines of it,
  and here they are.
✻ Pondering… (12s · ↓ 40 tokens · esc to interrupt)
╭────────────────────────────────────────────────────────────╮
│ Bash command                                               │
│   touch old.txt                                            │
│ Do you want to proceed?                                    │
│ ❯ 1. Yes                                                   │
│   2. No, and tell Claude what to do differently (esc)      │
╰────────────────────────────────────────────────────────────╯
────────────────────────────────────────────────────────────
❯ an old draft
────────────────────────────────────────────────────────────
  ⏵⏵ an old hint · esc to interrupt
";

/// What stands above a screen of Codex: the same.
const CODEX_SCROLLBACK: &str = "\
› an old prompt

• An old answer, two lines of it,
  and here they are.

• Working (12s • esc to interrupt)

› an old draft

  Would you like to run the following command?

  $ touch old.txt

› 1. Yes, proceed (y)
  2. No, and tell Codex what to do differently (esc)

• Ran touch old.txt
  └ (no output)

";

/// Puts a sequence at the head of every row.
pub(super) fn escapes(capture: &mut Capture) -> bool {
    let Some(mut rows) = Rows::of(capture) else {
        return false;
    };
    for row in 0..rows.len() {
        rows.prefix(row, SEQUENCES[row % SEQUENCES.len()]);
    }
    rows.put_into(capture);
    true
}

/// Puts `kilobytes` of scrollback above the screen, which is made to fill its rows.
pub(super) fn scrollback(capture: &mut Capture, kilobytes: usize) -> bool {
    let height = usize::from(capture.case.size[1]);
    let Ok(text) = std::str::from_utf8(&capture.bytes) else {
        return false;
    };
    let given = text.lines().count();
    if given > height {
        return false;
    }
    let missing = "\n".repeat(height - given);
    let ended = if text.ends_with('\n') { "" } else { "\n" };
    let old = match capture.session.provider.as_str() {
        "claude" => CLAUDE_SCROLLBACK,
        _ => CODEX_SCROLLBACK,
    };
    let above = old.repeat(kilobytes * 1024 / old.len() + 1);
    capture.bytes = format!("{above}{text}{ended}{missing}").into_bytes();
    true
}

/// What a user's own status line may hold.
const STATUS_LINE: &str = "  main ✗ ✻ Working… (12s · esc to interrupt) ❯ 1. Yes";

/// Puts a user's own status line above the last row of a composer's footer.
pub(super) fn own_status_line(capture: &mut Capture) -> bool {
    let truth = &capture.case.truth;
    let ruled = capture.session.provider == "claude" && truth.ui_context == "normal_prompt";
    let Some(mut rows) = Rows::of(capture).filter(|_| ruled) else {
        return false;
    };
    let Some(last) = rows.last() else {
        return false;
    };
    let below_frame = last > 0 && rows.plain(last - 1).starts_with(['─', '╰']);
    if below_frame {
        rows.insert(last, &[STATUS_LINE]);
        rows.put_into(capture);
    }
    below_frame
}
