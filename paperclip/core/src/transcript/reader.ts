/** What both providers' transcript files tell, in the same words. */

import type { RunUsage, TuiEvent } from "../log/event.ts";

/** An error that the provider wrote down. */
export interface TranscriptError {
  /** The provider's own word for the kind, where it has one. */
  kind: string;
  text: string;
}

/** A call of a tool that has no result yet. */
export interface PendingCall {
  id: string;
  name: string;
  /** The command that it runs in a shell, whole; null where it runs none. */
  command: string | null;
  /** What the agent says of the command, which the CLI may draw right below it. */
  note?: string;
  /** The file that it creates, whole, where it does nothing else. */
  file?: NewFile;
  /** The plan that it hands in, whole. */
  plan?: string;
}

/** A file that a call creates. */
export interface NewFile {
  path: string;
  lines: string[];
  /** What the CLI draws between a line's number and the line. */
  sign: "" | "+";
}

/** The lines of a text, of which the last one may have an end. */
export function linesIn(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** What is known from the lines taken so far. */
export interface TranscriptFacts {
  sessionId: string | null;
  cliVersion: string | null;
  model: string | null;
  /** Tokens of the lines taken since `begin`; null where none told any. */
  usage: RunUsage | null;
  /** The last words of the agent since `begin`. */
  finalText: string | null;
  /** The last error since `begin`, gone when the agent speaks again. */
  error: TranscriptError | null;
  /** Whether the provider wrote that the turn is over, since the last prompt. */
  ended: boolean;
  /** The calls since `begin` that have no result, in their order. */
  pending: PendingCall[];
  /** Whether since `begin` a tool was called that may have started another agent, whose calls stand elsewhere. */
  hasOtherAgents: boolean;
}

/** Reads a provider's transcript line by line. Lines that it does not understand tell nothing. */
export interface TranscriptReader {
  readonly facts: TranscriptFacts;
  /** Forgets what belongs to earlier runs: what is taken from here on is this run's. */
  begin(): void;
  /** The events of a line. */
  take(line: string): TuiEvent[];
}

/** Facts of nothing. */
export function noFacts(): TranscriptFacts {
  return { sessionId: null, cliVersion: null, model: null, usage: null, finalText: null, error: null, ended: false, pending: [], hasOtherAgents: false };
}

/** Notes that a tool was called; `isAlone` says that it can have started no other agent. */
export function called(facts: TranscriptFacts, call: PendingCall, isAlone: boolean): void {
  facts.pending = [...facts.pending.filter(({ id }) => id !== call.id), call];
  if (!isAlone) facts.hasOtherAgents = true;
}

/** Notes that a call has its result. */
export function answered(facts: TranscriptFacts, id: string): void {
  facts.pending = facts.pending.filter((call) => call.id !== id);
}

/** An object, or null for anything else. */
export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

/** The objects of a list. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf).filter((item) => item !== null) : [];
}

/** A string, or null. */
export function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A count of tokens: whole and not negative, else 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

/** A line of JSON as an object; null where it is none. */
export function jsonObject(line: string): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return null;
  }
}

/** What a tool's output says, whatever its form. */
export function outputText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    return objectsOf(value)
      .map((item) => stringOf(item.text) ?? `[${stringOf(item.type) ?? "item"}]`)
      .join("\n");
  }
  const object = objectOf(value);
  if (!object) return "";
  return stringOf(object.content) ?? stringOf(object.output) ?? JSON.stringify(object);
}

/** A tool call in one readable line. */
export function toolLine(name: string, input: unknown): string {
  const object = objectOf(input);
  const telling = object && (object.command ?? object.cmd ?? object.file_path ?? object.path ?? object.pattern ?? object.url);
  const words = Array.isArray(telling) ? telling.join(" ") : stringOf(telling);
  const rest = words ?? (input === undefined ? "" : JSON.stringify(input));
  return `${name}: ${rest.split("\n", 1)[0] ?? ""}`;
}
