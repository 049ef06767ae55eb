/** Installing, what the server is told of the adapter, and the test of the environment. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Json } from "../server.ts";
import { assert } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";

interface Check {
  code: string;
  level: string;
  message: string;
  hint?: string;
}

export const setup: Case[] = [
  {
    name: "install: capabilities, models, document, parser, reload",
    types: BOTH,
    quick: BOTH,
    newestOnly: true,
    when: "first",
    run: async ({ paperclip, type, company, cli }) => {
      const adapter = await paperclip.get(`/api/adapters/${type}`);
      const capabilities = adapter.capabilities as Json;
      for (const flag of ["supportsInstructionsBundle", "supportsSkills", "supportsLocalAgentJwt", "requiresMaterializedRuntimeSkills"]) {
        assert(capabilities[flag] === true, `${flag}: ${JSON.stringify(adapter)}`);
      }
      const models = await paperclip.raw("GET", `/api/companies/${company}/adapters/${type}/models`);
      assert(models.status === 200 && models.text.includes(cli === "claude" ? "opus" : "gpt-"), `models: ${models.text}`);
      const doc = await paperclip.raw("GET", `/llms/agent-configuration/${type}.txt`);
      assert(doc.text.includes("Don't use when") && doc.text.includes("operatorPolicy"), `document: ${doc.text.slice(0, 300)}`);
      const script = await paperclip.raw("GET", `/api/adapters/${type}/ui-parser.js`);
      assert(script.status === 200 && script.text.includes("parseStdoutLine"), `parser: ${script.status}`);
      await paperclip.post(`/api/adapters/${type}/reload`);
      assert((await paperclip.get(`/api/adapters/${type}`)).loaded === true, "it is loaded after a reload");
    },
  },
  {
    name: "config schema",
    types: BOTH,
    quick: BOTH,
    newestOnly: true,
    run: async ({ paperclip, type }) => {
      const { fields } = (await paperclip.get(`/api/adapters/${type}/config-schema`)) as { fields: Json[] };
      const known = ["text", "select", "toggle", "number", "textarea", "combobox"];
      assert(fields.every((field) => field.key && field.label && known.includes(String(field.type))), JSON.stringify(fields));
      for (const key of ["operatorPolicy", "timeoutSec", "graceSec", "model", "command"]) assert(fields.some((field) => field.key === key), key);
    },
  },
  {
    name: "test environment: good, and each thing broken",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const { config, folder } = stage.home();
      const test = async (more: Json): Promise<{ status: string; checks: Check[] }> =>
        (await stage.paperclip.post(`/api/companies/${stage.company}/adapters/${stage.type}/test-environment`, {
          adapterConfig: { ...config, ...more },
        })) as unknown as { status: string; checks: Check[] };
      // A subscription's token signs Claude Code in without a key, which would be a warning.
      const signedIn = { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", ...(stage.cli === "claude" && { CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-any" }) };
      const good = await test({ env: { ...(config.env as Json), ...signedIn } });
      assert(good.status === "pass", JSON.stringify(good));
      assert(good.checks.some((check) => check.code === "tui_cli_version" && check.message.includes(stage.version)), JSON.stringify(good.checks));
      const file = join(folder, "a-file");
      writeFileSync(file, "");
      const broken: [string, Json][] = [
        ["tui_cwd", { cwd: "relative/path" }],
        ["tui_cwd", { cwd: file }],
        ["tui_engine", { shadowCommand: "/nowhere/shadow" }],
        ["tui_engine", { shadowCommand: "/bin/true" }],
        ["tui_tmux", { tmuxCommand: "/nowhere/tmux" }],
        ["tui_command", { command: "/nowhere/cli" }],
        ["tui_command", { command: "/bin/false" }],
      ];
      for (const [code, more] of broken) {
        const bad = await test(more);
        const check = bad.checks.find((one) => one.code === code);
        assert(bad.status === "fail" && check?.level === "error", `${JSON.stringify(more)}: ${JSON.stringify(bad)}`);
      }
      const key = stage.cli === "claude" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY";
      const warned = await test({ env: { ...(config.env as Json), [key]: "sk-any" } });
      assert(warned.status === "warn" && warned.checks.some((check) => check.code === "tui_api_key_overrides_subscription"), JSON.stringify(warned));
    },
  },
];
