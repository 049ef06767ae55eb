/** One run: a CLI in a terminal of its own, a prompt, what it says and asks, and how it ends. */

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { AdapterExecutionContext, AdapterExecutionResult } from "@paperclipai/adapter-utils";
import { buildInvocationEnvForLogs } from "@paperclipai/adapter-utils/server-utils";

import { clip, plain } from "../log/event.ts";
import { inOneLine, lastWords } from "../log/rows.ts";
import type { Sink } from "../log/sink.ts";
import type { TurnEnd, WatchEvent } from "../host/engine.ts";
import { Engine } from "../host/engine.ts";
import * as ledger from "../host/ledger.ts";
import { isAlive, sleep } from "../host/process.ts";
import { Terminal } from "../host/terminal.ts";
import type { BoardQuestion } from "../operator/board.ts";
import { Board } from "../operator/board.ts";
import { Operator } from "../operator/operator.ts";
import type { Link, Provider } from "../provider.ts";
import { noFacts } from "../transcript/reader.ts";
import type { SessionParams } from "./codec.ts";
import { decideResume, isUnknownSessionError } from "./codec.ts";
import { readConfig } from "./config.ts";
import type { Ending } from "./ending.ts";
import { failure, RunError, resultOf, troubleOf } from "./ending.ts";
import { Follower } from "./follow.ts";
import type { Plan } from "./plan.ts";
import { makePlan } from "./plan.ts";
import { assemblePrompt } from "./prompt.ts";
import { Stop } from "./stop.ts";

/** Milliseconds after which something is said, whatever happens. */
const SAY_EVERY = 60_000;
/** How often a prompt is offered anew that was refused because somebody types or something is in front. */
const OFFERS = 10;
/** How often an agent is told that something was refused, in one run. */
const FOLLOW_UPS = 8;
/** Milliseconds for which an error that the provider wrote down must be the last word for the turn to be over. */
const ERROR_STANDS = 10_000;
/** Milliseconds within which the provider writes down the end of a turn whose words it has written, or that failed. */
const WRITTEN_SOON = 3_000;
/** The same where it has written no word of the turn yet. */
const WRITTEN_LATE = 10_000;
/** Milliseconds within which a CLI ends at once: it does not know the session, or fails as two Codex do that set up one home. */
const AT_ONCE = 10_000;
/** Milliseconds for which the board is tried when a run is over. */
const ASK_WITHIN = 20_000;
/** Milliseconds within which a session has a name. */
const NAMED_WITHIN = 20_000;
/** The code of a run that ended because a dialog of the CLI's own was refused. */
const REFUSED = "tui_refused";
/** Bytes of a screen that are kept with a failure. */
const MOST_SCREEN = 4_000;

/** What is alive of a run: a CLI in its terminal, and what watches and answers it. */
interface Live {
  readonly child: ledger.Child;
  readonly terminal: Terminal;
  readonly engine: Engine;
  readonly operator: Operator;
  readonly launched: number;
  /** Ends the watch. */
  readonly watching: AbortController;
}

export class Run {
  readonly #provider: Provider;
  readonly #ctx: AdapterExecutionContext;
  readonly #sink: Sink;
  readonly #began = Date.now();
  readonly #stop = new Stop();
  #plan: Plan | null = null;
  #live: Live | null = null;
  /** Reads what the CLI has written, also after its end. */
  #follower: Follower | null = null;
  #wasPrompted = false;
  #screenAnswer: string | null = null;
  #lastScreen = "";
  #timers: NodeJS.Timeout[] = [];
  #stallTimer: NodeJS.Timeout | undefined;
  #state = "";
  /** What the first line says of the CLI, until it is said. */
  #untold: { model: string; preset: string } | null = null;

  constructor(provider: Provider, ctx: AdapterExecutionContext, sink: Sink) {
    this.#provider = provider;
    this.#ctx = ctx;
    this.#sink = sink;
  }

  /** Runs to the end; never throws. Nothing of the run is alive afterwards. */
  async go(): Promise<AdapterExecutionResult> {
    let ending: Ending;
    try {
      await this.#prepare();
      ending = await this.#converse();
    } catch (error) {
      ending = this.#stop.ending ?? failure(error);
    }
    if (ending.kind !== "done") ending = await this.#wind(ending);
    await this.#close().catch((error: unknown) => {
      this.#tell("ended", `not all that the run had laid down could be taken away: ${String(error)}`);
    });
    const isAsked = await this.#askToGoOn(ending);
    // A cancellation that came while the run was ending is to be acknowledged like any other.
    const isCancelled = this.#ctx.signal?.aborted === true && ending.kind !== "cancelled";
    return this.#finish(isCancelled ? { kind: "cancelled", forced: false } : ending, isAsked);
  }

  /** The time limit and a cancellation hold from the first moment: what is checked before a start may hang. */
  async #prepare(): Promise<void> {
    const { signal } = this.#ctx;
    const cancel = (): void => this.#stop.now({ kind: "cancelled", forced: false });
    signal?.addEventListener("abort", cancel, { once: true });
    if (signal?.aborted) cancel();
    const config = readConfig(this.#ctx.config, this.#provider.command);
    const { timeoutSec } = config;
    if (timeoutSec > 0) {
      this.#timers.push(setTimeout(() => this.#stop.now({ kind: "timeout", seconds: timeoutSec }), timeoutSec * 1_000));
    }
    this.#timers.push(setInterval(() => this.#beat(), 5_000));
    await this.#stop.before(Promise.resolve(this.#ctx.onCancellationReady?.()));
    this.#plan = await this.#stop.before(makePlan(this.#provider, this.#ctx, config, this.#stop.signal));
  }

  /** Starts or resumes the session, sends the prompt, and goes on while something has to be said. */
  async #converse(): Promise<Ending> {
    const plan = this.#need();
    if (await this.#stop.before(this.#isHeld(plan))) {
      throw new RunError({ code: REFUSED, message: "it was refused on the board, so nothing is started until the question when to go on is answered" });
    }
    const resume = await this.#stop.before(decideResume(this.#ctx.runtime, plan.cwd, (id) => this.#provider.sessionFile(id, plan.env)));
    let resumed = "id" in resume ? resume.id : null;
    if ("fresh" in resume) this.#tell("starting", `a new session: ${resume.fresh}`);
    try {
      await this.#start(resumed);
    } catch (error) {
      const isUnknown = error instanceof RunError && error.trouble.code === "unknown_session";
      if (!isUnknown && !(await this.#endedAtOnce())) throw error;
      const { message } = failure(error).trouble;
      this.#tell("starting", isUnknown ? `the session could not be resumed (${message}); a new one begins` : `${message}; it is started once more`);
      await this.#close();
      if (isUnknown) resumed = null;
      await this.#start(resumed);
    }
    const prompt = assemblePrompt({ runId: this.#ctx.runId, agent: this.#ctx.agent, context: this.#ctx.context }, plan.config, resumed !== null, plan.instructions);
    let end = await this.#turn(prompt);
    for (let round = 0; round < FOLLOW_UPS; round += 1) {
      const more = this.#followUp(end);
      if (more === null) break;
      end = await this.#turn(more);
    }
    return this.#judge(end);
  }

  /**
   * Whether a refusal holds the task: the server wakes the agent for every answer, the refusal among them, and until somebody
   * answers when to go on it would ask the same again.
   */
  async #isHeld(plan: Plan): Promise<boolean> {
    return (await this.#board(plan)?.isPending(this.#stopped(REFUSED)).catch(() => false)) ?? false;
  }

  /** The title of the question when to go on, by which the next run knows it. */
  #stopped(code: string): string {
    return `${this.#ctx.agent.name} has stopped (${code})`;
  }

  async #start(resume: string | null): Promise<void> {
    const { plan, provider } = { plan: this.#need(), provider: this.#provider };
    const child = ledger.childOf(this.#ctx.runId, plan.config.tmuxCommand);
    ledger.enter(child);
    const freshId = resume === null ? provider.freshSessionId() : null;
    const live = await this.#launch(plan, child, resume, freshId).catch((error: unknown) => {
      // Of what did not come to live, only this is there.
      ledger.end(child);
      throw error;
    });
    const { engine, terminal } = live;
    this.#live = live;
    this.#follower = new Follower(provider, plan.env, this.#sink, resume ?? freshId, () => this.#introduce());
    this.#watch(live);
    await this.#ctx.onSpawn?.({ pid: terminal.pid, processGroupId: terminal.pid, startedAt: new Date().toISOString() });
    await this.#untilSafe(live, resume);
    await this.#follower.start(terminal.pid);
    const look = await engine.look(this.#stop.signal);
    const model = look?.model ?? (plan.config.model || (await provider.detectModel(plan.env).catch(() => null))?.model);
    this.#untold = { model: model ?? "", preset: look?.preset ?? "" };
    if (this.#follower.sessionId !== null) this.#introduce();
    else this.#timers.push(setTimeout(() => this.#introduce(), NAMED_WITHIN));
  }

  /** Starts the CLI in a terminal. */
  async #launch(plan: Plan, child: ledger.Child, resume: string | null, freshId: string | null): Promise<Live> {
    const provider = this.#provider;
    const { folder } = child;
    const lay = (links: Link[]): string[] => ledger.lay(child, links);
    const skills = await provider.mountSkills(plan.skills, join(folder, "skills"), plan.env, lay);
    const { config, cwd, env, cliVersion } = plan;
    const args = provider.args({
      config: config.raw, cliVersion, model: config.model, effort: config.effort, cwd, resume, freshId, skillsFolder: skills.folder, extraArgs: config.extraArgs,
    });
    await this.#ctx.onMeta?.({
      adapterType: this.#ctx.agent.adapterType ?? `${provider.cli}_tui`,
      command: config.command,
      cwd,
      commandArgs: args,
      commandNotes: [`${provider.name} ${cliVersion} in a terminal of its own; ${resume === null ? "a new session" : `session ${resume}`}`, ...skills.warnings],
      env: buildInvocationEnvForLogs(plan.ownEnv),
    });
    this.#stop.check();
    const terminal = await Terminal.start({
      tmux: config.tmuxCommand, folder, cwd, command: config.command, args, env, columns: config.columns, rows: config.rows,
    }).catch((error: unknown) => {
      throw new RunError({ code: "tui_pane_lost", message: String(error instanceof Error ? error.message : error) });
    });
    Object.assign(child, { pid: terminal.pid, birth: terminal.birth });
    ledger.enter(child);
    const engine = new Engine(plan.engine, terminal.socket, terminal.pane, provider.cli, cliVersion, env);
    const operator = new Operator({
      engine, terminal, sink: this.#sink, provider, config, board: this.#board(plan), runId: this.#ctx.runId, agentName: this.#ctx.agent.name,
      written: async () => {
        await this.#follower?.read();
        return this.#follower?.facts.error ?? null;
      },
      calls: async () => {
        await this.#follower?.read();
        return this.#follower?.facts ?? noFacts();
      },
      fail: (trouble) => this.#stop.now({ kind: "failed", trouble }),
    });
    return { child, terminal, engine, operator, launched: Date.now(), watching: new AbortController() };
  }

  #watch({ engine, watching }: Live): void {
    void engine.watch((event) => this.#hear(event), watching.signal).then((isOver) => {
      const message = `shadow, which watches the terminal, ends again and again (\`${this.#need().engine} watch\`)`;
      if (!isOver) this.#stop.now({ kind: "failed", trouble: { code: "tui_engine_missing", message } });
    });
  }

  /** Says once what runs there: when the session has its name, which Codex gives it with the first prompt, or after a while. */
  #introduce(): void {
    const [untold, live, { cliVersion }] = [this.#untold, this.#live, this.#need()];
    if (!untold || !live) return;
    this.#untold = null;
    const { attach } = live.terminal;
    const text = `${this.#provider.name} ${cliVersion} runs in a terminal; look in with: ${attach}`;
    this.#sink.emit({ type: "tui.init", text, sessionId: this.#follower?.sessionId ?? "", cliVersion, attach, ...untold });
  }

  #board(plan: Plan): Board | null {
    const { context, authToken, runId } = this.#ctx;
    const issueId = context.issueId ?? context.taskId;
    const apiUrl = plan.env.PAPERCLIP_API_URL;
    if (typeof issueId !== "string" || issueId === "" || !authToken || !apiUrl) return null;
    return new Board({ apiUrl, token: authToken, runId, issueId });
  }

  /** Waits until a prompt may be typed; a dialog in front of that is the operator's. */
  async #untilSafe({ engine, operator }: Live, resume: string | null): Promise<void> {
    const plan = this.#need();
    this.#tell("starting", `waiting until ${this.#provider.name} takes a prompt`);
    for (let dialogs = 0; dialogs < 20; dialogs += 1) {
      if (await engine.wait("safe", plan.config.startupTimeoutSec, this.#stop.signal)) return;
      this.#stop.check();
      await this.#checkAlive(resume);
      if (!operator.isBusy) break;
      await this.#untilAnswered();
    }
    const look = await engine.look(this.#stop.signal);
    throw new RunError({
      code: "tui_unsupported_surface",
      message: `${this.#provider.name} did not come to take a prompt within ${plan.config.startupTimeoutSec} s (${look ? `${look.availability}, ${look.businessState}, ${look.uiContext}` : "nothing can be read"}); the screen says: ${lastWords(look?.screenText ?? "")}`,
    });
  }

  /** Throws where the CLI has ended. */
  async #checkAlive(resume: string | null): Promise<void> {
    const live = this.#live;
    const dead = await live?.terminal.isDead();
    if (dead === false) return;
    const words = dead === true ? lastWords((await live?.terminal.screen()) ?? "") : "its terminal is gone";
    const refused = live?.operator.ownRefused ?? null;
    if (refused !== null) throw new RunError({ code: REFUSED, message: `${refused}, so ${this.#provider.name} has ended` });
    const isMute = dead === true && words === "" && Date.now() - (live?.launched ?? 0) < AT_ONCE;
    const isUnknown = resume !== null && !this.#wasPrompted && (isMute || isUnknownSessionError(words));
    if (isUnknown) throw new RunError({ code: "unknown_session", message: words || "the CLI ended at once", clearSession: true });
    throw new RunError({ code: "tui_pane_lost", mayContinue: true, message: `${this.#provider.name} ended before its turn did: ${words}` });
  }

  /** Whether the CLI has failed by itself just after its start: no dialog had come, so nobody can have ended it there. */
  async #endedAtOnce(): Promise<boolean> {
    const live = this.#live;
    if (!live || this.#stop.ending || live.operator.hasSeenAny || Date.now() - live.launched > AT_ONCE) return false;
    return ((await live.terminal.exitStatus()) ?? 0) !== 0;
  }

  /** Sends a text and waits for the end of its turn. */
  async #turn(prompt: string): Promise<TurnEnd> {
    if (!this.#live) throw new Error("nothing runs");
    const { engine, child } = this.#live;
    const file = join(child.folder, "prompt");
    writeFileSync(file, prompt, { mode: 0o600 });
    for (let offer = 0; ; offer += 1) {
      const sent = await this.#send(engine, file, prompt);
      // What may have left the composer was given, whatever came then: it must not be given twice.
      if (sent.acted === null) this.#wasPrompted = true;
      const hasLeft = sent.acted?.draft === "submitted" || sent.acted?.draft === "unseen";
      if (hasLeft && sent.acted?.outcome !== "done") this.#prompted(prompt);
      this.#stop.check();
      if (sent.end) return sent.end;
      await this.#checkAlive(null);
      if (hasLeft || sent.acted?.outcome === "done") return this.#untilEnd();
      if (offer >= OFFERS || sent.acted === null) {
        throw new RunError({ code: "tui_submit_failed", mayContinue: true, message: `the prompt could not be given: ${sent.words || "no report"}` });
      }
      this.#tell("waiting", `the prompt was not taken yet: ${sent.words}`);
      await this.#untilAnswered();
      await engine.wait("safe", 30, this.#stop.signal);
    }
  }

  /** Sends a text and waits for the end of its turn, as the screen tells it or as the provider wrote it down. */
  async #send(engine: Engine, file: string, prompt: string): ReturnType<Engine["send"]> {
    const failed = new AbortController();
    const began = Date.now();
    const timer = setInterval(() => {
      void this.#hasFailedInWriting(engine, began).then((has) => has && failed.abort());
    }, 3_000);
    const sent = await engine.send(file, this.#most(), () => this.#prompted(prompt), AbortSignal.any([this.#stop.signal, failed.signal]));
    clearInterval(timer);
    return failed.signal.aborted ? { ...sent, end: sent.end ?? { outcome: "unknown", answer: null, failure: null, bySilence: true } } : sent;
  }

  /** Whether the last that the provider wrote since then is an error, a while ago, and the screen does not show work. */
  async #hasFailedInWriting(engine: Engine, since: number): Promise<boolean> {
    const follower = this.#follower;
    if (!this.#wasPrompted || !follower?.facts.error || this.#live?.operator.isBusy) return false;
    if (follower.lastLine < since || Date.now() - follower.lastLine < ERROR_STANDS) return false;
    const state = (await engine.look(this.#stop.signal))?.businessState;
    return state === "idle" || state === "unknown";
  }

  /** Waits while a dialog is dealt with. */
  async #untilAnswered(): Promise<void> {
    do await sleep(700, this.#stop.signal);
    while (this.#live?.operator.isBusy && !this.#stop.ending);
    this.#stop.check();
  }

  /** Waits for the end of a turn that the sender lost sight of. */
  async #untilEnd(): Promise<TurnEnd> {
    for (let round = 0; round < 20; round += 1) {
      await this.#untilAnswered();
      const isIdle = await this.#live?.engine.wait("idle", this.#most(), this.#stop.signal);
      this.#stop.check();
      await this.#checkAlive(null);
      if (isIdle) break;
    }
    return { outcome: "unknown", answer: null, failure: null, bySilence: true };
  }

  /** Seconds until the run's own limit, or a month. */
  #most(): number {
    const { timeoutSec } = this.#need().config;
    return timeoutSec > 0 ? timeoutSec + 5 : 30 * 86_400;
  }

  #prompted(prompt: string): void {
    this.#wasPrompted = true;
    this.#sink.emit({
      type: "tui.prompt",
      chars: prompt.length,
      sha: createHash("sha256").update(prompt).digest("hex").slice(0, 16),
      text: `the prompt was given (${prompt.length} characters)`,
    });
  }

  /** What the agent has to be told after a turn in which something was refused or answered in words. */
  #followUp(end: TurnEnd): string | null {
    const { refused, said } = this.#live?.operator.refusals ?? { refused: [], said: [] };
    // A refusal ends the turn as interrupted, or leaves nothing that tells how it ended.
    const isCutShort = end.outcome === "interrupted" || end.outcome === "unknown";
    const parts: string[] = [];
    if (isCutShort && refused.length > 0) parts.push(`The operator refused: ${refused.join("; ")}. Go on without it, or say what you need instead.`);
    if (said.length > 0) parts.push(`The operator says: ${said.join("\n")}`);
    refused.length = 0;
    said.length = 0;
    return parts.length > 0 ? parts.join("\n\n") : null;
  }

  async #judge(end: TurnEnd): Promise<Ending> {
    // A turn that the screen lost sight of goes on where the program lives.
    if (end.outcome === "disconnected") await this.#checkAlive(null);
    await this.#settleTranscript(end);
    const facts = this.#follower?.facts;
    this.#screenAnswer = this.#follower?.hasFile ? null : end.answer;
    this.#tell("ended", `the turn ended: ${end.outcome}${end.bySilence ? ", told by silence" : ""}`);
    if (!this.#follower?.hasFile && end.answer) this.#sink.emit({ type: "tui.text", text: end.answer, fidelity: "screen" });
    const hasSpoken = facts?.finalText !== null && facts?.ended === true;
    // An error that the provider wrote down, and after which it said nothing, outweighs what a screen looks like.
    const isWell = (facts?.error ?? null) === null && end.failure === null;
    const isUntold = end.outcome === "unknown" || end.outcome === "disconnected";
    const isAnswered = hasSpoken || (end.outcome === "unknown" && this.#screenAnswer !== null);
    if (isWell && (end.outcome === "success" || (isUntold && isAnswered))) return { kind: "done" };
    if (end.outcome === "interrupted") {
      return { kind: "failed", trouble: { code: "tui_interrupted", mayContinue: true, message: "the turn was interrupted at the terminal" } };
    }
    const look = await this.#live?.engine.look();
    return { kind: "failed", trouble: troubleOf(this.#provider, end.failure ?? look?.failure ?? null, facts?.error ?? null, new Date()) };
  }

  /**
   * Waits until the provider has written down that the turn is over: what a screen looks like is one witness, and not
   * enough while the program lives. Where nothing is written any more, a screen at rest decides.
   */
  async #settleTranscript(end: TurnEnd): Promise<void> {
    const [began, follower] = [Date.now(), this.#follower];
    const isTold = end.failure !== null || end.outcome === "interrupted";
    while (follower) {
      await follower.read();
      const { error, finalText, ended } = follower.facts;
      if (error !== null || (finalText !== null && ended)) return;
      const patience = isTold || finalText !== null ? WRITTEN_SOON : WRITTEN_LATE;
      const isQuiet = Date.now() - Math.max(began, follower.lastLine) >= patience;
      if (isQuiet && (isTold || (await this.#isAtRest()))) return;
      await sleep(200, this.#stop.signal);
      this.#stop.check();
    }
  }

  /** Whether the screen shows neither work nor a dialog. */
  async #isAtRest(): Promise<boolean> {
    const state = (await this.#live?.engine.look(this.#stop.signal))?.businessState;
    return state !== "working" && state !== "awaiting_operator" && this.#live?.operator.isBusy !== true;
  }

  #hear(event: WatchEvent): void {
    switch (event.event) {
      case "operator_blocked":
        if (event.block) {
          this.#tell("waiting", "waiting for a person");
          this.#live?.operator.blocked(event.block);
          const message = inOneLine(plain(event.block.subject ?? event.block.question ?? event.block.kind));
          // Who does not hear of it has the log: a rejection that nobody takes would end the server.
          void Promise.resolve(this.#ctx.onEvent?.({ eventType: "tui.operator_blocked", level: "warn", message })).catch(() => undefined);
        }
        break;
      case "operator_unblocked":
        this.#live?.operator.unblocked();
        break;
      case "turn_state_changed":
        if (event.to === "in_progress") this.#tell("working", `${this.#provider.name} works`);
        break;
      case "process_exited":
      case "pane_gone":
        // While it starts, who waits for it looks for itself.
        if (this.#wasPrompted) this.#checkAlive(null).catch((error: unknown) => this.#stop.now(failure(error)));
        break;
      case "stalled_entered":
        this.#stalled();
        break;
      case "stalled_recovered":
        this.#recovered();
        break;
    }
  }

  #stalled(): void {
    if (this.#stallTimer) return;
    const { stallTimeoutSec } = this.#need().config;
    const since = Date.now();
    this.#sink.emit({ type: "tui.stalled", text: `nothing on the screen tells what ${this.#provider.name} does; it is given ${stallTimeoutSec} s` });
    this.#stallTimer = setInterval(() => {
      const alive = Math.max(since, this.#follower?.lastLine ?? 0);
      if (Date.now() - alive < stallTimeoutSec * 1_000) return;
      this.#stop.now({ kind: "failed", trouble: { code: "tui_stalled", mayContinue: true, message: `${this.#provider.name} has stalled for ${stallTimeoutSec} s` } });
    }, 1_000);
  }

  #recovered(): void {
    if (!this.#stallTimer) return;
    clearInterval(this.#stallTimer);
    this.#stallTimer = undefined;
    this.#sink.emit({ type: "tui.recovered", text: "the screen tells again what goes on" });
  }

  #tell(state: string, text: string): void {
    const said = `${state}:${text}`;
    if (said === this.#state) return;
    this.#state = said;
    this.#sink.emit({ type: "tui.state", state, text });
  }

  #beat(): void {
    if (this.#sink.quietFor() < SAY_EVERY) return;
    const seconds = Math.round((Date.now() - this.#began) / 1_000);
    this.#sink.emit({ type: "tui.state", state: "alive", text: `still ${this.#state.split(":")[0] || "starting"} after ${seconds} s` });
  }

  /** Stops the turn before the terminal goes: the interrupt key, then Ctrl-C, within the grace. What stands there is kept. */
  async #wind(ending: Ending): Promise<Ending> {
    const live = this.#live;
    this.#lastScreen = clip(plain((await live?.terminal.screen()) ?? "").replace(/\s+$/gm, ""), MOST_SCREEN);
    if (!live || !this.#wasPrompted || (await live.terminal.isDead()) !== false) return ending;
    const { graceSec } = this.#need().config;
    const acted = await Promise.race([live.engine.interrupt(Math.min(graceSec, 30)), sleep(graceSec * 1_000).then(() => null)]);
    const isStopped = acted?.outcome === "done" || acted?.reasons.some((reason) => reason.code === "no_turn") === true;
    if (!isStopped) await live.terminal.press("C-c");
    await this.#follower?.read();
    return ending.kind === "cancelled" ? { kind: "cancelled", forced: !isStopped } : ending;
  }

  /** Ends all that was started, whatever of it goes wrong. */
  async #close(): Promise<void> {
    clearInterval(this.#stallTimer);
    this.#stallTimer = undefined;
    if (!this.#live) return;
    const { child, terminal, operator, watching } = this.#live;
    watching.abort();
    try {
      await operator.close();
      // Its children are known while it lives.
      ledger.adopt(child);
      // Hanging up lets the CLI write what it still has to.
      await terminal.tmux("kill-session", "-t", "agent");
      for (let round = 0; round < 20 && isAlive(terminal.pid, terminal.birth); round += 1) await sleep(100);
      await this.#follower?.stop();
    } finally {
      ledger.end(child);
      this.#live = null;
    }
  }

  /**
   * Asks on the task when to go on, where a person has to see to something first: while that question stands, the server
   * does not have the agent go on by itself.
   */
  async #askToGoOn(ending: Ending): Promise<boolean> {
    const board = this.#plan && this.#board(this.#plan);
    if (ending.kind !== "failed" || ending.trouble.mayContinue || !board) return false;
    const { code, message } = ending.trouble;
    // Before its prompt a run is tried once more, save one that somebody has refused.
    if (!this.#wasPrompted && code !== REFUSED) return false;
    if (code === REFUSED && this.#plan && (await this.#isHeld(this.#plan))) return true;
    const question: BoardQuestion = {
      key: `${this.#ctx.runId}:go-on`,
      title: this.#stopped(code),
      prompt: `${message}\n\nIt goes on in the same session when this is answered, or when you write a comment.`,
      help: "",
      options: [{ id: "go-on", label: "Go on", description: null }],
      several: false,
      takesText: true,
      wakes: true,
    };
    return board.ask(question, AbortSignal.timeout(ASK_WITHIN)).then(
      () => true,
      (error: unknown) => {
        this.#tell("ended", `the board could not be asked when to go on: ${String(error)}`);
        return false;
      },
    );
  }

  async #finish(ending: Ending, isAsked: boolean): Promise<AdapterExecutionResult> {
    this.#timers.forEach((timer) => clearInterval(timer));
    const plan = this.#plan;
    const facts = this.#follower?.facts ?? this.#provider.transcript().facts;
    const session = this.#session();
    const result = resultOf({
      ending, provider: this.#provider, facts, session, wasPrompted: this.#wasPrompted, isAsked, usesApiKey: plan?.usesApiKey ?? false,
      configuredModel: plan?.config.model ?? "", durationMs: Date.now() - this.#began,
      fidelity: this.#follower?.hasFile ? "transcript" : "screen", screenAnswer: this.#screenAnswer, lastScreen: this.#lastScreen,
    });
    if (result.errorCode) this.#sink.emit({ type: "tui.error", code: result.errorCode, text: result.errorMessage ?? result.errorCode });
    this.#sink.emit({
      type: "tui.result", text: result.summary ?? result.errorMessage ?? "", subtype: result.errorCode ?? "success", isError: ending.kind !== "done",
      model: result.model ?? "", sessionId: session?.sessionId ?? "", durationMs: Date.now() - this.#began, usage: facts.usage,
    });
    await this.#sink.flush();
    return result;
  }

  /** What is kept of the session; nothing where its file is not there, since it could not be resumed. */
  #session(): SessionParams | null {
    const id = this.#follower?.sessionId;
    const plan = this.#plan;
    if (!id || !plan || !this.#follower?.hasFile) return null;
    const { PAPERCLIP_WORKSPACE_ID: workspaceId, PAPERCLIP_WORKSPACE_REPO_URL: repoUrl, PAPERCLIP_WORKSPACE_REPO_REF: repoRef } = plan.env;
    return { sessionId: id, cwd: plan.cwd, ...(workspaceId && { workspaceId }), ...(repoUrl && { repoUrl }), ...(repoRef && { repoRef }) };
  }

  #need(): Plan {
    if (!this.#plan) throw new Error("the run was not prepared");
    return this.#plan;
  }
}
