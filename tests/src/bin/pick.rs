//! Copies a capture of the corpus, edited if asked, into the named cases: `fixtures/cases/TRAP/`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use shadow_fixtures::{Capture, Error, Session, SessionDir, write_session};
use shadow_tests::edit::Edit;
use shadow_tests::{Corpus, Filter, captures};

/// Copies a capture into the named cases.
#[derive(Parser)]
#[command(name = "pick")]
struct Args {
    /// The trap, such as P13.
    trap: String,
    /// The captures' ids, each whole: provider/version/session/case.
    #[arg(required = true)]
    ids: Vec<String>,
    /// Edit it first.
    #[arg(long)]
    edit: Option<Edit>,
    /// Write this spoof over a line of the answer.
    #[arg(long, conflicts_with = "edit")]
    answer_spoof: Option<usize>,
    /// Write this spoof over the draft.
    #[arg(long, conflicts_with_all = ["edit", "answer_spoof"])]
    draft_spoof: Option<usize>,
    /// Put this many kilobytes of old screens above it.
    #[arg(long, conflicts_with_all = ["edit", "answer_spoof", "draft_spoof"])]
    scrollback: Option<usize>,
    /// Another folder of fixtures to pick from.
    #[arg(long)]
    root: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    for id in &args.ids {
        match pick(&args, id) {
            Ok(Some(path)) => println!("{}", path.display()),
            Ok(None) => {
                eprintln!("pick: no capture {id:?} that the edit applies to");
                return ExitCode::from(1);
            }
            Err(error) => {
                eprintln!("pick: {error}");
                return ExitCode::from(3);
            }
        }
    }
    ExitCode::SUCCESS
}

fn pick(args: &Args, id: &str) -> Result<Option<PathBuf>, Error> {
    let root = args
        .root
        .clone()
        .unwrap_or_else(|| Corpus::Development.dir());
    let filter = Filter {
        id_has: Some(id.to_owned()),
        ..Filter::default()
    };
    let edit = args
        .edit
        .or(args.answer_spoof.map(Edit::AnswerSpoof))
        .or(args.draft_spoof.map(Edit::DraftSpoof))
        .or(args.scrollback.map(Edit::Scrollback));
    let picked = captures(&root)?
        .into_iter()
        .find(|capture| filter.wants(capture) && capture.id() == id);
    let edited = match edit {
        None => picked,
        Some(edit) => picked.and_then(|capture| edit.apply(&capture)),
    };
    edited.map(|capture| put(args, edit, capture)).transpose()
}

/// Adds the capture to its session among the cases.
fn put(args: &Args, edit: Option<Edit>, mut capture: Capture) -> Result<PathBuf, Error> {
    capture.case.at = None;
    let session = Arc::make_mut(&mut capture.session);
    session.cases.clear();
    session.dropped.clear();
    let folder = capture
        .dir
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let suffix = edit.map_or_else(String::new, suffix);
    let dir = Corpus::Cases
        .dir()
        .join(&args.trap)
        .join(&session.provider)
        .join(&session.version)
        .join(format!("{folder}{suffix}"));
    let (mut session, mut screens) = match dir.join("session.toml").exists() {
        true => stored(&dir)?,
        false => (session.clone(), Vec::new()),
    };
    if let Some(at) = session
        .cases
        .iter()
        .position(|c| c.name == capture.case.name)
    {
        session.cases.remove(at);
        screens.remove(at);
    }
    session.cases.push(capture.case);
    screens.push(capture.bytes);
    write_session(&dir, &session, &screens, None)?;
    Ok(dir)
}

fn suffix(edit: Edit) -> String {
    match edit {
        Edit::ShellBelow(number) => format!("-shell-below-{number}"),
        Edit::AnswerSpoof(number) => format!("-answer-spoof-{number}"),
        Edit::DraftSpoof(number) => format!("-draft-spoof-{number}"),
        Edit::Scrollback(kilobytes) => format!("-scrollback-{kilobytes}"),
        edit => {
            use clap::ValueEnum;
            let name = edit
                .to_possible_value()
                .map(|value| value.get_name().to_owned());
            format!("-{}", name.unwrap_or_default())
        }
    }
}

fn stored(dir: &std::path::Path) -> Result<(Session, Vec<Vec<u8>>), Error> {
    let stored = SessionDir::read(dir)?;
    let session = stored.session.clone();
    let screens: Result<Vec<Vec<u8>>, Error> = stored
        .captures()
        .map(|capture| Ok(capture?.bytes))
        .collect();
    Ok((session, screens?))
}
