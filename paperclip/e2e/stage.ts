/** What a test acts with: a company on the real server, agents of one type and version, tasks and their runs. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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

const SETTLED = new Set(["succeeded", "failed", "cancelled", "timed_out", "interrupted"]);

export class Stage {
  readonly paperclip: Paperclip;
  readonly model: Model;
  readonly company: string;
  readonly type: string;
  readonly cli: Cli;
  readonly version: string;
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
    return { id: String(made.id), home };
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

  /** The first run of an agent that is none of those seen. */
  newRun(agent: Agent, seen: string[] = [], seconds = 60): Promise<string> {
    let runs: Json[] = [];
    return until(() => `a run starts; there are ${JSON.stringify(runs).slice(0, 1_500)}`, seconds, async () => {
      runs = await this.runsOf(agent);
      const found = runs.filter((run) => !seen.includes(String(run.id)) && run.status !== "queued" && run.status !== "scheduled_retry").at(-1);
      return found && String(found.id);
    });
  }

  /** The run when it is over. */
  async settled(runId: string, seconds = 120): Promise<Done> {
    const run = await until(`run ${runId} settles`, seconds, async () => {
      const found = await this.paperclip.get(`/api/heartbeat-runs/${runId}`);
      return SETTLED.has(String(found.status)) && found;
    });
    const log = await this.log(runId);
    Stage.logs.push({ type: this.type, log });
    return {
      run, status: String(run.status), errorCode: (run.errorCode as string | null) ?? null, message: String(run.error ?? ""), log, lines: linesOf(log),
    };
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
  async play(agent: Agent, script: string, seconds = 120): Promise<Done & { issue: string; runId: string }> {
    const seen = (await this.runsOf(agent)).map((run) => String(run.id));
    const issue = await this.task(agent, script);
    const runId = await this.newRun(agent, seen);
    return { ...(await this.settled(runId, seconds)), issue, runId };
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
