/** The form's values as an agent's configuration. */

import type { CreateConfigValues } from "@paperclipai/adapter-utils";
import { commonFields } from "@shadow-tui/paperclip-core";
import { buildConfig } from "@shadow-tui/paperclip-core/ui";

import { claude } from "../provider.ts";

export const buildClaudeTuiConfig = (values: CreateConfigValues): Record<string, unknown> =>
  buildConfig(values, [...claude.fields, ...commonFields(claude)]);
