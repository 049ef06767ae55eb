/** A line of the log on the terminal of `paperclipai`: blue what the system says, green the agent, yellow its tools. */

import pc from "picocolors";

import { parseStdoutLine } from "../ui/parse-line.ts";

export function formatStdoutEvent(line: string, debug: boolean): void {
  for (const text of formatted(line, debug)) console.log(text);
}

/** What is printed of a line; of what is no event of ours, only when debugging. */
export function formatted(line: string, debug: boolean): string[] {
  if (line.trim() === "") return [];
  return parseStdoutLine(line, "").flatMap((entry) => {
    switch (entry.kind) {
      case "init":
        return [pc.blue(`session ${entry.sessionId || "(not known yet)"}, model ${entry.model}`)];
      case "system":
        return [pc.blue(entry.text)];
      case "assistant":
        return [pc.green(entry.text)];
      case "thinking":
        return debug ? [pc.gray(entry.text)] : [];
      case "tool_call":
        return [pc.yellow(`${entry.name} ${JSON.stringify(entry.input)}`)];
      case "tool_result":
        return [(entry.isError ? pc.red : pc.gray)(entry.content)];
      case "provider_activity":
        return [pc.yellow(`${entry.title}: ${entry.summary}`)];
      case "stderr":
        return [pc.red(entry.text)];
      case "result":
        return [entry.isError ? pc.red(`failed: ${entry.text}`) : pc.green("done"), pc.gray(`tokens: ${entry.inputTokens} in, ${entry.outputTokens} out, ${entry.cachedTokens} cached`)];
      default:
        return debug ? [pc.gray(line)] : [];
    }
  });
}
