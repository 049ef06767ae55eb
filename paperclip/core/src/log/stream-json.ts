/** The events in the form of `claude --print --output-format stream-json`, which Paperclip's own page reads. */

import type { TuiEvent } from "./event.ts";
import { clip, fittingJson, LINE_LIMIT, plain } from "./event.ts";
import { inOneLine } from "./rows.ts";

/** One event as a line. What Claude Code's form has no word for becomes a plain line, which the page shows as it is. */
export function streamJsonLine(event: TuiEvent): string {
  const translated = translate(event);
  return translated ? fittingJson(translated) : clip(`[shadow] ${inOneLine(plain(event.text))}`, LINE_LIMIT);
}

function translate(event: TuiEvent): object | null {
  switch (event.type) {
    case "tui.init":
      return { type: "system", subtype: "init", session_id: event.sessionId, model: event.model, text: event.text };
    case "tui.text":
      return assistant({ type: "text", text: event.text });
    case "tui.thinking":
      return assistant({ type: "thinking", thinking: event.text });
    case "tui.tool":
      return assistant({ type: "tool_use", id: event.id, name: event.name, input: event.input });
    case "tui.tool_result":
      return {
        type: "user",
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: event.id, content: event.text, is_error: event.isError }],
        },
      };
    case "tui.result":
      return {
        type: "result",
        subtype: event.isError ? "error" : "success",
        is_error: event.isError,
        result: event.text,
        ...(event.isError && { errors: [event.text] }),
        session_id: event.sessionId,
        duration_ms: event.durationMs,
        usage: event.usage && {
          input_tokens: event.usage.inputTokens,
          output_tokens: event.usage.outputTokens,
          cache_read_input_tokens: event.usage.cachedInputTokens,
        },
      };
    default:
      return null;
  }
}

function assistant(block: object): object {
  return { type: "assistant", message: { role: "assistant", content: [block] } };
}
