//! `shadow choose`: the answer to a dialog, if it is still the one that was read.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};
use shadow_act::{Answer, Choice};

use crate::acting::{Begun, EndArgs, Named, PaneArgs, asked, asked_there, choose, tell, text_of};
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::hosts::{There, carry_out, open_dialog, there};
use crate::numbers::Observer;

const EXAMPLES: &str = "\
Examples:
  # shows the open dialog, its options and its signature; presses nothing
  shadow choose %3
  shadow choose %3 --option 1 --signature 2f0c7a9be1d45c33
  shadow choose %3 --match 'no, and tell' --signature 2f0c7a9be1d45c33
  printf %s \"$LABEL\" | shadow choose %3 --match - --signature 2f0c7a9be1d45c33

The signature is computed from what the dialog shows. It also changes if rows
break elsewhere, as in a pane of another size. `shadow choose`, `parse`,
`explain` and `watch` print it. If the open dialog has another signature by
now, shadow presses nothing and says what is open.

Two equal dialogs: an agent may ask for one command twice. Both dialogs then
have one signature. A running `watch` or `serve` gives each dialog a number of
its own (`operator_block.appearance`). With --appearance, only the dialog with
that number is answered. The number is valid while that `watch` or `serve`
runs.

Not shown whole: if the dialog does not show everything that it asks you to
approve (`subject_whole` is not true), shadow presses only an option that
refuses. There are three ways to approve it:
- Read all of it at the terminal, and answer there.
- Read all of it at the terminal, and add --unseen here. Only a person should
  use --unseen. shadow cannot check who runs the command.
- A program can read the whole call in the transcript file that the CLI writes,
  and give its text with --whole. shadow checks that the rows on the screen are
  the beginning and the end of this text.

Other users: every user of this machine can read the arguments of a command. A
program should give --option, or give the label by --match -.

Result: `evidence` is `dialog_returned` if the CLI took the answer and then
opened the same dialog again. The reason `answer_unsure` means that the same
dialog is open, and shadow does not know why: the CLI opened it again, or it
ignored the key. Look before you answer again.

Exit codes: 0 the dialog closed, changed, or closed and opened again, 1 refused
or failed, 4 the pane or its CLI is gone.";

/// Arguments of `shadow choose`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ChooseArgs {
    #[command(flatten)]
    pane: PaneArgs,
    /// The option: its number, or its hotkey. If the dialog prints no numbers, count from the top
    #[arg(long, value_name = "N|KEY")]
    option: Option<String>,
    /// The option whose label holds this text; - reads the text from standard input
    #[arg(
        long = "match",
        id = "label",
        value_name = "TEXT",
        conflicts_with = "option"
    )]
    label: Option<String>,
    /// Signature of the dialog that you read; without it, shadow shows the open dialog and presses nothing
    #[arg(long, value_name = "S")]
    signature: Option<String>,
    /// The number that a running watch or serve gave to that dialog (`operator_block.appearance`); an equal dialog that
    /// opens later gets no keys
    #[arg(long, value_name = "N", requires = "signature")]
    appearance: Option<u64>,
    /// Approve although the dialog does not show everything; for a person who has read all of it at the terminal
    #[arg(long)]
    unseen: bool,
    /// File that holds only the full text to approve, such as the whole command; - is standard input. Take the text from the
    /// transcript file that the CLI writes
    #[arg(long, value_name = "F", conflicts_with = "unseen")]
    whole: Option<PathBuf>,
    #[command(flatten)]
    end: EndArgs,
}

/// Runs it.
pub fn run(args: &ChooseArgs) -> Outcome {
    if let Some(there) = there(&args.pane.pane, &args.pane.server)? {
        return choose_there(args, &there);
    }
    let Some(signature) = &args.signature else {
        return show(args);
    };
    let answer = answer(args, signature)?;
    let log = args.end.log()?;
    let mut named = args.pane.hold()?;
    if let Some(number) = args.appearance {
        named.pane = Observer::follow(number, named.pane)?;
    }
    let told = choose(&mut named.pane, answer)?;
    let exit = tell(&told)?;
    if exit != Exit::Done || !args.end.is_wanted() {
        named.pane.leave();
        return Ok(exit);
    }
    if !named.pane.is_in_turn() {
        complain(&format!(
            "{}: no turn runs after the answer, so none is waited for",
            told.pane
        ));
        return Ok(exit);
    }
    let begun = Begun {
        did: "the dialog was answered",
        answered: Some(signature),
        turn: None,
        within: args.pane.timeout,
    };
    args.end.finish(named, log, begun)
}

/// Answers a dialog in a pane of another machine. It is never a person's word for what was not shown there.
fn choose_there(args: &ChooseArgs, there: &There) -> Outcome {
    args.pane.for_host()?;
    let Some(signature) = &args.signature else {
        return show_there(there);
    };
    if args.unseen || args.whole.is_some() {
        return Err(Failure::usage(
            "--unseen and --whole do not work for a pane of another machine; log in there (ssh) and run the command",
        ));
    }
    let mut request = Map::new();
    let mut add = |name: &str, value: Value| drop(request.insert(name.to_owned(), value));
    add("do", json!("choose"));
    add("signature", json!(signature));
    match choice(args)? {
        Choice::Number(number) => add("option", json!(number)),
        Choice::Key(key) => add("option", json!(key)),
        Choice::Label(label) => add("match", json!(label)),
    }
    if let Some(number) = args.appearance {
        add("appearance", json!(number));
    }
    add("wait", json!(args.end.for_host()?));
    carry_out(there, request, args.pane.limits())
}

/// Shows the open dialog, its options and its signature. Nothing is pressed, so this is no answer.
fn show(args: &ChooseArgs) -> Outcome {
    let Named {
        mut pane, server, ..
    } = args.pane.find()?;
    let id = pane.id();
    match pane.open_dialog()? {
        Some(block) => Err(unsigned(&asked(id, &block, server.as_deref()))),
        None => Err(Failure::new(
            Exit::NotHeld,
            format!("{id}: no dialog is open; see `shadow explain --pane {id}`"),
        )),
    }
}

/// Shows the dialog that is open in a pane of another machine.
fn show_there(there: &There) -> Outcome {
    let name = format!("{}/{}", there.host, there.pane);
    match open_dialog(there)? {
        Some(block) => Err(unsigned(&asked_there(&name, &block))),
        None => Err(Failure::new(
            Exit::NotHeld,
            format!("{name}: no dialog is open"),
        )),
    }
}

fn unsigned(dialog: &str) -> Failure {
    Failure::usage(format!("nothing is pressed without --signature; {dialog}"))
}

fn answer(args: &ChooseArgs, signature: &str) -> Result<Answer, Failure> {
    let answer = Answer::new(choice(args)?, signature).of_appearance(args.appearance);
    Ok(match &args.whole {
        Some(path) => answer.read_whole(text_of(path, "the whole call")?),
        None if args.unseen => answer.unseen(),
        None => answer,
    })
}

fn choice(args: &ChooseArgs) -> Result<Choice, Failure> {
    let stdin = Path::new("-");
    match (&args.label, &args.option) {
        (Some(text), _) if text == "-" && args.whole.as_deref() == Some(stdin) => {
            Err(Failure::usage(
                "--match - and --whole - cannot both read standard input; give one of them as a file or number",
            ))
        }
        (Some(text), _) if text == "-" => {
            let label = text_of(stdin, "the option's label")?;
            match label.trim() {
                "" => Err(Failure::usage(
                    "standard input has no label; write one, or give --option N",
                )),
                label => Ok(Choice::Label(label.to_owned())),
            }
        }
        (Some(text), _) => Ok(Choice::Label(text.clone())),
        (None, Some(option)) => Ok(match option.parse() {
            Ok(number) => Choice::Number(number),
            Err(_) => Choice::Key(option.to_owned()),
        }),
        (None, None) => Err(Failure::usage(
            "name the option with --option N or --match TEXT; see `shadow choose --help`",
        )),
    }
}
