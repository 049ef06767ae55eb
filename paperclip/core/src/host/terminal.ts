/**
 * The terminal that a CLI runs in: one pane of a tmux server of its own, of a fixed size, whose dead pane stays.
 *
 * The environment goes through a launcher script that only the user can read and that removes itself: `tmux -e` would
 * show it to everybody in the list of processes.
 */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { socketIn } from "./ledger.ts";
import type { Finished } from "./process.ts";
import { birthOf, run, sleep } from "./process.ts";
import { commandLine, FROM_INPUT } from "./tmux.ts";

export interface TerminalPlan {
  tmux: string;
  folder: string;
  cwd: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  columns: number;
  rows: number;
}

export class Terminal {
  readonly socket: string;
  readonly pane: string;
  readonly pid: number;
  readonly birth: string | null;
  readonly #tmux: string;
  readonly #env: Record<string, string>;

  private constructor(plan: TerminalPlan, socket: string, pane: string, pid: number) {
    this.socket = socket;
    this.pane = pane;
    this.pid = pid;
    this.birth = birthOf(pid);
    this.#tmux = plan.tmux;
    this.#env = plan.env;
  }

  /** Starts the CLI; throws with tmux' own words where that fails. */
  static async start(plan: TerminalPlan): Promise<Terminal> {
    mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
    const launcher = join(plan.folder, "launch");
    writeFileSync(launcher, launcherScript(plan), { mode: 0o700 });
    const socket = socketIn(plan.folder);
    const setting = (name: string, value: string): string[] => ["set-option", "-g", name, value];
    // The working folder is that of the client: in `new-session -c` tmux would expand formats, and run what is called `#(…)`.
    const cwd = existsSync(plan.cwd) ? plan.cwd : undefined;
    const input = commandLine(
      setting("remain-on-exit", "on"),
      setting("default-terminal", "tmux-256color"),
      setting("default-size", `${plan.columns}x${plan.rows}`),
      setting("history-limit", "5000"),
      ["new-session", "-d", "-s", "agent", "-x", `${plan.columns}`, "-y", `${plan.rows}`, "-P", "-F", "#{pane_id} #{pane_pid}", "/bin/sh", launcher],
      // Not before there is a session: tmux 3.3 crashes then.
      setting("window-size", "manual"),
    );
    const started = await run(plan.tmux, ["-u", "-S", socket, "-f", "/dev/null", "start-server", ";", ...FROM_INPUT], { env: plan.env, cwd, input, timeout: 15_000 });
    const [pane, pid] = started.stdout.trim().split(" ");
    if (started.code !== 0 || !pane || !pid) {
      throw new Error(`tmux could not start the terminal: ${started.stderr.trim() || `it ended with code ${started.code}`}`);
    }
    return new Terminal(plan, socket, pane, Number(pid));
  }

  /** How a person looks in. */
  get attach(): string {
    return `${this.#tmux} -S ${this.socket} attach`;
  }

  /** Presses keys by tmux' names. */
  press(...keys: string[]): Promise<Finished> {
    return this.tmux("send-keys", "-t", this.pane, ...keys);
  }

  /** Types text as it is. */
  type(text: string): Promise<Finished> {
    return this.tmux("send-keys", "-t", this.pane, "-l", "--", text);
  }

  /** Whether a person's client shows it. */
  async isAttached(): Promise<boolean> {
    return (await this.tmux("list-clients", "-F", "#{client_pid}")).stdout.trim() !== "";
  }

  /** What stands on the screen, as text, and the row above it: where tmux tells a death, it has moved the first row there. */
  async screen(): Promise<string> {
    return (await this.tmux("capture-pane", "-p", "-t", this.pane, "-S", "-1")).stdout;
  }

  /** Whether the program in the pane has ended; null where tmux itself is gone. */
  async isDead(): Promise<boolean | null> {
    const told = await this.tmux("display-message", "-p", "-t", this.pane, "#{pane_dead}");
    return told.code === 0 ? told.stdout.trim() === "1" : null;
  }

  /**
   * The status with which the program in the pane has exited; null where it runs, was killed, or tmux itself is gone. tmux calls a
   * pane dead when its terminal closes, and learns a moment later how the program ended. Under load tmux 3.3a at times misses the
   * signal that tells it, and the program stays a zombie until another child of tmux ends: so one is started.
   */
  async exitStatus(): Promise<number | null> {
    for (let look = 0; look < 20; look += 1) {
      const told = await this.tmux("display-message", "-p", "-t", this.pane, "#{pane_dead}:#{pane_dead_status}:#{pane_dead_signal}");
      const [dead, status, signal] = told.stdout.trim().split(":");
      if (told.code !== 0 || dead !== "1") return null;
      if (status) return Number(status);
      if (signal) return null;
      await this.tmux("run-shell", "true");
      await sleep(50);
    }
    return null;
  }

  tmux(...args: string[]): Promise<Finished> {
    return run(this.#tmux, ["-u", "-S", this.socket, ...FROM_INPUT], { env: this.#env, input: commandLine(args), timeout: 10_000 });
  }
}

/** The script that sets the environment, removes itself and becomes the CLI. */
export function launcherScript(plan: Pick<TerminalPlan, "cwd" | "command" | "args" | "env">): string {
  const exports = Object.entries(plan.env)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && name !== "TERM" && name !== "TMUX" && name !== "TMUX_PANE")
    .map(([name, value]) => `export ${name}=${quoted(value)}`);
  const command = [plan.command, ...plan.args].map(quoted).join(" ");
  return ["#!/bin/sh", 'rm -f -- "$0"', ...exports, `cd ${quoted(plan.cwd)} || exit 1`, `exec ${command}`, ""].join("\n");
}

/** A word for the shell that means itself. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
