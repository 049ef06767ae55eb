import type {
  Answer, DialogProjection, Event, OperatorBlock, Outcome, Payload as PayloadFields, Reason, Report, TurnRecord,
} from "./wire.js";

export type * from "./wire.js";

/** What is known beside a screen. Everything is optional; the more you give, the more certain is the answer. */
export interface ParseOptions {
  /** `auto` recognizes the CLI. */
  provider?: "claude" | "codex" | "auto";
  /** Columns of the pane, from 1. */
  cols?: number;
  /** Rows of the pane, from 1. If the text has more lines, the last `rows` lines are the screen. */
  rows?: number;
  /** Cursor `[x, y]` on the visible screen, in cells from 0; `x` may equal `cols`. */
  cursor?: [number, number];
  /** Whether the cursor is shown. */
  cursorVisible?: boolean;
  /** Whether the alternate screen is on. */
  alternate?: boolean;
  /** The title of the pane. */
  title?: string;
  /** The version of the CLI, such as `2.1.330`. */
  cliVersion?: string;
  /** Names of the programs in the foreground of the terminal, leader first. */
  foreground?: string[];
  /** Whether the program in the pane lives. */
  process?: "running" | "exited" | "unknown";
  /** Its status records (OSC 7501). */
  programStatus?: { state: string; id?: string; kind?: string; app?: string; msg?: string }[];
  /** Its progress report (OSC 9;4): `state` or `state;percent`. */
  progress?: string;
  /** Texts of its notifications (OSC 9, 99, 777) since the last screen. */
  notifications?: string[];
}

/**
 * What is on one screen, by wire names. `submit_ready`, `safe_to_type` and the axes of `surface_assessment` are worked out at
 * once. Everything else is worked out when it is asked for.
 */
export interface Payload extends PayloadFields {
  /** The payload as one line of JSON, byte for byte as `shadow parse` prints it, without `id`. */
  json(): string;
  toJSON(): PayloadFields;
}

/**
 * Reads one screen, as `tmux capture-pane -e -p` prints it, with or without styles.
 *
 * @throws RangeError if the provider is unknown or an option has another form, `InputError` above 8 MiB.
 */
export function parse(text: string | Uint8Array, options?: ParseOptions): Payload;

export interface SessionOptions {
  /** Columns, from 1 to 65535. */
  cols: number;
  /** Rows, from 1 to 65535. */
  rows: number;
  provider?: "claude" | "codex" | "auto";
  cliVersion?: string;
  /** The name of the pane in the events. */
  name?: string;
}

/**
 * One terminal of which your program owns the pty: bytes go in, events come out. It has timers of its own: it reads the screen
 * when the output rests, and reports what follows from time alone. At most 4096 events wait for a slow reader; then the oldest
 * goes, which a gap in `seq` shows.
 */
export class Session implements AsyncIterable<Event>, Disposable {
  /** @throws RangeError if the provider is unknown or the size is 0. */
  constructor(options: SessionOptions);
  /** Takes what the program has written. @throws RangeError after the end of the session. */
  feed(data: string | Uint8Array): void;
  /** Changes the size. Call it when you resize the pty. */
  resize(cols: number, rows: number): void;
  /** Tells the session that you have typed this prompt and pressed Enter. It types nothing. */
  submit(text: string): void;
  /** Tells the session that you have pressed the key that interrupts. It presses nothing. */
  interrupt(): void;
  /** What a terminal would have answered the program since the last call. Write it to the pty if nothing else answers there. */
  takeReplies(): Buffer;
  /** The payload of the last look, with `lifecycle`; null before the first look. */
  readonly payload: PayloadFields | null;
  /** Takes the end of the program. The last events come, with `pane_gone`, and then the iteration ends. */
  end(): void;
  /** Ends the session at once. Events that were not read can still be read. */
  close(): void;
  /** The events, as they come. An abort throws the reason of the signal. */
  events(options?: { signal?: AbortSignal }): AsyncGenerator<Event, void, undefined>;
  [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined>;
  [Symbol.dispose](): void;
}

/**
 * The events of an asciicast (version 2 or 3), on a virtual clock: the text of one, or a `file:` URL. `interval` is the time
 * between two looks, in seconds (0.1).
 *
 * @throws RangeError for a wrong option, `InputError` if it is no asciicast.
 */
export function replay(
  recording: string | Uint8Array | URL,
  options?: { provider?: "claude" | "codex" | "auto"; cliVersion?: string; interval?: number },
): Event[];

/** What an associator has found. */
export interface Association {
  text: string;
  /** Whether the match crosses a line break that may be a soft wrap. */
  acrossWraps: boolean;
}

/** Where the search begins. `last_prompt` is after the last user cell, `prompt` after the last one with this prompt. */
export interface Place {
  after?: "default" | "anywhere" | "last_prompt";
  prompt?: string;
}

declare class Associates {
  /** Searches a payload, its `dialog_projection`, or a text such as `turn.answer.text`. */
  associate(where: PayloadFields | DialogProjection | string): Association | null;
}

/** Searches the last `tailChars` characters (4000) for a regular expression, in the syntax of Rust's crate `regex`. */
export class TailRegexExtractAssociator extends Associates {
  /** @throws RangeError if `tailChars` is 0, or the pattern is empty or invalid. */
  constructor(pattern: string, options?: Place & { tailChars?: number; last?: boolean; acrossWraps?: boolean });
}

/** Takes the text between the last pair of two lines. */
export class SentinelAssociator extends Associates {
  /** @throws RangeError if a line is blank or has a line break, or both are the same. */
  constructor(begin: string, end: string, options?: Place);
}

/** Takes the last JSON object or array on lines of its own, with these keys. */
export class JsonBlockAssociator extends Associates {
  constructor(keys?: string[], options?: Place & { tailChars?: number });
}

/**
 * Watches live panes, and gives events as they happen: of these panes (names or events), or of every pane that holds an agent.
 * `events` are the names of the events that you want. An abort throws the reason of the signal.
 */
export function watch(options?: {
  panes?: (string | Event)[];
  events?: Event["event"][];
  signal?: AbortSignal;
}): AsyncGenerator<Event, void, undefined>;

/** A live pane: its name (`%3`, `main:1.0`, `default/%3`), or an event of it. Nothing is looked up yet. */
export function pane(of: string | Event): Pane;

/** A live pane. Each act is checked as the command does, and throws `Refused`, `Failed` or `Gone`. Times are in seconds. */
export class Pane {
  constructor(name: string);
  name: string;
  /** Sends a prompt, once and whole, or not at all. Gives the turn when it is seen to begin. */
  send(
    text: string,
    options?: { timeout?: number; allowDraft?: boolean; noQuiet?: boolean; expandTabs?: boolean },
  ): Promise<Turn>;
  /** Answers a dialog, only if it is still the one that you read: by an option's number or hotkey, or a part of its label. */
  choose(
    question: OperatorBlock,
    options: { option?: number | string; match?: string; timeout?: number },
  ): Promise<Turn>;
  /** Stops the running turn. */
  interrupt(options?: { force?: boolean; dialog?: boolean; timeout?: number }): Promise<Report>;
  /** Looks at the pane now. */
  read(): Promise<PayloadFields>;
}

/** The turn of a prompt or an answer. */
export class Turn {
  private constructor();
  readonly pane: Pane;
  /** How the prompt or the answer was typed. */
  readonly report: Report;
  /**
   * Waits until the turn has ended or a dialog waits for an answer. Gives the turn itself. After `timeout` seconds it throws a
   * `DOMException` named `TimeoutError`; you can wait again.
   */
  wait(options?: { timeout?: number }): Promise<this>;
  readonly result: "ended" | "blocked" | "running";
  readonly ended: boolean;
  readonly blocked: boolean;
  /** The dialog that waits for an answer. @throws ShadowError if none does. */
  readonly question: OperatorBlock;
  /** The record of the turn. @throws ShadowError if it has not ended. */
  readonly record: TurnRecord;
  /** The answer: `text`, whether it is `complete`, and what is `missing`. @throws as `record`. */
  readonly answer: Answer;
  /** How the turn ended. @throws as `record`. */
  readonly outcome: Outcome;
}

/** The base of all errors of shadow, except wrong arguments. */
export class ShadowError extends Error {}
/** The input cannot be read: it is too large, or it is no recording. */
export class InputError extends ShadowError {}
/** shadow has an error. Please report it. */
export class InternalError extends ShadowError {}
/** An act was refused, because the screen forbids it. Nothing was typed. */
export class Refused extends ShadowError {
  readonly report: Report;
  readonly reasons: Reason[];
}
/** An act stopped at a step: `report.step` names it, and `report.draft` says where the text is. */
export class Failed extends Refused {}
/** The pane, its server or its process is gone. */
export class Gone extends ShadowError {}
