"""The values of the machine interface, by their wire names.

`bindings/types` writes this file from the schema. New fields and values may come in any release: an unknown field
is an attribute all the same, and an unknown value is to be treated as `unknown`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias, Union, cast

from ._record import Record

ActOutcome: TypeAlias = Literal["done", "refused", "failed", "gone"]
"""How an action ended.

- `done`: The action is done, and a look has confirmed it.
- `refused`: The action was refused, because the screen forbids it. Nothing was typed.
- `failed`: The action stopped at a step; `draft` says where the text is.
- `gone`: The pane, its server or its process is gone.
"""
ActivityKind: TypeAlias = Literal["starting", "waiting", "thinking", "streaming", "tool", "retrying", "compacting", "unknown"]
"""What the running turn is doing.

- `starting`: Starting (MCP servers, hooks, …).
- `waiting`: The request is sent, and nothing has come back.
- `thinking`: Reasoning.
- `streaming`: Text of the answer arrives.
- `tool`: A tool runs (or waits for approval, under a dialog).
- `retrying`: The API failed and a retry is scheduled.
- `compacting`: The conversation is being compacted.
- `unknown`: The turn runs, and the screen does not show its activity.
"""
AnomalyCode: TypeAlias = Literal["unknown_version_floor_used", "baseline_invalidated", "preset_override_used", "stalled_entered", "stalled_recovered", "contradictory_evidence", "no_turn_witness", "screen_clipped", "unknown_dialog", "stall_suspected", "drift_suspected"]
"""The kind of an anomaly.

- `unknown_version_floor_used`: The version is older than every preset, so the lowest preset reads the screen.
- `baseline_invalidated`: The content that the session was anchored to is gone (clear, compaction, resize,
  scroll).
- `preset_override_used`: An explicit override chose the preset.
- `stalled_entered`: The reducer's state has been unknown for longer than its limit.
- `stalled_recovered`: A stalled session is readable again.
- `contradictory_evidence`: Two witnesses contradict each other, and neither has precedence.
- `no_turn_witness`: The given channels cannot separate a running turn from a finished one;
`details.channel` names the channel that could.
- `screen_clipped`: The dialog or its subject does not fit in the pane.
- `unknown_dialog`: The structure shows a dialog, and no rule knows its kind.
- `stall_suspected`: A turn seems to run, but its counter and its text have not changed for longer than a
  limit.
- `drift_suspected`: No rule explains some rows, and these rows matter for the verdict.
"""
Availability: TypeAlias = Literal["supported", "unsupported", "disconnected", "unknown"]
"""Whether the pane shows a CLI that shadow can read.

- `supported`: A live surface of a known CLI.
- `unsupported`: The pane plainly shows something else: a shell, an editor.
- `disconnected`: The CLI was here and has exited: a farewell, a dead pane, or a shell prompt below its old
  interface.
- `unknown`: A blank or half-painted screen, or too little information.
"""
Axis: TypeAlias = Literal["availability", "business_state", "input_mode", "ui_context", "composer", "pending_input", "background", "failure", "continues", "offers", "permission_mode"]
"""What a piece of evidence supports (`for` in JSON).

- `availability`: `Availability`.
- `business_state`: `BusinessState`.
- `input_mode`: `InputMode`.
- `ui_context`: `super::UiContext`.
- `composer`: The composer's content.
- `pending_input`: Messages queued behind the turn.
- `background`: Background work, outside the turn.
- `failure`: The failure of the last turn.
- `continues`: The announcement that the CLI will go on by itself.
- `offers`: Offers beside the composer.
- `permission_mode`: The permission mode.
"""
BackgroundKind: TypeAlias = Literal["shell", "agent", "monitor", "workflow", "unknown"]
"""Kind of a piece of background work.

- `shell`: A shell or terminal.
- `agent`: A subagent.
- `monitor`: A monitor.
- `workflow`: A workflow: a script of agents.
- `unknown`: Another kind, or an unknown kind.
"""
BlockKind: TypeAlias = Literal["approval_command", "approval_edit", "approval_other", "question", "plan", "trust", "setup", "picker", "panel", "rewind", "unknown"]
"""The kind of block in front of the composer.

- `approval_command`: May a command run?
- `approval_edit`: May a file be written or edited?
- `approval_other`: May something else happen (fetch, MCP tool, network, …)?
- `question`: The agent asks the person a question.
- `plan`: A plan to approve.
- `trust`: Trust in a folder.
- `setup`: Theme, sign-in, key, migration, update, warnings at start.
- `picker`: A list to choose from (model, theme, session, …).
- `panel`: A panel to read or set things in.
- `rewind`: An earlier point to go back to.
- `unknown`: A block by its structure; its kind is not known.
"""
BlockOrigin: TypeAlias = Literal["agent", "operator", "cli", "unknown"]
"""Who raised the block.

- `agent`: The agent asked.
- `operator`: The person opened it.
- `cli`: The CLI itself: trust, sign-in, update.
- `unknown`: Nothing tells. It may be the agent's, so it blocks a running turn and calls a person.
"""
BusinessState: TypeAlias = Literal["idle", "working", "awaiting_operator", "unknown"]
"""What the agent is doing, from the view of its user.

- `idle`: No turn runs, and no dialog is open.
- `working`: A turn runs. Retries and foreground subagents are part of it.
- `awaiting_operator`: A dialog, picker or panel must be answered or dismissed.
- `unknown`: The given channels do not show it.
"""
CellRole: TypeAlias = Literal["user", "assistant", "thinking", "tool_call", "tool_result", "notice", "error", "banner"]
"""The role of a cell.

- `user`: The person.
- `assistant`: The agent.
- `thinking`: The agent's reasoning.
- `tool_call`: A tool call.
- `tool_result`: The result of a tool.
- `notice`: A remark of the CLI (tips, mode changes, command output). It is not part of `dialog_text`.
- `error`: An error of the turn.
- `banner`: The CLI's banner. It is not part of `dialog_text`.
"""
ChannelWeight: TypeAlias = Literal["absent", "neutral", "used", "weighed_out"]
"""How the verdict used a channel.

- `absent`: Not given.
- `neutral`: Given, but it says nothing about the state, such as a host name as title.
- `used`: It contributed to the verdict.
- `weighed_out`: It was overruled; `reason` names the cause.
"""
ComposerContent: TypeAlias = Literal["empty", "placeholder", "suggestion", "draft", "collapsed_paste", "unknown"]
"""The content of the composer.

- `empty`: Nothing.
- `placeholder`: The CLI's own example or hint; typing replaces it.
- `suggestion`: A suggested next prompt that a key would accept; typing replaces it.
- `draft`: Text that a person (or an earlier key) put there.
- `collapsed_paste`: A paste shown as a marker such as `[Pasted text #2 +41 lines]`.
- `unknown`: Only a style could decide, and the input has no styles.
"""
ComposerMode: TypeAlias = Literal["prompt", "bash", "memory", "search", "unknown"]
"""How the CLI will read the composer's text.

- `prompt`: A prompt to the agent.
- `bash`: A shell command.
- `memory`: A memory note.
- `search`: A search through earlier prompts.
- `unknown`: Unknown.
"""
DraftFate: TypeAlias = Literal["not_typed", "submitted", "standing", "cleared", "unseen"]
"""The place of a prompt's text.

- `not_typed`: It was not typed.
- `submitted`: It became a prompt.
- `standing`: It is in the composer.
- `cleared`: It was removed from the composer again.
- `unseen`: It was typed, and its place cannot be seen.
"""
Editor: TypeAlias = Literal["plain", "vim_insert", "vim_normal", "unknown"]
"""The composer's editor.

- `plain`: Keys insert text.
- `vim_insert`: Vim keys, insert mode.
- `vim_normal`: Vim keys, normal mode: letters are commands.
- `unknown`: Unknown. Normal mode may show no mark, so an empty composer without a mark may be in either
mode. A session that has seen insert mode knows the mode.
"""
FailureKind: TypeAlias = Literal["auth", "rate_limit", "quota", "overloaded", "network", "context_limit", "invalid_request", "unknown"]
"""Why the last turn failed.

- `auth`: Credentials missing, wrong or expired.
- `rate_limit`: Too many requests.
- `quota`: A usage limit of the plan is reached.
- `overloaded`: The service is overloaded.
- `network`: No connection, or it broke.
- `context_limit`: The conversation is too long.
- `invalid_request`: The request was refused as malformed.
- `unknown`: A failure of unknown kind.
"""
GoalState: TypeAlias = Literal["active", "paused", "retrying", "complete", "unknown"]
"""The state of a goal that the CLI pursues over turns.

- `active`: It is pursued: turns begin by themselves.
- `paused`: It waits for a person.
- `retrying`: It is tried again in a while, without a person.
- `complete`: It is reached.
- `unknown`: Not known.
"""
InputMode: TypeAlias = Literal["freeform", "modal", "closed", "unknown"]
"""Where keystrokes would go.

- `freeform`: Into the composer, as text of the next prompt.
- `modal`: Into a dialog, picker, panel, completion popup, or a draft that is a command.
- `closed`: Nowhere useful, such as into a pager or an exited process.
- `unknown`: Unknown.
"""
OfferKind: TypeAlias = Literal["survey", "setup", "unknown"]
"""The kind of an offer beside a live composer.

- `survey`: A request to rate the session.
- `setup`: Something to switch on or set up.
- `unknown`: Something else.
"""
OptionRole: TypeAlias = Literal["choice", "toggle", "text", "submit", "cancel"]
"""What choosing an option does.

- `choice`: It is the answer, or opens the list that the answer is chosen from.
- `toggle`: A box that is ticked or not; the dialog stays.
- `text`: A field that takes text.
- `submit`: Sends off what was filled in or ticked.
- `cancel`: Leaves the dialog without an answer.
"""
Outcome: TypeAlias = Literal["success", "interrupted", "known_failure", "disconnected", "unknown"]
"""How a turn ended.

- `success`: The turn ran to its end.
- `interrupted`: A person stopped the turn.
- `known_failure`: The CLI shows a failure.
- `disconnected`: The CLI exited or was restarted during the turn.
- `unknown`: The turn is over, and its outcome is unknown.
"""
PendingInput: TypeAlias = Literal["yes", "no", "unknown"]
"""Whether messages are queued behind the running turn.

- `yes`: At least one message is queued.
- `no`: No message is queued.
- `unknown`: Unknown.
"""
PermissionKind: TypeAlias = Literal["default", "plan", "accept_edits", "auto", "bypass", "read_only", "unknown"]
"""What the agent may do without a question.

- `default`: It asks as configured.
- `plan`: It only plans.
- `accept_edits`: It edits without asking.
- `auto`: It decides by itself.
- `bypass`: It never asks.
- `read_only`: It only reads.
- `unknown`: Unknown.
"""
Proof: TypeAlias = Literal["working", "user_cell", "answer", "agent_block", "queued", "dialog_gone", "dialog_changed", "dialog_returned", "option_changed", "stopped", "continuation_canceled"]
"""What proves that an action is done.

- `working`: A turn runs.
- `user_cell`: The prompt is in the dialog.
- `answer`: The agent has answered.
- `agent_block`: The agent asks something.
- `queued`: The prompt waits behind the running turn.
- `dialog_gone`: The dialog is gone.
- `dialog_changed`: Another dialog is open.
- `dialog_returned`: The dialog closed, and opened again.
- `option_changed`: The option was ticked, or its text opened.
- `stopped`: The turn has stopped.
- `continuation_canceled`: The CLI had said that it would go on by itself, and no longer says so: the prompt
  has canceled that.
"""
QuotaScope: TypeAlias = Literal["session", "five_hour", "weekly", "model", "monthly", "extra_usage", "credits", "unknown"]
"""The allowance of the plan that is used up.

- `session`: The session's allowance.
- `five_hour`: The allowance of five hours.
- `weekly`: The week's allowance for all models.
- `model`: The allowance of one model.
- `monthly`: The month's allowance.
- `extra_usage`: Usage that is paid in addition to the plan.
- `credits`: Purchased credits.
- `unknown`: A limit of unknown scope.
"""
Readiness: TypeAlias = Literal["waiting", "ready", "blocked", "failed", "unknown", "stalled"]
"""Whether the next prompt can be sent.

- `waiting`: Not now, because a turn runs or the composer is not free.
- `ready`: Now.
- `blocked`: A person must answer or dismiss something first.
- `failed`: The CLI has ended, or the pane shows another program.
- `unknown`: Unknown.
- `stalled`: Unknown for longer than the limit.
"""
ReasonCode: TypeAlias = Literal["pane_dead", "copy_mode", "input_off", "synchronized", "unknown_program", "not_an_agent", "exited", "suspended", "gone", "restarted", "unknown_screen", "dialog_open", "other_dialog", "no_dialog", "no_such_option", "ambiguous_option", "no_keys", "subject_not_whole", "dialog_stands", "answer_unsure", "popup_open", "is_command", "answers_offer", "tabs_replaced", "view_open", "turn_running", "no_turn", "no_turn_witness", "queued_messages", "draft_present", "composer_unknown", "bash_mode", "memory_mode", "search_mode", "vim_normal", "paste_not_seen", "draft_differs", "draft_gone", "enter_ignored", "turn_not_seen", "still_running", "busy", "timed_out", "stopped"]
"""Why an action may not begin or go on.

- `pane_dead`: The pane's program has ended.
- `copy_mode`: The terminal multiplexer is in copy mode or a chooser.
- `input_off`: Input to the pane is switched off.
- `synchronized`: Keys would go to every pane of the window.
- `unknown_program`: Nothing tells that an agent's CLI has the keys.
- `not_an_agent`: The pane does not show an agent.
- `exited`: The agent's CLI has ended.
- `suspended`: The agent's CLI is suspended.
- `gone`: The pane or its server is gone.
- `restarted`: Another process runs in the pane than before.
- `unknown_screen`: The screen does not tell what it is.
- `dialog_open`: A dialog, picker or panel is open.
- `other_dialog`: Another dialog is open than the one that was read.
- `no_dialog`: No dialog is open.
- `no_such_option`: The dialog has no such option.
- `ambiguous_option`: More than one option is meant.
- `no_keys`: The screen does not tell which keys choose the option.
- `subject_not_whole`: Not all of what the option would approve was shown.
- `dialog_stands`: The dialog did not go or change.
- `answer_unsure`: A dialog stands there that says the same: the old one, or the same asked again.
- `popup_open`: A completion popup takes the keys.
- `is_command`: The text would be taken as a command.
- `answers_offer`: The text is one key that answers what is offered beside the composer.
- `tabs_replaced`: The CLI would write blanks for the tabs of the text.
- `view_open`: A pager or transcript is in front.
- `turn_running`: A turn runs.
- `no_turn`: No turn runs.
- `no_turn_witness`: Nothing tells whether a turn runs.
- `queued_messages`: Messages wait behind the turn.
- `draft_present`: The composer holds a draft.
- `composer_unknown`: What is in the composer cannot be told.
- `bash_mode`: The composer runs its text in a shell.
- `memory_mode`: The composer stores its text as a memory.
- `search_mode`: The composer searches the history.
- `vim_normal`: Vim's normal mode: letters are commands.
- `paste_not_seen`: The pasted text did not appear.
- `draft_differs`: The composer holds something else than the text.
- `draft_gone`: The text left the composer before Enter was pressed.
- `enter_ignored`: Enter was pressed and the draft stands unchanged.
- `turn_not_seen`: The text left the composer and no turn was seen.
- `still_running`: The turn goes on.
- `busy`: Another one acts on the pane.
- `timed_out`: The time ran out.
- `stopped`: A signal stopped the command.
"""
SelectionSource: TypeAlias = Literal["env_override", "requested_version", "detected_version", "screen_structure", "fallback_latest", "fallback_floor"]
"""The source of the choice of the preset.

- `env_override`: `SHADOW_CLAUDE_VERSION`, `SHADOW_CODEX_VERSION`, or the API's override.
- `requested_version`: The version that the caller gave.
- `detected_version`: The version printed on the screen.
- `screen_structure`: The structure of the screen.
- `fallback_latest`: No version is known, so the newest preset reads the screen.
- `fallback_floor`: The version is older than every preset, so the lowest preset reads the screen.
"""
SourceKind: TypeAlias = Literal["tui_snapshot"]
"""Where a projection's text comes from.

- `tui_snapshot`: One observation of a terminal user interface.
"""
Stage: TypeAlias = Literal["look", "paste", "verify", "press", "confirm"]
"""A step of a sequence.

- `look`: Checking whether the action may begin.
- `paste`: Pasting the text.
- `verify`: Finding the text in the composer.
- `press`: Pressing the key that acts: Enter, an option's keys, the interrupt.
- `confirm`: Checking its effect.
"""
TurnHow: TypeAlias = Literal["explicit_submit", "inferred_composer", "self_started", "operator_command"]
"""How a turn began.

- `explicit_submit`: The caller submitted it.
- `inferred_composer`: A person's draft became a user cell.
- `self_started`: It began by itself: a queued message, a background agent's return, the next step of a goal.
- `operator_command`: A command that starts the agent began it, such as `/review`; the command is its prompt.
"""
TurnState: TypeAlias = Literal["inactive", "waiting", "in_progress", "candidate_complete", "completed", "blocked", "failed", "unknown", "stalled"]
"""The state of the turn.

- `inactive`: No turn has begun, or the last one was interrupted.
- `waiting`: It has begun, and no activity was seen yet.
- `in_progress`: It runs.
- `candidate_complete`: It looks finished, and must stay so for a moment.
- `completed`: The turn ran to its end.
- `blocked`: It waits for a person.
- `failed`: It failed, or the CLI exited during it.
- `unknown`: It has begun, and the surface does not show its state.
- `stalled`: Its state has been unknown for longer than the limit.
"""
UiContext: TypeAlias = Literal["normal_prompt", "slash_command", "selection_menu", "unknown", "approval_prompt", "question_prompt", "plan_approval", "trust_prompt", "setup_block", "model_picker", "settings_panel", "rewind_menu", "resume_picker", "agents_view", "tasks_panel", "file_picker", "history_search", "bash_mode", "memory_mode", "help_panel", "side_chat", "transcript_view", "error_banner"]
"""Which surface of the CLI is in front, in the contract's section 3 vocabulary.

- `normal_prompt`: The plain composer.
- `slash_command`: The command popup is open, or the draft is a command.
- `selection_menu`: A menu without a more specific context.
- `unknown`: Unknown.
- `approval_prompt`: The agent asks to run a command, edit a file, fetch, call a tool.
- `question_prompt`: The agent asks the person a question.
- `plan_approval`: The agent presents a plan to be approved.
- `trust_prompt`: The CLI asks whether the person trusts this folder.
- `setup_block`: Theme, sign-in, API key, migration, update, warnings at start.
- `model_picker`: The model (or effort) picker.
- `settings_panel`: Settings, help, permissions, MCP and similar panels.
- `rewind_menu`: Choosing an earlier message to go back to.
- `resume_picker`: Choosing an earlier session.
- `agents_view`: The list of agents.
- `tasks_panel`: The list of background tasks.
- `file_picker`: The file completion popup over the composer.
- `history_search`: Searching earlier prompts from the composer.
- `bash_mode`: The composer takes a shell command.
- `memory_mode`: The composer takes a memory note.
- `help_panel`: The shortcuts overlay beside a live composer.
- `side_chat`: A side chat has the keys: a conversation over the main session, or beside it.
- `transcript_view`: A pager over the transcript.
- `error_banner`: A fatal error fills the surface, without a live composer.
"""
Zone: TypeAlias = Literal["history", "banner", "transcript", "status", "finished", "queued", "tasks", "composer", "popup", "dialog", "proposal", "footer", "background", "overlay", "pager", "shell", "channel", "unexplained"]
"""A part of the interface.

- `history`: Rows above the live surface, which never decide anything.
- `banner`: The CLI's banner.
- `transcript`: The dialog's cells.
- `status`: The running turn's status, spinner or retry row with its tree.
- `finished`: The row that a finished turn leaves.
- `queued`: Messages queued behind the turn.
- `tasks`: The task list.
- `composer`: The composer with its frame.
- `popup`: A completion popup.
- `dialog`: A dialog, picker or panel that replaces the composer.
- `proposal`: The proposal that a dialog is about, if it is above the dialog's frame.
- `footer`: Hints, mode and status line below the composer.
- `background`: Background work listed beside the composer.
- `overlay`: An overlay beside a live composer (shortcuts).
- `pager`: A pager over the transcript.
- `shell`: A shell prompt or farewell after the CLI has ended, or another program.
- `channel`: A channel beside the screen.
- `unexplained`: No rule explains the row.
"""


class Report(Record):
    """One line of `shadow send`, `choose` and `interrupt`."""

    action: str
    """`send`, `choose`, `interrupt`."""
    draft: DraftFate | None
    """The place of the prompt's text; null for actions without a prompt."""
    evidence: list[Proof]
    """The proof that it is done."""
    outcome: ActOutcome
    """The outcome."""
    pane: str
    """The pane."""
    presses: int
    """The number of presses of Enter (or of the interrupt key)."""
    reasons: list[Reason]
    """The reasons for a refusal or failure."""
    schema_version: str
    """Version of this interface."""
    signature: str | None
    """The signature of the dialog that is open now; null if there is none."""
    spaced: bool | None
    """Whether a space was added before or after the prompt's text, so that the CLI reads it as words (it begins
    with `/`,
    `!`, `#` or `&`, or ends in a backslash or a word that opens a list). Claude Code passes a leading space
    on to the
    model. Null for actions without a text.
    """
    step: Stage
    """The step that it ended at; `confirm` when it is done."""
    turn: int | None
    """Number of the turn that the prompt began, among those that `shadow send` has begun in the pane: what
    `shadow wait
    --turn` takes.
    """
    unsent: str | None
    """Where a text is kept that was typed, is not known to be sent, and is not seen in the composer."""
    _optional: ClassVar[tuple[str, ...]] = ("turn", "unsent",)
    _nested: ClassVar[dict[str, str]] = {"reasons": "Reason"}


class Activity(Record):
    """The running turn's activity."""

    elapsed_seconds: float | None
    """Elapsed time as shown, in seconds."""
    kind: ActivityKind
    """The kind."""
    label: str | None
    """The label as shown (`Baking…`, `Working`, `Reconnecting`)."""
    retry: Retry | None
    """The retry, when one is scheduled."""
    tokens: int | None
    """Token count as shown."""
    _nested: ClassVar[dict[str, str]] = {"retry": "Retry"}


class AnomalyEvent(Record):
    """Something is not as expected."""

    anomaly: ShadowAnomaly
    """The anomaly."""
    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["anomaly"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)
    _nested: ClassVar[dict[str, str]] = {"anomaly": "ShadowAnomaly"}


class Answer(Record):
    """The turn's answer, stitched from cells over time."""

    complete: bool
    """Whether the answer is complete."""
    missing: list[str]
    """The missing parts: `beginning`; `gap` (more than a screen scrolled by between two looks); `end` (the turn
    was
    interrupted, failed or lost its CLI during the answer, or its end was not seen); `limit` (it is longer
    than the
    limit); `all` (no word of it was seen, and the outcome is unknown or the CLI exited).
    """
    text: str
    """The agent's words, cell after cell."""


class Background(Record):
    """Background work, outside the turn."""

    count: int
    """The number of running pieces. A shown count may exceed the listed items."""
    items: list[BackgroundItem]
    """What the screen lists, in order."""
    wakes_itself: bool
    """Whether its end starts a turn."""
    _nested: ClassVar[dict[str, str]] = {"items": "BackgroundItem"}


class BackgroundItem(Record):
    """One piece of background work that the screen lists."""

    kind: BackgroundKind
    """The kind."""
    label: str
    """Its label as shown; empty if only a count is shown."""


class BlockOption(Record):
    """One option of a block."""

    checked: bool | None
    """Whether its check box or tick is on; null where it has none."""
    description: str | None
    """The text beside or below the label, soft wraps undone."""
    free_text: bool
    """Whether choosing it opens a text field."""
    hotkey: str | None
    """The key printed for it, as shown (`y`, `esc`, `shift+tab`)."""
    keys: list[str]
    """The exact key sequence that chooses it from here, in tmux key names
    (`["Down", "Enter"]`, `["2"]`).
    """
    label: str
    """The option's first line, without number, description and tick."""
    number: int | None
    """The number printed before the label."""
    refuses: bool | None
    """Whether it is proven to refuse what an approval or a plan asks for: its place among the options, or its
    key,
    says so. Every other option may approve.
    """
    role: OptionRole | None
    """What choosing it does."""
    selected: bool | None
    """Whether the selection is on it; null if the screen does not show that."""
    _optional: ClassVar[tuple[str, ...]] = ("refuses", "role",)


class BlockPage(Record):
    """The page of a dialog that has several, such as one question of three."""

    at: int
    """Which page is on the screen, counted from 1."""
    of: int
    """How many there are."""
    titles: list[str]
    """Their titles in order, where the screen shows them."""


class BlockedAsked(Record):
    """A dialog waits for an answer. After the answer the turn goes on."""

    key: str | None
    """The pane's key in paths; null from a command, which has none."""
    operator_block: OperatorBlock
    """The dialog, with its signature."""
    pane: str
    """The pane."""
    result: Literal["blocked"]
    schema_version: str
    """Version of this interface."""
    turn: int | None
    """The turn, as the one that watches counts it; null where it was not seen to begin yet."""
    _nested: ClassVar[dict[str, str]] = {"operator_block": "OperatorBlock"}


class BlockedInterval(Record):
    """A time when a turn waited for a person."""

    from_: float
    """Its beginning, in seconds."""
    kind: BlockKind
    """The kind of the dialog."""
    signature: str
    """The block's signature."""
    to: float | None
    """Its end; null if the turn ended while it waited."""
    _renamed: ClassVar[dict[str, str]] = {"from_": "from"}


class ChannelDiagnostic(Record):
    """One channel."""

    age_seconds: float | None
    """Its age in seconds, if known."""
    channel: str
    """`text`, `style`, `size`, `cursor`, `title`, `program_status`, `progress`, `tab_status`,
    `notifications`, `bell`, `process`, `version`.
    """
    reason: str | None
    """The reason for its weight."""
    said: str | None
    """Its report, without control characters."""
    weight: ChannelWeight
    """How the verdict used it."""


class ComposerView(Record):
    """The composer on the screen."""

    content: ComposerContent
    """Its content."""
    cursor: list[int] | None
    """The cursor's cell `[x, y]` on the visible screen, if the cursor is known and in the
    composer.
    """
    editor: Editor
    """The editor."""
    mode: ComposerMode
    """How the CLI will read the text."""
    text: str
    """The text, soft wraps undone, without prompt glyph and mode glyph. Empty when `empty`."""


class Continues(Record):
    """The CLI's announcement that it will go on by itself: a turn will begin without a prompt."""

    at: str | None
    """The time as shown; null if the screen gives none."""
    rows: list[int]
    """First and last row, from 0."""


class DialogCell(Record):
    """One cell of the dialog, in screen order."""

    after_end: bool | None
    """Whether a mark of a turn's end is right above it, without a prompt between: the agent goes on by itself.
    Left out of JSON
    if false.
    """
    breaks_off: bool | None
    """Whether the cell is the CLI's note that a person interrupted the turn above it. JSON leaves it out if
    false.
    """
    command: str | None
    """The command by which a person has started the agent, if the cell is the CLI's report of it (`/review`).
    Left out of JSON
    otherwise.
    """
    complete: bool
    """Whether the cell's end is on the screen and final. False for the last cell of a running turn and
    for cells that the CLI itself folded.
    """
    role: CellRole
    """The role."""
    rows: list[int]
    """First and last row. Rows of history count negative, the row above the screen is -1."""
    text: str
    """The text without bullet and indent, soft wraps undone where they can be proven."""
    truncated_above: bool
    """Whether the cell begins above the given text."""
    _optional: ClassVar[tuple[str, ...]] = ("after_end", "breaks_off", "command",)


class DialogProjection(Record):
    """The conversation on the screen. It is best effort, and not an exact transcript."""

    anomalies: list[ShadowAnomaly]
    """Anomalies: doubts, and things that are not as expected."""
    cells: list[DialogCell]
    """The cells in order."""
    dialog_text: str
    """The text of all cells that belong to the dialog."""
    head: str
    """The first lines of `dialog_text`."""
    normalized_text: str
    """`raw_text` without escape sequences, line ends unified, right margins trimmed."""
    projection_metadata: ProjectionMetadata
    """How the dialog was projected."""
    raw_lossy: bool
    """Whether `raw_text` lost bytes that are not UTF-8."""
    raw_text: str
    """The input. In JSON, bytes that are not UTF-8 become U+FFFD, and `raw_lossy` is true."""
    tail: str
    """The last lines of `dialog_text`."""
    _nested: ClassVar[dict[str, str]] = {"anomalies": "ShadowAnomaly", "cells": "DialogCell", "projection_metadata": "ProjectionMetadata"}


class EndedAsked(Record):
    """The turn has ended."""

    key: str | None
    """The pane's key in paths; null from a command, which has none."""
    outcome: Outcome
    """How it ended."""
    pane: str
    """The pane."""
    record: TurnRecord
    """Its record, with the answer."""
    result: Literal["ended"]
    schema_version: str
    """Version of this interface."""
    turn: int | None
    """The turn, as the one that watches counts it; null where it was not seen to begin yet."""
    _nested: ClassVar[dict[str, str]] = {"record": "TurnRecord"}


class Evidence(Record):
    """A fact that the verdict rests on, with its place on the screen."""

    for_: Axis
    """The axis that the fact supports."""
    rows: list[int] | None
    """First and last row on the visible screen, from 0; null for facts beside the screen."""
    signal: str
    """The signal's name, e.g. `running_row`, `live_composer`, `title_working`."""
    text: str
    """The text in these rows, trimmed. For a channel, its report without control characters."""
    zone: Zone
    """The zone of the fact; `channel` for facts beside the screen."""
    _renamed: ClassVar[dict[str, str]] = {"for_": "for"}


class Failure(Record):
    """The failure of the last turn."""

    kind: FailureKind
    """The kind."""
    resets_at: str | None
    """When the limit resets, as shown."""
    retry_in_seconds: float | None
    """Seconds until a retry makes sense, as shown."""
    scope: QuotaScope | None
    """The allowance of a quota. Null for other kinds."""
    text: str
    """The message as shown, soft wraps undone."""
    _optional: ClassVar[tuple[str, ...]] = ("scope",)


class Goal(Record):
    """A goal that the CLI pursues over turns (`/goal`)."""

    elapsed_seconds: float | None
    """For how many seconds it has been pursued, as shown."""
    state: GoalState
    """Its state."""
    text: str | None
    """The goal in the person's words; null if the screen does not show them."""


class Lifecycle(Record):
    """Readiness and turn, as a payload of a session carries them."""

    inferred_by_silence: bool
    """Whether the state was inferred only from silence."""
    readiness: Readiness
    """Whether the next prompt can be sent."""
    readiness_since: float
    """The time when readiness entered this state, in seconds."""
    since: float
    """The time when the turn entered this state, in seconds."""
    suspected: bool
    """Whether the turn's counter and text have not changed for longer than the limit."""
    turn: TurnState
    """The state of the turn."""
    turn_id: int | None
    """The turn's id; null before the first."""


class ModeDiagnostics(Record):
    """Diagnostics of one assessment."""

    channels: list[ChannelDiagnostic]
    """Every channel of the contract."""
    named_by: str | None
    """The id of the table row that named the open dialog. For a user's own row, the name of the file comes first
    (`dialogs.toml/my-dialog`).
    """
    timings_us: dict[str, float]
    """Times in microseconds by stage, if the caller measured them."""
    _optional: ClassVar[tuple[str, ...]] = ("named_by",)
    _nested: ClassVar[dict[str, str]] = {"channels": "ChannelDiagnostic"}


class Offer(Record):
    """An offer beside a live composer, which takes a single key before the draft does."""

    keys: list[str]
    """Its keys, as tmux key names."""
    kind: OfferKind
    """The kind."""
    rows: list[int]
    """First and last row, from 0."""
    text: str
    """The offer as shown, without its keys."""


class OperatorBlock(Record):
    """A block, parsed."""

    appearance: int | None
    """A number that an observer of the pane gives to one dialog while it stands, whatever the pane's size. It
    counts
    for that observer alone; null from whoever has looked but once.
    """
    asked_by: str | None
    """The agent that asks, by the name that the dialog shows: a sub-agent, a mate, another thread. Null where
    the dialog
    names none.
    """
    description: str | None
    """Further explanation."""
    kind: BlockKind
    """What kind."""
    options: list[BlockOption]
    """The options in order from the top."""
    origin: BlockOrigin
    """Who raised it."""
    page: BlockPage | None
    """Its page; null where it has but one, or does not tell."""
    question: str | None
    """What it asks."""
    signature: str
    """Hash of all that was read: SHA-256, cut to 160 bits, as 40 hexadecimal digits. Changes when the dialog
    does or its
    rows break elsewhere, not when the selection moves. Filled by `OperatorBlock::sign`.
    """
    subject: str | None
    """The command, file or diff that it is about, in rows as they are drawn; null when hidden (then
    `screen_clipped`).
    """
    subject_whole: bool | None
    """Whether no row of the subject is missing: true only where its first row, its last row and all rows between
    are
    proven to be there. Null where the kind has no subject (a question, a picker, setup, trust).
    """
    title: str | None
    """Its heading, where it has one."""
    _optional: ClassVar[tuple[str, ...]] = ("appearance", "asked_by", "page", "subject_whole",)
    _nested: ClassVar[dict[str, str]] = {"options": "BlockOption", "page": "BlockPage"}


class OperatorBlockedEvent(Record):
    """A dialog needs a person."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["operator_blocked"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    operator_block: OperatorBlock
    """The dialog, parsed."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)
    _nested: ClassVar[dict[str, str]] = {"operator_block": "OperatorBlock"}


class OperatorUnblockedEvent(Record):
    """The dialog is gone."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["operator_unblocked"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class OwnDialogsMetadata(Record):
    """The user's own dialog rows that are in use."""

    rows: int
    """The number of rows for this provider."""
    source: str
    """Their source: `dialogs.toml`."""


class PaneGoneEvent(Record):
    """The pane is gone. This is its last event."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["pane_gone"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class Payload(Record):
    """The answer to one input: its `id`, then the fields of the body."""

    dialog_projection: DialogProjection
    """The conversation on the screen."""
    lifecycle: Lifecycle | None
    """Readiness and turn. Present in a session."""
    mode_diagnostics: ModeDiagnostics
    """What each channel reported."""
    parser_metadata: ShadowParserMetadata
    """How the screen was read."""
    projection_slices: ProjectionSlices
    """Head and tail of the dialog."""
    safe_to_type: bool
    """Whether, in addition, typing would overwrite no draft and be read as a prompt."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    submit_ready: bool
    """Whether the CLI would accept a prompt now."""
    surface_assessment: SurfaceAssessment
    """The state of the surface."""
    _optional: ClassVar[tuple[str, ...]] = ("lifecycle",)
    _nested: ClassVar[dict[str, str]] = {"dialog_projection": "DialogProjection", "lifecycle": "Lifecycle", "mode_diagnostics": "ModeDiagnostics", "parser_metadata": "ShadowParserMetadata", "projection_slices": "ProjectionSlices", "surface_assessment": "SurfaceAssessment"}


class PendingMessage(Record):
    """A message that is queued behind the running turn, as the screen shows it."""

    complete: bool
    """False if the CLI shows only its beginning, or if its beginning has left the screen."""
    text: str
    """Its text, soft wraps undone where they can be proven."""


class PermissionMode(Record):
    """The permission mode as shown."""

    kind: PermissionKind
    """The kind."""
    label: str | None
    """The label as shown; null if the mode is shown by the absence of a label."""


class ProcessExitedEvent(Record):
    """The CLI ended."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["process_exited"]
    generation: int
    """The number of the life that ended."""
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class ProcessStartedEvent(Record):
    """A CLI came up in the pane."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["process_started"]
    generation: int
    """Counts the CLI's lives in this source, from 1."""
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class ProjectionMetadata(Record):
    """How the dialog was projected."""

    dialog_line_count: int
    """Lines in `dialog_text`."""
    head_line_count: int
    """Lines in `head`."""
    parser_metadata: ShadowParserMetadata
    """How the surface was read."""
    projector_id: str
    """The projector that read the screen."""
    provider_id: str
    """`claude` or `codex`."""
    source_kind: SourceKind
    """Always `tui_snapshot` today."""
    tail_line_count: int
    """Lines in `tail`."""
    _nested: ClassVar[dict[str, str]] = {"parser_metadata": "ShadowParserMetadata"}


class ProjectionSlices(Record):
    """Slices of `dialog_text`."""

    head: str
    """The first lines."""
    tail: str
    """The last lines."""


class ReadinessChangedEvent(Record):
    """The readiness pipeline moved."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["readiness_changed"]
    from_: Readiness
    """The state before."""
    host: str | None
    """The machine of the pane, if it is another one."""
    inferred_by_silence: bool
    """Whether the change was inferred only from silence."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    to: Readiness
    """The state now."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)
    _renamed: ClassVar[dict[str, str]] = {"from_": "from"}


class Reason(Record):
    """A reason, with a sentence of advice for a person."""

    code: ReasonCode
    """The reason."""
    message: str
    """The sentence."""


class Retry(Record):
    """A scheduled retry, as shown."""

    attempt: int | None
    """The number of the attempt, from 1."""
    in_seconds: float | None
    """Seconds until the next attempt."""
    of: int | None
    """The number of attempts in all."""


class RunningAsked(Record):
    """The time ran out, and the turn goes on."""

    key: str | None
    """The pane's key in paths; null from a command, which has none."""
    pane: str
    """The pane."""
    result: Literal["running"]
    schema_version: str
    """Version of this interface."""
    turn: int | None
    """The turn, as the one that watches counts it; null where it was not seen to begin yet."""


class SelfReportEvent(Record):
    """The program reported something about itself."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    channel: str
    """`program_status`, `progress`, `title`, `notification`, `tab_status`, `bell`."""
    event: Literal["self_report"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    said: str
    """The report, without control characters; empty if the report was withdrawn. A title is reported when its
    meaning for
    the turn changes. Then `working`, `blocked` or `idle` comes before its text.
    """
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class SessionFacts(Record):
    """Facts about the session, as shown. A fact that is not shown is null."""

    context_left_percent: float | None
    """The remaining context, in percent."""
    directory: str | None
    """The working directory."""
    effort: str | None
    """The reasoning effort."""
    model: str | None
    """The model's name."""
    resume_command: str | None
    """The command that resumes the session (shown in the farewell)."""
    session_name: str | None
    """The session's name."""
    tokens_used: int | None
    """Tokens used in the session."""


class ShadowAnomaly(Record):
    """One anomaly."""

    code: AnomalyCode
    """The kind."""
    details: dict[str, str]
    """Details for a program, by name."""
    message: str
    """A message for a person, one line."""


class ShadowParserMetadata(Record):
    """How the surface was read."""

    anomalies: list[ShadowAnomaly]
    """Anomalies of the choice."""
    baseline_invalidated: bool
    """Whether the session's anchor is gone."""
    detected_version: str | None
    """The version read off the screen."""
    dialogs: OwnDialogsMetadata | None
    """The user's own dialogs, if any are in use."""
    output_format: str
    """The format of the text: `tui_snapshot_plain` without styles, `tui_snapshot_sgr` with styles."""
    output_format_match: bool
    """Whether the screen has the shape that the preset expects."""
    output_variant: str
    """The surface's variant, e.g. `ruled_composer`, `bar_composer`."""
    parser_preset_id: str
    """The preset's name."""
    parser_preset_version: str
    """The version that first showed the preset's difference."""
    provider_id: str
    """`claude` or `codex`; `unknown` if neither was recognized."""
    requested_version: str | None
    """The version that the caller gave."""
    selection_source: SelectionSource
    """The source of the choice of the preset."""
    _optional: ClassVar[tuple[str, ...]] = ("dialogs",)
    _nested: ClassVar[dict[str, str]] = {"anomalies": "ShadowAnomaly", "dialogs": "OwnDialogsMetadata"}


class StalledEnteredEvent(Record):
    """The surface has been unknown for longer than the limit."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["stalled_entered"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    since: float
    """The time when it became unknown, in seconds."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class StalledRecoveredEvent(Record):
    """A stalled surface is readable again."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["stalled_recovered"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    since: float
    """The time when it became unknown, in seconds."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class SurfaceAssessment(Record):
    """The state of the surface at one moment."""

    activity: Activity | None
    """The activity of the running turn, also under a dialog."""
    anomalies: list[ShadowAnomaly]
    """Anomalies: doubts, and things that are not as expected."""
    availability: Availability
    """Whether the pane shows a CLI that shadow can read."""
    background: Background | None
    """Background work, outside the turn; null if the screen lists none."""
    business_state: BusinessState
    """What the agent is doing."""
    composer: ComposerView | None
    """The live composer, if there is one."""
    confidence: float
    """Confidence, from 0 to 1."""
    continues: Continues | None
    """The CLI's announcement that it will go on by itself."""
    evidence: list[Evidence]
    """All facts that the verdict rests on."""
    failure: Failure | None
    """The failure of the last turn."""
    goal: Goal | None
    """The goal that the CLI pursues over turns."""
    input_mode: InputMode
    """Where keystrokes would go."""
    offers: list[Offer] | None
    """Offers beside the live composer. An offer takes a single key before the draft does."""
    operator_block: OperatorBlock | None
    """The open dialog, parsed. Present when `awaiting_operator`."""
    operator_blocked_excerpt: str | None
    """The open dialog as text, with the proposal cell directly above it. Present when `awaiting_operator`."""
    parser_metadata: ShadowParserMetadata
    """How the screen was read."""
    pending_input: PendingInput
    """Messages queued behind the turn."""
    pending_messages: list[PendingMessage] | None
    """The queued messages that the screen shows, from the top. Empty if no message is queued, or if the
    screen shows only a hint.
    """
    permission_mode: PermissionMode | None
    """The permission mode, if the screen shows it."""
    session_facts: SessionFacts
    """Facts about the session."""
    ui_context: UiContext
    """Which surface is in front."""
    ui_context_base: UiContext
    """The base of `ui_context`."""
    _optional: ClassVar[tuple[str, ...]] = ("continues", "goal", "offers", "pending_messages",)
    _nested: ClassVar[dict[str, str]] = {"activity": "Activity", "anomalies": "ShadowAnomaly", "background": "Background", "composer": "ComposerView", "continues": "Continues", "evidence": "Evidence", "failure": "Failure", "goal": "Goal", "offers": "Offer", "operator_block": "OperatorBlock", "parser_metadata": "ShadowParserMetadata", "pending_messages": "PendingMessage", "permission_mode": "PermissionMode", "session_facts": "SessionFacts"}


class SurfaceChangedEvent(Record):
    """An axis, `submit_ready` or `safe_to_type` changed."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    availability: Availability
    """Whether the pane shows a CLI that shadow can read."""
    business_state: BusinessState
    """What the agent is doing."""
    event: Literal["surface_changed"]
    host: str | None
    """The machine of the pane, if it is another one."""
    input_mode: InputMode
    """Where keystrokes would go."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    safe_to_type: bool
    """Whether, in addition, typing would overwrite no draft and be read as a prompt."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    submit_ready: bool
    """Whether the CLI would accept a prompt now."""
    turn: int | None
    """The turn that the event belongs to."""
    ui_context: UiContext
    """Which surface is in front."""
    ui_context_base: UiContext
    """The base of `ui_context`."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class TurnEndedEvent(Record):
    """A turn ended."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["turn_ended"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    outcome: Outcome
    """How it ended."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    record: TurnRecord
    """Its record, as in the turn log."""
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    supersedes: int | None
    """The turn whose earlier end was wrong. This event replaces it."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "supersedes", "turn",)
    _nested: ClassVar[dict[str, str]] = {"record": "TurnRecord"}


class TurnEvidence(Record):
    """A fact that the record of a turn rests on."""

    at: float
    """When it was seen, in seconds."""
    signal: str
    """Its name, e.g. `user_cell`, `working_seen`, `submit_ready`, `interrupt_mark`."""


class TurnRecord(Record):
    """The record of a turn that has ended. The log only grows: a wrong record is superseded and never changed."""

    answer: Answer
    """The agent's answer."""
    blocked: list[BlockedInterval]
    """The times when the turn waited for a person."""
    ended: float
    """When it ended."""
    evidence: list[TurnEvidence]
    """The facts that the record rests on."""
    failure: Failure | None
    """The failure, with `known_failure`."""
    first_activity: float | None
    """When the turn first showed work or text."""
    generation: int
    """The life of the CLI, counted from 1."""
    how: TurnHow
    """How it began."""
    id: int
    """Counts the source's turns from 1."""
    inferred_by_silence: bool
    """Whether the end was inferred only from silence."""
    outcome: Outcome
    """How it ended."""
    prompt: str | None
    """The prompt; null for a turn that began without one."""
    started: float
    """When it began, in seconds of its event's clock: like `at`, of the epoch when live."""
    supersedes: int | None
    """The turn whose earlier record this one replaces. Its end was inferred from silence, and it went on
    (`turn_resumed`).
    """
    _optional: ClassVar[tuple[str, ...]] = ("supersedes",)
    _nested: ClassVar[dict[str, str]] = {"answer": "Answer", "blocked": "BlockedInterval", "evidence": "TurnEvidence", "failure": "Failure"}


class TurnResumedEvent(Record):
    """A turn goes on without a new prompt, after its end was inferred from silence. `turn` names it."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["turn_resumed"]
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class TurnStartedEvent(Record):
    """A turn began."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["turn_started"]
    host: str | None
    """The machine of the pane, if it is another one."""
    how: TurnHow
    """How it began."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    prompt: str | None
    """The prompt's text; null if the turn began without a prompt."""
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)


class TurnStateChangedEvent(Record):
    """The turn pipeline moved."""

    at: float
    """The time in seconds: from the start of a recording, or since the epoch for a live pane."""
    event: Literal["turn_state_changed"]
    from_: TurnState
    """The state before."""
    host: str | None
    """The machine of the pane, if it is another one."""
    key: str | None
    """The pane's key in the paths of the HTTP API, from the server of that API alone."""
    life: str | None
    """The run of the relay on that machine. `seq` counts within it."""
    pane: str | None
    """The pane that the event came from. For a pane of another machine, this is the whole name,
    `HOST/SERVER/PANE`.
    """
    recording: str | None
    """The recording that the event came from."""
    schema_version: str
    """`SCHEMA_VERSION`."""
    seq: int
    """Counts the source's events from 0, without gaps."""
    socket: str | None
    """The socket of the pane's server. A pane id is unique only in its server."""
    to: TurnState
    """The state now."""
    turn: int | None
    """The turn that the event belongs to."""
    _optional: ClassVar[tuple[str, ...]] = ("host", "key", "life", "pane", "recording", "socket", "turn",)
    _renamed: ClassVar[dict[str, str]] = {"from_": "from"}


Asked: TypeAlias = Union[EndedAsked, BlockedAsked, RunningAsked]
"""The line of `shadow ask`, and the answer of `POST …/ask` and `POST …/wait`."""
_ASKED: dict[str, str] = {"blocked": "BlockedAsked", "ended": "EndedAsked", "running": "RunningAsked"}
Event: TypeAlias = Union[SurfaceChangedEvent, ReadinessChangedEvent, TurnStateChangedEvent, TurnStartedEvent, TurnEndedEvent, TurnResumedEvent, OperatorBlockedEvent, OperatorUnblockedEvent, StalledEnteredEvent, StalledRecoveredEvent, AnomalyEvent, SelfReportEvent, ProcessStartedEvent, ProcessExitedEvent, PaneGoneEvent]
"""One event, as it is written to JSON."""
_EVENT: dict[str, str] = {"anomaly": "AnomalyEvent", "operator_blocked": "OperatorBlockedEvent", "operator_unblocked": "OperatorUnblockedEvent", "pane_gone": "PaneGoneEvent", "process_exited": "ProcessExitedEvent", "process_started": "ProcessStartedEvent", "readiness_changed": "ReadinessChangedEvent", "self_report": "SelfReportEvent", "stalled_entered": "StalledEnteredEvent", "stalled_recovered": "StalledRecoveredEvent", "surface_changed": "SurfaceChangedEvent", "turn_ended": "TurnEndedEvent", "turn_resumed": "TurnResumedEvent", "turn_started": "TurnStartedEvent", "turn_state_changed": "TurnStateChangedEvent"}


def _classes() -> dict[str, type[Record]]:
    return {name: it for name, it in globals().items() if isinstance(it, type) and issubclass(it, Record)}


Record._classes.update(_classes())


def event(data: dict[str, Any]) -> Event:
    """The record of an event."""
    kind = Record._classes.get(_EVENT.get(data.get("event", ""), ""), Record)
    return cast(Event, kind(data))


def asked(data: dict[str, Any]) -> Asked:
    """The record of what came of a turn."""
    kind = Record._classes.get(_ASKED.get(data.get("result", ""), ""), Record)
    return cast(Asked, kind(data))
