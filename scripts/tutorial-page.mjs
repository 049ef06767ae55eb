// Drives the page of `shadow serve` in headless Chromium as docs/tutorial.md tells its reader: sees the three panes,
// sends one agent a prompt, answers its dialog by clicks, and takes a picture. Needs Chromium with its driver.
//
// usage: node scripts/tutorial-page.mjs ADDRESS PICTURE

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [address, picture] = process.argv.slice(2);
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const PATIENCE = 90_000;
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
  "--blink-settings=preferredColorScheme=0", "--window-size=1280,1320",
];

/** Starts the driver at a free port; its address. */
async function started(driver) {
  for await (const line of createInterface({ input: driver.stdout })) {
    const port = /started successfully on port (\d+)/.exec(line)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error("chromedriver does not start");
}

/** One request to the driver; what it answers. */
async function say(base, path, body, method = "POST") {
  const answer = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

/** A page in a session of the driver. */
class Page {
  constructor(base) {
    this.base = base;
  }

  ask(path, body) {
    return say(this.base, path, body);
  }

  run(script) {
    return this.ask("/execute/sync", { script, args: [] });
  }

  /** Waits until a condition holds in the page. */
  async until(what, condition) {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline) {
      if (await this.run(`return Boolean(${condition})`)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the page never showed ${what}:\n${await this.run("return document.body.innerText")}`);
  }

  sees(css, text) {
    const [at, words] = [css, text].map((it) => JSON.stringify(it));
    return this.until(text, `[...document.querySelectorAll(${at})].some((it) => it.innerText.includes(${words}))`);
  }

  async element(css) {
    await this.until(css, `document.querySelector(${JSON.stringify(css)})`);
    return (await this.ask("/element", { using: "css selector", value: css }))[ELEMENT];
  }

  click(css) {
    return this.act(css, "click", {});
  }

  type(css, text) {
    return this.act(css, "value", { text });
  }

  /** Does something to an element; to the one that has taken its place where it was drawn anew in between. */
  async act(css, what, body, tries = 5) {
    try {
      return await this.ask(`/element/${await this.element(css)}/${what}`, body);
    } catch (error) {
      if (tries > 1 && error.message.includes("stale element")) return this.act(css, what, body, tries - 1);
      throw error;
    }
  }

  async keep(path) {
    writeFileSync(path, Buffer.from(await say(this.base, "/screenshot", undefined, "GET"), "base64"));
  }
}

/** What the reader of the tutorial does. */
async function read(page) {
  await page.ask("/url", { url: address });
  for (const agent of ["claude", "codex", "no agent: bash"]) await page.sees(".pane", agent);
  console.log("the page shows two agents and a shell");
  await page.type("#filter", "codex idle");
  await page.until("codex alone", "document.querySelectorAll('.pane').length === 1");
  await page.click(".pane");
  await page.until("a composer", "document.getElementById('send')?.disabled === false");
  await page.type("#prompt", "make the file");
  await page.click("#send");
  await page.sees("#said", "sent");
  await page.run("const it = document.getElementById('filter'); it.value = ''; it.dispatchEvent(new Event('input'))");
  await page.click(".pane[data-need=blocked]");
  await page.click("#dialog .option:nth-of-type(1) input");
  await page.sees("#dialog button", "answer: presses");
  await page.until("zones", "document.querySelector('.row[data-zone=dialog]')");
  await page.keep(picture);
  console.log(`drew ${picture}`);
  await page.click("#dialog button");
  await page.sees("#said", "answered");
  await page.sees("#screen", "The file is made");
  await page.until("two idle agents", "document.querySelectorAll('.pane[data-need=idle]').length === 2");
  await page.sees("#turns", "success");
  console.log("the dialog is answered by a click, and the turn has ended");
}

const profile = mkdtempSync(join(tmpdir(), "shadow-page-"));
const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
try {
  const base = await started(driver);
  const options = { args: [...FLAGS, `--user-data-dir=${profile}`] };
  const wanted = { capabilities: { alwaysMatch: { "goog:chromeOptions": options } } };
  const { sessionId } = await say(base, "/session", wanted);
  const session = `${base}/session/${sessionId}`;
  try {
    await read(new Page(session));
  } finally {
    await say(session, "", undefined, "DELETE");
  }
} catch (error) {
  console.error(`scripts/tutorial-page: ${error.message}`);
  process.exitCode = 1;
} finally {
  driver.kill();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
