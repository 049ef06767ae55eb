/** What is killed under a run: nothing is left, the run settles, the next one works. */

import { sleep, until } from "../server.ts";
import type { Agent, Stage } from "../stage.ts";
import { assert, processesOf, tmuxOf } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";
import { succeeded } from "./tasks.ts";

/** A run in mid turn. */
async function midTurn(stage: Stage): Promise<{ agent: Agent; issue: string; runId: string; tmux: (...args: string[]) => string }> {
  const agent = await stage.agent();
  const issue = await stage.task(agent, "[[play 1: hang]]");
  const runId = await stage.newRun(agent);
  const init = await stage.line(runId, "tui.init");
  await stage.line(runId, "tui.prompt");
  await sleep(1_000);
  return { agent, issue, runId, tmux: tmuxOf(String(init.attach)) };
}

async function nextWorks(stage: Stage, agent: Agent, issue: string, seen: string[]): Promise<void> {
  await stage.paperclip.post(`/api/issues/${issue}/comments`, { body: "Again. [[play 2: say It works again.]]" });
  const next = await stage.settled(await stage.newRun(agent, seen, 120));
  succeeded(next);
  assert(next.log.includes("It works again."), next.log);
}

export const processes: Case[] = [
  {
    name: "the pane's program is killed",
    types: BOTH,
    quick: true,
    run: async (stage) => {
      const { agent, issue, runId, tmux } = await midTurn(stage);
      process.kill(Number(tmux("display-message", "-p", "-t", "agent", "#{pane_pid}").trim()), "SIGKILL");
      const done = await stage.settled(runId);
      assert(done.errorCode === "tui_pane_lost", `${done.errorCode}\n${done.log}`);
      assert(processesOf(runId).length === 0, `left: ${processesOf(runId).join("\n")}`);
      await nextWorks(stage, agent, issue, [runId]);
    },
  },
  {
    name: "tmux is killed",
    types: BOTH,
    quick: false,
    newestOnly: true,
    run: async (stage) => {
      const { agent, issue, runId, tmux } = await midTurn(stage);
      process.kill(Number(tmux("display-message", "-p", "#{pid}").trim()), "SIGKILL");
      const done = await stage.settled(runId);
      assert(done.errorCode === "tui_pane_lost", `${done.errorCode}\n${done.log}`);
      assert(processesOf(runId).length === 0, `left: ${processesOf(runId).join("\n")}`);
      await nextWorks(stage, agent, issue, [runId]);
    },
  },
  {
    name: "the server is stopped",
    types: BOTH,
    quick: false,
    newestOnly: true,
    when: "alone",
    run: async (stage) => {
      const { agent, issue, runId } = await midTurn(stage);
      await stage.paperclip.stop("SIGTERM");
      await until("nothing is left", 20, () => Promise.resolve(processesOf(runId).length === 0));
      await stage.paperclip.start();
      const done = await stage.settled(runId, 120);
      assert(done.status !== "succeeded", done.status);
      await nextWorks(stage, agent, issue, [runId]);
    },
  },
  {
    name: "the server crashes",
    types: BOTH,
    quick: false,
    newestOnly: true,
    when: "alone",
    run: async (stage) => {
      const { agent, issue, runId } = await midTurn(stage);
      await stage.paperclip.stop("SIGKILL");
      await stage.paperclip.start();
      await until("nothing is left", 30, () => Promise.resolve(processesOf(runId).length === 0));
      const done = await stage.settled(runId, 300);
      assert(done.status !== "succeeded", done.status);
      await nextWorks(stage, agent, issue, [runId]);
    },
  },
];
