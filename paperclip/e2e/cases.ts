/** What is shown, case by case. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { until } from "./server.ts";
import type { Stage } from "./stage.ts";
import { assert, processesOf } from "./stage.ts";

export interface Case {
  name: string;
  types: string[];
  /** Belongs to the part that .ci/run has time for. */
  quick: boolean;
  newestOnly?: boolean;
  run: (stage: Stage) => Promise<void>;
}

const BOTH = ["claude_tui", "codex_tui"];

export const cases: Case[] = [
  {
    name: "a task to its end: comment, log, usage, session",
    types: BOTH,
    quick: true,
    run: async (stage) => {
      const agent = await stage.agent();
      const done = await stage.play(agent, "[[play 1: say The number is 7114.]]");
      assert(done.status === "succeeded", `the run is ${done.status}: ${done.errorCode} ${done.message}\n${done.log}`);
      assert(done.lines.some((line) => line.type === "tui.text" && line.text.includes("7114")), `the log has the answer\n${done.log}`);
      assert(stage.model.countOf("7114") === 1, `the prompt arrived once, not ${stage.model.countOf("7114")} times`);
      const usage = done.run.usageJson as Record<string, unknown> | null;
      assert(usage && Number(usage.inputTokens) > 0, `usage: ${JSON.stringify(usage)}`);
      await until("the agent's comment", 15, async () => (await stage.comments(done.issue)).some((body) => body.includes("7114")));
      const sessions = JSON.stringify(await stage.paperclip.get(`/api/agents/${agent.id}/task-sessions`));
      assert(/[0-9a-f]{8}-/.test(sessions) && sessions.includes("project"), `sessions: ${sessions}`);
      assert(processesOf(done.runId).length === 0, `left: ${processesOf(done.runId).join("\n")}`);
      assert(!existsSync(join(agent.home.cwd, ".claude")) && !existsSync(join(agent.home.cwd, ".codex")), "nothing of the adapter's lies in the working folder");
    },
  },
];
