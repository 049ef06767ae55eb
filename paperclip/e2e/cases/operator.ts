/** Dialogs: asked on the board and answered there, by policy, and those that nobody can answer. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Json } from "../server.ts";
import { sleep, until } from "../server.ts";
import type { Agent, Done, Stage } from "../stage.ts";
import { assert, processesOf, tmuxOf } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";
import { sessionOf, succeeded, untriedByItself } from "./tasks.ts";

const run = (file: string): string => `run touch ${file}`;

async function begin(stage: Stage, script: string, config: Json = {}, wish = {}): Promise<{ agent: Agent; issue: string; runId: string }> {
  const agent = await stage.agent(config, wish);
  const issue = await stage.task(agent, script);
  return { agent, issue, runId: await stage.newRun(agent) };
}

/** Whether an agent has heard that something was refused: as what its tool gave, or in the words of the next turn. */
const wasTold = (done: Done): boolean => /Understood: The operator refused/.test(done.log) || done.lines.some((line) => line.type === "tui.tool_result" && /reject|denied|refus|declin|didn.t want/i.test(line.text));

export const operator: Case[] = [
  {
    name: "an approval answered on the board: allowed",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("allowed.txt")}; say It is made.]]`);
      const question = await stage.question(issue);
      assert(JSON.stringify(question).includes("allowed.txt"), `the subject is shown: ${JSON.stringify(question)}`);
      await stage.answer(issue, question, /^yes/i);
      const done = await stage.settled(runId);
      succeeded(done);
      assert(existsSync(join(agent.home.cwd, "allowed.txt")), `the command ran\n${done.log}`);
      assert(done.lines.some((line) => line.type === "tui.operator_resolved" && line.by === "the board"), done.log);
    },
  },
  {
    name: "an approval answered on the board: refused",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("refused.txt")}; say Then not.]]`);
      await stage.answer(issue, await stage.question(issue), /^no/i);
      const done = await stage.settled(runId);
      succeeded(done);
      assert(!existsSync(join(agent.home.cwd, "refused.txt")), "the command did not run");
      assert(/Understood: The operator refused|Then not/.test(done.log), `the agent was told\n${done.log}`);
    },
  },
  {
    name: "an approval on the board that nobody answers",
    types: BOTH,
    quick: ["codex_tui"],
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("late.txt")}; say Made.]]`, { operatorTimeoutSec: 6 });
      await stage.question(issue);
      const done = await stage.settled(runId);
      assert(done.status === "failed" && done.errorCode === "tui_operator_required", `${done.status} ${done.errorCode}\n${done.log}`);
      assert(!existsSync(join(agent.home.cwd, "late.txt")), "nothing was pressed");
      assert(processesOf(runId).length === 0, "nothing is left");
      const stopped = await untriedByItself(stage, agent, issue, "tui_operator_required");
      await stage.paperclip.post(`/api/issues/${issue}/comments`, { body: "Then without it. [[play 2: say Now without it.]]" });
      const next = await stage.settled(await stage.newRun(agent, [runId]));
      succeeded(next);
      assert(next.log.includes("Now without it."), next.log);
      assert(sessionOf(next) === sessionOf(done), "it goes on in the same session");
      const listed = (await stage.paperclip.get(`/api/issues/${issue}/interactions`)) as unknown as Json[];
      assert(listed.find((item) => item.id === stopped.id)?.status !== "pending", "the question when to go on is open no more");
    },
  },
  {
    name: "a run that ends at a dialog goes on when the board says so",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("never.txt")}; say Made.]]`, { operatorPolicy: "fail" });
      const done = await stage.settled(runId);
      assert(done.errorCode === "tui_operator_required", `${done.errorCode}\n${done.log}`);
      await stage.answer(issue, await untriedByItself(stage, agent, issue, "tui_operator_required"), null, "Without it. [[play 2: say Now without it.]]");
      const next = await stage.settled(await stage.newRun(agent, [runId]));
      succeeded(next);
      assert(next.log.includes("Now without it."), `the words of the answer arrived\n${next.log}`);
      assert(sessionOf(next) === sessionOf(done), "it goes on in the same session");
    },
  },
  {
    name: "an edit that is refused on the board",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const path = "/mnt/work/outside.txt";
      const { issue, runId } = await begin(stage, `[[play 1: write ${path}; say Then not.]]`);
      const question = await stage.question(issue);
      await stage.answer(issue, question, /^no/i);
      const done = await stage.settled(runId);
      succeeded(done);
      assert(!existsSync(path), "the file was not written");
    },
  },
  {
    name: "a refusal in words reaches the agent",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("worded.txt")}; say Then not.]]`);
      await stage.answer(issue, await stage.question(issue), null, "Use the folder of the week instead");
      const done = await stage.settled(runId);
      succeeded(done);
      assert(!existsSync(join(agent.home.cwd, "worded.txt")), "the command did not run");
      assert(/Understood:.*Use the folder of the week instead/.test(done.log), `the agent heard it\n${done.log}`);
    },
  },
  {
    name: "a question, answered on the board by an option",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const wish = { toml: "features.default_mode_request_user_input = true" };
      const { issue, runId } = await begin(stage, "[[play 1: ask Which colour? | Red | Green; say You chose RESULT]]", {}, wish);
      const question = await stage.question(issue);
      await stage.answer(issue, question, /^green/i);
      const done = await stage.settled(runId);
      succeeded(done);
      assert(/You chose .*Green/.test(done.log), `the answer arrived\n${done.log}`);
    },
  },
  {
    name: "a question, answered on the board in words",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const wish = { toml: "features.default_mode_request_user_input = true" };
      const { issue, runId } = await begin(stage, "[[play 1: ask Which colour? | Red | Green; say You chose RESULT]]", {}, wish);
      const question = await stage.question(issue);
      assert(JSON.stringify(question).includes("Which colour?"), JSON.stringify(question));
      await stage.answer(issue, question, null, "Ultramarine");
      const done = await stage.settled(runId);
      succeeded(done);
      assert(/(?:You chose|Understood:).*Ultramarine/.test(done.log), `the words arrived\n${done.log}`);
    },
  },
  {
    name: "a dialog that a person answers at the terminal is taken back from the board",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("by-hand.txt")}; say Made.]]`);
      const question = await stage.question(issue);
      const init = await stage.line(runId, "tui.init");
      tmuxOf(String(init.attach))("send-keys", "-t", "agent", "Enter");
      const done = await stage.settled(runId);
      succeeded(done);
      assert(existsSync(join(agent.home.cwd, "by-hand.txt")), "the command ran");
      const listed = (await stage.paperclip.get(`/api/issues/${issue}/interactions`)) as unknown as Json[];
      assert(listed.find((item) => item.id === question.id)?.status !== "pending", "the question is open no more");
    },
  },
  {
    name: "a dialog that changes under a pending answer is asked anew, and the answer is not pressed on it",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("first.txt")}; ${run("second.txt")}; say Done with both.]]`);
      const first = await stage.question(issue);
      const init = await stage.line(runId, "tui.init");
      tmuxOf(String(init.attach))("send-keys", "-t", "agent", "Enter");
      // Quicker than the adapter, or too late: either is right.
      await stage.answer(issue, first, /^yes/i).catch(() => undefined);
      const second = await stage.question(issue, [String(first.id)]);
      assert(JSON.stringify(second).includes("second.txt"), `the other dialog is asked about: ${JSON.stringify(second)}`);
      const listed = (await stage.paperclip.get(`/api/issues/${issue}/interactions`)) as unknown as Json[];
      assert(listed.find((item) => item.id === first.id)?.status !== "pending", "the old question is open no more");
      await stage.answer(issue, second, /^no/i);
      succeeded(await stage.settled(runId));
      assert(existsSync(join(agent.home.cwd, "first.txt")) && !existsSync(join(agent.home.cwd, "second.txt")), "the first ran, the second did not");
    },
  },
  {
    name: "two approvals in one turn are asked one after the other",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, `[[play 1: ${run("one.txt")}; ${run("two.txt")}; say Both.]]`);
      const first = await stage.question(issue);
      await stage.answer(issue, first, /^yes/i);
      const second = await stage.question(issue, [String(first.id)]);
      await stage.answer(issue, second, /^yes/i);
      succeeded(await stage.settled(runId));
      assert(existsSync(join(agent.home.cwd, "one.txt")) && existsSync(join(agent.home.cwd, "two.txt")), "both ran");
    },
  },
  {
    name: "policies: deny, fail, allowlist, wait for a person",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const script = `[[play 1: ${run("policy.txt")}; say Went on.]]`;
      const denying = await stage.agent({ operatorPolicy: "deny" });
      const denied = await stage.play(denying, script);
      succeeded(denied);
      assert(!existsSync(join(denying.home.cwd, "policy.txt")), "what is denied did not run");
      assert(wasTold(denied), `the agent was told\n${denied.log}`);
      const outside = `/mnt/work/denied-${stage.cli}-${stage.version}.txt`;
      const edit = await stage.play(denying, `[[play 1: write ${outside}; say Went on.]]`);
      succeeded(edit);
      assert(!existsSync(outside), "the edit did not happen");
      assert(wasTold(edit), `the agent was told of the edit\n${edit.log}`);
      const failed = await stage.play(await stage.agent({ operatorPolicy: "fail" }), script);
      assert(failed.errorCode === "tui_operator_required", `${failed.errorCode}\n${failed.log}`);
      const listed = await stage.agent({ operatorPolicy: "allowlist", operatorAllowlist: "touch *.txt" });
      succeeded(await stage.play(listed, script));
      assert(existsSync(join(listed.home.cwd, "policy.txt")), "what is listed ran");
      const waiting = await begin(stage, script, { operatorPolicy: "wait_for_attach" });
      await until("it waits", 60, async () => (await stage.log(waiting.runId)).includes("waiting for a person at the terminal"));
      const init = await stage.line(waiting.runId, "tui.init");
      tmuxOf(String(init.attach))("send-keys", "-t", "agent", "Enter");
      succeeded(await stage.settled(waiting.runId));
    },
  },
  {
    name: "a folder that is not trusted: asked on the board, or answered as configured",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const { issue, runId } = await begin(stage, "[[play 1: say Trusted.]]", {}, { untrusted: true });
      // Codex asks nothing of a folder from 0.160 on.
      if (stage.cli === "claude" || Number(stage.version.split(".")[1]) < 160) {
        const question = await stage.question(issue);
        await stage.answer(issue, question, /^(?:yes|trust)/i);
      }
      succeeded(await stage.settled(runId));
      succeeded(await stage.play(await stage.agent({ trustWorkspace: true }, { untrusted: true }), "[[play 1: say Trusted too.]]"));
    },
  },
  {
    name: "a folder that is not trusted, and is not to be: the run ends, and nothing starts by itself",
    types: ["claude_tui"],
    quick: [],
    newestOnly: true,
    run: async (stage) => {
      const { agent, issue, runId } = await begin(stage, "[[play 1: say Trusted.]]", {}, { untrusted: true });
      await stage.answer(issue, await stage.question(issue), /^no/i);
      const done = await stage.settled(runId);
      assert(done.errorCode === "tui_refused", `${done.errorCode}\n${done.log}`);
      // The server wakes the agent for every answer, and tries twice, half a minute apart, what it thinks to be worth it.
      await sleep(45_000);
      const runs = await stage.runsOf(agent);
      const more = await Promise.all(runs.filter((run) => run.id !== runId).map((run) => stage.settled(String(run.id))));
      assert(more.length <= 1 && more.every((run) => run.errorCode === "tui_refused" && run.lines.every((line) => line.type === "tui.error" || line.type === "tui.result")), `nothing is started: ${JSON.stringify(more)}`);
      const listed = (await stage.paperclip.get(`/api/issues/${issue}/interactions`)) as unknown as Json[];
      assert(listed.filter((item) => item.status === "pending").length === 1, `when to go on is asked once: ${JSON.stringify(listed)}`);
    },
  },
  {
    name: "a command that the screen cuts: the board reads it whole, from the transcript, and allows it",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const command = ["touch first.txt", ...Array.from({ length: 70 }, (_, at) => `echo step ${at}`), "touch last.txt"].join("\n");
      const { agent, issue, runId } = await begin(stage, `[[play 1: run64 ${Buffer.from(command).toString("base64")}; say It is made.]]`);
      const question = await stage.question(issue);
      assert(/touch first\.txt ⏎.*echo step 0 ⏎.*echo step 69 ⏎/.test(JSON.stringify(question)), `every line is shown: ${JSON.stringify(question)}`);
      await stage.answer(issue, question, /^yes/i);
      succeeded(await stage.settled(runId));
      for (const file of ["first.txt", "last.txt"]) assert(existsSync(join(agent.home.cwd, file)), `the command ran: ${file}`);
    },
  },
  {
    name: "a command that the screen cuts, with an end that the allowlist has",
    types: BOTH,
    quick: [],
    run: async (stage) => {
      const hidden = `touch hidden.txt${"\n".repeat(70)}echo harmless`;
      const { agent, issue, runId } = await begin(stage, `[[play 1: run64 ${Buffer.from(hidden).toString("base64")}; say Then not.]]`, { operatorPolicy: "allowlist", operatorAllowlist: "echo *" });
      const question = await stage.question(issue);
      assert(JSON.stringify(question).includes("hidden.txt"), `what has left the screen is shown: ${JSON.stringify(question)}`);
      await stage.answer(issue, question, /^no/i);
      succeeded(await stage.settled(runId));
      assert(!existsSync(join(agent.home.cwd, "hidden.txt")), "nothing of it ran");
    },
  },
];
