/** Tasks that go well: one, a second wake, many at once, without a task, somebody at the terminal. */

import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Json } from "../server.ts";
import { sleep, until } from "../server.ts";
import type { Agent, Done, Stage } from "../stage.ts";
import { assert, processesOf, tmuxOf } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";

/** The session that the server keeps of a task. */
const storedSession = (stage: Stage, agent: Agent): Promise<Json> =>
  until("the session is stored", 20, async () => ((await stage.paperclip.get(`/api/agents/${agent.id}/task-sessions`)) as unknown as Json[])[0]);

/** The session of a run, by its own log. */
export const sessionOf = ({ lines }: Pick<Done, "lines">): unknown => lines.findLast((line) => line.type === "tui.result")?.sessionId;

export function succeeded(done: Done): void {
  assert(done.status === "succeeded", `the run is ${done.status}: ${done.errorCode} ${done.message}\n${done.log}`);
}

/** Each session has heard each prompt that its runs gave it, once: none lost, none doubled. Wakes that follow a task go into its session. */
export function heardAll(stage: Stage, done: Done[]): { runs: number; prompts: number; sessions: number } {
  const given = new Map<string, number>();
  done.forEach(succeeded);
  for (const { log, lines } of done) {
    const session = sessionOf({ lines });
    assert(typeof session === "string" && session !== "", `a run without a session\n${log}`);
    given.set(session, (given.get(session) ?? 0) + lines.filter((line) => line.type === "tui.prompt").length);
  }
  for (const [session, count] of given) {
    const heard = stage.model.heardIn(session);
    assert(heard.length === count, `${count} prompts were given to the session ${session}, ${heard.length} were heard:\n${heard.map((text) => text.slice(0, 300)).join("\n--\n")}`);
  }
  return { runs: done.length, prompts: [...given.values()].reduce((sum, count) => sum + count, 0), sessions: given.size };
}

/** Nothing of a run is left. The skills of an agent may serve its next wake: they are looked at when it rests. */
export async function leavesNothing(stage: Stage, agent: Agent, runId: string): Promise<void> {
  assert(processesOf(runId).length === 0, `left: ${processesOf(runId).join("\n")}`);
  for (const name of [".claude", ".codex", "skills"]) assert(!existsSync(join(agent.home.cwd, name)), `${name} lies in the working folder`);
  await stage.calm(agent);
  const skills = join(agent.home.folder, ".codex", "skills");
  const left = existsSync(skills) ? readdirSync(skills).filter((name) => !name.startsWith(".")) : [];
  assert(left.length === 0, `skills are left: ${left.join()}`);
}

/** The question when to go on; while it stands the task is neither held nor tried again. */
export async function untriedByItself(stage: Stage, agent: Agent, issue: string, code: string): Promise<Json> {
  const question = await stage.question(issue);
  assert(JSON.stringify(question).includes(`has stopped (${code})`), JSON.stringify(question));
  let blocker: unknown;
  // The run itself holds it until the server has cleaned up after it.
  await until(() => `the task is held no more: ${JSON.stringify(blocker)}`, 20, async () => {
    blocker = (await stage.paperclip.get(`/api/issues/${issue}`)).executionBlocker;
    return !blocker;
  });
  await sleep(3_000);
  const runs = await stage.runsOf(agent);
  assert(runs.length === 1, `the server tries by itself: ${JSON.stringify(runs)}`);
  return question;
}

export const tasks: Case[] = [
  {
    name: "a task to its end: comment, log, usage, session",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const agent = await stage.agent();
      // Claude Code runs this one unasked; of Codex the model asks for what needs an approval alone.
      const tool = stage.cli === "claude" ? "run echo tool-words; " : "";
      const done = await stage.play(agent, `[[play 1: ${tool}say The number is 7114.]]`);
      succeeded(done);
      assert(done.lines.some((line) => line.type === "tui.text" && line.text.includes("7114")), `the log has the answer\n${done.log}`);
      assert(stage.model.countOf(done.script) === 1, `the prompt arrived once, not ${stage.model.countOf(done.script)} times`);
      const usage = done.run.usageJson as Json | null;
      assert(usage && Number(usage.inputTokens) > 0 && Number(usage.outputTokens) > 0, `usage: ${JSON.stringify(usage)}`);
      assert(done.lines.some((line) => line.type === "tui.init" && String(line.attach).includes("attach")), "the log says how to look in");
      await until("the agent's comment", 20, async () => (await stage.comments(done.issue)).some((body) => body.includes("7114")));
      const session = await storedSession(stage, agent);
      assert(/[0-9a-f]{8}-/.test(JSON.stringify(session.sessionParamsJson)), JSON.stringify(session));
      await leavesNothing(stage, agent, done.runId);
    },
  },
  {
    name: "a second wake goes on in the same session",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const agent = await stage.agent();
      const first = await stage.play(agent, "[[play 1: say First words.]]");
      succeeded(first);
      const before = await storedSession(stage, agent);
      await stage.calm(agent);
      const seen = (await stage.runsOf(agent)).map((run) => String(run.id));
      await stage.paperclip.post(`/api/issues/${first.issue}/comments`, { body: "Go on, please. [[play 2: say Second words.]]" });
      const second = await stage.settled(await stage.newRun(agent, seen));
      succeeded(second);
      assert(second.log.includes("Second words."), second.log);
      const after = await storedSession(stage, agent);
      const id = (session: Json): unknown => (session.sessionParamsJson as Json).sessionId;
      assert(id(before) === id(after), `${JSON.stringify(before)} and ${JSON.stringify(after)}`);
      assert(!second.log.includes("First words."), "what was said before is not said again");
    },
  },
  {
    name: "a session whose file is gone begins anew, once",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const agent = await stage.agent();
      const first = await stage.play(agent, "[[play 1: say First words.]]");
      succeeded(first);
      await storedSession(stage, agent);
      await stage.calm(agent);
      const { rmSync } = await import("node:fs");
      rmSync(join(agent.home.folder, stage.cli === "claude" ? ".claude/projects" : ".codex/sessions"), { recursive: true, force: true });
      const seen = (await stage.runsOf(agent)).map((run) => String(run.id));
      await stage.paperclip.post(`/api/issues/${first.issue}/comments`, { body: "Go on. [[play 2: say New words.]]" });
      const second = await stage.settled(await stage.newRun(agent, seen));
      succeeded(second);
      assert(second.log.includes("unknown session"), second.log);
    },
  },
  {
    name: "heartbeats without a task, in one session",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const agent = await stage.agent();
      const beat = async (seen: string[]): Promise<Done> => {
        await stage.paperclip.post(`/api/agents/${agent.id}/wakeup`, { source: "on_demand", triggerDetail: "manual", reason: "look around" });
        const done = await stage.settled(await stage.newRun(agent, seen));
        succeeded(done);
        assert(done.log.includes("Understood"), done.log);
        return done;
      };
      const first = await beat([]);
      await stage.calm(agent);
      // The session comes back by its id alone: its file tells the folder.
      const second = await beat([String(first.run.id)]);
      assert(sessionOf(first) === sessionOf(second), `another session\n${second.log}`);
    },
  },
  {
    name: "a person looks in and types while it works",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const agent = await stage.agent();
      const issue = await stage.task(agent, "[[play 1: slow 12]]");
      const runId = await stage.newRun(agent);
      const init = await stage.line(runId, "tui.init");
      await stage.line(runId, "tui.prompt");
      const tmux = tmuxOf(String(init.attach));
      // A client of a person's, on a terminal of its own, of another size.
      const client = spawn("script", ["-qfec", `stty cols 90 rows 30; ${String(init.attach)}`, "/dev/null"], { stdio: ["pipe", "ignore", "ignore"], env: { ...process.env, TERM: "xterm-256color" } });
      await until("a client shows it", 20, () => Promise.resolve(tmux("list-clients").trim() !== ""));
      for (const letter of "a word of mine") {
        client.stdin.write(letter);
        await sleep(50);
      }
      await until("the words stand there", 20, () => Promise.resolve(tmux("capture-pane", "-p", "-t", "agent").includes("a word of mine")));
      const done = await stage.settled(runId);
      succeeded(done);
      assert(done.log.includes("Second 12."), done.log);
      assert(stage.model.countOf("a word of mine") === 0, "what was typed is nobody's prompt");
      assert(processesOf(runId).length === 0, `left: ${processesOf(runId).join("\n")}`);
      await until("the client has ended, too", 20, () => Promise.resolve(client.exitCode !== null));
      await stage.calm(agent, 180);
      const seen = (await stage.runsOf(agent)).map((run) => String(run.id));
      await stage.paperclip.post(`/api/issues/${issue}/comments`, { body: "Go on. [[play 2: say Undisturbed.]]" });
      const next = await stage.settled(await stage.newRun(agent, seen));
      succeeded(next);
      assert(next.log.includes("Undisturbed."), next.log);
    },
  },
  {
    name: "without a transcript the screen tells, and it is marked so",
    types: ["claude_tui"],
    quick: ["claude_tui"],
    run: async (stage) => {
      const home = stage.home();
      // What is run lives in another home than the one that the adapter knows of.
      const elsewhere = join(home.folder, "elsewhere");
      cpSync(join(home.folder, ".claude.json"), join(elsewhere, ".claude.json"));
      const command = join(home.folder, "claude");
      writeFileSync(command, `#!/bin/sh\nHOME='${elsewhere}' exec ${String(home.config.command)} "$@"\n`, { mode: 0o755 });
      const agent = await stage.agent({ command, cwd: home.cwd });
      const done = await stage.play(agent, "[[play 1: say The number is 5521.]]");
      succeeded(done);
      const words = done.lines.filter((line) => line.type === "tui.text");
      assert(words.some((line) => line.fidelity === "screen" && line.text.includes("5521")), done.log);
      assert((done.run.resultJson as Json).fidelity === "screen", JSON.stringify(done.run.resultJson));
      await until("the agent's comment", 20, async () => (await stage.comments(done.issue)).some((body) => body.includes("5521")));
    },
  },
  {
    name: "ten tasks of one agent at once",
    types: BOTH,
    quick: [],
    when: "alone",
    run: async (stage) => {
      const agent = await stage.agent({ startupTimeoutSec: 300 });
      const numbers = Array.from({ length: 10 }, (_, at) => 4_200 + at);
      await Promise.all(numbers.map((number) => stage.task(agent, `[[play 1: say Number ${number}.]]`)));
      const done = await stage.allRuns(agent, 10, 600);
      done.forEach(succeeded);
      for (const number of numbers) {
        assert(stage.model.countOf(`Number ${number}.`) > 0, `the prompt of ${number} arrived`);
        assert(done.filter((run) => run.lines.some((line) => line.type === "tui.text" && line.text.includes(`Number ${number}.`))).length === 1, `${number} was answered in one run`);
      }
      await stage.calm(agent, 300);
      for (const { run } of done) await leavesNothing(stage, agent, String(run.id));
      const told = heardAll(stage, await stage.allRuns(agent, 10, 60));
      console.log(`      ${told.runs} runs gave ${told.prompts} prompts in ${told.sessions} sessions, each heard once`);
    },
  },
  {
    name: "ten runs while both cores are busy: none is told failed, no prompt lost or doubled",
    types: BOTH,
    quick: [],
    newestOnly: true,
    when: "alone",
    run: async (stage) => {
      const busy = [1, 2].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
      try {
        const agent = await stage.agent({ startupTimeoutSec: 300 });
        for (let round = 0; round < 10; round += 1) {
          const tool = stage.cli === "claude" ? `run echo words-${round}; ` : "";
          const done = await stage.play(agent, `[[play 1: ${tool}say Round ${round} is done.]]`, 300);
          succeeded(done);
          assert(done.lines.some((line) => line.type === "tui.text" && line.text.includes(`Round ${round} is done.`)), done.log);
        }
        await stage.calm(agent);
        const told = heardAll(stage, await stage.allRuns(agent, 10, 60));
        console.log(`      ${told.runs} runs gave ${told.prompts} prompts in ${told.sessions} sessions, each heard once`);
      } finally {
        busy.forEach((child) => child.kill("SIGKILL"));
      }
    },
  },
];
