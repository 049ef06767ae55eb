/** A whole server adapter from a provider. */

import type { AdapterModel, AdapterSkillContext, AdapterSkillSnapshot, ServerAdapterModule } from "@paperclipai/adapter-utils";
import {
  buildRuntimeMountedSkillSnapshot,
  readInstalledSkillTargets,
  readPaperclipRuntimeSkillEntries,
  resolveLegacyPaperclipDesiredSkillNames,
} from "@paperclipai/adapter-utils/server-utils";

import * as ledger from "../host/ledger.ts";
import type { LogFormat } from "../log/sink.ts";
import type { Provider } from "../provider.ts";
import { sessionCodec } from "../session/codec.ts";
import { readConfig } from "../session/config.ts";
import { inheritedEnvironment, userEnvironment } from "../session/environment.ts";
import { execute } from "./execute.ts";
import { commonFields } from "./schema.ts";
import { testEnvironment } from "./test-environment.ts";
import { usageWindows } from "./usage.ts";

export interface AdapterParts {
  type: string;
  provider: Provider;
  agentConfigurationDoc: string;
  logFormat?: LogFormat;
}

export function createAdapter(parts: AdapterParts): ServerAdapterModule {
  const { type, provider } = parts;
  // What a server that has died left behind keeps its runs open, and its tasks barred.
  ledger.sweep();
  const environment = (): Record<string, string> => inheritedEnvironment(provider);
  const skills = (ctx: AdapterSkillContext): Promise<AdapterSkillSnapshot> => skillSnapshot(type, provider, ctx.config);
  return {
    type,
    execute: (ctx) => execute(provider, ctx, parts.logFormat),
    testEnvironment: (ctx) => testEnvironment(type, provider, ctx),
    sessionCodec,
    sessionManagement: {
      supportsSessionResume: true,
      nativeContextManagement: "confirmed",
      defaultSessionCompaction: { enabled: true, maxSessionRuns: 0, maxRawInputTokens: 0, maxSessionAgeHours: 0 },
    },
    supportsLocalAgentJwt: true,
    supportsInstructionsBundle: true,
    instructionsPathKey: "instructionsFilePath",
    requiresMaterializedRuntimeSkills: true,
    models: provider.models,
    listModels: () => listModels(provider, environment()),
    detectModel: async () => {
      const found = await provider.detectModel(environment());
      return found && { ...found, provider: provider.vendor };
    },
    agentConfigurationDoc: parts.agentConfigurationDoc,
    getConfigSchema: () => ({ fields: [...provider.fields, ...commonFields(provider)] }),
    getQuotaWindows: () => usageWindows(provider, environment()),
    listSkills: skills,
    syncSkills: skills,
  };
}

/** The models that are known, with the one that this machine is set to. */
async function listModels(provider: Provider, env: Record<string, string>): Promise<AdapterModel[]> {
  const found = await provider.detectModel(env).catch(() => null);
  const isNew = found !== null && !provider.models.some((model) => model.id === found.model);
  return isNew ? [{ id: found.model, label: `${found.model} (${found.source})` }, ...provider.models] : provider.models;
}

/** Skills are laid out for a run and taken away after it: what is wanted is all there is to sync. */
async function skillSnapshot(type: string, provider: Provider, config: Record<string, unknown>): Promise<AdapterSkillSnapshot> {
  const entries = await readPaperclipRuntimeSkillEntries(config, import.meta.dirname);
  const env = { ...inheritedEnvironment(provider), ...userEnvironment(readConfig(config, provider.command)) };
  const home = provider.skillsHome(env);
  return buildRuntimeMountedSkillSnapshot({
    adapterType: type,
    availableEntries: entries,
    desiredSkills: resolveLegacyPaperclipDesiredSkillNames(config, entries),
    configuredDetail: "Laid out for each run, outside of its working folder, and taken away after it.",
    externalInstalled: await readInstalledSkillTargets(home).catch(() => new Map()),
    externalLocationLabel: home,
    externalDetail: "Installed by the user; this adapter leaves it as it is.",
    skillsHome: home,
  });
}
