/** What a test acts with: a company on the real server, agents of one type and version, tasks and their runs. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import { commandLine, FROM_INPUT } from "../core/src/host/tmux.ts";
import type { Cli, Home, Wish } from "./homes.ts";
import { makeHome } from "./homes.ts";
import type { Model } from "./model.ts";
import type { Json, Paperclip } from "./server.ts";
import { until } from "./server.ts";

export interface Agent {
  id: string;
  home: Home;
}

export interface Line {
  type: string;
  text: string;
  [key: string]: unknown;
}

export interface Done {
  run: Json;
  status: string;
  errorCode: string | null;
  message: string;
  lines: Line[];
  log: string;
}

/** A retry that waits is called off when a comment wakes the agent before. */
const WAITING = new Set(["queued", "scheduled_retry", "cancelled"]);
const SETTLED = new Set(["succeeded", "failed", "cancelled", "timed_out", "interrupted"]);

export class Stage {
  readonly paperclip: Paperclip;
  readonly model: Model;
  readonly company: string;
  readonly type: string;
  readonly cli: Cli;
  readonly version: string;
  /** The log of the last run that was waited for. */
  lastLog = "";
  readonly #agents: string[] = [];
  /** The logs of all runs, for the tests of the parser. */
  static readonly logs: { type: string; log: string }[] = [];

  constructor(paperclip: Paperclip, model: Model, company: string, type: string, version: string) {
    this.paperclip = paperclip;
    this.model = model;
    this.company = company;
    this.type = type;
    this.cli = type.startsWith("claude") ? "claude" : "codex";
    this.version = version;
  }

  home(wish: Wish = {}): Home {
    return makeHome(this.cli, this.version, wish);
  }

  async agent(config: Json = {}, wish: Wish = {}, name = "Ada"): Promise<Agent> {
    const home = this.home(wish);
    const given = config.env ? { ...config, env: { ...(home.config.env as Json), ...(config.env as Json) } } : config;
    const made = await this.paperclip.post(`/api/companies/${this.company}/agents`, {
      name: `${name} ${Math.random().toString(36).slice(2, 7)}`, role: "engineer", adapterType: this.type,
      adapterConfig: { ...home.config, ...given },
      runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true, maxConcurrentRuns: 20 } },
    });
    this.#agents.push(String(made.id));
    return { id: String(made.id), home };
  }

  /** Ends the agents: a task without a disposition wakes them again and again, and what they would ask nobody answers. */
  async dismiss(): Promise<void> {
    for (const id of this.#agents) await this.paperclip.raw("POST", `/api/agents/${id}/terminate`, {});
  }

  /** A task whose description holds what the model plays; a run of it starts by itself. */
  async task(agent: Agent, script: string, title = `A task ${Math.random().toString(36).slice(2, 8)}`): Promise<string> {
    const issue = await this.paperclip.post(`/api/companies/${this.company}/issues`, {
      title, description: script, status: "todo", assigneeAgentId: agent.id,
    });
    return String(issue.id);
  }

  async runsOf(agent: Agent): Promise<Json[]> {
    const listed = (await this.paperclip.get(`/api/companies/${this.company}/heartbeat-runs?agentId=${agent.id}&limit=100`)) as unknown;
    return Array.isArray(listed) ? (listed as Json[]) : ((listed as Json).runs as Json[]);
  }

  /** The first run of an agent, on a task where one is named, that is none of those seen. */
  newRun(agent: Agent, seen: string[] = [], seconds = 60, issue?: string): Promise<string> {
    let runs: Json[] = [];
    const isMeant = (run: Json): boolean => issue === undefined || (run.contextSnapshot as Json | null)?.issueId === issue;
    return until(() => `a run starts; there are ${JSON.stringify(runs).slice(0, 1_500)}`, seconds, async () => {
      runs = await this.runsOf(agent);
      const found = runs.filter((run) => isMeant(run) && !seen.includes(String(run.id)) && !WAITING.has(String(run.status))).at(-1);
      return found && String(found.id);
    });
  }

  /** The run when it is over. */
  async settled(runId: string, seconds = 120): Promise<Done> {
    const run = await until(`run ${runId} settles`, seconds, async () => {
      const found = await this.paperclip.get(`/api/heartbeat-runs/${runId}`);
      return SETTLED.has(String(found.status)) && found;
    }).catch(async (error: unknown) => {
      this.lastLog = `${await this.log(runId)}\n${this.#screen(linesOf(await this.log(runId)))}`;
      throw error;
    });
    const log = await this.log(runId);
    this.lastLog = log;
    Stage.logs.push({ type: this.type, log });
    return {
      run, status: String(run.status), errorCode: (run.errorCode as string | null) ?? null, message: String(run.error ?? ""), log, lines: linesOf(log),
    };
  }

  /** What stands on the screen of a run that does not settle. */
  #screen(lines: Line[]): string {
    const attach = lines.find((line) => line.type === "tui.init")?.attach;
    try {
      return typeof attach === "string" ? tmuxOf(attach)("capture-pane", "-p", "-t", "agent") : "no terminal";
    } catch (error) {
      return String(error);
    }
  }

  async log(runId: string): Promise<string> {
    const { json } = await this.paperclip.raw("GET", `/api/heartbeat-runs/${runId}/log?limitBytes=4000000`);
    const content = String(json.content ?? "");
    // The store keeps a JSON object a chunk.
    return content
      .split("\n")
      .map((line) => {
        try {
          return String((JSON.parse(line) as Json).chunk ?? "");
        } catch {
          return "";
        }
      })
      .join("");
  }

  /** The first line of a type that a running run writes. */
  line(runId: string, type: string, seconds = 60): Promise<Line> {
    return until(`the run writes ${type}`, seconds, async () => linesOf(await this.log(runId)).find((line) => line.type === type));
  }

  /** A task, and its first run to the end. */
  async play(agent: Agent, script: string, seconds = 120): Promise<Done & { issue: string; runId: string; script: string }> {
    const marked = withMark(script);
    const issue = await this.task(agent, marked);
    // A task that went before may wake the agent once more.
    const runId = await this.newRun(agent, [], Math.max(60, seconds), issue);
    return { ...(await this.settled(runId, seconds)), issue, runId, script: marked.slice(marked.lastIndexOf("(mark")) };
  }

  /** So many runs of an agent, when all of them are over. */
  async allRuns(agent: Agent, count: number, seconds: number): Promise<Done[]> {
    const runs = await until(`${count} runs settle`, seconds, async () => {
      const found = (await this.runsOf(agent)).filter((run) => SETTLED.has(String(run.status)));
      return found.length >= count && found;
    });
    return Promise.all(runs.map((run) => this.settled(String(run.id))));
  }

  /** Waits until no run of an agent runs or waits: a task without a disposition wakes it once more, and the server may hold such a
   * run back for half a minute. */
  async calm(agent: Agent, seconds = 240): Promise<void> {
    let quiet = 0;
    await until("the agent rests", seconds, async () => {
      const isCalm = (await this.runsOf(agent)).every((run) => SETTLED.has(String(run.status)));
      quiet = isCalm ? quiet + 1 : 0;
      return quiet >= 5;
    });
  }

  /** The board's question on a task, once it is there. */
  question(issue: string, seen: string[] = [], seconds = 60): Promise<Json> {
    return until("the board is asked", seconds, async () => {
      const listed = (await this.paperclip.get(`/api/issues/${issue}/interactions`)) as unknown as Json[];
      return listed.find((item) => item.kind === "ask_user_questions" && item.status === "pending" && !seen.includes(String(item.id)));
    });
  }

  /** Answers it by the label of an option, or in words. */
  async answer(issue: string, question: Json, label: RegExp | null, text: string | null = null): Promise<void> {
    const asked = ((question.payload as Json).questions as Json[])[0] ?? {};
    const option = label && (asked.options as Json[]).find((item) => label.test(String(item.label)));
    if (label && !option) throw new Error(`no option ${label}: ${JSON.stringify(asked.options)}`);
    const answers = [{ questionId: asked.id, optionIds: option ? [option.id] : [], ...(text !== null && { otherText: text }) }];
    await this.paperclip.post(`/api/issues/${issue}/interactions/${String(question.id)}/respond`, { answers });
  }

  async comments(issue: string): Promise<string[]> {
    const listed = (await this.paperclip.get(`/api/issues/${issue}/comments`)) as unknown as Json[];
    return listed.map((comment) => String(comment.body));
  }
}

/** A script with a mark of its own, so that its prompt and its steps can be counted. */
export function withMark(script: string): string {
  return `${script} (mark ${Math.random().toString(36).slice(2, 10)})`;
}

export function linesOf(log: string): Line[] {
  return log.split("\n").flatMap((line) => {
    try {
      const value = JSON.parse(line) as Line;
      return typeof value === "object" && value !== null && typeof value.type === "string" ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** Runs tmux on the server that an attach command names. */
export function tmuxOf(attach: string): (...args: string[]) => string {
  const [command = "tmux", ...rest] = attach.split(" ");
  return (...args) => execFileSync(command, [...rest.slice(0, -1), ...FROM_INPUT], { encoding: "utf8", input: commandLine(args) });
}

/** The processes that carry a run's id. */
export function processesOf(runId: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`PAPERCLIP_RUN_ID=${runId}`);
      } catch {
        return false;
      }
    })
    .map((pid) => `${pid} ${execFileSync("ps", ["-o", "args=", "-p", pid], { encoding: "utf8" }).trim().slice(0, 100)}`);
}

export function assert(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
