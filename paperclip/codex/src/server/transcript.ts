/**
 * Codex' transcript: `sessions/YYYY/MM/DD/rollout-<time>-<session id>.jsonl` below its home.
 *
 * Words and tools stand in `response_item` lines, tokens, errors and the end of a turn in `event_msg` lines. Token
 * counts run over the whole session, so the run's own are the difference to what stood there when it began. The input
 * holds what came from the cache, as in Paperclip's own adapter for Codex.
 */

import type { NewFile, RunUsage, TranscriptFacts, TranscriptReader, TuiEvent } from "@shadow-tui/paperclip-core";
import { answered, called, countOf, jsonObject, linesIn, noFacts, objectOf, objectsOf, outputText, stringOf, toolLine } from "@shadow-tui/paperclip-core";

const NOTHING: RunUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** Tools that start no other agent, as far as it is known. */
const STARTS_NONE = new Set([
  "apply_patch", "exec_command", "list_mcp_resource_templates", "list_mcp_resources", "read_mcp_resource", "request_user_input", "shell", "shell_command",
  "update_plan", "view_image", "web_search", "write_stdin",
]);

export class CodexTranscript implements TranscriptReader {
  facts: TranscriptFacts = noFacts();
  #total: RunUsage | null = null;
  #before: RunUsage = NOTHING;

  begin(): void {
    const { sessionId, cliVersion, model } = this.facts;
    this.facts = { ...noFacts(), sessionId, cliVersion, model };
    this.#before = this.#total ?? NOTHING;
  }

  take(line: string): TuiEvent[] {
    const entry = jsonObject(line);
    const payload = objectOf(entry?.payload);
    if (!entry || !payload) return [];
    switch (entry.type) {
      case "session_meta":
        this.facts.sessionId = stringOf(payload.id) ?? this.facts.sessionId;
        this.facts.cliVersion = stringOf(payload.cli_version) ?? this.facts.cliVersion;
        return [];
      case "turn_context":
        this.facts.model = stringOf(payload.model) ?? this.facts.model;
        return [];
      case "response_item":
        return this.#item(payload);
      case "event_msg":
        this.#message(payload);
        return [];
      default:
        return [];
    }
  }

  #item(item: Record<string, unknown>): TuiEvent[] {
    const id = stringOf(item.call_id) ?? stringOf(item.id) ?? "";
    switch (item.type) {
      case "message":
        return item.role === "assistant" ? this.#words(item) : [];
      case "reasoning": {
        const text = objectsOf(item.summary).map((part) => stringOf(part.text) ?? "").join("\n\n").trim();
        return text === "" ? [] : [{ type: "tui.thinking", text }];
      }
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call": {
        const name = stringOf(item.name) ?? "shell";
        const input = callInput(item);
        const file = fileOf(name, input);
        called(this.facts, { id, name, command: commandOf(name, input), ...(file && { file }) }, STARTS_NONE.has(name) || name.startsWith("mcp__"));
        return [{ type: "tui.tool", text: toolLine(name, input), id, name, input }];
      }
      case "function_call_output":
      case "custom_tool_call_output": {
        const { text, isError } = callOutput(item.output);
        answered(this.facts, id);
        return [{ type: "tui.tool_result", text, id, isError }];
      }
      default:
        return [];
    }
  }

  #words(item: Record<string, unknown>): TuiEvent[] {
    const text = objectsOf(item.content).map((part) => stringOf(part.text) ?? "").join("").trim();
    if (text === "") return [];
    this.facts.finalText = text;
    this.facts.error = null;
    return [{ type: "tui.text", text }];
  }

  #message(payload: Record<string, unknown>): void {
    switch (payload.type) {
      case "task_started":
        this.facts.ended = false;
        break;
      case "task_complete":
        this.facts.ended = true;
        break;
      case "error":
        this.facts.error = { kind: errorKind(payload.codex_error_info), text: stringOf(payload.message) ?? "" };
        break;
      case "token_count":
        this.#count(objectOf(objectOf(payload.info)?.total_token_usage));
        break;
    }
  }

  #count(total: Record<string, unknown> | null): void {
    if (!total) return;
    this.#total = {
      inputTokens: countOf(total.input_tokens),
      outputTokens: countOf(total.output_tokens),
      cachedInputTokens: countOf(total.cached_input_tokens),
    };
    const less = (key: keyof RunUsage): number => Math.max(0, (this.#total ?? NOTHING)[key] - this.#before[key]);
    this.facts.usage = {
      inputTokens: less("inputTokens"),
      outputTokens: less("outputTokens"),
      cachedInputTokens: less("cachedInputTokens"),
    };
  }
}

/** The arguments of a call: JSON where they are, else the text. */
function callInput(item: Record<string, unknown>): unknown {
  const raw = item.arguments ?? item.input ?? item.action;
  if (typeof raw !== "string") return raw;
  return jsonObject(raw) ?? { input: raw };
}

/** The command of a call as Codex shows it, without the shell that it is given to; null where that is another one than usual. */
function commandOf(name: string, input: unknown): string | null {
  const { cmd, command, shell } = objectOf(input) ?? {};
  if (name === "exec_command" && shell === undefined) return stringOf(cmd);
  return name === "shell_command" ? stringOf(command) : null;
}

/** The file that a patch adds, where it does nothing else. */
function fileOf(name: string, input: unknown): NewFile | null {
  const patch = name === "apply_patch" ? stringOf(objectOf(input)?.input) : null;
  const [, path, lines] = /^\*\*\* Begin Patch\n\*\*\* Add File: (.+)\n((?:\+.*\n)+)\*\*\* End Patch\n?$/.exec(patch ?? "") ?? [];
  if (path === undefined || lines === undefined) return null;
  return { path, lines: linesIn(lines).map((line) => line.slice(1)), sign: "+" };
}

/** The output of a call; old versions wrap it in JSON with the exit code. */
function callOutput(output: unknown): { text: string; isError: boolean } {
  const wrapped = typeof output === "string" ? jsonObject(output) : objectOf(output);
  const code = objectOf(wrapped?.metadata)?.exit_code;
  const failed = wrapped?.success === false || (typeof code === "number" && code !== 0);
  const text = outputText(wrapped && (wrapped.output ?? wrapped.content) !== undefined ? wrapped : output);
  return { text, isError: failed || /^(?:.*\n)?(?:Process exited with code|Exit code:) [1-9]/.test(text) };
}

/** Codex names an error by a word, or by an object of one key. */
function errorKind(info: unknown): string {
  return stringOf(info) ?? Object.keys(objectOf(info) ?? {})[0] ?? "unknown";
}
