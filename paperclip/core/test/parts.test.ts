import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";

import { formatted, formatStdoutEvent } from "../src/cli/format-event.ts";
import { blockOf, compareVersions, Engine, findEngine, isKnownEngine } from "../src/host/engine.ts";
import { launcherScript, quoted } from "../src/host/terminal.ts";
import type { TuiEvent } from "../src/log/event.ts";
import { legible } from "../src/log/legible.ts";
import { clip, eventLine, fittingJson, LINE_LIMIT, pieces, plain, tidy } from "../src/log/event.ts";
import { Sink } from "../src/log/sink.ts";
import { approvalIndex, isAllowed, isToggle, refusalIndex, submitIndex } from "../src/operator/options.ts";
import { createAdapter } from "../src/server/adapter.ts";
import { testEnvironment } from "../src/server/test-environment.ts";
import { usageWindows } from "../src/server/usage.ts";
import { decideResume, isUnknownSessionError, readSession, sessionCodec } from "../src/session/codec.ts";
import { linesOf, readConfig, readEnv } from "../src/session/config.ts";
import { troubleOf, urlIn, urlOn } from "../src/session/ending.ts";
import { inheritedEnvironment, runEnvironment } from "../src/session/environment.ts";
import { assemblePrompt } from "../src/session/prompt.ts";
import { parseReset } from "../src/session/reset.ts";
import { Tail } from "../src/transcript/tail.ts";
import { outputText, toolLine } from "../src/transcript/reader.ts";
import { buildConfig } from "../src/ui/build-config.ts";
import { parseStdoutLine } from "../src/ui/parse-line.ts";
import { temporary } from "./folders.ts";
import { APPROVAL, IDLE, World } from "./world.ts";

const ID = "0f0e0d0c-0b0a-4908-8706-050403020100";

const option = (label: string, more: object = {}): object => ({ label, ...more });

const block = (options: object[], more: object = {}): NonNullable<ReturnType<typeof blockOf>> => {
  const found = blockOf({ ...APPROVAL, options, ...more });
  assert.ok(found);
  return found;
};

describe("a line of the log", () => {
  it("has no escapes, its text first, and stays below the limit", () => {
    const line = eventLine({ type: "tui.tool", text: "\u001b[31mred\u001b[0m\u001b]0;title\u0007 \u009bx", id: "1", name: "Bash", input: { command: "é".repeat(20_000), deep: [{ a: "x".repeat(9_000) }] } });
    assert.ok(line.startsWith('{"text":"red x'), line.slice(0, 60));
    assert.ok(Buffer.byteLength(line) < LINE_LIMIT);
    assert.equal((JSON.parse(line) as { v: number }).v, 1);
    assert.equal(plain("a\r\nb\rc"), "a\nb\nc");
    assert.equal(plain("\u001b[1mecho \u202ella\u001b[0m"), "echo <U+202E>lla");
  });

  it("shows what acts or hides as what it is, as shadow does", () => {
    for (const [text, shown] of [
      ["a\u001b[2Jb", "a<U+001B>[2Jb"], ["\u009bx\u007f", "<U+009B>x<U+007F>"], ["echo ;rm -rf /\u202eall safe", "echo ;rm -rf /<U+202E>all safe"],
      ["\u200bexit\ufeff", "<U+200B>exit<U+FEFF>"], ["ex\u00adit\u2060\ufe0f", "ex<U+00AD>it<U+2060><U+FE0F>"], ["ls\u{e006c}", "ls<U+E006C>"],
      ["a\u200db", "a<U+200D>b"], ["é\u200db", "é<U+200D>b"], ["a\u2066b\u2069\u061c", "a<U+2066>b<U+2069><U+061C>"], ["\u3164\u115f", "<U+3164><U+115F>"], ["rm\u2800-rf \u{1d159}", "rm<U+2800>-rf <U+1D159>"],
      ["a\u2028b\nc\td", "a<U+2028>b\nc\td"],
    ] as const) assert.equal(legible(text), shown);
    for (const text of ["", "plain", "日本語 é ❯ │ ─ ✻ ⏺", "❤\ufe0f", "👩\u200d❤\ufe0f\u200d👩", "👨\u200d👩\u200d👧", "1\ufe0f\u20e3", "می\u200cخواهم", "葛\u{e0100}"]) {
      assert.equal(legible(text), text);
    }
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(character) && !/[\t\n\r]/.test(character)) assert.ok(!legible(`a${character}b`).includes(character), code.toString(16));
    }
  });

  it("is never too large, whatever is in it", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at} ${"k".repeat(300)}`, ["v".repeat(200)]]));
    assert.ok(Buffer.byteLength(fittingJson(many)) < LINE_LIMIT);
    assert.equal(tidy({ a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }, 50) !== null, true);
    assert.equal(clip("short", 10), "short");
  });

  it("of long words becomes several, which hold all of them", () => {
    const text = Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(" ");
    assert.equal(pieces(text).join(""), text);
    assert.ok(pieces("é".repeat(9_000)).every((piece) => Buffer.byteLength(piece) <= 4_500));
    assert.deepEqual(pieces(""), [""]);
  });

  it("is handed on in order, and a log that fails ends nothing", async () => {
    const seen: string[] = [];
    const sink = new Sink(async (_stream, chunk) => {
      await new Promise((resolve) => setTimeout(resolve, seen.length === 0 ? 20 : 0));
      seen.push(chunk);
      throw new Error("full");
    });
    sink.emit({ type: "tui.text", text: "one" });
    sink.emit({ type: "tui.text", text: "two" });
    await sink.flush();
    assert.deepEqual(seen.map((line) => (JSON.parse(line) as { text: string }).text), ["one", "two"]);
    assert.ok(sink.quietFor() < 5_000);
  });

  it("can be Claude Code's own form", async () => {
    const lines: string[] = [];
    const sink = new Sink((_stream, chunk) => Promise.resolve(void lines.push(chunk)), "stream-json");
    const events: TuiEvent[] = [
      { type: "tui.init", text: "", sessionId: "s", model: "m", cliVersion: "", preset: "", attach: "" },
      { type: "tui.text", text: "hello" },
      { type: "tui.thinking", text: "hm" },
      { type: "tui.tool", text: "", id: "t1", name: "Bash", input: { command: "ls" } },
      { type: "tui.tool_result", text: "out", id: "t1", isError: false },
      { type: "tui.stalled", text: "still\n nothing" },
      { type: "tui.result", text: "end", subtype: "success", isError: false, model: "m", sessionId: "s", durationMs: 1, usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 3 } },
    ];
    events.forEach((event) => sink.emit(event));
    await sink.flush();
    assert.equal(lines.splice(5, 1)[0], "[shadow] still ⏎  nothing\n");
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(parsed.map((line) => line.type), ["system", "assistant", "assistant", "assistant", "user", "result"]);
    assert.equal(parsed[5]?.subtype, "success");
  });
});

describe("the page's parser", () => {
  it("has an entry for every line, and throws on none", () => {
    for (const line of ["", "plain words", "{", '{"type":5}', '{"type":"tui.unknown","text":"x"}', '{"type":"tui.init"}', "[paperclip] said", '{"type":"tui.result","usage":7}']) {
      assert.ok(parseStdoutLine(line, "t").length > 0, line);
    }
    assert.equal(parseStdoutLine(undefined as never, "t")[0]?.kind, "stdout");
  });

  it("links a tool's result to its call", () => {
    const call = parseStdoutLine(eventLine({ type: "tui.tool", text: "", id: "t7", name: "Bash", input: {} }), "t")[0];
    const result = parseStdoutLine(eventLine({ type: "tui.tool_result", text: "out", id: "t7", isError: true }), "t")[0];
    assert.ok(call?.kind === "tool_call" && result?.kind === "tool_result");
    assert.equal(call.toolUseId, result.toolUseId);
    assert.equal(result.isError, true);
  });

  it("shows each event as what it is", () => {
    const kindOf = (event: TuiEvent): string | undefined => parseStdoutLine(eventLine(event), "t")[0]?.kind;
    const asks = parseStdoutLine(eventLine({ type: "tui.operator", text: "Which?", id: "r:1", kind: "question", several: true, excerpt: "", options: [{ id: "0", label: "Red" }], policy: "deny" }), "t")[0];
    assert.ok(asks?.kind === "runtime_request" && asks.status === "pending" && asks.requestKind === "user_input");
    assert.deepEqual(asks.questionSet?.questions.map(({ answerMode, options }) => [answerMode, options]), [["multi_select", [{ id: "0", label: "Red" }]]]);
    const told = parseStdoutLine(eventLine({ type: "tui.operator_resolved", text: "", id: "r:1", by: "the board", key: "Red" }), "t")[0];
    assert.ok(told?.kind === "runtime_request" && told.requestId === asks.requestId && told.status === "resolved" && told.resolvedAction === "Red");
    assert.equal(parseStdoutLine('{"type":"tui.operator","options":[null,7]}', "t")[0]?.kind, "runtime_request");
    assert.equal(kindOf({ type: "tui.stalled", text: "" }), "provider_activity");
    assert.equal(kindOf({ type: "tui.recovered", text: "" }), "provider_activity");
    assert.equal(kindOf({ type: "tui.error", text: "", code: "x" }), "stderr");
    assert.equal(kindOf({ type: "tui.state", text: "s", state: "x" }), "system");
  });

  it("is the base of what the command line prints", (t) => {
    const print = t.mock.method(console, "log", () => undefined);
    formatStdoutEvent(eventLine({ type: "tui.text", text: "hello" }), false);
    assert.equal(print.mock.callCount(), 1);
    const lines: TuiEvent[] = [
      { type: "tui.init", text: "i", sessionId: "", model: "m", cliVersion: "", preset: "", attach: "" },
      { type: "tui.tool", text: "", id: "1", name: "Bash", input: { command: "ls" } },
      { type: "tui.tool_result", text: "out", id: "1", isError: false },
      { type: "tui.stalled", text: "s" },
      { type: "tui.error", text: "e", code: "c" },
      { type: "tui.result", text: "r", subtype: "s", isError: true, model: "", sessionId: "", durationMs: 1, usage: null },
    ];
    for (const event of lines) assert.ok(formatted(eventLine(event), false).length > 0, event.type);
    assert.deepEqual(formatted(eventLine({ type: "tui.thinking", text: "t" }), false), []);
    assert.equal(formatted(eventLine({ type: "tui.thinking", text: "t" }), true).length, 1);
    assert.deepEqual(formatted("noise", false), []);
    assert.equal(formatted("noise", true).length, 1);
    assert.deepEqual(formatted("  ", true), []);
  });
});

describe("a configuration", () => {
  it("has defaults, and bounds whatever it is given", () => {
    const config = readConfig(null, "claude");
    assert.deepEqual([config.command, config.timeoutSec, config.graceSec, config.operatorPolicy], ["claude", 0, 15, null]);
    const odd = readConfig({ timeoutSec: "90", graceSec: -5, columns: 9_999, operatorPolicy: "nonsense", rows: "x", operatorAllowlist: "A\n\nb" }, "claude");
    assert.deepEqual([odd.timeoutSec, odd.graceSec, odd.columns, odd.operatorPolicy, odd.rows], [90, 1, 400, null, 48]);
    assert.deepEqual(odd.allowlist, ["A", "b"]);
    assert.deepEqual(linesOf('--settings {"a":1,"b":2}\n\n -x '), ['--settings {"a":1,"b":2}', "-x"]);
    assert.deepEqual(linesOf(["a,b", "", 3, " c"]), ["a,b", " c"]);
    assert.deepEqual(readEnv({ A: "1", B: { value: "2" }, C: { type: "secret" }, D: 3 }), { A: "1", B: "2", D: "3" });
  });

  it("is built from the form's values, without templates", () => {
    const fields = [{ key: "operatorPolicy", label: "", type: "select" as const }];
    const built = buildConfig({ cwd: "/w", promptTemplate: "t", model: "opus", envVars: "A=1", envBindings: {}, extraArgs: "", adapterSchemaValues: { operatorPolicy: "deny", other: 1 } } as never, fields);
    assert.deepEqual(built.operatorPolicy, "deny");
    assert.equal(built.promptTemplate, undefined);
    assert.equal(built.other, undefined);
    assert.deepEqual([built.timeoutSec, built.graceSec, built.cwd, built.model], [0, 15, "/w", "opus"]);
    assert.ok(built.env);
    assert.equal(built.extraArgs, undefined);
    const argsOf = (values: object): unknown => buildConfig(values as never, [{ key: "extraArgs", label: "", type: "textarea" as const }]).extraArgs;
    assert.deepEqual(argsOf({ extraArgs: "-a, -b" }), ["-a", "-b"], "the page's own field is comma-separated");
    assert.deepEqual(argsOf({ adapterSchemaValues: { extraArgs: "-a x,y\n-b" } }), "-a x,y\n-b", "that of the schema is not");
  });

  it("cannot set what is Paperclip's own, and gets what an agent is told", () => {
    const config = readConfig({ env: { PAPERCLIP_API_KEY: "stolen", MINE: "x" } }, "claude");
    const source = {
      runId: "r1", agent: { id: "a1", companyId: "c1", name: "Ada", adapterType: null, adapterConfig: {} }, authToken: "token",
      context: { taskId: "t1", wakeReason: "issue_commented", wakeCommentId: "k1", issueIds: ["i1", "i2"], approvalId: "p1", approvalStatus: "approved", paperclipWorkspace: { cwd: "/w" } },
    };
    const env = runEnvironment(source, config);
    assert.equal(env.PAPERCLIP_API_KEY, "token");
    assert.equal(env.MINE, "x");
    assert.deepEqual([env.PAPERCLIP_RUN_ID, env.PAPERCLIP_TASK_ID, env.PAPERCLIP_WAKE_COMMENT_ID, env.PAPERCLIP_LINKED_ISSUE_IDS], ["r1", "t1", "k1", "i1,i2"]);
    const inherited = inheritedEnvironment(new World().provider(), { PATH: "/bin", STRAY_ONE: "1", TMUX: "x", PAPERCLIP_API_KEY: "server", LANG: "C" });
    assert.deepEqual([inherited.STRAY_ONE, inherited.TMUX, inherited.PAPERCLIP_API_KEY, inherited.LC_ALL], [undefined, undefined, undefined, "C.UTF-8"]);
  });
});

describe("a prompt", () => {
  const source = { runId: "r1", agent: { id: "a1", companyId: "c1", name: "Ada", adapterType: null, adapterConfig: {} }, context: { paperclipTaskMarkdown: "The task.", paperclipSessionHandoffMarkdown: "The hand-off." } };

  it("has its parts in order, what is said once only when fresh", () => {
    const config = readConfig({ promptTemplate: "Work, {{agent.name}} ({{runId}}).", bootstrapPromptTemplate: "Welcome, {{agentId}}." }, "claude");
    assert.equal(assemblePrompt(source, config, false, "Be kind."), "Be kind.\n\nWelcome, a1.\n\nThe hand-off.\n\nThe task.\n\nWork, Ada (r1).");
    assert.equal(assemblePrompt(source, config, true, "Be kind."), "The hand-off.\n\nThe task.\n\nWork, Ada (r1).");
  });

  it("without a template says who the agent is and names the skill", () => {
    const text = assemblePrompt(source, readConfig({}, "claude"), false, "");
    assert.match(text, /You are agent a1 \(Ada\)/);
    assert.match(text, /Use the paperclip skill/);
  });
});

describe("a session", () => {
  it("goes through the codec unharmed, in every spelling", () => {
    const params = { sessionId: ID, cwd: "/w", workspaceId: "ws", repoUrl: "u", repoRef: "r" };
    assert.deepEqual(sessionCodec.deserialize(sessionCodec.serialize(params)), params);
    assert.deepEqual(readSession({ session_id: ID, workdir: "/w" }), { sessionId: ID, cwd: "/w" });
    assert.equal(readSession({ sessionId: "../../etc/passwd" }), null);
    assert.equal(readSession("x"), null);
    assert.equal(sessionCodec.getDisplayId?.(params), ID);
    assert.equal(sessionCodec.getDisplayId?.(null), null);
  });

  it("known by its id alone belongs to the folder that its file tells", async () => {
    const path = join(temporary("session"), "s.jsonl");
    const resume = (line: object, cwd: string): ReturnType<typeof decideResume> => {
      writeFileSync(path, `{"type":"other"}\n${JSON.stringify(line)}\n`);
      return decideResume({ sessionId: ID, sessionParams: null }, cwd, () => Promise.resolve(path));
    };
    assert.deepEqual(await resume({ cwd: "/a \"b\"" }, "/a \"b\""), { id: ID });
    assert.deepEqual(await resume({ type: "session_meta", payload: { text: '"cwd":"/no"', cwd: "/w" } }, "/w"), { id: ID });
    assert.deepEqual(await resume({ cwd: "/w" }, "/other"), { fresh: "the session belongs to /w" });
    assert.match(JSON.stringify(await resume({}, "/w")), /nothing tells which folder/);
  });

  it("is gone on with only where its folder and its file are the same", async () => {
    const file = (): Promise<string | null> => Promise.resolve("/f");
    const params = (more: object): { sessionId: null; sessionParams: Record<string, unknown> } => ({ sessionId: null, sessionParams: { sessionId: ID, ...more } });
    assert.deepEqual(await decideResume(params({ cwd: "/w/" }), "/w", file), { id: ID });
    assert.ok("fresh" in (await decideResume(params({ cwd: "/other" }), "/w", file)));
    assert.ok("fresh" in (await decideResume(params({ cwd: "/w" }), "/w", () => Promise.resolve(null))));
    assert.ok("fresh" in (await decideResume({ sessionId: "no id", sessionParams: null }, "/w", file)));
    assert.ok("fresh" in (await decideResume({ sessionId: null, sessionParams: null }, "/w", file)));
  });

  it("that is not known is told by the CLIs' words", () => {
    assert.ok(isUnknownSessionError(`No conversation found with session ID: ${ID}`));
    assert.ok(isUnknownSessionError(`No saved session found with ID ${ID}`));
    assert.ok(!isUnknownSessionError("The file was not found."));
  });
});

describe("trouble", () => {
  const provider = new World().provider();
  const now = new Date("2026-03-04T12:00:00Z");
  const code = (kind: string, text: string, resetsAt: string | null = null): string =>
    troubleOf(provider, { kind, scope: null, text, resetsAt, retryInSeconds: null }, null, now).code;

  it("has the code of its kind", () => {
    assert.equal(code("auth", "Please run /login"), "claude_auth_required");
    assert.equal(code("quota", "limit"), "provider_quota");
    assert.equal(code("rate_limit", "slow down"), "claude_transient_upstream");
    assert.equal(code("rate_limit", "You've hit your 5-hour limit · resets 9:43pm (UTC)"), "provider_quota");
    assert.equal(code("overloaded", "529"), "claude_transient_upstream");
    assert.equal(code("context_limit", "too long"), "max_turns_exhausted");
    assert.equal(code("invalid_request", "model: opus-9 does not exist"), "model_not_found");
    assert.equal(code("unknown", "unable to respond to this request, which appears to violate our Usage Policy"), "claude_refusal");
    assert.equal(code("unknown", "No conversation found with session ID"), "unknown_session");
    assert.equal(code("unknown", "strange"), "tui_turn_failed");
    assert.equal(code("unknown", "stream disconnected before completion"), "claude_transient_upstream");
    assert.equal(troubleOf(provider, null, { kind: "unauthorized", text: "401" }, now).code, "claude_auth_required");
    assert.equal(troubleOf(provider, null, null, now).code, "tui_turn_failed");
  });

  it("of a limit says when it ends", () => {
    const trouble = troubleOf(provider, { kind: "quota", scope: "weekly", text: "You've hit your limit · resets 9pm (UTC)", resetsAt: null, retryInSeconds: null }, null, now);
    assert.equal(trouble.retryNotBefore, "2026-03-04T21:00:00.000Z");
    assert.match(trouble.message, /weekly/);
    const counted = troubleOf(provider, { kind: "quota", scope: null, text: "", resetsAt: null, retryInSeconds: 60 }, null, now);
    assert.equal(counted.retryNotBefore, "2026-03-04T12:01:00.000Z");
  });

  it("keeps an address as something to record", () => {
    assert.equal(urlIn("go to https://example.test/a?b=c. Then"), "https://example.test/a?b=c");
    assert.equal(urlIn("nothing"), null);
    const screen = "Read https://example.test/terms first\n\nhttps://example.test/oauth/authorize?code=true&client\n_id=7&state=x\n\nPaste code here if prompted >\n";
    assert.equal(urlOn(screen), "https://example.test/oauth/authorize?code=true&client_id=7&state=x");
    assert.equal(urlOn("│ https://example.test/device │\n│ ABCD-1234 is the code │"), "https://example.test/device");
    assert.equal(urlOn("Open https://example.test/login now\nnext"), "https://example.test/login");
    assert.equal(urlOn("1. Sign in with ChatGPT"), null);
  });
});

describe("a reset", () => {
  const now = new Date("2026-03-04T12:00:00Z");
  const at = (text: string): string | undefined => parseReset(text, now)?.toISOString();

  it("is read in the forms that screens use", () => {
    assert.equal(at("3pm (UTC)"), "2026-03-04T15:00:00.000Z");
    assert.equal(at("3:40am (UTC)"), "2026-03-05T03:40:00.000Z");
    assert.equal(at("11:57am (UTC)"), "2026-03-04T11:57:00.000Z", "it has just gone by");
    assert.equal(at("11:50am (UTC)"), "2026-03-05T11:50:00.000Z");
    assert.equal(at("Mar 4, 11:58am (UTC)"), "2026-03-04T11:58:00.000Z", "not a year on");
    assert.equal(at("3pm (Europe/Berlin)"), "2026-03-04T14:00:00.000Z");
    assert.equal(at("Oct 9 at 5am (UTC)"), "2026-10-09T05:00:00.000Z");
    assert.equal(at("Jan 2, 5am (UTC)"), "2027-01-02T05:00:00.000Z");
    assert.equal(at("14:05 on 7 Mar UTC"), "2026-03-07T14:05:00.000Z");
    assert.equal(at("Oct 3rd, 2026 4:05 PM UTC"), "2026-10-03T16:05:00.000Z");
    assert.equal(at("in 2 hours 5 minutes"), "2026-03-04T14:05:00.000Z");
    assert.equal(at("2h 30m"), "2026-03-04T14:30:00.000Z");
    assert.equal(at("1772628000"), "2026-03-04T12:40:00.000Z");
    assert.equal(at("2026-03-05T00:00:00Z"), "2026-03-05T00:00:00.000Z");
    assert.equal(at("soon"), undefined);
    assert.ok(at("3pm (Nowhere/Land)"));
  });
});

describe("the options of a dialog", () => {
  it("of an approval mean what the engine says, and no word decides", () => {
    const odd = block([option("No, but yes"), option("Yes"), option("Yes, allow all edits during this session"), option("Weiter nicht", { refuses: true })]);
    assert.deepEqual([approvalIndex(odd), refusalIndex(odd)], [1, 3]);
    assert.equal(refusalIndex(block([option("No")])), -1, "Escape refuses where no option is known to");
    assert.equal(approvalIndex(block([option("Yes, and don't ask again")])), -1);
    for (const [more, index] of [[{ subject_whole: false }, -1], [{ subject_whole: null }, -1], [{ kind: "plan" }, 0], [{ kind: "plan", subject_whole: false }, -1], [{ kind: "question" }, -1]] as const) {
      assert.equal(approvalIndex(block([option("Yes")], more)), index, JSON.stringify(more));
    }
  });

  it("of another dialog are told apart by role, and by word where there is none", () => {
    const asks = { kind: "question", subject: null, subject_whole: null };
    const roles = block([option("[ ] A", { checked: false }), option("Send", { role: "submit" }), option("Leave", { role: "cancel" })], asks);
    assert.deepEqual([isToggle(roles.options[0] as never), submitIndex(roles), refusalIndex(roles)], [true, 1, 2]);
    assert.equal(refusalIndex(block([option("Red")], asks)), -1);
    assert.equal(refusalIndex(block([option("Yes"), option("No, exit")], { ...asks, kind: "trust" })), 1);
  });

  it("are allowed by a whole subject, and never by a part of one", () => {
    const of = (subject: string | null): ReturnType<typeof block> => block([option("Yes")], { subject });
    const allows = (subject: string | null, ...allowlist: string[]): boolean => isAllowed(of(subject), { allowlist, columns: 140 });
    assert.ok(!allows("$ npm run build", "npm run *"), "a program that is called $");
    assert.ok(allows("anything", "approval_command"));
    assert.ok(!allows("npm run build; rm -rf /", "npm run *"));
    assert.ok(!allows("npm run $(curl x)", "npm run *"));
    assert.ok(allows("/Tmp/a", "/Tmp/*") && !allows("/tmp/a", "/Tmp/*") && !allows("/Tmp/a", "/tmp/*"), "upper and lower case are two");
    assert.ok(!allows("git status && reboot", "git status"));
    assert.ok(!allows(null, "*"));
  });

  it("are not allowed by a subject of more than one row, whose end may be a command's, nor by one that hides something", () => {
    const allows = (subject: string, columns = 140): boolean => isAllowed(block([option("Yes")], { subject }), { allowlist: ["npm test*", "approval_edit"], columns });
    assert.ok(allows("npm test -- --watch"));
    // Claude Code 2.1.200 breaks the row where the second command would not fit, as if it were one.
    assert.ok(!allows(`npm test ${"/.".repeat(56)}/tmp/attack/evil`));
    assert.ok(!allows("npm test\n/tmp/evil") && !allows("npm test\r/tmp/evil") && !allows("npm test\n"));
    assert.ok(allows(`npm test ${"x".repeat(119)}`) && !allows(`npm test ${"x".repeat(120)}`) && !allows(`npm test ${"x".repeat(119)}`, 120));
    assert.ok(!allows(`npm test ${"漢".repeat(60)}`), "wide characters take two cells");
    assert.ok(!allows("npm test \u202ex") && !allows("npm test\u2028rm x"));
  });
});

describe("a transcript's file", () => {
  it("is read line by line while it grows, and anew when it was cut", async () => {
    const path = join(temporary("tail"), "t.jsonl");
    const tail = new Tail(path);
    assert.deepEqual(await tail.read(), []);
    writeFileSync(path, "one\ntw");
    assert.deepEqual(await tail.read(), ["one"]);
    writeFileSync(path, "one\ntwo\n");
    assert.deepEqual(await tail.read(), ["two"]);
    writeFileSync(path, "new\n");
    assert.deepEqual(await tail.read(), ["new"]);
  });

  it("has tools whose line and output a person can read", () => {
    assert.equal(toolLine("Bash", { command: "ls -l\nmore" }), "Bash: ls -l");
    assert.equal(toolLine("shell", { command: ["bash", "-lc", "ls"] }), "shell: bash -lc ls");
    assert.equal(toolLine("Odd", { a: 1 }), 'Odd: {"a":1}');
    assert.equal(outputText([{ text: "a" }, { type: "image" }]), "a\n[image]");
    assert.equal(outputText({ content: "c" }), "c");
    assert.equal(outputText(undefined), "");
  });
});

describe("the engine", () => {
  it("is found where it is configured, or in PATH, and known by its version", () => {
    const world = new World();
    assert.equal(findEngine("/some/shadow"), "/some/shadow");
    assert.equal(findEngine("", { PATH: `/nowhere:${world.folder}` }), join(world.folder, "shadow"));
    assert.equal(findEngine("", { PATH: "" }), null);
    assert.ok(isKnownEngine("0.1.0") && isKnownEngine("0.9.12") && !isKnownEngine("1.0.0") && !isKnownEngine("0.0.9"));
    assert.ok(compareVersions("2.1.10", "2.1.9") > 0);
  });

  it("names an option by its number or place, and gives a label over standard input alone", async () => {
    const world = new World();
    world.script("shadow", `cd ${world.folder}\necho "$@" >> calls\ncat > label\necho '{"action":"choose","outcome":"done","reasons":[]}'`);
    const engine = new Engine(join(world.folder, "shadow"), "/s", "%0", "claude", null, process.env);
    const options = [option("Yes", { number: 2 }), option("a secret label"), option("No", { number: 3, hotkey: "n" }), option("Later")];
    const said = async (index: number): Promise<string[]> => {
      await engine.choose(block(options), index);
      const calls = readFileSync(join(world.folder, "calls"), "utf8").trim().split("\n");
      return [calls.at(-1)?.match(/--(option|match) \S+/)?.[0] ?? "", readFileSync(join(world.folder, "label"), "utf8")];
    };
    assert.deepEqual(await said(0), ["--option 2", ""]);
    assert.deepEqual(await said(1), ["--match -", "a secret label"]);
    assert.deepEqual(await said(2), ["--option 3", ""]);
    assert.deepEqual(await said(3), ["--option 4", ""]);
    assert.ok(!readFileSync(join(world.folder, "calls"), "utf8").includes("secret"));
  });

  it("starts a CLI by a script that hides nothing in the arguments and quotes everything", () => {
    const script = launcherScript({ cwd: "/a b", command: "cli", args: ["it's", "$(x)"], env: { KEY: "a'b", "bad name": "x", TERM: "dumb" } });
    assert.match(script, /export KEY='a'\\''b'/);
    assert.doesNotMatch(script, /bad name|TERM/);
    assert.match(script, /exec 'cli' 'it'\\''s' '\$\(x\)'/);
    assert.equal(quoted("a"), "'a'");
  });
});

describe("an adapter", () => {
  it("is whole, and tests an environment without throwing", async () => {
    const world = new World();
    const provider = world.provider();
    const adapter = createAdapter({ type: "claude_tui", provider, agentConfigurationDoc: "doc" });
    assert.equal(adapter.type, "claude_tui");
    assert.deepEqual((await adapter.listModels?.())?.map((model) => model.id), ["two", "one"]);
    assert.equal((await adapter.detectModel?.())?.model, "two");
    const schema = await adapter.getConfigSchema?.();
    assert.ok(schema?.fields.some((field) => field.key === "operatorPolicy"));
    mkdirSync(join(world.folder, "skills"));
    const skills = await adapter.listSkills?.({ agentId: "a", companyId: "c", adapterType: "claude_tui", config: { paperclipRuntimeSkills: [{ key: "k/one", runtimeName: "one", source: world.folder }] } });
    assert.equal(skills?.mode, "ephemeral");
    const test = (config: object, more: object = {}): ReturnType<typeof testEnvironment> => testEnvironment("claude_tui", provider, { companyId: "c", adapterType: "claude_tui", config: { ...world.config, ...config }, ...more });
    assert.equal((await test({})).status, "pass");
    assert.equal((await test({ cwd: "relative" })).status, "fail");
    assert.equal((await test({ cwd: join(world.folder, "cli") })).status, "fail");
    assert.equal((await test({ cwd: "" })).status, "pass");
    const later = await test({ cwd: join(world.folder, "later", "still") });
    assert.deepEqual([later.status, existsSync(join(world.folder, "later"))], ["warn", false], "a run makes it, the test does not");
    const below = await test({ cwd: join(world.folder, "cli", "x") });
    assert.match(JSON.stringify(below.checks), /cannot be made below a file/);
    assert.equal((await test({ tmuxCommand: "/bin/false" })).status, "fail");
    assert.equal((await test({ env: { ANTHROPIC_API_KEY: "k" }, bypass: true })).checks.filter((check) => check.level === "warn").length, 2);
    const odd = await test({ operatorPolicy: "yes", timeoutSec: "abc", trustWorkspace: "true", graceSec: "15", cwd: world.cwd });
    assert.deepEqual([odd.status, odd.checks.filter((check) => check.code === "tui_config").map((check) => check.message.split(" ")[0])], ["fail", ["operatorPolicy:", "trustWorkspace:", "timeoutSec:"]]);
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const telling = async (address: string): Promise<unknown> => {
      const { status, checks } = await testEnvironment("t", { ...provider, signedInBy: () => Promise.resolve(null), address: () => Promise.resolve(address) }, { companyId: "c", adapterType: "t", config: world.config });
      return [status, ...["tui_sign_in", "tui_network"].map((code) => checks.find((check) => check.code === code)?.level)];
    };
    assert.deepEqual(await telling(`http://127.0.0.1:${port}`), ["warn", "warn", "info"]);
    server.close();
    await once(server, "close");
    assert.deepEqual(await telling(`http://127.0.0.1:${port}`), ["warn", "warn", "warn"]);
    assert.deepEqual(await telling("nonsense"), ["warn", "warn", "warn"]);
    assert.equal((await test({}, { executionTarget: { kind: "remote" } })).status, "fail");
    assert.equal((await testEnvironment("t", { ...provider, isBypassed: () => { throw new Error("odd"); } }, { companyId: "c", adapterType: "t", config: world.config })).status, "fail");
  });

  it("reads the usage from the CLI's own panel", async () => {
    const world = new World();
    world.put("look.json", { ...IDLE, surface_assessment: { ...IDLE.surface_assessment, ui_context: "slash_command" } });
    const provider = world.provider({ command: join(world.folder, "cli"), quotaWindows: () => [{ label: "5h", usedPercent: 7, resetsAt: null, valueLabel: null }] });
    const env = { PATH: `${world.folder}:${process.env.PATH}`, HOME: world.folder, LC_ALL: "C.UTF-8" };
    const found = await usageWindows(provider, env);
    assert.equal(found.ok, true, found.error);
    assert.equal(found.windows[0]?.usedPercent, 7);
    let looks = 0;
    const growing = { ...provider, quotaWindows: () => [{ label: "5h", usedPercent: (looks += 1) < 3 ? looks : 7, resetsAt: looks < 4 ? null : "2026-01-01T00:00:00Z", valueLabel: null }] };
    assert.deepEqual((await usageWindows(growing, env)).windows[0], { label: "5h", usedPercent: 7, resetsAt: "2026-01-01T00:00:00Z", valueLabel: null }, "rows that are still being filled are not believed");
    assert.equal((await usageWindows(provider, { ...env, ANTHROPIC_API_KEY: "k" })).ok, false);
    assert.equal((await usageWindows({ ...provider, command: "/nowhere" }, env)).ok, false);
  });
});
