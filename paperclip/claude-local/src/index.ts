/**
 * Takes the place of Paperclip's own `claude_local`: the real terminal, and a log in the form of Claude Code's
 * stream-json, so that the page and the formatter that come with Paperclip show it.
 */

import type { ServerAdapterModule } from "@paperclipai/adapter-utils";
import { createAdapter } from "@shadow-tui/paperclip-core";

import { agentConfigurationDoc as doc } from "../../claude/src/identity.ts";
import { claude } from "../../claude/src/provider.ts";

export const type = "claude_local";
export const label = "Claude Code (terminal, in place of the built-in)";
export const models = claude.models;
export const agentConfigurationDoc = doc.replace("# claude_tui: Claude Code in its real terminal", "# claude_local, run by shadow: Claude Code in its real terminal");

export const createServerAdapter = (): ServerAdapterModule =>
  createAdapter({ type, provider: claude, agentConfigurationDoc, logFormat: "stream-json" });
