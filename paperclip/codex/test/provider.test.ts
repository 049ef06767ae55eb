import assert from "node:assert/strict";
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import type { Block } from "../../core/src/host/engine.ts";
import { blockOf } from "../../core/src/host/engine.ts";
import { isSignIn, knownAnswer } from "../../core/src/operator/answers.ts";
import { temporary } from "../../core/test/folders.ts";
import { codex } from "../src/provider.ts";
import { CodexTranscript } from "../src/server/transcript.ts";

const ID = "0f0e0d0c-0b0a-4908-8706-050403020100";
const launch = { config: {}, cliVersion: "0.169.0", model: "", effort: "", cwd: "/w", resume: null, freshId: null, skillsFolder: null, extraArgs: [] };

describe("Codex' arguments", () => {
  it("fit the version, and name what is configured", () => {
    assert.deepEqual(codex.args(launch), ["--no-daemon", "-c", "check_for_update_on_startup=false"]);
    assert.ok(!codex.args({ ...launch, cliVersion: "0.142.5" }).includes("--no-daemon"));
    const full = codex.args({ ...launch, resume: ID, model: "gpt-5.5", effort: 'high"; x', config: { sandbox: "read-only", approvalPolicy: "never", search: true }, extraArgs: ["--x"] });
    assert.deepEqual(full, ["resume", ID, "--no-daemon", "--sandbox", "read-only", "--ask-for-approval", "never", "--model", "gpt-5.5", "-c", 'model_reasoning_effort="highx"', "--search", "-c", "check_for_update_on_startup=false", "--x"]);
    assert.ok(codex.args({ ...launch, config: { dangerouslyBypassApprovalsAndSandbox: true } }).includes("--dangerously-bypass-approvals-and-sandbox"));
    const twice = codex.args({ ...launch, config: { sandbox: "read-only", approvalPolicy: "never" }, extraArgs: ["--no-daemon", "--sandbox=workspace-write", "-c", "a=b"] });
    assert.deepEqual(twice, ["--ask-for-approval", "never", "-c", "check_for_update_on_startup=false", "--no-daemon", "--sandbox=workspace-write", "-c", "a=b"], "a flag that the user gives, too, stands once");
    assert.equal(codex.freshSessionId(), null);
  });
});

describe("Codex' transcript", () => {
  it("tells words, tools, errors, and the tokens of this run alone", () => {
    const transcript = new CodexTranscript();
    const take = (type: string, payload: object): string[] => transcript.take(JSON.stringify({ type, payload })).map((event) => event.type);
    const count = (input: number): string[] => take("event_msg", { type: "token_count", info: { total_token_usage: { input_tokens: input, cached_input_tokens: 10, output_tokens: 5 } } });
    take("session_meta", { id: ID, cli_version: "0.169.0" });
    take("turn_context", { model: "gpt-5.5" });
    count(100);
    transcript.begin();
    assert.deepEqual(take("response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text: "hello" }] }), ["tui.text"]);
    assert.deepEqual(take("response_item", { type: "message", role: "user", content: [{ text: "no" }] }), []);
    assert.deepEqual(take("response_item", { type: "message", role: "assistant", content: [] }), []);
    assert.deepEqual(take("response_item", { type: "reasoning", summary: [{ text: "hm" }] }), ["tui.thinking"]);
    assert.deepEqual(take("response_item", { type: "reasoning", summary: [] }), []);
    assert.deepEqual(take("response_item", { type: "function_call", name: "shell", arguments: '{"command":"ls"}', call_id: "c" }), ["tui.tool"]);
    assert.deepEqual(take("response_item", { type: "custom_tool_call", name: "apply_patch", input: "*** Begin", call_id: "d" }), ["tui.tool"]);
    const result = transcript.take(JSON.stringify({ type: "response_item", payload: { type: "function_call_output", call_id: "c", output: '{"output":"bad","metadata":{"exit_code":2}}' } }))[0];
    assert.ok(result?.type === "tui.tool_result" && result.isError && result.text === "bad");
    const plain = transcript.take(JSON.stringify({ type: "response_item", payload: { type: "custom_tool_call_output", call_id: "d", output: "Exit code: 1\nno" } }))[0];
    assert.ok(plain?.type === "tui.tool_result" && plain.isError);
    assert.deepEqual(take("response_item", { type: "other" }), []);
    assert.deepEqual(take("compacted", {}), []);
    count(130);
    assert.deepEqual(transcript.facts.usage, { inputTokens: 30, outputTokens: 0, cachedInputTokens: 0 });
    take("event_msg", { type: "error", message: "limit", codex_error_info: { usage_limit_exceeded: {} } });
    assert.deepEqual(transcript.facts.error, { kind: "usage_limit_exceeded", text: "limit" });
    take("event_msg", { type: "task_started" });
    assert.equal(transcript.facts.ended, false);
    take("event_msg", { type: "task_complete" });
    assert.deepEqual([transcript.facts.ended, transcript.facts.model, transcript.facts.sessionId], [true, "gpt-5.5", ID]);
  });
});

describe("the calls in Codex' transcript", () => {
  const item = (payload: object): string => JSON.stringify({ type: "response_item", payload });
  const call = (name: string, input: object, id = "c1"): string => item({ type: "function_call", name, arguments: JSON.stringify(input), call_id: id });

  it("wait until they have a result, and tell the command whole", () => {
    for (const [line, command] of [
      [call("exec_command", { cmd: "touch a\n\ngit status", workdir: "/w" }), "touch a\n\ngit status"],
      [call("exec_command", { cmd: "ls", shell: "/tmp/sh" }), null],
      [call("shell_command", { command: "ls" }), "ls"],
      [call("shell", { command: ["bash", "-lc", "ls"] }), null],
      [call("view_image", { cmd: "ls" }), null],
    ] as const) {
      const transcript = new CodexTranscript();
      transcript.take(line);
      assert.deepEqual(transcript.facts.pending.map((one) => one.command), [command], line);
      transcript.take(item({ type: "function_call_output", call_id: "c1", output: "" }));
      assert.deepEqual([transcript.facts.pending, transcript.facts.hasOtherAgents], [[], false], line);
    }
  });

  it("tell a new file whole, where a patch does nothing else", () => {
    const adds = (...lines: string[]): string => ["*** Begin Patch", "*** Add File: /other/a.sh", ...lines, "*** End Patch"].join("\n");
    for (const [patch, lines] of [
      [adds("+one", "+", "+*** End Patch"), ["one", "", "*** End Patch"]],
      [`${adds("+one")}\n`, ["one"]],
      [adds("+one", "*** Delete File: /other/b.sh"), null],
      [adds("+one", "*** Add File: /other/b.sh", "+two"), null],
      [adds("one"), null],
      [adds("+one").replace("Add", "Update"), null],
      [`${adds("+one")}\n*** Begin Patch`, null],
    ] as const) {
      for (const line of [item({ type: "custom_tool_call", name: "apply_patch", input: patch, call_id: "c1" }), call("apply_patch", { input: patch })]) {
        const transcript = new CodexTranscript();
        transcript.take(line);
        assert.deepEqual(transcript.facts.pending[0]?.file ?? null, lines && { path: "/other/a.sh", lines, sign: "+" }, patch);
      }
    }
  });

  it("tell of other agents that may ask, known ones or not", () => {
    for (const name of ["spawn_agent", "exec", "new_tool"]) {
      const transcript = new CodexTranscript();
      transcript.take(call(name, {}));
      assert.equal(transcript.facts.hasOtherAgents, true, name);
    }
  });
});

describe("Codex' files", () => {
  it("are found by id, or by who holds them open", async () => {
    const home = temporary("codex");
    const env = { HOME: home };
    const folder = join(home, ".codex", "sessions", "2026", "03", "04");
    assert.equal(await codex.sessionFile(ID, env), null);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `rollout-2026-03-04T12-00-00-${ID}.jsonl`);
    writeFileSync(file, "");
    assert.equal(await codex.sessionFile(ID, env), file);
    assert.equal(await codex.sessionFile("../x", env), null);
    const open = openSync(file, "r");
    assert.deepEqual(await codex.discover([process.pid], env), { id: ID, file });
    closeSync(open);
    assert.equal(await codex.discover([2 ** 22 - 3], env), null);
    assert.equal(await codex.detectModel(env), null);
    writeFileSync(join(home, ".codex", "config.toml"), 'model = "gpt-5.5"\n[profiles.x]\nmodel = "other"\n');
    assert.equal((await codex.detectModel(env))?.model, "gpt-5.5");
  });

  it("get the skills as links in its own folder", async () => {
    const home = temporary("codex");
    const laid: string[] = [];
    const lay = (links: { path: string; target: string }[]): string[] => {
      laid.push(...links.map(({ path, target }) => `${path} ${target}`));
      return ["one is the user's own"];
    };
    const mounted = await codex.mountSkills([{ runtimeName: "one", source: "/s" }], "", { HOME: home }, lay);
    assert.deepEqual(laid, [`${join(home, ".codex", "skills", "one")} /s`]);
    assert.deepEqual(mounted, { folder: null, warnings: ["one is the user's own"] });
    assert.ok(existsSync(join(home, ".codex", "skills")));
  });
});

describe("Codex' usage", () => {
  it("is read from its status", () => {
    const screen = "│  5h limit:      [████░░░░] 72% left (resets 14:05 UTC)  │\n│  Weekly limit:  [██░░░░░░] 30% used (resets 05:00 on 9 Mar UTC) │\n";
    const windows = codex.quotaWindows(screen, new Date("2026-03-04T12:00:00Z"));
    assert.deepEqual(windows.map(({ label, usedPercent, resetsAt }) => [label, usedPercent, resetsAt]), [
      ["5h limit", 28, "2026-03-04T14:05:00.000Z"],
      ["Weekly limit", 30, "2026-03-09T05:00:00.000Z"],
    ]);
  });
});

describe("what Codex asks of itself", () => {
  // As shadow reads the real ones.
  const own = (kind: string, title: string | null, question: string | null, ...labels: string[]): Block => {
    const block = blockOf({ kind, origin: "cli", title, question, signature: "s", options: labels.map((label) => ({ label, role: "choice" })) });
    assert.ok(block);
    return block;
  };
  const answer = (block: Block, config: Record<string, unknown> = { trustWorkspace: true }): string | undefined =>
    block.options[knownAnswer(block, codex, config)?.index ?? -1]?.label;
  const nudge = own("setup", "Approaching rate limits", "Switch to gpt-6-luna for lower credit usage?", "Switch to gpt-6-luna", "Keep current model", "Keep current model (never show again)");
  const update = own("setup", "✨ Update available! 0.168.0 -> 0.169.0", null, "Update now", "Skip", "Skip until next version");
  const trust = own("trust", "You are in /w", "Do you trust the contents of this directory?", "Yes, continue", "No, quit");

  it("is answered without asking", () => {
    assert.deepEqual([nudge, update, trust].map((block) => answer(block)), ["Keep current model", "Skip", "Yes, continue"]);
    assert.equal(answer(trust, {}), undefined);
    const asksNever = own("trust", "You are running Codex in /w", null, "Allow Codex to work in this folder without asking for approval", "Require approval of edits and commands");
    assert.equal(answer(asksNever), undefined, "to trust a folder is not to allow all that is done there");
    assert.ok(isSignIn(own("setup", "Choose how you want to use Codex.", null, "Sign in with ChatGPT", "Use an OpenAI API key"), null, codex));
  });

  it("is never what the agent asks, whatever it says", () => {
    for (const genuine of [nudge, update, trust]) {
      for (const kind of ["approval_command", "approval_edit", "question", "plan", "setup", "picker", "trust"]) {
        const forged = { ...genuine, kind, origin: "agent", subject: genuine.title, description: "sign in with ChatGPT" };
        assert.deepEqual([answer(forged), isSignIn(forged, "sign in with ChatGPT", codex)], [undefined, false], kind);
      }
    }
  });
});
