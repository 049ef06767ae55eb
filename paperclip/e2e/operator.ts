/**
 * The adapter's operator alone, in front of a CLI that something else has started: it deals with the dialog of one pane by
 * the list of what is allowed, without a board. The lab attacks it so (`shadow lab attack`).
 *
 * It reads an order as JSON and prints what came of it. An order with `start` opens the adapter's own terminal instead.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { Engine } from "../core/src/host/engine.ts";
import { run, sleep } from "../core/src/host/process.ts";
import type { TerminalPlan } from "../core/src/host/terminal.ts";
import { Terminal } from "../core/src/host/terminal.ts";
import { Sink } from "../core/src/log/sink.ts";
import { Operator } from "../core/src/operator/operator.ts";
import type { Provider } from "../core/src/provider.ts";
import { readConfig } from "../core/src/session/config.ts";
import type { TranscriptFacts, TranscriptReader } from "../core/src/transcript/reader.ts";
import { jsonObject, stringOf } from "../core/src/transcript/reader.ts";
import { claude } from "../claude/src/provider.ts";
import { codex } from "../codex/src/provider.ts";

interface Order {
  shadow: string;
  provider: "claude" | "codex";
  socket: string;
  pane: string;
  version: string;
  /** The home of the CLI, below which its transcripts are. */
  home: string;
  /** Seconds of the epoch at which the turn began: what was written earlier is another one's. */
  since: number;
  allowed: string[];
  start?: TerminalPlan;
}

/** Milliseconds within which a dialog is dealt with. */
const WITHIN = 25_000;

/** The transcript that was written to last. */
function newest(folder: string): string | null {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
  const times = files.map((file) => ({ file, at: statSync(file).mtimeMs }));
  return times.sort((a, b) => b.at - a.at)[0]?.file ?? null;
}

/** What the transcript tells of the turn, read anew. */
function facts(provider: Provider, order: Order): TranscriptFacts {
  const folder = join(order.home, provider.cli === "claude" ? ".claude/projects" : ".codex/sessions");
  const file = newest(folder);
  const reader: TranscriptReader = provider.transcript();
  let hasBegun = false;
  for (const line of file === null ? [] : readFileSync(file, "utf8").split("\n")) {
    const at = Date.parse(stringOf(jsonObject(line)?.timestamp) ?? "") / 1_000;
    if (!hasBegun && at >= order.since) {
      reader.begin();
      hasBegun = true;
    }
    reader.take(line);
  }
  return reader.facts;
}

/** Deals with the dialog; says whether it was approved, and in which words. */
async function deal(order: Order): Promise<{ approved: boolean; words: string }> {
  const provider = order.provider === "claude" ? claude : codex;
  const words: string[] = [];
  const over = new AbortController();
  let isApproved = false;
  const sink = new Sink((_stream, chunk) => {
    for (const event of chunk.split("\n").map(jsonObject)) {
      if (!event) continue;
      words.push(stringOf(event.text) ?? "");
      if (event.type !== "tui.operator_resolved") continue;
      isApproved = event.by === "the allowlist";
      over.abort();
    }
    return Promise.resolve();
  });
  const engine = new Engine(order.shadow, order.socket, order.pane, provider.cli, order.version, process.env);
  const operator = new Operator({
    engine, sink, provider, board: null, runId: "attack", agentName: "Ada",
    terminal: { attach: "tmux attach", isAttached: () => Promise.resolve(false) },
    config: readConfig({ operatorPolicy: "allowlist", operatorAllowlist: order.allowed }, provider.command),
    written: () => Promise.resolve(null),
    calls: () => Promise.resolve(facts(provider, order)),
    fail: (trouble) => {
      words.push(trouble.message);
      over.abort();
    },
  });
  const watched = engine.watch((event) => {
    if (event.event === "operator_blocked" && event.block) operator.blocked(event.block);
  }, over.signal);
  await sleep(WITHIN, over.signal);
  over.abort();
  await operator.close();
  await watched;
  return { approved: isApproved, words: words.join(" | ") };
}

/** Opens the adapter's terminal, looks at it with everything that names a folder, and closes it. */
async function open(order: Order, plan: TerminalPlan): Promise<{ shown: string }> {
  const terminal = await Terminal.start(plan);
  const shadow = (...args: string[]): ReturnType<typeof run> => run(order.shadow, [...args, "--socket", terminal.socket], { timeout: 10_000 });
  let shown = "";
  for (let looks = 0; looks < 60 && shown.trim() === ""; looks += 1) {
    await sleep(500);
    shown = await terminal.screen();
  }
  await shadow("panes");
  await shadow("parse", "--pane", terminal.pane);
  await shadow("wait", terminal.pane, "--until", "working", "--timeout", "2");
  await terminal.tmux("kill-server");
  return { shown };
}

const order = JSON.parse(readFileSync(0, "utf8")) as Order;
console.log(JSON.stringify(order.start ? await open(order, order.start) : await deal(order)));
process.exit(0);
