/** The form's values as an agent's configuration. */

import type { ConfigFieldSchema, CreateConfigValues } from "@paperclipai/adapter-utils";
import { buildAdapterEnvConfig } from "@paperclipai/adapter-utils";

/**
 * Fields of the schema go over as they are; of the form's own, those that this adapter has a use for. Templates are
 * left out: the server takes them of no new agent, whose words are its instructions file.
 */
export function buildConfig(values: CreateConfigValues, fields: ConfigFieldSchema[]): Record<string, unknown> {
  const config: Record<string, unknown> = { timeoutSec: 0, graceSec: 15 };
  const given: Record<string, unknown> = {
    cwd: values.cwd,
    instructionsFilePath: values.instructionsFilePath,
    model: values.model,
    effort: values.thinkingEffort,
    command: values.command,
  };
  for (const [key, value] of Object.entries(given)) if (typeof value === "string" && value.trim() !== "") config[key] = value;
  // Of the page's own field, which says "comma-separated"; that of the schema takes one a line.
  const args = (values.extraArgs ?? "").split(",").map((arg) => arg.trim()).filter((arg) => arg !== "");
  if (args.length > 0) config.extraArgs = args;
  const chosen = values.adapterSchemaValues ?? {};
  for (const field of fields) {
    const value = chosen[field.key];
    if (value !== undefined && value !== null && value !== "") config[field.key] = value;
  }
  const env = buildAdapterEnvConfig(values.envBindings ?? {}, values.envVars ?? "");
  if (Object.keys(env).length > 0) config.env = env;
  return config;
}
