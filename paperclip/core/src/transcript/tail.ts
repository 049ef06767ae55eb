/** Follows a file that grows, line by line, without ever reading a line twice or half. */

import { open, stat } from "node:fs/promises";

/** Bytes that are read at once. */
const CHUNK = 1 << 20;
/** Bytes of a line that has not ended which are kept; a longer one is left out. */
const LONGEST = 32 << 20;

export class Tail {
  readonly path: string;
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.path = path;
  }

  /** The whole lines that have come since the last call; none while the file is not there. */
  async read(): Promise<string[]> {
    const size = await stat(this.path).then((found) => found.size, () => 0);
    if (size < this.#offset) {
      this.#offset = 0;
      this.#rest = Buffer.alloc(0);
    }
    if (size === this.#offset) return [];
    const lines: string[] = [];
    const file = await open(this.path, "r");
    try {
      while (this.#offset < size) {
        const chunk = Buffer.alloc(Math.min(CHUNK, size - this.#offset));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, this.#offset);
        if (bytesRead === 0) break;
        this.#offset += bytesRead;
        this.#split(chunk.subarray(0, bytesRead), lines);
      }
    } finally {
      await file.close();
    }
    return lines;
  }

  #split(chunk: Buffer, lines: string[]): void {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      lines.push(bytes.toString("utf8", 0, end));
      bytes = bytes.subarray(end + 1);
    }
    this.#rest = bytes.length > LONGEST ? Buffer.alloc(0) : Buffer.from(bytes);
  }
}
