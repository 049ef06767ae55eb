"use strict";
// Sessions over the bytes of a pty, and recordings.
const { readFileSync } = require("node:fs");
const { native, call } = require("./native.cjs");

/** A time that no timer reaches: it keeps the process alive while an event is waited for. */
const FOREVER = 2 ** 31 - 1;

class Session {
  #native;
  #waiting = new Set();

  constructor({ cols, rows, provider, cliVersion, name = "session" }) {
    const [width, height] = [size(cols), size(rows)];
    this.#native = call(() => new native.NativeSession(width, height, provider, cliVersion, name));
    const wake = waker(this.#waiting);
    call(() => this.#native.wakeBy(wake));
  }

  feed(data) {
    call(() => this.#native.feed(data));
  }

  resize(cols, rows) {
    const [width, height] = [size(cols), size(rows)];
    call(() => this.#native.resize(width, height));
  }

  submit(text) {
    call(() => this.#native.submit(text));
  }

  interrupt() {
    call(() => this.#native.interrupt());
  }

  takeReplies() {
    return this.#native.takeReplies();
  }

  get payload() {
    const line = call(() => this.#native.payloadLine());
    return line === null ? null : JSON.parse(line);
  }

  end() {
    call(() => this.#native.end());
  }

  close() {
    this.#native.close();
  }

  async *events({ signal } = {}) {
    for (;;) {
      signal?.throwIfAborted();
      const { line, ended } = call(() => this.#native.next());
      if (ended) return;
      if (line) yield JSON.parse(line);
      else await this.#come(signal);
    }
  }

  [Symbol.asyncIterator]() {
    return this.events();
  }

  [Symbol.dispose]() {
    this.close();
  }

  /** Waits until something may have come. */
  #come(signal) {
    return new Promise(resolve => {
      const alive = setTimeout(() => {}, FOREVER);
      const wake = () => {
        clearTimeout(alive);
        this.#waiting.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal?.addEventListener("abort", wake);
      // Nothing is missed: the waker runs in the event loop, and not between `next` and here.
    });
  }
}

/** A function of its own: the native part keeps it, and it must not keep the session. */
function waker(waiting) {
  return () => waiting.forEach(wake => wake());
}

function size(value) {
  if (!Number.isInteger(value) || value < 0 || value > 65535) {
    throw new RangeError(`a size is a whole number from 1 to 65535, not ${value}`);
  }
  return value;
}

function replay(recording, { provider, cliVersion, interval } = {}) {
  const [text, name] = recording instanceof URL ? [readFileSync(recording), recording.pathname] : [recording];
  return call(() => native.replay(text, provider, cliVersion, interval, name)).map(line => JSON.parse(line));
}

module.exports = { Session, replay };
