/** The server's side of the adapter. */

import type { ServerAdapterModule } from "@paperclipai/adapter-utils";
import { createAdapter } from "@shadow-tui/paperclip-core";

import { agentConfigurationDoc, type } from "../identity.ts";
import { codex } from "../provider.ts";

export { sessionCodec } from "@shadow-tui/paperclip-core";
export { execute } from "./execute.ts";
export { CodexTranscript, isCodexUnknownSessionError } from "./parse.ts";
export { testEnvironment } from "./test.ts";

/** The adapter, as the server loads it. */
export const createServerAdapter = (): ServerAdapterModule => createAdapter({ type, provider: codex, agentConfigurationDoc });
