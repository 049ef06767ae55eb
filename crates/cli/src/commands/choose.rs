//! `shadow choose`: the answer to a dialog, if it is still the one that was read.

use std::path::PathBuf;

use clap::Args;
use shadow_act::{Answer, Choice};

use crate::acting::{Named, PaneArgs, choose, tell, text_of};
use crate::exit::{Failure, Outcome};

const EXAMPLES: &str = "\
Examples:
  shadow parse --pane %3 | jq '.surface_assessment.operator_block | {question, signature, options}'
  shadow choose %3 --option 1 --signature 2f0c7a9be1d45c33
  shadow choose %3 --match 'no, and tell' --signature 2f0c7a9be1d45c33

The signature is that of the dialog that was read (`shadow parse`, `explain`, `watch`), at the size that the pane had. If
another one stands there by now, or the same one at another size, nothing is pressed, and the message says what stands there.
Where a dialog does not show all that it asks to approve (`subject_whole` is not true), no option is pressed but one that
refuses (`subject_not_whole`): look at the terminal and answer there, or say --unseen. That is a person's word; no other
command, rule, page or API says it. A program that has read the whole call in the CLI's transcript hands it in with --whole:
it counts only while the rows on the screen are its beginning and its end. Where the answer was taken and the very same is asked
again, `evidence` is `dialog_returned`; where that cannot be told from a key that was not taken, the reason is
`answer_unsure`: look before you press again. Exit codes: 0 the dialog went, changed or returned, 1 refused or failed, 4
the pane is gone.";

/// Arguments of `shadow choose`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ChooseArgs {
    #[command(flatten)]
    pane: PaneArgs,
    /// The option by its number (from the top where none is printed) or by its hotkey
    #[arg(long, value_name = "N|KEY", required_unless_present = "label")]
    option: Option<String>,
    /// The option whose label holds this text
    #[arg(
        long = "match",
        id = "label",
        value_name = "TEXT",
        conflicts_with = "option"
    )]
    label: Option<String>,
    /// Signature of the dialog that was read
    #[arg(long, value_name = "S")]
    signature: String,
    /// Approve although not all that it approves was shown: your own word, for what you have looked up at the terminal
    #[arg(long)]
    unseen: bool,
    /// File with the whole of what the dialog asks to approve, as read in the CLI's transcript; - is standard input
    #[arg(long, value_name = "F", conflicts_with = "unseen")]
    whole: Option<PathBuf>,
}

/// Runs it.
pub fn run(args: &ChooseArgs) -> Outcome {
    let answer = answer(args)?;
    let Named { mut pane, .. } = args.pane.hold()?;
    let told = choose(&mut pane, answer)?;
    let exit = tell(&told)?;
    pane.leave();
    Ok(exit)
}

fn answer(args: &ChooseArgs) -> Result<Answer, Failure> {
    let answer = Answer::new(choice(args), &args.signature);
    Ok(match &args.whole {
        Some(path) => answer.read_whole(text_of(path, "the whole call")?),
        None if args.unseen => answer.unseen(),
        None => answer,
    })
}

fn choice(args: &ChooseArgs) -> Choice {
    if let Some(text) = &args.label {
        return Choice::Label(text.clone());
    }
    let option = args.option.as_deref().unwrap_or_default();
    match option.parse() {
        Ok(number) => Choice::Number(number),
        Err(_) => Choice::Key(option.to_owned()),
    }
}
