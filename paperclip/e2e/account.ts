/** What the account services of both vendors answer: one subscription each, of which the same is used. */

import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";

export const ACCOUNT = "11111111-1111-4111-8111-111111111111";
const HOUR = 3_600;
export const USED = { session: 37, week: 12 };
export const RESETS = { session: 2 * HOUR, week: 72 * HOUR };

const later = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;
const iso = (seconds: number): string => new Date(later(seconds) * 1_000).toISOString();

/** Whether the services are there, which a first run of Claude Code wants to know. */
const hello = (): object => ({ message: "hello" });

const ANSWERS: Record<string, () => object> = {
  "/api/hello": hello,
  "/v1/oauth/hello": hello,
  "/api/oauth/usage": () => ({
    five_hour: { utilization: USED.session, resets_at: iso(RESETS.session) },
    seven_day: { utilization: USED.week, resets_at: iso(RESETS.week) },
  }),
  "/api/oauth/profile": () => ({
    account: { uuid: ACCOUNT, email: "ada@example.com", display_name: "Ada", has_claude_max: true },
    organization: { uuid: ACCOUNT, organization_type: "claude_max", rate_limit_tier: "default_claude_max_5x" },
  }),
  "/backend-api/wham/usage": () => ({
    plan_type: "plus",
    rate_limit: {
      allowed: true,
      limit_reached: false,
      primary_window: { used_percent: USED.session, limit_window_seconds: 5 * HOUR, reset_after_seconds: RESETS.session, reset_at: later(RESETS.session) },
      secondary_window: { used_percent: USED.week, limit_window_seconds: 168 * HOUR, reset_after_seconds: RESETS.week, reset_at: later(RESETS.week) },
    },
    credits: null,
  }),
  // Versions from 0.169 on want to know where the workspace lives.
  "/backend-api/wham/accounts/check": () => ({
    accounts: [{
      id: "account-1", account_user_id: "user-1", structure: "personal", plan_type: "plus", is_deactivated: false,
      workspace_backend_origin: "https://chatgpt.com", account_routing_override: "NO_CONSTRAINT",
    }],
    default_account_id: "account-1",
    account_ordering: ["account-1"],
  }),
};

/** The answer to a path, or null where these services have none. */
export function accountAnswer(path: string): object | null {
  return ANSWERS[path]?.() ?? null;
}

/** Claude Code asks for its account under the vendor's own name only, which this world's hosts file sends here. */
export async function listenSecurely(listener: RequestListener): Promise<void> {
  const [key, cert] = ["key", "cert"].map((name) => readFileSync(`/mnt/work/tls/${name}.pem`));
  const server = createServer({ key, cert }, listener);
  await new Promise<void>((resolve) => server.listen(443, "127.0.0.1", resolve));
  server.unref();
}
