/**
 * A model that plays what the prompt says: Anthropic Messages and OpenAI Responses on one loopback port.
 *
 * The last text of a person that holds `[[play N: step; step]]` is what is played, the highest N of it where there are
 * several. The step follows from the conversation itself: so many tool results stand behind that text. Steps:
 *
 *   say WORDS · run COMMAND · run64 COMMAND IN BASE64 (of several lines, say) · write PATH · ask QUESTION | option | option
 *   slow SECONDS · hang
 *   limit SECONDS (a quota that resets then) · fail STATUS TIMES, hang TIMES (then on with the next step)
 *
 * Nothing else is kept but how often such a step was played, and what was asked.
 */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

import { accountAnswer, listenSecurely } from "./account.ts";

type Json = Record<string, unknown>;

/** What a request has in it, in neutral terms. */
interface Asked {
  wire: "anthropic" | "openai";
  model: string;
  /** Names of the tools that are offered; none or one for side requests such as titles, which hold the prompt, too. */
  tools: string[];
  /** The last text of a person. */
  prompt: string;
  /** Tool results behind it. */
  results: number;
  /** What the last tool result says. */
  lastResult: string;
  /** All texts of a person in the conversation so far. */
  history: string[];
}

export class Model {
  readonly prompts: string[] = [];
  /** The longest conversation of each session: what its agent has heard, however often it asked for an answer. */
  readonly #heard = new Map<string, string[]>();
  /** The last request of each session, as it came. */
  readonly #bodies = new Map<string, string>();
  readonly #played = new Map<string, number>();
  readonly #server: Server;
  #calls = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    await listenSecurely((request, response) => this.#server.emit("request", request, response));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** How often a text was given as a prompt. */
  countOf(text: string): number {
    return this.prompts.filter((prompt) => prompt.includes(text)).length;
  }

  /** The prompts that a session has in it. */
  heardIn(session: string): string[] {
    return this.#heard.get(session) ?? [];
  }

  /** Whether the last request of a session has a text anywhere in it. */
  wasTold(session: string, text: string): boolean {
    return this.#bodies.get(session)?.includes(text) ?? false;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const session = sessionOf(request, body);
    if (body) this.#bodies.set(session, JSON.stringify(body));
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (request.method === "POST" && path.endsWith("/messages") && body) return this.#answer(session, readAnthropic(body), response);
    if (request.method === "POST" && path.endsWith("/responses") && body) return this.#answer(session, readOpenai(body), response);
    const account = accountAnswer(path);
    if (account) { json(response, 200, account); return; }
    const isCount = path.endsWith("/count_tokens");
    json(response, isCount || path.endsWith("/models") ? 200 : 404, isCount ? { input_tokens: 100 } : { object: "list", data: [], models: [] });
  }

  async #answer(session: string, asked: Asked, response: ServerResponse): Promise<void> {
    const voice = asked.wire === "anthropic" ? new Anthropic(response, asked) : new Openai(response, asked);
    if (process.env.E2E_DEBUG) appendFileSync("/mnt/work/out/requests.log", `${new Date().toISOString()} ${session} ${asked.wire} tools ${asked.tools.length} results ${asked.results} heard ${asked.history.length} ${JSON.stringify(asked.prompt.slice(-300))}\n`);
    if (asked.tools.length < 2) { voice.say("A title"); return; }
    if (asked.results === 0) this.prompts.push(asked.prompt);
    if (asked.history.length > this.heardIn(session).length) this.#heard.set(session, asked.history);
    const steps = scriptOf(asked.prompt);
    for (let at = asked.results; ; at += 1) {
      const step = steps[Math.min(at, steps.length - 1)] ?? `say Understood: ${asked.prompt.slice(0, 200)}`;
      const [word, rest] = split(step, " ");
      const times = word === "fail" ? Number(rest.split(" ")[1] ?? 1) : word === "hang" ? Number(rest || Infinity) : Infinity;
      if (this.#isSpent(step, times, asked)) {
        steps.splice(at, 1);
        at -= 1;
        continue;
      }
      return this.#play(word, rest, asked, voice, response);
    }
  }

  /** Counts that a step is played; true when it has been often enough. */
  #isSpent(step: string, times: number, asked: Asked): boolean {
    if (times === Infinity) return false;
    const key = `${/\[\[play[^\]]*\]\](?: \(mark \w+\))?/.exec(asked.prompt)?.[0] ?? ""}${step}`;
    const played = this.#played.get(key) ?? 0;
    this.#played.set(key, played + 1);
    return played >= times;
  }

  async #play(word: string, rest: string, asked: Asked, voice: Voice, response: ServerResponse): Promise<void> {
    this.#calls += 1;
    const id = `call_${process.pid}_${this.#calls}`;
    switch (word) {
      case "say":
        { voice.say(rest.replaceAll("RESULT", asked.lastResult.trim().slice(0, 200))); return; }
      case "run":
        { voice.call(id, ...shellCall(asked, rest)); return; }
      case "run64":
        { voice.call(id, ...shellCall(asked, Buffer.from(rest, "base64").toString())); return; }
      case "write":
        { voice.call(id, ...writeCall(asked, rest)); return; }
      case "ask":
        { voice.call(id, ...askCall(asked, rest)); return; }
      case "slow":
        return voice.slow(Number(rest));
      case "hang":
        voice.begin();
        return new Promise((resolve) => response.on("close", () => resolve()));
      case "fail":
        { fail(Number(rest.split(" ")[0] ?? 500), response); return; }
      case "limit":
        { limit(asked, response, Math.floor(Date.now() / 1_000) + Number(rest)); return; }
      default:
        { voice.say(`no such step: ${word}`); return; }
    }
  }
}

/** The session that a request belongs to: in a header or in the body, as each CLI has it. */
function sessionOf(request: IncomingMessage, body: Json | null): string {
  const told = request.headers["x-claude-code-session-id"] ?? request.headers.session_id ?? request.headers["session-id"] ?? str(body?.prompt_cache_key);
  const inBody = /session_?(?:id)?\W{1,6}([0-9a-f-]{36})/.exec(str((body?.metadata as Json | undefined)?.user_id))?.[1];
  return String(told || (inBody ?? ""));
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** The steps of the highest number in a text. */
export function scriptOf(text: string): string[] {
  const found = [...text.matchAll(/\[\[play (\d+): ([^\]]*)\]\]/g)].sort((a, b) => Number(a[1]) - Number(b[1])).at(-1);
  return (found?.[2] ?? "").split(";").map((step) => step.trim()).filter((step) => step !== "");
}

async function bodyOf(request: IncomingMessage): Promise<Json | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Json;
  } catch {
    return null;
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const str = (value: unknown): string => (typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value));

/** What a person said, without what the CLIs say in their name. */
const isOwn = (text: string): boolean => /\[\[play/.test(text) || (text.trim() !== "" && !/^\s*(?:<|\[Request interrupted|# AGENTS\.md)/.test(text));

function readAnthropic(body: Json): Asked {
  let prompt = "";
  let results = 0;
  let lastResult = "";
  const history: string[] = [];
  const names = new Map<string, string>();
  for (const message of list(body.messages)) {
    const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : list(message.content);
    for (const block of blocks) {
      if (block.type === "tool_use") names.set(str(block.id), str(block.name));
      if (message.role !== "user") continue;
      if (block.type === "text" && isOwn(str(block.text))) {
        [prompt, results] = [str(block.text), 0];
        history.push(prompt);
      }
      if (block.type === "tool_result" && names.get(str(block.tool_use_id)) !== "ToolSearch") {
        results += 1;
        lastResult = typeof block.content === "string" ? block.content : list(block.content).map((part) => str(part.text)).join("");
      }
    }
  }
  return { wire: "anthropic", model: str(body.model), tools: list(body.tools).map((tool) => str(tool.name)), prompt, results, lastResult, history };
}

function readOpenai(body: Json): Asked {
  let prompt = "";
  let results = 0;
  let lastResult = "";
  const history: string[] = [];
  for (const item of list(body.input)) {
    if (item.type === "message" && item.role === "user") {
      const text = list(item.content).map((part) => str(part.text)).filter(isOwn).at(-1);
      if (text) {
        [prompt, results] = [text, 0];
        history.push(text);
      }
    }
    if (str(item.type).endsWith("_call_output")) {
      results += 1;
      lastResult = str(item.output);
    }
  }
  return { wire: "openai", model: str(body.model), tools: list(body.tools).map((tool) => str(tool.name) || str(tool.type)), prompt, results, lastResult, history };
}

type Call = [name: string, input: Json | string];

function shellCall(asked: Asked, command: string): Call {
  if (asked.wire === "anthropic") return ["Bash", { command, description: "Run a command" }];
  const limits = { sandbox_permissions: "require_escalated", justification: "Do you want to allow this command?" };
  if (asked.tools.includes("exec_command")) return ["exec_command", { cmd: command, ...limits }];
  if (asked.tools.includes("shell_command")) return ["shell_command", { command, ...limits }];
  return ["shell", { command: ["bash", "-lc", command], with_escalated_permissions: true, ...limits }];
}

function writeCall(asked: Asked, path: string): Call {
  if (asked.wire === "anthropic") return ["Write", { file_path: path, content: "one line\n" }];
  const patch = `*** Begin Patch\n*** Add File: ${path}\n+one line\n*** End Patch`;
  return asked.tools.includes("apply_patch") ? ["apply_patch", patch] : shellCall(asked, `apply_patch <<'EOF'\n${patch}\nEOF\n`);
}

function askCall(asked: Asked, text: string): Call {
  const [question = "", ...labels] = text.split("|").map((part) => part.trim());
  const options = labels.map((label) => ({ label, description: `Choose ${label}` }));
  if (asked.wire === "openai") return ["request_user_input", { questions: [{ id: "question_1", header: "Choice", question, options }] }];
  if (!asked.tools.includes("AskUserQuestion")) return ["ToolSearch", { query: "select:AskUserQuestion", max_results: 1 }];
  return ["AskUserQuestion", { questions: [{ question, header: "Choice", options, multiSelect: false }] }];
}

function fail(status: number, response: ServerResponse): void {
  const kind = { 529: "overloaded_error", 401: "authentication_error", 404: "not_found_error" }[status] ?? "api_error";
  const message = status === 404 ? "model: scripted-9 does not exist" : `The scripted model fails with ${status}`;
  // Without this the CLIs try again by themselves for minutes.
  response.setHeader("x-should-retry", "false");
  json(response, status, { type: "error", error: { type: kind, code: kind, message } });
}

/** A limit that is reached, as a subscription's is told. */
function limit(asked: Asked, response: ServerResponse, reset: number): void {
  response.setHeader("x-should-retry", "false");
  if (asked.wire === "openai") {
    const headers = { "x-codex-primary-used-percent": "100", "x-codex-primary-window-minutes": "300", "x-codex-primary-reset-at": `${reset}`, "x-codex-active-limit": "codex" };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return json(response, 429, { error: { type: "usage_limit_reached", message: "The usage limit has been reached", plan_type: "plus", resets_at: reset } });
  }
  const headers: Record<string, string> = { status: "rejected", reset: `${reset}`, "representative-claim": "five_hour", "5h-status": "rejected", "5h-reset": `${reset}`, "5h-utilization": "1.0", "overage-status": "rejected", "overage-disabled-reason": "out_of_credits" };
  for (const [name, value] of Object.entries(headers)) response.setHeader(`anthropic-ratelimit-unified-${name}`, value);
  json(response, 429, { type: "error", error: { type: "rate_limit_error", message: "This request would exceed your account's rate limit. Please try again later." } });
}

/** One answer on the wire. */
abstract class Voice {
  protected readonly response: ServerResponse;
  protected readonly asked: Asked;

  constructor(response: ServerResponse, asked: Asked) {
    this.response = response;
    this.asked = asked;
  }

  abstract begin(): void;
  abstract say(text: string): void;
  abstract slow(seconds: number): Promise<void>;
  abstract call(id: string, name: string, input: Json | string): void;

  protected head(): void {
    this.response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  }

  protected event(type: string, data: Json): void {
    this.response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

class Anthropic extends Voice {
  begin(): void {
    this.head();
    const usage = { input_tokens: 1_200, cache_creation_input_tokens: 0, cache_read_input_tokens: 300, output_tokens: 1 };
    const id = `msg_${Math.random().toString(36).slice(2)}`;
    this.event("message_start", { message: { id, type: "message", role: "assistant", model: this.asked.model, content: [], stop_reason: null, stop_sequence: null, usage } });
  }

  say(text: string): void {
    this.begin();
    this.#open({ type: "text", text: "" });
    this.#text(text);
    this.#end("end_turn");
  }

  async slow(seconds: number): Promise<void> {
    this.begin();
    this.#open({ type: "text", text: "" });
    for (let at = 0; at < seconds && !this.response.destroyed; at += 1) {
      this.#text(`Second ${at + 1}.\n`);
      await wait(1_000);
    }
    this.#end("end_turn");
  }

  call(id: string, name: string, input: Json | string): void {
    this.begin();
    this.#open({ type: "tool_use", id: id.replace("call", "toolu"), name, input: {} });
    this.event("content_block_delta", { index: 0, delta: { type: "input_json_delta", partial_json: JSON.stringify(input) } });
    this.#end("tool_use");
  }

  #open(block: Json): void {
    this.event("content_block_start", { index: 0, content_block: block });
  }

  #text(text: string): void {
    this.event("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
  }

  #end(reason: string): void {
    this.event("content_block_stop", { index: 0 });
    this.event("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 40 } });
    this.event("message_stop", {});
    this.response.end();
  }
}

class Openai extends Voice {
  #sequence = 0;

  begin(): void {
    this.head();
    this.#event("response.created", { response: this.#whole("in_progress", []) });
  }

  say(text: string): void {
    this.begin();
    this.#open();
    this.#event("response.output_text.delta", { item_id: "msg_0", output_index: 0, content_index: 0, delta: text });
    this.#close(text);
  }

  async slow(seconds: number): Promise<void> {
    this.begin();
    this.#open();
    let text = "";
    for (let at = 0; at < seconds && !this.response.destroyed; at += 1) {
      text += `Second ${at + 1}.\n`;
      this.#event("response.output_text.delta", { item_id: "msg_0", output_index: 0, content_index: 0, delta: `Second ${at + 1}.\n` });
      await wait(1_000);
    }
    this.#close(text);
  }

  call(id: string, name: string, input: Json | string): void {
    this.begin();
    const isCustom = typeof input === "string";
    const item = { type: isCustom ? "custom_tool_call" : "function_call", id: `item_${id}`, call_id: id, name, status: "completed", ...(isCustom ? { input } : { arguments: JSON.stringify(input) }) };
    this.#event("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } });
    this.#event("response.output_item.done", { output_index: 0, item });
    this.#end([item]);
  }

  #open(): void {
    this.#event("response.output_item.added", { output_index: 0, item: { type: "message", id: "msg_0", role: "assistant", status: "in_progress", content: [] } });
  }

  #close(text: string): void {
    const item = { type: "message", id: "msg_0", role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] };
    this.#event("response.output_item.done", { output_index: 0, item });
    this.#end([item]);
  }

  #end(output: Json[]): void {
    this.#event("response.completed", { response: this.#whole("completed", output) });
    this.response.end();
  }

  #whole(status: string, output: Json[]): Json {
    const usage = { input_tokens: 1_500, input_tokens_details: { cached_tokens: 300 }, output_tokens: 40, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 1_540 };
    return { id: "resp_scripted", object: "response", status, model: this.asked.model, output, ...(status === "completed" && { usage }) };
  }

  #event(type: string, data: Json): void {
    this.event(type, { sequence_number: this.#sequence++, ...data });
  }
}
