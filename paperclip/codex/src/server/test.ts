/** Whether Codex can be run here. */

import type { AdapterEnvironmentTestContext, AdapterEnvironmentTestResult } from "@paperclipai/adapter-utils";
import { testEnvironment as test } from "@shadow-tui/paperclip-core";

import { type } from "../identity.ts";
import { codex } from "../provider.ts";

export const testEnvironment = (ctx: AdapterEnvironmentTestContext): Promise<AdapterEnvironmentTestResult> => test(type, codex, ctx);
