// Live panes: watch, send, choose, by the command `shadow`; the programs and the code of docs/node.md run.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { promisify } from "node:util";
import { Refused, ShadowError, pane, watch } from "shadow-tui";
import { PROMPT, agent } from "./helpers.mjs";

const run = promisify(execFile);
const page = readFileSync("node.md", "utf8");
const blocks = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

test("a prompt is sent and its answer comes", async context => {
  const live = pane(await agent(context, "answers"));
  assert((await live.read()).safe_to_type);
  const turn = await live.send(PROMPT, { timeout: 60 });
  assert.equal(turn.result, "running");
  await assert.rejects(turn.wait({ timeout: 0 }), { name: "TimeoutError" });
  assert.throws(() => turn.answer, ShadowError);
  assert.equal(await turn.wait({ timeout: 60 }), turn);
  assert.equal(turn.outcome, "success");
  assert.match(turn.answer.text, /It needs no change\./);
});

test("a question is answered and the turn goes on", async context => {
  const live = pane(await agent(context, "asks"));
  const turn = await (await live.send(PROMPT)).wait({ timeout: 60 });
  assert(turn.blocked);
  assert.equal(turn.question.kind, "approval_command");
  const codes = async act => {
    const error = await act.then(() => assert.fail("it is refused"), error => error);
    assert(error instanceof Refused, error);
    return error.reasons.map(reason => reason.code);
  };
  assert.deepEqual(await codes(live.choose(turn.question, { match: "no such option" })), ["no_such_option"]);
  assert((await codes(live.send("another prompt"))).includes("dialog_open"));
  const next = await live.choose(turn.question, { match: "Yes" });
  assert((await next.wait({ timeout: 60 })).ended);
});

test("a watch gives the events of all panes", async context => {
  const name = await agent(context, "asks");
  const signal = AbortSignal.timeout(60_000);
  for await (const event of watch({ events: ["surface_changed", "operator_blocked"], signal })) {
    assert.equal(event.pane, name);
    if (event.event === "surface_changed" && event.safe_to_type) await pane(event).send(PROMPT);
    if (event.event === "operator_blocked") {
      assert.notEqual(event.operator_block.appearance, null);
      await pane(event).choose(event.operator_block, { match: "Yes" });
      break;
    }
  }
});

test("what cannot be done throws", async context => {
  await agent(context, "answers");
  await assert.rejects(pane("%77").send("x"), { name: "ShadowError", message: /%77/ });
  await assert.rejects(watch({ panes: ["%77"] }).next(), { name: "ShadowError", message: /%77/ });
  assert.throws(() => pane(7), { name: "TypeError" });
});

test("the page shows its programs, and they run", async context => {
  assert.deepEqual(blocks.slice(0, 2), ["needs_me.mjs", "ask.mjs"].map(name => readFileSync(`node/${name}`, "utf8")));
  const name = await agent(context, "asks");
  const needsMe = spawn(process.execPath, ["node/needs_me.mjs"], { stdio: ["ignore", "pipe", "inherit"] });
  const { stdout } = await run(process.execPath, ["node/ask.mjs", name, PROMPT]);
  assert(stdout.startsWith("it asks: "), stdout);
  for await (const line of createInterface({ input: needsMe.stdout })) {
    assert(line.startsWith(`${name} needs you: `), line);
    break;
  }
  needsMe.kill();
});

test("the program prints the answer, and ends", async context => {
  const { stdout } = await run(process.execPath, ["node/ask.mjs", await agent(context, "answers"), PROMPT]);
  assert.match(stdout, /It needs no change\./);
});

test("the other code of the page runs", async () => {
  const text = "⏺ Three.\n\n✻ Baked for 4s\n\n────────────\n❯\n────────────\n";
  writeFileSync("screen.mjs", `const text = ${JSON.stringify(text)};\n${blocks[2]}`);
  const screen = await run(process.execPath, ["screen.mjs"]);
  assert(screen.stdout.startsWith("idle\nkeys typed now become a prompt\nThree."), screen.stdout);
  const pty = "const pty = { onData: it => it('$ '), onExit: it => setTimeout(it, 50) };";
  writeFileSync("pty.mjs", `${pty}\n${blocks[3]}\nconsole.log('ended');`);
  const own = await run(process.execPath, ["pty.mjs"]);
  assert.equal(own.stdout, "ended\n");
});
