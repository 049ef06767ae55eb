/** All that is Codex' own. */

import { mkdir, readdir, readFile, readlink } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";

import type { QuotaWindow } from "@paperclipai/adapter-utils";
import type { Launch, Link, MountedSkills, Provider, SkillToMount } from "@shadow-tui/paperclip-core";
import { compareVersions, jsonObject, parseReset, SESSION_ID, withExtra } from "@shadow-tui/paperclip-core";

import { CodexTranscript } from "./server/transcript.ts";

const SANDBOXES = ["read-only", "workspace-write", "danger-full-access"];
const POLICIES = ["on-request", "untrusted", "never"];

/** Options that not every version has, with the first one that was seen to. */
const SINCE = { noDaemon: "0.160.0" };

function homeFolder(env: Record<string, string>): string {
  return env.CODEX_HOME || join(env.HOME || homedir(), ".codex");
}

function args(launch: Launch): string[] {
  const { config, model, effort, cliVersion } = launch;
  const sandbox = SANDBOXES.find((known) => known === config.sandbox);
  const policy = POLICIES.find((known) => known === config.approvalPolicy);
  const asking = isBypassed(config)
    ? ["--dangerously-bypass-approvals-and-sandbox"]
    : [...(sandbox ? ["--sandbox", sandbox] : []), ...(policy ? ["--ask-for-approval", policy] : [])];
  const own = [
    ...(launch.resume ? ["resume", launch.resume] : []),
    // A server that is shared between sessions would outlive the run.
    ...(compareVersions(cliVersion, SINCE.noDaemon) >= 0 ? ["--no-daemon"] : []),
    ...asking,
    ...(model ? ["--model", model] : []),
    ...(effort ? ["-c", `model_reasoning_effort="${effort.replace(/[^\w-]/g, "")}"`] : []),
    ...(config.search === true ? ["--search"] : []),
    "-c", "check_for_update_on_startup=false",
  ];
  return withExtra(own, launch.extraArgs);
}

function isBypassed(config: Record<string, unknown>): boolean {
  return config.dangerouslyBypassApprovalsAndSandbox === true;
}

const ROLLOUT = /^rollout-.*-([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\.jsonl$/;

/** The file of a session: newest days first, since that is where it mostly is. */
async function sessionFile(id: string, env: Record<string, string>): Promise<string | null> {
  if (!SESSION_ID.test(id)) return null;
  const wanted = `-${id.toLowerCase()}.jsonl`;
  const search = async (folder: string, depth: number): Promise<string | null> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => b.name.localeCompare(a.name))) {
      const path = join(folder, entry.name);
      if (entry.isFile() && entry.name.toLowerCase().endsWith(wanted)) return path;
      const found = entry.isDirectory() && depth < 3 ? await search(path, depth + 1) : null;
      if (found) return found;
    }
    return null;
  };
  return search(join(homeFolder(env), "sessions"), 0);
}

/** The rollout file that one of these processes holds open: with several sessions starting, the newest may be another's. */
async function discover(pids: number[]): Promise<{ id: string; file: string } | null> {
  for (const pid of pids) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch((): string[] => [])) {
      const file = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      const id = ROLLOUT.exec(basename(file))?.[1];
      if (id) return { id, file };
    }
  }
  return null;
}

/** Links in Codex' own folder, over nothing that is there. */
async function mountSkills(skills: SkillToMount[], _folder: string, env: Record<string, string>, lay: (links: Link[]) => string[]): Promise<MountedSkills> {
  const home = join(homeFolder(env), "skills");
  if (skills.length > 0) await mkdir(home, { recursive: true });
  return { folder: null, warnings: lay(skills.map((skill) => ({ path: join(home, skill.runtimeName), target: skill.source }))) };
}

async function detectModel(env: Record<string, string>): Promise<{ model: string; source: string } | null> {
  const path = join(homeFolder(env), "config.toml");
  const text = await readFile(path, "utf8").catch(() => "");
  // What stands above the first table is the top level.
  const top = text.split(/^\s*\[/m, 1)[0] ?? "";
  const model = /^\s*model\s*=\s*["']([^"'\n]+)["']/m.exec(top)?.[1];
  return model ? { model, source: path } : null;
}

/** The provider of the models in the configuration, where it is another one than OpenAI: it has its own key and address. */
async function ownProvider(env: Record<string, string>): Promise<boolean> {
  const text = await readFile(join(homeFolder(env), "config.toml"), "utf8").catch(() => "");
  return /^\s*(?:model_provider|openai_base_url|chatgpt_base_url|profile)\s*=/m.test(text);
}

async function signedInBy(env: Record<string, string>): Promise<string | null> {
  if ((env.OPENAI_API_KEY ?? "") !== "") return "OPENAI_API_KEY";
  if (await ownProvider(env)) return "a provider of models in config.toml";
  const path = join(homeFolder(env), "auth.json");
  const auth = jsonObject(await readFile(path, "utf8").catch(() => ""));
  return auth?.tokens || auth?.OPENAI_API_KEY ? path : null;
}

async function address(env: Record<string, string>): Promise<string | null> {
  if (await ownProvider(env)) return null;
  return env.OPENAI_BASE_URL || ((env.OPENAI_API_KEY ?? "") !== "" ? "https://api.openai.com" : "https://chatgpt.com");
}

/** Rows of `/status`: "5h limit: [████░░] 72% left (resets 14:05)". */
function quotaWindows(screen: string, now: Date): QuotaWindow[] {
  const windows: QuotaWindow[] = [];
  for (const line of screen.split("\n")) {
    const row = /^[\s│┃]*([A-Za-z0-9][\w .-]*limit)\s*:.*?(\d{1,3})% (left|used)(?:[^(]*\(resets?\s+([^)]*)\))?/i.exec(line);
    if (!row?.[1]) continue;
    const percent = Number(row[2]);
    windows.push({
      label: row[1].trim(),
      usedPercent: row[3] === "left" ? 100 - percent : percent,
      resetsAt: row[4] ? (parseReset(row[4], now)?.toISOString() ?? null) : null,
      valueLabel: null,
    });
  }
  return windows;
}

export const codex: Provider = {
  cli: "codex",
  name: "Codex",
  command: "codex",
  vendor: "openai",
  oldestSeen: "0.142.5",
  apiKeyVariable: "OPENAI_API_KEY",
  strayVariables: /^CODEX_(?:SANDBOX|THREAD_ID|SESSION_ID)/,
  models: [
    { id: "gpt-5.5", label: "GPT-5.5" },
    { id: "gpt-5.4", label: "GPT-5.4" },
    { id: "gpt-5.3-codex", label: "GPT-5.3 Codex" },
  ],
  fields: [
    { key: "model", label: "Model", type: "combobox", group: "Codex", options: ["gpt-5.5", "gpt-5.4", "gpt-5.3-codex"].map((value) => ({ value, label: value })), hint: "Empty: what Codex is set to." },
    { key: "effort", label: "Reasoning effort", type: "select", group: "Codex", options: ["minimal", "low", "medium", "high", "xhigh"].map((value) => ({ value, label: value })) },
    { key: "sandbox", label: "Sandbox", type: "select", group: "Codex", options: SANDBOXES.map((value) => ({ value, label: value })), hint: "Empty: what Codex is set to." },
    {
      key: "approvalPolicy", label: "When Codex asks", type: "select", group: "Codex",
      options: [
        { value: "on-request", label: "When it wants to leave the sandbox" },
        { value: "untrusted", label: "Before every command that is not known to be harmless (not in the newest versions)" },
        { value: "never", label: "Never; what the sandbox refuses fails" },
      ],
    },
    { key: "search", label: "Web search", type: "toggle", default: false, group: "Codex" },
    { key: "dangerouslyBypassApprovalsAndSandbox", label: "Dangerous: never ask, no sandbox", type: "toggle", default: false, group: "Codex", hint: "Passes --dangerously-bypass-approvals-and-sandbox: every command runs, anywhere." },
  ],
  isBypassed,
  args,
  freshSessionId: () => null,
  sessionFile,
  discover,
  transcript: () => new CodexTranscript(),
  cutMark: /^\[… \d+ lines\] .{1,12} view all$/,
  signIn: /sign in with chatgpt|sign in with device code|provide your own api key|finish signing in|welcome to codex/i,
  answers: [
    // Older versions ask there, too, whether to ask for approvals at all: that is not what is configured.
    { kind: "trust", heading: /^Do you trust\b/i, option: /^yes\b/i, when: (config) => config.trustWorkspace === true, why: "the configuration (trustWorkspace)" },
    { kind: "setup", heading: /^\W*Update available\b/i, option: /^skip$/i, when: () => true, why: "the adapter: an update is the user's business" },
    { kind: "setup", heading: /^Approaching rate limits$/i, option: /^keep current model$/i, when: () => true, why: "the adapter: the model is as configured" },
  ],
  signedInBy,
  address,
  mountSkills,
  skillsHome: (env) => join(homeFolder(env), "skills"),
  detectModel,
  usageCommand: "/status",
  quotaWindows,
};
