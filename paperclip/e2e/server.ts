/** The real Paperclip server, and its interface as the tests use it. */

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Json = Record<string, unknown>;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; throws with what it was waited for. */
export async function until<T>(what: string | (() => string), seconds: number, check: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${typeof what === "string" ? what : what()}`);
    await sleep(300);
  }
}

const WORK = "/mnt/work";

export class Paperclip {
  readonly port: number;
  readonly #log = join(WORK, "out", "server.log");
  #child: ChildProcess | null = null;

  constructor(port: number) {
    this.port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const home = join(WORK, "paperclip");
    const instance = join(home, "instances", "default");
    mkdirSync(instance, { recursive: true });
    const config = {
      $meta: { version: 1, updatedAt: new Date().toISOString(), source: "onboard" },
      database: { mode: "embedded-postgres", embeddedPostgresDataDir: join(instance, "db"), embeddedPostgresPort: this.port + 1, backup: { enabled: false } },
      logging: { mode: "file", logDir: join(instance, "logs") },
      server: { deploymentMode: "local_trusted", exposure: "private", host: "127.0.0.1", port: this.port, serveUi: true },
      telemetry: { enabled: false },
      updates: { checkEnabled: false },
      storage: { provider: "local_disk", localDisk: { baseDir: join(instance, "storage") } },
      secrets: { provider: "local_encrypted", localEncrypted: { keyFilePath: join(instance, "secrets", "master.key") } },
    };
    writeFileSync(join(instance, "config.json"), JSON.stringify(config));
    const log = openSync(this.#log, "a");
    this.#child = spawn(process.execPath, ["/mnt/cache/server/node_modules/paperclipai/dist/index.js", "run"], {
      env: { ...process.env, PAPERCLIP_HOME: home, PAPERCLIP_TELEMETRY_DISABLED: "1", PAPERCLIP_ANNOUNCEMENTS_ENABLED: "false", CI: "true" },
      stdio: ["ignore", log, log],
    });
    await until("the server is ready", 180, async () => {
      if (this.#child?.exitCode !== null) throw new Error(`the server ended: ${readFileSync(this.#log, "utf8").slice(-3_000)}`);
      const health = await this.get("/api/health").catch(() => null);
      return (health?.startupRecovery as Json | undefined)?.phase === "ready" || (health?.status === "ok" && health.startupRecovery === undefined);
    });
  }

  /** Ends the server: by a signal that it may catch, or as a crash. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill(signal);
    await Promise.race([gone, sleep(30_000).then(() => child.kill("SIGKILL"))]);
    await gone;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get(path: string): Promise<Json> {
    return this.call("GET", path);
  }

  post(path: string, body: object = {}): Promise<Json> {
    return this.call("POST", path, body);
  }

  async call(method: string, path: string, body?: object): Promise<Json> {
    const { status, json } = await this.raw(method, path, body);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json).slice(0, 400)}`);
    return json;
  }

  async raw(method: string, path: string, body?: object): Promise<{ status: number; json: Json; text: string }> {
    const response = await fetch(this.url + path, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    let json: Json = {};
    try {
      json = JSON.parse(text) as Json;
    } catch {
      // Some answers are plain text.
    }
    return { status: response.status, json, text };
  }
}
