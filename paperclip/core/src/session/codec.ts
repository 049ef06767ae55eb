/** What is kept of a session between two runs, and when it may be gone on with. */

import { open, realpath } from "node:fs/promises";
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

/** Bytes of a session's file in which its folder is looked for. */
const HEAD = 256 << 10;

/** The folder that a session began in, as its own file tells: some wakes give the session's id alone. */
async function folderOf(file: string): Promise<string | null> {
  const head = Buffer.alloc(HEAD);
  const opened = await open(file, "r");
  const { bytesRead } = await opened.read(head, 0, HEAD, 0).finally(() => opened.close());
  const told = /"cwd":\s*("(?:[^"\\]|\\.)*")/.exec(head.toString("utf8", 0, bytesRead))?.[1];
  return told ? stringOf(JSON.parse(told)) : null;
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([one, other].map((path) => realpath(path).catch(() => resolve(path))));
  return left === right;
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
  const file = await sessionFile(told.sessionId);
  if (file === null) return { fresh: `unknown session ${told.sessionId}: its file is not there` };
  const folder = told.cwd ?? (await folderOf(file).catch(() => null));
  if (!folder) return { fresh: `nothing tells which folder the session ${told.sessionId} belongs to` };
  return (await isSameFolder(folder, cwd)) ? { id: told.sessionId } : { fresh: `the session belongs to ${folder}` };
}

/** Whether a CLI's words say that a session is not known to it. */
export function isUnknownSessionError(text: string): boolean {
  return /no conversation found with session id|no saved session found|session(?: id)? .{0,60}not found|unknown session|thread(?: id)? .{0,60}not found/i.test(text);
}
