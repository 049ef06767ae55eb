"use strict";
// Live panes of tmux, by the command `shadow` in a process of its own (`shadow parse --ndjson --act`).
const { execFile, spawn } = require("node:child_process");
const { basename } = require("node:path");
const { createInterface } = require("node:readline");
const { platform, ShadowError } = require("./native.cjs");

/** An act was refused, because the screen forbids it. */
class Refused extends ShadowError {
  constructor(report) {
    const said = report.reasons.map(reason => reason.message).join("; ");
    super(`${report.action} in ${report.pane}: ${report.outcome}: ${said}`);
    this.report = report;
    this.reasons = report.reasons;
  }
}
/** An act stopped at a step. */
class Failed extends Refused {}
/** The pane, its server or its process is gone. */
class Gone extends ShadowError {}

/** The command: `$SHADOW`, the one of this platform's package, or the one on the `PATH`. */
function command() {
  if (process.env.SHADOW) return process.env.SHADOW;
  try {
    return require.resolve(`@shadow-tui/${platform}/bin/shadow`);
  } catch {
    return "shadow";
  }
}

/** Starts the process, in a session of its own: Ctrl-C in this terminal must not stop an act between two keys. */
function start() {
  const child = spawn(command(), ["parse", "--ndjson", "--act"], { detached: true, stdio: ["pipe", "pipe", "inherit"] });
  // A write to a process that has ended fails here, and its end is told below.
  child.stdin.on("error", () => {});
  return child;
}

/** The name of a pane, as every command takes it. */
function nameOf(of) {
  if (typeof of === "string") return of;
  if (typeof of?.pane === "string") return of.socket ? `${basename(of.socket)}/${of.pane}` : of.pane;
  throw new TypeError("not an event, or the name of a pane");
}

/** One process for all acts. It keeps this one alive only while an act is under way. */
const coprocess = {
  child: null,
  next: 0,
  waiting: new Map(),

  running() {
    if (this.child) return this.child;
    const child = (this.child = start());
    const ended = error => {
      if (this.child === child) this.child = null;
      for (const [id, { child: its, tell }] of this.waiting) {
        if (its !== child) continue;
        this.waiting.delete(id);
        tell({ error: error?.message ?? "the process of shadow has ended" });
      }
    };
    child.on("error", ended);
    child.on("close", () => ended());
    createInterface({ input: child.stdout }).on("line", line => {
      const data = JSON.parse(line);
      this.waiting.get(data.id)?.tell(data);
    });
    return child;
  },

  /** Sends a request. Gives a promise for each of its answers; where fewer come, the last answer is in all the rest. */
  ask(request, answers) {
    const child = this.running();
    const id = ++this.next;
    const open = Array.from({ length: answers }, () => Promise.withResolvers());
    const promises = open.map(it => it.promise);
    const tell = data => {
      const isFirst = open.length > 1 && "action" in data && data.outcome === "done";
      const told = isFirst ? [open.shift()] : open.splice(0);
      told.forEach(it => it.resolve(data));
      if (!isFirst) this.waiting.delete(id);
      this.hold(child);
    };
    this.waiting.set(id, { child, tell });
    this.hold(child);
    child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    return promises;
  },

  hold(child) {
    const busy = [...this.waiting.values()].some(it => it.child === child);
    for (const it of [child, child.stdin, child.stdout]) busy ? it.ref?.() : it.unref?.();
  },

  /** Lets the process finish the acts that it has begun, and end. */
  close() {
    const { child } = this;
    this.child = null;
    child?.stdin.end();
  },
};

function checked(data) {
  if ("error" in data) throw new ShadowError(data.error);
  if (data.outcome === "refused") throw new Refused(data);
  if (data.outcome === "failed") throw new Failed(data);
  if (data.outcome === "gone") throw new Gone(`${data.pane} is gone`);
  return data;
}

class Turn {
  #asked = null;
  #promise;

  constructor(pane, report, promise) {
    this.pane = pane;
    this.report = report;
    this.#promise = promise;
  }

  async wait({ timeout } = {}) {
    let timer;
    const late = new Promise((_, reject) => {
      if (timeout === undefined) return;
      const error = new DOMException(`the turn in ${this.pane.name} goes on after ${timeout} s`, "TimeoutError");
      timer = setTimeout(reject, timeout * 1000, error);
    });
    try {
      const data = await Promise.race([this.#promise, late]);
      if ("error" in data) throw new ShadowError(data.error);
      this.#asked = data;
      return this;
    } finally {
      clearTimeout(timer);
    }
  }

  get result() {
    return this.#asked?.result ?? "running";
  }

  get ended() {
    return this.result === "ended";
  }

  get blocked() {
    return this.result === "blocked";
  }

  get question() {
    if (this.blocked) return this.#asked.operator_block;
    throw new ShadowError(`no dialog waits for an answer: the turn is ${this.result}`);
  }

  get record() {
    if (this.ended) return this.#asked.record;
    throw new ShadowError(`the turn has not ended: it is ${this.result}`);
  }

  get answer() {
    return this.record.answer;
  }

  get outcome() {
    return this.record.outcome;
  }
}

class Pane {
  constructor(name) {
    this.name = name;
  }

  send(text, { timeout, allowDraft = false, noQuiet = false, expandTabs = false } = {}) {
    const terms = { allow_draft: allowDraft, no_quiet: noQuiet, expand_tabs: expandTabs };
    return this.#act({ do: "send", text, ...terms }, timeout);
  }

  choose(question, { option, match, timeout } = {}) {
    const { signature, appearance } = question;
    return this.#act({ do: "choose", signature, appearance, option, match }, timeout);
  }

  async interrupt({ force = false, dialog = false, timeout } = {}) {
    const [answer] = coprocess.ask({ do: "interrupt", pane: this.name, force, dialog, timeout }, 1);
    return checked(await answer);
  }

  read() {
    return new Promise((resolve, reject) => {
      const options = { maxBuffer: 1 << 28 };
      execFile(command(), ["parse", `--pane=${this.name}`], options, (error, stdout, stderr) => {
        if (error) reject(new ShadowError(stderr.trim() || error.message));
        else resolve(JSON.parse(stdout));
      });
    });
  }

  async #act(request, timeout) {
    const [act, turn] = coprocess.ask({ ...request, pane: this.name, timeout, wait: true }, 2);
    return new Turn(this, checked(await act), turn);
  }
}

/** A live pane: its name, or an event of it. */
function pane(of) {
  return new Pane(nameOf(of));
}

/** Events of live panes, as they happen. */
async function* watch({ panes = [], events = [], signal } = {}) {
  const names = panes.map(nameOf);
  signal?.throwIfAborted();
  const child = start();
  const failed = new Promise((_, reject) => child.once("error", reject));
  failed.catch(() => {});
  const stop = () => child.stdin.end();
  signal?.addEventListener("abort", stop);
  try {
    child.stdin.write(`${JSON.stringify({ id: 0, do: "watch", panes: names })}\n`);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed]);
      signal?.throwIfAborted();
      if (done) return;
      const { id, ...event } = JSON.parse(value);
      if ("error" in event) throw new ShadowError(event.error);
      if (events.length === 0 || events.includes(event.event)) yield event;
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    // It detaches from tmux and ends.
    stop();
    child.stdout.resume();
  }
}

module.exports = { watch, pane, Pane, Turn, Refused, Failed, Gone, coprocess };
