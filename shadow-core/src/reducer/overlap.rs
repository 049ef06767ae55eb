//! Stitching: the part of a text that is on the screen, and what was read of it before.

/// Characters that two pieces must share to count as one text, where no whole line is shared.
const MIN_SHARED: usize = 16;

/// Bytes above a last line that was drawn by half, to count as one text.
const MIN_ABOVE: usize = 48;

/// Whether `new`, whose beginning is cut off, goes on from `old`.
pub(super) fn overlaps(old: &str, new: &str) -> bool {
    join_at(old, new).is_some()
}

/// `old` continued by `new`, whose beginning is cut off; nothing where they share nothing.
pub(super) fn stitch(old: &str, new: &str) -> Option<String> {
    let at = join_at(old, new)?;
    let mut whole = String::with_capacity(at + new.len());
    whole.push_str(&old[..at]);
    whole.push_str(new);
    Some(whole)
}

/// The offset in `old` at which `new` begins.
fn join_at(old: &str, new: &str) -> Option<usize> {
    let first = new.lines().find(|line| !line.trim().is_empty())?;
    let lead = new.find(first).unwrap_or(0);
    let ends = line_ends(old);
    let mut found = None;
    for (begin, end) in ends.into_iter().rev() {
        let line = &old[begin..end];
        if let Some(inside) = suffix_start(line, first) {
            let at = begin + inside;
            if continues(&old[at..], &new[lead..]) {
                found = Some(at.saturating_sub(lead));
                break;
            }
        }
    }
    found
        .filter(|&at| old.is_char_boundary(at))
        .or_else(|| shared_edge(old, new))
}

/// Begin and end of every line.
fn line_ends(text: &str) -> Vec<(usize, usize)> {
    let mut at = 0;
    text.split('\n')
        .map(|line| {
            let begin = at;
            at += line.len() + 1;
            (begin, begin + line.len())
        })
        .collect()
}

/// Where `part` begins in `line`, when the line ends with it.
fn suffix_start(line: &str, part: &str) -> Option<usize> {
    let (line, part) = (line.trim_end(), part.trim_end());
    (!part.is_empty() && line.ends_with(part)).then(|| line.len() - part.len())
}

/// Whether `new` says the same as `old` as far as `old` goes, wherever blank lines stand (a list may be drawn anew with some
/// between its items when more follows); its last line may have grown, or been half a frame where enough
/// is above it.
fn continues(old: &str, new: &str) -> bool {
    let said = |line: &&str| !line.trim().is_empty();
    let mut news = new.lines().filter(said);
    let mut olds = old.lines().filter(said).peekable();
    let mut shared = 0;
    while let Some(line) = olds.next() {
        let Some(next) = news.next() else {
            return false;
        };
        let last = olds.peek().is_none();
        let (line, next) = (line.trim(), next.trim());
        if line != next && !(last && (next.starts_with(line) || shared >= MIN_ABOVE)) {
            return false;
        }
        shared += line.len();
    }
    true
}

/// The offset in `old` from which its end is the beginning of `new`, where they share enough.
fn shared_edge(old: &str, new: &str) -> Option<usize> {
    let reach = old.len().saturating_sub(new.len());
    let starts = old.char_indices().map(|(at, _)| at);
    let probe = new.get(..new.char_indices().nth(MIN_SHARED)?.0)?;
    starts
        .filter(|&at| at >= reach && old.len() - at >= MIN_SHARED)
        .find(|&at| old[at..].starts_with(probe) && new.starts_with(&old[at..]))
}

#[cfg(test)]
mod tests {
    use super::stitch;

    #[test]
    fn a_scrolled_text_is_stitched() {
        let whole = stitch("one\ntwo\nthree", "two\nthree\nfour").unwrap();
        assert_eq!(whole, "one\ntwo\nthree\nfour");
        let grown = stitch("one\ntwo\nthr", "two\nthree\nfour").unwrap();
        assert_eq!(grown, "one\ntwo\nthree\nfour");
    }

    #[test]
    fn a_paragraph_that_is_cut_is_stitched() {
        let whole = stitch("a long paragraph here\nend", "paragraph here\nend\nmore").unwrap();
        assert_eq!(whole, "a long paragraph here\nend\nmore");
        let old = "the quick brown fox jumps over the lazy";
        let whole = stitch(old, "brown fox jumps over the lazy dog").unwrap();
        assert_eq!(whole, "the quick brown fox jumps over the lazy dog");
    }

    /// A row is missing while the transcript scrolls, and the last is drawn by half.
    #[test]
    fn a_last_line_of_half_a_frame_is_replaced() {
        let old = "1. Row one of the answer.\n2. Row two of the answer.\n4. Row";
        let new =
            "1. Row one of the answer.\n2. Row two of the answer.\n3. Row three of the answer.";
        assert_eq!(stitch(old, new).as_deref(), Some(new));
        assert_eq!(
            stitch("2. Row two of it.\n4. Row", "2. Row two of it.\n3. Row"),
            None
        );
    }

    #[test]
    fn blank_lines_that_come_later_are_the_later_ones() {
        let whole = stitch(
            "1. One.\n2. Two.\n3. Three.",
            "2. Two.\n\n3. Three.\n\n4. Four.",
        )
        .unwrap();
        assert_eq!(whole, "1. One.\n2. Two.\n\n3. Three.\n\n4. Four.");
    }

    #[test]
    fn what_shares_nothing_is_not_stitched() {
        assert_eq!(stitch("one\ntwo", "five\nsix"), None);
        assert_eq!(
            stitch("one\ntwo", "two\nsix\nmore").as_deref(),
            Some("one\ntwo\nsix\nmore")
        );
        assert_eq!(stitch("one", ""), None);
        assert_eq!(stitch("", "one"), None);
        assert_eq!(
            stitch("ééééééééé", "日本語日本語日本語日本語日本語日本語"),
            None
        );
    }
}
