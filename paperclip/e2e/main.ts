/** Runs the cases on the real server and says of each whether it held. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

import type { Case } from "./cases/case.ts";
import { cases } from "./cases/index.ts";
import { MODEL_PORT } from "./homes.ts";
import { Model } from "./model.ts";
import { Paperclip } from "./server.ts";
import { Stage } from "./stage.ts";

const option = (name: string): string | null => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? "");
};
const isQuick = process.argv.includes("--quick");
const only = option("only");
const wantedType = option("type");
const wantedVersions = option("versions");

const versions: Record<string, string[]> = {
  claude_tui: (process.env.E2E_CLAUDE ?? "").split(","),
  codex_tui: (process.env.E2E_CODEX ?? "").split(","),
  claude_local: (process.env.E2E_CLAUDE ?? "").split(",").slice(0, 1),
};

/** The newest version alone when it has to be quick. */
function versionsOf(type: string, one: Case): string[] {
  const [newest = "", older = ""] = versions[type] ?? [];
  if (wantedVersions === "older") return [older];
  if (wantedVersions === "newest" || isQuick || one.newestOnly) return [newest];
  return [newest, older].filter((version) => version !== "");
}

const plan = cases.flatMap((one) =>
  one.types
    .filter((type) => (!isQuick || one.quick) && (!only || new RegExp(only).test(one.name)) && (!wantedType || wantedType === type))
    .flatMap((type) => versionsOf(type, one).map((version) => ({ one, type, version }))),
);

if (process.argv.includes("--list")) {
  for (const { one, type, version } of plan) console.log(`${type} ${version}: ${one.name}`);
  process.exit(0);
}

mkdirSync("/mnt/work/out", { recursive: true });
const model = new Model();
await model.listen(MODEL_PORT);
const paperclip = new Paperclip(43_100);
await paperclip.start();
const company = String((await paperclip.post("/api/companies", { name: "Lab" })).id);
for (const name of ["claude", "codex"]) {
  await paperclip.post("/api/adapters/install", { packageName: `/mnt/repo/paperclip/${name}`, isLocalPath: true });
}

const tally = { passed: 0, failed: 0 };
const began = Date.now();
for (const { one, type, version } of plan) {
  const name = `${type} ${version}: ${one.name}`;
  const since = Date.now();
  try {
    await one.run(new Stage(paperclip, model, company, type, version));
    tally.passed += 1;
    console.log(`ok    ${name} (${((Date.now() - since) / 1_000).toFixed(1)} s)`);
  } catch (error) {
    tally.failed += 1;
    console.log(`FAIL  ${name} (${((Date.now() - since) / 1_000).toFixed(1)} s)\n      ${String(error instanceof Error ? error.message : error).split("\n").join("\n      ")}`);
    const last = Stage.logs.at(-1);
    if (process.env.E2E_DEBUG) writeFileSync("/mnt/work/out/ps.txt", execFileSync("ps", ["-eo", "pid,ppid,pgid,sid,stat,args"]));
    if (process.env.E2E_DEBUG) writeFileSync("/mnt/work/out/prompts.json", JSON.stringify(model.prompts, null, 1));
    if (last) writeFileSync(`/mnt/work/out/${name.replace(/\W+/g, "-")}.log`, last.log);
  }
}
await paperclip.stop();
model.close();
console.log(`in ${Math.round((Date.now() - began) / 1_000)} s`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);
