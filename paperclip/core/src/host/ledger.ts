/**
 * Which children are alive, in a file each, so that none outlives the server: ended when this process exits, and at
 * load those whose server is gone without having done so.
 */

import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
  const found = child.pid > 1 && isAlive(child.pid, child.birth) ? treeOf([child.pid]) : [];
  families.set(child.runId, found.map((pid) => ({ pid, birth: birthOf(pid) })));
}

/**
 * Lays links in a folder of the user's, over nothing that is there; gives why some are not laid. A link stays until the
 * last run that has it in its file has ended: it is looked for, noted and laid in one step, so that none ends meanwhile.
 */
export function lay(child: Child, links: Link[]): string[] {
  const warnings: string[] = [];
  for (const link of links) {
    const isThere = isPlace(link.path);
    if (isThere && !stands(link)) warnings.push(`${link.path} is the user's own and stays as it is`);
    // The same link, laid by the user: it serves, and is not ours to take away.
    if (isThere && !(stands(link) && isUsed(link, child.runId))) continue;
    child.links.push(link);
    enter(child);
    if (isThere) continue;
    try {
      symlinkSync(link.target, link.path);
    } catch (error) {
      warnings.push(`${link.path} could not be laid: ${String(error)}`);
    }
  }
  return warnings;
}

/** Rounds in which the processes of a child are looked for: one that was just forked is found in the next one. */
const MOST_ROUNDS = 50;

/** Ends a child and all that belongs to it; gives the processes that were still there. */
export function end(child: Child): number[] {
  if (!families.has(child.runId)) adopt(child);
  spawnSync(child.tmux, ["-S", child.socket, "kill-server"], { stdio: "ignore", timeout: 5_000 });
  const ended = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const left = families.get(child.runId)?.filter(({ pid, birth }) => isAlive(pid, birth)).map(({ pid }) => pid) ?? [];
    const found = treeOf([...processesOfRun(child.runId), ...left]).filter((pid) => pid !== process.pid && !ended.has(pid));
    if (found.length === 0) break;
    signalAll(found, "SIGKILL");
    for (const pid of found) ended.add(pid);
  }
  families.delete(child.runId);
  living.delete(child.runId);
  for (const link of child.links) if (stands(link) && !isUsed(link, child.runId)) rmSync(link.path, { force: true });
  rmSync(child.folder, { recursive: true, force: true });
  rmSync(fileOf(child.runId), { force: true });
  return [...ended];
}

function isPlace(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a link stands as it was laid: what a user has put there instead is theirs. */
function stands(link: Link): boolean {
  try {
    return readlinkSync(link.path) === link.target;
  } catch {
    return false;
  }
}

/** Whether another run uses a link, too: one of this server's, or of another one. */
function isUsed(link: Link, runId: string): boolean {
  return entries().some(({ child }) => child.runId !== runId && child.links.some(({ path }) => path === link.path));
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
  const left = entries().filter(({ child, server }) => !living.has(child.runId) && !isAlive(server.pid, server.birth));
  for (const { child } of left) end(child);
  return left.map(({ child }) => child.runId);
}

interface Entry {
  child: Child;
  server: { pid: number; birth: string | null };
}

/** What is noted of all runs. */
function entries(): Entry[] {
  if (!isFolderOwn()) return [];
  const names = readdirSync(runsFolder()).filter((name) => name.endsWith(".child.json"));
  return names.map((name) => read(join(runsFolder(), name))).filter((found) => found !== null);
}

function fileOf(runId: string): string {
  return join(runsFolder(), `${runId.replace(/[^\w-]/g, "_")}.child.json`);
}

function read(path: string): Entry | null {
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
  process.on("exit", () => {
    for (const child of [...living.values()]) {
      try {
        end(child);
      } catch {
        // The next one is to be ended, too.
      }
    }
  });
}
