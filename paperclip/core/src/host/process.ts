/** Processes: running a command to its end, finding those of a run, ending them for good. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** How a command ended, and what it said. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string | undefined;
  /** What it reads. */
  input?: string;
  /** Milliseconds until it is ended. */
  timeout?: number;
  /** Ends it early. */
  signal?: AbortSignal;
}

/** Bytes of output that are kept of one command. */
const KEPT = 4 << 20;

/** Milliseconds that a command which is ended has for it. */
const GRACE = 2_000;

/** Runs a command; never throws. A command that cannot be started has the code null and says why on `stderr`. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: options.env, cwd: options.cwd, stdio: ["pipe", "pipe", "pipe"] });
    // One that does not read is no error.
    child.stdin.on("error", () => undefined).end(options.input ?? "");
    const out = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (chunk: string) => {
        if (out[stream].length < KEPT) out[stream] += chunk;
      });
    }
    // One that heeds no signal, or whose children hold its pipes, is not waited for.
    const give = (): void => {
      child.kill("SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const end = (): void => {
      child.kill("SIGTERM");
      setTimeout(give, GRACE).unref();
    };
    const timer = options.timeout === undefined ? undefined : setTimeout(end, options.timeout);
    options.signal?.addEventListener("abort", end, { once: true });
    if (options.signal?.aborted) end();
    const finish = (code: number | null, why = ""): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", end);
      resolve({ code, stdout: out.stdout, stderr: out.stderr + why });
    };
    child.on("error", (error) => finish(null, error.message));
    child.on("close", (code) => finish(code));
  });
}

/** When a process began, in the kernel's own unit; null where it is gone or the system does not tell. */
export function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** Whether a process lives, and is the one that began then. */
export function isAlive(pid: number, birth: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return birth === null || birthOf(pid) === birth;
}

/** The processes whose environment holds this run's id, without this one. */
export function processesOfRun(runId: string): number[] {
  const wanted = Buffer.from(`PAPERCLIP_RUN_ID=${runId}\0`);
  return pids().filter((pid) => {
    if (pid === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`).includes(wanted);
    } catch {
      return false;
    }
  });
}

/** Processes and all that came of them, where `/proc` tells. */
export function treeOf(roots: number[]): number[] {
  const parents = new Map<number, number>();
  for (const pid of pids()) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [...new Set(roots)];
  for (const at of found) {
    for (const [pid, parent] of parents) if (parent === at && !found.includes(pid)) found.push(pid);
  }
  return found;
}

function pids(): number[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

/** Sends a signal to each; those that are gone are no error. */
export function signalAll(found: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of found) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  }
}

/** Resolves after so many milliseconds, or at once when the signal comes. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener("abort", wake, { once: true });
  });
}
