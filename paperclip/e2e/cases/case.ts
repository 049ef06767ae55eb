/** What a case is. */

import type { Stage } from "../stage.ts";

export interface Case {
  name: string;
  types: string[];
  /** Belongs to the part that .ci/run has time for. */
  quick: boolean;
  /** Does not depend on the CLI's version. */
  newestOnly?: boolean;
  /** It sets up what the others need, needs the server for itself, or all that came before. Others run beside each other. */
  when?: "first" | "alone" | "last";
  run: (stage: Stage) => Promise<void>;
}

export const BOTH = ["claude_tui", "codex_tui"];
