// Tells when one of your agents needs you. Types: npx openapi-typescript http://127.0.0.1:7420/openapi.json -o shadow.ts
import type { components } from "./shadow.js";

type Event = components["schemas"]["Event"];

const base = process.env.SHADOW_URL ?? "http://127.0.0.1:7420";
const headers = { Authorization: `Bearer ${process.env.SHADOW_TOKEN}` };

const stream = await fetch(`${base}/api/v1/events?event=operator_blocked`, { headers });
if (!stream.ok || !stream.body) throw new Error(await stream.text());
let rest = "";
for await (const bytes of stream.body.pipeThrough(new TextDecoderStream())) {
  const frames = (rest + bytes).split("\n\n");
  rest = frames.pop() ?? "";
  for (const frame of frames) {
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    const event: Event | undefined = data ? JSON.parse(data) : undefined;
    if (event?.event === "operator_blocked") console.log(event.key, event.operator_block.question ?? event.operator_block.kind);
  }
}
