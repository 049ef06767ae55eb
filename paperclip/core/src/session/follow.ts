/** Follows the transcript of a session and says what it tells; finds the file first, where it could not be named. */

import type { Sink } from "../log/sink.ts";
import { treeOf } from "../host/process.ts";
import type { Provider } from "../provider.ts";
import { Tail } from "../transcript/tail.ts";
import type { TranscriptFacts, TranscriptReader } from "../transcript/reader.ts";

const EVERY_MS = 400;

export class Follower {
  readonly #provider: Provider;
  readonly #env: Record<string, string>;
  readonly #sink: Sink;
  readonly #reader: TranscriptReader;
  readonly #onNamed: () => void;
  #pid = 0;
  #tail: Tail | null = null;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #hasBegun = false;
  sessionId: string | null;
  /** When the last line came. */
  lastLine = 0;

  constructor(provider: Provider, env: Record<string, string>, sink: Sink, sessionId: string | null, onNamed: () => void = () => undefined) {
    this.#provider = provider;
    this.#env = env;
    this.#sink = sink;
    this.#reader = provider.transcript();
    this.sessionId = sessionId;
    this.#onNamed = onNamed;
  }

  get facts(): TranscriptFacts {
    return this.#reader.facts;
  }

  get hasFile(): boolean {
    return this.#tail !== null;
  }

  /** Begins to follow; what stands in the file by now belongs to earlier runs. */
  async start(pid: number): Promise<void> {
    this.#pid = pid;
    await this.read();
    this.#reader.begin();
    this.#hasBegun = true;
    this.#timer = setInterval(() => void this.read(), EVERY_MS);
  }

  /** Reads what has come; calls wait for one another. */
  read(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readOnce()).catch(() => undefined);
    return this.#reading;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.read();
  }

  async #readOnce(): Promise<void> {
    this.#tail ??= await this.#find();
    for (const line of (await this.#tail?.read()) ?? []) {
      this.lastLine = Date.now();
      const events = this.#reader.take(line);
      if (this.#hasBegun) events.forEach((event) => this.#sink.emit(event));
    }
  }

  async #find(): Promise<Tail | null> {
    if (this.sessionId !== null) {
      const file = await this.#provider.sessionFile(this.sessionId, this.#env);
      return file === null ? null : new Tail(file);
    }
    if (this.#pid === 0) return null;
    const found = await this.#provider.discover(treeOf([this.#pid]), this.#env);
    if (!found) return null;
    this.sessionId = found.id;
    this.#onNamed();
    return new Tail(found.file);
  }
}
