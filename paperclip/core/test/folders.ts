/** Folders for the tests below the system's temporary one. They are removed when the process of the tests ends. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

function remove(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A new empty folder whose name begins with `name-`. */
export function temporary(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  made.push(folder);
  // The ledger also ends its runs at the exit, and needs their folder until then. The listener added last is called last.
  process.off("exit", remove);
  process.on("exit", remove);
  return folder;
}
