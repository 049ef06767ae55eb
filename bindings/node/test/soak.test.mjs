// Memory stays flat: `SHADOW_SOAK` is the number of seconds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session, parse, replay } from "shadow-tui";
import { ENDED, RUNNING, bytes, sample } from "./helpers.mjs";

test("memory is flat", async () => {
  const screens = sample("screens", "40").map(bytes);
  const cast = bytes(sample("recordings")[0]);

  async function work() {
    for (const text of screens) assert(parse(text, { cols: 120, rows: 40 }).dialog_projection);
    replay(cast, { interval: 1 });
    for (let count = 0; count < 20; count++) {
      const session = new Session({ cols: 40, rows: 12 });
      session.feed(RUNNING);
      session.feed(ENDED);
      session.end();
      for await (const event of session) assert(event);
      assert(session.payload);
    }
    // What is collected frees what the native part holds in a later task.
    globalThis.gc();
    await new Promise(resolve => setImmediate(resolve));
  }

  const seconds = Number(process.env.SHADOW_SOAK ?? 4);
  // The buffers grow to their size first.
  for (let end = Date.now() + 500 * seconds, count = 0; Date.now() < end || count < 20; count++) await work();
  const before = process.memoryUsage.rss();
  let rounds = 0;
  for (const end = Date.now() + 1000 * seconds; Date.now() < end || rounds < 3; rounds++) await work();
  const grown = process.memoryUsage.rss() - before;
  console.log(`${rounds} rounds, ${(grown / 1e6).toFixed(1)} MB more than after warming up`);
  assert(grown < 24e6, `${grown} bytes more after ${rounds} rounds`);
});
