/** Whether an agent could run here: looked at without starting a session or writing anything. */

import { access, constants, stat } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, isAbsolute, resolve } from "node:path";

import type { AdapterEnvironmentCheck, AdapterEnvironmentTestContext, AdapterEnvironmentTestResult } from "@paperclipai/adapter-utils";

import { compareVersions } from "../host/engine.ts";
import type { Provider } from "../provider.ts";
import type { Config } from "../session/config.ts";
import { oddValues, readConfig } from "../session/config.ts";
import { RunError } from "../session/ending.ts";
import { inheritedEnvironment, userEnvironment } from "../session/environment.ts";
import { checkCommand, checkEngine, checkTmux } from "../session/plan.ts";
import { commonFields } from "./schema.ts";

type Check = AdapterEnvironmentCheck;

/** Never throws; an error makes the agent unusable, a warning does not. */
export async function testEnvironment(type: string, provider: Provider, ctx: AdapterEnvironmentTestContext): Promise<AdapterEnvironmentTestResult> {
  const checks: Check[] = [];
  try {
    await fill(checks, provider, ctx);
  } catch (error) {
    checks.push({ code: "tui_test_failed", level: "error", message: `the test itself failed: ${String(error)}` });
  }
  const has = (level: string): boolean => checks.some((check) => check.level === level);
  return { adapterType: type, status: has("error") ? "fail" : has("warn") ? "warn" : "pass", checks, testedAt: new Date().toISOString() };
}

async function fill(checks: Check[], provider: Provider, ctx: AdapterEnvironmentTestContext): Promise<void> {
  if (ctx.executionTarget && ctx.executionTarget.kind !== "local") {
    checks.push({ code: "tui_target_remote", level: "error", message: "This adapter runs terminals on the server's own machine only.", hint: "Choose a local environment for the agent." });
    return;
  }
  const config = readConfig(ctx.config, provider.command);
  const env = { ...inheritedEnvironment(provider), ...userEnvironment(config) };
  for (const message of oddValues(ctx.config, [...provider.fields, ...commonFields(provider)])) {
    checks.push({ code: "tui_config", level: "error", message, hint: "Correct it in the agent's configuration." });
  }
  checks.push(await folderCheck(config));
  await attempt(checks, "tui_engine", async () => `shadow is at ${await checkEngine(config, env)}.`);
  await attempt(checks, "tui_tmux", async () => `tmux ${await checkTmux(config, env)} is there.`);
  await attempt(checks, "tui_command", async () => {
    const version = await checkCommand(provider, config, config.cwd && isAbsolute(config.cwd) ? config.cwd : process.cwd(), env);
    checks.push(versionCheck(provider, version));
    return `${provider.name} answers as \`${config.command}\`.`;
  });
  checks.push(await signInCheck(provider, config, env), ...(await networkCheck(provider, env)));
  if ((env[provider.apiKeyVariable] ?? "") !== "") {
    checks.push({
      code: "tui_api_key_overrides_subscription", level: "warn",
      message: `${provider.apiKeyVariable} is set: runs are billed to that key, not to a subscription.`,
      hint: "Remove it from the agent's environment if a subscription is meant.",
    });
  }
  if (provider.isBypassed(config.raw)) {
    checks.push({ code: "tui_approvals_bypassed", level: "warn", message: "All asking is switched off: the agent does what it likes in its folder and beyond.", hint: "Switch it on again, and let operatorPolicy answer." });
  }
}

/** Whether somebody is signed in, by the files and variables that say so; whether that is still good shows the first run. */
async function signInCheck(provider: Provider, config: Config, env: Record<string, string>): Promise<Check> {
  const found = await provider.signedInBy(env);
  if (found !== null) return { code: "tui_sign_in", level: "info", message: `${provider.name} has a sign-in: ${found}.` };
  return {
    code: "tui_sign_in", level: "warn", message: `${provider.name} seems not to be signed in: there is no key, no token and no file of one.`,
    hint: `Run \`${config.command}\` once in a terminal, as the server's user, and sign in.`,
  };
}

/** Milliseconds for a connection to the provider. */
const REACHED_WITHIN = 5_000;

/** Whether the provider's machine answers. A proxy is not looked through. */
async function networkCheck(provider: Provider, env: Record<string, string>): Promise<Check[]> {
  if (/\S/.test(env.HTTPS_PROXY ?? env.https_proxy ?? "")) return [];
  const address = await provider.address(env);
  if (address === null) return [];
  const why = await unreachable(address);
  if (why === null) return [{ code: "tui_network", level: "info", message: `${address} can be reached.` }];
  return [{ code: "tui_network", level: "warn", message: `${address} cannot be reached (${why}): a run could not begin.`, hint: "Look at the machine's network, or name a proxy in the agent's environment (HTTPS_PROXY)." }];
}

/** Why nothing listens at an address; null where something does. Nothing is sent. */
async function unreachable(address: string): Promise<string | null> {
  const url = URL.parse(address);
  if (url === null) return "it is no address";
  const port = Number(url.port) || (url.protocol === "http:" ? 80 : 443);
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ""), port, timeout: REACHED_WITHIN });
  const told = await new Promise<string | null>((resolve) => {
    socket.on("connect", () => resolve(null)).on("timeout", () => resolve("no answer")).on("error", (error) => resolve(error.message));
  });
  socket.destroy();
  return told;
}

async function folderCheck(config: Config): Promise<Check> {
  const bad = (message: string): Check => ({ code: "tui_cwd", level: "error", message, hint: "Set cwd to an absolute path that the server may write to." });
  if (config.cwd === "") return { code: "tui_cwd", level: "info", message: "No working folder is set; the workspace of each task is used." };
  if (!isAbsolute(config.cwd)) return bad(`The working folder is not absolute: ${config.cwd}`);
  const found = await nearest(config.cwd);
  const isThere = found.path === resolve(config.cwd);
  if (!found.isFolder) return bad(isThere ? `The working folder is no folder: ${config.cwd}` : `The working folder cannot be made below a file: ${found.path}`);
  const isWritable = await access(found.path, constants.W_OK | constants.X_OK).then(() => true, () => false);
  if (!isWritable) return bad(isThere ? `The working folder cannot be written to: ${config.cwd}` : `The working folder is not there and cannot be made in ${found.path}: ${config.cwd}`);
  if (isThere) return { code: "tui_cwd", level: "info", message: `The working folder is ${config.cwd}.` };
  return { code: "tui_cwd", level: "warn", message: `The working folder is not there: ${config.cwd}`, hint: "A run makes it. Is its name right?" };
}

/** A path, or what of it there is: a run makes the folders that lack, and this test makes none. */
async function nearest(path: string): Promise<{ path: string; isFolder: boolean }> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => null);
  return found || absolute === "/" ? { path: absolute, isFolder: found?.isDirectory() ?? false } : nearest(dirname(absolute));
}

/** Runs a check of the start of a run; what it throws is the message. */
async function attempt(checks: Check[], code: string, check: () => Promise<string>): Promise<void> {
  try {
    checks.push({ code, level: "info", message: await check() });
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const [message = "", hint] = error.trouble.message.split("; ", 2);
    checks.push({ code, level: "error", message, ...(hint && { hint }) });
  }
}

function versionCheck(provider: Provider, version: string): Check {
  const isOld = compareVersions(version, provider.oldestSeen) < 0;
  return {
    code: "tui_cli_version",
    level: isOld ? "warn" : "info",
    message: `${provider.name} ${version}.`,
    ...(isOld && { hint: `This adapter was run with ${provider.oldestSeen} and newer; an older one may lack options that it needs.` }),
  };
}
