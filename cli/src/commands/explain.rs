//! `shadow explain`: the screen with its zones in the margin, the verdict, its witnesses, and what
//! was weighed and rejected.

use clap::Args;

use crate::assess::assess;
use crate::exit::{Exit, Outcome};
use crate::output::Output;
use crate::render::explanation::{Explained, text};
use crate::setup;
use crate::sources::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  shadow explain --pane %3
  tmux -u capture-pane -e -p -t %3 | shadow explain --size 120x40 -";

/// Arguments of `shadow explain`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExplainArgs {
    #[command(flatten)]
    source: SourceArgs,
}

/// Runs it.
pub fn run(args: &ExplainArgs) -> Outcome {
    let stack = setup::stack()?;
    let mut output = Output::new();
    args.source.each(|source| {
        let (screen, channels) = (&source.screen, &source.channels);
        let assessed = assess(&stack, source.provider, &source.raw, screen, channels);
        let scores = stack.parsers().iter().map(|parser| {
            let provider = parser.provider();
            (provider.id(), provider.recognise(screen, channels))
        });
        output.text(&text(&Explained {
            id: &source.id,
            screen,
            facts: &assessed.reading.facts,
            payload: &assessed.payload,
            recognised: scores.collect(),
        }))?;
        Ok(Exit::Done)
    })
}
