/** The `shadow` command: where it is, whether it is one that we know, and what it says. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { jsonObject, objectOf, objectsOf, stringOf } from "../transcript/reader.ts";
import type { Finished } from "./process.ts";
import { run, sleep } from "./process.ts";

/** Versions of `shadow` whose interface this adapter knows: from the first one on, below the second. */
export const ENGINE_RANGE: [string, string] = ["0.1.0", "1.0.0"];

/** How to get it, in one line. */
export const ENGINE_HINT =
  "install it (`cargo install --locked --path crates/cli` in the repository of shadow), then put it in PATH or name it in the agent's configuration (shadowCommand)";

export interface BlockOption {
  label: string;
  description: string | null;
  number: number | null;
  hotkey: string | null;
  freeText: boolean;
  checked: boolean | null;
  role: string | null;
  /** Proven to refuse what an approval or a plan asks for; every other option may approve. */
  refuses: boolean;
}

/** A dialog, as shadow reads it. */
export interface Block {
  kind: string;
  origin: string;
  title: string | null;
  question: string | null;
  description: string | null;
  /** What an approval is about, in rows. */
  subject: string | null;
  /** Whether no row of the subject is missing; null where the kind has none. */
  subjectWhole: boolean | null;
  /** The agent that asks, where it is not the session's own. */
  askedBy: string | null;
  options: BlockOption[];
  signature: string;
  /** The number that the watcher gives to one dialog while it stands; null from a single look. */
  appearance: number | null;
  /** The call in the transcript from which the subject was taken, and what the screen shows of it; null where it is the screen's. */
  call: { id: string; drawn: string; shown: { subject: string | null; subjectWhole: boolean | null } } | null;
}

/** The failure of a turn, as the screen shows it. */
export interface ScreenFailure {
  kind: string;
  scope: string | null;
  text: string;
  resetsAt: string | null;
  retryInSeconds: number | null;
}

/** What a look at the pane tells. */
export interface Look {
  availability: string;
  businessState: string;
  inputMode: string;
  uiContext: string;
  safeToType: boolean;
  excerpt: string | null;
  block: Block | null;
  failure: ScreenFailure | null;
  model: string | null;
  preset: string;
  version: string;
  dialogText: string;
  screenText: string;
}

/** A turn that has ended. */
export interface TurnEnd {
  outcome: string;
  answer: string | null;
  failure: ScreenFailure | null;
  bySilence: boolean;
}

/** What an action reported. */
export interface Acted {
  outcome: string;
  reasons: { code: string; message: string }[];
  /** What became of a prompt's text: not_typed, submitted, standing, cleared, unseen. */
  draft: string | null;
}

/** An event of `shadow watch`. */
export interface WatchEvent {
  event: string;
  block: Block | null;
  to: string | null;
}

/** Finds the command: as configured, beside this package, or in PATH. */
export function findEngine(configured: string, env: NodeJS.ProcessEnv = process.env, here: string = import.meta.url): string | null {
  if (configured !== "") return configured;
  for (const path of besidePackage(here)) if (existsSync(path)) return path;
  const inPath = (env.PATH ?? "").split(":").filter((folder) => folder !== "").map((folder) => join(folder, "shadow"));
  return inPath.find((path) => existsSync(path)) ?? null;
}

/** Where the npm package that brings the binary would have put it. */
function besidePackage(here: string): string[] {
  const folder = dirname(fileURLToPath(here));
  const found = [join(folder, "shadow"), join(folder, "..", "bin", "shadow")];
  try {
    const platform = `@shadow-tui/${process.platform}-${process.arch}`;
    found.push(join(dirname(createRequire(here).resolve(`${platform}/package.json`)), "bin", "shadow"));
  } catch {
    // That package is not installed.
  }
  return found;
}

/** The version that a command prints, or why there is none. */
export async function versionOf(command: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<{ version: string } | { why: string }> {
  const told = await run(command, ["--version"], { env, timeout: 20_000, ...(signal && { signal }) });
  const version = /(\d+\.\d+\.\d+)/.exec(told.stdout)?.[1];
  if (told.code === 0 && version) return { version };
  return { why: (told.stderr.trim() || told.stdout.trim() || `it ended with code ${told.code}`).split("\n")[0] ?? "" };
}

/** Compares two versions of three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether the interface of this version is known. */
export function isKnownEngine(version: string): boolean {
  return compareVersions(version, ENGINE_RANGE[0]) >= 0 && compareVersions(version, ENGINE_RANGE[1]) < 0;
}

/** The code with which a command ends whose pane is gone. */
const PANE_GONE = 4;
/** Deaths of a watcher in a row, after which it is not begun anew. */
const MOST_DEATHS = 5;
/** Milliseconds of life after which a death is the first one again. */
const LIVED_WELL = 60_000;

/** The command, with the pane that it looks at. */
export class Engine {
  readonly #command: string;
  readonly #pane: string[];
  readonly #provider: string[];
  readonly #env: NodeJS.ProcessEnv;

  constructor(command: string, socket: string, pane: string, provider: string, cliVersion: string | null, env: NodeJS.ProcessEnv) {
    this.#command = command;
    this.#pane = [pane, "--socket", socket];
    this.#provider = ["--provider", provider, ...(cliVersion === null ? [] : ["--cli-version", cliVersion])];
    this.#env = env;
  }

  /** A look at the pane; null where it cannot be had. */
  async look(signal?: AbortSignal): Promise<Look | null> {
    const [pane = "", ...socket] = this.#pane;
    const told = await this.#run(["parse", "--pane", pane, ...socket, ...this.#provider], { signal, timeout: 15_000 });
    const payload = jsonObject(told.stdout.trim());
    return payload && lookOf(payload);
  }

  /** Waits until a state holds; true if it came. */
  async wait(until: string, seconds: number, signal?: AbortSignal): Promise<boolean> {
    const told = await this.#run(["wait", ...this.#pane, "--until", until, "--timeout", `${seconds}`], { signal });
    return told.code === 0;
  }

  /** Sends the prompt in a file and waits for the end of its turn. `onSent` is called when it has been taken. */
  send(file: string, lookSeconds: number, onSent: (acted: Acted) => void, signal?: AbortSignal): Promise<{ acted: Acted | null; end: TurnEnd | null; words: string }> {
    const args = ["send", ...this.#pane, ...this.#provider, "--file", file, "--strip", "--expand-tabs", "--wait", "completed", "--after-background", "--timeout", `${lookSeconds}`];
    return new Promise((resolve) => {
      const child = spawn(this.#command, args, { env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
      let acted: Acted | null = null;
      let end: TurnEnd | null = null;
      let words = "";
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => (words = (words + chunk).slice(-4_000)));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const object = jsonObject(line);
        if (!object) return;
        if (object.action === "send") {
          acted = actedOf(object);
          if (acted.outcome === "done") onSent(acted);
        } else if (object.event === "turn_ended") {
          end = turnEndOf(object);
        }
      });
      const stop = (): void => void child.kill("SIGTERM");
      signal?.addEventListener("abort", stop, { once: true });
      if (signal?.aborted) stop();
      child.on("error", (error) => {
        words += error.message;
        acted ??= { outcome: "failed", reasons: [], draft: "not_typed" };
      });
      child.on("close", () => {
        signal?.removeEventListener("abort", stop);
        resolve({ acted, end, words: words.trim() });
      });
    });
  }

  /**
   * Answers the dialog of a signature by the option at an index; once begun it is not broken off. Shadow takes no yes to what
   * its screen does not show whole, but of one who hands in the whole: the transcript's, of which the screen shows beginning and end.
   * A label goes over standard input: every user of the machine can read the arguments of a process.
   */
  async choose(block: Block, index: number): Promise<Acted | null> {
    const option = block.options[index];
    const isTaken = block.options.some((other) => other.number === index + 1);
    const chosen = option?.number ?? (isTaken ? option?.hotkey : index + 1) ?? null;
    const how = chosen === null ? ["--match", "-"] : ["--option", `${chosen}`];
    const isReadElsewhere = block.call !== null && block.call.shown.subjectWhole !== true && option?.refuses === false;
    // An equal command that is asked for later is another one: the watcher, which lives, counts them.
    const counted = block.appearance === null ? [] : ["--appearance", `${block.appearance}`];
    const args = ["choose", ...this.#pane, ...this.#provider, ...how, "--signature", block.signature, ...counted, "--timeout", "20"];
    if (chosen === null) return this.#act(args, option?.label ?? "");
    return isReadElsewhere ? this.#act([...args, "--whole", "-"], block.call?.drawn ?? "") : this.#act(args);
  }

  /** Presses the interrupt key. */
  interrupt(seconds: number, dialog = false): Promise<Acted | null> {
    return this.#act(["interrupt", ...this.#pane, ...this.#provider, "--timeout", `${seconds}`, ...(dialog ? ["--dialog"] : [])]);
  }

  /** Follows the pane until it is gone or the signal comes. A watcher that dies is begun anew; false where it dies again and again. */
  async watch(onEvent: (event: WatchEvent) => void, signal: AbortSignal): Promise<boolean> {
    for (let deaths = 0; deaths < MOST_DEATHS; deaths += 1) {
      const began = Date.now();
      const code = await this.#watchOnce(onEvent, signal);
      if (code === PANE_GONE || signal.aborted) return true;
      if (Date.now() - began > LIVED_WELL) deaths = 0;
      await sleep(500, signal);
    }
    return false;
  }

  #watchOnce(onEvent: (event: WatchEvent) => void, signal: AbortSignal): Promise<number | null> {
    return new Promise((resolve) => {
      const child = spawn(this.#command, ["watch", ...this.#pane], { env: this.#env, stdio: ["ignore", "pipe", "ignore"] });
      const stop = (): void => void child.kill("SIGTERM");
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      createInterface({ input: child.stdout }).on("line", (line) => {
        const event = jsonObject(line);
        if (event) onEvent(watchEventOf(event));
      });
      child.on("error", () => resolve(null));
      child.on("close", (code) => {
        signal.removeEventListener("abort", stop);
        resolve(code);
      });
    });
  }

  async #act(args: string[], input?: string): Promise<Acted | null> {
    const told = await this.#run(args, { timeout: 60_000, ...(input !== undefined && { input }) });
    const object = jsonObject(told.stdout.trim().split("\n")[0] ?? "");
    return object && actedOf(object);
  }

  #run(args: string[], options: { signal?: AbortSignal | undefined; timeout?: number; input?: string }): Promise<Finished> {
    const { signal, timeout, input } = options;
    return run(this.#command, args, { env: this.#env, ...(signal && { signal }), ...(timeout !== undefined && { timeout }), ...(input !== undefined && { input }) });
  }
}

export function lookOf(payload: Record<string, unknown>): Look {
  const surface = objectOf(payload.surface_assessment) ?? {};
  const dialog = objectOf(payload.dialog_projection) ?? {};
  const parser = objectOf(payload.parser_metadata) ?? {};
  const text = (value: unknown): string => stringOf(value) ?? "";
  return {
    availability: text(surface.availability),
    businessState: text(surface.business_state),
    inputMode: text(surface.input_mode),
    uiContext: text(surface.ui_context),
    safeToType: payload.safe_to_type === true,
    excerpt: stringOf(surface.operator_blocked_excerpt),
    block: blockOf(surface.operator_block),
    failure: failureOf(surface.failure),
    model: stringOf(objectOf(surface.session_facts)?.model),
    preset: text(parser.parser_preset_id),
    version: text(parser.detected_version),
    dialogText: text(dialog.dialog_text),
    screenText: text(dialog.normalized_text),
  };
}

export function blockOf(value: unknown): Block | null {
  const block = objectOf(value);
  const signature = stringOf(block?.signature);
  if (!block || !signature) return null;
  const options = objectsOf(block.options).map((option) => ({
    label: stringOf(option.label) ?? "",
    description: stringOf(option.description),
    number: typeof option.number === "number" ? option.number : null,
    hotkey: stringOf(option.hotkey),
    freeText: option.free_text === true,
    checked: typeof option.checked === "boolean" ? option.checked : null,
    role: stringOf(option.role),
    refuses: option.refuses === true,
  }));
  return {
    kind: stringOf(block.kind) ?? "unknown",
    origin: stringOf(block.origin) ?? "unknown",
    title: stringOf(block.title),
    question: stringOf(block.question),
    description: stringOf(block.description),
    subject: stringOf(block.subject),
    subjectWhole: typeof block.subject_whole === "boolean" ? block.subject_whole : null,
    askedBy: stringOf(block.asked_by),
    options,
    signature,
    appearance: typeof block.appearance === "number" ? block.appearance : null,
    call: null,
  };
}

export function failureOf(value: unknown): ScreenFailure | null {
  const failure = objectOf(value);
  if (!failure) return null;
  return {
    kind: stringOf(failure.kind) ?? "unknown",
    scope: stringOf(failure.scope),
    text: stringOf(failure.text) ?? "",
    resetsAt: stringOf(failure.resets_at),
    retryInSeconds: typeof failure.retry_in_seconds === "number" ? failure.retry_in_seconds : null,
  };
}

function turnEndOf(event: Record<string, unknown>): TurnEnd {
  const record = objectOf(event.record) ?? {};
  return {
    outcome: stringOf(event.outcome) ?? stringOf(record.outcome) ?? "unknown",
    answer: stringOf(objectOf(record.answer)?.text),
    failure: failureOf(record.failure),
    bySilence: record.inferred_by_silence === true,
  };
}

function actedOf(object: Record<string, unknown>): Acted {
  const reasons = objectsOf(object.reasons).map((reason) => ({
    code: stringOf(reason.code) ?? "",
    message: stringOf(reason.message) ?? "",
  }));
  return { outcome: stringOf(object.outcome) ?? "failed", reasons, draft: stringOf(object.draft) };
}

function watchEventOf(event: Record<string, unknown>): WatchEvent {
  return { event: stringOf(event.event) ?? "", block: blockOf(event.operator_block), to: stringOf(event.to) };
}
