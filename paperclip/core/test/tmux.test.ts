import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import { sleep } from "../src/host/process.ts";
import { Terminal } from "../src/host/terminal.ts";
import { commandLine } from "../src/host/tmux.ts";
import { temporary } from "./folders.ts";

describe("what tmux is given", () => {
  it("is words that mean themselves", () => {
    assert.equal(commandLine(["send-keys", "-l", "--", `a "b" \\ $HOME ~ #(x) ; '`], ["x", "\n"]), `"send-keys" "-l" "--" "a \\"b\\" \\\\ \\$HOME \\~ #(x) ; '" ; "x" "\\012"\n`);
  });

  it("has no text of a person's or a screen's among its arguments, and obeys no name", async () => {
    const folder = temporary("tmux");
    const [noted, witness, tmux] = ["noted", "witness", "front"].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(tmux, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${noted}'\nexec tmux "$@"\n`, { mode: 0o700 });
    const cwd = join(folder, `#(touch \${WIT}) $(touch \${WIT}) '";#{pane_id}`);
    mkdirSync(cwd, { recursive: true });
    const terminal = await Terminal.start({
      tmux, folder: join(folder, "run"), cwd, command: "cat", args: ["-u"],
      env: { ...process.env, WIT: witness }, columns: 120, rows: 24,
    });
    try {
      const text = `a secret; kill-server #(touch ${witness}) $(touch ${witness}) "'\\ ~ ; %if`;
      await terminal.type(text);
      let screen = "";
      for (let tries = 0; tries < 100 && !screen.includes("%if"); tries += 1) {
        await sleep(50);
        screen = (await terminal.screen()).replaceAll("\n", "");
      }
      assert.ok(screen.includes(text), screen);
      assert.equal((await terminal.tmux("display-message", "-p", "#{pane_current_path}")).stdout.trim(), cwd);
      const said = readFileSync(noted, "utf8");
      assert.ok(said.includes("source-file -") && !said.includes("secret") && !said.includes("touch"), said);
      assert.ok(!existsSync(witness), "a name was obeyed");
    } finally {
      await terminal.tmux("kill-server");
    }
  });
});

describe("a dead pane", () => {
  it("is asked again until tmux knows how its program ended", async () => {
    const folder = temporary("tmux");
    const tmux = join(folder, "front");
    const ended = async (...answers: string[]): Promise<number | null> => {
      writeFileSync(join(folder, "answers"), `%0 ${process.pid}\n${answers.join("\n")}\n`);
      writeFileSync(tmux, `#!/bin/sh\ncat >/dev/null\nhead -n 1 '${folder}/answers'\ntail -n +2 '${folder}/answers' > '${folder}/rest'\nmv '${folder}/rest' '${folder}/answers'\n`, { mode: 0o700 });
      const plan = { tmux, folder: join(folder, "run"), cwd: folder, command: "cat", args: [], env: { PATH: process.env.PATH ?? "" }, columns: 80, rows: 24 };
      return (await Terminal.start(plan)).exitStatus();
    };
    // The empty answers are those to a child that tmux is to start.
    assert.equal(await ended("1::", "", "1::", "", "1:7:"), 7);
    assert.equal(await ended("1::", "", "1::9", "1:7:"), null);
    assert.equal(await ended("0::", "1:7:"), null);
  });
});
