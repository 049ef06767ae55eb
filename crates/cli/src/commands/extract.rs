//! `shadow extract`: association, the caller's own claim that some text is the answer.

use clap::{ArgGroup, Args};
use shadow_tui::association::{
    Anchor, Association, AssociationError, DialogAssociator, JsonBlockAssociator,
    SentinelAssociator, TailRegexExtractAssociator,
};

use crate::assess::assess;
use crate::exit::{Exit, Failure, Outcome};
use crate::formats::{PayloadFormat, PayloadFormatArg};
use crate::output::Output;
use crate::setup;
use crate::sources::{Source, SourceArgs};
use crate::wire::{Extracted, Identified};
use shadow_legible::row;

const EXAMPLES: &str = "\
Examples:
  shadow extract --pane %3 --pattern 'RESULT: (\\w+)' --last
  shadow extract --sentinel '<<<' '>>>' --format text screen.txt
  shadow extract --json --key status --after-last-prompt screen.txt
  shadow ask %3 'reply in JSON' | jq -r .record.answer.text > answer.txt
  shadow extract --dialog-text --json answer.txt

The command searches the conversation on the screen. Ask the model to mark its
answer: with a line before and a line after it (a sentinel), or as JSON.

With --pattern, the output is the last capture group that matched, or the
whole match if no group did. The exit code is 1 if nothing matches.";

/// Arguments of `shadow extract`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("how").required(true)))]
pub struct ExtractArgs {
    /// Search for a regular expression
    #[arg(long, value_name = "RE", group = "how")]
    pattern: Option<String>,
    /// Take the text between a line BEGIN and a line END; of several such pairs, the last
    #[arg(long, num_args = 2, value_names = ["BEGIN", "END"], group = "how")]
    sentinel: Option<Vec<String>>,
    /// Take the last JSON object or array on lines of its own
    #[arg(long, group = "how")]
    json: bool,
    /// With --json: take only objects with this key; may be repeated
    #[arg(long, value_name = "KEY", conflicts_with_all = ["pattern", "sentinel"])]
    key: Vec<String>,
    /// With --pattern or --json: search this many characters at the end of the conversation
    #[arg(long, value_name = "N", default_value_t = 4000)]
    tail_chars: usize,
    /// With --pattern: take the last match instead of the first
    #[arg(long, conflicts_with_all = ["json", "sentinel"])]
    last: bool,
    /// Search only after the last prompt that is exactly this text; white space is not compared
    #[arg(long, value_name = "TEXT", conflicts_with = "after_last_prompt")]
    after_anchor: Option<String>,
    /// Search only after the last prompt (the default with --sentinel and --json)
    #[arg(long)]
    after_last_prompt: bool,
    /// With --pattern: let a match cross line breaks that the width of the pane may have made
    #[arg(long, conflicts_with_all = ["json", "sentinel"])]
    across_wraps: bool,
    /// Read the input as the text of a conversation, such as a turn's answer, instead of a screen
    #[arg(long, conflicts_with_all = ["pane", "raw"])]
    dialog_text: bool,
    #[command(flatten)]
    format: PayloadFormatArg,
    #[command(flatten)]
    source: SourceArgs,
}

/// Runs it.
pub fn run(args: &ExtractArgs) -> Outcome {
    let associator = associator(args).map_err(|error| Failure::usage(error.to_string()))?;
    let stack = setup::stack()?;
    let mut output = Output::new();
    args.source.each(|source| {
        let found = if args.dialog_text {
            associator.associate_text(&dialog_text(&source))
        } else {
            let (raw, screen) = (&source.raw, &source.screen);
            let assessed = assess(&stack, source.provider, raw, screen, &source.channels);
            associator.associate(&assessed.payload.dialog_projection)
        };
        print(&mut output, args.format.wanted(), source.id, found)
    })
}

fn associator(args: &ExtractArgs) -> Result<Box<dyn DialogAssociator>, AssociationError> {
    let anchor = match &args.after_anchor {
        Some(prompt) => Some(Anchor::Prompt(prompt.clone())),
        None if args.after_last_prompt => Some(Anchor::LastUserCell),
        None => None,
    };
    if let Some([begin, end]) = args.sentinel.as_deref() {
        let sentinel = SentinelAssociator::new(begin, end)?;
        return Ok(Box::new(
            sentinel.after(anchor.unwrap_or(Anchor::LastUserCell)),
        ));
    }
    let Some(pattern) = &args.pattern else {
        let block = JsonBlockAssociator::new(args.tail_chars)?;
        let keys = args.key.iter();
        let block = keys.fold(block, |block, key| block.with_key(key));
        return Ok(Box::new(
            block.after(anchor.unwrap_or(Anchor::LastUserCell)),
        ));
    };
    let mut regex = TailRegexExtractAssociator::new(args.tail_chars, pattern)?;
    regex = regex.after(anchor.unwrap_or_default());
    if args.last {
        regex = regex.last_match();
    }
    if args.across_wraps {
        regex = regex.across_wraps();
    }
    Ok(Box::new(regex))
}

fn dialog_text(source: &Source) -> String {
    String::from_utf8_lossy(&source.raw).into_owned()
}

fn print(
    output: &mut Output,
    format: PayloadFormat,
    id: String,
    association: Option<Association>,
) -> Outcome {
    let exit = if association.is_some() {
        Exit::Done
    } else {
        Exit::NotHeld
    };
    match format {
        PayloadFormat::Json => {
            let body = association.map_or_else(Extracted::default, |found| Extracted {
                found: true,
                text: Some(found.text),
                across_wraps: found.across_wraps,
            });
            output.json(&Identified { id, body })?;
        }
        PayloadFormat::Text => {
            if let Some(found) = association {
                let lines: Vec<String> = found.text.lines().map(row).collect();
                output.text(&lines.join("\n"))?;
            }
        }
    }
    Ok(exit)
}
