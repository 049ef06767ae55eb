/** How a run ended, in our words and in the server's. */

import type { AdapterExecutionResult } from "@paperclipai/adapter-utils";

import type { ScreenFailure } from "../host/engine.ts";
import type { Provider } from "../provider.ts";
import type { TranscriptError, TranscriptFacts } from "../transcript/reader.ts";
import type { SessionParams } from "./codec.ts";
import { isUnknownSessionError } from "./codec.ts";
import { parseReset } from "./reset.ts";

/** What went wrong, as the server is told. */
export interface Trouble {
  code: string;
  message: string;
  family?: NonNullable<AdapterExecutionResult["errorFamily"]>;
  retryNotBefore?: string;
  /** Whether the server may have the agent go on by itself: it tries so twice. Else a person has to see to the cause first. */
  mayContinue?: boolean;
  clearSession?: boolean;
  meta?: Record<string, unknown>;
}

export type Ending =
  | { kind: "done" }
  | { kind: "failed"; trouble: Trouble }
  | { kind: "timeout"; seconds: number }
  | { kind: "cancelled"; forced: boolean };

/** An error that ends the run as a trouble. */
export class RunError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/** An error as the end of a run. */
export function failure(error: unknown): Extract<Ending, { kind: "failed" }> {
  if (error instanceof RunError) return { kind: "failed", trouble: error.trouble };
  return { kind: "failed", trouble: { code: "adapter_failed", message: error instanceof Error ? error.message : String(error) } };
}

/** The trouble that the screen and the transcript tell of a failed turn. */
export function troubleOf(provider: Provider, screen: ScreenFailure | null, written: TranscriptError | null, now: Date): Trouble {
  const text = screen?.text || written?.text || "the turn failed, and nothing on the screen says why";
  const kind = kindOf(screen, written);
  switch (kind) {
    case "auth":
      return authTrouble(provider, provider.command, text, urlIn(text));
    case "quota":
      return quotaTrouble(provider, screen, text, now);
    case "upstream":
      return { code: `${provider.cli}_transient_upstream`, family: "transient_upstream", mayContinue: true, message: `the provider could not answer: ${text}` };
    case "model":
      return { code: "model_not_found", message: `the model is not known or not allowed: ${text}` };
    case "refusal":
      return { code: "claude_refusal", family: "model_refusal", message: text };
    case "context":
      return { code: "max_turns_exhausted", clearSession: true, mayContinue: true, message: `the session's context is full; the next run begins a new one: ${text}` };
    case "session":
      return { code: "unknown_session", clearSession: true, mayContinue: true, message: text };
    default:
      return { code: "tui_turn_failed", mayContinue: true, message: text };
  }
}

function quotaTrouble(provider: Provider, screen: ScreenFailure | null, text: string, now: Date): Trouble {
  const spoken = screen?.resetsAt ?? "";
  const shown = screen?.retryInSeconds ? new Date(now.getTime() + screen.retryInSeconds * 1_000) : null;
  const reset = shown ?? (spoken === "" ? null : parseReset(spoken, now)) ?? resetIn(text, now);
  return {
    code: "provider_quota",
    family: "provider_quota",
    mayContinue: true,
    message: `${provider.name} has reached a limit${screen?.scope ? ` (${screen.scope})` : ""}: ${text}`,
    ...(reset && { retryNotBefore: reset.toISOString() }),
  };
}

/** A reset told within a sentence. */
function resetIn(text: string, now: Date): Date | null {
  const told = /(?:resets?|try again|available again|retry)(?:\s+(?:at|on))?:?\s+(.{3,60})/i.exec(text)?.[1];
  return told ? parseReset(told, now) : null;
}

type Kind = "auth" | "quota" | "upstream" | "model" | "refusal" | "context" | "session" | "other";

/** The screen's word counts, since a cell of its own or a style proves it; then the provider's own; then the text. */
function kindOf(screen: ScreenFailure | null, written: TranscriptError | null): Kind {
  const words = `${screen?.text ?? ""}\n${written?.text ?? ""}`;
  if (isUnknownSessionError(words)) return "session";
  if (/usage policy|unable to respond to this request/i.test(words)) return "refusal";
  if (/model.{0,80}(?:not (?:found|exist|supported)|does not exist|may not have access)|model_not_found/is.test(words)) return "model";
  const named = `${screen?.kind ?? ""} ${written?.kind ?? ""}`.toLowerCase();
  if (/\bauth/.test(named) || /unauthorized|invalid_api_key/.test(named)) return "auth";
  if (/quota|usage_limit|billing/.test(named) || /usage limit|hit your .{0,20}limit/i.test(words)) return "quota";
  if (/context/.test(named)) return "context";
  if (/rate_limit/.test(named)) return screen?.resetsAt ? "quota" : "upstream";
  if (/overloaded|network|server|stream|connection|internal/.test(named)) return "upstream";
  if (/please run \/login|not logged in|authentication_error|401 unauthorized/i.test(words)) return "auth";
  if (/\b(?:429|5\d\d)\b|overloaded|stream disconnected|connection (?:error|refused|reset)|timed? ?out|high demand/i.test(words)) return "upstream";
  return "other";
}

/** Nobody is signed in. The address is one that a CLI showed: it is good for that one alone, which has ended. */
export function authTrouble(provider: Provider, command: string, words: string, url: string | null): Trouble {
  return {
    code: `${provider.cli}_auth_required`,
    message: `${provider.name} is not signed in: ${words}; sign in once as the server's user (run \`${command}\` in a terminal, choose how, and open the address that it shows), then have the agent go on`,
    ...(url && { meta: { loginUrl: url } }),
  };
}

/** The address in a text, as something to record: nobody opens it here. */
export function urlIn(text: string): string | null {
  return /https?:\/\/[^\s"'<>│┃|]+/.exec(text)?.[0].replace(/[.,;:)\]]+$/, "") ?? null;
}

/** The address at which to sign in, put together where a screen wraps it: rows of nothing but an address belong to it. */
export function urlOn(screen: string): string | null {
  const rows = screen.split("\n").map((row) => row.replace(/[│┃|]/g, " ").trim());
  const isAddress = (row: string): boolean => /https?:\/\/\S*(?:auth|login|device)/i.test(row);
  const at = rows.findIndex(isAddress);
  const begin = urlIn(rows[at] ?? "");
  if (begin === null || !rows[at]?.endsWith(begin)) return begin;
  const rest = rows.slice(at + 1);
  const end = rest.findIndex((row) => !/^[\w%&=?./:+~#@!$*,;-]+$/.test(row));
  return urlIn(begin + rest.slice(0, end < 0 ? rest.length : end).join(""));
}

/** All that a result is built from. */
export interface Outcome {
  ending: Ending;
  provider: Provider;
  facts: TranscriptFacts;
  session: SessionParams | null;
  wasPrompted: boolean;
  /** Whether the board was asked on the task when to go on. */
  isAsked: boolean;
  usesApiKey: boolean;
  configuredModel: string;
  durationMs: number;
  fidelity: "transcript" | "screen";
  screenAnswer: string | null;
  /** What stood on the screen when it failed; the raw text where nothing else tells. */
  lastScreen: string;
}

/** The result for the server. */
export function resultOf(outcome: Outcome): AdapterExecutionResult {
  const { ending, provider, facts, session } = outcome;
  const summary = facts.finalText ?? outcome.screenAnswer;
  const base: AdapterExecutionResult = {
    exitCode: 0,
    signal: null,
    timedOut: false,
    provider: provider.vendor,
    biller: provider.vendor,
    billingType: outcome.usesApiKey ? "api" : "subscription",
    model: facts.model ?? (outcome.configuredModel || null),
    ...(facts.usage && { usage: facts.usage, usageBasis: "per_run" as const }),
    // Params that are left out keep what is stored.
    ...(session && { sessionId: session.sessionId, sessionParams: { ...session }, sessionDisplayId: session.sessionId }),
    summary,
    resultJson: {
      fidelity: outcome.fidelity,
      durationMs: outcome.durationMs,
      ...(facts.cliVersion && { cliVersion: facts.cliVersion }),
      ...(summary && { result: summary }),
    },
  };
  switch (ending.kind) {
    case "done":
      return base;
    case "timeout":
      return {
        ...base,
        ...goingOn(base, outcome, true),
        exitCode: null,
        timedOut: true,
        errorCode: "timeout",
        errorMessage: `the run was stopped after its time limit of ${ending.seconds} s (timeoutSec)`,
      };
    case "cancelled":
      return {
        ...base,
        exitCode: null,
        signal: "SIGTERM",
        errorCode: "cancelled",
        errorMessage: "cancelled by the operator",
        executionRecovery: { kind: "interrupted", providerStopped: true, sessionPreserved: true, actionOutcomes: "settled" },
        resultJson: {
          ...base.resultJson,
          executionCancellation: { state: "acknowledged", acknowledgedAt: new Date().toISOString(), forced: ending.forced },
        },
      };
    case "failed":
      return failed(base, ending.trouble, outcome);
  }
}

function failed(base: AdapterExecutionResult, trouble: Trouble, outcome: Outcome): AdapterExecutionResult {
  const going = goingOn(base, outcome, trouble.mayContinue === true || outcome.isAsked);
  return {
    ...base,
    ...going,
    ...(outcome.lastScreen !== "" && { resultJson: { ...base.resultJson, ...going.resultJson, screen: outcome.lastScreen } }),
    exitCode: 1,
    errorCode: trouble.code,
    errorMessage: trouble.message,
    ...(trouble.family && { errorFamily: trouble.family }),
    ...(trouble.retryNotBefore && { retryNotBefore: trouble.retryNotBefore }),
    ...(trouble.meta && { errorMeta: trouble.meta }),
    ...(trouble.clearSession && { clearSession: true, sessionId: null, sessionParams: null, sessionDisplayId: null }),
  };
}

/**
 * What keeps the server from holding the task: the CLI was never prompted, which it tries once more, or may be told to go
 * on. The server then has it go on twice, by itself, save where a question stands on the task.
 */
function goingOn(base: AdapterExecutionResult, outcome: Outcome, mayContinue: boolean): Partial<AdapterExecutionResult> {
  if (!outcome.wasPrompted && !outcome.isAsked) return { executionRecovery: { kind: "bootstrap", providerWorkStarted: false } };
  return mayContinue ? { resultJson: { ...base.resultJson, conversationContinuation: "continue_conversation_v1" } } : {};
}
