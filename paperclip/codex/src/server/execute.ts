/** Runs Codex in a terminal for one context. */

import type { AdapterExecutionContext, AdapterExecutionResult } from "@paperclipai/adapter-utils";
import { execute as run } from "@shadow-tui/paperclip-core";

import { codex } from "../provider.ts";

export const execute = (ctx: AdapterExecutionContext): Promise<AdapterExecutionResult> => run(codex, ctx);
