// What a type checker must accept and refuse, as an ES module. It is checked, and never run.
import { Session, pane, parse, watch, type OperatorBlock } from "../index.mjs";

const payload = parse("$ ls", { provider: "auto", cols: 120, rows: 40, cursor: [2, 10], title: "x", cliVersion: "2.1.330" });
const state: "idle" | "working" | "awaiting_operator" | "unknown" = payload.surface_assessment.business_state;
const session = new Session({ cols: 120, rows: 40 });
const ask = (block: OperatorBlock) => console.log(block.options.map(option => option.label), state);
for await (const e of session.events({ signal: AbortSignal.timeout(1) })) if (e.event === "operator_blocked") ask(e.operator_block);
for await (const event of watch()) if (event.event === "turn_ended") console.log(event.record.answer.text);
let turn = await (await pane("%3").send("look at the parser")).wait({ timeout: 600 });
if (turn.blocked) turn = await (await pane("%3").choose(turn.question, { match: "Yes" })).wait();
console.log(turn.answer.text, turn.answer.complete);

// @ts-expect-error there is no such field
payload.surface_assessment.busines_state;
// @ts-expect-error there is no such state
if (payload.surface_assessment.business_state === "bussy") throw payload;
// @ts-expect-error there is no such option
parse("$ ls", { colums: 80 });
