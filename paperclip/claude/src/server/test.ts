/** Whether Claude Code can be run here. */

import type { AdapterEnvironmentTestContext, AdapterEnvironmentTestResult } from "@paperclipai/adapter-utils";
import { testEnvironment as test } from "@shadow-tui/paperclip-core";

import { type } from "../identity.ts";
import { claude } from "../provider.ts";

export const testEnvironment = (ctx: AdapterEnvironmentTestContext): Promise<AdapterEnvironmentTestResult> => test(type, claude, ctx);
