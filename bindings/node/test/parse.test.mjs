// `parse`, associators and sessions.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as shadow from "shadow-tui";
import { ENDED, RUNNING } from "./helpers.mjs";

const { parse, Session } = shadow;
const PATIENCE = 30_000;

test("CommonJS has the same names", () => {
  const required = createRequire(import.meta.url)("shadow-tui");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(shadow).sort());
  assert.equal(required.parse, shadow.parse);
});

test("a payload has its wire names", () => {
  const text = "⏺ Bash(ls)\n\n────────────────────\n Bash command\n\n   ls\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel\n";
  const payload = parse(text, { provider: "claude" });
  const block = payload.surface_assessment.operator_block;
  assert.equal(payload.surface_assessment.business_state, "awaiting_operator");
  assert.deepEqual([block.subject, block.options[1].keys], ["ls", ["2"]]);
  assert.equal(payload.lifecycle, undefined);
  assert("evidence" in payload.surface_assessment);
});

test("wrong arguments throw", () => {
  assert.throws(() => parse("$ ls", { provider: "gemini" }), { name: "RangeError", message: /give one of claude, codex/ });
  assert.throws(() => parse("$ ls", { cols: 70000 }), { name: "RangeError" });
  assert.throws(() => parse("$ ls", { colums: 80 }), { name: "TypeError", message: /colums/ });
  assert.throws(() => parse("$ ls", { programStatus: [{ state: "busy" }] }), { name: "RangeError", message: /unknown variant/ });
  assert.throws(() => parse(7), { name: "TypeError" });
  assert.throws(() => parse("x".repeat(9 << 20)), shadow.InputError);
  assert.throws(() => new Session({ cols: 0, rows: 24 }), { name: "RangeError", message: /at least 1/ });
  assert.throws(() => new Session({ cols: 1.5, rows: 24 }), { name: "RangeError" });
  assert.throws(() => new Session({ cols: 80, rows: 24, provider: "gemini" }), { name: "RangeError" });
});

test("an error of shadow is an exception", () => {
  const { native, call } = createRequire(import.meta.url)("../node_modules/shadow-tui/lib/native.cjs");
  assert.throws(() => call(() => native._panic()), error => {
    assert(error instanceof shadow.InternalError && error instanceof shadow.ShadowError);
    return /please report it: for the tests/.test(error.message);
  });
  assert.equal(parse("$ ls").surface_assessment.availability, "unsupported");
});

test("associators find the answer", () => {
  const { TailRegexExtractAssociator, SentinelAssociator, JsonBlockAssociator } = shadow;
  const text = "❯ say DONE:<n>\n\n⏺ DONE:41\n  DONE:42\n\n────────────────────\n❯\n────────────────────\n";
  const payload = parse(text, { provider: "claude" });
  const last = new TailRegexExtractAssociator("DONE:(\\d+)", { last: true, after: "last_prompt" });
  assert.deepEqual(last.associate(payload), { text: "42", acrossWraps: false });
  assert.equal(new SentinelAssociator("<<<", ">>>", { prompt: "go" }).associate("go\n<<<\nb\n>>>").text, "b");
  assert.equal(new SentinelAssociator("<<<", ">>>").associate("<<<\nb"), null);
  assert.equal(new JsonBlockAssociator(["ok"], { prompt: "go" }).associate('go\n{"ok": 1}').text, '{"ok":1}');
  assert.throws(() => new TailRegexExtractAssociator("("), { name: "RangeError", message: /unclosed group/ });
});

test("a turn is reported by timers of the session's own", async () => {
  const session = new Session({ cols: 40, rows: 12, provider: "claude", name: "mine" });
  session.feed(RUNNING);
  let answer;
  for await (const event of session.events({ signal: AbortSignal.timeout(PATIENCE) })) {
    assert.equal(event.pane, "mine");
    if (event.event === "turn_started") {
      assert.equal(session.payload.surface_assessment.business_state, "working");
      assert.equal(session.payload.lifecycle.turn, "in_progress");
      session.feed(Buffer.from(ENDED));
    }
    if (event.event === "turn_ended") {
      answer = event.record.answer.text;
      session.end();
    }
  }
  assert.equal(answer, "There are three.");
  assert.throws(() => session.feed("x"), { name: "RangeError", message: /has ended/ });
});

test("an abort ends the events", async () => {
  const session = new Session({ cols: 40, rows: 12 });
  const abort = new AbortController();
  const reading = (async () => {
    for await (const _ of session.events({ signal: abort.signal })) assert.fail("no event comes");
  })();
  abort.abort();
  await assert.rejects(reading, { name: "AbortError" });
});

test("a size changes and queries are answered", () => {
  const session = new Session({ cols: 80, rows: 24 });
  session.feed("\x1b[6n");
  assert.equal(session.takeReplies().toString(), "\x1b[1;1R");
  session.resize(100, 30);
  session.feed("\x1b[30;100H\x1b[6n");
  assert.equal(session.takeReplies().toString(), "\x1b[30;100R");
  assert.throws(() => session.resize(0, 30), { name: "RangeError" });
});
