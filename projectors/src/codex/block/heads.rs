//! The rows of a block above its list: heading, question, and what explains them. Place tells them apart: the heading is
//! the first part, below a count of questions stands the question, and up to 0.42 an approval asks right above its list.

use std::ops::Range;

use shadow_core::contract::BlockKind;
use shadow_core::screen::Screen;
use shadow_core::surface::BlockFact;

use super::super::front::Skin;
use super::super::shape::is_count;
use super::super::shape::{BAR, carries_styles, is_key_hint, is_rule, opens_command};
use super::super::wrap::{EDGE, FRAME_EDGE, above, within};
use super::body::Body;
use super::dialogs::{asks_to_run_tool, is_named, without_ornament};
use super::edge::is_picture;
use crate::dialogs::is_approval;
use crate::shapes::wraps;

/// A row without bar and margins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'s> {
    pub row: usize,
    pub text: &'s str,
}

/// Rows without a blank one between them.
pub(super) type Part<'s> = Vec<Line<'s>>;

/// Where an approval or dialog asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// In its heading, the first part.
    First,
    /// Below a count of questions or fields.
    Counted,
    /// In its last part, right above the list (approvals up to 0.42); above stands what the model says.
    Last,
}

/// The rows above the list, in parts that blank rows separate.
pub(super) struct Head<'s> {
    pub body: Body<'s>,
    pub fact: &'s BlockFact,
    /// The row below them.
    pub end: usize,
    asks: Asks,
    /// The heading is off the pane.
    pub headless: bool,
    pub parts: Vec<Part<'s>>,
}

impl<'s> Head<'s> {
    /// The rows of a block up to, not including, `end`.
    pub fn read(body: Body<'s>, fact: &'s BlockFact, end: usize) -> Self {
        let screen = body.screen;
        let mut parts = parts(screen, fact.rows.first as usize, end);
        match fact.kind {
            BlockKind::Trust => drop_before_name(&mut parts),
            BlockKind::Setup => drop_picture(screen, &mut parts),
            _ => {}
        }
        let first = parts.first().map_or("", |part: &Part| part[0].text);
        let approval = is_approval(fact.kind);
        let asks = match body.skin {
            Skin::Bar if approval => Asks::Last,
            _ if is_count(first) => Asks::Counted,
            _ => Asks::First,
        };
        let headless = approval && asks == Asks::First && fact.clipped && !is_named(first);
        Self {
            body,
            fact,
            end,
            asks,
            headless,
            parts,
        }
    }

    /// The first row.
    pub fn first_row(&self) -> Option<&'s str> {
        Some(self.parts.first()?.first()?.text)
    }

    /// The heading: with what goes on it in the rows below, but for a count, which is a row.
    pub fn title(&self) -> Option<String> {
        match self.asks {
            _ if self.headless => None,
            Asks::First => self.heading(),
            Asks::Counted => self.first_row().map(str::to_owned),
            Asks::Last => Some(self.joined(self.parts.last()?)),
        }
    }

    /// Whether a count stands for the heading.
    pub fn is_counted(&self) -> bool {
        self.asks == Asks::Counted
    }

    /// Whether the heading is there to its end, where it asks.
    pub fn is_asked(&self) -> bool {
        self.title().is_some_and(|title| title.ends_with('?'))
    }

    /// What it asks: in a trust dialog a sentence below the heading, else the heading or what stands below a count.
    pub fn question(&self) -> Option<String> {
        match (self.asks, self.fact.kind) {
            (_, BlockKind::Trust) => Some(self.trust()?.0),
            (Asks::Counted, kind) if kind != BlockKind::Question && self.runs_tool() => {
                self.below_count(self.parts.get(..1)?)
            }
            (Asks::Counted, _) => self.below_count(&self.parts),
            (Asks::Last, _) => self.title(),
            (Asks::First, kind) if is_approval(kind) => self
                .title()
                .filter(|title| title.ends_with('?') || is_named(title)),
            (Asks::First, _) => {
                let asked = |text: &String| text.ends_with('?');
                let below = || Some(self.asked_below()?.text.to_owned());
                self.title().filter(asked).or_else(below)
            }
        }
    }

    /// Whether the part below a count asks to run a server's tool, whose arguments follow in further parts.
    pub fn runs_tool(&self) -> bool {
        let asked = self.parts.first().map(|part| self.joined(part));
        asked.is_some_and(|asked| asks_to_run_tool(&asked))
    }

    /// What stands below the question whether to run a server's tool: its arguments, not all of them, and shortened; or below
    /// another heading.
    pub fn said_below_question(&self) -> Vec<Line<'s>> {
        match self.runs_tool() {
            true => self.parts.iter().skip(1).flatten().copied().collect(),
            false => self.below_title(),
        }
    }

    /// The row below a heading that asks, where the heading does not (`Approaching rate limits`).
    fn asked_below(&self) -> Option<Line<'s>> {
        let told = self.fact.kind != BlockKind::Trust && !self.heading()?.ends_with('?');
        let mut below = self.below_title().into_iter();
        below.find(|line| told && line.text.ends_with('?'))
    }

    /// What explains the heading: the reason of an approval, the rows below a panel's heading.
    pub fn description(&self) -> Option<String> {
        match (self.asks, self.fact.kind) {
            (Asks::Last, _) => self.reason_above(),
            (Asks::Counted, _) => None,
            (Asks::First, BlockKind::Trust) => {
                self.trust().map_or_else(|| self.rest(), |(_, rest)| rest)
            }
            (Asks::First, kind) if is_approval(kind) => self.reason(),
            _ => self.rest(),
        }
    }

    /// The rows below the heading, or below a count; all rows of a dialog whose heading is off the pane.
    pub fn below_title(&self) -> Vec<Line<'s>> {
        let above = match self.headless {
            true => 0,
            false => self.heading_rows(),
        };
        self.parts.iter().flatten().skip(above).copied().collect()
    }

    /// The rows of the first part that the heading takes.
    fn heading_rows(&self) -> usize {
        let Some(first) = self.parts.first().filter(|_| self.asks == Asks::First) else {
            return usize::from(!self.parts.is_empty());
        };
        let wrapped = |pair: &&[Line]| self.is_full(pair[0], pair[1], EDGE);
        1 + first.windows(2).take_while(wrapped).count()
    }

    fn heading(&self) -> Option<String> {
        let first = self.parts.first()?;
        let heading = self.joined(&first[..self.heading_rows()]);
        Some(without_ornament(&heading).to_owned())
    }

    /// The rows below a count, soft wraps undone.
    fn below_count(&self, parts: &[Part<'s>]) -> Option<String> {
        let told: Vec<Line> = parts.iter().flatten().skip(1).copied().collect();
        (!told.is_empty()).then(|| self.unwrapped(&told))
    }

    /// The trust dialog's question, and what the paragraph says behind it (0.99 and later; before, it asks nothing).
    fn trust(&self) -> Option<(String, Option<String>)> {
        let own = self.folder_rows();
        let told = self.told(|line| !own.contains(&line.row))?;
        let (asked, rest) = told.split_once('?')?;
        let rest = rest.trim_start();
        Some((
            format!("{asked}?"),
            (!rest.is_empty()).then(|| rest.to_owned()),
        ))
    }

    /// The rows right below a trust dialog's heading that are a part with it and name the folder, above the row that asks (0.171).
    /// A low pane has no blank row between them.
    pub fn folder_rows(&self) -> Range<usize> {
        let below = self.below_title();
        let asks = below.iter().find(|line| line.text.contains('?'));
        match (self.parts.first(), asks) {
            (Some(first), Some(asks)) => {
                let end = first[first.len() - 1].row + 1;
                first[0].row + self.heading_rows()..end.min(asks.row)
            }
            _ => 0..0,
        }
    }

    /// What a panel says below its heading, without keys, rules and the arrows of a list that scrolls.
    fn rest(&self) -> Option<String> {
        let asked = self.asked_below().map(|line| line.row);
        self.told(|line| asked != Some(line.row))
    }

    /// Such rows below the heading that say something.
    fn told(&self, such: impl Fn(&Line) -> bool) -> Option<String> {
        let told = self.below_title().into_iter().filter(|line| {
            let drawn = is_rule(line.text) || matches!(line.text, "↑" | "↓");
            !drawn && !is_key_hint(line.text) && such(line)
        });
        let told: Vec<Line> = told.collect();
        (!told.is_empty()).then(|| self.joined(&told))
    }

    /// The reason between an approval's heading and its command.
    fn reason_part(&self) -> Option<&Part<'s>> {
        let above = |part: &&Part| !opens_command(part[0].text);
        let mut parts = self.parts.iter().take_while(above);
        parts.find(|part| part[0].text.starts_with("Reason:"))
    }

    /// The thread that asks, where it is not the main one: a part of its own right below the heading (0.142 and later).
    pub fn asked_by(&self) -> Option<String> {
        let part = self.parts.get(1).filter(|_| self.asks == Asks::First)?;
        let name = self.joined(part).strip_prefix("Thread: ")?.to_owned();
        let row = self.body.screen.row(part[0].row);
        let drawn = || row.style_at(row.text().len() - 1).bold();
        (!carries_styles(self.body.screen) || drawn()).then_some(name)
    }

    fn reason(&self) -> Option<String> {
        Some(self.joined(self.reason_part()?))
    }

    /// The rows of that reason: its words are in italics where there are styles.
    pub fn reason_rows(&self) -> Vec<usize> {
        let rows = self.reason_part().into_iter().flatten();
        rows.map(|line| line.row).collect()
    }

    /// The reason above an approval's command and question (0.42).
    fn reason_above(&self) -> Option<String> {
        let above = self.parts.len().checked_sub(1)?;
        let command = |part: &Part| part[0].text.starts_with("Command: ");
        let shown = above.checked_sub(1).filter(|&at| command(&self.parts[at]));
        let told = self.parts[..shown.unwrap_or(above)].iter();
        let told: Vec<Line> = told.flatten().copied().collect();
        (!told.is_empty()).then(|| self.joined(&told))
    }

    /// Rows as one line.
    fn joined(&self, lines: &[Line]) -> String {
        self.text(lines, |_, _| " ")
    }

    /// Rows with the soft wraps undone that are proven.
    fn unwrapped(&self, lines: &[Line]) -> String {
        self.text(lines, |one, next| {
            match self.is_full(one, next, FRAME_EDGE) {
                true => " ",
                false => "\n",
            }
        })
    }

    /// Whether a row had no room for the first word of the next.
    fn is_full(&self, one: Line, next: Line, edge: usize) -> bool {
        let screen = self.body.screen;
        within(screen, edge).is_full(above(screen, one.row, one.text), next.text)
    }

    /// Rows with what `between` says between two of them; nothing where a word is cut.
    fn text(&self, lines: &[Line], between: impl Fn(Line, Line) -> &'static str) -> String {
        let screen = self.body.screen;
        let wrap = within(screen, EDGE);
        let joint =
            |one: Line, next: Line| match wrap.gap(above(screen, one.row, one.text), next.text) {
                "" => "",
                _ => between(one, next),
            };
        wraps::joined(lines.iter().copied(), |line| line.text, joint)
    }
}

/// The rows from `first` up to `end` in parts.
fn parts(screen: &Screen, first: usize, end: usize) -> Vec<Part<'_>> {
    let lines: Vec<Line> = (first..end).map(|row| line(screen, row)).collect();
    let parts = lines.split(|line| line.text.is_empty());
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(<[Line]>::to_vec).collect()
}

/// A row without bar and margins; without the marker before a heading of the CLI's own (`> You are in …`).
fn line(screen: &Screen, row: usize) -> Line<'_> {
    let text = screen.row(row).text();
    let body = text.trim().trim_start_matches(BAR).trim();
    let own = [">_ ", "> "]
        .iter()
        .find_map(|marker| text.strip_prefix(marker));
    let text = own.map_or(body, str::trim);
    Line { row, text }
}

/// Takes out what stands above the part that names the dialog: a picture, a welcome.
fn drop_before_name(parts: &mut Vec<Part>) {
    let named = parts.iter().position(|part| is_named(part[0].text));
    parts.drain(..named.unwrap_or(0));
}

/// Takes out a picture at the top.
fn drop_picture(screen: &Screen, parts: &mut Vec<Part>) {
    let drawn = |part: &Part| is_picture(screen, part[0].row..part[part.len() - 1].row + 1);
    if parts.first().is_some_and(drawn) {
        parts.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialogs::{Named, STOPPED};
    use crate::testing::screen;
    use shadow_core::screen::Marked;
    use shadow_core::surface::RowSpan;

    fn fact(screen: &Screen, kind: BlockKind) -> BlockFact {
        let rows = RowSpan::new(0, screen.height() - 1);
        Named { kind, ..STOPPED }.fact(rows, None, false)
    }

    /// As the CLI's sources have it; no session shows it.
    #[test]
    fn a_row_below_the_heading_asks_where_the_heading_does_not() {
        let text = "  Approaching rate limits\n  Switch to another model?\n  It costs less.";
        let screen = screen(80, text);
        let fact = fact(&screen, BlockKind::Setup);
        let marked = Marked::new(&screen);
        let body = Body::new(&marked, Skin::Chevron, fact.rows);
        let head = Head::read(body, &fact, 3);
        let asked = head.question();
        assert_eq!(asked.as_deref(), Some("Switch to another model?"));
        assert_eq!(head.description().as_deref(), Some("It costs less."));
    }

    /// Made up: what the model says stands where its reason and its command stand, and asks nothing.
    #[test]
    fn what_the_model_says_in_an_approval_is_not_its_question() {
        let asked = "Would you like to run the following command?";
        let said = "Reason: May I?\n\n  $ echo\n\n  Reason: all is well\n\n  Go on?";
        let screen = screen(80, &format!("  {asked}\n\n  {said}"));
        let fact = fact(&screen, BlockKind::ApprovalCommand);
        let marked = Marked::new(&screen);
        let body = Body::new(&marked, Skin::Chevron, fact.rows);
        let head = Head::read(body, &fact, screen.height());
        assert_eq!(head.question().as_deref(), Some(asked));
        assert_eq!(head.description().as_deref(), Some("Reason: May I?"));
    }
}
