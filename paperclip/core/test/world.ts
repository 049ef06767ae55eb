/**
 * A small world for the tests of runs: a provider, a `shadow` and a CLI that are shell scripts, and the real tmux.
 *
 * What the scripts say is in files of the world, so that each test sets its own scene. What holds with the real ones is
 * shown by `scripts/e2e`.
 */

import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { AdapterExecutionContext, AdapterExecutionResult } from "@paperclipai/adapter-utils";

import { execute } from "../src/server/execute.ts";
import type { Provider } from "../src/provider.ts";
import { ClaudeTranscript } from "../../claude/src/server/transcript.ts";
import { temporary } from "./folders.ts";

// Of the tests' own: what runs keep is no matter of the user's.
process.env.XDG_STATE_HOME = temporary("state");
delete process.env.XDG_RUNTIME_DIR;

export const IDLE = {
  surface_assessment: { availability: "supported", business_state: "idle", input_mode: "freeform", ui_context: "normal_prompt" },
  parser_metadata: { parser_preset_id: "test-preset" },
  dialog_projection: { dialog_text: "", normalized_text: "a screen" },
  safe_to_type: true,
};

export const APPROVAL = {
  kind: "approval_command", origin: "agent", title: null, question: "Do you want to proceed?", description: null, subject: "touch a.txt", subject_whole: true, signature: "s1",
  options: [
    { label: "Yes", number: 1, hotkey: null, free_text: false, checked: null, description: null },
    { label: "No", number: 2, hotkey: null, free_text: false, checked: null, description: null, refuses: true },
  ],
};

const DONE = { action: "send", outcome: "done", step: "confirm", reasons: [], draft: "submitted" };

export const ended = (outcome: string, more: object = {}): object => ({
  event: "turn_ended", outcome, record: { outcome, answer: { text: "from the screen" }, failure: null, inferred_by_silence: false, ...more },
});

/** A line of Claude Code's transcript. */
export const said = (text: string, more: object = {}): object => ({
  type: "assistant", version: "9.9.9",
  message: { id: "m1", model: "a-model", role: "assistant", stop_reason: "end_turn", content: [{ type: "text", text }], usage: { input_tokens: 7, output_tokens: 3 } },
  ...more,
});

export class World {
  readonly session = randomUUID();
  readonly folder = temporary("paperclip-core");
  readonly cwd = join(this.folder, "project");
  readonly transcript = join(this.folder, "session.jsonl");
  config: Record<string, unknown>;

  constructor() {
    mkdirSync(this.cwd);
    this.script("cli", '[ "$1" = --version ] && { echo 9.9.9; exit; }\necho "The CLI stands here"\nexec sleep 600');
    this.script(
      "shadow",
      `cd ${this.folder}
echo "$@" >> calls
case "$1" in
  --version) cat version ;;
  parse) cat look.json ;;
  wait) [ -e never-safe ] && { sleep 0.3; exit 1; }; sleep 0.1 ;;
  watch) cat events; touch watched; exec tail -n 0 -f more-events ;;
  send)
    n=$(ls sent-* 2>/dev/null | wc -l); touch sent-$n
    cp "\${10}" prompt-$n 2>/dev/null
    [ -e before-send-$n.sh ] && . ./before-send-$n.sh
    [ -e transcript-$n ] && cat transcript-$n >> session.jsonl
    cat send-$n ;;
  choose) case "$*" in *--whole*) cat > whole ;; esac; echo '{"action":"choose","outcome":"done","reasons":[]}' ;;
  interrupt) echo '{"action":"interrupt","outcome":"done","reasons":[]}' ;;
esac`,
    );
    this.put("version", "shadow 0.1.0");
    this.put("events", "");
    this.put("more-events", "");
    this.put("look.json", IDLE);
    this.config = { command: join(this.folder, "cli"), shadowCommand: join(this.folder, "shadow"), cwd: this.cwd, startupTimeoutSec: 5 };
  }

  script(name: string, body: string): void {
    writeFileSync(join(this.folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(this.folder, name), 0o755);
  }

  put(name: string, value: string | object): void {
    writeFileSync(join(this.folder, name), typeof value === "string" ? value : `${JSON.stringify(value)}\n`);
  }

  /** What the n-th prompt leads to: the sender's two lines, and lines of the transcript. */
  turn(number: number, end: object | null, lines: object[] = [], acted: object = DONE): void {
    this.put(`send-${number}`, [acted, ...(end ? [end] : [])].map((line) => JSON.stringify(line)).join("\n") + "\n");
    if (lines.length > 0) this.put(`transcript-${number}`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  calls(): string {
    return readFileSync(join(this.folder, "calls"), "utf8");
  }

  provider(more: Partial<Provider> = {}): Provider {
    return {
      cli: "claude", name: "The CLI", command: "cli", vendor: "anthropic", oldestSeen: "1.0.0", apiKeyVariable: "ANTHROPIC_API_KEY", strayVariables: /^STRAY_/,
      models: [{ id: "one", label: "One" }], fields: [], isBypassed: (config) => config.bypass === true,
      args: ({ resume, freshId }) => (resume ? ["--resume", resume] : ["--session-id", freshId ?? ""]),
      freshSessionId: () => this.session,
      sessionFile: (id) => Promise.resolve(id === this.session && existsSync(this.transcript) ? this.transcript : null),
      discover: () => Promise.resolve(null),
      transcript: () => new ClaudeTranscript(),
      cutMark: null,
      signIn: /sign in/i,
      signedInBy: () => Promise.resolve("a key"),
      address: () => Promise.resolve(null),
      answers: [{ kind: "trust", heading: /trust/i, option: /^yes/i, when: () => true, why: "the test" }],
      mountSkills: () => Promise.resolve({ folder: null, warnings: [] }),
      skillsHome: () => join(this.folder, "skills"),
      detectModel: () => Promise.resolve({ model: "two", source: "a file" }),
      usageCommand: "/usage",
      quotaWindows: () => [],
      ...more,
    };
  }

  /** Runs a context; the log's lines come with the result. */
  async run(more: Partial<AdapterExecutionContext> = {}, provider = this.provider()): Promise<{ result: AdapterExecutionResult; lines: Record<string, unknown>[]; log: string }> {
    let log = "";
    const ctx = {
      runId: `run-${Math.random().toString(36).slice(2)}`,
      agent: { id: "agent-1", companyId: "company-1", name: "Ada", adapterType: "claude_tui", adapterConfig: {} },
      runtime: { sessionId: null, sessionParams: null, sessionDisplayId: null, taskKey: null },
      config: this.config,
      context: {},
      onLog: (_stream: string, chunk: string) => {
        log += chunk;
        return Promise.resolve();
      },
      ...more,
    };
    const result = await execute(provider, ctx);
    return { result, log, lines: log.trim().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>) };
  }
}
