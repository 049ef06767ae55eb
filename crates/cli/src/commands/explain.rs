//! `shadow explain`: the verdict and its witnesses, the screen with its zones in the margin, and what was weighed and
//! rejected.

use std::path::{Path, PathBuf};

use clap::Args;
use shadow_pictures::{Picture, html, png, redact, screen_svg, svg};
use shadow_tui::Stack;
use shadow_tui::screen::Screen;

use crate::assess::{Assessed, assess};
use crate::exit::{Exit, Failure, Outcome};
use crate::output::{Output, write_picture};
use crate::page::Page;
use crate::render::explanation::{Explained, text};
use crate::setup;
use crate::sources::{Source, SourceArgs};
use shadow_legible::one_line;

const EXAMPLES: &str = "\
Examples:
  shadow explain --pane %3
  tmux -u capture-pane -e -p -t %3 | shadow explain --size 120x40 -
  shadow explain --pane %3 --svg screen.svg --png screen.png
  shadow explain --pane %3 --redact --html report.html

A picture has one screen: give one file or one pane.

A zone is a part of the interface: transcript, status, composer (where a
prompt is typed), popup, dialog, footer. A witness is a fact that the verdict
rests on: rows of the screen, or something beside it, such as the title. A
picture shows the screen in its colors, with tinted zones, boxed witnesses and
the verdict beside it.

With --redact, you can attach the picture to a report. It blanks every letter
and number that a person, a model or a tool wrote. It keeps the structure. In
rows of the interface and of a dialog it also keeps the words that every
version of the CLI uses (yes, edit, file), so the verdict does not change.";

/// Arguments of `shadow explain`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExplainArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Draw the screen as SVG; - is standard output
    #[arg(long, value_name = "FILE|-")]
    svg: Option<PathBuf>,
    /// Draw the screen on an HTML page
    #[arg(long, value_name = "FILE|-")]
    html: Option<PathBuf>,
    /// Draw the screen as PNG
    #[arg(long, value_name = "FILE|-")]
    png: Option<PathBuf>,
    /// Blank the conversation, drafts, paths, titles, tool output and status lines
    #[arg(long)]
    redact: bool,
    /// With --svg or --png: draw only the screen, without zones and verdict
    #[arg(long)]
    bare: bool,
}

/// Runs it.
pub fn run(args: &ExplainArgs) -> Outcome {
    let stack = setup::stack()?;
    let mut output = Output::new();
    args.check()?;
    args.source.each(|source| {
        let source = match args.redact {
            true => redacted(&stack, &source),
            false => source,
        };
        let (screen, channels) = (&source.screen, &source.channels);
        let assessed = assess(&stack, source.provider, &source.raw, screen, channels);
        match args.draws() {
            true => args.draw(&source, &assessed)?,
            false => output.text(&explained(&stack, &source, &assessed))?,
        }
        Ok(Exit::Done)
    })
}

impl ExplainArgs {
    fn draws(&self) -> bool {
        self.svg.is_some() || self.html.is_some() || self.png.is_some()
    }

    fn check(&self) -> Result<(), Failure> {
        if self.draws() && self.source.count() > 1 {
            return Err(Failure::usage(
                "a picture shows one screen; give one file or pane",
            ));
        }
        Ok(())
    }

    fn draw(&self, source: &Source, assessed: &Assessed) -> Result<(), Failure> {
        let picture = Picture {
            title: one_line(&source.id),
            screen: &source.screen,
            facts: assessed.reading.facts(),
            payload: &assessed.payload,
        };
        let drawn = match self.bare {
            true => screen_svg(&source.screen),
            false => svg(&picture),
        };
        if let Some(path) = &self.svg {
            write_picture(path, drawn.as_bytes())?;
        }
        if let Some(path) = &self.html {
            write_picture(path, html(&picture).as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_picture(path, &as_png(&drawn, path)?)?;
        }
        Ok(())
    }
}

/// A drawing as PNG.
pub fn as_png(svg: &str, path: &Path) -> Result<Vec<u8>, Failure> {
    png(svg).map_err(|error| {
        let path = path.display();
        Failure::new(
            Exit::NotHeld,
            format!("cannot draw {path}: {error}; try --svg"),
        )
    })
}

/// A redacted copy of a source. The name is removed too, because it may be a path.
pub fn redacted(stack: &Stack, source: &Source) -> Source {
    let (screen, channels) = (&source.screen, &source.channels);
    let assessed = assess(stack, source.provider, &source.raw, screen, channels);
    let safe = redact(screen, channels, &assessed.reading, &assessed.payload);
    Source {
        id: "redacted screen".to_owned(),
        screen: Screen::from_capture(&safe.text, &safe.channels),
        raw: safe.text,
        channels: safe.channels,
        provider: source.provider,
    }
}

/// The explanation as text.
fn explained(stack: &Stack, source: &Source, assessed: &Assessed) -> String {
    let scores = stack.scores(&source.screen, &source.channels, 0);
    text(&Explained {
        id: &source.id,
        screen: &source.screen,
        facts: assessed.reading.facts(),
        payload: &assessed.payload,
        width: Page::stdout().width,
        recognized: scores.collect(),
    })
}
