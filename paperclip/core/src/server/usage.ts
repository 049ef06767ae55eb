/**
 * How much of the limits is used, read from the CLI's own panel: the CLI is started in an empty folder, its usage
 * command is typed, and the screen is read when shadow says that it stands.
 */

import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { ProviderQuotaResult, QuotaWindow } from "@paperclipai/adapter-utils";

import { Engine } from "../host/engine.ts";
import * as ledger from "../host/ledger.ts";
import { sleep } from "../host/process.ts";
import { Terminal } from "../host/terminal.ts";
import { knownAnswer } from "../operator/answers.ts";
import type { Provider } from "../provider.ts";
import { readConfig } from "../session/config.ts";
import { checkCommand, checkEngine, checkTmux } from "../session/plan.ts";

/** The server gives up after 20 s. */
const PATIENCE_MS = 18_000;

/** Never throws. */
export async function usageWindows(provider: Provider, env: Record<string, string>): Promise<ProviderQuotaResult> {
  const failed = (error: string): ProviderQuotaResult => ({ provider: provider.vendor, source: `${provider.cli}_tui`, ok: false, error, windows: [] });
  if ((env[provider.apiKeyVariable] ?? "") !== "") return failed(`${provider.apiKeyVariable} is set: a key has no windows`);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const windows = await readPanel(provider, env, patience);
    if (windows.length > 0) return { provider: provider.vendor, source: `${provider.cli}_tui`, ok: true, windows };
    return failed(patience.aborted ? `${provider.name} did not show its usage within ${PATIENCE_MS / 1_000} s` : `${provider.name} shows no limits; is a subscription signed in?`);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

async function readPanel(provider: Provider, env: Record<string, string>, patience: AbortSignal): Promise<QuotaWindow[]> {
  const config = readConfig({}, provider.command);
  // One folder for all times, so that the CLI remembers one more folder and not one a look.
  const cwd = join(homedir(), ".cache", "shadow", "paperclip-usage");
  mkdirSync(cwd, { recursive: true });
  const [shadow, , cliVersion] = [await checkEngine(config, env), await checkTmux(config, env), await checkCommand(provider, config, cwd, env)];
  const child = ledger.childOf(`usage-${randomUUID()}`, config.tmuxCommand);
  const { runId, folder } = child;
  ledger.enter(child);
  try {
    const args = provider.args({ config: {}, cliVersion, model: "", effort: "", cwd, resume: null, freshId: provider.freshSessionId(), skillsFolder: null, extraArgs: [] });
    const terminal = await Terminal.start({
      tmux: config.tmuxCommand, folder, cwd, command: config.command, args, env: { ...env, PAPERCLIP_RUN_ID: runId }, columns: 120, rows: 50,
    });
    Object.assign(child, { pid: terminal.pid, birth: terminal.birth });
    ledger.enter(child);
    return await askPanel(provider, new Engine(shadow, terminal.socket, terminal.pane, provider.cli, cliVersion, env), terminal, patience);
  } finally {
    ledger.end(child);
  }
}

async function askPanel(provider: Provider, engine: Engine, terminal: Terminal, patience: AbortSignal): Promise<QuotaWindow[]> {
  while (!patience.aborted && !(await engine.wait("safe", 4, patience))) {
    const block = (await engine.look(patience))?.block;
    // The folder is empty and this adapter's own: trusting it gives nothing away.
    const known = block?.kind === "trust" ? knownAnswer(block, provider, { trustWorkspace: true }) : null;
    if (block && known) await engine.choose(block, known.index);
    else if (block) throw new Error(`${provider.name} asks something at its start: ${block.question ?? block.title ?? block.kind}`);
  }
  await terminal.type(provider.usageCommand);
  while (!patience.aborted && (await engine.look(patience))?.uiContext !== "slash_command") await sleep(150, patience);
  await terminal.press("Enter");
  let windows: QuotaWindow[] = [];
  const now = new Date();
  while (!patience.aborted) {
    await sleep(300, patience);
    const look = await engine.look(patience);
    const before = JSON.stringify(windows);
    windows = provider.quotaWindows(look?.screenText ?? "", now);
    // Two looks that agree: the rows, and what stands in them, come one after the other.
    if (windows.length > 0 && JSON.stringify(windows) === before) return windows;
  }
  return [];
}
