/** What is killed under a run: nothing is left, the run settles, the next one works. */

import type { Json } from "../server.ts";
import { sleep, until } from "../server.ts";
import type { Agent, Stage } from "../stage.ts";
import { assert, processesOf, tmuxOf, withMark } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";
import { succeeded } from "./tasks.ts";

/** A run in mid turn. */
async function midTurn(stage: Stage): Promise<{ agent: Agent; issue: string; runId: string; tmux: (...args: string[]) => string }> {
  const agent = await stage.agent();
  const issue = await stage.task(agent, withMark("[[play 1: hang 1; say It is over.]]"));
  const runId = await stage.newRun(agent);
  const init = await stage.line(runId, "tui.init");
  await stage.line(runId, "tui.prompt");
  await sleep(1_000);
  return { agent, issue, runId, tmux: tmuxOf(String(init.attach)) };
}

/** A comment starts a run that does what it says. */
async function nextWorks(stage: Stage, agent: Agent, issue: string, seen: string[]): Promise<void> {
  await stage.paperclip.post(`/api/issues/${issue}/comments`, { body: "Again. [[play 2: say It works again.]]" });
  await works(stage, agent, seen);
}

async function works(stage: Stage, agent: Agent, seen: string[]): Promise<void> {
  const known = [...seen];
  for (let rounds = 0; ; rounds += 1) {
    const next = await stage.settled(await stage.newRun(agent, known, 120));
    succeeded(next);
    if (next.log.includes("It works again.")) return;
    assert(rounds < 2, `the comment did not arrive\n${next.log}`);
    known.push(String(next.run.id));
  }
}

/**
 * A server that is stopped takes no word of ours along, and of adapters that it did not bring it holds the task until the
 * board says what came of the run: that a comment waits until then, and that it goes on afterwards.
 */
async function reconciledWorks(stage: Stage, agent: Agent, issue: string, runId: string): Promise<void> {
  await stage.paperclip.post(`/api/issues/${issue}/comments`, { body: "Again. [[play 2: say It works again.]]" });
  const blocker = await until("the task is held", 60, async () => (await stage.paperclip.get(`/api/issues/${issue}`)).executionBlocker as Json | null);
  assert(blocker.runId === runId, JSON.stringify(blocker));
  await stage.paperclip.post(`/api/issues/${issue}/recovery-actions/resolve`, {
    actionId: blocker.recoveryActionId, outcome: "restored", sourceIssueStatus: "todo", resolutionNote: "The server went down.",
    executionReconciliation: { runId, providerStopped: true, actionOutcome: "not_performed", outcomeEvidence: "The agent was stopped before it had done anything." },
  });
  await works(stage, agent, [runId]);
}

export const processes: Case[] = [
  {
    name: "the pane's program is killed",
    types: BOTH,
    quick: ["codex_tui"],
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
    quick: [],
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
    quick: [],
    when: "alone",
    run: async (stage) => {
      const { agent, issue, runId } = await midTurn(stage);
      await stage.paperclip.stop("SIGTERM");
      await until("nothing is left", 20, () => Promise.resolve(processesOf(runId).length === 0));
      await stage.paperclip.start();
      const done = await stage.settled(runId, 120);
      assert(done.status === "interrupted", done.status);
      await reconciledWorks(stage, agent, issue, runId);
    },
  },
  {
    name: "the server crashes",
    types: BOTH,
    quick: [],
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
