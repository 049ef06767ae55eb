/** All that is settled before anything is started; what stands in the way is told under its own code. */

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { AdapterExecutionContext } from "@paperclipai/adapter-utils";
import {
  asString,
  ensureAbsoluteDirectory,
  ensureCommandResolvable,
  isPaperclipSkillSourceMissing,
  parseObject,
  readPaperclipRuntimeSkillEntries,
  resolveLegacyPaperclipDesiredSkillNames,
} from "@paperclipai/adapter-utils/server-utils";

import { ENGINE_HINT, ENGINE_RANGE, findEngine, isKnownEngine, versionOf } from "../host/engine.ts";
import { run } from "../host/process.ts";
import type { Provider, SkillToMount } from "../provider.ts";
import type { Config } from "./config.ts";
import { RunError } from "./ending.ts";
import { inheritedEnvironment, runEnvironment } from "./environment.ts";

export interface Plan {
  config: Config;
  cwd: string;
  /** The whole environment of the CLI. */
  env: Record<string, string>;
  /** What of it is set for this run. */
  ownEnv: Record<string, string>;
  engine: string;
  cliVersion: string;
  instructions: string;
  skills: SkillToMount[];
  usesApiKey: boolean;
}

export async function makePlan(provider: Provider, ctx: AdapterExecutionContext, config: Config, signal: AbortSignal): Promise<Plan> {
  if (ctx.executionTarget && ctx.executionTarget.kind !== "local") {
    throw new RunError({ code: "tui_target_remote", message: "this adapter runs terminals on the server's own machine only; choose a local environment for the agent" });
  }
  const cwd = await workingFolder(config, ctx.context);
  const ownEnv = runEnvironment(ctx, config);
  const env = { ...inheritedEnvironment(provider), ...ownEnv };
  const engine = await checkEngine(config, env, signal);
  await checkTmux(config, env, signal);
  const cliVersion = await checkCommand(provider, config, cwd, env, signal);
  return {
    config,
    cwd,
    env,
    ownEnv,
    engine,
    cliVersion,
    instructions: await readInstructions(config.instructionsFilePath),
    skills: await desiredSkills(config.raw),
    usesApiKey: (env[provider.apiKeyVariable] ?? "") !== "",
  };
}

/** The workspace of the run; the agent's home is only a fallback, before which a configured folder goes. */
export async function workingFolder(config: Config, context: Record<string, unknown>): Promise<string> {
  const workspace = parseObject(context.paperclipWorkspace);
  const given = asString(workspace.cwd, "");
  const isFallback = asString(workspace.source, "") === "agent_home";
  const cwd = (isFallback ? config.cwd || given : given || config.cwd) || "";
  if (cwd === "") throw new RunError({ code: "tui_cwd_invalid", message: "no working folder: set cwd in the agent's configuration, or give the task a workspace" });
  try {
    await ensureAbsoluteDirectory(cwd, { createIfMissing: true });
  } catch (error) {
    throw new RunError({ code: "tui_cwd_invalid", message: `the working folder cannot be used: ${reason(error)}` });
  }
  return cwd;
}

export async function checkEngine(config: Config, env: Record<string, string>, signal?: AbortSignal): Promise<string> {
  const engine = findEngine(config.shadowCommand, env);
  if (!engine) throw new RunError({ code: "tui_engine_missing", message: `the command \`shadow\` was not found; ${ENGINE_HINT}` });
  const told = await versionOf(engine, env, signal);
  if ("why" in told) throw new RunError({ code: "tui_engine_missing", message: `\`${engine} --version\` failed (${told.why}); ${ENGINE_HINT}` });
  if (!isKnownEngine(told.version)) {
    throw new RunError({ code: "tui_engine_missing", message: `shadow ${told.version} is none that this adapter knows (${ENGINE_RANGE[0]} up to, without, ${ENGINE_RANGE[1]}); ${ENGINE_HINT}` });
  }
  return engine;
}

export async function checkTmux(config: Config, env: Record<string, string>, signal?: AbortSignal): Promise<string> {
  const told = await run(config.tmuxCommand, ["-V"], { env, timeout: 10_000, ...(signal && { signal }) });
  const version = /(\d+\.\d+\w*)/.exec(told.stdout)?.[1];
  if (told.code === 0 && version && Number.parseFloat(version) >= 3.2) return version;
  const why = told.code === 0 ? `${told.stdout.trim()} is too old` : told.stderr.trim() || `it ended with code ${told.code}`;
  throw new RunError({ code: "tui_tmux_missing", message: `tmux 3.2 or newer is needed (${why}); install it with the system's package manager, or name it in the agent's configuration (tmuxCommand)` });
}

export async function checkCommand(provider: Provider, config: Config, cwd: string, env: Record<string, string>, signal?: AbortSignal): Promise<string> {
  try {
    await ensureCommandResolvable(config.command, cwd, env);
  } catch (error) {
    throw new RunError({ code: "tui_command_missing", message: `${provider.name} was not found: ${reason(error)}; install it, or name it in the agent's configuration (command)` });
  }
  const told = await versionOf(config.command, env, signal);
  if ("why" in told) throw new RunError({ code: "tui_command_missing", message: `\`${config.command} --version\` does not answer (${told.why}); is it ${provider.name}?` });
  return told.version;
}

async function readInstructions(path: string): Promise<string> {
  if (path === "") return "";
  try {
    const text = (await readFile(path, "utf8")).trim();
    return text === "" ? "" : `${text}\n\nThese instructions come from ${path}; paths in them are relative to ${dirname(path)}/.`;
  } catch (error) {
    throw new RunError({ code: "tui_cwd_invalid", message: `the instructions cannot be read (instructionsFilePath): ${reason(error)}` });
  }
}

/** The skills that the server wants this run to have and whose files are there. */
export async function desiredSkills(raw: Record<string, unknown>): Promise<SkillToMount[]> {
  const entries = await readPaperclipRuntimeSkillEntries(raw, import.meta.dirname);
  const wanted = new Set(resolveLegacyPaperclipDesiredSkillNames(raw, entries));
  const here = entries.filter((entry) => wanted.has(entry.key) && !isPaperclipSkillSourceMissing(entry));
  // A name becomes a part of a path.
  return here.filter((entry) => /^[\w.-]+$/.test(entry.runtimeName) && !entry.runtimeName.startsWith(".")).map(({ runtimeName, source }) => ({ runtimeName, source }));
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
