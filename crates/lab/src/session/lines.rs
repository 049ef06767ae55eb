//! Which lines of a text are on a screen, however the CLI wrapped and indented them.
//!
//! Compared without white space, so that soft wraps and margins do not matter; a line that is cut by the top of the
//! screen is not there. Marks that the CLIs render away (`**`, backticks, heading marks) are taken off first.

/// Lines shorter than this (in visible characters) prove nothing and are not looked for.
const SHORTEST: usize = 6;

/// The lines of `texts` that are visible on the plain `screen`, in order, each once, without Markdown marks.
pub fn visible<'a>(texts: impl IntoIterator<Item = &'a str>, screen: &str) -> Vec<String> {
    let squeezed: String = screen.lines().map(squeeze).collect();
    let mut found: Vec<String> = Vec::new();
    for line in texts.into_iter().flat_map(str::lines) {
        let line = unmark(line);
        let bare = squeeze(&line);
        let long = bare.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST;
        if long && squeezed.contains(&bare) && !found.contains(&line) {
            found.push(line);
        }
    }
    found
}

/// Text without white space.
pub fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn unmark(line: &str) -> String {
    let line = line.trim();
    let heading = line.trim_start_matches('#');
    let line = match heading.strip_prefix(' ') {
        Some(title) if heading.len() < line.len() => title,
        _ => line,
    };
    line.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn wraps_and_margins_do_not_matter() {
        let screen = "⏺ The first line of the\n  answer wraps here.\n\n  ok\n";
        let text = "The first line of the answer **wraps** here.\nok\nNever shown at all.";
        let found = visible([text], screen);
        assert_eq!(found, ["The first line of the answer wraps here."]);
    }

    #[test]
    fn a_line_cut_by_the_top_is_not_there() {
        assert!(visible(["one two three four"], "three four\n").is_empty());
    }
}
