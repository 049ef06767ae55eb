/**
 * The lines of a run's log: one JSON object a line, `text` first so that a raw line can be read by a person.
 *
 * `text` carries what the line says (the words of the agent, the output of a tool); the other fields are for programs.
 * Strings have no escape sequences and a line stays below 8 KB, which is what the server stores whole.
 */

import { legible } from "./legible.ts";

/** What a person was asked. */
export interface OperatorOption {
  id: string;
  label: string;
}

/** Tokens of one run. */
export interface RunUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
}

/** One line of the log. */
export type TuiEvent =
  | { type: "tui.init"; text: string; sessionId: string; model: string; cliVersion: string; preset: string; attach: string }
  | { type: "tui.state"; text: string; state: string }
  | { type: "tui.prompt"; text: string; chars: number; sha: string }
  | { type: "tui.text"; text: string; fidelity?: "screen" }
  | { type: "tui.thinking"; text: string }
  | { type: "tui.tool"; text: string; id: string; name: string; input: unknown }
  | { type: "tui.tool_result"; text: string; id: string; isError: boolean }
  | { type: "tui.operator"; text: string; id: string; kind: string; several: boolean; excerpt: string; options: OperatorOption[]; policy: string }
  | { type: "tui.operator_resolved"; text: string; id: string; by: string; key: string }
  | { type: "tui.stalled"; text: string }
  | { type: "tui.recovered"; text: string }
  | { type: "tui.error"; text: string; code: string }
  | {
      type: "tui.result";
      text: string;
      subtype: string;
      isError: boolean;
      model: string;
      sessionId: string;
      durationMs: number;
      usage: RunUsage | null;
    };

/** Bytes that a line may have: the server cuts at 8 KB. */
export const LINE_LIMIT = 7_900;

/** Bytes of one field of a tool's input that are kept before the whole line has to be cut. */
const FIELD_LIMIT = 1_500;

// Escape sequences (CSI, OSC and the other string kinds, two-byte ones), then any control character that is left.
// eslint-disable-next-line no-control-regex
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[PX^_\]][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text without escape sequences and control characters, and with nothing else that hides; line ends and tabs stay. */
export function plain(text: string): string {
  return legible(text.replace(/\r\n?/g, "\n").replace(ESCAPES, "").replace(CONTROLS, ""));
}

/** At most `limit` UTF-8 bytes of a text, with a mark where something was left out. */
export function clip(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text;
  const mark = " […]";
  let cut = text.slice(0, Math.max(0, limit - mark.length));
  while (cut.length > 0 && Buffer.byteLength(cut) > limit - mark.length - 2) {
    cut = cut.slice(0, Math.floor(cut.length * 0.9));
  }
  return cut.replace(/[\ud800-\udbff]$/, "") + mark;
}

/** A value whose strings are plain and at most `limit` bytes long. */
export function tidy(value: unknown, limit: number, depth = 0): unknown {
  if (typeof value === "string") return clip(plain(value), limit);
  if (typeof value !== "object" || value === null) return value;
  if (depth > 6) return "[…]";
  if (Array.isArray(value)) return value.slice(0, 64).map((item) => tidy(item, limit, depth + 1));
  const entries = Object.entries(value).slice(0, 64);
  return Object.fromEntries(entries.map(([key, item]) => [clip(plain(key), 120), tidy(item, limit, depth + 1)]));
}

/** JSON of an object, with its strings cut as far as it takes to stay below the limit of a line. */
export function fittingJson(object: object): string {
  for (let limit = FIELD_LIMIT * 4; limit >= 16; limit = Math.floor(limit / 2)) {
    const json = JSON.stringify(tidy(object, limit));
    if (Buffer.byteLength(json) < LINE_LIMIT) return json;
  }
  return JSON.stringify({ text: "[a line that is too large to be kept]", v: 1, type: "tui.error", code: "line_too_large" });
}

/** The event as a line, without its line end. */
export function eventLine(event: TuiEvent): string {
  const { text, type, ...rest } = event;
  return fittingJson({ text, v: 1, type, ...rest });
}

/** Pieces of a text that fit into a line each, cut between lines or words. */
export function pieces(text: string, limit = FIELD_LIMIT * 3): string[] {
  const found: string[] = [];
  let rest = text;
  while (Buffer.byteLength(rest) > limit) {
    let end = Math.min(rest.length, limit);
    while (Buffer.byteLength(rest.slice(0, end)) > limit) end = Math.floor(end * 0.9);
    const at = Math.max(rest.lastIndexOf("\n", end), rest.lastIndexOf(" ", end));
    const cut = at > end / 2 ? at + 1 : end;
    found.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest.length > 0 || found.length === 0) found.push(rest);
  return found;
}
