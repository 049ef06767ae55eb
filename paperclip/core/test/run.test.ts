import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";

import type { AdapterExecutionResult } from "@paperclipai/adapter-utils";

import * as ledger from "../src/host/ledger.ts";
import { processesOfRun, run } from "../src/host/process.ts";
import type { Link } from "../src/provider.ts";
import { temporary } from "./folders.ts";
import { APPROVAL, ended, IDLE, said, World } from "./world.ts";

/** Has the engine wait until the CLI that is to live has begun, or the one in the pane has ended. */
function waitsFor(world: World, begun: string): void {
  const shadow = join(world.folder, "shadow");
  const dead = '[ "$(tmux -S "$4" display -p "#{pane_dead}")" = 1 ]';
  writeFileSync(shadow, readFileSync(shadow, "utf8").replace("wait) [", `wait) until [ -e ${join(world.cwd, begun)} ]; do ${dead} && exit 4; sleep 0.1; done; [`));
}

/** Shell commands that fail with words once the words are on the screen: of a program that ends at once, tmux may lose the last output. */
const failing = (words: string): string => `echo "${words}"; until tmux capture-pane -p -t "$TMUX_PANE" | grep -q "${words}"; do sleep 0.1; done; exit 1`;

const resuming = (world: World): object => ({ runtime: { sessionId: world.session, sessionParams: { sessionId: world.session, cwd: world.cwd }, sessionDisplayId: null, taskKey: null } });

describe("a run", () => {
  it("ends well: the words, the usage and the session are those of the transcript", async () => {
    const world = new World();
    world.turn(0, ended("success"), [said("All done.")]);
    const spawned: number[] = [];
    const { result, lines } = await world.run({ onSpawn: ({ pid }) => Promise.resolve(void spawned.push(pid)), onMeta: () => Promise.resolve() });
    assert.equal(result.exitCode, 0);
    assert.equal(result.errorCode, undefined);
    assert.equal(result.summary, "All done.");
    assert.deepEqual(result.usage, { inputTokens: 7, outputTokens: 3, cachedInputTokens: 0 });
    assert.equal(result.usageBasis, "per_run");
    assert.deepEqual(result.sessionParams, { sessionId: world.session, cwd: world.cwd });
    assert.equal(result.billingType, "subscription");
    assert.equal(result.model, "a-model");
    assert.ok(spawned[0] && spawned[0] > 1);
    assert.deepEqual(lines.map((line) => line.type).filter((type) => type !== "tui.state"), ["tui.init", "tui.prompt", "tui.text", "tui.result"]);
    assert.match(readFileSync(join(world.folder, "prompt-0"), "utf8"), /Continue your Paperclip work/);
  });

  it("tells from the screen where there is no transcript, and says so", async () => {
    const world = new World();
    world.turn(0, ended("success"));
    const { result, lines } = await world.run();
    assert.equal(result.summary, "from the screen");
    assert.equal(result.usage, undefined);
    assert.equal(result.sessionParams, undefined);
    assert.equal(lines.find((line) => line.type === "tui.text")?.fidelity, "screen");
  });

  it("resumes a session whose file is there, and tells nothing of what was said before", async () => {
    const world = new World();
    writeFileSync(world.transcript, `${JSON.stringify(said("Old words."))}\n`);
    world.turn(0, ended("success"), [said("New words.", { message: { id: "m2", content: [{ type: "text", text: "New words." }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } } })]);
    const { result, log } = await world.run(resuming(world));
    assert.equal(result.summary, "New words.");
    assert.deepEqual(result.usage, { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 });
    assert.doesNotMatch(log, /Old words/);
  });

  it("begins anew, once, where the CLI does not know the session", async () => {
    const world = new World();
    writeFileSync(world.transcript, "");
    world.script("cli", '[ "$1" = --version ] && { echo 9.9.9; exit; }\n[ "$1" = --resume ] && { echo "No conversation found with session ID"; exit 1; }\nexec sleep 600');
    // Who waits for a dead pane is told at once.
    const body = readFileSync(join(world.folder, "shadow"), "utf8").replace("wait) [", `wait) if [ ! -e first-wait ]; then touch first-wait; sleep 0.4; exit 4; fi; [`);
    writeFileSync(join(world.folder, "shadow"), body);
    world.turn(0, ended("success"), [said("Fresh.")]);
    const { result, log } = await world.run(resuming(world));
    assert.equal(result.errorCode, undefined, log);
    assert.equal(result.summary, "Fresh.");
    assert.match(log, /could not be resumed/);
  });

  it("takes no other end of a resumed CLI for an unknown session, and an end without a word only at once", async () => {
    const ending = async (script: string): Promise<{ code: string | null | undefined; log: string }> => {
      const world = new World();
      writeFileSync(world.transcript, "");
      world.script("cli", `[ "$1" = --version ] && { echo 9.9.9; exit; }\n[ "$1" = --resume ] && { ${script}; }\ntouch fresh; exec sleep 600`);
      waitsFor(world, "fresh");
      world.turn(0, ended("success"), [said("Fresh.")]);
      const { result, log } = await world.run(resuming(world));
      return { code: result.errorCode, log };
    };
    assert.equal((await ending(failing("Out of memory"))).code, "tui_pane_lost");
    const mute = await ending("exit 1");
    assert.equal(mute.code, undefined, mute.log);
    assert.match(mute.log, /could not be resumed/);
  });

  it("starts a CLI once more that failed at once, and not one that somebody has ended", async () => {
    const run = async (first: string): Promise<{ code: string | null | undefined; summary: string | null | undefined; log: string }> => {
      const world = new World();
      world.script("cli", `[ "$1" = --version ] && { echo 9.9.9; exit; }\n[ -e started ] || { touch started; ${first}; }\ntouch again; exec sleep 600`);
      waitsFor(world, "again");
      world.turn(0, ended("success"));
      const { result, log } = await world.run();
      return { code: result.errorCode, summary: result.summary, log };
    };
    const again = await run(failing("table logs already exists"));
    assert.equal(again.summary, "from the screen", again.log);
    assert.match(again.log, /table logs already exists.*it is started once more/);
    for (const ending of ["exit 0", "kill -9 $$"]) assert.equal((await run(ending)).code, "tui_pane_lost");
  });

  it("fails where the watcher of the terminal ends again and again", async () => {
    const world = new World();
    writeFileSync(join(world.folder, "shadow"), readFileSync(join(world.folder, "shadow"), "utf8").replace("watch) cat", "watch) exit 1; cat"));
    world.put("before-send-0.sh", 'echo \'{"action":"send","outcome":"done","reasons":[]}\'; exec sleep 60');
    const { result } = await world.run();
    assert.equal(result.errorCode, "tui_engine_missing");
    assert.match(result.errorMessage ?? "", /ends again and again/);
  });

  it("watches the terminal that it begins anew", async () => {
    const world = new World();
    writeFileSync(world.transcript, "");
    world.script("cli", '[ "$1" = --version ] && { echo 9.9.9; exit; }\n[ "$1" = --resume ] && { echo "No conversation found with session ID"; exit 1; }\nexec sleep 600');
    const body = readFileSync(join(world.folder, "shadow"), "utf8").replace("wait) [", `wait) if [ ! -e first-wait ]; then touch first-wait; sleep 0.4; exit 4; fi; [`);
    writeFileSync(join(world.folder, "shadow"), body);
    world.config.operatorPolicy = "deny";
    const block = JSON.stringify({ event: "operator_blocked", operator_block: APPROVAL });
    world.put("before-send-0.sh", `rm -f watched; echo '${block}' >> more-events; for i in 1 2 3 4 5 6 7 8 9 10; do grep -q ^choose calls && break; sleep 0.2; done`);
    world.turn(0, ended("success"), [said("Fresh.")]);
    const { result, log } = await world.run(resuming(world));
    assert.equal(result.summary, "Fresh.", log);
    assert.match(world.calls(), /^choose /m, "the dialog of the new terminal is dealt with");
  });

  it("names what stands in the way before anything is started, and asks for a bootstrap", async () => {
    const world = new World();
    const cases: [Record<string, unknown>, string][] = [
      [{ cwd: "" }, "tui_cwd_invalid"],
      [{ cwd: "relative" }, "tui_cwd_invalid"],
      [{ instructionsFilePath: "/nowhere/AGENTS.md" }, "tui_cwd_invalid"],
      [{ shadowCommand: "/nowhere/shadow" }, "tui_engine_missing"],
      [{ tmuxCommand: "/nowhere/tmux" }, "tui_tmux_missing"],
      [{ command: "/nowhere/cli" }, "tui_command_missing"],
      [{ command: "/bin/false" }, "tui_command_missing"],
    ];
    for (const [more, code] of cases) {
      const { result } = await world.run({ config: { ...world.config, ...more } });
      assert.equal(result.errorCode, code);
      assert.deepEqual(result.executionRecovery, { kind: "bootstrap", providerWorkStarted: false });
    }
    world.put("version", "shadow 9.0.0");
    assert.equal((await world.run()).result.errorCode, "tui_engine_missing");
    const remote = await world.run({ executionTarget: { kind: "remote" } as never });
    assert.equal(remote.result.errorCode, "tui_target_remote");
  });

  it("fails under the name of what the screen shows", async () => {
    const world = new World();
    world.turn(0, ended("known_failure", { failure: { kind: "quota", scope: "five_hour", text: "limit reached", resets_at: "in 2 hours", retry_in_seconds: null } }));
    const { result } = await world.run();
    assert.equal(result.errorCode, "provider_quota");
    assert.equal(result.errorFamily, "provider_quota");
    const hours = (Date.parse(result.retryNotBefore ?? "") - Date.now()) / 3_600_000;
    assert.ok(hours > 1.9 && hours < 2.1, `${hours}`);
    assert.equal(result.resultJson?.conversationContinuation, "continue_conversation_v1");
  });

  it("believes an error that the provider wrote down over a screen that looks well", async () => {
    const world = new World();
    const error = { isApiErrorMessage: true, error: "overloaded", message: { content: [{ type: "text", text: "API Error: 529 Overloaded" }] } };
    world.turn(0, ended("success"), [said("", error)]);
    const { result } = await world.run();
    assert.equal(result.errorCode, "claude_transient_upstream");
    assert.equal(result.errorFamily, "transient_upstream");
  });

  it("believes one, too, where the screen never tells that the turn is over", async () => {
    const world = new World();
    const error = { isApiErrorMessage: true, error: "rate_limit", message: { content: [{ type: "text", text: "You've hit your session limit · resets 9:43pm (UTC)" }] } };
    world.put("late", `${JSON.stringify(said("", error))}\n`);
    world.put("before-send-0.sh", 'echo \'{"action":"send","outcome":"done","reasons":[]}\'; cat late >> session.jsonl; exec sleep 60');
    const { result } = await world.run();
    assert.equal(result.errorCode, "provider_quota");
    assert.match(result.retryNotBefore ?? "", /T21:43:00/);
  });

  it("waits for the provider's own word where the screen tells an end and the program lives", async () => {
    for (const outcome of ["success", "disconnected"]) {
      const world = new World();
      world.put("late", said("The words of the turn."));
      world.put("before-send-0.sh", "(sleep 4; cat late >> session.jsonl) >/dev/null 2>&1 &\n");
      world.turn(0, ended(outcome));
      const { result, log } = await world.run();
      assert.equal(result.errorCode, undefined, `${outcome}: ${log}`);
      assert.equal(result.summary, "The words of the turn.", outcome);
    }
  });

  it("fails where the screen lost the turn and nothing was written of it", async () => {
    const world = new World();
    world.turn(0, ended("disconnected"));
    const { result } = await world.run();
    assert.equal(result.errorCode, "tui_turn_failed");
  });

  it("offers a refused prompt anew, and gives one that left the composer only once", async () => {
    const world = new World();
    const refused = { action: "send", outcome: "refused", reasons: [{ code: "draft_present", message: "a draft" }], draft: "not_typed" };
    world.turn(0, null, [], refused);
    world.turn(1, null, [said("Heard once.")], { ...refused, outcome: "failed", draft: "unseen" });
    const { result } = await world.run();
    assert.equal(result.summary, "Heard once.");
    assert.equal(existsSync(join(world.folder, "sent-2")), false);
  });

  it("takes a prompt for given that left the composer before the run was stopped, or of which nobody reports", async () => {
    const world = new World();
    const block = JSON.stringify({ event: "operator_blocked", operator_block: APPROVAL });
    world.config.operatorPolicy = "fail";
    world.put("before-send-0.sh", `echo '${block}' >> more-events; sleep 0.6`);
    world.turn(0, null, [], { action: "send", outcome: "failed", reasons: [], draft: "submitted" });
    const { result } = await world.run();
    assert.equal(result.errorCode, "tui_operator_required");
    assert.notDeepEqual(result.executionRecovery, { kind: "bootstrap", providerWorkStarted: false });
    const silent = new World();
    silent.put("send-0", "");
    const lost = (await silent.run()).result;
    assert.equal(lost.errorCode, "tui_submit_failed");
    assert.equal(lost.resultJson?.conversationContinuation, "continue_conversation_v1");
  });

  it("is not ended by who does not want to hear of its events", async () => {
    const world = new World();
    const block = JSON.stringify({ event: "operator_blocked", operator_block: APPROVAL });
    world.config.operatorPolicy = "deny";
    world.put("before-send-0.sh", `echo '${block}' >> more-events; sleep 0.6`);
    world.turn(0, ended("success"), [said("Done.")]);
    const { result } = await world.run({ onEvent: () => Promise.reject(new Error("not now")) });
    assert.equal(result.summary, "Done.");
  });

  it("tells a pane that is lost", async () => {
    const world = new World();
    world.put("before-send-0.sh", "tmux -S $(echo \"$4\") kill-server; sleep 0.2");
    world.turn(0, ended("disconnected"));
    const { result } = await world.run();
    assert.equal(result.errorCode, "tui_pane_lost");
    assert.equal(result.resultJson?.conversationContinuation, "continue_conversation_v1");
  });

  it("tells a screen that never takes a prompt", async () => {
    const world = new World();
    world.put("never-safe", "");
    const { result } = await world.run();
    assert.equal(result.errorCode, "tui_unsupported_surface");
    assert.match(result.errorMessage ?? "", /a screen/);
  });

  it("tells a turn that somebody interrupted", async () => {
    const world = new World();
    world.turn(0, ended("interrupted"));
    assert.equal((await world.run()).result.errorCode, "tui_interrupted");
  });

  it("keeps its time limit, and leaves nothing", async () => {
    const world = new World();
    world.put("before-send-0.sh", 'echo \'{"action":"send","outcome":"done","reasons":[]}\'; exec sleep 60');
    world.config = { ...world.config, timeoutSec: 3, graceSec: 2 };
    const { result } = await world.run({ runId: "run-limit" });
    assert.equal(result.timedOut, true);
    assert.equal(result.errorCode, "timeout");
    assert.equal(result.resultJson?.conversationContinuation, "continue_conversation_v1");
    assert.deepEqual(processesOfRun("run-limit"), []);
    assert.match(world.calls(), /^interrupt /m);
  });

  it("keeps its time limit, and can be cancelled, while the first checks hang", async () => {
    const world = new World();
    world.script("cli", "exec sleep 600");
    const began = Date.now();
    const late = await world.run({ config: { ...world.config, timeoutSec: 1 } });
    assert.equal(late.result.errorCode, "timeout");
    assert.deepEqual(late.result.executionRecovery, { kind: "bootstrap", providerWorkStarted: false });
    const controller = new AbortController();
    const { result } = await world.run({
      signal: controller.signal,
      onCancellationReady: () => {
        setTimeout(() => controller.abort(), 300);
        return Promise.resolve();
      },
    });
    assert.equal((result.resultJson?.executionCancellation as { state: string }).state, "acknowledged");
    assert.ok(Date.now() - began < 10_000, "nobody waits for the checks");
  });

  it("ends well, and says so, where what it laid down cannot be taken away", async () => {
    const world = new World();
    const before = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = temporary("spoilt");
    try {
      world.put("before-send-0.sh", `chmod 777 ${ledger.runsFolder()}`);
      world.turn(0, ended("success"), [said("All done.")]);
      const { result, log } = await world.run({ runId: "run-spoilt" });
      assert.equal(result.summary, "All done.");
      assert.match(log, /could be taken away/);
      assert.deepEqual(processesOfRun("run-spoilt"), []);
    } finally {
      process.env.XDG_STATE_HOME = before;
    }
  });

  it("acknowledges a cancellation", async () => {
    const world = new World();
    world.put("before-send-0.sh", 'echo \'{"action":"send","outcome":"done","reasons":[]}\'; exec sleep 60');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 2_500);
    let isReady = false;
    const { result } = await world.run({ signal: controller.signal, onCancellationReady: () => Promise.resolve(void (isReady = true)) });
    assert.ok(isReady);
    const acknowledged = result.resultJson?.executionCancellation as { state: string; forced: boolean };
    assert.equal(acknowledged.state, "acknowledged");
    assert.equal(acknowledged.forced, false);
    assert.equal(result.executionRecovery?.kind, "interrupted");
  });

  it("acknowledges one, too, that comes while the run is ending", async () => {
    const world = new World();
    world.turn(0, ended("interrupted"));
    const controller = new AbortController();
    const { result } = await world.run({
      signal: controller.signal,
      onLog: (_stream, chunk) => {
        if (chunk.includes("the turn ended")) controller.abort();
        return Promise.resolve();
      },
    });
    assert.equal((result.resultJson?.executionCancellation as { state: string } | undefined)?.state, "acknowledged");
  });

  it("ends one that has stalled", async () => {
    const world = new World();
    world.put("events", '{"event":"turn_state_changed","to":"in_progress"}\n{"event":"stalled_entered"}\n{"event":"stalled_recovered"}\n{"event":"stalled_entered"}\n');
    world.put("before-send-0.sh", 'echo \'{"action":"send","outcome":"done","reasons":[]}\'; exec sleep 60');
    world.config = { ...world.config, stallTimeoutSec: 5 };
    const { result, lines } = await world.run();
    assert.equal(result.errorCode, "tui_stalled");
    assert.equal(result.resultJson?.screen, "The CLI stands here", "what stood on the screen is kept");
    assert.equal(result.resultJson.conversationContinuation, "continue_conversation_v1");
    assert.ok(lines.some((line) => line.type === "tui.stalled") && lines.some((line) => line.type === "tui.recovered"));
  });

  it("hears that the program has ended", async () => {
    const world = new World();
    world.put("before-send-0.sh", 'echo \'{"action":"send","outcome":"done","reasons":[]}\'; kill $(tmux -S "$4" display -p "#{pane_pid}"); sleep 0.3; echo \'{"event":"process_exited"}\' >> more-events; exec sleep 60');
    assert.equal((await world.run()).result.errorCode, "tui_pane_lost");
  });

  const gone = { pid: 2 ** 22 - 3, birth: "1" };
  /** Notes a run as a server has that is gone. */
  const note = (runId: string, links: string[], more: object = {}): void => writeFileSync(ledger.fileOf(runId), JSON.stringify({ runId, links, server: gone, ...more }));
  const sleeper = (env: object = {}): ReturnType<typeof spawn> => spawn("sleep", ["60"], { env: { ...process.env, ...env }, stdio: "ignore" });
  const ends = (child: ReturnType<typeof spawn>): Promise<void> => new Promise((resolve) => child.once("exit", () => resolve()));

  it("sweeps what a server that is gone has left", async () => {
    const home = temporary("skills");
    const ours = { path: join(home, "ours"), target: home };
    const child = ledger.childOf("left-over", "tmux");
    mkdirSync(child.folder);
    assert.deepEqual(ledger.lay(child, [ours]), []);
    const left = sleeper({ PAPERCLIP_RUN_ID: "left-over" });
    const hasEnded = ends(left);
    // The server that has laid them is another one than this.
    const another = (await import(`${import.meta.resolve("../src/host/ledger.ts")}?again`)) as typeof ledger;
    note("left-over", child.links);
    writeFileSync(join(ledger.runsFolder(), "broken.child.json"), "{");
    assert.deepEqual(another.sweep(), ["left-over"]);
    await hasEnded;
    assert.deepEqual([ledger.fileOf("left-over"), child.folder].map(existsSync), [false, false]);
    assert.deepEqual(readdirSync(home), []);
  });

  it("executes nothing that a file names, and takes away nothing that is not proven to be a run's", () => {
    const home = temporary("victim");
    const [trap, touched, link, kept] = ["tmux", "touched", "link", "kept"].map((name) => join(home, name)) as [string, string, string, string];
    writeFileSync(trap, `#!/bin/sh\ntouch ${touched}\n`, { mode: 0o755 });
    symlinkSync("/elsewhere", link);
    mkdirSync(kept);
    const bystander = sleeper();
    const links = [link, { path: link, target: "/elsewhere" }, trap, kept] as string[];
    note("planted", links, { tmux: trap, folder: kept, socket: join(kept, "tmux"), pid: bystander.pid, birth: null });
    const elsewhere = join(ledger.runsFolder(), "another.child.json");
    writeFileSync(elsewhere, JSON.stringify({ runId: "another", links, server: gone, tmux: trap, folder: kept }));
    assert.deepEqual(ledger.sweep(), ["planted"]);
    assert.deepEqual([existsSync(touched), existsSync(trap), existsSync(kept), bystander.exitCode, bystander.signalCode], [false, true, true, null, null]);
    assert.equal(readdirSync(home).includes("link"), true);
    rmSync(elsewhere);
    bystander.kill();
  });

  it("leaves what a user has linked, and what another run still uses", () => {
    const home = temporary("skills");
    const target = temporary("skill");
    writeFileSync(join(target, "SKILL.md"), "Count twice.");
    const link = (name: string): Link => ({ path: join(home, name), target });
    const [one, two] = [ledger.childOf("links-one", "tmux"), ledger.childOf("links-two", "tmux")];
    symlinkSync(target, link("theirs").path);
    symlinkSync("/elsewhere", link("other").path);
    [one, two].forEach(ledger.enter);
    assert.match(ledger.lay(one, [link("ours"), link("theirs"), link("other")]).join(), /other is the user's own/);
    assert.equal(readFileSync(join(home, "ours", "SKILL.md"), "utf8"), "Count twice.");
    assert.deepEqual(one.links, [link("ours").path], "the same link of the user's serves, and is not claimed");
    assert.deepEqual(ledger.lay(two, [link("ours"), link("more")]), []);
    assert.match(ledger.lay(two, [{ path: "/nowhere/x", target }]).join(), /could not be laid/);
    ledger.end(one);
    assert.deepEqual(readdirSync(home).sort(), ["more", "other", "ours", "theirs"]);
    ledger.end(two);
    assert.deepEqual(readdirSync(home).sort(), ["other", "theirs"]);
  });

  it("counts the links of runs that another server, or another load of this adapter, has noted", () => {
    const home = temporary("skills");
    const link = { path: join(home, "ours"), target: home };
    const near = ledger.childOf("links-near", "tmux");
    assert.deepEqual(ledger.lay(near, [link]), []);
    note("links-far", [link.path], { server: { pid: process.pid, birth: null } });
    ledger.end(near);
    assert.ok(existsSync(link.path));
    rmSync(ledger.fileOf("links-far"));
    ledger.end(near);
    assert.equal(existsSync(link.path), false);
  });

  it("leaves none alive of a family that grows while it is ended", async () => {
    const runId = "run-growing";
    const grower = spawn("sh", ["-c", "i=0; while [ $i -lt 2000 ]; do sleep 3 & i=$((i+1)); done; wait"], { env: { ...process.env, PAPERCLIP_RUN_ID: runId }, stdio: "ignore" });
    await new Promise((resolve) => setTimeout(resolve, 150));
    ledger.end({ ...ledger.childOf(runId, "tmux"), pid: grower.pid ?? 0 });
    assert.deepEqual(processesOfRun(runId), []);
  });

  it("keeps what runs have in a folder of the user's alone, and in no temporary one", () => {
    const before = { ...process.env };
    const short = (): string => temporary("s");
    const [state, runtime, long] = [short(), short(), join(short(), "x".repeat(60))];
    try {
      process.env.XDG_STATE_HOME = state;
      assert.equal(ledger.runsFolder(), join(state, "shadow", "paperclip", "runs"));
      assert.equal(statSync(ledger.runsFolder()).mode & 0o777, 0o700);
      assert.ok(Buffer.byteLength(ledger.socketIn(ledger.childOf("a-run".repeat(20), "tmux").folder)) < 100);
      Object.assign(process.env, { XDG_STATE_HOME: long, XDG_RUNTIME_DIR: runtime });
      assert.equal(ledger.runsFolder(), join(runtime, "shadow-paperclip"));
      delete process.env.XDG_RUNTIME_DIR;
      assert.throws(() => ledger.runsFolder(), /^Error: a socket's path would be too long in [^\n]*; set XDG_STATE_HOME[^\n]*$/);
      delete process.env.XDG_STATE_HOME;
      process.env.HOME = runtime;
      assert.equal(ledger.runsFolder(), join(runtime, ".local", "state", "shadow", "paperclip", "runs"));
      chmodSync(ledger.runsFolder(), 0o777);
      assert.throws(() => ledger.runsFolder(), /not a folder of this user's alone/);
      assert.deepEqual(ledger.sweep(), []);
    } finally {
      delete process.env.XDG_RUNTIME_DIR;
      Object.assign(process.env, before);
    }
  });

  it("does not wait for a command that heeds no signal", async () => {
    const began = Date.now();
    const told = await run("sh", ["-c", "trap '' TERM; while :; do sleep 1; done"], { timeout: 100 });
    assert.equal(told.code, null);
    assert.ok(Date.now() - began < 5_000);
  });
});

/** A board of one question, which is answered so. */
async function board(answer: object): Promise<{ url: string; asked: Record<string, unknown>[]; close: () => void }> {
  const asked: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (request.method === "POST") asked.push(JSON.parse(body) as Record<string, unknown>);
      response.end(JSON.stringify(request.method === "POST" ? { id: "q1" } : [{ id: "q1", ...answer }]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close: () => void server.close() };
}

describe("a dialog in a run", () => {
  const blocked = { ...IDLE, surface_assessment: { ...IDLE.surface_assessment, input_mode: "modal", operator_block: APPROVAL, operator_blocked_excerpt: "touch a.txt\nDo you want to proceed?" } };

  function scene(outcome: string): World {
    const world = new World();
    world.put("look.json", blocked);
    // The turn ends a while after the dialog came up.
    world.put("before-send-0.sh", `echo '${JSON.stringify({ event: "operator_blocked", operator_block: APPROVAL })}' >> more-events; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do grep -q '^choose' calls && break; sleep 0.4; done; sleep 0.3`);
    world.turn(0, ended(outcome), [said("Going on.")]);
    world.turn(1, ended("success"), [said("Then not.")]);
    return world;
  }

  it("goes to the board, and its answer is pressed under the signature", async () => {
    const world = scene("success");
    const { url, asked, close } = await board({ status: "answered", result: { answers: [{ optionIds: ["0"] }] } });
    process.env.PAPERCLIP_API_URL = url;
    const { result, lines } = await world.run({ context: { issueId: "issue-1" }, authToken: "a-token" });
    delete process.env.PAPERCLIP_API_URL;
    close();
    assert.equal(result.errorCode, undefined);
    assert.match(world.calls(), /^choose .*--option 1 --signature s1/m);
    const payload = asked[0]?.payload as { questions: { prompt: string; options: unknown[] }[] };
    assert.match(payload.questions[0]?.prompt ?? "", /touch a\.txt/);
    assert.equal(payload.questions[0]?.options.length, 2);
    assert.ok(lines.some((line) => line.type === "tui.operator_resolved" && line.by === "the board"));
    assert.doesNotMatch(JSON.stringify(lines), /a-token/);
  });

  it("that the screen cuts is approved under its signature, as one whose whole was read elsewhere", async () => {
    const world = scene("success");
    const cut = { ...APPROVAL, subject: "git status", subject_whole: false };
    world.config = { ...world.config, operatorPolicy: "allowlist", operatorAllowlist: "make *\ngit *" };
    world.put("look.json", { ...blocked, surface_assessment: { ...blocked.surface_assessment, operator_block: cut } });
    const call = said("", { message: { id: "m0", content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "make one\n\ngit status" } }] } });
    world.put("before-send-0.sh", `echo '${JSON.stringify({ event: "operator_blocked", operator_block: cut })}' >> more-events; printf '%s\\n' '${JSON.stringify(call)}' >> session.jsonl; until grep -q '^choose' calls; do sleep 0.1; done`);
    await world.run();
    assert.match(world.calls(), /^choose .*--option 1 --signature s1 .*--whole -/m);
    assert.equal(readFileSync(join(world.folder, "whole"), "utf8"), "make one\n\ngit status");
  });

  it("that is refused and ends the turn is told to the agent", async () => {
    const world = scene("interrupted");
    world.config = { ...world.config, operatorPolicy: "deny" };
    const { result } = await world.run();
    assert.equal(result.summary, "Then not.");
    assert.match(world.calls(), /^choose .*--option 2 --signature s1/m);
    assert.match(readFileSync(join(world.folder, "prompt-1"), "utf8"), /The operator refused: touch a\.txt/);
  });

  it("that ends the run has the board asked when to go on: while that stands, the server tries nothing by itself", async () => {
    const world = scene("success");
    world.config = { ...world.config, operatorPolicy: "fail" };
    const { url, asked, close } = await board({ status: "pending" });
    process.env.PAPERCLIP_API_URL = url;
    const task = { context: { issueId: "issue-1" }, authToken: "a-token" };
    const { result } = await world.run(task);
    delete process.env.PAPERCLIP_API_URL;
    close();
    assert.equal(result.errorCode, "tui_operator_required");
    assert.equal(result.resultJson?.conversationContinuation, "continue_conversation_v1");
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.continuationPolicy, "wake_assignee");
    assert.match(JSON.stringify(asked[0]), /Go on/);
  });

  it("that nobody may be asked about ends the run", async () => {
    const world = scene("success");
    const { result } = await world.run();
    assert.equal(result.errorCode, "tui_operator_required");
    assert.match(result.errorMessage ?? "", /touch a\.txt/);
  });

  describe("of the CLI's own that is refused, and ends it,", () => {
    const trust = { ...APPROVAL, kind: "trust", origin: "cli", question: "Do you trust it?", subject: null, subject_whole: null, options: [{ label: "No, exit", number: 1 }, { label: "Yes", number: 2 }] };
    const onBoard = async (world: World, answer: object): Promise<{ result: AdapterExecutionResult; asked: Record<string, unknown>[] }> => {
      const { url, asked, close } = await board(answer);
      process.env.PAPERCLIP_API_URL = url;
      const { result } = await world.run({ context: { issueId: "issue-1" }, authToken: "a-token" }, world.provider({ answers: [] }));
      delete process.env.PAPERCLIP_API_URL;
      close();
      return { result, asked };
    };

    it("has a code of its own, and the board is asked when to go on", async () => {
      const world = new World();
      world.put("calls", "");
      world.put("never-safe", "");
      world.put("look.json", { ...blocked, surface_assessment: { ...blocked.surface_assessment, operator_block: trust } });
      world.put("events", { event: "operator_blocked", operator_block: trust });
      world.script("cli", `[ "$1" = --version ] && { echo 9.9.9; exit; }\nuntil grep -q '^choose' ${world.folder}/calls; do sleep 0.1; done; exit 1`);
      const { result, asked } = await onBoard(world, { status: "answered", result: { answers: [{ optionIds: ["0"] }] } });
      assert.equal(result.errorCode, "tui_refused");
      assert.match(result.errorMessage ?? "", /the board refused “Do you trust it\?”/);
      assert.equal(result.resultJson?.conversationContinuation, "continue_conversation_v1", "which the server does not try while a question stands");
      assert.deepEqual(asked.map(({ title }) => title), ["Ada asks whether to trust the folder", "Ada has stopped (tui_refused)"]);
    });

    it("starts nothing until that is answered: the server wakes the agent for the refusal, too", async () => {
      const world = new World();
      const { result, asked } = await onBoard(world, { status: "pending", title: "Ada has stopped (tui_refused)" });
      assert.deepEqual([result.errorCode, asked], ["tui_refused", []]);
      assert.doesNotMatch(world.calls(), /^(?:watch|wait|send)/m);
    });
  });
});
