//! Writing out the payload: evidence, anomalies, excerpt, dialog text and slices.

use super::choice::Choice;
use super::observed::{Assessed, Observed};
use super::parse::{Parser, Reading};
use crate::contract::{
    Activity, ActivityKind, AnomalyCode, Availability, BlockKind, BusinessState, DialogCell,
    DialogProjection, Evidence, ModeDiagnostics, OperatorBlock, OwnDialogsMetadata, Part, Parts,
    Payload, PendingInput, ProjectionMetadata, ProjectionSlices, SCHEMA_VERSION, SelectionSource,
    ShadowAnomaly, ShadowParserMetadata, SourceKind, SurfaceAssessment,
};
use crate::screen::{Marked, Screen};
use crate::snapshot::Channels;
use crate::surface::{CLIPPED, Details, RowSpan, Witness, WitnessPlace, Zone};
use crate::text::printable;

/// Characters of a piece of evidence that are quoted.
const QUOTE_LIMIT: usize = 400;

/// The parts of a payload that are wanted, diagnostics left to the caller; what is not wanted is empty.
pub(super) fn payload(assessed: Assessed<'_>, wanted: Parts) -> Payload {
    let metadata = parser_metadata(assessed);
    let assessment = assessment(assessed, &metadata, wanted);
    let projection = match wanted.has(Part::Dialog) {
        true => projection(assessed, &metadata, &assessment),
        false => DialogProjection::default(),
    };
    let composer = assessment.composer.as_ref();
    let safe = is_safe(assessed.reading, |free| {
        composer.is_some_and(|it| it.takes_a_prompt(free))
    });
    Payload {
        schema_version: SCHEMA_VERSION.to_owned(),
        submit_ready: assessment.submit_ready(),
        safe_to_type: safe,
        projection_slices: ProjectionSlices {
            head: projection.head.clone(),
            tail: projection.tail.clone(),
        },
        surface_assessment: assessment,
        dialog_projection: projection,
        parser_metadata: metadata,
        mode_diagnostics: ModeDiagnostics::default(),
        lifecycle: None,
    }
}

/// As [`Payload::safe_to_type`], without a payload: most of one is text, and a state is asked for far more often.
pub(super) fn safe_to_type(assessed: Assessed<'_>) -> bool {
    let reading = assessed.reading;
    is_safe(reading, |free| {
        let marked = Marked::new(assessed.observed.screen);
        let projector = assessed.parser.projector(&reading.choice);
        let composer = projector.composer(&marked, &reading.findings, &reading.facts);
        composer.is_some_and(|it| it.takes_a_prompt(free))
    })
}

/// Whether text typed now would become a prompt of its own.
///
/// `composer_takes` gets whether a composer of unknown content is free: with the cursor on its first cell and no draft style. It
/// is asked last, because it costs most.
fn is_safe(reading: &Reading, composer_takes: impl FnOnce(bool) -> bool) -> bool {
    let facts = &reading.facts;
    let free = facts.composer.is_some_and(|it| it.free_by_cursor);
    reading.verdict.submit_ready()
        && !reading.verdict.drawn_by_another
        && facts.turn.pending != PendingInput::Yes
        && composer_takes(free)
}

fn parser_metadata(assessed: Assessed<'_>) -> ShadowParserMetadata {
    let Assessed {
        parser,
        observed,
        reading,
    } = assessed;
    let Observed {
        screen, channels, ..
    } = observed;
    let choice = &reading.choice;
    let preset = parser.preset(choice);
    let format = if screen.is_styled() {
        "tui_snapshot_sgr"
    } else {
        "tui_snapshot_plain"
    };
    ShadowParserMetadata {
        provider_id: provider_id(parser, choice).to_owned(),
        parser_preset_id: preset.id.to_owned(),
        parser_preset_version: preset.since.to_string(),
        output_format: format.to_owned(),
        output_variant: parser
            .projector(choice)
            .variant(&reading.findings)
            .to_owned(),
        output_format_match: reading.facts.preset_contradicted.is_none(),
        detected_version: choice.detected.map(|version| version.to_string()),
        requested_version: requested_version(choice, channels),
        selection_source: choice.source,
        dialogs: own_dialogs(parser),
        baseline_invalidated: false,
        anomalies: choice.anomalies(parser.provider().presets()),
    }
}

/// The version that the caller named. If it named none, the version of the program in front, where that chose the preset.
fn requested_version(choice: &Choice, channels: &Channels) -> Option<String> {
    let by_program = || {
        choice
            .version
            .filter(|_| choice.source == SelectionSource::RequestedVersion)
    };
    let named = channels.cli_version.as_deref().map(printable);
    named.or_else(|| by_program().map(|version| version.to_string()))
}

/// The user's own dialogs, where any are in force.
fn own_dialogs(parser: &Parser) -> Option<OwnDialogsMetadata> {
    let own = parser.provider().presets().own_dialogs();
    (!own.is_empty()).then(|| OwnDialogsMetadata {
        source: own.source().to_owned(),
        rows: u32::try_from(own.rows().len()).unwrap_or(u32::MAX),
    })
}

/// The provider's name, or that none recognized the screen.
fn provider_id(parser: &Parser, choice: &Choice) -> &'static str {
    if choice.unrecognized {
        "unknown"
    } else {
        parser.provider().id()
    }
}

fn assessment(
    assessed: Assessed<'_>,
    metadata: &ShadowParserMetadata,
    wanted: Parts,
) -> SurfaceAssessment {
    let reading = assessed.reading;
    let (screen, channels) = (assessed.observed.screen, assessed.observed.channels);
    let verdict = &reading.verdict;
    let whole = wanted.has(Part::Details);
    let details = details(assessed, wanted);
    let awaiting = whole && verdict.business_state == BusinessState::AwaitingOperator;
    let witnesses = verdict.witnesses.iter().filter(|_| whole);
    let mut anomalies = metadata.anomalies.clone();
    anomalies.extend(doubts(screen, reading));
    anomalies.extend(cut(screen, reading, details.block.as_ref()));
    SurfaceAssessment {
        availability: verdict.availability,
        business_state: verdict.business_state,
        input_mode: verdict.input_mode,
        ui_context: verdict.ui_context,
        ui_context_base: verdict.ui_context.base(),
        parser_metadata: match whole {
            true => metadata.clone(),
            false => ShadowParserMetadata::default(),
        },
        anomalies,
        operator_blocked_excerpt: awaiting
            .then(|| excerpt(screen, reading, &details))
            .flatten(),
        operator_block: details.block.filter(|_| awaiting),
        composer: details.composer,
        pending_input: match verdict.drawn_by_another {
            true => PendingInput::Unknown,
            false => reading.facts.turn.pending,
        },
        pending_messages: details.pending,
        activity: details.activity.or_else(|| hidden_activity(reading)),
        background: details.background,
        failure: details.failure,
        continues: details.continues,
        goal: details.goal,
        offers: details.offers,
        permission_mode: details.permission_mode,
        session_facts: details.session_facts,
        evidence: witnesses.map(|w| evidence(screen, channels, w)).collect(),
        confidence: verdict.confidence,
    }
}

/// The details of a surface that are wanted, of what its own process still draws.
fn details(assessed: Assessed<'_>, wanted: Parts) -> Details {
    let (parser, reading) = (assessed.parser, assessed.reading);
    let verdict = &reading.verdict;
    let whole = wanted.has(Part::Details);
    let projector = parser.projector(&reading.choice);
    let marked = Marked::new(assessed.observed.screen);
    let mut details = match whole {
        true => projector.details(&marked, &reading.findings, &reading.facts),
        false => Details::default(),
    };
    // Whether a ready surface is safe to type into, the composer tells.
    if !whole && wanted.has(Part::State) && verdict.submit_ready() {
        details.composer = projector.composer(&marked, &reading.findings, &reading.facts);
    }
    let block = details.block.iter_mut();
    block.for_each(|block| settle(block, reading));
    match verdict.drawn_by_another {
        true => what_stays(details, verdict.availability),
        false => details,
    }
}

/// Says whether a block's subject is whole, where its kind has one: what does not fit in the pane never is. Then signs it.
fn settle(block: &mut OperatorBlock, reading: &Reading) {
    let clipped = reading.facts.block.is_none_or(|fact| fact.clipped);
    let whole = block.subject_whole == Some(true) && block.subject.is_some() && !clipped;
    block.subject_whole = block.kind.has_subject().then_some(whole);
    block.sign();
}

/// The anomaly of a block whose subject is not whole, where the facts do not raise it: only whoever writes the block reads
/// its subject.
fn cut(screen: &Screen, reading: &Reading, block: Option<&OperatorBlock>) -> Option<ShadowAnomaly> {
    block.filter(|block| block.subject_whole == Some(false))?;
    let fact = reading.facts.block.filter(|fact| !fact.clipped)?;
    let anomaly = ShadowAnomaly::new(AnomalyCode::ScreenClipped, CLIPPED);
    Some(at_rows(anomaly, screen, fact.rows))
}

/// What another program leaves of the details of a screen: of a CLI that was here before, what it said last.
fn what_stays(details: Details, availability: Availability) -> Details {
    match availability {
        Availability::Disconnected => Details {
            failure: details.failure,
            session_facts: details.session_facts,
            ..Details::default()
        },
        _ => Details::default(),
    }
}

/// The activity of a turn that runs without a row of its own: the agent asks (its tool waits), or
/// a channel beside the screen says that it works.
fn hidden_activity(reading: &Reading) -> Option<Activity> {
    let of_kind = |kind| {
        Some(Activity {
            kind,
            ..Activity::default()
        })
    };
    match reading.verdict.business_state {
        BusinessState::Working => of_kind(reading.facts.turn.hidden_activity),
        BusinessState::AwaitingOperator if asked_by_agent(reading) => of_kind(ActivityKind::Tool),
        BusinessState::AwaitingOperator if reading.channels.says_working() => {
            of_kind(ActivityKind::Unknown)
        }
        _ => None,
    }
}

/// Whether the block in front holds up a tool call of the running turn: the turn has left no mark of its end above it.
fn asked_by_agent(reading: &Reading) -> bool {
    let asks = |kind| {
        use BlockKind::{ApprovalCommand, ApprovalEdit, ApprovalOther, Plan, Question};
        matches!(
            kind,
            ApprovalCommand | ApprovalEdit | ApprovalOther | Question | Plan
        )
    };
    let block = reading.facts.block;
    let ended = reading.facts.turn.end_mark.is_some();
    block.is_some_and(|block| block.origin.may_be_agents() && asks(block.kind) && !ended)
}

/// The block's rows as text, with the proposal directly above.
fn excerpt(screen: &Screen, reading: &Reading, details: &Details) -> Option<String> {
    if details.excerpt.is_some() {
        return details.excerpt.clone();
    }
    let block = reading.facts.block?;
    let parts: Vec<String> = block
        .proposal
        .into_iter()
        .chain([block.rows])
        .map(|rows| text_of(screen, rows))
        .collect();
    Some(parts.join("\n"))
}

fn text_of(screen: &Screen, rows: RowSpan) -> String {
    let last = (rows.last as usize).min(screen.height().saturating_sub(1));
    let lines: Vec<&str> = (rows.first as usize..=last)
        .map(|index| screen.row(index).text())
        .collect();
    lines.join("\n")
}

fn quote(screen: &Screen, rows: RowSpan) -> String {
    let text = text_of(screen, rows);
    let quoted = text.trim();
    let end = match quoted.len() <= QUOTE_LIMIT {
        true => None,
        false => quoted.char_indices().nth(QUOTE_LIMIT),
    };
    end.map_or(quoted, |(end, _)| &quoted[..end]).to_owned()
}

fn evidence(screen: &Screen, channels: &Channels, witness: &Witness) -> Evidence {
    let (zone, rows, text) = match witness.place {
        WitnessPlace::Screen(zone, rows) => {
            (zone, Some([rows.first, rows.last]), quote(screen, rows))
        }
        WitnessPlace::Channel(name) => (Zone::Channel, None, said(channels, name)),
    };
    Evidence {
        zone,
        signal: witness.signal.to_owned(),
        rows,
        text,
        axis: witness.axis,
    }
}

/// What a channel said, safe to print.
pub(super) fn said(channels: &Channels, name: &str) -> String {
    match name {
        "title" => channels.title.as_deref().map(printable).unwrap_or_default(),
        "progress" => channels
            .progress
            .as_deref()
            .map(printable)
            .unwrap_or_default(),
        "tab_status" => channels
            .tab_status
            .as_deref()
            .map(printable)
            .unwrap_or_default(),
        "foreground" => {
            let names = channels.foreground.programs.iter();
            let names: Vec<String> = names.map(|it| printable(&it.name)).collect();
            names.join(" ")
        }
        "process" => format!("{:?}", channels.process).to_lowercase(),
        "program_status" => {
            let states: Vec<String> = channels
                .program_status
                .iter()
                .map(|record| format!("{:?}", record.state).to_lowercase())
                .collect();
            states.join(" ")
        }
        _ => String::new(),
    }
}

fn doubts<'r>(
    screen: &'r Screen,
    reading: &'r Reading,
) -> impl Iterator<Item = ShadowAnomaly> + 'r {
    reading.verdict.doubts.iter().map(|doubt| {
        let mut anomaly = ShadowAnomaly::new(doubt.code, doubt.message);
        if !doubt.channel.is_empty() {
            anomaly = anomaly.with("channel", doubt.channel);
        }
        match doubt.rows {
            Some(rows) => at_rows(anomaly, screen, rows),
            None => anomaly,
        }
    })
}

/// An anomaly with the rows that it is about.
fn at_rows(anomaly: ShadowAnomaly, screen: &Screen, rows: RowSpan) -> ShadowAnomaly {
    anomaly
        .with("rows", format!("{}-{}", rows.first, rows.last))
        .with("text", quote(screen, rows))
}

fn projection(
    assessed: Assessed<'_>,
    metadata: &ShadowParserMetadata,
    assessment: &SurfaceAssessment,
) -> DialogProjection {
    let Assessed {
        parser,
        observed: Observed { raw, screen, .. },
        reading,
    } = assessed;
    let projector = parser.projector(&reading.choice);
    let cells = assessed.cells();
    let dialog_text = dialog_text(&cells);
    let lines: Vec<&str> = dialog_text.lines().collect();
    let count = parser.slice_lines().min(lines.len());
    let head = lines[..count].join("\n");
    let tail = lines[lines.len() - count..].join("\n");
    let wire = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
    let whole = simdutf8::basic::from_utf8(raw);
    DialogProjection {
        raw_text: whole.map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), str::to_owned),
        raw_lossy: whole.is_err(),
        normalized_text: screen.normalized_text().to_owned(),
        projection_metadata: ProjectionMetadata {
            provider_id: metadata.provider_id.clone(),
            source_kind: SourceKind::TuiSnapshot,
            projector_id: projector.id().to_owned(),
            parser_metadata: metadata.clone(),
            dialog_line_count: wire(lines.len()),
            head_line_count: wire(count),
            tail_line_count: wire(count),
        },
        head,
        tail,
        cells,
        anomalies: projection_anomalies(assessment),
        dialog_text,
    }
}

fn dialog_text(cells: &[DialogCell]) -> String {
    let texts: Vec<&str> = cells
        .iter()
        .filter(|cell| cell.role.in_dialog_text())
        .map(|cell| cell.text.as_str())
        .collect();
    texts.join("\n")
}

/// The anomalies that bear on what the dialog says.
fn projection_anomalies(assessment: &SurfaceAssessment) -> Vec<ShadowAnomaly> {
    let bears = |code| {
        matches!(
            code,
            AnomalyCode::ScreenClipped | AnomalyCode::DriftSuspected
        )
    };
    assessment
        .anomalies
        .iter()
        .filter(|anomaly| bears(anomaly.code))
        .cloned()
        .collect()
}
