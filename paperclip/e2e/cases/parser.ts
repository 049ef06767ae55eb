/** The page's parser over the logs of all runs so far, as the page's worker evaluates it; then the adapter goes. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

import type { Json } from "../server.ts";
import { assert, linesOf, Stage } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";

const ASSETS = "/mnt/cache/server/node_modules/@paperclipai/server/ui-dist/assets";

type Entry = { kind: string; toolUseId?: string };

/** The worker's own bootstrap, found in the page's code. */
function bootstrap(): string {
  for (const name of readdirSync(ASSETS).filter((file) => file.endsWith(".js"))) {
    const source = readFileSync(join(ASSETS, name), "utf8");
    const at = source.indexOf("const factory = new Function(");
    if (at < 0) continue;
    // It stands there as a template string, with its own escapes.
    const begin = [...source.slice(0, at).matchAll(/(?<!\\)`/g)].at(-1)?.index ?? 0;
    const end = at + source.slice(at).search(/(?<!\\)`/);
    return vm.runInNewContext(source.slice(begin, end + 1)) as string;
  }
  throw new Error("the page has no such worker");
}

/** A parser in a worker of the page: messages in, messages out. */
function worker(source: string): (line: string) => { entries: Entry[]; error?: string } {
  const answers: Json[] = [];
  const self: Json = { postMessage: (message: Json) => answers.push(message) };
  const context = vm.createContext({ self, postMessage: self.postMessage, console, globalThis: self });
  vm.runInContext(bootstrap(), context);
  const send = (message: Json): Json => {
    answers.length = 0;
    (self.onmessage as (event: Json) => void)({ data: message });
    return answers[0] ?? {};
  };
  send({ type: "init", source });
  let id = 0;
  return (line) => {
    id += 1;
    const answer = send({ type: "parse", id, line, ts: "2026-01-01T00:00:00.000Z" });
    return { entries: (answer.entries ?? answer.result ?? []) as Entry[], ...(answer.error !== undefined && { error: String(answer.error) }) };
  };
}

export const parser: Case[] = [
  {
    name: "the page's parser in the worker's own bootstrap, over all logs",
    types: BOTH,
    quick: BOTH,
    newestOnly: true,
    when: "last",
    run: async (stage) => {
      const { text } = await stage.paperclip.raw("GET", `/api/adapters/${stage.type}/ui-parser.js`);
      const parse = worker(text);
      const lines = Stage.logs.filter((log) => log.type === stage.type).flatMap((log) => log.log.split("\n")).filter((line) => line !== "");
      assert(lines.length > 10, `there are only ${lines.length} lines`);
      const calls = new Set<string>();
      const results = new Set<string>();
      for (const line of lines) {
        const { entries, error } = parse(line);
        assert(error === undefined && entries.length > 0, `no entry (${error}): ${line}`);
        assert(!line.startsWith("{") || entries[0]?.kind !== "stdout", `not understood: ${line}`);
        // eslint-disable-next-line no-control-regex
        assert(!/[\x00-\x08\x0b-\x1f\x7f]/.test(line), `control characters: ${JSON.stringify(line)}`);
        for (const entry of entries) {
          if (entry.kind === "tool_call") calls.add(String(entry.toolUseId));
          if (entry.kind === "tool_result") results.add(String(entry.toolUseId));
        }
      }
      for (const id of results) assert(calls.has(id), `a result without a call: ${id}`);
      for (const { log } of Stage.logs.filter((one) => one.type === stage.type && endedWell(one.log))) {
        const entries = log.split("\n").filter((line) => line !== "").flatMap((line) => parse(line).entries);
        for (const call of entries.filter((entry) => entry.kind === "tool_call")) {
          assert(entries.some((entry) => entry.kind === "tool_result" && entry.toolUseId === call.toolUseId), `a call without a result: ${call.toolUseId}\n${log}`);
        }
      }
      for (let at = 0; at < 10_000; at += 1) {
        const { error } = parse(mutated(lines[at % lines.length] ?? "", at));
        assert(error === undefined, `thrown on a mutated line: ${error}`);
      }
      console.log(`      ${lines.length} lines, ${calls.size} calls, ${results.size} results, 10000 mutated lines`);
    },
  },
  {
    name: "uninstall",
    types: BOTH,
    quick: BOTH,
    newestOnly: true,
    when: "last",
    run: async ({ paperclip, type }) => {
      const { status } = await paperclip.raw("DELETE", `/api/adapters/${type}`);
      assert(status < 300, `${status}`);
      const listed = await paperclip.raw("GET", "/api/adapters");
      assert(!listed.text.includes(`"${type}"`), "it is listed no more");
      await paperclip.post("/api/adapters/install", { packageName: `/mnt/repo/paperclip/${type.split("_")[0]}`, isLocalPath: true });
    },
  },
];

/** Whether a run ended well: one that was stopped may stand before the result of its last call. */
const endedWell = (log: string): boolean => linesOf(log).some((line) => line.type === "tui.result" && line.isError === false);

/** A line with a piece of it cut out, doubled or replaced, the same at every run. */
function mutated(line: string, seed: number): string {
  const at = (seed * 7_919) % Math.max(1, line.length);
  const piece = line.slice(at, at + 1 + (seed % 13));
  const others = ["", piece + piece, "null", '"', "}{", "\\u0000", "[]", "😀"];
  return line.slice(0, at) + (others[seed % others.length] ?? "") + line.slice(at + piece.length);
}
