/**
 * Which children are alive, in a file each, so that none outlives the server: ended when this process exits, and at
 * load those whose server is gone without having done so.
 *
 * What such a file says is believed as little as can be: nothing that it names is executed, no process is ended that does
 * not itself carry the run's id, no folder is removed but the one that the id leads to, and no link but one to a place
 * that only this adapter links to.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

import type { Link } from "../provider.ts";
import { objectOf, stringOf } from "../transcript/reader.ts";
import { birthOf, isAlive, processesOfRun, signalAll, treeOf } from "./process.ts";

/** What must be ended and removed when a run is over. */
export interface Child {
  runId: string;
  /** The pane's process; 0 while it is not known. */
  pid: number;
  birth: string | null;
  /** The tmux whose server it runs in, as configured. */
  tmux: string;
  /** The run's own folder. */
  folder: string;
  /** The paths of links that this run uses in a folder of the user's. */
  links: string[];
}

/** A child that nothing is known of yet but its run. */
export function childOf(runId: string, tmux: string): Child {
  return { runId, pid: 0, birth: null, tmux, folder: join(runsFolder(), nameOf(runId)), links: [] };
}

/** The socket of the tmux server of a run's folder. */
export function socketIn(folder: string): string {
  return join(folder, "tmux");
}

/** Bytes that the path of a socket stays below: systems take some hundred. */
const MOST_PATH = 100;

/**
 * The folder of this user's runs; nobody else may enter it. It lies in no temporary folder: those are open to what a
 * sandbox lets an agent do, and to other users, who could make it first. Throws where there is none to be had.
 */
export function runsFolder(): string {
  const { XDG_STATE_HOME: state = "", XDG_RUNTIME_DIR: runtime = "" } = process.env;
  const places = [join(isAbsolute(state) ? state : join(homedir(), ".local", "state"), "shadow", "paperclip", "runs")];
  if (isAbsolute(runtime)) places.push(join(runtime, "shadow-paperclip"));
  const folder = places.find((place) => Buffer.byteLength(socketIn(join(place, nameOf("")))) < MOST_PATH);
  if (folder === undefined) throw new Error(`a socket's path would be too long in ${places.join(" and in ")}; set XDG_STATE_HOME to a folder of the server's user with a shorter path`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = lstatSync(folder);
  const isOwn = made.isDirectory() && made.uid === userInfo().uid && (made.mode & 0o077) === 0;
  if (!isOwn) throw new Error(`${folder} is not a folder of this user's alone; remove it, or set XDG_STATE_HOME to a folder of the user's`);
  return folder;
}

/** A name for a path, short whatever it is of. */
function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const living = new Map<string, Child>();
let isHooked = false;

/** Notes a child, or what has become known of it. */
export function enter(child: Child): void {
  living.set(child.runId, child);
  hookExit();
  const server = { pid: process.pid, birth: birthOf(process.pid) };
  writeFileSync(fileOf(child.runId), JSON.stringify({ runId: child.runId, links: child.links, server }), { mode: 0o600 });
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
  for (const { path, target } of links) {
    const ours = waypoint(target);
    const at = linkAt(path);
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isThere && at !== ours && at !== target) warnings.push(`${path} is the user's own and stays as it is`);
    // The same link, laid by the user: it serves, and is not ours to take away.
    if (isThere && at !== ours) continue;
    child.links.push(path);
    enter(child);
    if (isThere) continue;
    try {
      symlinkSync(ours, path);
    } catch (error) {
      warnings.push(`${path} could not be laid: ${String(error)}`);
    }
  }
  return warnings;
}

/** The folder over which all links lead that this adapter lays: it proves whose they are. What is in it stays, a link for each skill. */
const waypoints = (): string => join(runsFolder(), "skills");

/** The place that leads to a target. */
function waypoint(target: string): string {
  mkdirSync(waypoints(), { recursive: true, mode: 0o700 });
  const path = join(waypoints(), nameOf(target));
  try {
    if (linkAt(path) === null) symlinkSync(target, path);
  } catch {
    // Another server lays it at this moment.
  }
  if (linkAt(path) !== target) throw new Error(`${path} does not lead to ${target}; remove it`);
  return path;
}

/** Rounds in which the processes of a child are looked for: one that was just forked is found in the next one. */
const MOST_ROUNDS = 50;

/** Ends a child and all that belongs to it; gives the processes that were still there. */
export function end(child: Child): number[] {
  if (!families.has(child.runId)) adopt(child);
  spawnSync(child.tmux, ["-S", socketIn(child.folder), "kill-server"], { stdio: "ignore", timeout: 5_000 });
  const ended = kill(child.runId, families.get(child.runId) ?? []);
  families.delete(child.runId);
  living.delete(child.runId);
  clear(child);
  return ended;
}

/** Ends the processes that carry a run's id, those that are known to be of it, and all that came of them. */
function kill(runId: string, known: { pid: number; birth: string | null }[]): number[] {
  const ended = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const left = known.filter(({ pid, birth }) => isAlive(pid, birth)).map(({ pid }) => pid);
    const found = treeOf([...processesOfRun(runId), ...left]).filter((pid) => pid !== process.pid && !ended.has(pid));
    if (found.length === 0) break;
    signalAll(found, "SIGKILL");
    for (const pid of found) ended.add(pid);
  }
  return [...ended];
}

/** Removes what a run has laid down. */
function clear({ runId, links }: Pick<Child, "runId" | "links">): void {
  for (const path of links) if (isOurs(path) && !isUsed(path, runId)) rmSync(path, { force: true });
  rmSync(join(runsFolder(), nameOf(runId)), { recursive: true, force: true });
  rmSync(fileOf(runId), { force: true });
}

/** Where a link leads; null where there is none. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Whether this adapter has laid a link: what a user has put there instead is theirs. */
function isOurs(path: string): boolean {
  const at = linkAt(path);
  return at !== null && dirname(at) === waypoints();
}

/** Whether another run uses a link, too: one of this server's, or of another one. */
function isUsed(path: string, runId: string): boolean {
  return entries().some((entry) => entry.runId !== runId && entry.links.includes(path));
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
  const left = entries().filter(({ runId, server }) => !living.has(runId) && !isAlive(server.pid, server.birth));
  for (const entry of left) {
    kill(entry.runId, []);
    clear(entry);
  }
  return left.map(({ runId }) => runId);
}

interface Entry {
  runId: string;
  links: string[];
  server: { pid: number; birth: string | null };
}

/** What is noted of all runs. */
function entries(): Entry[] {
  if (!isFolderOwn()) return [];
  const names = readdirSync(runsFolder()).filter((name) => name.endsWith(".child.json"));
  return names.map((name) => read(join(runsFolder(), name))).filter((found) => found !== null);
}

/** Where a run is noted. */
export function fileOf(runId: string): string {
  return join(runsFolder(), `${nameOf(runId)}.child.json`);
}

function read(path: string): Entry | null {
  try {
    const raw = objectOf(JSON.parse(readFileSync(path, "utf8")));
    const server = objectOf(raw?.server);
    const runId = stringOf(raw?.runId) ?? "";
    if (!server || typeof server.pid !== "number" || runId === "" || fileOf(runId) !== path) return null;
    const links = Array.isArray(raw?.links) ? raw.links.filter((link) => typeof link === "string") : [];
    return { runId, links, server: { pid: server.pid, birth: stringOf(server.birth) } };
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
