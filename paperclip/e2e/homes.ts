/** Homes in which a CLI talks to the scripted model, signed in and trusting, unless a test wants it otherwise. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ACCOUNT } from "./account.ts";
import type { Json } from "./server.ts";

const WORK = "/mnt/work";
export const MODEL_PORT = 4141;
const KEY = "sk-ant-api03-lab-0000000000000000000000000000";

export type Cli = "claude" | "codex";

/** What a home is to lack or to have. */
export interface Wish {
  /** Nobody is signed in. */
  signedOut?: boolean;
  /** The folder is not trusted yet. */
  untrusted?: boolean;
  /** A subscription instead of a key (Claude Code). */
  subscription?: boolean;
  /** Claude Code was never set up, and its settings name the way to sign in: it shows the address by itself. */
  firstRun?: boolean;
  /** Lines put at the top of Codex' configuration. */
  toml?: string;
}

export interface Home {
  folder: string;
  cwd: string;
  config: Json;
}

let count = 0;

/** A new home, and the configuration of an agent that lives in it. */
export function makeHome(cli: Cli, version: string, wish: Wish = {}): Home {
  count += 1;
  const folder = join(WORK, "homes", `${cli}-${count}`);
  const cwd = join(folder, "project");
  mkdirSync(cwd, { recursive: true });
  const env = cli === "claude" ? claudeHome(folder, cwd, version, wish) : codexHome(folder, cwd, wish);
  const command = cli === "claude" ? claudeCommand(version) : codexCommand(version);
  const asking = cli === "codex" ? { approvalPolicy: "on-request", sandbox: "workspace-write" } : {};
  return { folder, cwd, config: { command, cwd, env: { HOME: folder, ...env }, ...asking } };
}

/** By which the vendors' names of this world are believed. */
const CERTIFICATE = { NODE_EXTRA_CA_CERTS: join(WORK, "tls", "cert.pem"), SSL_CERT_FILE: join(WORK, "tls", "cert.pem") };

/** The machine, in the vendors' words. */
const [ARCH, TRIPLE] = process.arch === "arm64" ? ["arm64", "aarch64"] : ["x64", "x86_64"];
const claudeCommand = (version: string): string => `/mnt/lab/claude/${version}/node_modules/@anthropic-ai/claude-code-linux-${ARCH}/claude`;
const codexCommand = (version: string): string =>
  `/mnt/lab/codex/${version}/node_modules/@openai/codex-linux-${ARCH}/vendor/${TRIPLE}-unknown-linux-musl/bin/codex`;

function claudeHome(folder: string, cwd: string, version: string, wish: Wish): Record<string, string> {
  const isKeyed = !wish.signedOut && !wish.subscription && !wish.firstRun;
  mkdirSync(join(folder, ".claude"), { recursive: true });
  writeFileSync(join(folder, ".claude", "settings.json"), JSON.stringify(wish.firstRun ? { forceLoginMethod: "claudeai" } : {}));
  writeFileSync(
    join(folder, ".claude.json"),
    JSON.stringify({
      numStartups: 12, autoUpdates: false, theme: "dark", ...(!wish.firstRun && { hasCompletedOnboarding: true }), lastOnboardingVersion: version, lastReleaseNotesSeen: version,
      bypassPermissionsModeAccepted: false,
      ...(isKeyed && { customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] } }),
      projects: { [cwd]: { hasTrustDialogAccepted: !wish.untrusted, hasCompletedProjectOnboarding: true, projectOnboardingSeenCount: 4, allowedTools: [], history: [] } },
    }),
  );
  const switches = ["DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "DISABLE_ERROR_REPORTING", "IS_SANDBOX", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL"];
  if (wish.firstRun) return { DISABLE_TELEMETRY: "1", DISABLE_AUTOUPDATER: "1", IS_SANDBOX: "1", BROWSER: "/bin/false", ...CERTIFICATE };
  return {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${MODEL_PORT}`,
    ...(isKeyed && { ANTHROPIC_API_KEY: KEY }),
    ...(wish.subscription && { CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-lab-0000000000000000" }),
    ...Object.fromEntries(switches.map((name) => [name, "1"])),
    CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "false",
  };
}

const NOTICES = `
[notice]
hide_gpt5_1_migration_prompt = true
"hide_gpt-5.1-codex-max_migration_prompt" = true
[notice.model_migrations]
"gpt-5.3-codex" = "gpt-5.4"
"gpt-5.4" = "gpt-5.5"
"gpt-5.5" = "gpt-6-sol"
`;

function codexHome(folder: string, cwd: string, wish: Wish): Record<string, string> {
  const provider = `model_provider = "lab"\n[model_providers.lab]\nname = "lab"\nbase_url = "http://127.0.0.1:${MODEL_PORT}/v1"\nwire_api = "responses"\nenv_key = "LAB_KEY"\nrequest_max_retries = 0\nstream_max_retries = 0\n`;
  const trust = wish.untrusted ? "" : `[projects."${cwd}"]\ntrust_level = "trusted"\n`;
  mkdirSync(join(folder, ".codex"), { recursive: true });
  writeFileSync(
    join(folder, ".codex", "config.toml"),
    `model = "gpt-5.5"\ncheck_for_update_on_startup = false\n${wish.toml ?? ""}\n${wish.signedOut ? "" : provider}[analytics]\nenabled = false\n${trust}${NOTICES}`,
  );
  return { LAB_KEY: "lab" };
}

/**
 * A home with a subscription, and a command of the CLI's own name in the server's PATH that lives in it: what is used of
 * a subscription is asked without an agent.
 */
export function makeAccount(cli: Cli, version: string): void {
  const folder = join(WORK, "accounts", cli);
  const cwd = join(folder, "project");
  mkdirSync(cwd, { recursive: true });
  const env = cli === "claude" ? claudeAccount(folder, cwd, version) : codexAccount(folder, cwd);
  const command = cli === "claude" ? claudeCommand(version) : codexCommand(version);
  const words = Object.entries({ HOME: folder, ...env }).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(join(WORK, cli), `#!/bin/sh\nexec env ${words.join(" ")} ${command} "$@"\n`);
  chmodSync(join(WORK, cli), 0o755);
}

function claudeAccount(folder: string, cwd: string, version: string): Record<string, string> {
  // The account service is asked under its own name, and only by a CLI that may ask for more than a model's answers.
  const kept = Object.entries(claudeHome(folder, cwd, version, { signedOut: true })).filter(([name]) => name !== "ANTHROPIC_BASE_URL" && name !== "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC");
  const oauth = { accessToken: "sk-ant-oat01-lab-0000", refreshToken: "sk-ant-ort01-lab-0000", expiresAt: 4_102_444_800_000, scopes: ["user:inference", "user:profile"], subscriptionType: "max", rateLimitTier: "default_claude_max_5x" };
  writeFileSync(join(folder, ".claude", ".credentials.json"), JSON.stringify({ claudeAiOauth: oauth }));
  const path = join(folder, ".claude.json");
  const settings = JSON.parse(readFileSync(path, "utf8")) as Json;
  writeFileSync(path, JSON.stringify({ ...settings, oauthAccount: { accountUuid: ACCOUNT, organizationUuid: ACCOUNT, emailAddress: "ada@example.com", organizationType: "claude_max" } }));
  return { ...Object.fromEntries(kept), ...CERTIFICATE };
}

function codexAccount(folder: string, cwd: string): Record<string, string> {
  const services = `http://127.0.0.1:${MODEL_PORT}`;
  codexHome(folder, cwd, { signedOut: true, toml: `chatgpt_base_url = "${services}/backend-api"\nopenai_base_url = "${services}/v1"\ncli_auth_credentials_store = "file"\nfeatures.responses_websockets = false\nfeatures.apps = false` });
  const claims = { email: "ada@example.com", exp: 4_102_444_800, "https://api.openai.com/auth": { chatgpt_plan_type: "plus", chatgpt_account_id: "account-1", chatgpt_user_id: "user-1", user_id: "user-1" } };
  const token = [{ alg: "none", typ: "JWT" }, claims, {}].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const tokens = { id_token: token, access_token: token, refresh_token: "lab", account_id: "account-1" };
  writeFileSync(join(folder, ".codex", "auth.json"), JSON.stringify({ auth_mode: "chatgpt", OPENAI_API_KEY: null, tokens, last_refresh: new Date().toISOString() }));
  return {};
}
