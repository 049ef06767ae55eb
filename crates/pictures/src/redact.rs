//! Redaction: a screen and its channels without what people, models and tools wrote, and with the
//! structure that the verdict rests on.
//!
//! Letters become `x` or `X`, digits `0` or `1`, each in its cell; styles, frames, glyphs, punctuation and columns
//! stay. Words of the interface itself (`vocabulary`) stay where the interface stands: in dialogs,
//! popups, footers, status rows, notices and banners, and in the row that ends a turn.
//! Where dialog text, drafts, tool output, titles and what an agent's dialog is about stand, no word stays, and none of a side
//! chat beside the main session but of its dialog. Of numbers,
//! the version behind a product's name stays and the numbers of a dialog's own options.

use std::collections::HashMap;

use shadow_tui::contract::{CellRole, ComposerContent, InputMode, Payload};
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
    let numbers = option_numbers(payload);
    for index in 0..screen.height() {
        if index > 0 {
            text.push('\n');
        }
        let row = screen.row(index);
        let redacted = match downwards.get(&index) {
            Some(letter) => format!("{:1$}{letter}", "", row.indent()),
            None => {
                let keep = keeping(index, row, reading, payload);
                let (own, beside) = row.text().split_at(beside(row, reading.facts()));
                let listed = reading.facts().zone_of(index) == Zone::Dialog;
                redact_row(own, keep, if listed { &numbers } else { &[] })
                    + &redact_text(beside, keeping_beside(index, reading.facts()), &numbers)
            }
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
    /// Words of the interface, and its version.
    Interface,
}

fn keeping(index: usize, row: Row<'_>, reading: &Reading, payload: &Payload) -> Keep {
    let facts = reading.facts();
    let spoken = match facts.zone_of(index) {
        Zone::History
        | Zone::Transcript
        | Zone::Proposal
        | Zone::Queued
        | Zone::Tasks
        | Zone::Pager => !is_head(row.trimmed()),
        Zone::Composer => !is_head(row.trimmed()) && !holds_placeholder(payload),
        Zone::Dialog => is_matter(row, payload),
        _ => false,
    };
    let told = || is_ending(index, facts) || is_odd(index, facts) || is_notice(index, payload);
    if !spoken || is_witness(index, reading) || told() {
        Keep::Interface
    } else {
        Keep::Structure
    }
}

/// Where in a row's text a side chat beside the main session begins; the text's length where none does.
fn beside(row: Row<'_>, facts: &Facts) -> usize {
    let rule = facts.side_rule.map(|column| row.byte_at_column(column));
    rule.unwrap_or(row.text().len())
}

/// How much of a row stays of a side chat beside the main session: of its dialog what is the interface's, else no word.
fn keeping_beside(index: usize, facts: &Facts) -> Keep {
    let dialog = facts.side_chat.and(facts.block);
    match dialog.is_some_and(|block| block.rows.contains(index)) {
        true => Keep::Interface,
        false => Keep::Structure,
    }
}

/// Whether the composer holds the CLI's own words: those of a closed one say that it takes none.
fn holds_placeholder(payload: &Payload) -> bool {
    let said = &payload.surface_assessment;
    let content = said.composer.as_ref().map(|composer| composer.content);
    said.input_mode == InputMode::Closed && content != Some(ComposerContent::Draft)
}

/// Whether a row of a dialog says what the agent asks for: its subject or what explains it, not what asks or is chosen.
fn is_matter(row: Row<'_>, payload: &Payload) -> bool {
    let block = payload.surface_assessment.operator_block.as_ref();
    let Some(block) = block.filter(|block| block.origin.may_be_agents()) else {
        return false;
    };
    let own = one_line(bare(row.text()));
    let within = |text: &Option<String>| {
        let text = text.as_deref().map(one_line);
        text.is_some_and(|text| text.contains(&own))
    };
    // Codex 0.110 to 0.114 ask so for a tool, in the place of an explanation.
    let asks = own.contains("MCP server wants to run the tool");
    let asked = asks || within(&block.title) || within(&block.question);
    !own.is_empty() && !asked && (within(&block.subject) || within(&block.description))
}

/// A row's text without the frame around it and the prompt sign of a shell.
fn bare(text: &str) -> &str {
    let inner = text.trim_matches(|c: char| c == ' ' || matches!(c, '\u{2500}'..='\u{259f}'));
    inner.strip_prefix("$ ").unwrap_or(inner)
}

/// A text with one blank between two words.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers of the options that the dialog in front offers.
fn option_numbers(payload: &Payload) -> Vec<u32> {
    let block = payload.surface_assessment.operator_block.iter();
    let options = block.flat_map(|block| &block.options);
    options.filter_map(|option| option.number).collect()
}

/// Whether a row may be the interface's, and no rule explains it.
fn is_odd(row: usize, facts: &Facts) -> bool {
    let doubted = facts.doubt.iter().map(|doubt| &doubt.rows);
    let mut odd = facts.unexplained.iter().chain(doubted);
    odd.any(|rows| rows.contains(row))
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
    let zone = reading.facts().zone_of(row);
    let own = matches!(zone, Zone::Pager | Zone::Queued);
    let mut places = reading
        .verdict()
        .witnesses
        .iter()
        .map(|witness| witness.place);
    own && places.any(|place| match place {
        WitnessPlace::Screen(said, rows) => said == zone && rows.contains(row),
        WitnessPlace::Channel(_) => false,
    })
}

/// Whether what ended the last turn, or its failure, is in a row.
fn is_ending(row: usize, facts: &Facts) -> bool {
    let failed = facts
        .turn
        .failure
        .is_some_and(|(_, rows)| rows.contains(row));
    failed
        || facts
            .turn
            .end_mark
            .is_some_and(|mark| mark.rows.contains(row))
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
                let redacted = redact_text(&words, Keep::Interface, &[]);
                let left = redacted.chars().filter(|letter| *letter != ' ');
                letters.extend(run.drain(..).zip(left));
                words.clear();
            }
        }
    }
    letters
}

/// A row's text redacted; `numbers` are those of the options, where one may be in it.
fn redact_row(text: &str, keep: Keep, numbers: &[u32]) -> String {
    let (speaker, rest) = text.split_at(speaker(text));
    format!("{speaker}{}", redact_text(rest, keep, numbers))
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
        // A caret behind the blanks with which a draft ends (Claude Code).
        if row.margin_draws(Style::inverse) && !row.margin_style().inverse() {
            text.push_str(" \x1b[7m");
        }
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
fn redact_text(text: &str, keep: Keep, numbers: &[u32]) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut before) = (text, "");
    let mut begun = false;
    while !rest.is_empty() {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        let own = keep == Keep::Interface;
        let product = ["Code", "Codex"].contains(&before) && is_version(token);
        if own && (product || !begun && is_option(token, numbers)) {
            out.push_str(token);
        } else {
            redact_token(token, keep, &mut out);
        }
        begun |= token.contains(char::is_alphanumeric);
        before = token;
        let space = after.chars().next();
        out.extend(space);
        rest = &after[space.map_or(0, char::len_utf8)..];
    }
    out
}

/// How the names of Codex' models begin, by which its picker is known.
const MODEL: &str = "gpt-";

/// What is between two blanks.
fn redact_token(token: &str, keep: Keep, out: &mut String) {
    if keep == Keep::Interface && (is_number(token) || is_amount(token)) {
        let shape = token
            .chars()
            .map(|c| if c.is_ascii_digit() { '1' } else { c });
        out.extend(shape);
        return;
    }
    let private = keep == Keep::Structure || looks_private(token);
    let model = token
        .strip_prefix(MODEL)
        .filter(|_| keep == Keep::Interface);
    out.push_str(model.map_or("", |_| MODEL));
    let mut rest = model.unwrap_or(token);
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
    (marked || mixed) && !command && !is_alternative(inner)
}

/// `Enable/Disable`: two words of the interface between which the reader chooses, each with a capital.
fn is_alternative(token: &str) -> bool {
    let titled = |word: &str| word.starts_with(char::is_uppercase) && vocabulary::knows(word);
    let words = token.split_once('/');
    words.is_some_and(|(one, other)| titled(one) && titled(other))
}

/// `1.`, `2)`: the number of an option, before anything else in its row.
fn is_option(token: &str, numbers: &[u32]) -> bool {
    let digits = token.trim_matches(|c: char| !c.is_ascii_digit());
    let number: Option<u32> = digits.parse().ok();
    number.is_some_and(|number| numbers.contains(&number))
}

/// `v2.1.330`, `(v0.98.0)`, `2.1.330`.
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

/// `1.`, `[1-4].`, `0/2`: numbers of one or two digits, of which the shape is read.
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
        '\u{a0}'..='¿' | '×' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
        | '\u{2190}'..='\u{23ff}' | '\u{2500}'..='\u{27ef}' | '\u{2800}'..='\u{28ff}' | '⧉' | '🖐' | '📋')
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

/// The channels without words of their own: glyphs, states and what is known of the terminal stay.
#[must_use]
pub fn redact_channels(channels: &Channels) -> Channels {
    let version = |text: &String| Version::parse_prefix(text).map(|version| version.to_string());
    let notifications = channels.notifications.iter();
    Channels {
        title: channels.title.as_deref().map(said),
        program_status: channels.program_status.iter().map(redact_status).collect(),
        progress: channels.progress.as_deref().map(redact_progress),
        notifications: notifications.map(|text| said(text)).collect(),
        tab_status: channels.tab_status.as_deref().map(redact_tab),
        cli_version: channels.cli_version.as_ref().and_then(version),
        ..channels.clone()
    }
}

/// A text of which no word stays.
fn said(text: &str) -> String {
    redact_text(text, Keep::Structure, &[])
}

/// The state of a progress report, without how far it is.
fn redact_progress(payload: &str) -> String {
    let state = payload.split(';').next().unwrap_or_default();
    match state {
        "0" | "1" | "2" | "3" | "4" => state.to_owned(),
        _ => String::new(),
    }
}

/// A tab status: the words of Claude Code's own, nothing of another's.
fn redact_tab(payload: &str) -> String {
    const OWN: [&str; 3] = ["status=Idle", "status=Working…", "status=Waiting"];
    let own = payload.split(';').find(|pair| OWN.contains(pair));
    own.unwrap_or_default().to_owned()
}

fn redact_status(record: &ProgramStatus) -> ProgramStatus {
    let own = |text: &String| redact_text(text, Keep::Interface, &[]);
    ProgramStatus {
        id: record.id.as_deref().map(said),
        state: record.state,
        kind: record.kind.as_ref().map(own),
        app: record.app.as_ref().map(own),
        msg: record.msg.as_deref().map(said),
    }
}
