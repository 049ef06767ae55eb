/** Runs that fail, each under its name: sign-in, limits, errors above, time. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Json } from "../server.ts";
import { until } from "../server.ts";
import type { Agent, Done, Stage } from "../stage.ts";
import { assert, processesOf, tmuxOf } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";
import { sessionOf, succeeded, untriedByItself } from "./tasks.ts";

/** The session of a run that was stopped is kept, and a comment goes on in it. */
async function goesOn(stage: Stage, agent: Agent, stopped: Done & { issue: string; runId: string }): Promise<void> {
  await stage.paperclip.post(`/api/issues/${stopped.issue}/comments`, { body: "Go on. [[play 2: say It goes on.]]" });
  const next = await stage.settled(await stage.newRun(agent, [stopped.runId], 120));
  succeeded(next);
  assert(next.log.includes("It goes on."), `the comment arrived\n${next.log}`);
  assert(sessionOf(next) === sessionOf(stopped), `another session\n${stopped.log}\n${next.log}`);
}

export const trouble: Case[] = [
  {
    name: "a sign-in screen",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const agent = await stage.agent({}, { signedOut: true });
      const done = await stage.play(agent, "[[play 1: say Never.]]");
      assert(done.status === "failed" && done.errorCode === `${stage.cli}_auth_required`, `${done.status} ${done.errorCode} ${done.message}\n${done.log}`);
      assert(stage.model.countOf(done.script) === 0, "nothing was sent");
      assert(/sign in once as the server's user \(run `\S*(?:claude|codex)` in a terminal/.test(done.message), `it says how: ${done.message}`);
      // Claude Code tells it as the answer to a prompt; Codex takes none, so that nothing was begun: one more try, then none.
      if (stage.cli === "claude") return;
      const status = async (): Promise<unknown> => (await stage.paperclip.get(`/api/issues/${done.issue}`)).status;
      await until("the task waits for a person", 60, async () => (await status()) === "blocked");
      const runs = await stage.runsOf(agent);
      assert(runs.length === 2 && runs.every((run) => run.status === "failed"), JSON.stringify(runs));
    },
  },
  {
    name: "a sign-in screen that shows its address",
    types: ["claude_tui"],
    quick: ["claude_tui"],
    run: async (stage) => {
      const agent = await stage.agent({}, { firstRun: true });
      const issue = await stage.task(agent, "[[play 1: say Never.]]");
      const runId = await stage.newRun(agent);
      // What comes first is how it shall look.
      const theme = await stage.question(issue);
      await stage.answer(issue, theme, /^dark mode/i);
      const done = await stage.settled(runId);
      assert(done.errorCode === "claude_auth_required", `${done.errorCode} ${done.message}\n${done.log}`);
      const url = /https:\/\/claude\.(?:ai|com)\/\S*oauth\/authorize\?[^\s;]{20,}/.exec(done.message)?.[0] ?? "";
      const screen = String((done.run.resultJson as Json).screen);
      assert(url !== "" && screen.replaceAll(/\s/g, "").includes(url), `the address is the one on the screen: ${done.message}\n${screen}`);
      // Newer versions show a short one; a long one is wrapped over several rows, to its last part.
      assert(url.includes("client_id=") === url.includes("&state="), `the whole address: ${url}\n${screen}`);
    },
  },
  {
    name: "a limit, with the time of its end",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const agent = await stage.agent({}, { subscription: true });
      const done = await stage.play(agent, "[[play 1: limit 7200]]");
      assert(done.errorCode === "provider_quota", `${done.errorCode} ${done.message}\n${done.log}`);
      const retry = await until("a retry is scheduled", 20, async () => (await stage.runsOf(agent)).find((run) => run.status === "scheduled_retry"));
      const minutes = (Date.parse(String(retry.scheduledRetryAt)) - Date.now()) / 60_000;
      assert(minutes > 90 && minutes < 150, `the retry is in ${minutes} minutes: ${JSON.stringify(retry)}`);
    },
  },
  {
    name: "an error above, and its retry",
    types: BOTH,
    quick: ["codex_tui"],
    run: async (stage) => {
      const agent = await stage.agent(stage.cli === "claude" ? { env: { CLAUDE_CODE_MAX_RETRIES: "0" } } : {});
      const first = await stage.play(agent, "[[play 1: fail 529 1; say After all.]]");
      assert(first.errorCode === `${stage.cli}_transient_upstream`, `${first.errorCode} ${first.message}\n${first.log}`);
      const second = await stage.settled(await stage.newRun(agent, [first.runId], 120));
      succeeded(second);
      assert(second.log.includes("After all.") || second.log.includes("Understood"), second.log);
    },
  },
  {
    name: "what a person has to see to in mid turn: nothing is tried before, and a comment goes on",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      for (const [status, code] of [[401, `${stage.cli}_auth_required`], [404, "model_not_found"]] as const) {
        const agent = await stage.agent();
        const done = await stage.play(agent, `[[play 1: fail ${status} 9; say Never.]]`);
        assert(done.errorCode === code, `${status}: ${done.errorCode} ${done.message}\n${done.log}`);
        await untriedByItself(stage, agent, done.issue, code);
        const issue = await stage.paperclip.get(`/api/issues/${done.issue}`);
        assert((issue.status === "blocked") === (status === 404), `${code}: the task is ${String(issue.status)}`);
        await goesOn(stage, agent, done);
      }
    },
  },
  {
    name: "a time limit",
    types: BOTH,
    quick: ["codex_tui"],
    run: async (stage) => {
      // The limit counts from the run's beginning, and it is to end a turn: a loaded machine starts a CLI in more than ten seconds.
      const agent = await stage.agent({ timeoutSec: 30, graceSec: 5 });
      const done = await stage.play(agent, "[[play 1: hang]]");
      assert(done.status === "timed_out", `${done.status} ${done.errorCode}\n${done.log}`);
      assert(processesOf(done.runId).length === 0, `left: ${processesOf(done.runId).join("\n")}`);
      await goesOn(stage, agent, done);
    },
  },
  {
    name: "a stall: nothing on the screen tells what goes on",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      // tmux lets a stopped program of its own go on: the CLI is the child of that one.
      const home = stage.home();
      const command = join(home.folder, "cli");
      writeFileSync(command, `#!/bin/sh\n${String(home.config.command)} "$@"\nexit $?\n`, { mode: 0o755 });
      const agent = await stage.agent({ command, stallTimeoutSec: 5, graceSec: 3 });
      const issue = await stage.task(agent, "[[play 1: hang]]");
      const runId = await stage.newRun(agent);
      const init = await stage.line(runId, "tui.init");
      await stage.line(runId, "tui.prompt");
      const tmux = tmuxOf(String(init.attach));
      // A CLI that draws no more, and a screen of nothing that it would draw.
      const pane = tmux("display-message", "-p", "-t", "agent", "#{pane_pid}").trim();
      process.kill(Number(execFileSync("pgrep", ["-P", pane], { encoding: "utf8" })), "SIGSTOP");
      writeFileSync(tmux("display-message", "-p", "-t", "agent", "#{pane_tty}").trim(), "\x1b[?1049l\x1b[2J\x1b[H?? ?? ??\r\n");
      const done = await stage.settled(runId);
      assert(done.errorCode === "tui_stalled", `${done.errorCode} ${done.message}\n${done.log}`);
      assert(done.lines.some((line) => line.type === "tui.stalled"), done.log);
      assert(processesOf(runId).length === 0, `left: ${processesOf(runId).join("\n")}`);
      await goesOn(stage, agent, { ...done, issue, runId });
    },
  },
  {
    name: "a cancellation: answered with 200, the CLI is gone",
    types: BOTH,
    quick: ["codex_tui"],
    run: async (stage) => {
      const agent = await stage.agent();
      const issue = await stage.task(agent, "[[play 1: hang]]");
      const runId = await stage.newRun(agent);
      await stage.line(runId, "tui.prompt");
      const { status, text } = await stage.paperclip.raw("POST", `/api/heartbeat-runs/${runId}/cancel`, {});
      assert(status === 200, `${status} ${text}`);
      const done = await stage.settled(runId);
      assert(done.status === "cancelled", done.status);
      assert(processesOf(runId).length === 0, `left: ${processesOf(runId).join("\n")}`);
      await stage.paperclip.post(`/api/issues/${issue}/comments`, { body: "Again. [[play 2: say Now it ends.]]" });
      succeeded(await stage.settled(await stage.newRun(agent, [runId])));
    },
  },
];
