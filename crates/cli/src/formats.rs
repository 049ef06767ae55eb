//! The `--format` options that commands share: which forms there are, and how help names them.

use clap::{Args, ValueEnum};

/// How payloads are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PayloadFormat {
    /// One JSON object a line.
    #[default]
    Json,
    /// For people.
    Text,
}

/// How lists are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ListFormat {
    /// For people.
    #[default]
    Table,
    /// One JSON object a line.
    Ndjson,
}

/// How events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum EventFormat {
    /// One JSON object a line.
    #[default]
    Ndjson,
    /// For people.
    Text,
}

/// `--format` of a command that prints payloads.
#[derive(Debug, Clone, Copy, Args)]
pub struct PayloadFormatArg {
    /// Print JSON (one object a line) or text for people
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "json|text",
        hide_possible_values = true
    )]
    format: PayloadFormat,
}

impl PayloadFormatArg {
    /// The form that the arguments ask for.
    pub fn wanted(self) -> PayloadFormat {
        self.format
    }
}

/// `--format` of a command that prints a list.
#[derive(Debug, Clone, Copy, Args)]
pub struct ListFormatArg {
    /// Print a table or NDJSON (one JSON object a line)
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "table|ndjson",
        hide_possible_values = true
    )]
    format: ListFormat,
    /// Print one JSON object a line; short for --format ndjson
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl ListFormatArg {
    /// The form that the arguments ask for.
    pub fn wanted(self) -> ListFormat {
        match self.json {
            true => ListFormat::Ndjson,
            false => self.format,
        }
    }
}

/// `--format` of a command that prints events.
#[derive(Debug, Clone, Copy, Args)]
pub struct EventFormatArg {
    /// Print NDJSON (one event a line) or text for people
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "ndjson|text",
        hide_possible_values = true
    )]
    format: EventFormat,
    /// Print NDJSON, one event a line (the default)
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl EventFormatArg {
    /// The form that the arguments ask for.
    pub fn wanted(self) -> EventFormat {
        match self.json {
            true => EventFormat::Ndjson,
            false => self.format,
        }
    }
}
