/**
 * Which children are alive, in a file each, so that none outlives the server: ended when this process exits, and at
 * load those whose server is gone without having done so.
 */

import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";

import type { Link } from "../provider.ts";
import { objectOf, objectsOf, stringOf } from "../transcript/reader.ts";
import { birthOf, isAlive, processesOfRun, signalAll, treeOf } from "./process.ts";

/** What must be ended and removed when a run is over. */
export interface Child {
  runId: string;
  /** The pane's process; 0 while it is not known. */
  pid: number;
  birth: string | null;
  /** The private tmux server's socket, and the tmux that it belongs to. */
  socket: string;
  tmux: string;
  /** The run's own folder. */
  folder: string;
  /** Links that this run uses in a folder of the user's. */
  links: Link[];
}

/**
 * The folder of this user's runs; nobody else may enter it. Its name can be guessed, so that another user may have made it
 * first: what they put there would be believed. Throws then.
 */
export function runsFolder(): string {
  const folder = join(tmpdir(), `shadow-paperclip-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = lstatSync(folder);
  const isOwn = made.isDirectory() && made.uid === userInfo().uid && (made.mode & 0o077) === 0;
  if (!isOwn) throw new Error(`${folder} is not a folder of this user's alone; remove it, or set TMPDIR to a folder of the user's`);
  return folder;
}

const living = new Map<string, Child>();
let isHooked = false;

/** Notes a child, or what has become known of it. */
export function enter(child: Child): void {
  living.set(child.runId, child);
  hookExit();
  const server = { pid: process.pid, birth: birthOf(process.pid) };
  writeFileSync(fileOf(child.runId), JSON.stringify({ ...child, server }), { mode: 0o600 });
}

/** The processes that came of children, which lose their parent when it ends. */
const families = new Map<string, { pid: number; birth: string | null }[]>();

/** Remembers what a child has brought up, before it is ended. */
export function adopt(child: Child): void {
  const found = child.pid > 1 && isAlive(child.pid, child.birth) ? treeOf(child.pid) : [];
  families.set(child.runId, found.map((pid) => ({ pid, birth: birthOf(pid) })));
}

/** Ends a child and all that belongs to it; gives the processes that were still there. */
export function end(child: Child): number[] {
  if (!families.has(child.runId)) adopt(child);
  spawnSync(child.tmux, ["-S", child.socket, "kill-server"], { stdio: "ignore", timeout: 5_000 });
  const found = new Set(processesOfRun(child.runId));
  for (const { pid, birth } of families.get(child.runId) ?? []) if (isAlive(pid, birth)) found.add(pid);
  signalAll(found, "SIGKILL");
  families.delete(child.runId);
  for (const link of child.links) if (isOurs(link) && !isShared(link, child.runId)) rmSync(link.path, { force: true });
  rmSync(child.folder, { recursive: true, force: true });
  rmSync(fileOf(child.runId), { force: true });
  living.delete(child.runId);
  return [...found];
}

/** Whether a link stands as it was laid: what a user has put there instead is theirs. */
function isOurs(link: Link): boolean {
  try {
    return readlinkSync(link.path) === link.target;
  } catch {
    return false;
  }
}

/** Whether another run of this process uses a link, too. */
function isShared(link: Link, runId: string): boolean {
  return [...living.values()].some((other) => other.runId !== runId && other.links.some(({ path }) => path === link.path));
}

/** Whether there is a folder of runs to be believed; who is to run says why there is none. */
function isFolderOwn(): boolean {
  try {
    return runsFolder() !== "";
  } catch {
    return false;
  }
}

/** Ends the children of servers that are gone; gives the runs' ids. */
export function sweep(): string[] {
  const swept: string[] = [];
  if (!isFolderOwn()) return swept;
  for (const name of readdirSync(runsFolder()).filter((name) => name.endsWith(".child.json"))) {
    const found = read(join(runsFolder(), name));
    if (!found || living.has(found.child.runId) || isAlive(found.server.pid, found.server.birth)) continue;
    end(found.child);
    swept.push(found.child.runId);
  }
  return swept;
}

function fileOf(runId: string): string {
  return join(runsFolder(), `${runId.replace(/[^\w-]/g, "_")}.child.json`);
}

function read(path: string): { child: Child; server: { pid: number; birth: string | null } } | null {
  try {
    const raw = objectOf(JSON.parse(readFileSync(path, "utf8")));
    const server = objectOf(raw?.server);
    if (!raw || !server || typeof raw.pid !== "number" || typeof server.pid !== "number") return null;
    const links = objectsOf(raw.links).map((link) => ({ path: stringOf(link.path) ?? "", target: stringOf(link.target) ?? "" }));
    const text = (key: string): string => stringOf(raw[key]) ?? "";
    const child = { runId: text("runId"), pid: raw.pid, birth: stringOf(raw.birth), socket: text("socket"), tmux: text("tmux"), folder: text("folder"), links };
    // Only what this adapter lays down is removed, whatever the file says.
    const isLaid = dirname(resolve(child.folder)) === runsFolder() && resolve(child.socket) === join(resolve(child.folder), "tmux");
    if (!isLaid || child.runId === "") return null;
    return { child, server: { pid: server.pid, birth: stringOf(server.birth) } };
  } catch {
    return null;
  }
}

function hookExit(): void {
  if (isHooked) return;
  isHooked = true;
  process.on("exit", () => [...living.values()].forEach(end));
}
