// What the tests share: the samples of the Rust library, and a played agent.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PROMPT = "please look at the parser";

const composer = "\r\n────────────────────\r\n❯ \r\n────────────────────";
export const RUNNING = `\x1b[2J\x1b[H❯ count them\r\n\r\n✻ Baking… (3s · esc to interrupt)\r\n${composer}`;
export const ENDED = `\x1b[2J\x1b[H❯ count them\r\n\r\n⏺ There are three.\r\n\r\n✻ Baked for 4s\r\n${composer}`;

const kept = new Map();

/** Lines of `bindings/shared/examples/sample.rs`. */
export function sample(...words) {
  const key = words.join(" ");
  if (!kept.has(key)) {
    const out = execFileSync(process.env.SHADOW_SAMPLE, words, { encoding: "utf8", maxBuffer: 1 << 30 });
    kept.set(key, out.trim().split("\n").map(line => JSON.parse(line)));
  }
  return kept.get(key);
}

export const bytes = line => Buffer.from(line.text, "hex");

/** The options of `parse` for a line of the sample. */
export function optionsOf({ options }) {
  const camel = name => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [camel(name), value]));
}

/** A pane with an agent that `bindings/agent` plays, on the only server that `shadow` finds. Gives the pane's id. */
export async function agent(context, then) {
  const folder = mkdtempSync(join(tmpdir(), "shadow-node-"));
  for (const name of ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"]) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    process.env[name] = join(folder, name);
  }
  // The process for acts belongs to one server.
  createRequire(import.meta.url)("../node_modules/shadow-tui/lib/live.cjs").coprocess.close();
  process.env.TMUX_TMPDIR = folder;
  delete process.env.TMUX;
  delete process.env.TMUX_PANE;
  const tmux = (...words) => execFileSync("tmux", ["-f", "/dev/null", ...words], { encoding: "utf8" });
  const pane = execFileSync(join(process.env.SHADOW_BINDINGS, "agent"), [folder, PROMPT, then], { encoding: "utf8" }).trim();
  context.after(() => {
    tmux("kill-server");
    rmSync(folder, { recursive: true, force: true });
  });
  const until = Date.now() + 60_000;
  while (!tmux("capture-pane", "-p", "-t", pane).includes("shortcuts")) {
    if (Date.now() > until) throw new Error("the first screen does not come");
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return pane;
}
