/** The server's entry to a run. */

import type { AdapterExecutionContext, AdapterExecutionResult } from "@paperclipai/adapter-utils";

import type { LogFormat } from "../log/sink.ts";
import { Sink } from "../log/sink.ts";
import type { Provider } from "../provider.ts";
import { Run } from "../session/run.ts";

/** Runs a provider's CLI for one context; never throws. */
export async function execute(provider: Provider, ctx: AdapterExecutionContext, format: LogFormat = "events"): Promise<AdapterExecutionResult> {
  return new Run(provider, ctx, new Sink(ctx.onLog, format)).go();
}
