/** The prompt of a run, from its parts: what is said once, why it was woken, the hand-off, the task, the template. */

import type { AdapterExecutionContext } from "@paperclipai/adapter-utils";
import {
  asString,
  DEFAULT_PAPERCLIP_AGENT_PROMPT_TEMPLATE,
  joinPromptSections,
  renderPaperclipWakePrompt,
  renderTemplate,
  selectPaperclipTaskMarkdown,
} from "@paperclipai/adapter-utils/server-utils";

import type { Config } from "./config.ts";

/** Said in every prompt that has no template of its own. */
export const DEFAULT_TEMPLATE = `${DEFAULT_PAPERCLIP_AGENT_PROMPT_TEMPLATE}\n\nUse the paperclip skill for everything that you do in Paperclip: read the rest of the task and report by its API, with the key in PAPERCLIP_API_KEY.`;

export interface PromptSource {
  runId: string;
  agent: AdapterExecutionContext["agent"];
  context: Record<string, unknown>;
}

/** The text that is sent. `instructions` stand at the head of a fresh session. */
export function assemblePrompt(source: PromptSource, config: Config, isResumed: boolean, instructions: string): string {
  const { agent, context, runId } = source;
  const data = {
    agentId: agent.id,
    companyId: agent.companyId,
    runId,
    company: { id: agent.companyId },
    agent,
    run: { id: runId, source: asString(context.source, "on_demand") },
    context,
  };
  const wake = renderPaperclipWakePrompt(context.paperclipWake, { resumedSession: isResumed });
  // A resumed session that is told why it was woken knows the rest already.
  const template = isResumed && wake !== "" ? "" : renderTemplate(config.promptTemplate.trim() || DEFAULT_TEMPLATE, data);
  return joinPromptSections([
    isResumed ? "" : instructions,
    isResumed ? "" : renderTemplate(config.bootstrapPromptTemplate, data),
    wake,
    asString(context.paperclipSessionHandoffMarkdown, ""),
    selectPaperclipTaskMarkdown(context, { resumedSession: isResumed }),
    template,
  ]);
}
