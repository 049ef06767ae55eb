// The values of the machine interface, by their wire names. `bindings/types` writes this file from the schema. New
// fields and values may come in any release: treat an unknown value as `unknown`.

/** One line of `shadow send`, `choose` and `interrupt`. */
export interface Report {
  /** `send`, `choose`, `interrupt`. */
  action: string;
  /** The place of the prompt's text; null for actions without a prompt. */
  draft: DraftFate | null;
  /** The proof that it is done. */
  evidence: Proof[];
  /** The outcome. */
  outcome: ActOutcome;
  /** The pane. */
  pane: string;
  /** The number of presses of Enter (or of the interrupt key). */
  presses: number;
  /** The reasons for a refusal or failure. */
  reasons: Reason[];
  /** Version of this interface. */
  schema_version: string;
  /** The signature of the dialog that is open now; null if there is none. */
  signature: string | null;
  /**
   * Whether a space was added before or after the prompt's text, so that the CLI reads it as words (it begins
   * with `/`,
   * `!`, `#` or `&`, or ends in a backslash or a word that opens a list). Claude Code passes a leading space on
   * to the
   * model. Null for actions without a text.
   */
  spaced: boolean | null;
  /** The step that it ended at; `confirm` when it is done. */
  step: Stage;
  /**
   * Number of the turn that the prompt began, among those that `shadow send` has begun in the pane: what `shadow
   * wait
   * --turn` takes.
   */
  turn?: number | null;
  /** Where a text is kept that was typed, is not known to be sent, and is not seen in the composer. */
  unsent?: string | null;
}

/**
 * How an action ended.
 *
 * - `done`: The action is done, and a look has confirmed it.
 * - `refused`: The action was refused, because the screen forbids it. Nothing was typed.
 * - `failed`: The action stopped at a step; `draft` says where the text is.
 * - `gone`: The pane, its server or its process is gone.
 */
export type ActOutcome = "done" | "refused" | "failed" | "gone";

/** The running turn's activity. */
export interface Activity {
  /** Elapsed time as shown, in seconds. */
  elapsed_seconds: number | null;
  /** The kind. */
  kind: ActivityKind;
  /** The label as shown (`Baking…`, `Working`, `Reconnecting`). */
  label: string | null;
  /** The retry, when one is scheduled. */
  retry: Retry | null;
  /** Token count as shown. */
  tokens: number | null;
}

/**
 * What the running turn is doing.
 *
 * - `starting`: Starting (MCP servers, hooks, …).
 * - `waiting`: The request is sent, and nothing has come back.
 * - `thinking`: Reasoning.
 * - `streaming`: Text of the answer arrives.
 * - `tool`: A tool runs (or waits for approval, under a dialog).
 * - `retrying`: The API failed and a retry is scheduled.
 * - `compacting`: The conversation is being compacted.
 * - `unknown`: The turn runs, and the screen does not show its activity.
 */
export type ActivityKind = "starting" | "waiting" | "thinking" | "streaming" | "tool" | "retrying" | "compacting" | "unknown";

/**
 * The kind of an anomaly.
 *
 * - `unknown_version_floor_used`: The version is older than every preset, so the lowest preset reads the screen.
 * - `baseline_invalidated`: The content that the session was anchored to is gone (clear, compaction, resize,
 * scroll).
 * - `preset_override_used`: An explicit override chose the preset.
 * - `stalled_entered`: The reducer's state has been unknown for longer than its limit.
 * - `stalled_recovered`: A stalled session is readable again.
 * - `contradictory_evidence`: Two witnesses contradict each other, and neither has precedence.
 * - `no_turn_witness`: The given channels cannot separate a running turn from a finished one;
 * `details.channel` names the channel that could.
 * - `screen_clipped`: The dialog or its subject does not fit in the pane.
 * - `unknown_dialog`: The structure shows a dialog, and no rule knows its kind.
 * - `stall_suspected`: A turn seems to run, but its counter and its text have not changed for longer than a
 * limit.
 * - `drift_suspected`: No rule explains some rows, and these rows matter for the verdict.
 */
export type AnomalyCode = "unknown_version_floor_used" | "baseline_invalidated" | "preset_override_used" | "stalled_entered" | "stalled_recovered" | "contradictory_evidence" | "no_turn_witness" | "screen_clipped" | "unknown_dialog" | "stall_suspected" | "drift_suspected";

/** Something is not as expected. */
export interface AnomalyEvent {
  /** The anomaly. */
  anomaly: ShadowAnomaly;
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "anomaly";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** The turn's answer, stitched from cells over time. */
export interface Answer {
  /** Whether the answer is complete. */
  complete: boolean;
  /**
   * The missing parts: `beginning`; `gap` (more than a screen scrolled by between two looks); `end` (the turn
   * was
   * interrupted, failed or lost its CLI during the answer, or its end was not seen); `limit` (it is longer than
   * the
   * limit); `all` (no word of it was seen, and the outcome is unknown or the CLI exited).
   */
  missing: string[];
  /** The agent's words, cell after cell. */
  text: string;
}

/** The line of `shadow ask`, and the answer of `POST …/ask` and `POST …/wait`. */
export type Asked = EndedAsked | BlockedAsked | RunningAsked;

/**
 * Whether the pane shows a CLI that shadow can read.
 *
 * - `supported`: A live surface of a known CLI.
 * - `unsupported`: The pane plainly shows something else: a shell, an editor.
 * - `disconnected`: The CLI was here and has exited: a farewell, a dead pane, or a shell prompt below its old
 * interface.
 * - `unknown`: A blank or half-painted screen, or too little information.
 */
export type Availability = "supported" | "unsupported" | "disconnected" | "unknown";

/**
 * What a piece of evidence supports (`for` in JSON).
 *
 * - `availability`: `Availability`.
 * - `business_state`: `BusinessState`.
 * - `input_mode`: `InputMode`.
 * - `ui_context`: `super::UiContext`.
 * - `composer`: The composer's content.
 * - `pending_input`: Messages queued behind the turn.
 * - `background`: Background work, outside the turn.
 * - `failure`: The failure of the last turn.
 * - `continues`: The announcement that the CLI will go on by itself.
 * - `offers`: Offers beside the composer.
 * - `permission_mode`: The permission mode.
 */
export type Axis = "availability" | "business_state" | "input_mode" | "ui_context" | "composer" | "pending_input" | "background" | "failure" | "continues" | "offers" | "permission_mode";

/** Background work, outside the turn. */
export interface Background {
  /** The number of running pieces. A shown count may exceed the listed items. */
  count: number;
  /** What the screen lists, in order. */
  items: BackgroundItem[];
  /** Whether its end starts a turn. */
  wakes_itself: boolean;
}

/** One piece of background work that the screen lists. */
export interface BackgroundItem {
  /** The kind. */
  kind: BackgroundKind;
  /** Its label as shown; empty if only a count is shown. */
  label: string;
}

/**
 * Kind of a piece of background work.
 *
 * - `shell`: A shell or terminal.
 * - `agent`: A subagent.
 * - `monitor`: A monitor.
 * - `workflow`: A workflow: a script of agents.
 * - `unknown`: Another kind, or an unknown kind.
 */
export type BackgroundKind = "shell" | "agent" | "monitor" | "workflow" | "unknown";

/**
 * The kind of block in front of the composer.
 *
 * - `approval_command`: May a command run?
 * - `approval_edit`: May a file be written or edited?
 * - `approval_other`: May something else happen (fetch, MCP tool, network, …)?
 * - `question`: The agent asks the person a question.
 * - `plan`: A plan to approve.
 * - `trust`: Trust in a folder.
 * - `setup`: Theme, sign-in, key, migration, update, warnings at start.
 * - `picker`: A list to choose from (model, theme, session, …).
 * - `panel`: A panel to read or set things in.
 * - `rewind`: An earlier point to go back to.
 * - `unknown`: A block by its structure; its kind is not known.
 */
export type BlockKind = "approval_command" | "approval_edit" | "approval_other" | "question" | "plan" | "trust" | "setup" | "picker" | "panel" | "rewind" | "unknown";

/** One option of a block. */
export interface BlockOption {
  /** Whether its check box or tick is on; null where it has none. */
  checked: boolean | null;
  /** The text beside or below the label, soft wraps undone. */
  description: string | null;
  /** Whether choosing it opens a text field. */
  free_text: boolean;
  /** The key printed for it, as shown (`y`, `esc`, `shift+tab`). */
  hotkey: string | null;
  /**
   * The exact key sequence that chooses it from here, in tmux key names
   * (`["Down", "Enter"]`, `["2"]`).
   */
  keys: string[];
  /** The option's first line, without number, description and tick. */
  label: string;
  /** The number printed before the label. */
  number: number | null;
  /**
   * Whether it is proven to refuse what an approval or a plan asks for: its place among the options, or its key,
   * says so. Every other option may approve.
   */
  refuses?: boolean;
  /** What choosing it does. */
  role?: OptionRole;
  /** Whether the selection is on it; null if the screen does not show that. */
  selected: boolean | null;
}

/**
 * Who raised the block.
 *
 * - `agent`: The agent asked.
 * - `operator`: The person opened it.
 * - `cli`: The CLI itself: trust, sign-in, update.
 * - `unknown`: Nothing tells. It may be the agent's, so it blocks a running turn and calls a person.
 */
export type BlockOrigin = "agent" | "operator" | "cli" | "unknown";

/** The page of a dialog that has several, such as one question of three. */
export interface BlockPage {
  /** Which page is on the screen, counted from 1. */
  at: number;
  /** How many there are. */
  of: number;
  /** Their titles in order, where the screen shows them. */
  titles: string[];
}

/** A dialog waits for an answer. After the answer the turn goes on. */
export interface BlockedAsked {
  /** The pane's key in paths; null from a command, which has none. */
  key: string | null;
  /** The dialog, with its signature. */
  operator_block: OperatorBlock;
  /** The pane. */
  pane: string;
  result: "blocked";
  /** Version of this interface. */
  schema_version: string;
  /** The turn, as the one that watches counts it; null where it was not seen to begin yet. */
  turn: number | null;
}

/** A time when a turn waited for a person. */
export interface BlockedInterval {
  /** Its beginning, in seconds. */
  from: number;
  /** The kind of the dialog. */
  kind: BlockKind;
  /** The block's signature. */
  signature: string;
  /** Its end; null if the turn ended while it waited. */
  to: number | null;
}

/**
 * What the agent is doing, from the view of its user.
 *
 * - `idle`: No turn runs, and no dialog is open.
 * - `working`: A turn runs. Retries and foreground subagents are part of it.
 * - `awaiting_operator`: A dialog, picker or panel must be answered or dismissed.
 * - `unknown`: The given channels do not show it.
 */
export type BusinessState = "idle" | "working" | "awaiting_operator" | "unknown";

/**
 * The role of a cell.
 *
 * - `user`: The person.
 * - `assistant`: The agent.
 * - `thinking`: The agent's reasoning.
 * - `tool_call`: A tool call.
 * - `tool_result`: The result of a tool.
 * - `notice`: A remark of the CLI (tips, mode changes, command output). It is not part of `dialog_text`.
 * - `error`: An error of the turn.
 * - `banner`: The CLI's banner. It is not part of `dialog_text`.
 */
export type CellRole = "user" | "assistant" | "thinking" | "tool_call" | "tool_result" | "notice" | "error" | "banner";

/** One channel. */
export interface ChannelDiagnostic {
  /** Its age in seconds, if known. */
  age_seconds: number | null;
  /**
   * `text`, `style`, `size`, `cursor`, `title`, `program_status`, `progress`, `tab_status`,
   * `notifications`, `bell`, `process`, `version`.
   */
  channel: string;
  /** The reason for its weight. */
  reason: string | null;
  /** Its report, without control characters. */
  said: string | null;
  /** How the verdict used it. */
  weight: ChannelWeight;
}

/**
 * How the verdict used a channel.
 *
 * - `absent`: Not given.
 * - `neutral`: Given, but it says nothing about the state, such as a host name as title.
 * - `used`: It contributed to the verdict.
 * - `weighed_out`: It was overruled; `reason` names the cause.
 */
export type ChannelWeight = "absent" | "neutral" | "used" | "weighed_out";

/**
 * The content of the composer.
 *
 * - `empty`: Nothing.
 * - `placeholder`: The CLI's own example or hint; typing replaces it.
 * - `suggestion`: A suggested next prompt that a key would accept; typing replaces it.
 * - `draft`: Text that a person (or an earlier key) put there.
 * - `collapsed_paste`: A paste shown as a marker such as `[Pasted text #2 +41 lines]`.
 * - `unknown`: Only a style could decide, and the input has no styles.
 */
export type ComposerContent = "empty" | "placeholder" | "suggestion" | "draft" | "collapsed_paste" | "unknown";

/**
 * How the CLI will read the composer's text.
 *
 * - `prompt`: A prompt to the agent.
 * - `bash`: A shell command.
 * - `memory`: A memory note.
 * - `search`: A search through earlier prompts.
 * - `unknown`: Unknown.
 */
export type ComposerMode = "prompt" | "bash" | "memory" | "search" | "unknown";

/** The composer on the screen. */
export interface ComposerView {
  /** Its content. */
  content: ComposerContent;
  /**
   * The cursor's cell `[x, y]` on the visible screen, if the cursor is known and in the
   * composer.
   */
  cursor: [number, number] | null;
  /** The editor. */
  editor: Editor;
  /** How the CLI will read the text. */
  mode: ComposerMode;
  /** The text, soft wraps undone, without prompt glyph and mode glyph. Empty when `empty`. */
  text: string;
}

/** The CLI's announcement that it will go on by itself: a turn will begin without a prompt. */
export interface Continues {
  /** The time as shown; null if the screen gives none. */
  at: string | null;
  /** First and last row, from 0. */
  rows: [number, number];
}

/** One cell of the dialog, in screen order. */
export interface DialogCell {
  /**
   * Whether a mark of a turn's end is right above it, without a prompt between: the agent goes on by itself.
   * Left out of JSON
   * if false.
   */
  after_end?: boolean;
  /** Whether the cell is the CLI's note that a person interrupted the turn above it. JSON leaves it out if false. */
  breaks_off?: boolean;
  /**
   * The command by which a person has started the agent, if the cell is the CLI's report of it (`/review`). Left
   * out of JSON
   * otherwise.
   */
  command?: string | null;
  /**
   * Whether the cell's end is on the screen and final. False for the last cell of a running turn and
   * for cells that the CLI itself folded.
   */
  complete: boolean;
  /** The role. */
  role: CellRole;
  /** First and last row. Rows of history count negative, the row above the screen is -1. */
  rows: [number, number];
  /** The text without bullet and indent, soft wraps undone where they can be proven. */
  text: string;
  /** Whether the cell begins above the given text. */
  truncated_above: boolean;
}

/** The conversation on the screen. It is best effort, and not an exact transcript. */
export interface DialogProjection {
  /** Anomalies: doubts, and things that are not as expected. */
  anomalies: ShadowAnomaly[];
  /** The cells in order. */
  cells: DialogCell[];
  /** The text of all cells that belong to the dialog. */
  dialog_text: string;
  /** The first lines of `dialog_text`. */
  head: string;
  /** `raw_text` without escape sequences, line ends unified, right margins trimmed. */
  normalized_text: string;
  /** How the dialog was projected. */
  projection_metadata: ProjectionMetadata;
  /** Whether `raw_text` lost bytes that are not UTF-8. */
  raw_lossy: boolean;
  /** The input. In JSON, bytes that are not UTF-8 become U+FFFD, and `raw_lossy` is true. */
  raw_text: string;
  /** The last lines of `dialog_text`. */
  tail: string;
}

/**
 * The place of a prompt's text.
 *
 * - `not_typed`: It was not typed.
 * - `submitted`: It became a prompt.
 * - `standing`: It is in the composer.
 * - `cleared`: It was removed from the composer again.
 * - `unseen`: It was typed, and its place cannot be seen.
 */
export type DraftFate = "not_typed" | "submitted" | "standing" | "cleared" | "unseen";

/**
 * The composer's editor.
 *
 * - `plain`: Keys insert text.
 * - `vim_insert`: Vim keys, insert mode.
 * - `vim_normal`: Vim keys, normal mode: letters are commands.
 * - `unknown`: Unknown. Normal mode may show no mark, so an empty composer without a mark may be in either
 * mode. A session that has seen insert mode knows the mode.
 */
export type Editor = "plain" | "vim_insert" | "vim_normal" | "unknown";

/** The turn has ended. */
export interface EndedAsked {
  /** The pane's key in paths; null from a command, which has none. */
  key: string | null;
  /** How it ended. */
  outcome: Outcome;
  /** The pane. */
  pane: string;
  /** Its record, with the answer. */
  record: TurnRecord;
  result: "ended";
  /** Version of this interface. */
  schema_version: string;
  /** The turn, as the one that watches counts it; null where it was not seen to begin yet. */
  turn: number | null;
}

/** One event, as it is written to JSON. */
export type Event = SurfaceChangedEvent | ReadinessChangedEvent | TurnStateChangedEvent | TurnStartedEvent | TurnEndedEvent | TurnResumedEvent | OperatorBlockedEvent | OperatorUnblockedEvent | StalledEnteredEvent | StalledRecoveredEvent | AnomalyEvent | SelfReportEvent | ProcessStartedEvent | ProcessExitedEvent | PaneGoneEvent;

/** A fact that the verdict rests on, with its place on the screen. */
export interface Evidence {
  /** The axis that the fact supports. */
  for: Axis;
  /** First and last row on the visible screen, from 0; null for facts beside the screen. */
  rows: [number, number] | null;
  /** The signal's name, e.g. `running_row`, `live_composer`, `title_working`. */
  signal: string;
  /** The text in these rows, trimmed. For a channel, its report without control characters. */
  text: string;
  /** The zone of the fact; `channel` for facts beside the screen. */
  zone: Zone;
}

/** The failure of the last turn. */
export interface Failure {
  /** The kind. */
  kind: FailureKind;
  /** When the limit resets, as shown. */
  resets_at: string | null;
  /** Seconds until a retry makes sense, as shown. */
  retry_in_seconds: number | null;
  /** The allowance of a quota. Null for other kinds. */
  scope?: QuotaScope | null;
  /** The message as shown, soft wraps undone. */
  text: string;
}

/**
 * Why the last turn failed.
 *
 * - `auth`: Credentials missing, wrong or expired.
 * - `rate_limit`: Too many requests.
 * - `quota`: A usage limit of the plan is reached.
 * - `overloaded`: The service is overloaded.
 * - `network`: No connection, or it broke.
 * - `context_limit`: The conversation is too long.
 * - `invalid_request`: The request was refused as malformed.
 * - `unknown`: A failure of unknown kind.
 */
export type FailureKind = "auth" | "rate_limit" | "quota" | "overloaded" | "network" | "context_limit" | "invalid_request" | "unknown";

/** A goal that the CLI pursues over turns (`/goal`). */
export interface Goal {
  /** For how many seconds it has been pursued, as shown. */
  elapsed_seconds: number | null;
  /** Its state. */
  state: GoalState;
  /** The goal in the person's words; null if the screen does not show them. */
  text: string | null;
}

/**
 * The state of a goal that the CLI pursues over turns.
 *
 * - `active`: It is pursued: turns begin by themselves.
 * - `paused`: It waits for a person.
 * - `retrying`: It is tried again in a while, without a person.
 * - `complete`: It is reached.
 * - `unknown`: Not known.
 */
export type GoalState = "active" | "paused" | "retrying" | "complete" | "unknown";

/**
 * Where keystrokes would go.
 *
 * - `freeform`: Into the composer, as text of the next prompt.
 * - `modal`: Into a dialog, picker, panel, completion popup, or a draft that is a command.
 * - `closed`: Nowhere useful, such as into a pager or an exited process.
 * - `unknown`: Unknown.
 */
export type InputMode = "freeform" | "modal" | "closed" | "unknown";

/** Readiness and turn, as a payload of a session carries them. */
export interface Lifecycle {
  /** Whether the state was inferred only from silence. */
  inferred_by_silence: boolean;
  /** Whether the next prompt can be sent. */
  readiness: Readiness;
  /** The time when readiness entered this state, in seconds. */
  readiness_since: number;
  /** The time when the turn entered this state, in seconds. */
  since: number;
  /** Whether the turn's counter and text have not changed for longer than the limit. */
  suspected: boolean;
  /** The state of the turn. */
  turn: TurnState;
  /** The turn's id; null before the first. */
  turn_id: number | null;
}

/** Diagnostics of one assessment. */
export interface ModeDiagnostics {
  /** Every channel of the contract. */
  channels: ChannelDiagnostic[];
  /**
   * The id of the table row that named the open dialog. For a user's own row, the name of the file comes first
   * (`dialogs.toml/my-dialog`).
   */
  named_by?: string | null;
  /** Times in microseconds by stage, if the caller measured them. */
  timings_us: Record<string, number>;
}

/** An offer beside a live composer, which takes a single key before the draft does. */
export interface Offer {
  /** Its keys, as tmux key names. */
  keys: string[];
  /** The kind. */
  kind: OfferKind;
  /** First and last row, from 0. */
  rows: [number, number];
  /** The offer as shown, without its keys. */
  text: string;
}

/**
 * The kind of an offer beside a live composer.
 *
 * - `survey`: A request to rate the session.
 * - `setup`: Something to switch on or set up.
 * - `unknown`: Something else.
 */
export type OfferKind = "survey" | "setup" | "unknown";

/** A block, parsed. */
export interface OperatorBlock {
  /**
   * A number that an observer of the pane gives to one dialog while it stands, whatever the pane's size. It
   * counts
   * for that observer alone; null from whoever has looked but once.
   */
  appearance?: number | null;
  /**
   * The agent that asks, by the name that the dialog shows: a sub-agent, a mate, another thread. Null where the
   * dialog
   * names none.
   */
  asked_by?: string | null;
  /** Further explanation. */
  description: string | null;
  /** What kind. */
  kind: BlockKind;
  /** The options in order from the top. */
  options: BlockOption[];
  /** Who raised it. */
  origin: BlockOrigin;
  /** Its page; null where it has but one, or does not tell. */
  page?: BlockPage | null;
  /** What it asks. */
  question: string | null;
  /**
   * Hash of all that was read: SHA-256, cut to 160 bits, as 40 hexadecimal digits. Changes when the dialog does
   * or its
   * rows break elsewhere, not when the selection moves. Filled by `OperatorBlock::sign`.
   */
  signature: string;
  /**
   * The command, file or diff that it is about, in rows as they are drawn; null when hidden (then
   * `screen_clipped`).
   */
  subject: string | null;
  /**
   * Whether no row of the subject is missing: true only where its first row, its last row and all rows between
   * are
   * proven to be there. Null where the kind has no subject (a question, a picker, setup, trust).
   */
  subject_whole?: boolean | null;
  /** Its heading, where it has one. */
  title: string | null;
}

/** A dialog needs a person. */
export interface OperatorBlockedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "operator_blocked";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /** The dialog, parsed. */
  operator_block: OperatorBlock;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** The dialog is gone. */
export interface OperatorUnblockedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "operator_unblocked";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/**
 * What choosing an option does.
 *
 * - `choice`: It is the answer, or opens the list that the answer is chosen from.
 * - `toggle`: A box that is ticked or not; the dialog stays.
 * - `text`: A field that takes text.
 * - `submit`: Sends off what was filled in or ticked.
 * - `cancel`: Leaves the dialog without an answer.
 */
export type OptionRole = "choice" | "toggle" | "text" | "submit" | "cancel";

/**
 * How a turn ended.
 *
 * - `success`: The turn ran to its end.
 * - `interrupted`: A person stopped the turn.
 * - `known_failure`: The CLI shows a failure.
 * - `disconnected`: The CLI exited or was restarted during the turn.
 * - `unknown`: The turn is over, and its outcome is unknown.
 */
export type Outcome = "success" | "interrupted" | "known_failure" | "disconnected" | "unknown";

/** The user's own dialog rows that are in use. */
export interface OwnDialogsMetadata {
  /** The number of rows for this provider. */
  rows: number;
  /** Their source: `dialogs.toml`. */
  source: string;
}

/** The pane is gone. This is its last event. */
export interface PaneGoneEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "pane_gone";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** The answer to one input: its `id`, then the fields of the body. */
export interface Payload {
  /** The conversation on the screen. */
  dialog_projection: DialogProjection;
  /** Readiness and turn. Present in a session. */
  lifecycle?: Lifecycle | null;
  /** What each channel reported. */
  mode_diagnostics: ModeDiagnostics;
  /** How the screen was read. */
  parser_metadata: ShadowParserMetadata;
  /** Head and tail of the dialog. */
  projection_slices: ProjectionSlices;
  /** Whether, in addition, typing would overwrite no draft and be read as a prompt. */
  safe_to_type: boolean;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Whether the CLI would accept a prompt now. */
  submit_ready: boolean;
  /** The state of the surface. */
  surface_assessment: SurfaceAssessment;
}

/**
 * Whether messages are queued behind the running turn.
 *
 * - `yes`: At least one message is queued.
 * - `no`: No message is queued.
 * - `unknown`: Unknown.
 */
export type PendingInput = "yes" | "no" | "unknown";

/** A message that is queued behind the running turn, as the screen shows it. */
export interface PendingMessage {
  /** False if the CLI shows only its beginning, or if its beginning has left the screen. */
  complete: boolean;
  /** Its text, soft wraps undone where they can be proven. */
  text: string;
}

/**
 * What the agent may do without a question.
 *
 * - `default`: It asks as configured.
 * - `plan`: It only plans.
 * - `accept_edits`: It edits without asking.
 * - `auto`: It decides by itself.
 * - `bypass`: It never asks.
 * - `read_only`: It only reads.
 * - `unknown`: Unknown.
 */
export type PermissionKind = "default" | "plan" | "accept_edits" | "auto" | "bypass" | "read_only" | "unknown";

/** The permission mode as shown. */
export interface PermissionMode {
  /** The kind. */
  kind: PermissionKind;
  /** The label as shown; null if the mode is shown by the absence of a label. */
  label: string | null;
}

/** The CLI ended. */
export interface ProcessExitedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "process_exited";
  /** The number of the life that ended. */
  generation: number;
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** A CLI came up in the pane. */
export interface ProcessStartedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "process_started";
  /** Counts the CLI's lives in this source, from 1. */
  generation: number;
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** How the dialog was projected. */
export interface ProjectionMetadata {
  /** Lines in `dialog_text`. */
  dialog_line_count: number;
  /** Lines in `head`. */
  head_line_count: number;
  /** How the surface was read. */
  parser_metadata: ShadowParserMetadata;
  /** The projector that read the screen. */
  projector_id: string;
  /** `claude` or `codex`. */
  provider_id: string;
  /** Always `tui_snapshot` today. */
  source_kind: SourceKind;
  /** Lines in `tail`. */
  tail_line_count: number;
}

/** Slices of `dialog_text`. */
export interface ProjectionSlices {
  /** The first lines. */
  head: string;
  /** The last lines. */
  tail: string;
}

/**
 * What proves that an action is done.
 *
 * - `working`: A turn runs.
 * - `user_cell`: The prompt is in the dialog.
 * - `answer`: The agent has answered.
 * - `agent_block`: The agent asks something.
 * - `queued`: The prompt waits behind the running turn.
 * - `dialog_gone`: The dialog is gone.
 * - `dialog_changed`: Another dialog is open.
 * - `dialog_returned`: The dialog closed, and opened again.
 * - `option_changed`: The option was ticked, or its text opened.
 * - `stopped`: The turn has stopped.
 * - `continuation_canceled`: The CLI had said that it would go on by itself, and no longer says so: the prompt
 * has canceled that.
 */
export type Proof = "working" | "user_cell" | "answer" | "agent_block" | "queued" | "dialog_gone" | "dialog_changed" | "dialog_returned" | "option_changed" | "stopped" | "continuation_canceled";

/**
 * The allowance of the plan that is used up.
 *
 * - `session`: The session's allowance.
 * - `five_hour`: The allowance of five hours.
 * - `weekly`: The week's allowance for all models.
 * - `model`: The allowance of one model.
 * - `monthly`: The month's allowance.
 * - `extra_usage`: Usage that is paid in addition to the plan.
 * - `credits`: Purchased credits.
 * - `unknown`: A limit of unknown scope.
 */
export type QuotaScope = "session" | "five_hour" | "weekly" | "model" | "monthly" | "extra_usage" | "credits" | "unknown";

/**
 * Whether the next prompt can be sent.
 *
 * - `waiting`: Not now, because a turn runs or the composer is not free.
 * - `ready`: Now.
 * - `blocked`: A person must answer or dismiss something first.
 * - `failed`: The CLI has ended, or the pane shows another program.
 * - `unknown`: Unknown.
 * - `stalled`: Unknown for longer than the limit.
 */
export type Readiness = "waiting" | "ready" | "blocked" | "failed" | "unknown" | "stalled";

/** The readiness pipeline moved. */
export interface ReadinessChangedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "readiness_changed";
  /** The state before. */
  from: Readiness;
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** Whether the change was inferred only from silence. */
  inferred_by_silence: boolean;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The state now. */
  to: Readiness;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** A reason, with a sentence of advice for a person. */
export interface Reason {
  /** The reason. */
  code: ReasonCode;
  /** The sentence. */
  message: string;
}

/**
 * Why an action may not begin or go on.
 *
 * - `pane_dead`: The pane's program has ended.
 * - `copy_mode`: The terminal multiplexer is in copy mode or a chooser.
 * - `input_off`: Input to the pane is switched off.
 * - `synchronized`: Keys would go to every pane of the window.
 * - `unknown_program`: Nothing tells that an agent's CLI has the keys.
 * - `not_an_agent`: The pane does not show an agent.
 * - `exited`: The agent's CLI has ended.
 * - `suspended`: The agent's CLI is suspended.
 * - `gone`: The pane or its server is gone.
 * - `restarted`: Another process runs in the pane than before.
 * - `unknown_screen`: The screen does not tell what it is.
 * - `dialog_open`: A dialog, picker or panel is open.
 * - `other_dialog`: Another dialog is open than the one that was read.
 * - `no_dialog`: No dialog is open.
 * - `no_such_option`: The dialog has no such option.
 * - `ambiguous_option`: More than one option is meant.
 * - `no_keys`: The screen does not tell which keys choose the option.
 * - `subject_not_whole`: Not all of what the option would approve was shown.
 * - `dialog_stands`: The dialog did not go or change.
 * - `answer_unsure`: A dialog stands there that says the same: the old one, or the same asked again.
 * - `popup_open`: A completion popup takes the keys.
 * - `is_command`: The text would be taken as a command.
 * - `answers_offer`: The text is one key that answers what is offered beside the composer.
 * - `tabs_replaced`: The CLI would write blanks for the tabs of the text.
 * - `view_open`: A pager or transcript is in front.
 * - `turn_running`: A turn runs.
 * - `no_turn`: No turn runs.
 * - `no_turn_witness`: Nothing tells whether a turn runs.
 * - `queued_messages`: Messages wait behind the turn.
 * - `draft_present`: The composer holds a draft.
 * - `composer_unknown`: What is in the composer cannot be told.
 * - `bash_mode`: The composer runs its text in a shell.
 * - `memory_mode`: The composer stores its text as a memory.
 * - `search_mode`: The composer searches the history.
 * - `vim_normal`: Vim's normal mode: letters are commands.
 * - `paste_not_seen`: The pasted text did not appear.
 * - `draft_differs`: The composer holds something else than the text.
 * - `draft_gone`: The text left the composer before Enter was pressed.
 * - `enter_ignored`: Enter was pressed and the draft stands unchanged.
 * - `turn_not_seen`: The text left the composer and no turn was seen.
 * - `still_running`: The turn goes on.
 * - `busy`: Another one acts on the pane.
 * - `timed_out`: The time ran out.
 * - `stopped`: A signal stopped the command.
 */
export type ReasonCode = "pane_dead" | "copy_mode" | "input_off" | "synchronized" | "unknown_program" | "not_an_agent" | "exited" | "suspended" | "gone" | "restarted" | "unknown_screen" | "dialog_open" | "other_dialog" | "no_dialog" | "no_such_option" | "ambiguous_option" | "no_keys" | "subject_not_whole" | "dialog_stands" | "answer_unsure" | "popup_open" | "is_command" | "answers_offer" | "tabs_replaced" | "view_open" | "turn_running" | "no_turn" | "no_turn_witness" | "queued_messages" | "draft_present" | "composer_unknown" | "bash_mode" | "memory_mode" | "search_mode" | "vim_normal" | "paste_not_seen" | "draft_differs" | "draft_gone" | "enter_ignored" | "turn_not_seen" | "still_running" | "busy" | "timed_out" | "stopped";

/** A scheduled retry, as shown. */
export interface Retry {
  /** The number of the attempt, from 1. */
  attempt: number | null;
  /** Seconds until the next attempt. */
  in_seconds: number | null;
  /** The number of attempts in all. */
  of: number | null;
}

/** The time ran out, and the turn goes on. */
export interface RunningAsked {
  /** The pane's key in paths; null from a command, which has none. */
  key: string | null;
  /** The pane. */
  pane: string;
  result: "running";
  /** Version of this interface. */
  schema_version: string;
  /** The turn, as the one that watches counts it; null where it was not seen to begin yet. */
  turn: number | null;
}

/**
 * The source of the choice of the preset.
 *
 * - `env_override`: `SHADOW_CLAUDE_VERSION`, `SHADOW_CODEX_VERSION`, or the API's override.
 * - `requested_version`: The version that the caller gave.
 * - `detected_version`: The version printed on the screen.
 * - `screen_structure`: The structure of the screen.
 * - `fallback_latest`: No version is known, so the newest preset reads the screen.
 * - `fallback_floor`: The version is older than every preset, so the lowest preset reads the screen.
 */
export type SelectionSource = "env_override" | "requested_version" | "detected_version" | "screen_structure" | "fallback_latest" | "fallback_floor";

/** The program reported something about itself. */
export interface SelfReportEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  /** `program_status`, `progress`, `title`, `notification`, `tab_status`, `bell`. */
  channel: string;
  event: "self_report";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /**
   * The report, without control characters; empty if the report was withdrawn. A title is reported when its
   * meaning for
   * the turn changes. Then `working`, `blocked` or `idle` comes before its text.
   */
  said: string;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** Facts about the session, as shown. A fact that is not shown is null. */
export interface SessionFacts {
  /** The remaining context, in percent. */
  context_left_percent: number | null;
  /** The working directory. */
  directory: string | null;
  /** The reasoning effort. */
  effort: string | null;
  /** The model's name. */
  model: string | null;
  /** The command that resumes the session (shown in the farewell). */
  resume_command: string | null;
  /** The session's name. */
  session_name: string | null;
  /** Tokens used in the session. */
  tokens_used: number | null;
}

/** One anomaly. */
export interface ShadowAnomaly {
  /** The kind. */
  code: AnomalyCode;
  /** Details for a program, by name. */
  details: Record<string, string>;
  /** A message for a person, one line. */
  message: string;
}

/** How the surface was read. */
export interface ShadowParserMetadata {
  /** Anomalies of the choice. */
  anomalies: ShadowAnomaly[];
  /** Whether the session's anchor is gone. */
  baseline_invalidated: boolean;
  /** The version read off the screen. */
  detected_version: string | null;
  /** The user's own dialogs, if any are in use. */
  dialogs?: OwnDialogsMetadata | null;
  /** The format of the text: `tui_snapshot_plain` without styles, `tui_snapshot_sgr` with styles. */
  output_format: string;
  /** Whether the screen has the shape that the preset expects. */
  output_format_match: boolean;
  /** The surface's variant, e.g. `ruled_composer`, `bar_composer`. */
  output_variant: string;
  /** The preset's name. */
  parser_preset_id: string;
  /** The version that first showed the preset's difference. */
  parser_preset_version: string;
  /** `claude` or `codex`; `unknown` if neither was recognized. */
  provider_id: string;
  /** The version that the caller gave. */
  requested_version: string | null;
  /** The source of the choice of the preset. */
  selection_source: SelectionSource;
}

/**
 * Where a projection's text comes from.
 *
 * - `tui_snapshot`: One observation of a terminal user interface.
 */
export type SourceKind = "tui_snapshot";

/**
 * A step of a sequence.
 *
 * - `look`: Checking whether the action may begin.
 * - `paste`: Pasting the text.
 * - `verify`: Finding the text in the composer.
 * - `press`: Pressing the key that acts: Enter, an option's keys, the interrupt.
 * - `confirm`: Checking its effect.
 */
export type Stage = "look" | "paste" | "verify" | "press" | "confirm";

/** The surface has been unknown for longer than the limit. */
export interface StalledEnteredEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "stalled_entered";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The time when it became unknown, in seconds. */
  since: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** A stalled surface is readable again. */
export interface StalledRecoveredEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "stalled_recovered";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The time when it became unknown, in seconds. */
  since: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** The state of the surface at one moment. */
export interface SurfaceAssessment {
  /** The activity of the running turn, also under a dialog. */
  activity: Activity | null;
  /** Anomalies: doubts, and things that are not as expected. */
  anomalies: ShadowAnomaly[];
  /** Whether the pane shows a CLI that shadow can read. */
  availability: Availability;
  /** Background work, outside the turn; null if the screen lists none. */
  background: Background | null;
  /** What the agent is doing. */
  business_state: BusinessState;
  /** The live composer, if there is one. */
  composer: ComposerView | null;
  /** Confidence, from 0 to 1. */
  confidence: number;
  /** The CLI's announcement that it will go on by itself. */
  continues?: Continues | null;
  /** All facts that the verdict rests on. */
  evidence: Evidence[];
  /** The failure of the last turn. */
  failure: Failure | null;
  /** The goal that the CLI pursues over turns. */
  goal?: Goal | null;
  /** Where keystrokes would go. */
  input_mode: InputMode;
  /** Offers beside the live composer. An offer takes a single key before the draft does. */
  offers?: Offer[];
  /** The open dialog, parsed. Present when `awaiting_operator`. */
  operator_block: OperatorBlock | null;
  /** The open dialog as text, with the proposal cell directly above it. Present when `awaiting_operator`. */
  operator_blocked_excerpt: string | null;
  /** How the screen was read. */
  parser_metadata: ShadowParserMetadata;
  /** Messages queued behind the turn. */
  pending_input: PendingInput;
  /**
   * The queued messages that the screen shows, from the top. Empty if no message is queued, or if the
   * screen shows only a hint.
   */
  pending_messages?: PendingMessage[];
  /** The permission mode, if the screen shows it. */
  permission_mode: PermissionMode | null;
  /** Facts about the session. */
  session_facts: SessionFacts;
  /** Which surface is in front. */
  ui_context: UiContext;
  /** The base of `ui_context`. */
  ui_context_base: UiContext;
}

/** An axis, `submit_ready` or `safe_to_type` changed. */
export interface SurfaceChangedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  /** Whether the pane shows a CLI that shadow can read. */
  availability: Availability;
  /** What the agent is doing. */
  business_state: BusinessState;
  event: "surface_changed";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** Where keystrokes would go. */
  input_mode: InputMode;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** Whether, in addition, typing would overwrite no draft and be read as a prompt. */
  safe_to_type: boolean;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** Whether the CLI would accept a prompt now. */
  submit_ready: boolean;
  /** The turn that the event belongs to. */
  turn?: number | null;
  /** Which surface is in front. */
  ui_context: UiContext;
  /** The base of `ui_context`. */
  ui_context_base: UiContext;
}

/** A turn ended. */
export interface TurnEndedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "turn_ended";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /** How it ended. */
  outcome: Outcome;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** Its record, as in the turn log. */
  record: TurnRecord;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn whose earlier end was wrong. This event replaces it. */
  supersedes?: number | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** A fact that the record of a turn rests on. */
export interface TurnEvidence {
  /** When it was seen, in seconds. */
  at: number;
  /** Its name, e.g. `user_cell`, `working_seen`, `submit_ready`, `interrupt_mark`. */
  signal: string;
}

/**
 * How a turn began.
 *
 * - `explicit_submit`: The caller submitted it.
 * - `inferred_composer`: A person's draft became a user cell.
 * - `self_started`: It began by itself: a queued message, a background agent's return, the next step of a goal.
 * - `operator_command`: A command that starts the agent began it, such as `/review`; the command is its prompt.
 */
export type TurnHow = "explicit_submit" | "inferred_composer" | "self_started" | "operator_command";

/** The record of a turn that has ended. The log only grows: a wrong record is superseded and never changed. */
export interface TurnRecord {
  /** The agent's answer. */
  answer: Answer;
  /** The times when the turn waited for a person. */
  blocked: BlockedInterval[];
  /** When it ended. */
  ended: number;
  /** The facts that the record rests on. */
  evidence: TurnEvidence[];
  /** The failure, with `known_failure`. */
  failure: Failure | null;
  /** When the turn first showed work or text. */
  first_activity: number | null;
  /** The life of the CLI, counted from 1. */
  generation: number;
  /** How it began. */
  how: TurnHow;
  /** Counts the source's turns from 1. */
  id: number;
  /** Whether the end was inferred only from silence. */
  inferred_by_silence: boolean;
  /** How it ended. */
  outcome: Outcome;
  /** The prompt; null for a turn that began without one. */
  prompt: string | null;
  /** When it began, in seconds of its event's clock: like `at`, of the epoch when live. */
  started: number;
  /**
   * The turn whose earlier record this one replaces. Its end was inferred from silence, and it went on
   * (`turn_resumed`).
   */
  supersedes?: number | null;
}

/** A turn goes on without a new prompt, after its end was inferred from silence. `turn` names it. */
export interface TurnResumedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "turn_resumed";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/** A turn began. */
export interface TurnStartedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "turn_started";
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** How it began. */
  how: TurnHow;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The prompt's text; null if the turn began without a prompt. */
  prompt: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/**
 * The state of the turn.
 *
 * - `inactive`: No turn has begun, or the last one was interrupted.
 * - `waiting`: It has begun, and no activity was seen yet.
 * - `in_progress`: It runs.
 * - `candidate_complete`: It looks finished, and must stay so for a moment.
 * - `completed`: The turn ran to its end.
 * - `blocked`: It waits for a person.
 * - `failed`: It failed, or the CLI exited during it.
 * - `unknown`: It has begun, and the surface does not show its state.
 * - `stalled`: Its state has been unknown for longer than the limit.
 */
export type TurnState = "inactive" | "waiting" | "in_progress" | "candidate_complete" | "completed" | "blocked" | "failed" | "unknown" | "stalled";

/** The turn pipeline moved. */
export interface TurnStateChangedEvent {
  /** The time in seconds: from the start of a recording, or since the epoch for a live pane. */
  at: number;
  event: "turn_state_changed";
  /** The state before. */
  from: TurnState;
  /** The machine of the pane, if it is another one. */
  host?: string | null;
  /** The pane's key in the paths of the HTTP API, from the server of that API alone. */
  key?: string | null;
  /** The run of the relay on that machine. `seq` counts within it. */
  life?: string | null;
  /**
   * The pane that the event came from. For a pane of another machine, this is the whole name,
   * `HOST/SERVER/PANE`.
   */
  pane?: string | null;
  /** The recording that the event came from. */
  recording?: string | null;
  /** `SCHEMA_VERSION`. */
  schema_version: string;
  /** Counts the source's events from 0, without gaps. */
  seq: number;
  /** The socket of the pane's server. A pane id is unique only in its server. */
  socket?: string | null;
  /** The state now. */
  to: TurnState;
  /** The turn that the event belongs to. */
  turn?: number | null;
}

/**
 * Which surface of the CLI is in front, in the contract's section 3 vocabulary.
 *
 * - `normal_prompt`: The plain composer.
 * - `slash_command`: The command popup is open, or the draft is a command.
 * - `selection_menu`: A menu without a more specific context.
 * - `unknown`: Unknown.
 * - `approval_prompt`: The agent asks to run a command, edit a file, fetch, call a tool.
 * - `question_prompt`: The agent asks the person a question.
 * - `plan_approval`: The agent presents a plan to be approved.
 * - `trust_prompt`: The CLI asks whether the person trusts this folder.
 * - `setup_block`: Theme, sign-in, API key, migration, update, warnings at start.
 * - `model_picker`: The model (or effort) picker.
 * - `settings_panel`: Settings, help, permissions, MCP and similar panels.
 * - `rewind_menu`: Choosing an earlier message to go back to.
 * - `resume_picker`: Choosing an earlier session.
 * - `agents_view`: The list of agents.
 * - `tasks_panel`: The list of background tasks.
 * - `file_picker`: The file completion popup over the composer.
 * - `history_search`: Searching earlier prompts from the composer.
 * - `bash_mode`: The composer takes a shell command.
 * - `memory_mode`: The composer takes a memory note.
 * - `help_panel`: The shortcuts overlay beside a live composer.
 * - `side_chat`: A side chat has the keys: a conversation over the main session, or beside it.
 * - `transcript_view`: A pager over the transcript.
 * - `error_banner`: A fatal error fills the surface, without a live composer.
 */
export type UiContext = "normal_prompt" | "slash_command" | "selection_menu" | "unknown" | "approval_prompt" | "question_prompt" | "plan_approval" | "trust_prompt" | "setup_block" | "model_picker" | "settings_panel" | "rewind_menu" | "resume_picker" | "agents_view" | "tasks_panel" | "file_picker" | "history_search" | "bash_mode" | "memory_mode" | "help_panel" | "side_chat" | "transcript_view" | "error_banner";

/**
 * A part of the interface.
 *
 * - `history`: Rows above the live surface, which never decide anything.
 * - `banner`: The CLI's banner.
 * - `transcript`: The dialog's cells.
 * - `status`: The running turn's status, spinner or retry row with its tree.
 * - `finished`: The row that a finished turn leaves.
 * - `queued`: Messages queued behind the turn.
 * - `tasks`: The task list.
 * - `composer`: The composer with its frame.
 * - `popup`: A completion popup.
 * - `dialog`: A dialog, picker or panel that replaces the composer.
 * - `proposal`: The proposal that a dialog is about, if it is above the dialog's frame.
 * - `footer`: Hints, mode and status line below the composer.
 * - `background`: Background work listed beside the composer.
 * - `overlay`: An overlay beside a live composer (shortcuts).
 * - `pager`: A pager over the transcript.
 * - `shell`: A shell prompt or farewell after the CLI has ended, or another program.
 * - `channel`: A channel beside the screen.
 * - `unexplained`: No rule explains the row.
 */
export type Zone = "history" | "banner" | "transcript" | "status" | "finished" | "queued" | "tasks" | "composer" | "popup" | "dialog" | "proposal" | "footer" | "background" | "overlay" | "pager" | "shell" | "channel" | "unexplained";
