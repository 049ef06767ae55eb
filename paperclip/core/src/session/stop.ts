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
}
