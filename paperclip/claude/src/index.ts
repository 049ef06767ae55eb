/** Paperclip adapter that runs the real terminal of Claude Code. */

export { agentConfigurationDoc, label, models, type } from "./identity.ts";
export { createServerAdapter } from "./server/index.ts";
