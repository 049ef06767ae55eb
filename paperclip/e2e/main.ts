/** Runs the cases on the real server and says of each whether it held. */

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
/** Cases of one type that run at a time: they wait most of theirs. */
const LANES = 2;

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

interface Planned {
  one: Case;
  type: string;
  version: string;
}

const plan: Planned[] = cases.flatMap((one) =>
  one.types
    .filter((type) => (!isQuick || one.quick.includes(type)) && (!only || new RegExp(only).test(one.name)) && (!wantedType || wantedType === type))
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
const at = (when: Case["when"]): Planned[] => plan.filter(({ one }) => one.when === when);
await runAll(at("first"));
const types = [...new Set(plan.map(({ type }) => type))];
await Promise.all(types.flatMap((type) => beside(at(undefined).filter((one) => one.type === type))));
await runAll(at("alone"));
await runAll(at("last"));
await paperclip.stop();
model.close();
console.log(`in ${Math.round((Date.now() - began) / 1_000)} s`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);

/** Lanes that take the cases one after another until none is left. */
function beside(planned: Planned[]): Promise<void>[] {
  const left = planned[Symbol.iterator]();
  return Array.from({ length: LANES }, () => runAll(left));
}

async function runAll(planned: Iterable<Planned>): Promise<void> {
  for (const { one, type, version } of planned) {
    const name = `${type} ${version}: ${one.name}`;
    const since = Date.now();
    const seconds = (): string => ((Date.now() - since) / 1_000).toFixed(1);
    const stage = new Stage(paperclip, model, company, type, version);
    try {
      await one.run(stage);
      tally.passed += 1;
      console.log(`ok    ${name} (${seconds()} s)`);
    } catch (error) {
      tally.failed += 1;
      console.log(`FAIL  ${name} (${seconds()} s)\n      ${String(error instanceof Error ? error.message : error).split("\n").join("\n      ")}`);
      writeFileSync(`/mnt/work/out/${name.replace(/\W+/g, "-")}.log`, stage.lastLog);
    }
    await stage.dismiss().catch((error: unknown) => console.log(`      not dismissed: ${String(error)}`));
  }
}
