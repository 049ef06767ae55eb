/** Where the events of a run go: onto the server's log, in order, in this adapter's form or in Claude Code's own. */

import type { TuiEvent } from "./event.ts";
import { eventLine, pieces, plain } from "./event.ts";
import { streamJsonLine } from "./stream-json.ts";

/** The server's callback for output. */
export type OnLog = (stream: "stdout" | "stderr", chunk: string) => Promise<void>;

/** The form of the log's lines. */
export type LogFormat = "events" | "stream-json";

/** Takes events and hands them on as whole lines, one call at a time: overlapping calls would be stored out of order. */
export class Sink {
  readonly #onLog: OnLog;
  readonly #format: LogFormat;
  #chain: Promise<void> = Promise.resolve();
  #last = Date.now();

  constructor(onLog: OnLog, format: LogFormat = "events") {
    this.#onLog = onLog;
    this.#format = format;
  }

  /** Milliseconds since something was said. */
  quietFor(now = Date.now()): number {
    return now - this.#last;
  }

  /** Says an event; long words become several lines. */
  emit(event: TuiEvent): void {
    this.#last = Date.now();
    for (const part of parts(event)) {
      this.#write(`${this.#format === "events" ? eventLine(part) : streamJsonLine(part)}\n`);
    }
  }

  /** Resolves when all that was said has been handed on. */
  async flush(): Promise<void> {
    await this.#chain;
  }

  #write(chunk: string): void {
    // A log that cannot be written must not end the run.
    this.#chain = this.#chain.then(() => this.#onLog("stdout", chunk)).catch(() => undefined);
  }
}

function parts(event: TuiEvent): TuiEvent[] {
  if (event.type !== "tui.text" && event.type !== "tui.thinking") return [event];
  return pieces(plain(event.text)).map((text) => ({ ...event, text }));
}
