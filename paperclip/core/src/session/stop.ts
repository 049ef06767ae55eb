/** Why a run is to stop: the first reason counts, and everything that waits hears of it. */

import type { Ending } from "./ending.ts";

export class Stop {
  readonly #controller = new AbortController();
  #ending: Ending | null = null;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ending(): Ending | null {
    return this.#ending;
  }

  now(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#controller.abort();
  }

  /** Throws where the run is to stop. */
  check(): void {
    if (this.#ending) throw new Error("stopped");
  }

  /** What some work gives, unless the run is to stop before: a folder that is out of reach may never answer. */
  async before<T>(work: Promise<T>): Promise<T> {
    this.check();
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(new Error("stopped"));
    this.signal.addEventListener("abort", stop, { once: true });
    return Promise.race([work, stopped.promise]).finally(() => this.signal.removeEventListener("abort", stop));
  }
}
