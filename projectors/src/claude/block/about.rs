//! What stands between a block's heading and its question, taken apart: what it is about, what explains that, and rows that
//! do neither.
//!
//! All of it is the subject but what its place, a frame, a style or a column proves to be foreign. Words never do: any row may
//! be one of a command. Seen: the subject in a box of its own (edits and plans of 1.0.0 to 2.0.0, files of 2.0.31 to 2.0.64)
//! or between dashed rules (edits from 2.0.31 on, commands and calls from 2.1.290 on); without either, it stands deeper than the
//! heading, a faint description under it, notes below that.

use shadow_core::contract::BlockKind;
use shadow_core::screen::{Color, Screen, Style};
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::glyph::{is_box_bottom, is_box_top};
use super::super::ink::is_faint;
use super::super::marks::Mark;
use super::super::screen_reader::call_above;
use super::body::Body;
use super::lines::{self, Line, Lines};
use super::place::Edge;
use crate::letters::offset;
use crate::rules::decide;

/// The lines between a block's heading and its question.
pub(super) struct About<'b, 'a> {
    pub body: &'b Body<'a>,
    pub fact: &'b BlockFact,
    /// What it is about, blank lines included.
    pub subject: Lines<'a>,
    /// What explains that.
    pub description: Lines<'a>,
    /// Rows of text that do neither.
    pub passed_over: Lines<'a>,
    /// Column in which the subject's text begins, where the layout tells.
    pub column: Option<usize>,
    /// Whether place, frame or style prove that no row of the subject is taken for anything else.
    pub proven: bool,
    /// Whether rules or a box are around it.
    pub framed: bool,
}

impl About<'_, '_> {
    /// Whether a line is one of the subject's.
    pub fn holds(&self, line: &Line<'_>) -> bool {
        self.subject.iter().any(|own| own.row == line.row)
    }

    /// Whether the subject stands behind the bar that the CLI draws before each line of a command of several (2.1.245 to
    /// 2.1.332), faint where there are styles.
    pub fn is_barred(&self) -> bool {
        let (screen, lines) = (self.body.screen, &self.subject);
        let closed = |line: &Line<'_>| line.words.len() > 3 && line.words.ends_with('│');
        let drawn =
            |line: &Line<'_>| !screen.is_styled() || line.style(screen).is_some_and(is_faint);
        let barred = |line: &Line<'_>| is_quoted(line) && drawn(line);
        !lines.is_empty() && lines.iter().all(barred) && !lines.iter().all(closed)
    }
}

/// Takes the lines of an approval, a plan or a trust dialog apart.
pub(super) fn about<'b, 'a>(body: &'b Body<'a>, fact: &'b BlockFact) -> About<'b, 'a> {
    let heading = body.own_heading(fact);
    let first = heading.map_or(0, |heading| heading.row + 1);
    let within = first..end(body, heading);
    let lines = body
        .lines()
        .iter()
        .filter(|line| within.contains(&line.row));
    let lines: Lines<'_> = lines.copied().collect();
    let indent = heading.map(Line::indent);
    let mut about = About {
        body,
        fact,
        subject: Lines::new(),
        description: Lines::new(),
        passed_over: Lines::new(),
        column: None,
        proven: false,
        framed: false,
    };
    // All of these fill it in: its lines are too many to be handed over.
    decide! { body.screen;
        _ if body.place.edge == Edge::Spoken => screen_reader(&mut about, &lines);
        _ if is_overdrawn(body, fact.kind) => {};
        FirstParagraph if fact.kind == BlockKind::Trust => first_paragraph(&mut about, &lines);
        SubjectFramed let frame = framed(body, fact.kind, &lines, indent) => {
            by_frame(&mut about, &lines, frame, indent);
        };
        SubjectDeeper if is_call(fact.kind) => by_depth(&mut about, &lines, indent);
        _ => about.subject = lines
    }
    let mut passed_over = about.passed_over.iter();
    let tip = passed_over.any(|line| about.framed || is_tip(line));
    Mark::TipInBlock.holds(body.screen, tip);
    about
}

/// Whether a block of a kind asks to run a command or another tool.
const fn is_call(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::ApprovalCommand | BlockKind::ApprovalOther)
}

/// Row of the question, or of the first option where the heading itself asks.
fn end(body: &Body<'_>, heading: Option<&Line<'_>>) -> usize {
    body.asked()
        .map(|asked| asked[0].row)
        .filter(|asked| heading.is_none_or(|heading| *asked > heading.row))
        .or_else(|| body.first_row())
        .unwrap_or(body.place.last + 1)
}

/// Whether a row stands further left than any row of a dialog does between an approval's heading and its question: a
/// carriage return in the command has painted over its beginning (2.0.31).
pub(super) fn is_overdrawn(body: &Body<'_>, kind: BlockKind) -> bool {
    if !is_call(kind) || body.place.edge != Edge::Rule {
        return false;
    }
    let (Some(heading), Some(asked)) = (body.heading(), body.asked()) else {
        return false;
    };
    let flush = |line: &Line<'_>| says(line) && line.indent() == 0 && heading.indent() > 0;
    let mut lines = body.lines().iter();
    lines.any(|line| (heading.row..asked[0].row).contains(&line.row) && flush(line))
}

/// Whether a line holds words of the block: not blank, no drawing.
fn says(line: &Line<'_>) -> bool {
    !line.words.is_empty() && !lines::is_drawn(line.words)
}

/// What frames a subject: the rows of its upper and lower edge. The upper one may be off the pane.
#[derive(Debug, Clone, Copy)]
struct Frame {
    first: Option<usize>,
    last: usize,
    /// It is a window on a text that is longer: its lower edge is a rule (a plan that the pane does not hold, 2.1.281).
    scrolls: bool,
}

impl Frame {
    fn holds(self, line: &Line<'_>) -> bool {
        self.first.is_none_or(|first| first < line.row) && line.row < self.last
    }
}

/// The frame around the subject: an inner box, or dashed rules. Its edges stand further left than any row of a command or a
/// file does, or, in a box, as far as the heading.
fn framed(
    body: &Body<'_>,
    kind: BlockKind,
    lines: &[Line<'_>],
    indent: Option<usize>,
) -> Option<Frame> {
    if body.place.edge == Edge::Rule
        && let Some(frame) = filed(body.screen, lines)
    {
        return Some(frame);
    }
    let most = match (body.place.edge, indent) {
        (Edge::Box, indent) => indent.unwrap_or_default().max(2),
        (_, Some(indent)) => indent.saturating_sub(1),
        (_, None) => 2,
    };
    let is_edge = |line: &&Line<'_>| {
        let text = line.words;
        lines::behind_count(text).starts_with(['╌', '╭', '╰'])
            && lines::is_drawn(text)
            && line.indent() <= most
    };
    let mut edges = lines.iter().filter(is_edge);
    let first = edges.next()?.row;
    let last = edges.next_back().map(|line| line.row);
    let is_rule = |line: &&Line<'_>| {
        line.row > first && line.words.starts_with('─') && lines::is_drawn(line.words)
    };
    let rule = lines.iter().rfind(is_rule).map(|line| line.row);
    let rule = rule.filter(|_| last.is_none() && kind == BlockKind::Plan);
    let last = last.or(rule);
    Some(Frame {
        first: last.map(|_| first),
        last: last.unwrap_or(first),
        scrolls: rule.is_some(),
    })
}

/// The box of a file's rows in a block without sides (2.0.31): its edges are no lines of the block.
fn filed(screen: &Screen, lines: &[Line<'_>]) -> Option<Frame> {
    let boxed = |line: &&Line<'_>| line.shift > 0;
    let first = lines.iter().find(boxed)?.row.checked_sub(1)?;
    let last = lines.iter().rfind(boxed)?.row + 1;
    let closed = is_box_top(screen.row(first)) && is_box_bottom(screen.row(last));
    Some(Frame {
        first: closed.then_some(first),
        last,
        scrolls: false,
    })
}

/// The subject is what the frame holds, and the file or call that is named directly above it. What stands above and below
/// it is no row of a command, whatever it says.
fn by_frame<'a>(about: &mut About<'_, 'a>, lines: &Lines<'a>, frame: Frame, indent: Option<usize>) {
    let (body, kind) = (about.body, about.fact.kind);
    let plain = !body.screen.is_styled();
    about.column = indent.filter(|_| !lines.iter().any(|line| line.shift > 0));
    about.proven = frame.first.is_some() && indent.is_some() && !frame.scrolls;
    about.framed = true;
    let (mut explained, mut tip): (Option<Line<'_>>, Option<Line<'_>>) = (None, None);
    for line in lines {
        if frame.holds(line) {
            about.subject.push(*line);
            continue;
        }
        if !says(line) {
            continue;
        }
        // Without styles nothing but words tells what explains a call from its name, and a tip; both may wrap.
        let wraps = |above: Option<Line<'_>>| {
            plain && above.is_some_and(|above| above.is_full(line, body.room()))
        };
        let explains =
            is_foreign(body.screen, line) || plain && (wraps(explained) || is_worded(line));
        tip = (is_tip(line) || wraps(tip)).then_some(*line);
        explained = explains.then_some(*line);
        let above = line.row < frame.last;
        let named = match kind {
            BlockKind::ApprovalEdit => true,
            BlockKind::ApprovalOther => !explains,
            _ => false,
        };
        if above && named {
            about.subject.push(*line);
        } else if tip.is_none() && is_note(body, line, above) {
            about.description.push(*line);
        } else {
            about.passed_over.push(*line);
        }
        about.proven &= !(plain && above && explains && kind == BlockKind::ApprovalOther);
    }
}

/// Whether a row outside the subject explains it: faint where there are styles, or below it; no lead-in to what follows.
/// Either way it is shown or signed.
fn is_note(body: &Body<'_>, line: &Line<'_>, above: bool) -> bool {
    let styled = body.screen.is_styled();
    let faint = !above || !styled || is_foreign(body.screen, line);
    faint && !leads_in(line)
}

/// Whether a line leads in to what follows it: `Here is Claude's plan:`.
fn leads_in(line: &Line<'_>) -> bool {
    line.words.ends_with(':') && line.words.contains(' ')
}

fn is_tip(line: &Line<'_>) -> bool {
    line.words.starts_with("Tip: ")
}

/// Whether a line says in words what a call does. It decides nothing but where there are no styles, and proves nothing.
fn is_worded(line: &Line<'_>) -> bool {
    line.words.starts_with("Claude wants to ")
}

/// Whether every word of a line is drawn faint, in italics or in a colour, as no row of a command or of a call's arguments
/// is: a theme may have a bright colour for what explains (`dark-ansi`).
pub(super) fn is_foreign(screen: &Screen, line: &Line<'_>) -> bool {
    let row = screen.row(line.row);
    let Some(first) = offset(row.text(), line.words) else {
        return false;
    };
    let foreign = |style: Style| is_faint(style) || style.italic() || style.fg != Color::Default;
    let end = first + line.words.len();
    let mut all = row.spans().filter(|span| {
        let own = span.start.max(first)..end.min(span.start + span.text.len());
        row.text()
            .get(own)
            .is_some_and(|own| !own.trim().is_empty())
    });
    !line.words.is_empty() && all.all(|span| foreign(span.style))
}

/// The subject stands deeper than the heading; faint lines under it describe it, and below them stand notes no deeper than
/// the heading.
fn by_depth<'a>(about: &mut About<'_, 'a>, lines: &Lines<'a>, indent: Option<usize>) {
    let body = about.body;
    // A row of a command may be drawn lines.
    let deep =
        |line: &Line<'_>| !line.words.is_empty() && line.indent() > indent.unwrap_or_default();
    let Some((first, last)) = lines
        .iter()
        .position(deep)
        .zip(lines.iter().rposition(deep))
    else {
        about.subject = lines.clone();
        return;
    };
    // The margin below the heading is one row.
    let margin = |line: &&Line<'_>| line.words.is_empty();
    let blank = lines[..first].iter().rev().take_while(margin).count();
    let from = first - blank.saturating_sub(1);
    // A tab in a command wraps to a row further left (2.0.31): all rows down to the deepest are its.
    let span = &lines[from..=last];
    let foreign = |line: &&Line<'_>| is_foreign(body.screen, line);
    let described = span.iter().rev().take_while(foreign).count();
    let told = described > 0 && described < span.len();
    let split = match told {
        true => span.len() - described,
        false => by_words(body, span, about.fact),
    };
    let notes = lines[last + 1..].iter().filter(|line| says(line));
    let above = lines[..from].iter().filter(|line| says(line));
    let (description, lead): (Lines<'_>, Lines<'_>) = span[split..]
        .iter()
        .chain(notes.clone())
        .filter(|line| !line.words.is_empty())
        .copied()
        .partition(|line| !leads_in(line));
    about.subject = span[..split].iter().copied().collect();
    about.description = description;
    about.passed_over = above.copied().chain(lead).collect();
    about.column = indent.map(|indent| indent + 2);
    about.proven = indent.is_some() && (told || split == span.len() && notes.count() == 0);
    if about.subject.is_empty() {
        std::mem::swap(&mut about.subject, &mut about.description);
        about.proven = false;
    }
}

/// How many lines are the subject's where no style tells: up to what the call above the block does not repeat, or to what is
/// said of the call's tool.
fn by_words(body: &Body<'_>, span: &[Line<'_>], fact: &BlockFact) -> usize {
    let other = fact.kind == BlockKind::ApprovalOther;
    let quoted = span.iter().rposition(|line| !is_quoted(line));
    if let Some(lead) = quoted.filter(|at| other && *at + 1 < span.len()) {
        return lead;
    }
    let worded = |line: &&Line<'_>| is_worded(line);
    match span.iter().rev().take_while(worded).count() {
        0 => by_call(body, span, fact.proposal),
        worded => span.len() - worded,
    }
}

/// Whether a line is quoted behind a bar.
fn is_quoted(line: &Line<'_>) -> bool {
    let quoted = line.words.strip_prefix('│');
    quoted.is_some_and(|quoted| quoted.is_empty() || quoted.starts_with(' '))
}

/// How many lines the call above the block repeats.
fn by_call(body: &Body<'_>, deep: &[Line<'_>], proposal: Option<RowSpan>) -> usize {
    let screen = body.screen;
    let Some(rows) = proposal.filter(|_| deep.len() > 1) else {
        return deep.len();
    };
    let call: String = rows
        .indices()
        .flat_map(|row| letters(screen.row(row).text()))
        .collect();
    // What a folded call (`…)` in 2.0.31) leaves out is not told from what describes it: no row of the command may be taken for
    // that.
    let mut ends = rows.indices().map(|row| screen.row(row).trimmed());
    if ends.any(|row| row.ends_with("…)")) {
        return deep.len();
    }
    let repeated = |line: &Line<'_>| !line.words.is_empty() && repeats(&call, line.text);
    decide! { screen;
        SubjectRepeats let last = deep.iter().rposition(repeated) => last + 1;
        // The words of the call are in another order there (`name (MCP)(…)`).
        _ if deep.len() == 2 && deep[0].text.trim_end().ends_with("(MCP)") => 1;
        _ => deep.len()
    }
}

fn repeats(call: &str, text: &str) -> bool {
    call.contains(&letters(text).collect::<String>())
}

/// The characters of a line but blanks, frames and ellipses.
pub(super) fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars()
        .filter(|letter| !letter.is_whitespace() && !['│', '…'].contains(letter))
}

/// The lines that the call above the block repeats, and those that it does not. Nothing but words tells them apart.
fn screen_reader<'a>(about: &mut About<'_, 'a>, lines: &Lines<'a>) {
    let (screen, place) = (about.body.screen, about.body.place);
    let first = call_above(screen, place.first).unwrap_or(place.first);
    let call: String = (first..place.first)
        .flat_map(|row| letters(screen.row(row).text()))
        .collect();
    let mut tip: Option<Line<'_>> = None;
    for line in lines.iter().filter(|line| says(line)) {
        let quoted = line.text.strip_prefix("> ");
        let text = quoted.unwrap_or(line.text);
        let words = text.trim();
        let line = Line {
            text,
            words,
            ..*line
        };
        let wraps = tip.is_some_and(|tip| tip.is_full(&line, about.body.room()));
        tip = (is_tip(&line) || quoted.is_none() && wraps).then_some(line);
        match repeats(&call, text) {
            true => about.subject.push(line),
            false if tip.is_some() => about.passed_over.push(line),
            false => about.description.push(line),
        }
    }
}

/// The first paragraph is what is to be trusted; the others explain.
fn first_paragraph<'a>(about: &mut About<'_, 'a>, lines: &Lines<'a>) {
    let mut lines = lines.iter().copied().skip_while(|line| !says(line));
    about.subject = lines.by_ref().take_while(says).collect();
    about.description = lines.filter(says).collect();
}
