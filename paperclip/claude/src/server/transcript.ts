/**
 * Claude Code's transcript: `projects/<folder>/<session id>.jsonl` below its configuration folder.
 *
 * A message arrives in several lines, one a content block, that share `message.id`; each repeats the usage of the whole
 * message so far, so the last one of an id counts. Lines of subagents (`isSidechain`) tell no words of the agent.
 */

import type { PendingCall, RunUsage, TranscriptFacts, TranscriptReader, TuiEvent } from "@shadow-tui/paperclip-core";
import { answered, called, countOf, jsonObject, linesIn, noFacts, objectOf, objectsOf, outputText, stringOf, toolLine } from "@shadow-tui/paperclip-core";

/** Tools that start no other agent. What is not known to be one may have, and that one's calls stand in a file of its own. */
const STARTS_NONE = new Set([
  "AskUserQuestion", "Bash", "BashOutput", "Edit", "EnterPlanMode", "ExitPlanMode", "Glob", "Grep", "KillShell", "LS", "MultiEdit", "NotebookEdit",
  "Read", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Write",
]);

export class ClaudeTranscript implements TranscriptReader {
  facts: TranscriptFacts = noFacts();
  #usages = new Map<string, RunUsage>();

  begin(): void {
    const { sessionId, cliVersion, model } = this.facts;
    this.facts = { ...noFacts(), sessionId, cliVersion, model };
    this.#usages.clear();
  }

  take(line: string): TuiEvent[] {
    const entry = jsonObject(line);
    if (!entry) return [];
    if (entry.isSidechain === true) {
      this.facts.hasOtherAgents = true;
      return [];
    }
    this.facts.sessionId = stringOf(entry.sessionId) ?? this.facts.sessionId;
    this.facts.cliVersion = stringOf(entry.version) ?? this.facts.cliVersion;
    const message = objectOf(entry.message);
    if (entry.type === "assistant" && message) return this.#assistant(entry, message);
    if (entry.type === "user" && message) return this.#user(message);
    if (entry.type === "system" && entry.subtype === "turn_duration") this.facts.ended = true;
    return [];
  }

  #assistant(entry: Record<string, unknown>, message: Record<string, unknown>): TuiEvent[] {
    const blocks = objectsOf(message.content);
    if (entry.isApiErrorMessage === true) {
      const text = blocks.map((block) => stringOf(block.text) ?? "").join("\n").trim();
      this.facts.error = { kind: stringOf(entry.error) ?? "unknown", text };
      return [];
    }
    const model = stringOf(message.model);
    if (model && model !== "<synthetic>") this.facts.model = model;
    this.#count(message);
    this.facts.ended = message.stop_reason === "end_turn";
    return blocks.flatMap((block) => this.#block(block));
  }

  #block(block: Record<string, unknown>): TuiEvent[] {
    if (block.type === "text" && typeof block.text === "string" && block.text.trim() !== "") {
      this.facts.finalText = block.text.trim();
      this.facts.error = null;
      return [{ type: "tui.text", text: block.text }];
    }
    if (block.type === "thinking" && typeof block.thinking === "string" && block.thinking.trim() !== "") {
      return [{ type: "tui.thinking", text: block.thinking }];
    }
    if (block.type === "tool_use") {
      const [name, id] = [stringOf(block.name) ?? "tool", stringOf(block.id) ?? ""];
      called(this.facts, { id, name, ...asked(name, objectOf(block.input) ?? {}) }, STARTS_NONE.has(name) || name.startsWith("mcp__"));
      return [{ type: "tui.tool", text: toolLine(name, block.input), id, name, input: block.input }];
    }
    return [];
  }

  #user(message: Record<string, unknown>): TuiEvent[] {
    this.facts.ended = false;
    const results = objectsOf(message.content).filter((block) => block.type === "tool_result");
    results.forEach((block) => answered(this.facts, stringOf(block.tool_use_id) ?? ""));
    return results.map((block) => ({
      type: "tui.tool_result",
      text: outputText(block.content),
      id: stringOf(block.tool_use_id) ?? "",
      isError: block.is_error === true,
    }));
  }

  #count(message: Record<string, unknown>): void {
    const usage = objectOf(message.usage);
    const id = stringOf(message.id);
    if (!usage || !id) return;
    this.#usages.set(id, {
      inputTokens: countOf(usage.input_tokens) + countOf(usage.cache_creation_input_tokens),
      outputTokens: countOf(usage.output_tokens),
      cachedInputTokens: countOf(usage.cache_read_input_tokens),
    });
    this.facts.usage = [...this.#usages.values()].reduce((sum, one) => ({
      inputTokens: sum.inputTokens + one.inputTokens,
      outputTokens: sum.outputTokens + one.outputTokens,
      cachedInputTokens: sum.cachedInputTokens + one.cachedInputTokens,
    }));
  }
}

/** What a call asks to approve, as far as it stands there whole. */
function asked(name: string, input: Record<string, unknown>): Pick<PendingCall, "command" | "note" | "file" | "plan"> {
  const [command, note, path, content, plan] = [input.command, input.description, input.file_path, input.content, input.plan].map(stringOf);
  if (name === "Write" && path && typeof content === "string") return { command: null, file: { path, lines: linesIn(content), sign: "" } };
  if (name === "ExitPlanMode" && plan) return { command: null, plan };
  return name === "Bash" ? { command: command ?? null, ...(note && { note }) } : { command: null };
}
