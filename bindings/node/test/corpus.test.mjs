// The verdicts of the binding are those of the Rust library, byte for byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import { InputError, Session, parse, replay } from "shadow-tui";
import { bytes, optionsOf, sample } from "./helpers.mjs";

const EVERY = process.env.SHADOW_EVERY ?? "20";

test("each version in each mode", () => {
  const lines = sample("screens", EVERY);
  const versions = new Set(lines.map(line => line.id.split("/")[1]));
  assert(versions.size > 40, `${versions.size} versions`);
  const wrong = lines.filter(line => parse(bytes(line), optionsOf(line)).json() !== line.payload);
  assert.deepEqual(wrong.map(line => line.id), []);
});

test("the state is that of the whole payload", () => {
  for (const line of sample("screens", EVERY)) {
    const payload = parse(bytes(line), optionsOf(line));
    const whole = JSON.parse(line.payload);
    for (const axis of ["availability", "business_state", "input_mode", "ui_context", "ui_context_base"]) {
      assert.equal(payload.surface_assessment[axis], whole.surface_assessment[axis]);
    }
    assert.equal(payload.submit_ready, whole.submit_ready);
    assert.equal(payload.safe_to_type, whole.safe_to_type);
    assert.deepEqual({ ...payload.surface_assessment }, whole.surface_assessment);
    assert.deepEqual(payload.dialog_projection, whole.dialog_projection);
    assert.equal(JSON.stringify(payload), JSON.stringify(whole));
  }
});

test("a string is read as its bytes", () => {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let read = 0;
  for (const line of sample("screens", EVERY)) {
    let text;
    try {
      text = utf8.decode(bytes(line));
    } catch {
      continue;
    }
    read += 1;
    assert.equal(parse(text).json(), parse(bytes(line)).json());
  }
  assert(read > 100);
});

test("a recording gives the events of the library", () => {
  for (const line of sample("recordings")) {
    const events = replay(bytes(line));
    assert.deepEqual(events, line.events.map(it => JSON.parse(it)));
    assert(events.some(event => event.event === "turn_ended"));
  }
});

test("hostile input throws or is read", async () => {
  let thrown = 0;
  for (const line of sample("hostile")) {
    const payload = parse(bytes(line), { cols: line.cols || undefined, rows: line.rows || undefined });
    assert(!payload.dialog_projection.dialog_text.includes("\x1b"));
    try {
      replay(bytes(line));
    } catch (error) {
      assert(error instanceof InputError);
      thrown += 1;
    }
    const session = new Session({ cols: line.cols || 80, rows: line.rows || 24 });
    session.feed(bytes(line));
    session.end();
    let last;
    for await (const event of session) last = event.event;
    assert.equal(last, "pane_gone");
  }
  assert(thrown > 500);
});
