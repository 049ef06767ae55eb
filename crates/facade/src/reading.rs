//! The types for reading screens, each with an example.

/// Reads one pane again and again, without a clock, and skips a look when nothing has changed.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::{Channels, ProviderChoice, Watch};
///
/// let composer = "\n────────────────────\n❯\n────────────────────\n";
/// let running = format!("❯ count them\n\n✻ Baking… (3s · esc to interrupt)\n{composer}");
/// let ended = format!("❯ count them\n\n⏺ There are three.\n\n✻ Baked for 4s\n{composer}");
///
/// let (stack, channels) = (shadow_tui::stack(), Channels::default());
/// let mut watch = Watch::default();
/// let mut look = |text: &str| {
///     let read = watch.look(&stack, ProviderChoice::Auto, text.as_bytes(), &channels);
///     (read, watch.reading().verdict().submit_ready())
/// };
/// assert_eq!(look(&running), (true, false));
/// assert_eq!(look(&running), (false, false));
/// assert_eq!(look(&ended), (true, true));
/// # }
/// ```
pub use shadow_core::Watch;

/// A screen with its input and its channels, ready to be read.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::contract::{Activity, Parts};
/// use shadow_tui::screen::{Grid, Screen};
/// use shadow_tui::{Observed, ProviderChoice, Session};
///
/// // What a program wrote to its pty.
/// let mut grid = Grid::new(40, 10);
/// grid.feed("❯ count them\r\n\r\n✻ Baking… (3s · esc to interrupt)\r\n\r\n".as_bytes());
/// grid.feed("────────────────────\r\n❯ \r\n────────────────────".as_bytes());
/// let mut screen = Screen::default();
/// grid.write_screen(&mut screen);
/// let channels = grid.channels();
///
/// let observed = Observed::drawn(&screen, &channels);
/// let mut session = Session::default();
/// let look = session.look_at(&shadow_tui::stack(), ProviderChoice::Auto, observed, Parts::ALL, 0.0);
/// let activity: Option<Activity> = look.payload.surface_assessment.activity;
/// assert_eq!(activity.and_then(|it| it.elapsed_seconds), Some(3.0));
/// # }
/// ```
pub use shadow_core::Observed;

/// One pane over time: it reads looks and reports turns, readiness and events.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::contract::BusinessState;
/// use shadow_tui::event::EventBody;
/// use shadow_tui::{ProviderChoice, Session, Snapshot};
///
/// let composer = "\n────────────────────\n❯\n────────────────────\n";
/// let running = format!("❯ count them\n\n✻ Baking… (3s · esc to interrupt)\n{composer}");
/// let ended = format!("❯ count them\n\n⏺ There are three.\n\n✻ Baked for 4s\n{composer}");
///
/// let stack = shadow_tui::stack();
/// let mut session = Session::default();
/// let mut events = Vec::new();
/// // The caller gives the time, in seconds of any clock.
/// for (now, text) in [(0.0, &running), (1.0, &running), (2.0, &ended), (5.0, &ended)] {
///     let snapshot = Snapshot::from_text(text.as_bytes());
///     let look = session.look(&stack, ProviderChoice::Auto, &snapshot, now);
///     if now < 2.0 {
///         assert_eq!(look.payload.surface_assessment.business_state, BusinessState::Working);
///     }
///     events.extend(look.events);
/// }
/// let is_end = |body: &EventBody| matches!(body, EventBody::TurnEnded { .. });
/// assert!(events.iter().any(|happening| is_end(&happening.body)));
/// # }
/// ```
pub use shadow_core::Session;

/// One live pane over time: a [`Session`] whose events are numbered, as shadow prints them.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::event::Stamp;
/// use shadow_tui::{Followed, Snapshot};
///
/// let screen = "⏺ There are three.\n\n✻ Baked for 4s\n\n────────────────────\n❯\n────────────────────\n";
/// // Times are seconds of the caller's clock, which began at this second of the epoch.
/// let stamp = Stamp::pane("%3", 1_700_000_000.0);
/// let mut pane = Followed::new(shadow_tui::stack(), stamp);
/// pane.process(4711);
/// let mut snapshot = Snapshot::from_text(screen);
/// snapshot.channels.generation = pane.generation();
/// let mut events = pane.look(&snapshot, 0.5).events;
/// let taken = pane.look(&snapshot, 1.5);
/// events.extend(taken.events);
/// assert!(taken.payload.submit_ready);
/// assert_eq!((events[0].seq, events[0].at), (0, 1_700_000_001.5));
/// assert_eq!(pane.generation(), Some(1));
/// # }
/// ```
pub use shadow_core::Followed;

/// The terminal of one program over time: it takes the bytes of a pty, decides when to read the screen, and returns events.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::event::{EventBody, Stamp};
/// use shadow_tui::{Followed, Terminal};
///
/// let composer = "\r\n────────────────────\r\n❯\r\n────────────────────";
/// let running = format!("❯ count them\r\n\r\n✻ Baking… (3s · esc to interrupt)\r\n{composer}");
/// let ended = format!("\x1b[2J\x1b[H❯ count them\r\n\r\n⏺ There are three.\r\n\r\n✻ Baked for 4s\r\n{composer}");
///
/// let stamp = Stamp::pane("mine", 1_700_000_000.0);
/// let mut terminal = Terminal::new(40, 12, Followed::new(shadow_tui::stack(), stamp));
/// let mut events = Vec::new();
/// // The caller gives the time, in seconds of any clock. Between two pieces of output, it looks when a look is due.
/// for (now, output) in [(0.0, &*running), (5.0, &*ended), (10.0, "")] {
///     while let Some(due) = terminal.next_look().filter(|due| *due <= now) {
///         events.extend(terminal.look(due, |_| {}));
///     }
///     terminal.feed(output.as_bytes(), now);
/// }
/// let answers = events.iter().filter_map(|event| match &event.body {
///     EventBody::TurnEnded { record, .. } => Some(&*record.answer.text),
///     _ => None,
/// });
/// assert_eq!(answers.collect::<Vec<_>>(), ["There are three."]);
/// # }
/// ```
pub use shadow_core::Terminal;

/// The parsers of several providers, and the call that reads a screen.
///
/// # Example
/// ```
/// # #[cfg(all(feature = "claude", feature = "codex"))] {
/// use shadow_tui::contract::BusinessState;
/// use shadow_tui::{ProviderChoice, Snapshot};
///
/// let stack = shadow_tui::stack();
/// let codex = Snapshot::from_text("\
/// › count them
///
/// • Working (3s • esc to interrupt)
///
///
/// › Explain this codebase
///
///   gpt-5 default · ~/project
/// ");
/// let payload = stack.parse(ProviderChoice::Auto, &codex);
/// assert_eq!(payload.parser_metadata.provider_id, "codex");
/// assert_eq!(payload.surface_assessment.business_state, BusinessState::Working);
/// # }
/// ```
pub use shadow_core::Stack;

/// The parser of one provider, with its preset and projector.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::contract::BlockKind;
/// use shadow_tui::{Parser, Snapshot};
///
/// let stack = shadow_tui::stack();
/// let claude: &Parser = stack.named("claude").expect("a feature brings it");
/// let payload = claude.parse(&Snapshot::from_text("\
/// ⏺ Bash(ls)
///
/// ────────────────────
///  Bash command
///
///    ls
///
///  Do you want to proceed?
///  ❯ 1. Yes
///    2. No
///
///  Esc to cancel
/// "));
/// let block = payload.surface_assessment.operator_block.expect("somebody is asked");
/// assert_eq!((block.kind, block.subject.as_deref()), (BlockKind::ApprovalCommand, Some("ls")));
/// assert_eq!(block.options[1].keys, ["2"]);
/// # }
/// ```
pub use shadow_core::Parser;

/// A CLI that shadow can read: how to recognize it, its presets, and the meaning of its channels.
///
/// # Example
/// ```
/// # #[cfg(all(feature = "claude", feature = "codex"))] {
/// use shadow_tui::{Program, Provider, Version};
///
/// let stack = shadow_tui::stack();
/// let codex: &dyn Provider = stack.named("codex").expect("a feature brings it").provider();
/// assert!(codex.is_program(&Program::named("codex")));
/// // Which preset reads which versions, from the oldest on.
/// let presets = codex.presets();
/// assert!(presets.is_sorted_by_key(|preset| preset.since));
/// assert!(presets[0].since < Version::new(0, 98, 0));
/// # }
/// ```
///
/// One of your own goes into a stack as these do: `Stack::new(vec![Parser::new(provider)])`. The two that are here
/// (`providers/` in the repository) have some hundred lines each; the reading is in their projectors.
pub use shadow_core::Provider;

/// A reader of the screens of one preset.
///
/// Each [`Cli`](crate::Cli) is one. Implement this trait only to wrap another projector.
///
/// # Example
/// A program that asks with `> ` on its last row, and ends what it says with a row `done`:
///
/// ```
/// # #[cfg(any(feature = "claude", feature = "codex"))] {
/// use std::sync::Arc;
///
/// use shadow_tui::contract::{CellRole, ComposerContent, ComposerMode, ComposerView, DialogCell, Editor};
/// use shadow_tui::screen::Marked;
/// use shadow_tui::surface::{ComposerFact, Details, EndMark, Facts, IdleProof, RowSpan, Surface, Zone};
/// use shadow_tui::{Cli, Projector, ProviderChoice, Snapshot};
///
/// struct Asks;
///
/// impl Cli for Asks {
///     // It keeps nothing of a screen between reading and writing.
///     type Found = ();
///
///     fn id(&self) -> &'static str {
///         "asks"
///     }
///
///     fn read(&self, screen: &Marked<'_>, _: &mut (), facts: &mut Facts) {
///         let Some(last) = screen.last_row().filter(|row| screen.row(*row).text().starts_with('>')) else {
///             return;
///         };
///         facts.surface = Surface::Live;
///         facts.mark(Zone::Composer, RowSpan::one(last));
///         facts.composer = Some(ComposerFact {
///             rows: RowSpan::one(last),
///             content: ComposerContent::Empty,
///             mode: ComposerMode::Prompt,
///             editor: Editor::Plain,
///             draft_is_command: false,
///             free_by_cursor: false,
///         });
///         if last > 0 && screen.row(last - 1).text() == "done" {
///             let rows = RowSpan::one(last - 1);
///             facts.mark(Zone::Finished, rows);
///             // Ready needs a second witness: the composer alone proves nothing.
///             facts.turn.idle_proof = Some(IdleProof::EndMark(EndMark { rows, signal: "finished_row" }));
///         }
///     }
///
///     fn details(&self, _: &Marked<'_>, _: &(), facts: &Facts) -> Details {
///         let composer = facts.composer.map(|it| ComposerView { content: it.content, mode: it.mode, ..ComposerView::default() });
///         Details { composer, ..Details::default() }
///     }
///
///     fn cells(&self, screen: &Marked<'_>, _: &(), _: &Facts, cells: &mut Vec<DialogCell>) {
///         let text = screen.row(0).text();
///         cells.push(DialogCell::new(CellRole::Assistant, text, [0, 0]));
///     }
/// }
///
/// let asks: Arc<dyn Projector> = Arc::new(Asks);
/// let stack = shadow_tui::stack().with_projector(&asks);
/// let read = |text| stack.parse(ProviderChoice::Auto, &Snapshot::from_text(text));
/// assert!(read("three\ndone\n> ").submit_ready);
/// assert!(!read("three\n> ").submit_ready);
/// # }
/// ```
pub use shadow_core::Projector;

/// What a caller keeps of one pane between snapshots, such as the chosen preset.
///
/// # Example
/// What was learned of a pane before outlives the screen that told it:
///
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::{Memory, ProviderChoice, Reading, Snapshot, Version};
///
/// let banner = " ▐▛███▜▌   Claude Code v2.1.126\n▝▜█████▛▘  Sonnet 4.6 · API Usage Billing\n  ▘▘ ▝▝    ~/project\n";
/// let composer = "\n────────────────────\n❯\n────────────────────\n";
/// let stack = shadow_tui::stack();
/// let (mut memory, mut reading) = (Memory::default(), Reading::default());
/// for text in [format!("{banner}{composer}"), format!("⏺ There are three.\n{composer}")] {
///     let snapshot = Snapshot::from_text(text);
///     stack.parse_with(ProviderChoice::Auto, &snapshot, &mut memory, &mut reading);
///     assert_eq!(reading.choice().version(), Some(Version::new(2, 1, 126)));
/// }
/// # }
/// ```
pub use shadow_core::Memory;

/// The preset that reads a screen, and the reason for it.
///
/// # Example
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::contract::SelectionSource;
/// use shadow_tui::{Memory, ProviderChoice, Reading, Snapshot, Version};
///
/// let old = shadow_tui::stack_with_overrides(Some(Version::new(1, 0, 38)), None);
/// let (mut memory, mut reading) = (Memory::default(), Reading::default());
/// let screen = Snapshot::from_text("$ ls");
/// old.parse_with(ProviderChoice::Named("claude"), &screen, &mut memory, &mut reading);
/// // Which preset it is, its parser knows.
/// let choice = *reading.choice();
/// let preset = old.named("claude").expect("a feature brings it").preset(&choice);
/// assert_eq!(choice.source(), SelectionSource::EnvOverride);
/// assert!(preset.since <= Version::new(1, 0, 38));
/// # }
/// ```
pub use shadow_core::Choice;

/// The facts and verdict of one screen, in buffers to reuse.
///
/// # Example
/// What the verdict rests on, without a payload being written:
///
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::screen::Screen;
/// use shadow_tui::{Channels, Memory, Observed, ProviderChoice, Reading};
///
/// let text = "⏺ There are three.\n\n✻ Baked for 4s\n\n────────────────────\n❯\n────────────────────\n";
/// let channels = Channels::default();
/// let screen = Screen::from_capture(text.as_bytes(), &channels);
/// let (stack, mut reading) = (shadow_tui::stack(), Reading::default());
/// stack.assess(ProviderChoice::Auto, Observed::drawn(&screen, &channels), &mut Memory::default(), &mut reading);
/// assert!(reading.verdict().submit_ready());
/// assert!(reading.facts().composer.is_some() && reading.facts().turn.running.is_none());
/// # }
/// ```
pub use shadow_core::Reading;

/// A screen after reading, from which you can request the payload and its parts.
///
/// # Example
/// The parts that are wanted are written, from one reading:
///
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::contract::{Part, Parts};
/// use shadow_tui::screen::Screen;
/// use shadow_tui::{Assessed, Channels, Memory, Observed, ProviderChoice, Reading};
///
/// let text = "⏺ There are three.\n\n✻ Baked for 4s\n\n────────────────────\n❯\n────────────────────\n";
/// let channels = Channels::default();
/// let screen = Screen::from_capture(text.as_bytes(), &channels);
/// let (stack, mut memory, mut reading) = (shadow_tui::stack(), Memory::default(), Reading::default());
/// let observed = Observed::drawn(&screen, &channels);
/// let assessed: Assessed<'_> = stack.assess(ProviderChoice::Auto, observed, &mut memory, &mut reading);
/// assert!(assessed.payload(Parts::NONE.with(Part::State)).dialog_projection.cells.is_empty());
/// let whole = assessed.payload(Parts::ALL);
/// assert_eq!(whole.dialog_projection.dialog_text, "There are three.");
/// # }
/// ```
pub use shadow_core::Assessed;

/// A set of the named rules of one projector, such as those that decided on a screen.
///
/// # Example
/// Which rules of its projector decided about a screen, by name:
///
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::screen::Screen;
/// use shadow_tui::{Channels, Memory, Observed, ProviderChoice, Reading, RuleSet};
///
/// let text = "⏺ There are three.\n\n✻ Baked for 4s\n\n────────────────────\n❯\n────────────────────\n";
/// let channels = Channels::default();
/// let screen = Screen::from_capture(text.as_bytes(), &channels);
/// let (stack, mut reading) = (shadow_tui::stack(), Reading::default());
/// stack.assess(ProviderChoice::Auto, Observed::drawn(&screen, &channels), &mut Memory::default(), &mut reading);
/// let decided: RuleSet = reading.rules();
/// let parser = stack.named("claude").expect("a feature brings it");
/// let table = parser.projector(reading.choice()).rules();
/// let names: Vec<&str> = decided.places().map(|place| table[place].id).collect();
/// assert!(!names.is_empty() && names.len() == decided.len());
/// # }
/// ```
pub use shadow_core::RuleSet;

/// How a version of a CLI handles typed text and keys.
///
/// # Example
/// Before you type into a pane, check how the CLI handles the text:
///
/// ```
/// # #[cfg(all(feature = "claude", feature = "codex"))] {
/// use shadow_tui::Manners;
///
/// let stack = shadow_tui::stack();
/// let manners = |name| -> Manners {
///     let parser = stack.named(name).expect("a feature brings it");
///     // Of a version that is not known; `Stack::manners` takes the one of a payload.
///     parser.provider().manners(None)
/// };
/// // Claude Code ends at this word, Codex takes it for a prompt.
/// assert!(manners("claude").ending_words.contains(&"quit"));
/// assert!(manners("codex").ending_words.is_empty());
/// # }
/// ```
pub use shadow_core::Manners;
