/** The environment of a run: the server's own, what Paperclip tells an agent, and what the user configured. */

import type { AdapterExecutionContext } from "@paperclipai/adapter-utils";
import {
  applyPaperclipWorkspaceEnv,
  asString,
  buildPaperclipEnv,
  buildRuntimeToolsEnv,
  ensurePathInEnv,
  isForbiddenConfigEnvKey,
  parseObject,
  sanitizeInheritedPaperclipEnv,
  stringifyPaperclipWakePayload,
} from "@paperclipai/adapter-utils/server-utils";

import type { Provider } from "../provider.ts";
import type { Config } from "./config.ts";

/** The parts of a context that the environment is built from. */
export type EnvironmentSource = Pick<AdapterExecutionContext, "runId" | "agent" | "context"> &
  Partial<Pick<AdapterExecutionContext, "authToken" | "runtimeTools">>;

/** The server's environment without what belongs to other sessions: the base that every CLI gets. */
export function inheritedEnvironment(provider: Provider, base: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(ensurePathInEnv(sanitizeInheritedPaperclipEnv(base)))) {
    const isStray = name === "TMUX" || name === "TMUX_PANE" || provider.strayVariables.test(name);
    if (value !== undefined && !isStray) env[name] = value;
  }
  // Both CLIs draw with more than ASCII.
  if (!/utf-?8/i.test(env.LC_ALL ?? env.LC_CTYPE ?? env.LANG ?? "")) env.LC_ALL = "C.UTF-8";
  env.COLORTERM ??= "truecolor";
  return env;
}

/** The configured variables that may be set: none of Paperclip's own. */
export function userEnvironment(config: Config): Record<string, string> {
  return Object.fromEntries(Object.entries(config.env).filter(([name]) => !isForbiddenConfigEnvKey(name)));
}

/** What is set for this run beside what is inherited. */
export function runEnvironment(source: EnvironmentSource, config: Config): Record<string, string> {
  const { context } = source;
  const text = (key: string): string => asString(context[key], "").trim();
  const list = (key: string): string => (Array.isArray(context[key]) ? context[key].filter((id) => typeof id === "string").join(",") : "");
  const workspace = parseObject(context.paperclipWorkspace);
  const scratch = asString(parseObject(context.paperclipScratch).dir, "");
  const wake = stringifyPaperclipWakePayload(context.paperclipWake);
  const env: Record<string, string> = { ...userEnvironment(config), ...buildPaperclipEnv(source.agent), PAPERCLIP_RUN_ID: source.runId };
  const told: Record<string, string> = {
    PAPERCLIP_TASK_ID: text("taskId") || text("issueId"),
    PAPERCLIP_WAKE_REASON: text("wakeReason"),
    PAPERCLIP_WAKE_COMMENT_ID: text("wakeCommentId") || text("commentId"),
    PAPERCLIP_APPROVAL_ID: text("approvalId"),
    PAPERCLIP_APPROVAL_STATUS: text("approvalStatus"),
    PAPERCLIP_LINKED_ISSUE_IDS: list("issueIds"),
    PAPERCLIP_WAKE_PAYLOAD_JSON: wake ?? "",
    PAPERCLIP_SCRATCH_DIR: scratch,
    PAPERCLIP_RUN_SCRATCH_DIR: scratch,
    PAPERCLIP_API_KEY: source.authToken ?? "",
  };
  for (const [name, value] of Object.entries(told)) if (value !== "") env[name] = value;
  applyPaperclipWorkspaceEnv(env, {
    workspaceCwd: asString(workspace.cwd, ""),
    workspaceSource: asString(workspace.source, ""),
    workspaceStrategy: asString(workspace.strategy, ""),
    workspaceId: asString(workspace.workspaceId, ""),
    workspaceRepoUrl: asString(workspace.repoUrl, ""),
    workspaceRepoRef: asString(workspace.repoRef, ""),
    workspaceBranch: asString(workspace.branchName, ""),
    workspaceWorktreePath: asString(workspace.worktreePath, ""),
    agentHome: asString(workspace.agentHome, ""),
  });
  return { ...env, ...buildRuntimeToolsEnv(source.runtimeTools) };
}
