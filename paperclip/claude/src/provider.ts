/** All that is Claude Code's own. */

import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import type { QuotaWindow } from "@paperclipai/adapter-utils";
import type { Launch, MountedSkills, Provider, SkillToMount } from "@shadow-tui/paperclip-core";
import { jsonObject, parseReset, SESSION_ID, stringOf, withExtra } from "@shadow-tui/paperclip-core";

import { ClaudeTranscript } from "./server/transcript.ts";

const PERMISSION_MODES = ["default", "acceptEdits", "plan", "auto"];

function configFolder(env: Record<string, string>): string {
  return env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude");
}

function args(launch: Launch): string[] {
  const { config, model, effort } = launch;
  const mode = PERMISSION_MODES.find((known) => known === config.permissionMode) ?? "default";
  const own = [
    ...(launch.resume ? ["--resume", launch.resume] : launch.freshId ? ["--session-id", launch.freshId] : []),
    // Named even where it is the default: recent versions ask at start whether to make another one the default.
    ...(isBypassed(config) ? ["--dangerously-skip-permissions"] : ["--permission-mode", mode]),
    ...(model ? ["--model", model] : []),
    ...(effort ? ["--effort", effort] : []),
    // Unlike --add-dir this opens no trust dialog.
    ...(launch.skillsFolder ? ["--plugin-dir", launch.skillsFolder] : []),
  ];
  return withExtra(own, launch.extraArgs);
}

function isBypassed(config: Record<string, unknown>): boolean {
  return config.dangerouslySkipPermissions === true;
}

/** The file of a session, in whichever project's folder it lies. */
async function sessionFile(id: string, env: Record<string, string>): Promise<string | null> {
  if (!SESSION_ID.test(id)) return null;
  const projects = join(configFolder(env), "projects");
  for (const folder of await readdir(projects).catch((): string[] => [])) {
    const names = await readdir(join(projects, folder)).catch((): string[] => []);
    if (names.includes(`${id}.jsonl`)) return join(projects, folder, `${id}.jsonl`);
  }
  return null;
}

/** A plugin of links, in the run's own folder. */
async function mountSkills(skills: SkillToMount[], folder: string): Promise<MountedSkills> {
  if (skills.length === 0) return { folder: null, warnings: [] };
  await mkdir(join(folder, ".claude-plugin"), { recursive: true });
  await mkdir(join(folder, "skills"), { recursive: true });
  const plugin = { name: "paperclip", description: "Skills of this Paperclip agent", version: "1.0.0" };
  await writeFile(join(folder, ".claude-plugin", "plugin.json"), JSON.stringify(plugin));
  for (const skill of skills) await symlink(skill.source, join(folder, "skills", skill.runtimeName));
  return { folder, warnings: [] };
}

async function detectModel(env: Record<string, string>): Promise<{ model: string; source: string } | null> {
  if (env.ANTHROPIC_MODEL) return { model: env.ANTHROPIC_MODEL, source: "ANTHROPIC_MODEL" };
  const path = join(configFolder(env), "settings.json");
  const model = stringOf(jsonObject(await readFile(path, "utf8").catch(() => ""))?.model);
  return model ? { model, source: path } : null;
}

async function signedInBy(env: Record<string, string>): Promise<string | null> {
  const variable = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", ...CLOUDS].find((name) => (env[name] ?? "") !== "");
  if (variable) return variable;
  for (const [name, key] of [[".credentials.json", "claudeAiOauth"], ["settings.json", "apiKeyHelper"]] as const) {
    const path = join(configFolder(env), name);
    if (jsonObject(await readFile(path, "utf8").catch(() => ""))?.[key]) return path;
  }
  // On this system the sign-in lies in the keychain, which asks before it is read.
  return process.platform === "darwin" ? "the keychain may have one" : null;
}

/** Variables that send the questions to a cloud's own service, which has its own sign-in and address. */
const CLOUDS = ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"];

function address(env: Record<string, string>): Promise<string | null> {
  const isElsewhere = CLOUDS.some((name) => (env[name] ?? "") !== "");
  return Promise.resolve(env.ANTHROPIC_BASE_URL || (isElsewhere ? null : "https://api.anthropic.com"));
}

/** Rows of `/usage`: a heading, a bar with "7% used", and when it resets. */
function quotaWindows(screen: string, now: Date): QuotaWindow[] {
  const windows: QuotaWindow[] = [];
  let heading = "";
  for (const line of screen.split("\n").map((text) => text.replace(/[│┃]/g, " ").trim())) {
    const percent = /(\d{1,3})% used/.exec(line)?.[1];
    if (/^(?:Current session|Current week|Extra usage|Usage credits)/.test(line)) heading = line.replace(/\s*\d{1,3}% used.*$/, "");
    if (percent && heading !== "") {
      windows.push({ label: heading, usedPercent: Number(percent), resetsAt: null, valueLabel: null });
      heading = "";
    }
    const reset = /Resets?\s+(.+)$/.exec(line)?.[1];
    const last = windows.at(-1);
    if (reset && last && last.resetsAt === null) last.resetsAt = parseReset(reset, now)?.toISOString() ?? null;
  }
  return windows;
}

export const claude: Provider = {
  cli: "claude",
  name: "Claude Code",
  command: "claude",
  vendor: "anthropic",
  oldestSeen: "2.1.200",
  apiKeyVariable: "ANTHROPIC_API_KEY",
  strayVariables: /^CLAUDECODE$|^CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|PARENT_)/,
  models: [
    { id: "default", label: "Default (recommended)" },
    { id: "opus", label: "Opus" },
    { id: "sonnet", label: "Sonnet" },
    { id: "haiku", label: "Haiku" },
    { id: "opusplan", label: "Opus for plans, Sonnet for the rest" },
  ],
  fields: [
    { key: "model", label: "Model", type: "combobox", group: "Claude Code", options: ["default", "opus", "sonnet", "haiku", "opusplan"].map((value) => ({ value, label: value })), hint: "Empty: what Claude Code is set to." },
    { key: "effort", label: "Effort", type: "select", group: "Claude Code", options: ["low", "medium", "high", "xhigh", "max"].map((value) => ({ value, label: value })) },
    {
      key: "permissionMode", label: "Permission mode", type: "select", default: "default", group: "Claude Code",
      options: [
        { value: "default", label: "Ask before edits and commands" },
        { value: "acceptEdits", label: "Ask before commands only" },
        { value: "plan", label: "Plan first" },
        { value: "auto", label: "Let Claude Code's own classifier decide" },
      ],
    },
    { key: "dangerouslySkipPermissions", label: "Dangerous: never ask", type: "toggle", default: false, group: "Claude Code", hint: "Passes --dangerously-skip-permissions: no command and no edit is asked about." },
  ],
  isBypassed,
  args,
  freshSessionId: () => randomUUID(),
  sessionFile,
  discover: () => Promise.resolve(null),
  transcript: () => new ClaudeTranscript(),
  cutMark: null,
  signIn: /select login method|paste code here|browser didn.t open|log ?in to (?:claude|anthropic)|claude account with subscription/i,
  answers: [
    {
      kind: "trust",
      heading: /^Accessing workspace:|\btrust\b/i,
      option: /^yes\b/i,
      when: (config) => config.trustWorkspace === true,
      why: "the configuration (trustWorkspace)",
    },
    {
      kind: "setup",
      heading: /^Detected a custom API key\b/i,
      option: /^yes\b/i,
      // The key was put there for this agent; the CLI's own default would ignore it.
      when: (config) => "ANTHROPIC_API_KEY" in Object(config.env),
      why: "the configuration (ANTHROPIC_API_KEY)",
    },
    {
      kind: "setup",
      heading: /^WARNING: Claude Code running in Bypass Permissions mode\b/i,
      option: /^yes\b/i,
      when: isBypassed,
      why: "the configuration (dangerouslySkipPermissions)",
    },
  ],
  signedInBy,
  address,
  mountSkills,
  skillsHome: (env) => join(configFolder(env), "skills"),
  detectModel,
  usageCommand: "/usage",
  quotaWindows,
};
