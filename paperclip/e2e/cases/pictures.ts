/** Pictures of Paperclip's own page, for the documents: a run, an approval on the board, a failed environment test. */

import { existsSync } from "node:fs";

import type { Browser, Page } from "puppeteer-core";
import puppeteer from "puppeteer-core";

import { sleep } from "../server.ts";
import type { Stage } from "../stage.ts";
import { assert } from "../stage.ts";
import type { Case } from "./case.ts";
import { inPlace } from "./local.ts";
import { succeeded } from "./tasks.ts";

const OUT = "/mnt/work/out";

async function open(browser: Browser, url: string, height = 900): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1_280, height });
  await page.goto(url, { waitUntil: "networkidle2", timeout: 60_000 }).catch(() => undefined);
  await sleep(3_000);
  return page;
}

async function shoot(page: Page, name: string, wanted: string): Promise<void> {
  const text = await page.evaluate("document.body.innerText");
  assert(String(text).includes(wanted), `the page does not show ${wanted}: ${String(text).slice(0, 1_500)}`);
  await page.screenshot({ path: `${OUT}/paperclip-${name}.png` as `${string}.png` });
  assert(existsSync(`${OUT}/paperclip-${name}.png`), name);
}

/** Presses the first button of a label. */
async function press(page: Page, label: RegExp): Promise<void> {
  for (const button of await page.$$("button, a, summary")) {
    const text = await button.evaluate((element) => (element as unknown as { innerText: string }).innerText);
    if (label.test(text.trim())) {
      await button.evaluate((element) => (element as unknown as { scrollIntoView: (how: object) => void }).scrollIntoView({ block: "center" }));
      await button.click();
      return;
    }
  }
  throw new Error(`no button ${label}: ${String(await page.evaluate("[...document.querySelectorAll('button, a, summary')].map((e) => e.innerText).join(' | ')"))}`);
}

const launch = (): Promise<Browser> => puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--no-first-run"] });

/** The page of a run of the package that takes the built-in's place: words and tools, as it shows Claude's, and no raw line of theirs. */
async function shownAsClaude(stage: Stage): Promise<void> {
  await inPlace(stage, async () => {
    const agent = await stage.agent({ operatorPolicy: "allowlist", operatorAllowlist: "touch *" });
    const done = await stage.play(agent, "[[play 1: run touch shown.txt; say The number is 5561.]]");
    succeeded(done);
    const browser = await launch();
    try {
      const { issuePrefix } = await stage.paperclip.get(`/api/companies/${stage.company}`);
      const page = await open(browser, `${stage.paperclip.url}/${String(issuePrefix)}/agents/${agent.id}/runs/${done.runId}`, 1_300);
      const text = String(await page.evaluate("document.body.innerText"));
      for (const words of ["The number is 5561.", "touch shown.txt"]) assert(text.includes(words), `the page does not show ${words}: ${text.slice(0, 3_000)}`);
      assert(!text.includes('{"type":'), `raw lines on the page: ${text.slice(0, 3_000)}`);
    } finally {
      await browser.close();
    }
  });
}

async function run(stage: Stage): Promise<void> {
  const browser = await launch();
  try {
    const company = await stage.paperclip.get(`/api/companies/${stage.company}`);
    const root = `${stage.paperclip.url}/${String(company.issuePrefix)}`;
    const agent = await stage.agent({}, {}, "Ada");
    const issue = await stage.task(agent, "Make the file report.txt. [[play 1: run touch report.txt; say The file report.txt is made.]]", "Make the report");
    const runId = await stage.newRun(agent);
    const question = await stage.question(issue);
    const asked = await open(browser, `${root}/issues/${issue}`, 1_100);
    await asked.evaluate("[...document.querySelectorAll('*')].filter((e) => e.children.length === 0 && /Do you want to proceed|touch report/.test(e.textContent)).at(-1)?.scrollIntoView({ block: 'center' })");
    await sleep(1_000);
    await shoot(asked, "approval", "touch report.txt");
    await stage.answer(issue, question, /^yes/i);
    succeeded(await stage.settled(runId));
    await sleep(2_000);
    await shoot(await open(browser, `${root}/agents/${agent.id}/runs/${runId}`, 1_300), "run", "report.txt");
    const broken = await stage.agent({ tmuxCommand: "/nowhere/tmux" }, {}, "Bob");
    const page = await open(browser, `${root}/agents/${broken.id}/configuration`, 1_100);
    await press(page, /^harness \/ runtime$/i);
    await sleep(3_000);
    await press(page, /^(?:run|runtime) test$|^test$/i);
    await sleep(4_000);
    await press(page, /^test details$/i);
    await sleep(1_000);
    await page.evaluate("[...document.querySelectorAll('*')].filter((e) => e.children.length === 0 && /tmux 3.2/.test(e.textContent)).at(-1)?.scrollIntoView({ block: 'center' })");
    await sleep(1_000);
    await shoot(page, "test", "tmux 3.2 or newer is needed");
  } finally {
    await browser.close();
  }
}

export const pictures: Case[] = [
  { name: "pictures for the documents", types: ["claude_tui"], quick: [], newestOnly: true, run },
  { name: "in the place of the built-in: its page shows it as it shows Claude's", types: ["claude_local"], quick: [], newestOnly: true, run: shownAsClaude },
];
