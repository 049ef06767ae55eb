//! The text path of the screen: escapes out, overwriting as a terminal does, caps. Trap P20.

use proptest::prelude::*;
use shadow_tui::Channels;
use shadow_tui::screen::{
    Attrs, Color, MAX_INPUT_BYTES, MAX_LINE_BYTES, MAX_LINES, Screen, Style, check_input,
};

use super::growth::is_linear;

fn screen(text: impl AsRef<[u8]>) -> Screen {
    Screen::from_capture(text.as_ref(), &Channels::default())
}

fn normal(text: impl AsRef<[u8]>) -> String {
    screen(text).normalized_text().to_owned()
}

/// Each input with its normalized text.
#[track_caller]
fn check_each(cases: &[(&str, &str)]) {
    for (input, expected) in cases {
        assert_eq!(normal(input), *expected, "input {input:?}");
    }
}

#[test]
fn p20_strings_with_their_payload_are_gone() {
    check_each(&[
        ("\x1b]0;title\x07a", "a\n"),
        ("\x1b]0;title\x1b\\a", "a\n"),
        (
            "\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\ end",
            "link end\n",
        ),
        ("\x1b]8;id=1;file:///etc\x07link\x1b]8;;\x07", "link\n"),
        ("a\x1bP1$r0m\x1b\\b", "ab\n"),
        ("a\x1bPq#0;2;0;0;0\nmore\n\x1b\\b", "ab\n"),
        ("a\x1b_Gi=31,a=q;AAAA\x1b\\b", "ab\n"),
        ("a\x1b^private\x1b\\b\x1bXstart\x1b\\c", "abc\n"),
        ("a\x1bPbel \x07 is payload\x1b\\b", "ab\n"),
        ("a\u{9d}0;title\u{9c}b\u{9b}1mc\u{90}x\u{9c}d", "abcd\n"),
        ("a\u{9f}apc\u{9c}b", "ab\n"),
    ]);
}

#[test]
fn p20_strings_that_never_end_take_their_line_and_no_more() {
    check_each(&[
        ("a\x1b]0;cut\nb\n", "a\nb\n"),
        ("a\x1b]0;cut", "a\n"),
        ("a\x1b]0;cut\x1b[1mb", "ab\n"),
        ("a\x1bPcut\nb\x1b[1mc\n", "a\nbc\n"),
        ("a\x1b]0;cancelled\x18b", "ab\n"),
        ("a\u{9d}x\u{9d}y\nb", "a\nb\n"),
    ]);
}

#[test]
fn p20_other_sequences_and_controls_are_gone() {
    check_each(&[
        ("a\x1b[2Jb\x1b[?25lc\x1b[>4;2md\x1b[3 qe", "abcde\n"),
        ("a\x1b7b\x1b=c\x1b>d\x1bce", "abcde\n"),
        ("a\x1b#8b\x1b%Gc", "abc\n"),
        ("a\x07b\0c\x7fd\u{85}e", "abcde\n"),
        ("a\x1b", "a\n"),
        ("a\x1b[", "a\n"),
        ("a\x1b[38;5", "a\n"),
        ("a\x1b[38;5\nb", "a\nb\n"),
        ("a\x1b\nb", "a\nb\n"),
        ("a\x1b(", "a\n"),
        ("a\x1b[1;✻b", "a✻b\n"),
    ]);
}

#[test]
fn p20_charset_shifts_draw_lines() {
    check_each(&[
        ("\x1b(0lqk\x1b(Bq", "┌─┐q\n"),
        ("\x0elqk\x0fq", "┌─┐q\n"),
        ("\x1b)0a\x0ex\x0fa", "a│a\n"),
        ("\x1b(Bplain", "plain\n"),
    ]);
}

#[test]
fn p20_carriage_return_overwrites_from_the_left() {
    check_each(&[
        ("10%\r20%\r100%\n", "100%\n"),
        ("long words\rshort\n", "shortwords\n"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("👩\u{200d}👧ab\rxyz\n", "xyzb\n"),
        ("xy\u{200d}\r👩z\n", "👩z\n"),
        ("a\r\r\nb", "a\nb\n"),
        ("abc\r", "abc\n"),
        ("loading\r\x1b[Kdone", "done\n"),
        ("中文\rx", "x 文\n"),
        ("abcd\r中", "中cd\n"),
        ("abc\x08\x08x", "axc\n"),
        ("\x08a", "a\n"),
        ("ab\re\u{301}", "e\u{301}b\n"),
        ("a\rb\n\rc", "b\nc\n"),
    ]);
}

#[test]
fn p20_tabs_are_kept_and_count_to_the_next_stop() {
    let tabbed = screen("a\tb\n\tc\t\n");
    assert_eq!(tabbed.normalized_text(), "a\tb\n\tc\n");
    assert_eq!(tabbed.row(0).width(), 9);
    assert_eq!(tabbed.row(1).indent(), 8);
    assert_eq!(tabbed.row(0).byte_at_column(5), 1);
    assert_eq!(tabbed.row(0).column_at_byte(2), 8);
    assert_eq!(normal("a\tb\rx\ty"), "x\ty\n");
    assert_eq!(normal("\ta\r12"), "12      a\n");
}

#[test]
fn overwritten_cells_carry_the_style_of_the_last_writer() {
    let bar = screen("\x1b[31mred red\r\x1b[32mgreen\x1b[m\n");
    let spans: Vec<_> = bar.row(0).spans().map(|s| (s.text, s.style.fg)).collect();
    let expected = [("green", Color::Indexed(2)), ("ed", Color::Indexed(1))];
    assert_eq!(spans, expected);
}

#[test]
fn line_ends_and_margins_are_unified() {
    check_each(&[
        ("", ""),
        ("\n", "\n"),
        ("a", "a\n"),
        ("a  \n  b \t \n", "a\n  b\n"),
        ("a\n\n\n", "a\n\n\n"),
        ("\x1b[m", ""),
    ]);
    assert_eq!(screen("a\n\nb").height(), 3);
}

#[test]
fn styles_run_over_lines_as_tmux_writes_them() {
    let styled = screen("\x1b[1mbold\nstill\x1b[0m not\n");
    assert!(styled.is_styled());
    assert!(styled.row(0).style_at(0).bold());
    let spans: Vec<_> = styled
        .row(1)
        .spans()
        .map(|s| (s.text, s.style.bold()))
        .collect();
    assert_eq!(spans, [("still", true), (" not", false)]);
}

#[test]
fn spans_cover_every_byte_once() {
    let styled = screen("a\x1b[1m✻\x1b[2;31mb c\x1b[m  d\n");
    let joined: String = styled.row(0).spans().map(|span| span.text).collect();
    assert_eq!(joined, styled.row(0).text());
    assert_eq!(styled.row(0).first_char(), Some('a'));
}

#[test]
fn a_caret_behind_a_blank_of_the_margin_is_seen() {
    let drawn = [
        "❯ \x1b[7m \x1b[m\n",
        "❯\u{a0}\x1b[7m \x1b[m\n",
        "❯ \x1b[7m\n\x1b[mend\n",
    ];
    // A carriage return goes the long way.
    for end in ["", "\x1b[m\r"] {
        for text in drawn {
            let screen = screen(format!("{end}{text}"));
            assert!(
                screen.row(0).margin_draws(Style::inverse),
                "{text:?} {end:?}"
            );
        }
        let screen = screen(format!("{end}\x1b[7m❯\x1b[m  \nend\n"));
        assert!(!screen.row(0).margin_draws(Style::inverse));
    }
}

#[test]
fn the_style_of_the_trimmed_margin_is_kept() {
    let block = Style {
        bg: Color::Indexed(236),
        ..Style::default()
    };
    let rows = screen("\x1b[48;5;236m\n› hi\x1b[2m   \x1b[m\nend\n\x1b[41mx\x1b[m\n");
    assert_eq!(rows.row(0).margin_style(), block, "an empty padding row");
    let margin = rows.row(1).margin_style();
    assert_eq!(margin.bg, block.bg);
    assert!(margin.dim());
    assert!(rows.row(2).margin_style().is_plain());
    assert!(rows.row(3).margin_style().is_plain());
    assert_eq!(rows.row(3).style_at(0).bg, Color::Indexed(1));
    assert!(rows.row(99).margin_style().is_plain());
}

#[test]
fn bytes_that_are_not_utf8_become_replacement_characters() {
    let lossy = screen(b"a\xffb\xe2\x9cc\xe2\x9c");
    assert_eq!(lossy.normalized_text(), "a\u{fffd}b\u{fffd}c\u{fffd}\n");
    assert!(lossy.is_lossy());
    assert!(!screen("a✻").is_lossy());
}

#[test]
fn the_last_rows_are_the_screen_and_the_rest_is_history() {
    let channels = Channels {
        rows: Some(2),
        ..Channels::default()
    };
    let screen = Screen::from_capture(b"1\n2\n3\n4\n", &channels);
    assert_eq!((screen.history_len(), screen.height()), (2, 2));
    assert_eq!(screen.row(0).text(), "3");
    assert_eq!(screen.history_row(1).text(), "2");
    assert_eq!(screen.history_row(2).text(), "");
    assert_eq!(screen.row(usize::MAX).text(), "");
}

#[test]
fn a_reused_screen_holds_nothing_of_the_last_one() {
    let mut reused = screen(b"\x1b[1mold\rxx\n\nrows\xff");
    reused.load(b"new", &Channels::default());
    let fresh = screen("new");
    assert_eq!(reused.normalized_text(), fresh.normalized_text());
    assert_eq!(reused.is_styled(), fresh.is_styled());
    assert_eq!(reused.is_lossy(), fresh.is_lossy());
    assert!(reused.row(0).style_at(0).is_plain());
}

#[test]
fn fifty_megabytes_of_one_line_are_cut_at_the_cap() {
    let screen = screen(vec![b'x'; 50 << 20]);
    assert_eq!(screen.height(), 1);
    assert_eq!(screen.row(0).text().len(), MAX_LINE_BYTES);
    assert!(screen.is_cut());
}

#[test]
fn more_than_a_million_rows_keep_the_last_million() {
    let text = "row\n".repeat(MAX_LINES) + "last\n";
    let screen = screen(text);
    assert_eq!(screen.height(), MAX_LINES);
    assert_eq!(screen.row(MAX_LINES - 1).text(), "last");
    assert!(screen.is_cut());
}

#[test]
fn input_above_the_cap_is_refused_at_the_boundary_and_cut_inside() {
    assert!(check_input(MAX_INPUT_BYTES + 1).is_err());
    let mut text = vec![b'a'; MAX_INPUT_BYTES];
    text.extend_from_slice(b"\nlast\n");
    let screen = screen(text);
    assert_eq!(screen.row(screen.height() - 1).text(), "last");
    assert!(screen.is_cut());
}

#[test]
fn a_line_of_overwrites_stays_bounded() {
    let screen = screen("ab\r".repeat(1 << 20));
    assert_eq!(screen.normalized_text(), "ab\n");
}

#[test]
fn a_thousand_open_strings_cost_one_search() {
    let hostile = |count: usize| "\u{9d}\n\u{90}x\n".repeat(count);
    assert_eq!(screen(hostile(1 << 18)).height(), 1 << 19);
    is_linear(hostile, 1 << 14, |hostile| drop(screen(hostile)));
}

/// Text as a capture holds it: words, wide characters, line ends, and well-formed sequences.
fn captured() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{0,12}",
        2 => "[a-z中文✻─│🙂 ]{0,6}",
        2 => Just("\n".to_owned()),
        1 => "\x1b\\[[0-9;]{0,8}m",
        1 => "\x1b\\[[0-9;?]{0,6}[A-JL-Za-ln-z]",
        1 => "\x1b\\]8;;[a-z:/]{0,9}\x1b\\\\",
        1 => "\x1b\\]0;[a-z ]{0,9}\x07",
        1 => "\x1bP[a-z]{0,9}\x1b\\\\",
        1 => "\x1b_[a-z]{0,9}\x1b\\\\",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn trimmed(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    if text.is_empty() || text.ends_with('\n') {
        lines.pop();
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

proptest! {
    #[test]
    fn agrees_with_strip_ansi_escapes(text in captured()) {
        let oracle = trimmed(&strip_ansi_escapes::strip_str(&text));
        let ours = normal(&text);
        // The oracle opens no line for a sequence alone; neither side then has text.
        prop_assert_eq!(ours.trim_end_matches('\n'), oracle.trim_end_matches('\n'));
    }

    #[test]
    fn never_panics_and_stays_consistent(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let screen = screen(&bytes);
        let text = screen.normalized_text();
        let escaped = text.contains(['\x1b', '\r', '\x08', '\u{9b}']);
        prop_assert!(!escaped);
        prop_assert_eq!(text.lines().count(), screen.height());
        for row in screen.rows() {
            let joined: String = row.spans().map(|span| span.text).collect();
            prop_assert_eq!(&joined, row.text());
            prop_assert!(row.byte_at_column(row.width()) <= row.text().len());
        }
    }

    #[test]
    fn hostile_pieces_never_panic(pieces in proptest::collection::vec(
        prop::sample::select(vec![
            "\x1b", "[", "]", "P", "_", "\\", "\x07", "\x18", "\u{9b}", "\u{9d}", "\u{9c}", "\r",
            "\n", "\x08", "\t", "\x0e", "\x0f", "(", "0", ";", "38", ":", "5", "m", "K", "中", "e",
            "\u{301}", "🙂", "\u{200d}", "\u{fe0f}", " ", "\u{a0}",
        ]), 0..60)) {
        let screen = screen(pieces.concat());
        for row in screen.rows() {
            let joined: String = row.spans().map(|span| span.text).collect();
            prop_assert_eq!(&joined, row.text());
        }
    }

    #[test]
    fn text_is_read_the_same_in_every_way(text in "[ -~中·✻─\u{85}\u{a0}\n]{0,120}") {
        let plain = screen(&text);
        // What shows nothing makes a text styled, or one that only the scanner reads.
        for other in [screen(format!("\x1b[m{text}")), screen(format!("\x1b[?25l{text}"))] {
            prop_assert_eq!(plain.normalized_text(), other.normalized_text());
            prop_assert_eq!(plain.height(), other.height());
            for (row, other) in plain.rows().zip(other.rows()) {
                prop_assert_eq!(row.text(), other.text());
                prop_assert_eq!(row.trimmed(), other.trimmed());
                prop_assert_eq!(row.indent(), other.indent());
                prop_assert_eq!(row.first_char(), other.first_char());
            }
        }
    }

    #[test]
    fn plain_text_is_untouched_but_for_its_margins(text in "[ -~中文✻─\n\t]{0,200}") {
        prop_assert_eq!(normal(&text), trimmed(&text));
        prop_assert!(!screen(&text).is_styled());
    }
}

#[test]
fn attributes_of_every_kind() {
    let all = screen("\x1b[1;2;3;4;5;7;8;9mx");
    let attrs = all.row(0).style_at(0).attrs;
    for attr in [Attrs::BOLD, Attrs::DIM, Attrs::ITALIC, Attrs::UNDERLINE] {
        assert!(attrs.contains(attr));
    }
    for attr in [Attrs::BLINK, Attrs::INVERSE, Attrs::HIDDEN, Attrs::STRIKE] {
        assert!(attrs.contains(attr));
    }
}
