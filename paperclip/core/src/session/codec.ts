/** What is kept of a session between two runs, and when it may be gone on with. */

import { resolve } from "node:path";

import type { AdapterSessionCodec } from "@paperclipai/adapter-utils";

import { SESSION_ID } from "../provider.ts";
import { objectOf, stringOf } from "../transcript/reader.ts";

/** The parameters of a session, in our spelling. */
export interface SessionParams {
  sessionId: string;
  cwd?: string;
  workspaceId?: string;
  repoUrl?: string;
  repoRef?: string;
}

/** Reads parameters in any of the spellings in use; null where there is no valid id. */
export function readSession(raw: unknown): SessionParams | null {
  const object = objectOf(raw);
  const text = (...keys: string[]): string | undefined => {
    const found = keys.map((key) => stringOf(object?.[key])?.trim()).find((value) => value !== undefined && value !== "");
    return found;
  };
  const sessionId = text("sessionId", "session_id", "sessionID");
  if (!sessionId || !SESSION_ID.test(sessionId)) return null;
  const cwd = text("cwd", "workdir", "folder");
  const workspaceId = text("workspaceId", "workspace_id");
  const repoUrl = text("repoUrl", "repo_url");
  const repoRef = text("repoRef", "repo_ref");
  return { sessionId, ...(cwd && { cwd }), ...(workspaceId && { workspaceId }), ...(repoUrl && { repoUrl }), ...(repoRef && { repoRef }) };
}

export const sessionCodec: AdapterSessionCodec = {
  deserialize: (raw) => readSession(raw) as Record<string, unknown> | null,
  serialize: (params) => readSession(params) as Record<string, unknown> | null,
  getDisplayId: (params) => readSession(params)?.sessionId ?? null,
};

/** Sessions of runs without a task come back by id alone; the rest is remembered here while the server lives. */
const remembered = new Map<string, SessionParams>();
const MOST_REMEMBERED = 2_000;

export function remember(params: SessionParams): void {
  remembered.delete(params.sessionId);
  remembered.set(params.sessionId, params);
  const oldest = remembered.keys().next().value;
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

export type Resume = { id: string } | { fresh: string };

/** Whether to go on with a session: its id valid, its folder this one, its file there. */
export async function decideResume(
  runtime: { sessionId: string | null; sessionParams: Record<string, unknown> | null },
  cwd: string,
  sessionFile: (id: string) => Promise<string | null>,
): Promise<Resume> {
  const told = readSession(runtime.sessionParams) ?? readSession({ sessionId: runtime.sessionId });
  if (!told) return { fresh: runtime.sessionId ? "the stored session id is none of this CLI's" : "no session yet" };
  const known = told.cwd ? told : (remembered.get(told.sessionId) ?? told);
  if (known.cwd && resolve(known.cwd) !== resolve(cwd)) return { fresh: `the session belongs to ${known.cwd}` };
  if ((await sessionFile(known.sessionId)) === null) return { fresh: `unknown session ${known.sessionId}: its file is not there` };
  return { id: known.sessionId };
}

/** Whether a CLI's words say that a session is not known to it. */
export function isUnknownSessionError(text: string): boolean {
  return /no conversation found with session id|no saved session found|session(?: id)? .{0,60}not found|unknown session|thread(?: id)? .{0,60}not found/i.test(text);
}
