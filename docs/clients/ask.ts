// Sends a prompt, waits, and prints the answer. Usage: node ask.ts PANE TEXT
import type { components } from "./shadow.js";

type Asked = components["schemas"]["Asked"];
type AskRequest = components["schemas"]["AskRequest"];
type Problem = components["schemas"]["Problem"];

const [pane = "", text = ""] = process.argv.slice(2);
const base = process.env.SHADOW_URL ?? "http://127.0.0.1:7420";
const headers = { Authorization: `Bearer ${process.env.SHADOW_TOKEN}`, "Content-Type": "application/json" };
const body: AskRequest = { text, timeout: 600 };

const url = `${base}/api/v1/panes/${encodeURIComponent(pane)}/ask`;
const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
if (!response.ok) throw new Error(((await response.json()) as Problem).error);
const asked = (await response.json()) as Asked;
if (asked.result === "ended") console.log(asked.record.answer.text);
else if (asked.result === "blocked") console.log("it asks:", asked.operator_block.question, asked.operator_block.signature);
else console.log("it still runs; wait for turn", asked.turn);
