//! `shadow report`: a misread screen as one redacted bundle.

use std::path::PathBuf;

use clap::{ArgAction, Args};
use shadow_fixtures::UNKNOWN_VERSION;
use shadow_pictures::{Picture, svg};
use shadow_tui::contract::{BusinessState, Payload, wire_name};

use super::explain::redacted;
use crate::assess::{Assessed, assess};
use crate::calendar::today;
use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::regression::bundle::{Bundle, Manifest};
use crate::render::verdict;
use crate::setup;
use crate::sources::{Source, SourceArgs};
use shadow_legible::one_line;

const EXAMPLES: &str = "\
Examples:
  shadow report --pane %3 --note 'it says idle while a tool runs'
  shadow report --size 120x40 --cli-version 2.1.330 screen.ansi
  shadow test --add misread.tar.gz --truth business_state=working cases/

A report has one screen: give one file or one pane.

The bundle contains the screen, its size, cursor and title, shadow's answer, a
picture and versions. In the screen, every letter and number that a person, a
model or a tool wrote is blanked. The note is not blanked. Look into the
bundle before you send it: tar xzf misread.tar.gz.";

/// A bundle has one screen, so this command's own `--pane` is not repeated.
const PANE: &str = "Read this live tmux pane, by id (%3) or target (main:1.0), instead of a file";

/// Arguments of `shadow report`.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    mut_arg("files", |files| files.index(1).num_args(1).action(ArgAction::Set)),
    mut_arg("pane", |pane| pane.help(PANE))
)]
pub struct ReportArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// More files: they are refused with the reason. The help shows one file.
    #[arg(index = 2, hide = true)]
    more: Vec<String>,
    /// Write the bundle to this file
    #[arg(
        short = 'o',
        long,
        visible_alias = "output",
        value_name = "FILE",
        default_value = "misread.tar.gz"
    )]
    out: PathBuf,
    /// What is wrong with the answer, in your words
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

/// Runs it.
pub fn run(args: &ReportArgs) -> Outcome {
    let stack = setup::stack()?;
    if args.source.count() + args.more.len() > 1 {
        return Err(Failure::usage(
            "a report has one screen; give one file or pane",
        ));
    }
    args.source.each(|source| {
        let (screen, channels) = (&source.screen, &source.channels);
        let read = assess(&stack, source.provider, &source.raw, screen, channels);
        let mut safe = redacted(&stack, &source);
        // The banner that told the version may be blanked.
        let detected = read.reading.choice().detected().map(|it| it.to_string());
        let version = safe.channels.cli_version.take().or(detected);
        safe.channels.cli_version = version;
        let again = assess(
            &stack,
            source.provider,
            &safe.raw,
            &safe.screen,
            &safe.channels,
        );
        let bundle = args.bundle(&safe, &read.payload, &again)?;
        bundle.write(&args.out)?;
        let [was, is] = [&read, &again].map(|read| verdict::axes(&read.payload.surface_assessment));
        let (file, manifest) = (args.out.display(), &bundle.manifest);
        let (provider, version) = (one_line(&manifest.provider), one_line(&manifest.version));
        let mut told = format!("{file}: {was} ({provider} {version})\n");
        if was != is {
            told +=
                &format!("the redacted screen gets another answer ({is}); say so in your report\n");
        }
        // An example that differs from what was read.
        let truth = match read.payload.surface_assessment.business_state {
            BusinessState::Working => "idle",
            _ => "working",
        };
        told += &format!(
            "next: look into it (tar xzf {file}), then attach it to an issue at {}/issues/new\n\
             or make a case of it: shadow test --add {file} --truth business_state={truth} cases/\n",
            env!("CARGO_PKG_REPOSITORY")
        );
        Output::new().text(&told)?;
        Ok(Exit::Done)
    })
}

impl ReportArgs {
    fn bundle(&self, safe: &Source, read: &Payload, again: &Assessed) -> Result<Bundle, Failure> {
        let metadata = &read.surface_assessment.parser_metadata;
        let provider = again.provider;
        let version = safe.channels.cli_version.clone();
        let cols = safe
            .channels
            .cols
            .map_or(safe.screen.width(), usize::from)
            .max(1);
        let rows = safe
            .channels
            .rows
            .map_or(safe.screen.height(), usize::from)
            .max(1);
        let size = [cols, rows].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let manifest = Manifest {
            bundle: 1,
            shadow: env!("CARGO_PKG_VERSION").to_owned(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            made: today(),
            provider: provider.to_owned(),
            version: version.unwrap_or_else(|| UNKNOWN_VERSION.to_owned()),
            note: self.note.clone(),
            preset: metadata.parser_preset_id.clone(),
            read_as: axes(read),
            redacted_read_as: axes(&again.payload),
            size,
            cursor: None,
            cursor_visible: None,
            alternate: false,
            title: None,
            process: None,
            progress: None,
            program_status: Vec::new(),
        };
        let picture = Picture {
            title: "redacted screen".to_owned(),
            screen: &safe.screen,
            facts: again.reading.facts(),
            payload: &again.payload,
        };
        let explained = verdict::text("redacted screen", &again.payload);
        Ok(Bundle {
            manifest: manifest.with_channels(&safe.channels),
            screen: safe.raw.clone(),
            pages: vec![
                ("explain.txt", explained.into_bytes()),
                ("explain.svg", svg(&picture).into_bytes()),
            ],
        })
    }
}

fn axes(payload: &Payload) -> [String; 4] {
    let got = &payload.surface_assessment;
    [
        wire_name(&got.availability),
        wire_name(&got.business_state),
        wire_name(&got.input_mode),
        wire_name(&got.ui_context),
    ]
}
