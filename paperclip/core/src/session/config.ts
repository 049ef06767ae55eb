/** The agent's configuration, read with defaults: whatever stands there, something safe comes out. */

import type { ConfigFieldSchema } from "@paperclipai/adapter-utils";
import { asBoolean, asNumber, asString, parseObject } from "@paperclipai/adapter-utils/server-utils";

/** What is done when a dialog calls for a person. */
export type OperatorPolicy = "ask_board" | "deny" | "fail" | "allowlist" | "wait_for_attach";

export const OPERATOR_POLICIES: readonly OperatorPolicy[] = ["ask_board", "deny", "fail", "allowlist", "wait_for_attach"];

export interface Config {
  raw: Record<string, unknown>;
  cwd: string;
  command: string;
  model: string;
  effort: string;
  promptTemplate: string;
  bootstrapPromptTemplate: string;
  instructionsFilePath: string;
  extraArgs: string[];
  env: Record<string, string>;
  /** None: `ask_board` where there is a task, else `fail`. */
  operatorPolicy: OperatorPolicy | null;
  operatorTimeoutSec: number;
  /** Commands or paths, with `*` for what may differ, or kinds of dialogs: what is allowed without asking. */
  allowlist: string[];
  trustWorkspace: boolean;
  timeoutSec: number;
  graceSec: number;
  startupTimeoutSec: number;
  stallTimeoutSec: number;
  shadowCommand: string;
  tmuxCommand: string;
  columns: number;
  rows: number;
}

export function readConfig(value: unknown, defaultCommand: string): Config {
  const raw = parseObject(value);
  const text = (key: string, fallback = ""): string => asString(raw[key], fallback).trim();
  const within = (key: string, fallback: number, low: number, high: number): number =>
    Math.min(high, Math.max(low, numberOf(raw[key], fallback)));
  const policy = text("operatorPolicy");
  return {
    raw,
    cwd: text("cwd"),
    command: text("command", defaultCommand) || defaultCommand,
    model: text("model"),
    effort: text("effort"),
    promptTemplate: asString(raw.promptTemplate, ""),
    bootstrapPromptTemplate: asString(raw.bootstrapPromptTemplate, ""),
    instructionsFilePath: text("instructionsFilePath"),
    extraArgs: linesOf(raw.extraArgs),
    env: readEnv(raw.env),
    operatorPolicy: OPERATOR_POLICIES.find((known) => known === policy) ?? null,
    operatorTimeoutSec: within("operatorTimeoutSec", 3_600, 5, 7 * 86_400),
    allowlist: linesOf(raw.operatorAllowlist),
    trustWorkspace: asBoolean(raw.trustWorkspace, false),
    timeoutSec: within("timeoutSec", 0, 0, 30 * 86_400),
    graceSec: within("graceSec", 15, 1, 600),
    startupTimeoutSec: within("startupTimeoutSec", 90, 5, 3_600),
    stallTimeoutSec: within("stallTimeoutSec", 300, 5, 86_400),
    shadowCommand: text("shadowCommand"),
    tmuxCommand: text("tmuxCommand", "tmux") || "tmux",
    columns: within("columns", 140, 60, 400),
    rows: within("rows", 48, 20, 200),
  };
}

/** Numbers may come as text from a form. */
function numberOf(value: unknown, fallback: number): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : asNumber(value, fallback);
  return Number.isFinite(number) ? number : fallback;
}

/** A list as it is, or the lines of a text. */
export function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === "string" && item !== "");
  return typeof value === "string" ? value.split("\n").map((line) => line.trim()).filter((line) => line !== "") : [];
}

/** Variables; a value may be an object that holds it. */
export function readEnv(value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, given] of Object.entries(parseObject(value))) {
    const plain = typeof given === "object" && given !== null ? (given as Record<string, unknown>).value : given;
    if (typeof plain === "string") found[name] = plain;
    else if (typeof plain === "number" || typeof plain === "boolean") found[name] = String(plain);
  }
  return found;
}

/** What of a configuration is not as it is meant to be: a run takes something safe instead, which may surprise. */
export function oddValues(value: unknown, fields: ConfigFieldSchema[]): string[] {
  const raw = parseObject(value);
  return fields.flatMap(({ key, type, options }) => {
    const given = raw[key];
    if (given === undefined || given === null || given === "") return [];
    const told = `${key}: ${JSON.stringify(given).slice(0, 80)}`;
    if (type === "number" && !isNumber(given)) return [`${told} is no number`];
    if (type === "toggle" && typeof given !== "boolean") return [`${told} is neither true nor false`];
    const known = (options ?? []).map((option) => option.value);
    if (type === "select" && !known.some((one) => one === given)) return [`${told} is none of ${known.join(", ")}`];
    return [];
  });
}

function isNumber(value: unknown): boolean {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0;
}
