/**
 * A line of the log as entries of Paperclip's page.
 *
 * Runs in a worker of the page, from text: no imports but types, no state, nothing that could throw on any input. One
 * line is seen once, and in any order.
 */

import type { TranscriptEntry } from "@paperclipai/adapter-utils";

type Fields = Record<string, unknown>;

export function parseStdoutLine(line: string, ts: string): TranscriptEntry[] {
  const raw = typeof line === "string" ? line : String(line);
  const event = parse(raw);
  return event ? entries(event, ts) : [{ kind: "stdout", ts, text: raw }];
}

/** An event of this adapter, or null for anything else. */
function parse(line: string): Fields | null {
  if (line.trimStart().charAt(0) !== "{") return null;
  try {
    const value: unknown = JSON.parse(line);
    const isEvent = typeof value === "object" && value !== null && typeof (value as Fields).type === "string";
    return isEvent && String((value as Fields).type).startsWith("tui.") ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function entries(event: Fields, ts: string): TranscriptEntry[] {
  const text = str(event.text);
  switch (event.type) {
    case "tui.init":
      return [{ kind: "init", ts, model: str(event.model) || "unknown", sessionId: str(event.sessionId) }, { kind: "system", ts, text }];
    case "tui.text":
      return [{ kind: "assistant", ts, text }];
    case "tui.thinking":
      return [{ kind: "thinking", ts, text }];
    case "tui.tool":
      return [{ kind: "tool_call", ts, name: str(event.name) || "tool", input: event.input ?? {}, toolUseId: str(event.id) }];
    case "tui.tool_result":
      return [{ kind: "tool_result", ts, toolUseId: str(event.id), content: text, isError: event.isError === true }];
    case "tui.operator":
      return [request(ts, "pending", text, event), wait(ts, "operator", "running", text, event)];
    case "tui.operator_resolved":
      return [request(ts, "resolved", text, event), wait(ts, "operator_resolved", "completed", text, event)];
    case "tui.stalled":
      return [wait(ts, "stalled", "running", text, event)];
    case "tui.recovered":
      return [wait(ts, "recovered", "completed", text, event)];
    case "tui.error":
      return [{ kind: "stderr", ts, text: `${text} [${str(event.code)}]` }];
    case "tui.result":
      return [result(event, ts, text)];
    default:
      return [{ kind: "system", ts, text: text || str(event.type) }];
  }
}

type Status = "running" | "completed";

function wait(ts: string, eventType: string, status: Status, summary: string, event: Fields): TranscriptEntry {
  const titles: Record<string, string> = {
    operator: "Waiting for a person", operator_resolved: "Answered", stalled: "No sign of life", recovered: "Alive again",
  };
  return { kind: "provider_activity", ts, family: "wait", eventType, status, title: titles[eventType] ?? eventType, summary, payload: event };
}

type RequestEntry = Extract<TranscriptEntry, { kind: "runtime_request" }>;

const REQUEST_KINDS: Record<string, RequestEntry["requestKind"]> = {
  approval_command: "command_approval", approval_edit: "file_approval", approval_other: "permission_approval", plan: "permission_approval", question: "user_input",
};

/** A dialog, or its answer, which has the same id. */
function request(ts: string, status: "pending" | "resolved", prompt: string, event: Fields): RequestEntry {
  const kind = str(event.kind);
  const given = Array.isArray(event.options) ? (event.options as (Fields | null)[]) : [];
  const options = given.map((option) => ({ id: str(option?.id), label: str(option?.label) })).filter((option) => option.id !== "");
  const answerMode = event.several === true ? "multi_select" : "single_select";
  const isPending = status === "pending";
  return {
    kind: "runtime_request", ts, requestId: str(event.id) || "operator", requestKind: REQUEST_KINDS[kind] ?? "runtime", turnId: null,
    requestType: kind === "question" ? "input" : "permission", status, prompt, fields: [],
    choices: options.map(({ id, label }) => ({ key: id, label })),
    questionSet: isPending ? { schema: "paperclip.question_set.v1", questions: [{ id: "answer", prompt, required: true, answerMode, options, customAnswer: { enabled: true } }] } : null,
    resolvedAction: isPending ? null : str(event.key),
  };
}

function result(event: Fields, ts: string, text: string): TranscriptEntry {
  const usage = (typeof event.usage === "object" && event.usage !== null ? event.usage : {}) as Fields;
  const isError = event.isError === true;
  return {
    kind: "result", ts, text, inputTokens: num(usage.inputTokens), outputTokens: num(usage.outputTokens), cachedTokens: num(usage.cachedInputTokens),
    costUsd: 0, subtype: str(event.subtype) || "success", isError, errors: isError && text !== "" ? [text] : [],
  };
}

function str(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function num(value: unknown): number {
  return typeof value === "number" && isFinite(value) ? value : 0;
}
