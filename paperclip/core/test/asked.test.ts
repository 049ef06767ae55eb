import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { blockOf } from "../src/host/engine.ts";
import type { Block } from "../src/host/engine.ts";
import { isAllowed } from "../src/operator/options.ts";
import { completed } from "../src/operator/whole.ts";
import { APPROVAL } from "./world.ts";

/** What the engine read on a real screen of a call that a model made up. */
interface Reading {
  asked: string;
  columns: number;
  kind: string;
  subject: string | null;
  subject_whole: boolean | null;
}

const LISTS = [["git *"], ["git status", "npm *"], ["make *", "echo *", "touch *"], ["true *", "tar *", "cat *", "sed *"], ["Tip: *", "*"]];

const file = new URL("asked.ndjson", import.meta.url);
const readings = readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Reading);

function blockOn({ kind, subject, subject_whole }: Reading): Block {
  const found = blockOf({ ...APPROVAL, kind, subject, subject_whole });
  assert.ok(found);
  return found;
}

describe("the list of what is allowed, on what models asked for and CLIs drew", () => {
  it("approves no call that is outside its patterns", () => {
    let approved = 0;
    for (const reading of readings) {
      const block = blockOn(reading);
      const whole = completed(block, { id: "c", text: reading.asked, drawn: reading.asked });
      for (const allowlist of LISTS) {
        const list = { allowlist, columns: reading.columns };
        if (!isAllowed(block, list)) continue;
        approved += 1;
        assert.ok(isAllowed(whole, list), `${allowlist.join(", ")}: ${JSON.stringify(reading)}`);
      }
    }
    assert.ok(approved > 2, `${approved} of ${readings.length} readings are approved by a list`);
  });

  it("approves by kind nothing that is not whole", () => {
    const cut = readings.filter((reading) => reading.subject_whole !== true);
    assert.ok(cut.length > 10);
    for (const reading of cut) assert.ok(!isAllowed(blockOn(reading), { allowlist: [reading.kind, "*"], columns: reading.columns }));
  });
});
