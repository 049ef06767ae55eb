//! Redaction: a screen and its channels without what people, models and tools wrote, and with the
//! structure that the verdict rests on.
//!
//! Letters become `x` or `X`, digits `0`, each in its cell; styles, frames, glyphs, punctuation and columns
//! stay. Words of the interface itself (`vocabulary`) stay where the interface stands: in dialogs,
//! popups, footers, status rows, notices and banners, and in the row that ends a turn.
//! Where dialog text, drafts and tool output stand, no word stays. History is left out.

use std::collections::HashMap;

use shadow_tui::contract::{CellRole, Payload};
use shadow_tui::screen::{Attrs, Color, Row, Screen, Style, char_width};
use shadow_tui::surface::{Facts, WitnessPlace, Zone};
use shadow_tui::{Channels, ProgramStatus, Reading, Snapshot, Version};

use crate::vocabulary;

/// The redacted snapshot of a screen that has been read, as `reading` and `payload` say.
#[must_use]
pub fn redact(
    screen: &Screen,
    channels: &Channels,
    reading: &Reading,
    payload: &Payload,
) -> Snapshot {
    let mut text = String::new();
    if screen.is_styled() {
        text += "\u{1b}[0m";
    }
    let downwards = downwards(screen, reading, payload);
    for index in 0..screen.height() {
        if index > 0 {
            text.push('\n');
        }
        let row = screen.row(index);
        let redacted = match downwards.get(&index) {
            Some(letter) => format!("{:1$}{letter}", "", row.indent()),
            None => redact_row(row, keeping(index, row, reading, payload)),
        };
        write_row(row, screen.is_styled(), &redacted, &mut text);
    }
    Snapshot {
        text: text.into_bytes(),
        channels: redact_channels(channels),
    }
}

/// How much of a row's text stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// No word.
    Structure,
    /// Words of the interface, and versions.
    Interface,
}

fn keeping(index: usize, row: Row<'_>, reading: &Reading, payload: &Payload) -> Keep {
    let facts = &reading.facts;
    let spoken = match facts.zone_of(index) {
        Zone::History
        | Zone::Transcript
        | Zone::Proposal
        | Zone::Queued
        | Zone::Tasks
        | Zone::Composer
        | Zone::Pager => !is_head(row.trimmed()),
        _ => false,
    };
    if !spoken || is_witness(index, reading) || is_ending(index, facts) || is_notice(index, payload)
    {
        Keep::Interface
    } else {
        Keep::Structure
    }
}

/// Whether a row heads something of the interface within the dialog: a task list (`0/2 tasks done`),
/// the screen-reader mode of Claude Code, a banner's name and version, a finished turn's time.
fn is_head(text: &str) -> bool {
    let mut words = text.split(' ');
    let counts = words
        .next()
        .is_some_and(|word| is_number(word) && !word.is_empty());
    counts && words.next() == Some("tasks")
        || text.starts_with("[Screen Reader Mode")
        || text.starts_with("[Accessible screen")
        || text.contains("Claude Code v")
        || text.contains("OpenAI Codex (v")
        || text.starts_with(['✻', '✢', '✳', '✶', '✽']) && text.contains(" for ")
}

/// Whether the CLI itself speaks in a row: a notice or the banner.
fn is_notice(row: usize, payload: &Payload) -> bool {
    payload.dialog_projection.cells.iter().any(|cell| {
        let own = matches!(cell.role, CellRole::Notice | CellRole::Banner);
        let [first, last] = cell.rows.map(|row| usize::try_from(row).ok());
        own && first.is_none_or(|first| first <= row) && last.is_some_and(|last| row <= last)
    })
}

/// Whether a row of a pager or of queued messages speaks for the verdict.
fn is_witness(row: usize, reading: &Reading) -> bool {
    let zone = reading.facts.zone_of(row);
    let own = matches!(zone, Zone::Pager | Zone::Queued);
    let mut places = reading
        .verdict
        .witnesses
        .iter()
        .map(|witness| witness.place);
    own && places.any(|place| match place {
        WitnessPlace::Screen(said, rows) => said == zone && rows.contains(row),
        WitnessPlace::Channel(_) => false,
    })
}

/// Whether what ended the last turn, or its failure, stands in a row.
fn is_ending(row: usize, facts: &Facts) -> bool {
    let failed = facts.failure.is_some_and(|(_, rows)| rows.contains(row));
    failed || facts.end_mark.is_some_and(|mark| mark.rows.contains(row))
}

/// The letters of a footer whose text runs downwards, a letter a row (Claude Code 2.1.41), redacted as
/// the words that they make, by their rows.
fn downwards(screen: &Screen, reading: &Reading, payload: &Payload) -> HashMap<usize, char> {
    let mut letters = HashMap::new();
    let mut run: Vec<usize> = Vec::new();
    let mut words = String::new();
    for index in 0..=screen.height() {
        let row = screen.row(index);
        let kept = keeping(index, row, reading, payload) == Keep::Interface;
        let inside = index < screen.height() && (kept || row.is_blank());
        let mut own = row.trimmed().chars().filter(|_| inside);
        match (own.next(), own.next()) {
            (Some(letter), None) => {
                run.push(index);
                words.push(letter);
            }
            (None, _) if inside && !run.is_empty() => words.push(' '),
            _ => {
                let redacted = redact_text(&words, Keep::Interface);
                let left = redacted.chars().filter(|letter| *letter != ' ');
                letters.extend(run.drain(..).zip(left));
                words.clear();
            }
        }
    }
    letters
}

/// A row's text redacted.
fn redact_row(row: Row<'_>, keep: Keep) -> String {
    let (speaker, rest) = row.text().split_at(speaker(row.text()));
    format!("{speaker}{}", redact_text(rest, keep))
}

/// One row: its spans, each with its style, over the redacted text.
fn write_row(row: Row<'_>, styled: bool, redacted: &str, text: &mut String) {
    let mut at = redacted.chars();
    for span in row.spans() {
        if styled {
            write_style(span.style, text);
        }
        // Redaction keeps one character for each that takes a cell.
        let cells = span.text.chars().filter(|c| kept_cell(*c)).count();
        text.extend(at.by_ref().take(cells));
    }
    if styled {
        write_style(row.margin_style(), text);
    }
}

/// The length of what names the speaker at a row's beginning, in the screen-reader mode of Claude
/// Code (seen from 2.1.200 on).
fn speaker(text: &str) -> usize {
    const SPEAKERS: [&str; 4] = ["you: ", "claude: ", "tool: ", "thinking: "];
    let own = SPEAKERS.iter().find(|name| text.starts_with(*name));
    own.map_or(0, |name| name.len())
}

/// Whether a character takes a cell of its own; marks that combine with the one before go.
fn kept_cell(c: char) -> bool {
    char_width(c) > 0 || c == '\t'
}

/// A row's text, every character that takes a cell in its place.
fn redact_text(text: &str, keep: Keep) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        redact_token(token, keep, &mut out);
        let space = after.chars().next();
        out.extend(space);
        rest = &after[space.map_or(0, char::len_utf8)..];
    }
    out
}

/// What stands between two blanks.
fn redact_token(token: &str, keep: Keep, out: &mut String) {
    if keep == Keep::Interface && (is_version(token) || is_number(token) || is_amount(token)) {
        out.push_str(token);
        return;
    }
    let private = keep == Keep::Structure || looks_private(token);
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| c.is_alphabetic() != first.is_alphabetic());
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        let stays = first.is_alphabetic() && !private && vocabulary::knows(run);
        out.extend(run.chars().filter(|c| kept_cell(*c)).map(|c| match stays {
            true => c,
            false => blank(c),
        }));
        rest = after;
    }
}

/// Paths, addresses, keys and names of files: none of the interface's words among them stays.
fn looks_private(token: &str) -> bool {
    let inner = token.trim_matches(|c: char| !c.is_alphanumeric());
    let command = token.starts_with('/') && !inner.contains('/');
    let marked = inner.contains(['/', '\\', '@', '_', '=', ':', '.', '~']);
    let mixed = inner.chars().any(|c| c.is_ascii_digit()) && inner.chars().any(char::is_alphabetic);
    (marked || mixed) && !command
}

/// `2.1.330`, `v2.1.330`, `(v0.98.0)`.
fn is_version(token: &str) -> bool {
    let inner = token.trim_matches(|c: char| !c.is_alphanumeric());
    let number = inner.strip_prefix('v').unwrap_or(inner);
    let parts: Vec<&str> = number.split('.').collect();
    let short =
        |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(short)
}

/// `12s`, `(3m`, `1.2k`: a time or a count with its unit.
fn is_amount(token: &str) -> bool {
    let inner = token.trim_matches(|c: char| !c.is_alphanumeric());
    let parts = inner.split_inclusive(|c: char| c.is_ascii_alphabetic());
    let amount = |part: &str| {
        let number = part.trim_end_matches(['h', 'm', 's', 'k']);
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        (1..=5).contains(&number.len())
            && number.chars().all(digits)
            && part.len() <= number.len() + 1
    };
    inner.len() <= 9 && inner.ends_with(['h', 'm', 's', 'k']) && parts.into_iter().all(amount)
}

/// `1.`, `[1-4].`, `0/2`: numbers of one or two digits, which tell nobody anything.
fn is_number(token: &str) -> bool {
    let mut numbers = token.split(|c: char| !c.is_ascii_digit());
    token.is_ascii()
        && !token.contains(|c: char| c.is_alphabetic())
        && numbers.all(|n| n.len() <= 2)
}

/// What stands for a character: nothing of its own is left but its width and, of the interface's
/// glyphs and punctuation, itself.
fn blank(c: char) -> char {
    match c {
        c if c.is_ascii_digit() => '0',
        c if c.is_ascii_punctuation() || is_glyph(c) => c,
        c if char_width(c) == 2 => '口',
        c if c.is_uppercase() => 'X',
        _ => 'x',
    }
}

/// Frames, blocks, arrows, marks and spinners.
fn is_glyph(c: char) -> bool {
    matches!(c,
        '\u{a0}' | '·' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
        | '\u{2190}'..='\u{23ff}' | '\u{2500}'..='\u{27bf}' | '\u{2800}'..='\u{28ff}' | '⧉' | '🖐' | '📋')
        && !c.is_alphanumeric()
}

fn write_style(style: Style, text: &mut String) {
    const CODES: [(Attrs, &str); 8] = [
        (Attrs::BOLD, ";1"),
        (Attrs::DIM, ";2"),
        (Attrs::ITALIC, ";3"),
        (Attrs::UNDERLINE, ";4"),
        (Attrs::BLINK, ";5"),
        (Attrs::INVERSE, ";7"),
        (Attrs::HIDDEN, ";8"),
        (Attrs::STRIKE, ";9"),
    ];
    *text += "\u{1b}[0";
    for (attr, code) in CODES {
        if style.attrs.contains(attr) {
            *text += code;
        }
    }
    write_color(38, style.fg, text);
    write_color(48, style.bg, text);
    text.push('m');
}

fn write_color(kind: u8, color: Color, text: &mut String) {
    *text += &match color {
        Color::Default => String::new(),
        Color::Indexed(n) => format!(";{kind};5;{n}"),
        Color::Rgb(r, g, b) => format!(";{kind};2;{r};{g};{b}"),
    };
}

/// The channels without words of their own: glyphs, states and numbers of the terminal stay.
#[must_use]
pub fn redact_channels(channels: &Channels) -> Channels {
    let interface = |text: &String| redact_text(text, Keep::Interface);
    let version = |text: &String| Version::parse_prefix(text).map(|version| version.to_string());
    Channels {
        title: channels.title.as_ref().map(interface),
        program_status: channels.program_status.iter().map(redact_status).collect(),
        progress: channels.progress.as_ref().map(|text| {
            let number = |c: &char| c.is_ascii_digit() || *c == ';';
            text.chars().filter(number).collect()
        }),
        notifications: channels
            .notifications
            .iter()
            .map(|text| redact_text(text, Keep::Structure))
            .collect(),
        cli_version: channels.cli_version.as_ref().and_then(version),
        ..channels.clone()
    }
}

fn redact_status(record: &ProgramStatus) -> ProgramStatus {
    let words = |text: &Option<String>, keep| text.as_ref().map(|text| redact_text(text, keep));
    ProgramStatus {
        id: words(&record.id, Keep::Structure),
        state: record.state,
        kind: words(&record.kind, Keep::Interface),
        app: words(&record.app, Keep::Interface),
        msg: words(&record.msg, Keep::Structure),
    }
}
