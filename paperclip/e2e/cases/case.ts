/** What a case is. */

import type { Stage } from "../stage.ts";

export interface Case {
  name: string;
  types: string[];
  /** The adapters with which it belongs to the part that .ci/run has time for: one alone where the code behind it is both's. */
  quick: string[];
  /** Does not depend on the CLI's version. */
  newestOnly?: boolean;
  /** It sets up what the others need, needs the server for itself, or all that came before. Others run beside each other. */
  when?: "first" | "alone" | "last";
  run: (stage: Stage) => Promise<void>;
}

export const BOTH = ["claude_tui", "codex_tui"];
