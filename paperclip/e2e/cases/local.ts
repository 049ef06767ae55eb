/** The package that takes the place of the built-in adapter: what it logs is read by the parser and the formatter that come with Paperclip. */

import type { Json } from "../server.ts";
import { until } from "../server.ts";
import type { Stage } from "../stage.ts";
import { assert, processesOf } from "../stage.ts";
import type { Case } from "./case.ts";
import { succeeded } from "./tasks.ts";

const BUILT_IN = "/mnt/cache/server/node_modules/@paperclipai/adapter-claude-local/dist";

interface Entry {
  kind: string;
  text?: string;
  toolUseId?: string;
}

type Parse = (line: string, ts: string) => Entry[];

/** Runs something while the package is installed, and takes it away again. */
export async function inPlace(stage: Stage, act: () => Promise<void>): Promise<void> {
  await stage.paperclip.post("/api/adapters/install", { packageName: "/mnt/repo/paperclip/claude-local", isLocalPath: true });
  try {
    await act();
  } finally {
    await stage.paperclip.raw("DELETE", `/api/adapters/${stage.type}`);
  }
}

/** The entries of a log, by the parser that comes with Paperclip. */
async function entriesOf(lines: string[]): Promise<Entry[]> {
  const { parseClaudeStdoutLine: parse } = (await import(`${BUILT_IN}/ui/index.js`)) as { parseClaudeStdoutLine: Parse };
  return lines.flatMap((line) => {
    const entries = parse(line, "2026-01-01T00:00:00.000Z");
    assert(entries.length > 0, `no entry: ${line}`);
    assert(entries.every((entry) => entry.kind !== "stdout" || !entry.text?.startsWith("{")), `not understood: ${line}`);
    return entries;
  });
}

/** What the formatter that comes with Paperclip prints of a log. */
async function printed(lines: string[]): Promise<string> {
  const { printClaudeStreamEvent: print } = (await import(`${BUILT_IN}/cli/index.js`)) as { printClaudeStreamEvent: (line: string, debug: boolean) => void };
  const { log } = console;
  const said: string[] = [];
  console.log = (...words: unknown[]) => void said.push(words.join(" "));
  try {
    for (const line of lines) print(line, false);
  } finally {
    console.log = log;
  }
  return said.join("\n");
}

export const local: Case[] = [
  {
    name: "in the place of the built-in: a task to its end, read by Paperclip's own parser and formatter",
    types: ["claude_local"],
    quick: ["claude_local"],
    newestOnly: true,
    when: "last",
    run: async (stage) => {
      const before = await stage.paperclip.get(`/api/adapters/${stage.type}`);
      await inPlace(stage, async () => {
        const agent = await stage.agent({ operatorPolicy: "allowlist", operatorAllowlist: "touch *" });
        const done = await stage.play(agent, "[[play 1: run touch local.txt; say The number is 8229.]]");
        succeeded(done);
        const lines = done.log.split("\n").filter((line) => line !== "" && !line.startsWith("[paperclip]"));
        const entries = await entriesOf(lines);
        const kinds = new Set(entries.map((entry) => entry.kind));
        for (const kind of ["init", "assistant", "tool_call", "tool_result", "result"]) assert(kinds.has(kind), `no ${kind}\n${done.log}`);
        const call = entries.find((entry) => entry.kind === "tool_call");
        assert(entries.some((entry) => entry.kind === "tool_result" && entry.toolUseId === call?.toolUseId), `the result of the call\n${done.log}`);
        assert(entries.some((entry) => entry.kind === "assistant" && entry.text?.includes("8229")), done.log);
        assert(lines.some((line) => line.includes("wants to run a command") && line.includes("touch local.txt")), `what was asked can be read\n${done.log}`);
        const said = await printed(lines);
        assert(said.includes("8229") && said.includes("touch local.txt"), said);
        const usage = done.run.usageJson as Json | null;
        assert(usage && Number(usage.inputTokens) > 0, `usage: ${JSON.stringify(usage)}`);
        await until("the agent's comment", 20, async () => (await stage.comments(done.issue)).some((body) => body.includes("8229")));
        assert(processesOf(done.runId).length === 0, "nothing is left");
      });
      const after = await stage.paperclip.get(`/api/adapters/${stage.type}`);
      assert(after.source === before.source && after.loaded === true, `the built-in is back: ${JSON.stringify(after)}`);
    },
  },
];
