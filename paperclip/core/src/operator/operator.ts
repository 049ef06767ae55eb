/** What is done about a dialog: by the policy, under the signature of the dialog that was read, one dialog at a time. */

import { clip, plain } from "../log/event.ts";
import { inOneLine } from "../log/rows.ts";
import type { Sink } from "../log/sink.ts";
import type { Acted, Block, Engine, Look } from "../host/engine.ts";
import { sleep } from "../host/process.ts";
import type { Terminal } from "../host/terminal.ts";
import type { Provider } from "../provider.ts";
import type { Config, OperatorPolicy } from "../session/config.ts";
import type { Trouble } from "../session/ending.ts";
import { authTrouble, RunError, troubleOf, urlOn } from "../session/ending.ts";
import type { TranscriptError } from "../transcript/reader.ts";
import { isSignIn, knownAnswer } from "./answers.ts";
import type { Board } from "./board.ts";
import { approvalIndex, headline, isAllowed, isRefusal, isTicked, isToggle, mayBeRows, refusalIndex, submitIndex } from "./options.ts";
import { questionOf } from "./question.ts";
import type { Calls, WholeCall } from "./whole.ts";
import { approvesUnseen, callOf, completed, hasSubject } from "./whole.ts";

/** What came of the dialogs of a turn. */
export interface Refusals {
  /** What was refused, in words for the agent. */
  refused: string[];
  /** What a person wants to have said to the agent. */
  said: string[];
}

export interface OperatorParts {
  engine: Pick<Engine, "look" | "choose" | "interrupt">;
  terminal: Pick<Terminal, "attach" | "isAttached">;
  sink: Sink;
  provider: Provider;
  config: Config;
  board: Board | null;
  runId: string;
  agentName: string;
  /** The error that the provider wrote down last, if it has said nothing since. */
  written: () => Promise<TranscriptError | null>;
  /** What the provider's transcript tells of the calls that wait, read anew. */
  calls: () => Promise<Calls>;
  /** Ends the run: called once, with why. */
  fail: (trouble: Trouble) => void;
  /** Milliseconds between two looks at the board. */
  pollMs?: number;
  /** Milliseconds between two readings of the transcript. */
  readMs?: number;
}

/** Looks, half a second apart, for the address of a sign-in screen that shows none yet. */
const ADDRESS_TRIES = 8;
/** Readings of the transcript, a tenth of a second apart, within which a call is written down (0.3 s were seen), and for which it must be the only one. */
const [WRITTEN_IN, ALONE_FOR] = [20, 10];
/** How often in a row a dialog may change under a key before nobody can answer it. */
const MOST_CHANGES = 10;

export class Operator {
  readonly #parts: OperatorParts;
  readonly refusals: Refusals = { refused: [], said: [] };
  /** By whom a dialog of the CLI's own was refused last, and what it asked: a CLI that ends then ends by that. */
  ownRefused: string | null = null;
  #inHand: { block: Block; stop: AbortController } | null = null;
  #dealing: Promise<unknown> = Promise.resolve();
  #asked = 0;
  #told = 0;
  #changes = 0;

  constructor(parts: OperatorParts) {
    this.#parts = parts;
  }

  /** By which the page knows a dialog and its answer for one. */
  get #requestId(): string {
    return `${this.#parts.runId}:${this.#told}`;
  }

  /** Whether any dialog has come up. */
  get hasSeenAny(): boolean {
    return this.#inHand !== null || this.#told > 0;
  }

  /** Whether a dialog is being dealt with. */
  get isBusy(): boolean {
    return this.#inHand !== null;
  }

  /** The policy in force. */
  get policy(): OperatorPolicy {
    return this.#parts.config.operatorPolicy ?? (this.#parts.board ? "ask_board" : "fail");
  }

  /** A dialog has come up, or another one has taken its place. */
  blocked(block: Block): void {
    if (this.#inHand && isSame(this.#inHand.block, block)) return;
    this.#letGo();
    const inHand = { block, stop: new AbortController() };
    this.#inHand = inHand;
    const dealing = this.#deal(block, inHand.stop.signal)
      .catch((error: unknown) => {
        if (!inHand.stop.signal.aborted) this.#parts.fail(error instanceof RunError ? error.trouble : this.#trouble(block, String(error)));
      })
      .finally(() => {
        if (this.#inHand === inHand) this.#inHand = null;
      });
    this.#dealing = Promise.all([this.#dealing, dealing]);
  }

  /** Lets go of every dialog; a question is taken back while the run's key still opens the board. */
  async close(patienceMs = 5_000): Promise<void> {
    this.#letGo();
    await Promise.race([this.#dealing, sleep(patienceMs)]);
  }

  /** No dialog stands there any more. */
  unblocked(): void {
    this.#letGo();
  }

  #letGo(): void {
    this.#inHand?.stop.abort();
    this.#inHand = null;
  }

  async #deal(shown: Block, signal: AbortSignal): Promise<void> {
    const look = await this.#parts.engine.look(signal);
    if (signal.aborted) return;
    await this.#recognize(shown, look, signal);
    const call = signal.aborted ? null : await this.#callOf(shown, signal);
    if (signal.aborted) return;
    const block = call ? completed(shown, call) : shown;
    const excerpt = look?.excerpt ?? [block.title, block.subject, block.question].filter(Boolean).join("\n");
    this.#say(block, clip(plain(excerpt), 3_000));
    if (await this.#answerByItself(block, signal)) return;
    // What a person at the terminal has opened is theirs.
    if (block.origin === "operator" && (await this.#parts.terminal.isAttached())) return;
    await this.#byPolicy(block, excerpt, signal);
  }

  /**
   * The call in the transcript that a dialog is about, where the screen does not show its lines. It is written a moment
   * after the dialog has come, and so may be another one: it must be the only one for a while.
   */
  async #callOf(block: Block, signal: AbortSignal): Promise<WholeCall | null> {
    const { calls, config, provider, readMs = 100 } = this.#parts;
    if (!hasSubject(block) || (block.subjectWhole === true && !mayBeRows(block, config.columns))) return null;
    const find = async (): Promise<WholeCall | null> => callOf(block, await calls(), provider.cutMark);
    let call = await find();
    for (let readings = 1; call === null && readings < WRITTEN_IN && !signal.aborted; readings += 1) {
      await sleep(readMs, signal);
      call = await find();
    }
    if (call === null) return null;
    await sleep(ALONE_FOR * readMs, signal);
    return (await find())?.id === call.id ? call : null;
  }

  /** Whether the call from which a subject was taken is still the only one that waits. */
  async #isStillCalled(block: Block): Promise<boolean> {
    if (block.call === null) return false;
    const call = callOf({ ...block, ...block.call.shown }, await this.#parts.calls(), this.#parts.provider.cutMark);
    return call?.id === block.call.id && call.text === block.subject;
  }

  /** Screens that no answer helps: sign-in and limits have names of their own. */
  async #recognize(block: Block, look: Look | null, signal: AbortSignal): Promise<void> {
    const { provider } = this.#parts;
    if (isSignIn(block, look?.excerpt ?? null, provider)) {
      const url = await this.#address(block, look, signal);
      throw new RunError(authTrouble(provider, this.#parts.config.command, url ?? block.question ?? block.title ?? "it asks to sign in", url));
    }
    if (block.origin !== "cli") return;
    const [failure, written] = [look?.failure ?? null, await this.#parts.written()];
    const isLimit = [failure, written].some((told) => told && /quota|rate_limit|usage_limit/.test(told.kind));
    if (isLimit) throw new RunError(troubleOf(provider, failure, written, new Date()));
  }

  /** The address on a sign-in screen, which may come a moment later. A list of ways to sign in has none before one is chosen, and none is chosen here. */
  async #address(block: Block, look: Look | null, signal: AbortSignal): Promise<string | null> {
    let url = urlOn(look?.screenText ?? "");
    for (let tries = 0; url === null && block.options.length < 2 && tries < ADDRESS_TRIES && !signal.aborted; tries += 1) {
      await sleep(500, signal);
      url = urlOn((await this.#parts.engine.look(signal))?.screenText ?? "");
    }
    return url;
  }

  /** Dialogs whose answer the configuration holds, or that are about the CLI's own business. */
  async #answerByItself(block: Block, signal: AbortSignal): Promise<boolean> {
    const { provider, config } = this.#parts;
    const known = knownAnswer(block, provider, config.raw);
    if (known) await this.#press(block, known.index, known.why, signal);
    return known !== null;
  }

  async #byPolicy(block: Block, excerpt: string, signal: AbortSignal): Promise<void> {
    switch (this.policy) {
      case "ask_board":
        return this.#askBoard(block, excerpt, signal);
      case "deny":
        return this.#refuse(block, "the policy (deny)", signal);
      case "allowlist": {
        const index = isAllowed(block, this.#parts.config) ? approvalIndex(block) : -1;
        if (index >= 0) {
          await this.#press(block, index, "the allowlist", signal);
          return;
        }
        return this.#parts.board ? this.#askBoard(block, excerpt, signal) : this.#refuse(block, "the allowlist does not have it", signal);
      }
      case "wait_for_attach":
        return this.#waitForAttach(block, signal);
      case "fail":
        throw new RunError(this.#trouble(block, "nobody may be asked (operatorPolicy fail)"));
    }
  }

  async #waitForAttach(block: Block, signal: AbortSignal): Promise<void> {
    const { sink, terminal, config } = this.#parts;
    sink.emit({ type: "tui.state", state: "waiting", text: `waiting for a person at the terminal: ${terminal.attach}` });
    await sleep(config.operatorTimeoutSec * 1_000, signal);
    if (!signal.aborted) throw new RunError(this.#trouble(block, `nobody answered at the terminal within ${config.operatorTimeoutSec} s`));
  }

  async #askBoard(block: Block, excerpt: string, signal: AbortSignal): Promise<void> {
    const { board, config, runId, agentName, pollMs = 2_000 } = this.#parts;
    if (!board) throw new RunError(this.#trouble(block, "the board cannot be asked without a task and a key"));
    this.#asked += 1;
    const question = questionOf(block, { key: `${runId}:${block.signature}:${this.#asked}`, agentName, excerpt, attach: this.#parts.terminal.attach });
    const id = await board.ask(question, signal);
    const deadline = Date.now() + config.operatorTimeoutSec * 1_000;
    while (Date.now() < deadline) {
      await sleep(pollMs, signal);
      if (signal.aborted) return board.withdraw(id, "the dialog in the terminal has gone or changed");
      const state = await board.state(id).catch(() => ({ state: "pending" }) as const);
      if (state.state === "answered") {
        // What was not offered cannot have been chosen.
        const chosen = state.optionIds.filter((chosenId) => question.options.some((option) => option.id === chosenId));
        return this.#answer(block, chosen.map(Number), state.text, signal);
      }
      if (state.state === "closed") return this.#refuse(block, `the board (${state.how})`, signal);
    }
    await board.withdraw(id, "the time for an answer has run out");
    throw new RunError(this.#trouble(block, `the board did not answer within ${config.operatorTimeoutSec} s`));
  }

  /** Presses what the board chose; words go to the agent, after a refusal. */
  async #answer(block: Block, chosen: number[], text: string | null, signal: AbortSignal): Promise<void> {
    if (text !== null) return this.#answerInWords(block, text, signal);
    if (isTicked(block)) return this.#tick(block, chosen, signal);
    const [index] = chosen;
    if (index === undefined || !block.options[index]) return this.#refuse(block, "the board", signal);
    if (isRefusal(block, index)) this.#note(block);
    await this.#press(block, index, "the board", signal);
  }

  async #tick(block: Block, chosen: number[], signal: AbortSignal): Promise<void> {
    for (const [index, option] of block.options.entries()) {
      const isTurned = isToggle(option) && (option.checked === true) !== chosen.includes(index);
      if (isTurned && !(await this.#press(block, index, "the board", signal))) return;
    }
    await this.#press(block, submitIndex(block), "the board", signal);
  }

  /** Nothing is typed into a dialog: it is left, and the agent hears the words as its next prompt. */
  async #answerInWords(block: Block, text: string, signal: AbortSignal): Promise<void> {
    const question = block.kind === "question" ? inOneLine(block.question ?? block.title ?? "") : "";
    if (question === "") this.#note(block);
    this.refusals.said.push(question === "" ? text : `To “${question}”: ${text}`);
    this.#parts.sink.emit({ type: "tui.state", state: "waiting", text: `the board answered in words, which the agent hears next: ${text}` });
    await this.#leave(block, "the board, in words", signal);
  }

  async #refuse(block: Block, by: string, signal: AbortSignal): Promise<void> {
    this.#note(block);
    await this.#leave(block, by, signal);
  }

  /** By the option that refuses, or by Escape. */
  async #leave(block: Block, by: string, signal: AbortSignal): Promise<void> {
    const index = refusalIndex(block);
    if (index >= 0) {
      await this.#press(block, index, by, signal);
      return;
    }
    this.#willRefuse(block, by);
    const acted = await this.#parts.engine.interrupt(10, true);
    this.#settle(block, acted, "Escape", by, signal);
  }

  /** Whether the option was pressed. */
  async #press(block: Block, index: number, by: string, signal: AbortSignal): Promise<boolean> {
    const label = block.options[index]?.label ?? "";
    if (approvesUnseen(block, index)) throw new RunError(this.#trouble(block, `“${label}” would allow what was not shown whole`));
    if (isRefusal(block, index)) this.#willRefuse(block, by);
    else if (block.call !== null && !(await this.#isStillCalled(block))) {
      this.#changed(block, label, signal);
      return false;
    }
    return this.#settle(block, await this.#parts.engine.choose(block, index), label, by, signal);
  }

  /** Noted before the key: the CLI may be gone before the press has told how it went. */
  #willRefuse(block: Block, by: string): void {
    if (block.origin === "cli") this.ownRefused = `${by} refused “${inOneLine(plain(block.question ?? block.title ?? "what it asked"))}”`;
  }

  /** Whether a key was pressed. */
  #settle(block: Block, acted: Acted | null, key: string, by: string, signal: AbortSignal): boolean {
    if (acted?.outcome === "done") {
      this.#changes = 0;
      this.#parts.sink.emit({ type: "tui.operator_resolved", id: this.#requestId, by, key, text: `answered by ${by}: ${key}` });
      return true;
    }
    // Another dialog stands there now, or none: the watcher tells of it, and it is asked anew.
    const moved = acted?.reasons.some((reason) => /other_dialog|no_dialog|answer_unsure|turn_running|no_such_option/.test(reason.code));
    if (moved || signal.aborted) {
      this.#changed(block, key, signal);
      return false;
    }
    throw new RunError(this.#trouble(block, `“${key}” could not be pressed: ${acted?.reasons.map((reason) => reason.message).join("; ") ?? "no report"}`));
  }

  #changed(block: Block, key: string, signal: AbortSignal): void {
    this.#parts.sink.emit({ type: "tui.state", state: "waiting", text: `the dialog changed before “${key}” could be pressed; nothing was pressed` });
    if (signal.aborted) return;
    this.#changes += 1;
    if (this.#changes > MOST_CHANGES) throw new RunError(this.#trouble(block, "it changes whenever it is to be answered"));
    this.#again(block);
  }

  /** Looks once more soon: what stands there then is dealt with as new. */
  #again(block: Block): void {
    const { engine } = this.#parts;
    void sleep(500)
      .then(() => engine.look())
      .then((look) => {
        if (look?.block && (this.#inHand === null || isSame(this.#inHand.block, block))) {
          this.#inHand = null;
          this.blocked(look.block);
        }
      });
  }

  #note(block: Block): void {
    this.refusals.refused.push(clip(inOneLine(plain(block.subject ?? block.question ?? block.title ?? "what it asked for")), 400));
  }

  #say(block: Block, excerpt: string): void {
    const shown = block.options.map((option, index) => ({ id: `${index}`, label: option.label }));
    const options = shown.filter((_option, index) => !approvesUnseen(block, index));
    this.#told += 1;
    this.#parts.sink.emit({
      type: "tui.operator",
      text: `${headline(block)}: ${inOneLine(block.subject ?? block.question ?? block.title ?? excerpt)}`,
      id: this.#requestId,
      kind: block.kind,
      several: isTicked(block),
      excerpt,
      options,
      policy: this.policy,
    });
  }

  #trouble(block: Block, why: string): Trouble {
    const about = block.subject ?? block.question ?? block.title ?? "a dialog that says nothing";
    return { code: "tui_operator_required", message: `${this.#parts.provider.name} ${headline(block)} (${clip(inOneLine(plain(about)), 400)}), and ${why}` };
  }
}

/** Whether a dialog is the one that was read, in the same rows. The same command, asked for again, is another one where the watcher counts. */
function isSame(block: Block, stands: Block): boolean {
  const isCounted = block.appearance !== null && stands.appearance !== null;
  return block.signature === stands.signature && (!isCounted || block.appearance === stands.appearance);
}
